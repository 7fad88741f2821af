//! The battlefield and the warbands as text.
//!
//! Every hex shows its name and its marks, or whoever stands in it:
//!
//! ```text
//! a1    b1#   c1s
//!    a2    xan1  c2*3
//! ```

use gloryhex_engine::{Game, ops::stats};
use gloryhex_hexgrid::{HexId, Kind};
use gloryhex_model::{FighterId, Seat, Stat, Token};
use gloryhex_notation::Names;
use std::fmt::Write;

/// Characters from one hex to the next; a row is set in by half of it.
const PITCH: i32 = 6;

const MARKS: &[(Kind, char)] = &[
    (Kind::BLOCKED, '#'),
    (Kind::LETHAL, '!'),
    (Kind::COVER, '~'),
    (Kind::STAGGER, '%'),
    (Kind::STARTING, 's'),
];

/// The battlefield, as a seat may see it.
pub fn battlefield(game: &Game, names: &Names, viewer: Option<Seat>) -> String {
    let view = game.view(viewer);
    let grid = &game.grid;
    let at = |hex: HexId| {
        let coord = grid.coord(hex);
        let (q, r) = (i32::from(coord.q), i32::from(coord.r));
        (r, (2 * q + r) * PITCH / 2)
    };
    let left = grid.all().iter().map(|hex| at(hex).1).min().unwrap_or(0);
    let mut cells: Vec<((i32, i32), String)> = Vec::new();
    for hex in grid.all().iter() {
        let mut cell = match view.state.occupant(hex) {
            Some(fighter) => tag(game, names, fighter),
            None => {
                let mut cell = grid.name(hex);
                let marked = MARKS.iter().filter(|(kind, _)| grid.is(hex, *kind));
                cell.extend(marked.map(|(_, mark)| *mark));
                cell
            }
        };
        if let Some(token) = view
            .state
            .feature_at(hex)
            .map(|ix| &view.state.features[ix])
        {
            match token.number {
                0 => cell.push('*'),
                number => {
                    let side = if token.numbered() { '*' } else { '?' };
                    let _ = write!(cell, "{side}{number}");
                }
            }
        }
        cells.push((at(hex), cell));
    }
    cells.sort();
    let mut text = String::new();
    let (mut row, mut column) = (i32::MIN, 0);
    for ((r, x), cell) in cells {
        if r != row {
            if row != i32::MIN {
                text.push('\n');
            }
            (row, column) = (r, 0);
        }
        let x = (x - left) as usize;
        let gap = x.saturating_sub(column).max(usize::from(column > 0));
        text.extend(std::iter::repeat_n(' ', gap));
        text.push_str(&cell);
        column += gap + cell.chars().count();
    }
    text.push('\n');
    text.push_str("# blocked  ! lethal  ~ cover  % stagger  s starting  *3 token 3  * token\n");
    text
}

/// Three letters of the name and the seat.
fn tag(game: &Game, names: &Names, fighter: FighterId) -> String {
    let short: String = names.fighter(fighter).chars().take(3).collect();
    format!(
        "{}{}",
        short.to_uppercase(),
        game.table.owner(fighter).number()
    )
}

const TOKENS: &[(Token, &str)] = &[
    (Token::Move, "move"),
    (Token::Charge, "charge"),
    (Token::Guard, "guard"),
    (Token::Stagger, "stagger"),
];

/// A line for each fighter.
pub fn warbands(game: &Game, names: &Names) -> String {
    let mut text = String::new();
    let sight = game.sight();
    for seat in game.state.all_seats() {
        let player = &game.state.seats[seat];
        let spent = match player.spent {
            0 => String::new(),
            spent => format!(", {spent} of it spent"),
        };
        let _ = writeln!(
            text,
            "Seat {}: glory {}{spent}",
            seat.number(),
            player.glory
        );
        for fighter in game.table.roster(seat) {
            let now = game.state.fighter(fighter);
            let place = match (now.on_field(), now.is(gloryhex_engine::state::Fighter::OUT)) {
                (true, _) => game.grid.name(now.hex),
                (false, true) => "out".into(),
                (false, false) => "-".into(),
            };
            let stat = |what| stats::stat(sight, fighter, what);
            let _ = write!(
                text,
                "  {:12} {:4} move {} defence {} damage {}/{}",
                names.fighter(fighter),
                place,
                stat(Stat::Move),
                stat(Stat::Defence),
                now.damage,
                stat(Stat::Wounds)
            );
            if now.is(gloryhex_engine::state::Fighter::INSPIRED) {
                text.push_str(", Inspired");
            }
            for (token, word) in TOKENS {
                if now.has(*token) {
                    let _ = write!(text, ", {word}");
                }
            }
            text.push('\n');
        }
    }
    text
}

//! The battlefield and the warbands as text.
//!
//! Every hex shows its name and its marks, or whoever stands in it:
//!
//! ```text
//! a1    b1#   c1s
//!    a2    xan1  c2*3
//! ```

use super::colour;
use anstyle::Style;
use gloryhex_cardlang::weapon_text;
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
    (Kind::TRAP, '^'),
    (Kind::STARTING, 's'),
];

/// Hexes that hurt or hinder whoever enters them.
const HAZARDS: [Kind; 3] = [Kind::LETHAL, Kind::STAGGER, Kind::TRAP];

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
    let mut cells: Vec<((i32, i32), String, Style)> = Vec::new();
    for hex in grid.all().iter() {
        let mut style = colour::QUIET;
        let mut cell = match view.state.occupant(hex) {
            Some(fighter) => {
                style = colour::seat(game.table.owner(fighter));
                tag(game, names, fighter)
            }
            None => {
                let mut cell = grid.name(hex);
                let is = |kind| {
                    grid.is(hex, kind) || view.state.marked(kind).any(|marked| marked == hex)
                };
                let marked = MARKS.iter().filter(|(kind, _)| is(*kind));
                cell.extend(marked.map(|(_, mark)| *mark));
                if HAZARDS.iter().any(|kind| is(*kind)) {
                    style = colour::HAZARD;
                }
                cell
            }
        };
        if let Some(token) = view
            .state
            .feature_at(hex)
            .map(|ix| &view.state.features[ix])
        {
            if view.state.occupant(hex).is_none() {
                style = colour::TOKEN;
            }
            match token.number {
                0 => cell.push('*'),
                number => {
                    let side = if token.numbered() { '*' } else { '?' };
                    let _ = write!(cell, "{side}{number}");
                }
            }
        }
        cells.push((at(hex), cell, style));
    }
    cells.sort_by_key(|(at, ..)| *at);
    let mut text = String::new();
    let (mut row, mut column) = (i32::MIN, 0);
    for ((r, x), cell, style) in cells {
        if r != row {
            if row != i32::MIN {
                text.push('\n');
            }
            (row, column) = (r, 0);
        }
        let x = (x - left) as usize;
        let gap = x.saturating_sub(column).max(usize::from(column > 0));
        text.extend(std::iter::repeat_n(' ', gap));
        text.push_str(&colour::paint(style, &cell));
        column += gap + cell.chars().count();
    }
    text.push('\n');
    text.push_str(
        "# blocked  ! lethal  ~ cover  % stagger  ^ trap  s starting  *3 token 3  * token\n",
    );
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

/// A line for each fighter, and one for each of its weapons if they are asked for.
pub fn warbands(game: &Game, names: &Names, weapons: bool) -> String {
    let mut text = String::new();
    let sight = game.sight();
    for seat in game.state.all_seats() {
        let player = &game.state.seats[seat];
        let spent = match player.spent {
            0 => String::new(),
            spent => format!(", {spent} of it spent"),
        };
        let who = colour::paint(colour::seat(seat), &format!("Seat {}", seat.number()));
        let _ = writeln!(text, "{who}: glory {}{spent}", player.glory);
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
            if weapons {
                stats::each_weapon(sight, fighter, |weapon| {
                    if let Some(def) = stats::weapon_def(sight, fighter, weapon) {
                        let line = weapon_text(def, &game.table.rules.words);
                        let _ = writeln!(text, "{:15}{line}", "");
                    }
                });
            }
        }
    }
    text
}

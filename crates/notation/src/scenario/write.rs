//! A position of a game as the lines of a scenario that set it up again.
//!
//! What a scenario has no words for is left out: lasting effects, who has reacted. Draw
//! piles are left out on purpose, so nothing is drawn. A position that was written and read back is a position of its
//! own; whoever says something about it looks at what was read back.

use crate::names::Names;
use gloryhex_engine::{
    Game, Source,
    state::{Feature, Fighter},
};
use gloryhex_hexgrid::{Coord, HexId, Kind};
use gloryhex_model::{CountedFor, CounterId, FighterId, Seat, Token, slug_of};
use std::fmt::Write;

const MARKS: [(Kind, char); 5] = [
    (Kind::BLOCKED, '#'),
    (Kind::LETHAL, '!'),
    (Kind::COVER, '~'),
    (Kind::STAGGER, '%'),
    (Kind::STARTING, 's'),
];

/// Whose hands are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// Only this seat's: what the others hold is not known, and here they hold nothing.
    Only(Seat),
    /// Only this seat's objectives.
    Objectives(Seat),
    /// Only this seat's objectives, and nobody bears upgrades.
    Bare(Seat),
    /// Everybody's.
    All,
}

/// The lines for everything but the clock.
pub fn position(game: &Game, names: &Names, hands: Hands) -> String {
    let mut text = String::new();
    if game.table.players != 2 {
        let _ = writeln!(text, "players {}", game.table.players);
    }
    map(game, &mut text);
    for seat in game.state.all_seats() {
        let roster = game.table.roster(seat).next();
        let band = roster.and_then(|first| band(game, first));
        if let Some(band) = band {
            let _ = writeln!(text, "warband {} {}", seat.number(), slug_of(&band));
        }
    }
    for fighter in game.table.everyone() {
        let upgrades = !matches!(hands, Hands::Bare(_));
        place(game, names, fighter, upgrades, &mut text);
    }
    tokens(game, &mut text);
    counters(game, names, &mut text);
    for seat in game.state.all_seats() {
        let player = &game.state.seats[seat];
        if player.glory > 0 {
            let _ = write!(text, "glory {} {}", seat.number(), player.glory);
            if player.spent > 0 {
                let _ = write!(text, " spent {}", player.spent);
            }
            text.push('\n');
        }
        let shown = match hands {
            Hands::All => true,
            Hands::Only(own) | Hands::Objectives(own) | Hands::Bare(own) => own == seat,
        };
        if shown {
            let power = matches!(hands, Hands::All | Hands::Only(_));
            hand(game, names, seat, power, &mut text);
        }
    }
    text
}

/// The warband that a fighter is of.
fn band(game: &Game, fighter: FighterId) -> Option<String> {
    let name = &game.table.entrant(fighter).def.name;
    let edition = &game.table.rules.name;
    let catalog = &game.table.catalog;
    let mut bands = catalog.warbands.iter();
    bands
        .find(|band| {
            catalog.plays(edition, &band.edition)
                && band.def.fighters.iter().any(|def| def.name == *name)
        })
        .map(|band| band.def.name.clone())
}

fn map(game: &Game, text: &mut String) {
    let grid = &game.grid;
    let coords = || grid.all().iter().map(|hex| grid.coord(hex));
    let (Some(west), Some(east)) = (
        coords().map(Coord::half_columns).min(),
        coords().map(Coord::half_columns).max(),
    ) else {
        return;
    };
    let (top, bottom) = (coords().map(|c| c.r).min(), coords().map(|c| c.r).max());
    text.push_str("map\n");
    for row in top.unwrap_or(0)..=bottom.unwrap_or(0) {
        let mut line = String::new();
        let mut x = west;
        if (x - i16::from(row)).rem_euclid(2) == 1 {
            line.push(' ');
            x += 1;
        }
        while x <= east {
            let hex = Coord::from_half_columns(x, row.into()).map_or(HexId::NONE, |c| grid.at(c));
            let mut marks = MARKS.iter().filter(|(kind, _)| {
                hex != HexId::NONE && grid.all().contains(hex) && grid.is(hex, *kind)
            });
            let first = match hex {
                HexId::NONE => '_',
                _ => marks.next().map_or('.', |(_, mark)| *mark),
            };
            line.push(first);
            line.push(marks.next().map_or(' ', |(_, mark)| *mark));
            x += 2;
        }
        let _ = writeln!(text, "| {}", line.trim_end().trim_end_matches(['_', ' ']));
    }
    for seat in game.state.all_seats() {
        let region = game.state.clock.territory[seat.ix()];
        let own: Vec<String> = grid
            .in_region(region)
            .iter()
            .map(|hex| grid.name(hex))
            .collect();
        let _ = writeln!(text, "territory {} {}", seat.number(), own.join(" "));
    }
}

const TOKENS: [Token; 5] = [
    Token::Move,
    Token::Charge,
    Token::Guard,
    Token::Stagger,
    Token::Raise,
];

fn place(game: &Game, names: &Names, fighter: FighterId, upgrades: bool, text: &mut String) {
    let now = game.state.fighter(fighter);
    let name = names.fighter(fighter);
    if !now.on_field() {
        if now.is(Fighter::OUT) {
            let _ = writeln!(text, "out {name}");
        }
        return;
    }
    let _ = write!(text, "place {} {name}", game.grid.name(now.hex));
    if now.damage > 0 {
        let _ = write!(text, " damage {}", now.damage);
    }
    for token in TOKENS {
        let word = match token {
            Token::Raise => "raised",
            other => other.word(),
        };
        for _ in 0..now.tokens(token) {
            let _ = write!(text, " {word}");
        }
    }
    if now.is(Fighter::INSPIRED) {
        text.push_str(" inspired");
    }
    let seat = game.table.owner(fighter);
    let nth = game.table.entrant(fighter).index;
    let borne = match upgrades {
        true => game.state.seats[seat].power.borne_by(nth),
        false => 0,
    };
    for slot in (0..64u8).filter(|slot| borne >> slot & 1 == 1) {
        let _ = write!(text, " upgrade \"{}\"", names.card(Source { seat, slot }));
    }
    text.push('\n');
}

/// Counters that differ from none; those a card deals out at the beginning are said even if they are gone.
fn counters(game: &Game, names: &Names, text: &mut String) {
    let all = &game.table.counters;
    let word = |id: CounterId| &game.table.catalog.counters[usize::from(id.0)].word;
    for seat in game.state.all_seats() {
        for (id, place) in all.of(CountedFor::Player) {
            let n = game.state.seats[seat].counter(place);
            let _ = writeln!(text, "counter {} {} {n}", seat.number(), word(id));
        }
    }
    for fighter in game.table.everyone() {
        let now = game.state.fighter(fighter);
        for (id, place) in all.of(CountedFor::Fighter).filter(|_| now.on_field()) {
            let (name, n) = (names.fighter(fighter), now.counter(place));
            let _ = writeln!(text, "counter {name} {} {n}", word(id));
        }
    }
}

fn tokens(game: &Game, text: &mut String) {
    for token in &game.state.features {
        if *token == Feature::ABSENT || token.hex == HexId::NONE {
            continue;
        }
        let at = game.grid.name(token.hex);
        if token.flags & Feature::ARTEFACT != 0 {
            let _ = writeln!(text, "token artefact at {at}");
            continue;
        }
        let _ = write!(text, "token {} at {at}", token.number);
        if token.number > 0 {
            text.push_str(if token.numbered() {
                " objective"
            } else {
                " gloom"
            });
        }
        if token.dealt < 4 {
            let _ = write!(text, " owner {}", token.dealt + 1);
        }
        text.push('\n');
    }
}

fn hand(game: &Game, names: &Names, seat: Seat, power: bool, text: &mut String) {
    let player = &game.state.seats[seat];
    let named = |slot: u8| format!(" \"{}\"", names.card(Source { seat, slot }));
    let power: String = (0..64u8)
        .filter(|slot| power && player.power.hand() >> slot & 1 == 1)
        .map(named)
        .collect();
    let objectives: String = (0..32u8)
        .filter(|slot| player.objectives.hand() >> slot & 1 == 1)
        .map(|slot| named(slot + Source::OBJECTIVES))
        .collect();
    for (kind, cards) in [("power", power), ("objectives", objectives)] {
        if !cards.is_empty() {
            let _ = writeln!(text, "hand {} {kind}{cards}", seat.number());
        }
    }
}

//! Choices to text.

use crate::names::Names;
use gloryhex_engine::{
    Choice, Game, Source, Verb, WeaponIx, frame::Frame, frames, ops::travel, state::Feature,
};
use gloryhex_hexgrid::{Grid, HexId, HexSet, Layout, Placement};
use gloryhex_model::{Face, FighterId, Keyword, Seat};
use std::sync::Arc;

/// The text of a choice that `seat` could make now.
pub fn write(game: &Game, names: &Names, seat: Seat, choice: Choice) -> String {
    let Choice { verb, a, b, c } = choice;
    let fighter = |id: u8| names.fighter(FighterId(id));
    let hex = |id: u8| game.grid.name(HexId(id));
    let card = |slot: u8| format!("\"{}\"", names.card(Source { seat, slot }));
    let ability = |slot: u8, clause: u8| match names.ability(Source { seat, slot }, clause) {
        (name, 1) => format!("\"{name}\""),
        (name, nth) => format!("\"{name}\" {nth}"),
    };
    let with = |text: String, id: u8| match FighterId(id) {
        FighterId::NONE => text,
        _ => format!("{text} {}", fighter(id)),
    };
    match verb {
        Verb::Seat => format!("seat {}", Seat(a).number()),
        Verb::Board => format!("board {}", board(game, names, a)),
        Verb::Join => format!("join {}", joint(game, u16::from_le_bytes([a, b]))),
        Verb::Territory => format!("territory {}", side_of(&game.grid, a)),
        Verb::PlaceToken if b == 0 => format!("token {}", hex(a)),
        Verb::PlaceToken => format!("token {} {}", hex(a), b + 1),
        Verb::NoToken => "no-token".to_owned(),
        Verb::Mulligan => match a {
            1 => "redraw objectives".to_owned(),
            2 => "redraw power".to_owned(),
            3 => "redraw both".to_owned(),
            _ => "keep".to_owned(),
        },
        Verb::Deploy => format!("deploy {} {}", fighter(a), hex(b)),
        Verb::Move => format!("move {}", way(game, names, choice)),
        Verb::Charge => format!("charge {}", way(game, names, choice)),
        Verb::Attack => {
            let weapon = names.weapon(game.sight(), FighterId(a), WeaponIx(c));
            format!("attack {} {} {weapon}", fighter(a), fighter(b))
        }
        Verb::Guard => format!("guard {}", fighter(a)),
        Verb::Draw => "draw".to_owned(),
        Verb::Exchange => format!("exchange {}", card(Source::OBJECTIVES + a)),
        Verb::Focus => "focus".to_owned(),
        Verb::Pass => "pass".to_owned(),
        Verb::Action => format!("action {} {}", fighter(a), ability(b, c)),
        Verb::Ability => match Keyword::ALL.get(usize::from(a)) {
            None => "ability none".to_owned(),
            Some(keyword) if b == 1 => format!("ability crit-{}", keyword.word()),
            Some(keyword) => format!("ability {}", keyword.word()),
        },
        Verb::Reroll => match Face::ALL.get(usize::from(a)) {
            None => "no-reroll".to_owned(),
            Some(face) => format!("reroll {}", face.word()),
        },
        Verb::Die => format!("die {}", Face::from_ix(a.min(8)).word()),
        Verb::DriveBack => format!("drive-back {}", hex(a)),
        Verb::Grapple => format!("grapple {}", hex(a)),
        Verb::Stay => "stay".to_owned(),
        Verb::Overrun => "overrun".to_owned(),
        Verb::StandFast if a == 1 => "stand-fast".to_owned(),
        Verb::StandFast => "decline".to_owned(),
        Verb::Next => format!("next {}", fighter(b)),
        Verb::Play => with(format!("play {}", card(a)), b),
        Verb::Upgrade => format!("upgrade {} {}", card(a), fighter(b)),
        Verb::Delve => format!("delve {}", fighter(a)),
        Verb::Use => format!("use {}", ability(a, b)),
        Verb::React => with(format!("react {}", ability(a, c)), b),
        Verb::Fighter => format!("fighter {}", fighter(a)),
        Verb::Hex if c != 0 && !via(game, choice).is_empty() => {
            format!("hex {} via {}", hex(a), way_hexes(game, choice).join(","))
        }
        Verb::Hex => format!("hex {}", hex(a)),
        Verb::Feature => format!("token {}", feature(game, a)),
        Verb::Card if Seat(b) == seat => format!("card {}", card(a)),
        Verb::Card => {
            let source = Source {
                seat: Seat(b),
                slot: a,
            };
            format!("card \"{}\" {}", names.card(source), Seat(b).number())
        }
        Verb::Name => format!("name \"{}\"", title(game, [a, b])),
        Verb::Option => format!("option {}", u16::from(a) + 1),
        Verb::Confirm if a == 1 => "yes".to_owned(),
        Verb::Confirm => "no".to_owned(),
        Verb::Score => format!("score {}", card(Source::OBJECTIVES + a)),
        Verb::Discard => format!("discard {}", card(a)),
        Verb::Done => "done".to_owned(),
    }
}

/// The title that a choice names.
pub(super) fn title(game: &Game, number: [u8; 2]) -> &str {
    let known = game
        .table
        .catalog
        .cards
        .get(usize::from(u16::from_le_bytes(number)));
    known.map_or("?", |card| &card.name)
}

/// The sides of a battlefield.
pub(super) const SIDES: [&str; 4] = ["north", "south", "west", "east"];

/// On which side of the battlefield a region lies.
pub(super) fn side_of(grid: &Grid, region: u8) -> &'static str {
    let mean = |hexes: HexSet| {
        let n = hexes.iter().count().max(1) as f32;
        let sum = hexes.iter().fold((0.0, 0.0), |(x, y), hex| {
            let coord = grid.coord(hex);
            let row = f32::from(coord.r);
            (x + f32::from(coord.half_columns()) / 2.0, y + row)
        });
        (sum.0 / n, sum.1 / n)
    };
    let (middle, own) = (mean(grid.all()), mean(grid.in_region(region)));
    let (x, y) = (own.0 - middle.0, own.1 - middle.1);
    SIDES[match () {
        () if y.abs() >= x.abs() => usize::from(y > 0.0),
        () => 2 + usize::from(x > 0.0),
    }]
}

/// A board on offer; where it can lie two ways, how it lies.
fn board(game: &Game, names: &Names, sheet: u8) -> String {
    let name = names.sheet(sheet);
    match orientation(game, names, sheet) {
        Some(way) => format!("\"{name}\" {way}"),
        None => format!("\"{name}\""),
    }
}

/// How a board lies, if there is another sheet with its name.
pub(super) fn orientation(game: &Game, names: &Names, sheet: u8) -> Option<&'static str> {
    let name = names.sheet(sheet);
    let twins = (0..game.table.sheets.len() as u8).filter(|other| names.sheet(*other) == name);
    if twins.count() < 2 {
        return None;
    }
    let grid = game.table.grid(&Layout::single(sheet));
    let stacked = matches!(side_of(&grid, 0), "north" | "south");
    Some(if stacked { "portrait" } else { "landscape" })
}

/// The ways to lay the chosen board down, in the order a choice counts them.
pub fn placements(game: &Game) -> Arc<[Placement]> {
    match game.state.stack.top() {
        Some(Frame::Boards(boards)) => game.table.placements(&game.state.layout, boards.sheet),
        _ => Arc::from([]),
    }
}

/// How a board is joined; with several on the table, to which of them.
fn joint(game: &Game, index: u16) -> String {
    let places = placements(game);
    let Some(place) = places.get(usize::from(index)) else {
        return "nowhere".to_owned();
    };
    if game.state.layout.placed().len() > 1 {
        format!("{} to {}", place.joint, place.against + 1)
    } else {
        place.joint.to_string()
    }
}

/// Who goes where, and through which hazards.
fn way(game: &Game, names: &Names, choice: Choice) -> String {
    let (who, to) = (choice.fighter_a(), choice.hex_b());
    let mut text = format!("{} {}", names.fighter(who), game.grid.name(to));
    if let Some(enemy) = travel::passed(choice.c) {
        text.push_str(" past ");
        text.push_str(names.fighter(enemy));
    } else if choice.c != 0 {
        text.push_str(" via ");
        text.push_str(&way_hexes(game, choice).join(","));
    }
    text
}

/// The hazards on the way that a choice names, of a Move or of a push.
pub(super) fn via(game: &Game, choice: Choice) -> HexSet {
    if choice.verb == Verb::Hex {
        return frames::card::via(game.sight(), choice);
    }
    let charging = choice.verb == Verb::Charge;
    travel::hazard_hexes(game.sight(), choice.fighter_a(), charging, choice.c)
}

/// The names of the hazards on a fighter's way, the nearest first.
pub(super) fn way_hexes(game: &Game, choice: Choice) -> Vec<String> {
    let hazards = via(game, choice);
    let mut hexes: Vec<HexId> = hazards.iter().collect();
    if choice.verb != Verb::Hex {
        let from = game.state.fighter(choice.fighter_a()).hex;
        hexes.sort_by_key(|hex| game.grid.distance(from, *hex));
    }
    hexes.into_iter().map(|hex| game.grid.name(hex)).collect()
}

/// Which of the tokens on the table the `nth` is that `seat` was dealt and has still to place.
pub fn token_to_place(game: &Game, seat: Seat, nth: u8) -> Option<u8> {
    let mine = |token: &Feature| token.number > 0 && token.dealt == seat.0 && !token.on_field();
    let features = (0u8..).zip(&game.state.features);
    let mut left = features.filter(|(_, token)| game.table.rules.tokens.dealt && mine(token));
    left.nth(usize::from(nth)).map(|(ix, _)| ix)
}

/// How a token is named: by the number everybody has seen, otherwise by where it lies.
pub fn feature(game: &Game, index: u8) -> String {
    let Some(token) = game.state.features.get(usize::from(index)) else {
        return "?".to_owned();
    };
    if token.flags & Feature::ARTEFACT != 0 {
        "artefact".to_owned()
    } else if token.number > 0 && (token.numbered() || token.flags & Feature::KNOWN != 0) {
        token.number.to_string()
    } else {
        format!("at {}", game.grid.name(token.hex))
    }
}

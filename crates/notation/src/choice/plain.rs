//! Choices in plain words, for buttons and for whoever reads about a game: "Move Torka Tuffskul to c4".
//!
//! What cannot be read back is no notation: [`write`](super::write) is what programs exchange.

use super::write::{
    SIDES, feature, orientation, placements, side_of, title, token_to_place, via, way_hexes,
};
use crate::{
    decision,
    event::capital,
    names::Names,
    question::{self, asking},
};
use gloryhex_cardlang::Instr;
use gloryhex_engine::{Choice, Game, Source, Verb, WeaponIx, ops::travel};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{Face, FighterId, Keyword, Seat};

/// What a choice that `seat` could make now does, as a short order without a full stop; `offered` are all that are.
pub fn plain(game: &Game, names: &Names, seat: Seat, offered: &[Choice], choice: Choice) -> String {
    let Choice { verb, a, b, c } = choice;
    let lexicon = &game.table.rules.words;
    let who = |id: u8| names.printed(FighterId(id));
    let hex = |id: u8| game.grid.name(HexId(id));
    let card = |slot: u8| names.card(Source { seat, slot });
    let ability = |slot: u8, clause: u8| names.ability(Source { seat, slot }, clause).0;
    let by = |text: String, id: u8| match FighterId(id) {
        FighterId::NONE => text,
        _ => format!("{text} with {}", who(id)),
    };
    let face = |ix: u8| Face::ALL.get(usize::from(ix)).map(|f| lexicon.face(*f));
    match verb {
        Verb::Seat => match question::goes_first(game) {
            Some(what) => format!("Player {} {what}", Seat(a).number()),
            None => format!("Pick Player {}", Seat(a).number()),
        },
        Verb::Board => match orientation(game, names, a) {
            Some(way) => format!("Play on {}, {way}", names.sheet(a)),
            None => format!("Play on {}", names.sheet(a)),
        },
        Verb::Join => joint(game, u16::from_le_bytes([a, b])),
        Verb::Territory => format!("Take the {} side", side_of(&game.grid, a)),
        Verb::PlaceToken if question::placing_artefact(game) => {
            format!("Place the artefact in {}", hex(a))
        }
        Verb::PlaceToken => match token_to_place(game, seat, b) {
            Some(ix) => {
                let number = game.state.features[usize::from(ix)].number;
                format!("Place token {number} in {}", hex(a))
            }
            None => format!("Place a token in {}", hex(a)),
        },
        Verb::NoToken => "Place no token".to_owned(),
        Verb::Mulligan => match a {
            1 => "Replace the objectives".to_owned(),
            2 => "Replace the power cards".to_owned(),
            3 => "Replace the whole hand".to_owned(),
            _ => "Keep the hand".to_owned(),
        },
        Verb::Deploy => format!("Deploy {} in {}", who(a), hex(b)),
        Verb::Move => format!("Move {}{}", who(a), way(game, names, choice)),
        Verb::Charge => format!("Charge with {}{}", who(a), way(game, names, choice)),
        Verb::Attack => {
            let weapon = names.printed_weapon(game.sight(), FighterId(a), WeaponIx(c));
            format!("Attack {} with {}’s {weapon}", who(b), who(a))
        }
        Verb::Guard => format!("Put {} on Guard", who(a)),
        Verb::Draw => "Draw a power card".to_owned(),
        Verb::Exchange => format!(
            "Swap {} for another objective",
            card(Source::OBJECTIVES + a)
        ),
        Verb::Focus => "Focus: discard cards and draw others".to_owned(),
        Verb::Pass => "Pass".to_owned(),
        Verb::Action if ability(b, c) == who(a) => format!("Use the ability of {}", who(a)),
        Verb::Action => by(format!("Use {}", ability(b, c)), a),
        Verb::Ability => match Keyword::ALL.get(usize::from(a)) {
            None => without_ability(offered),
            Some(keyword) => format!("Use {}", capital(keyword.word())),
        },
        Verb::Reroll => match face(a) {
            None => "Keep the roll as it is".to_owned(),
            Some(face) => format!("Roll the die that shows {face} again"),
        },
        Verb::Die if asks_scatter(game) => {
            format!(
                "Go on by the die that shows {}",
                face(a.min(8)).unwrap_or_default()
            )
        }
        Verb::Die => format!("Add {} to the roll", face(a.min(8)).unwrap_or_default()),
        Verb::DriveBack => match attack_target(game) {
            Some(target) => format!("Drive {} back to {}", names.printed(target), hex(a)),
            None => format!("Drive back to {}", hex(a)),
        },
        Verb::Grapple => format!("Push to {}", hex(a)),
        Verb::Stay => match (decision::kind(game, offered), attack_target(game)) {
            (Some("drive-back"), Some(target)) => {
                format!("Leave {} in place", names.printed(target))
            }
            _ => match game.state.attack().map(|attack| attack.attacker) {
                Some(who) if who.is_some() => format!("Leave {} in place", names.printed(who)),
                _ => "Stay in place".to_owned(),
            },
        },
        Verb::Overrun => match game.state.attack().map(|attack| attack.attacker) {
            Some(who) if who.is_some() => {
                format!(
                    "Let {} follow into the hex that was left",
                    names.printed(who)
                )
            }
            _ => "Follow into the hex that was left".to_owned(),
        },
        Verb::StandFast if a == 1 => "Stand fast".to_owned(),
        Verb::StandFast => "Do not stand fast".to_owned(),
        Verb::Next => format!("Attack {} next", who(b)),
        Verb::Play => by(format!("Play {}", card(a)), b),
        Verb::Upgrade => format!("Give {} to {}", card(a), who(b)),
        Verb::Delve => format!("Delve with {}", who(a)),
        Verb::Use => format!("Use {}", ability(a, b)),
        Verb::React => match FighterId(b) {
            FighterId::NONE => format!("React with {}", ability(a, c)),
            _ if ability(a, c) == who(b) => format!("React with the ability of {}", who(b)),
            _ => format!("React with {}, used by {}", ability(a, c), who(b)),
        },
        Verb::Fighter => format!("Pick {}", who(a)),
        Verb::Hex if c != 0 && !via(game, choice).is_empty() => {
            let way = way_hexes(game, choice).join(" and ");
            let to = question::destination(game, names).unwrap_or("Pick hex".to_owned());
            format!("{to} {} through {way}", hex(a))
        }
        Verb::Hex => match question::destination(game, names) {
            Some(to) => format!("{to} {}", hex(a)),
            None => format!("Pick hex {}", hex(a)),
        },
        Verb::Feature => match feature(game, a) {
            name if name.starts_with("at ") => format!("Pick the token {name}"),
            name if name == "artefact" => "Pick the artefact".to_owned(),
            number => format!("Pick token {number}"),
        },
        Verb::Card => {
            let source = Source {
                seat: Seat(b),
                slot: a,
            };
            let deed = if asks_raid(game) { "Store" } else { "Pick" };
            format!("{deed} {}", names.card(source))
        }
        Verb::Name => format!("Name {}", title(game, [a, b])),
        Verb::Option if asks_scatter(game) => {
            let way = DIRECTIONS.get(usize::from(a)).unwrap_or(&"off");
            format!("Point the critical {way}, off the battlefield")
        }
        Verb::Option if asks_raid(game) => {
            let words = match (question::raided(offered), a) {
                (false, _) => "Raid",
                (true, 0) => "Put it back on top of the deck",
                (true, _) => "Put it under the deck",
            };
            words.to_owned()
        }
        Verb::Option if asks_direction(game) => {
            let way = DIRECTIONS.get(usize::from(a)).unwrap_or(&"on");
            format!("Push everybody {way}")
        }
        Verb::Option => match question::amount(game, names, a) {
            Some(amount) => amount,
            None => match arm(game, names, a) {
                Some(text) => text.to_owned(),
                None => format!("Take option {}", u16::from(a) + 1),
            },
        },
        Verb::Confirm if a == 1 => match question::offer(game, names) {
            Some(deed) => format!("Yes, {deed}"),
            None => "Yes, use it".to_owned(),
        },
        Verb::Confirm => "No, leave it".to_owned(),
        Verb::Score => format!("Score {}", card(Source::OBJECTIVES + a)),
        Verb::Discard => format!("Discard {}", card(a)),
        Verb::Done => match decision::kind(game, offered) {
            Some("discard" | "focus") => "Discard no more cards",
            Some("score") => "Score no more objectives",
            Some("upgrade") => "Give no more upgrades",
            Some("target") => "Pick no more",
            _ => "Done",
        }
        .to_owned(),
    }
}

/// The choice to use none of a weapon's abilities.
fn without_ability(offered: &[Choice]) -> String {
    let mut some = offered
        .iter()
        .filter(|choice| choice.verb == Verb::Ability)
        .filter_map(|choice| Keyword::ALL.get(usize::from(choice.a)));
    match (some.next(), some.next()) {
        (Some(only), None) => format!("Attack without {}", capital(only.word())),
        _ => "Attack without any of these abilities".to_owned(),
    }
}

/// The directions in their order.
const DIRECTIONS: [&str; 6] = [
    "right",
    "up and right",
    "up and left",
    "left",
    "down and left",
    "down and right",
];

/// Whom the attack that is being resolved is aimed at.
fn attack_target(game: &Game) -> Option<FighterId> {
    let target = game.state.attack()?.target;
    target.is_some().then_some(target)
}

/// Where to, and through what.
fn way(game: &Game, names: &Names, choice: Choice) -> String {
    let mut text = format!(" to {}", game.grid.name(choice.hex_b()));
    if let Some(enemy) = travel::passed(choice.c) {
        text += &format!(" past {}", names.printed(enemy));
    } else if choice.c != 0 {
        text += &format!(" through {}", way_hexes(game, choice).join(" and "));
    }
    text
}

/// How a board is laid down.
fn joint(game: &Game, index: u16) -> String {
    let places = placements(game);
    let Some(place) = places.get(usize::from(index)) else {
        return "Lay the board down".to_owned();
    };
    let side = SIDES
        .into_iter()
        .find(|side| *side == place.joint.side.word())
        .unwrap_or("other");
    let mut text = format!("Lay it to the {side}");
    if game.state.layout.placed().len() > 1 {
        text += &format!(" of board {}", place.against + 1);
    }
    match place.joint.shift {
        0 => {}
        n => text += &format!(", shifted by {n}"),
    }
    if place.joint.turned {
        text += ", turned round";
    }
    text
}

fn asks_scatter(game: &Game) -> bool {
    matches!(asking(game), Some((_, Instr::Scatter(_), _)))
}

/// Whether a card asks its player to raid.
fn asks_raid(game: &Game) -> bool {
    matches!(asking(game), Some((_, Instr::Raid(_), _)))
}

/// Whether a card asks for the direction in which everybody is pushed.
fn asks_direction(game: &Game) -> bool {
    matches!(asking(game), Some((_, Instr::Shift(_), _)))
}

/// What one of the things a card lets pick from does.
fn arm<'a>(game: &Game, names: &'a Names, nth: u8) -> Option<&'a str> {
    let (source, Instr::Options(_), at) = asking(game)? else {
        return None;
    };
    let code = game.table.code(source)?;
    let before = code.code[..at].iter();
    let which = before.filter(|i| matches!(i, Instr::Options(_))).count();
    names.arm(source, which, usize::from(nth))
}

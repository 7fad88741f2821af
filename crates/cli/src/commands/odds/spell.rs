//! The odds of casting a spell, by its casting value and the caster's dice.

use super::{Odds, dice};
use crate::{args::Edition, trouble::Trouble};
use gloryhex_cardlang::Cast;
use gloryhex_engine::odds::Casting;
use gloryhex_model::{Face, Roll};
use serde_json::{Map, Value, json};
use std::io::{Write, stdout};

/// Editions that know magic.
const MAGIC: [Edition; 2] = [Edition::Nightvault, Edition::Harrowdeep];

/// Refuses spells in an edition without them.
pub fn known(edition: Edition) -> Result<(), Trouble> {
    if MAGIC.contains(&edition) {
        return Ok(());
    }
    Err(Trouble::input(format!(
        "there are no spells in {}; they are cast in {}",
        edition.name(),
        MAGIC.map(Edition::name).join(" and ")
    )))
}

pub fn odds(ask: &Odds, edition: Edition, value: &str) -> Result<(), Trouble> {
    known(edition)?;
    let (n, symbol) = dice(value, "--cast", MAGIC_FACES)?;
    let mut innate = Roll::EMPTY;
    for word in &ask.innate {
        let (_, face) = dice(word, "--innate", MAGIC_FACES)?;
        if innate.is_empty() || face == symbol {
            // Innate symbols do not add up: the one that helps most counts.
            innate = Roll::of(&[face]);
        }
    }
    let frail = ask.caster_wounds <= 1;
    let odds = Casting::of(Cast { symbol, n }, ask.wizard, innate, frail);
    let mut out = stdout().lock();
    if ask.json {
        let mut object = as_json(&odds);
        object.insert("edition".into(), edition.name().into());
        writeln!(out, "{}", Value::Object(object))?;
    } else {
        write!(out, "{}", as_text(&odds))?;
    }
    Ok(())
}

/// The faces of a magic die.
const MAGIC_FACES: &[(&str, Face)] = &[
    ("focus", Face::Focus),
    ("channel", Face::Channel),
    ("crit", Face::Crit),
];

fn rows(odds: &Casting) -> [(&'static str, &'static str, u128); 4] {
    [
        ("success", "is cast", odds.cast),
        ("fail", "fails", odds.fail),
        ("backlash", "backlash", odds.backlash),
        ("out", "takes the caster out", odds.out),
    ]
}

/// The odds as the fields of a JSON object.
pub fn as_json(odds: &Casting) -> Map<String, Value> {
    let mut object = Map::new();
    let mut exact = Map::new();
    for (name, _, count) in rows(odds) {
        object.insert(name.into(), odds.p(count).into());
        exact.insert(name.into(), odds.share(count).to_string().into());
    }
    object.insert("draw".into(), 0.0.into());
    exact.insert("draw".into(), odds.share(0).to_string().into());
    object.insert("exact".into(), exact.into());
    object.insert("dice".into(), json!(odds.dice));
    let innate: Vec<&str> = odds.innate.faces().map(Face::word).collect();
    object.insert("innate".into(), json!(innate));
    object
}

/// The odds as lines for people.
pub fn as_text(odds: &Casting) -> String {
    let mut text = String::new();
    for (ix, (_, name, count)) in rows(odds).into_iter().enumerate() {
        if ix < 3 || count > 0 {
            let share = odds.share(count);
            text += &format!("{name:22} {:6.2} %  {share}\n", 100.0 * share.value());
        }
    }
    text
}

//! The odds of casting a spell, by its casting value and the caster's dice.

use super::{MAGIC_FACES, Odds, dice};
use crate::{args::Edition, commands::joined, packs::content, trouble::Trouble};
use gloryhex_cardlang::Cast;
use gloryhex_engine::odds::Casting;
use gloryhex_model::{Face, Rule};
use gloryhex_notation::index;
use serde_json::{Map, Value, json};
use std::io::{Write, stdout};

/// Whether an edition has spells and the innate symbols that came with them.
pub fn has_magic(edition: Edition) -> bool {
    index::has(content(), edition.name(), Rule::SpellCast)
}

/// Refuses spells in an edition without them.
pub fn known(edition: Edition) -> Result<(), Trouble> {
    if has_magic(edition) {
        return Ok(());
    }
    Err(Trouble::input(format!(
        "there are no spells in {}; they are cast in {}",
        edition.name(),
        joined(Edition::all().filter(|other| has_magic(*other)))
    )))
}

pub fn odds(ask: &Odds, edition: Edition, value: &str) -> Result<(), Trouble> {
    known(edition)?;
    let (n, symbol) = dice(value, "--cast", MAGIC_FACES)?;
    let faces = ask.innate(edition, MAGIC_FACES)?;
    let frail = ask.caster_wounds.is_some_and(|wounds| wounds <= 1);
    let odds = Casting::with(Cast { symbol, n }, ask.wizard, faces, frail);
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

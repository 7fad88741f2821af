//! `gloryhex editions` and `gloryhex editions diff`: the difference is read off the rulesets, field
//! by field, so it cannot disagree with what is played; then the rules follow that only one of the
//! two rulebooks has. Rules that both have but word differently are not compared.

use crate::{
    args::{Edition as Name, Editions, EditionsWhat},
    packs::content,
    trouble::Trouble,
};
use gloryhex_editions::Edition;
use gloryhex_engine::Ruleset;
use gloryhex_notation::index::{RuleText, RulesIndex};
use serde_json::Value;
use std::io::{Write, stdout};

pub fn editions(editions: &Editions) -> Result<(), Trouble> {
    match editions.what {
        None => list(),
        Some(EditionsWhat::Diff { one, other }) => diff(one, other),
        Some(EditionsWhat::Write { edition }) => {
            Ok(write!(stdout(), "{}", known(edition)?.write())?)
        }
    }
}

fn list() -> Result<(), Trouble> {
    let mut out = stdout().lock();
    for Edition { rules, .. } in &content().editions {
        let (fewest, most) = rules.players;
        let players = match fewest == most {
            true => format!("{fewest} players"),
            false => format!("{fewest} to {most} players"),
        };
        writeln!(
            out,
            "{:12} {:12} {players}, {} rounds",
            rules.name, rules.title, rules.rounds
        )?;
    }
    Ok(())
}

fn known(edition: Name) -> Result<&'static Edition, Trouble> {
    content()
        .known_edition(edition.name())
        .map_err(Trouble::input)
}

fn ruleset(edition: Name) -> Result<&'static Ruleset, Trouble> {
    Ok(&known(edition)?.rules)
}

fn diff(one: Name, other: Name) -> Result<(), Trouble> {
    let rows = differences(ruleset(one)?, ruleset(other)?)?;
    let mut out = stdout().lock();
    if rows.is_empty() {
        writeln!(out, "{} and {} do not differ", one.name(), other.name())?;
        return Ok(());
    }
    let field = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    let left = rows
        .iter()
        .flat_map(|row| &row.1)
        .map(|cell| cell.chars().count());
    let left = left.max().unwrap_or(0).max(one.name().len());
    writeln!(out, "{:field$}  {:left$}  {}", "", one.name(), other.name())?;
    for (name, mine, theirs) in &rows {
        for ix in 0..mine.len().max(theirs.len()) {
            let cell = |cells: &[String]| cells.get(ix).cloned().unwrap_or_default();
            let name = if ix == 0 { name.as_str() } else { "" };
            let line = format!("{name:field$}  {:left$}  {}", cell(mine), cell(theirs));
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    writeln!(out, "\n{} differences", rows.len())?;
    let [mine, theirs] = [index(one)?, index(other)?];
    for (edition, rules, others) in [(one, &mine, &theirs), (other, &theirs, &mine)] {
        let only = only_in(rules, others);
        let field = only.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
        writeln!(out, "\nOnly {} has these rules:", edition.name())?;
        for rule in only {
            writeln!(out, "{:field$}  {}", rule.id, rule.title)?;
        }
    }
    Ok(())
}

fn index(edition: Name) -> Result<RulesIndex, Trouble> {
    RulesIndex::of(content(), edition.name()).map_err(Trouble::input)
}

/// The rules that the other index lacks. Answers to single questions are no rules of their own.
fn only_in<'a>(rules: &'a RulesIndex, others: &RulesIndex) -> Vec<&'a RuleText> {
    let lacking = |rule: &&RuleText| {
        !rule.id.starts_with("faq.") && others.rules.iter().all(|other| other.id != rule.id)
    };
    rules.rules.iter().filter(lacking).collect()
}

/// A field's name and the lines of its two values.
type Row = (String, Vec<String>, Vec<String>);

fn differences(one: &Ruleset, other: &Ruleset) -> Result<Vec<Row>, Trouble> {
    let value = |rules: &Ruleset| serde_json::to_value(rules).map_err(Trouble::input);
    let mut rows = Vec::new();
    compare("", Some(&value(one)?), Some(&value(other)?), &mut rows);
    Ok(rows)
}

/// Goes into objects that both have; everything else is compared as a whole.
fn compare(path: &str, one: Option<&Value>, other: Option<&Value>, rows: &mut Vec<Row>) {
    if one == other || matches!(path, "name" | "title") {
        return;
    }
    if let (Some(Value::Object(mine)), Some(Value::Object(theirs))) = (one, other) {
        let mut keys: Vec<&String> = mine.keys().chain(theirs.keys()).collect();
        let mut known = std::collections::HashSet::new();
        keys.retain(|key| known.insert(*key));
        for key in keys {
            let path = match path {
                "" => spaced(key),
                path => format!("{path}: {}", spaced(key)),
            };
            compare(&path, mine.get(key), theirs.get(key), rows);
        }
        return;
    }
    if let ("windows", Some(Value::Array(mine)), Some(Value::Array(theirs))) = (path, one, other) {
        rows.push((
            "only then reactions".into(),
            moments(mine, theirs),
            moments(theirs, mine),
        ));
        return;
    }
    let [mut mine, mut theirs] = [lines(one), lines(other)];
    if path == "players" {
        for cell in mine.iter_mut().chain(&mut theirs) {
            *cell = cell.replace(' ', " to ");
        }
    }
    rows.push((path.into(), mine, theirs));
}

/// The moments that are in one list only, a line for each.
fn moments(list: &[Value], other: &[Value]) -> Vec<String> {
    let found = list.iter().filter(|moment| !other.contains(moment));
    found.map(|moment| words(Some(moment))).collect()
}

/// What is counted by the number of players: `4 for 2 players, 3 for 3`.
fn by_players(items: &[Value]) -> Option<String> {
    let numbers: Vec<u64> = items.iter().filter_map(Value::as_u64).collect();
    let table = numbers.len() == 5 && items.len() == 5 && numbers[..2] == [0, 0];
    let cells = numbers.iter().enumerate().filter(|(_, n)| **n > 0);
    let cells: Vec<String> = cells.map(|(ix, n)| format!("{n} for {ix}")).collect();
    table.then(|| cells.join(", "))
}

/// A value as it is read by people: words for variants, one line for each step of a table.
fn lines(value: Option<&Value>) -> Vec<String> {
    match value {
        None => vec!["(no such field)".into()],
        Some(Value::Array(items)) if items.is_empty() => vec!["(none)".into()],
        Some(Value::Array(items)) if items.iter().all(Value::is_number) => {
            vec![by_players(items).unwrap_or_else(|| words(value))]
        }
        Some(Value::Array(items)) => items.iter().map(|item| words(Some(item))).collect(),
        value => vec![words(value)],
    }
}

fn words(value: Option<&Value>) -> String {
    match value {
        Some(Value::Bool(true)) => "yes".into(),
        Some(Value::Bool(false)) => "no".into(),
        Some(Value::String(name)) => spaced(name),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Null) | None => "none".into(),
        Some(Value::Array(items)) => {
            let items: Vec<String> = items.iter().map(|item| words(Some(item))).collect();
            items.join(" ")
        }
        Some(Value::Object(fields)) => {
            let fields: Vec<String> = fields
                .iter()
                .filter(|(_, value)| !matches!(value, Value::Null | Value::Bool(false)))
                .map(|(name, value)| match value {
                    Value::Bool(true) => spaced(name),
                    value if name == "step" => words(Some(value)),
                    value => format!("{} {}", spaced(name), words(Some(value))),
                })
                .collect();
            fields.join(", ")
        }
    }
}

/// `DriveBack` and `drive_back` as `drive back`.
fn spaced(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        match letter {
            '_' => out.push(' '),
            letter => out.extend(letter.to_lowercase()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_does_not_differ_from_itself() {
        for edition in Name::all() {
            let rules = ruleset(edition).expect("there is one");
            assert_eq!(differences(rules, rules).expect("can be serialised"), []);
        }
    }

    #[test]
    fn shadespire_and_embergard_differ_in_how_rolls_are_compared() {
        let rules = |edition| ruleset(Name::named(edition)).expect("there is one");
        let (one, other) = (rules("shadespire"), rules("embergard"));
        let rows = differences(one, other).expect("can be serialised");
        let compare = rows
            .iter()
            .find(|row| row.0 == "compare")
            .expect("it differs");
        assert_eq!(compare.1, ["criticals first"]);
        assert_eq!(compare.2, ["successes"]);
        assert!(rows.len() > 20);
        let cell = |name| rows.iter().find(|row| row.0 == name).expect("it differs");
        assert_eq!(cell("players").2, ["2 to 2"]);
        assert_eq!(cell("turns").1, ["4 for 2, 4 for 3, 4 for 4"]);
        let moments = &cell("only then reactions").2;
        assert!(moments.iter().any(|moment| moment == "move picked"));
    }

    #[test]
    fn rules_of_one_edition_only_are_told() {
        let [one, other] =
            ["shadespire", "embergard"].map(|name| index(Name::named(name)).expect("read"));
        let has = |rules: Vec<&RuleText>, id| rules.iter().any(|rule| rule.id == id);
        assert!(has(only_in(&other, &one), "field.stagger"));
        assert!(has(only_in(&other, &one), "deck.nemesis"));
        assert!(has(only_in(&one, &other), "attack.trapped"));
        assert!(!has(only_in(&one, &other), "attack.drive-back"));
    }
}

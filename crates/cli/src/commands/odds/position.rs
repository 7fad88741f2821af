//! The odds of every attack and spell that can be chosen in the position a scenario begins with.

use super::{Odds, as_json, as_text, spell};
use crate::{commands::read_file, packs::content, trouble::Trouble};
use gloryhex_engine::{
    Choice, Choices, Game, Pending, Verb, WeaponIx, chance::Later, odds as exact,
};
use gloryhex_model::{FighterId, Seat};
use gloryhex_notation::{
    Names, choice,
    scenario::{self, Scenario},
};
use serde_json::{Map, Value};
use std::{
    io::{Write, stdout},
    path::Path,
};

/// Odds of a choice.
enum Chances {
    Attack(Box<exact::Odds>),
    Spell(exact::Casting),
}

/// A choice with its odds.
struct Row {
    scenario: String,
    edition: String,
    choice: String,
    chances: Chances,
}

pub fn odds(ask: &Odds, file: &Path) -> Result<(), Trouble> {
    let text = read_file(file)?;
    let name = file.display().to_string();
    let folder = file.parent().and_then(Path::file_name);
    let folder = folder.and_then(|name| name.to_str());
    let edition = folder.filter(|name| content().edition(name).is_some());
    let asked = ask.edition.map(crate::args::Edition::name);
    let scenarios =
        scenario::read(content(), &name, &text, edition.or(asked)).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Trouble::input(lines.join("\n"))
        })?;
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for scenario in &scenarios {
        for edition in &scenario.editions {
            if asked.is_none_or(|only| only == edition) {
                match position(ask, scenario, edition) {
                    Ok(found) => rows.extend(found),
                    Err(problem) => problems.push(problem),
                }
            }
        }
    }
    if rows.is_empty() {
        return Err(Trouble::input(match problems.first() {
            Some(problem) => problem.clone(),
            None => format!("{name}: nobody can attack or cast a spell in this position"),
        }));
    }
    let mut out = stdout().lock();
    if ask.json {
        let mut objects: Vec<Value> = rows.iter().map(Row::as_json).collect();
        let value = match (ask.choice.is_some(), objects.len()) {
            (true, 1) => objects.remove(0),
            _ => Value::Array(objects),
        };
        writeln!(out, "{value}")?;
    } else {
        for row in &rows {
            writeln!(out, "{} ({}): {}", row.scenario, row.edition, row.choice)?;
            writeln!(out, "{}", row.as_text())?;
        }
    }
    Ok(())
}

/// The attacks and spells of the scenario's first position.
fn position(ask: &Odds, scenario: &Scenario, edition: &str) -> Result<Vec<Row>, String> {
    let place = |line: usize| format!("{}:{line}", scenario.file);
    let begun = scenario::position(content(), scenario, edition).map_err(|problem| {
        let at = place(problem.line);
        format!("{at}:{}: {}", problem.column, problem.message)
    })?;
    let mut game = begun.game;
    let mut list = Choices::new();
    let Pending::Decide(seat) = game.go_on(&mut Later, None, &mut list) else {
        let at = place(scenario.line);
        return Err(format!("{at}: nobody has to decide anything at the start"));
    };
    let named = match &ask.choice {
        None => None,
        Some(text) => Some(
            choice::read(&game, &begun.names, seat, &list, text)
                .map_err(|problem| format!("`--choice {text}`: {problem}"))?,
        ),
    };
    if let Some(named) = named
        && !list.contains(&named)
    {
        let text = ask.choice.as_deref().unwrap_or_default();
        let why = match game.refusal(seat, named, &list) {
            Some(refusal) => refusal.remedy.to_string(),
            None => "it is not offered".into(),
        };
        return Err(format!("`--choice {text}`: {why}"));
    }
    let wanted = |choice: &&Choice| named.is_none_or(|named| named == **choice);
    let rows = list.iter().filter(wanted).filter_map(|choice| {
        Some(Row {
            scenario: scenario.name.clone(),
            edition: edition.to_owned(),
            choice: written(&game, &begun.names, seat, *choice),
            chances: chances(&game, seat, *choice)?,
        })
    });
    Ok(rows.collect())
}

fn written(game: &Game, names: &Names, seat: Seat, made: Choice) -> String {
    choice::write(game, names, seat, made)
}

fn chances(game: &Game, seat: Seat, choice: Choice) -> Option<Chances> {
    let sight = game.sight();
    if choice.verb == Verb::Attack {
        let (attacker, target) = (FighterId(choice.a), FighterId(choice.b));
        let odds = exact::attack(sight, attacker, target, WeaponIx(choice.c), 0);
        return Some(Chances::Attack(Box::new(odds)));
    }
    exact::casting_of(sight, seat, choice).map(Chances::Spell)
}

impl Row {
    fn as_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("scenario".into(), self.scenario.clone().into());
        object.insert("edition".into(), self.edition.clone().into());
        object.insert("choice".into(), self.choice.clone().into());
        object.extend(match &self.chances {
            Chances::Attack(odds) => as_json(&self.edition, odds),
            Chances::Spell(odds) => spell::as_json(odds),
        });
        Value::Object(object)
    }
    fn as_text(&self) -> String {
        match &self.chances {
            Chances::Attack(odds) => as_text(odds),
            Chances::Spell(odds) => spell::as_text(odds),
        }
    }
}

//! What a scenario names without the game noticing: rules and cards under its heading, and names in lines
//! about what must not happen, which would hold of anything that does not exist.

use super::syntax::{CardName, Scenario};
use crate::{
    index::RulesIndex,
    problem::{Problem, nearest},
};
use gloryhex_editions::Content;
use gloryhex_engine::Table;
use gloryhex_model::same_name;
use std::collections::{BTreeMap, BTreeSet};

/// What to do about a name that is not known.
const ADD: &str = "add the folder it is in with `--content`";

/// The rules and cards of the editions.
pub(super) struct Known<'a> {
    /// Ids of rules without their edition, by edition.
    rules: BTreeMap<&'a str, BTreeSet<String>>,
    content: &'a Content,
}

impl Known<'_> {
    /// Those of the content.
    pub(super) fn of(content: &Content) -> Known<'_> {
        let of = |edition| {
            let index = RulesIndex::of(content, edition).ok();
            let rules = index.into_iter().flat_map(|index| index.rules);
            (edition, rules.map(|rule| rule.id).collect())
        };
        Known {
            rules: content.edition_names().map(of).collect(),
            content,
        }
    }

    /// Reports rules and cards under the heading that none of the scenario's editions has.
    pub(super) fn check(&self, scenario: &Scenario, problems: &mut Vec<Problem>) {
        let editions = scenario.editions.join(", ");
        for rule in &scenario.rules {
            let (edition, id) = match rule.split_once('.') {
                Some((edition, id)) if self.rules.contains_key(edition) => (Some(edition), id),
                _ => (None, rule.as_str()),
            };
            let meant = self.rules.iter().filter(|(name, _)| match edition {
                Some(edition) => edition == **name,
                None => scenario.editions.iter().any(|other| other == **name),
            });
            let meant: Vec<&String> = meant.flat_map(|(_, rules)| rules).collect();
            if !meant.iter().any(|known| *known == id) {
                let message = format!(
                    "there is no rule `{id}` in {}",
                    edition.unwrap_or(&editions)
                );
                let known = meant.iter().map(|known| known.as_str());
                let problem = Problem::here(1, message).did_you_mean(id, known);
                problems.push(problem.at(&scenario.file, scenario.line));
            }
        }
        let cards = &self.content.catalog.cards;
        let plays = |edition: &str, other: &str| self.content.catalog.plays(edition, other);
        let of_these = cards.iter().filter(|card| {
            let mut editions = scenario.editions.iter();
            editions.any(|edition| plays(edition, &card.edition))
        });
        let names: Vec<&str> = of_these.map(|card| card.name.as_str()).collect();
        for name in &scenario.shows {
            let made_up = scenario.cards.0.contains(&format!("\"{name}\""));
            if !made_up && !names.iter().any(|known| same_name(known, name)) {
                let message = format!("there is no card \"{name}\" in {editions}");
                let problem = Problem::here(1, message);
                let problem = match nearest(name, names.iter().copied()) {
                    Some(near) => problem.hint(format!("did you mean \"{near}\"?")),
                    None => problem.hint(ADD),
                };
                problems.push(problem.at(&scenario.file, scenario.line));
            }
        }
    }
}

/// Everything that has a name in quotation marks: cards and their abilities, weapons, boards, decks.
pub(super) fn names(content: &Content, table: &Table, edition: &str) -> Vec<String> {
    let cards = table.catalog.cards.iter();
    let cards = cards.filter(|card| content.catalog.plays(edition, &card.edition));
    let mut names: Vec<String> = Vec::new();
    for card in cards {
        names.push(card.name.clone());
        names.extend(
            card.titles
                .iter()
                .filter(|title| !title.is_empty())
                .cloned(),
        );
        names.extend(
            card.code
                .weapons
                .iter()
                .map(|weapon| weapon.def.name.clone()),
        );
    }
    let sides = table.entrants.iter().flat_map(|entrant| &entrant.def.sides);
    let weapons = sides.flat_map(|side| &side.weapons);
    names.extend(weapons.map(|weapon| weapon.name.clone()));
    names.extend(content.boards.iter().map(|board| board.name().to_owned()));
    names
}

/// What is wrong with the first name that nothing has.
pub(super) fn unknown_name(names: &[String], quoted: &[CardName]) -> Option<String> {
    let known = |name: &str| names.iter().any(|known| same_name(known, name));
    let (name, _) = quoted.iter().find(|(name, _)| !known(name))?;
    let hint = hint(name, names);
    Some(format!(
        "expected the name of a card, got \"{name}\" ({hint})"
    ))
}

/// "there is no card X", with what may have been meant.
pub(super) fn unknown(kind: &str, name: &str, known: &[String]) -> String {
    format!("there is no {kind} \"{name}\" ({})", hint(name, known))
}

fn hint(name: &str, known: &[String]) -> String {
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => ADD.to_owned(),
    }
}

//! Scenarios about building decks: a block fenced as `deck` holds a deck file and what must come of it.

use super::{markdown::Raw, report::Failure};
use crate::{
    deck::{Built, validate},
    deck_file::DeckFile,
    problem::Problem,
};
use gloryhex_editions::Content;
use std::collections::BTreeSet;

/// A deck and the rules it must break.
#[derive(Clone, Debug)]
pub struct DeckTest {
    /// The lines of the deck file with their numbers.
    lines: Vec<(usize, String)>,
    /// The line that says what must come of it.
    line: usize,
    /// The rules it must break, without edition; none for a legal deck.
    broken: BTreeSet<String>,
}

/// Reads a block; it must have one line `expect: legal` or `expect: RULE, RULE`.
pub fn parse(file: &str, raw: &Raw<'_>, problems: &mut Vec<Problem>) -> DeckTest {
    let mut test = DeckTest {
        lines: Vec::new(),
        line: raw.line,
        broken: BTreeSet::new(),
    };
    let mut expected = 0;
    for (line, text) in &raw.body {
        let Some(list) = text.trim().strip_prefix("expect:") else {
            test.lines.push((*line, (*text).to_owned()));
            continue;
        };
        expected += 1;
        test.line = *line;
        let ids = list.split(',').map(str::trim).filter(|id| !id.is_empty());
        test.broken = ids.filter(|id| *id != "legal").map(str::to_owned).collect();
        if list.trim().is_empty() {
            let message = "expected `legal` or the ids of rules after `expect:`";
            problems.push(Problem::here(1, message).at(file, *line));
        }
    }
    if expected != 1 {
        let message = format!("expected one line `expect: …` in this deck, found {expected}");
        problems.push(Problem::here(1, message).at(file, raw.line));
    }
    test
}

/// Checks the deck; `None` if exactly the expected rules are broken.
pub fn run(content: &Content, test: &DeckTest, edition: &str) -> Option<Failure> {
    let first = format!("edition: {edition}");
    let own = test.lines.iter().map(|(line, text)| (*line, text.as_str()));
    let lines = std::iter::once((0, first.as_str())).chain(own);
    let deck = match DeckFile::read_lines(content, "", lines) {
        Ok(deck) => deck,
        Err(problems) => {
            let problem = problems.first()?;
            let message = format!("expected a deck, got {}", problem.message);
            return Some(Failure {
                line: problem.line,
                message,
            });
        }
    };
    let built = Built {
        edition,
        format: &deck.format,
        warband: &deck.warband,
        cards: &deck.cards,
    };
    let found = validate(content, &built);
    let ids: BTreeSet<String> = found
        .iter()
        .map(|broken| broken.rule.id().to_owned())
        .collect();
    if ids == test.broken {
        return None;
    }
    let words = |ids: &BTreeSet<String>| match ids.is_empty() {
        true => "a legal deck".to_owned(),
        false => ids.iter().cloned().collect::<Vec<_>>().join(", "),
    };
    let told: Vec<String> = found.into_iter().map(|broken| broken.message).collect();
    Some(Failure {
        line: test.line,
        message: format!(
            "expected {}, got {} ({})",
            words(&test.broken),
            words(&ids),
            told.join("; ")
        ),
    })
}

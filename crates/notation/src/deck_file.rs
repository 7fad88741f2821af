//! Decks as small text files, and plain lists of names.
//!
//! ```text
//! name: Blood Tide
//! edition: shadespire
//! format: constructed
//! warband: Garrek's Reavers
//!
//! # a comment
//! Supremacy
//! Sidestep
//! ```
//!
//! `start: NAME` takes over the cards of a ready-made deck, `without: CARD` leaves one of them out. Whether
//! the deck is legal is not looked at here.

use crate::{
    deck::gambits_word,
    problem::{Problem, nearest},
};
use gloryhex_cardlang::CardKind;
use gloryhex_editions::{Content, Format};
use gloryhex_model::{CardId, same_name};
use std::fmt::Write as _;

/// What stands before a colon.
const KEYS: [&str; 6] = ["name", "edition", "format", "warband", "start", "without"];

/// A deck with its cards found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckFile {
    /// Name.
    pub name: String,
    /// Edition.
    pub edition: String,
    /// How it is built.
    pub format: Format,
    /// Warband, or empty for any.
    pub warband: String,
    /// Cards in the order of the file.
    pub cards: Vec<CardId>,
}

#[derive(Default)]
struct Raw<'a> {
    keys: Vec<(&'static str, &'a str, usize)>,
    cards: Vec<(&'a str, usize)>,
}

impl<'a> Raw<'a> {
    fn get(&self, key: &str) -> Option<(&'a str, usize)> {
        let found = self.keys.iter().find(|(known, ..)| *known == key);
        found.map(|(_, value, line)| (*value, *line))
    }
}

impl DeckFile {
    /// Reads a deck file.
    ///
    /// # Errors
    /// Everything that is wrong with it, in order of line.
    pub fn read(content: &Content, file: &str, text: &str) -> Result<DeckFile, Vec<Problem>> {
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        DeckFile::read_lines(content, file, lines)
    }

    /// Reads the lines of a deck file with their numbers.
    ///
    /// # Errors
    /// Everything that is wrong, in order of line.
    pub fn read_lines<'a>(
        content: &Content,
        file: &str,
        lines: impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<DeckFile, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut raw = Raw::default();
        for (line, text) in lines {
            let words = text.trim();
            if words.is_empty() || words.starts_with('#') {
                continue;
            }
            let (key, value) = words.split_once(':').unwrap_or(("", words));
            let known = KEYS.into_iter().find(|known| *known == key.trim());
            match known {
                Some(key) if value.trim().is_empty() => problems.push(
                    Problem::here(1, format!("expected something after `{key}:`")).at(file, line),
                ),
                Some(key @ ("without" | "start")) => raw.keys.push((key, value.trim(), line)),
                Some(key) if raw.get(key).is_some() => {
                    problems.push(Problem::here(1, format!("`{key}:` stands twice")).at(file, line))
                }
                Some(key) => raw.keys.push((key, value.trim(), line)),
                None => match nearest(key.trim(), KEYS).filter(|_| !key.is_empty()) {
                    Some(near) => problems.push(
                        Problem::here(1, format!("`{}:` means nothing here", key.trim()))
                            .hint(format!("did you mean `{near}:`?"))
                            .at(file, line),
                    ),
                    None => raw.cards.push((words, line)),
                },
            }
        }
        let deck = find(content, file, &raw, &mut problems);
        match deck {
            Some(deck) if problems.is_empty() => Ok(deck),
            _ => {
                problems.sort_by_key(|problem| problem.line);
                Err(problems)
            }
        }
    }

    /// The deck as a file.
    pub fn write(&self, content: &Content) -> String {
        let mut out = format!(
            "name: {}\nedition: {}\nformat: {}\n",
            self.name, self.edition, self.format.word
        );
        if !self.warband.is_empty() {
            let _ = writeln!(out, "warband: {}", self.warband);
        }
        for (title, cards) in self.sections(content) {
            let _ = writeln!(out, "\n# {title}: {}", cards.len());
            for id in cards {
                let _ = writeln!(out, "{}", content.list_name(id));
            }
        }
        out
    }

    /// Objectives, gambits and upgrades, those that there are.
    fn sections(&self, content: &Content) -> Vec<(&'static str, Vec<CardId>)> {
        let of = |wanted: fn(CardKind) -> bool| -> Vec<CardId> {
            let kind = |id: &&CardId| wanted(content.catalog.code(**id).kind);
            self.cards.iter().filter(kind).copied().collect()
        };
        let gambits = gambits_word(content, &self.edition);
        let all = [
            ("objectives", of(|kind| kind == CardKind::Objective)),
            (gambits, of(CardKind::is_gambit)),
            ("upgrades", of(|kind| kind == CardKind::Upgrade)),
        ];
        all.into_iter()
            .filter(|(_, cards)| !cards.is_empty())
            .collect()
    }

    /// The deck for a table: its name and its cards, a line each, as [`Content::deck`] reads them.
    pub fn spec(&self, content: &Content) -> String {
        let names = self.cards.iter().map(|id| content.list_name(*id));
        std::iter::once(self.name.clone())
            .chain(names)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// The problem with the name that was meant, or with all there are.
fn listed(problem: Problem, name: &str, known: &[&str]) -> Problem {
    match nearest(name, known.iter().copied()) {
        Some(near) => problem.hint(format!("did you mean `{near}`?")),
        None => problem.hint(format!(
            "there is {}; `--content DIR` adds more",
            known.join(", ")
        )),
    }
}

fn find(
    content: &Content,
    file: &str,
    raw: &Raw<'_>,
    problems: &mut Vec<Problem>,
) -> Option<DeckFile> {
    let names: Vec<&str> = content.edition_names().collect();
    let Some((edition, line)) = raw.get("edition") else {
        let message = "no edition: expected a line `edition: …`";
        problems.push(Problem::here(1, message).at(file, 1));
        return None;
    };
    if !names.contains(&edition) {
        let message = format!(
            "`{edition}` is no edition: expected one of {}",
            names.join(", ")
        );
        problems.push(
            Problem::here(1, message)
                .did_you_mean(edition, names.iter().copied())
                .at(file, line),
        );
        return None;
    }
    let formats = content.formats(edition);
    let format = match raw.get("format") {
        None => formats[0].clone(),
        Some((word, line)) => match formats.iter().find(|format| format.word == word) {
            Some(format) => format.clone(),
            None => {
                let words: Vec<&str> = formats.iter().map(|format| format.word.as_ref()).collect();
                let message = format!(
                    "`{word}` is no format of {edition}: expected {}",
                    words.join(" or ")
                );
                problems.push(
                    Problem::here(1, message)
                        .did_you_mean(word, words)
                        .at(file, line),
                );
                formats[0].clone()
            }
        },
    };
    let mut warband = String::new();
    if let Some((name, line)) = raw.get("warband") {
        match content.catalog.warband(edition, name) {
            Some(band) => warband.clone_from(&band.def.name),
            None => {
                let message = format!("there is no warband called `{name}` in {edition}");
                let known = content.warbands(edition);
                problems.push(listed(Problem::here(1, message), name, &known).at(file, line));
            }
        }
    }
    let mut cards: Vec<CardId> = Vec::new();
    for (_, name, line) in raw.keys.iter().filter(|(key, ..)| *key == "start") {
        let decks = || content.decks(edition).into_iter();
        match decks().find(|deck| same_name(&deck.name, name)) {
            Some(deck) => cards.extend(&deck.cards),
            None => {
                let message = format!("there is no deck called `{name}` in {edition}");
                let known: Vec<&str> = decks().map(|deck| deck.name.as_str()).collect();
                problems.push(listed(Problem::here(1, message), name, &known).at(file, *line));
            }
        }
    }
    for (_, name, line) in raw.keys.iter().filter(|(key, ..)| *key == "without") {
        let meant = content.cards_called(edition, name);
        let at = cards
            .iter()
            .position(|id| meant.iter().any(|card| card.code.id == *id));
        match at {
            Some(at) => {
                cards.remove(at);
            }
            None => {
                let message = format!("`{name}` is not in the deck, so it cannot be left out");
                problems.push(Problem::here(1, message).at(file, *line));
            }
        }
    }
    let mut named = Vec::new();
    for (name, line) in &raw.cards {
        if content.cards_called(edition, name).is_empty() {
            problems.push(Problem::here(1, content.no_card(edition, name).0).at(file, *line));
        } else {
            named.push(*name);
        }
    }
    if let Ok(found) = content.cards_named(edition, &warband, &named) {
        cards.extend(found);
    }
    let name = raw.get("name").map_or("", |(name, _)| name);
    Some(DeckFile {
        name: match name {
            "" => "Unnamed".to_owned(),
            name => name.to_owned(),
        },
        edition: edition.to_owned(),
        format,
        warband,
        cards,
    })
}

/// The names in a list as people copy it from elsewhere: bullets, counts and headings are passed over.
/// Each comes with its line.
pub fn names_in(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let words = text.trim().trim_start_matches(['-', '*', '•']).trim();
        if words.is_empty() || words.starts_with('#') || words.ends_with(':') {
            continue;
        }
        let rest = words.trim_start_matches(|c: char| c.is_ascii_digit());
        let name = if rest.len() == words.len() {
            words
        } else {
            // "1x Name", "1. Name", "1) Name" and "1 Name"; but "4 Kings" would be a name with its number.
            rest.trim_start_matches(['x', '.', ')']).trim_start()
        };
        found.push((line, name));
    }
    found
}

/// The edition to which most of the names belong.
pub fn likely_edition<'a>(content: &'a Content, names: &[(usize, &str)]) -> Option<&'a str> {
    let known = |edition: &&'a str| {
        let is_card = |(_, name): &&(usize, &str)| !content.cards_called(edition, name).is_empty();
        names.iter().filter(is_card).count()
    };
    let editions: Vec<&str> = content.edition_names().collect();
    let best = editions.into_iter().rev().max_by_key(known);
    best.filter(|edition| known(edition) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> String {
        let found = DeckFile::read(Content::embedded(), "my.deck", text).expect_err("it is wrong");
        found.iter().map(|problem| format!("{problem}\n")).collect()
    }

    #[test]
    fn everything_wrong_is_told_with_its_line() {
        assert_eq!(
            errors(
                "edition: shadespire\nformat: nemesys\nwarbnd: x\nwarband: Gareks Reavers\nSidstep\nwithout: Sidestep\nname:\n"
            ),
            "my.deck:2:1: `nemesys` is no format of shadespire: expected constructed\n\
             my.deck:3:1: `warbnd:` means nothing here (did you mean `warband:`?)\n\
             my.deck:4:1: there is no warband called `Gareks Reavers` in shadespire (did you mean `Garrek's Reavers`?)\n\
             my.deck:5:1: there is no card called `Sidstep` in shadespire; did you mean `Sidestep`?\n\
             my.deck:6:1: `Sidestep` is not in the deck, so it cannot be left out\n\
             my.deck:7:1: expected something after `name:`\n"
        );
        assert_eq!(
            errors("Sidestep"),
            "my.deck:1:1: no edition: expected a line `edition: …`\n"
        );
    }

    #[test]
    fn a_deck_reads_as_it_was_written() {
        let content = Content::embedded();
        let text =
            "edition: embergard\nstart: Pillage and Plunder\nname: Mine\nwarband: the-emberwatch\n";
        let deck = DeckFile::read(content, "a.deck", text).expect("it is right");
        let again = DeckFile::read(content, "a.deck", &deck.write(content)).expect("it is right");
        assert_eq!((deck.cards.len(), again.cards.len()), (32, 32));
        assert!(again.write(content).starts_with(
            "name: Mine\nedition: embergard\nformat: rivals\nwarband: The Emberwatch\n\n# objectives: 12\n"
        ));
        assert!(content.deck("embergard", &deck.spec(content)).is_ok());
    }

    #[test]
    fn lists_are_read_with_bullets_and_counts() {
        let list =
            names_in("Objectives:\n- Supremacy\n1x Sidestep\n2. Rebound\n\n# x\nShardfall\n");
        assert_eq!(
            list,
            [
                (2, "Supremacy"),
                (3, "Sidestep"),
                (4, "Rebound"),
                (7, "Shardfall")
            ]
        );
        assert_eq!(
            likely_edition(Content::embedded(), &list),
            Some("shadespire")
        );
    }
}

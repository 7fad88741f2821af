//! Deck construction: which rules of a format a list of cards breaks.

use gloryhex_cardlang::{CardInfo, CardKind, Catalog};
use gloryhex_model::{CardId, Rule, slug_of};

/// How decks are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Shadespire p.12, and Nightvault alike: 12 objectives, at least 20 power cards.
    Classic,
    /// Harrowdeep p.19: at least 12 objectives, at most 6 of them surges.
    Harrowdeep,
    /// One Rivals deck as it is (Embergard p.6).
    Rivals,
    /// Two Rivals decks mixed (Embergard rules summary).
    Nemesis,
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The rule.
    pub rule: Rule,
    /// What is wrong and what was expected.
    pub message: String,
}

/// Every rule of the format that the cards break, for a warband of this name.
pub fn validate(catalog: &Catalog, format: Format, warband: &str, cards: &[CardId]) -> Vec<Broken> {
    let list: Vec<&CardInfo> = cards.iter().map(|id| catalog.card(*id)).collect();
    let mut broken = Vec::new();
    let mut say = |rule, message: String| broken.push(Broken { rule, message });
    let of = |kind: fn(CardKind) -> bool| list.iter().filter(|c| kind(c.code.kind)).count();
    let objectives = of(|kind| kind == CardKind::Objective);
    let power = of(CardKind::is_power);
    let gambits = of(CardKind::is_gambit);
    let surges = list.iter().filter(|card| card.surge).count();
    let exact = matches!(format, Format::Classic | Format::Rivals);
    if objectives < 12 || exact && objectives != 12 {
        let how = if exact { "exactly" } else { "at least" };
        say(
            Rule::DeckObjectives,
            format!("{objectives} objectives: expected {how} 12"),
        );
    }
    if power < 20 || format == Format::Rivals && power != 20 {
        say(
            Rule::DeckPowerSize,
            format!("{power} power cards: expected at least 20"),
        );
    }
    if format != Format::Rivals && gambits > power / 2 {
        say(
            Rule::DeckPloys,
            format!("{gambits} ploys and spells: expected at most {}", power / 2),
        );
    }
    if matches!(format, Format::Harrowdeep | Format::Nemesis) && surges > 6 {
        say(
            Rule::DeckSurge,
            format!("{surges} surge objectives: expected at most 6"),
        );
    }
    for (ix, card) in list.iter().enumerate() {
        if list[..ix]
            .iter()
            .any(|o| slug_of(&o.name) == slug_of(&card.name))
        {
            say(
                Rule::DeckUnique,
                format!("\"{}\" is in the deck twice: expected once", card.name),
            );
        }
        let others = catalog.warbands.iter().any(|w| {
            slug_of(&w.def.name) == slug_of(&card.deck) && slug_of(&w.def.name) != slug_of(warband)
        });
        if others {
            say(
                Rule::DeckUsable,
                format!(
                    "\"{}\" belongs to {}: expected cards {warband} can use",
                    card.name, card.deck
                ),
            );
        }
    }
    let mut decks: Vec<&str> = list.iter().map(|card| card.deck.as_str()).collect();
    decks.sort_unstable();
    decks.dedup();
    match format {
        Format::Rivals if decks.len() > 1 => say(
            Rule::DeckRivals,
            format!("cards of {} decks: expected one Rivals deck", decks.len()),
        ),
        Format::Nemesis if decks.len() > 2 => say(
            Rule::DeckNemesis,
            format!("cards of {} decks: expected two Rivals decks", decks.len()),
        ),
        _ => {}
    }
    let plots = catalog
        .decks
        .iter()
        .filter(|deck| deck.plot != CardId::NONE && decks.contains(&deck.name.as_str()));
    let plots = plots.count();
    if plots > 1 {
        say(
            Rule::DeckPlot,
            format!("{plots} decks with a plot card: expected at most one"),
        );
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_editions::Content;

    fn messages(format: Format, names: &[&str]) -> Vec<String> {
        let catalog = &Content::embedded().catalog;
        let find = |name: &&str| catalog.find("shadespire", None, name).unwrap();
        let cards: Vec<CardId> = names.iter().map(find).collect();
        let found = validate(catalog, format, "Garrek's Reavers", &cards);
        found.into_iter().map(|broken| broken.message).collect()
    }

    #[test]
    fn every_broken_rule_is_named() {
        assert_eq!(
            messages(
                Format::Classic,
                &["Supremacy", "Sidestep", "Sidestep", "Shield Bash"]
            ),
            [
                "1 objectives: expected exactly 12",
                "3 power cards: expected at least 20",
                "2 ploys and spells: expected at most 1",
                "\"Sidestep\" is in the deck twice: expected once",
                "\"Shield Bash\" belongs to Steelheart's Champions: expected cards Garrek's Reavers can use",
            ]
        );
    }
}

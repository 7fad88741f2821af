//! Checking a built deck against the rules for decks in an edition's index.
//!
//! Not checked: a card's Grand Alliance, which card files do not say.

use crate::{
    content::{known_edition, read_cards, rules},
    error::Result,
};
use gloryhex_cardlang::{CardInfo, CardKind};
use gloryhex_editions::Content;
use gloryhex_model::{CardId, slug_of};
use gloryhex_protocol::{DeckCheck, DeckList, DeckProblem};
use std::collections::{BTreeMap, BTreeSet};

/// Counts a deck's cards and names the rules it breaks.
///
/// # Errors
/// There is no such edition or card.
pub fn check(
    content: &Content,
    edition: &str,
    warband: &str,
    list: &DeckList,
) -> Result<DeckCheck> {
    known_edition(edition)?;
    let ids = read_cards(content, edition, &list.cards)?;
    let cards: Vec<&CardInfo> = ids.iter().map(|id| content.catalog.card(*id)).collect();
    let index: BTreeSet<String> = rules(content, edition)?
        .into_iter()
        .map(|rule| rule.id)
        .collect();
    let mut problems = Vec::new();
    let mut broken = |rule: &str, text: String, names: Vec<String>| {
        let rule = format!("{edition}.{rule}");
        if index.contains(&rule) {
            problems.push(DeckProblem {
                rule,
                text,
                cards: names,
            });
        }
    };
    let count = |wanted: fn(CardKind) -> bool| cards.iter().filter(|c| wanted(c.code.kind)).count();
    let objectives = count(|kind| kind == CardKind::Objective);
    let gambits = count(CardKind::is_gambit);
    let upgrades = count(|kind| kind == CardKind::Upgrade);
    let power = gambits + upgrades;
    if power < 20 {
        let text = format!("The deck has {power} power cards; it needs 20 or more.");
        broken("deck.power-size", text, Vec::new());
    }
    if gambits > power / 2 {
        let text = format!("{gambits} of {power} power cards are ploys; half is the most.");
        broken("deck.ploys", text, Vec::new());
    }
    // The older editions fix the number, the later ones only bound it (Shadespire p.13, Harrowdeep p.19).
    let exactly = !index.contains(&format!("{edition}.deck.surge"));
    if objectives < 12 || (exactly && objectives > 12) {
        let needed = if exactly { "exactly 12" } else { "12 or more" };
        let text = format!("The deck has {objectives} objectives; it needs {needed}.");
        broken("deck.objectives", text, Vec::new());
    }
    let surges: Vec<String> = cards
        .iter()
        .filter(|c| c.surge)
        .map(|c| c.name.clone())
        .collect();
    if surges.len() > 6 {
        let text = format!("{} objectives are surges; six are the most.", surges.len());
        broken("deck.surge", text, surges);
    }
    let mut copies: BTreeMap<String, u32> = BTreeMap::new();
    for card in &cards {
        *copies.entry(card.name.clone()).or_default() += 1;
    }
    let twice: Vec<String> = copies
        .into_iter()
        .filter(|(_, n)| *n > 1)
        .map(|(name, _)| name)
        .collect();
    if !twice.is_empty() {
        broken(
            "deck.unique",
            "A card may be in the deck once.".to_owned(),
            twice,
        );
    }
    let bands = || {
        content
            .catalog
            .warbands
            .iter()
            .filter(|w| w.edition == edition)
    };
    let foreign = |card: &CardInfo| {
        let of_a_warband = bands().any(|w| slug_of(&w.def.name) == slug_of(&card.deck));
        of_a_warband && slug_of(&card.deck) != slug_of(warband)
    };
    let unusable: Vec<String> = cards
        .iter()
        .filter(|c| foreign(c))
        .map(|c| c.name.clone())
        .collect();
    if !unusable.is_empty() && !warband.is_empty() {
        broken(
            "deck.usable",
            "These cards belong to another warband.".to_owned(),
            unusable,
        );
    }
    let sources: BTreeSet<&str> = cards.iter().map(|card| card.deck.as_str()).collect();
    if sources.len() > 2 {
        let text = format!(
            "The cards come from {} decks; two are the most.",
            sources.len()
        );
        broken("deck.nemesis", text, Vec::new());
    }
    let plotted = |name: &&&str| {
        let decks = &content.catalog.decks;
        decks
            .iter()
            .any(|d| d.edition == edition && d.name == **name && d.plot != CardId::NONE)
    };
    if sources.iter().filter(plotted).count() > 1 {
        broken(
            "deck.plot",
            "Two of the decks have a plot card.".to_owned(),
            Vec::new(),
        );
    }
    let small = |n: usize| n.min(255) as u8;
    Ok(DeckCheck {
        counts: [small(objectives), small(gambits), small(upgrades)],
        problems,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_rules_are_named() {
        let content = Content::embedded();
        for edition in gloryhex_editions::NAMES {
            let empty = check(content, edition, "", &DeckList::default()).unwrap();
            let rules: Vec<&str> = empty.problems.iter().map(|p| p.rule.as_str()).collect();
            assert!(
                rules.contains(&format!("{edition}.deck.power-size").as_str()),
                "{rules:?}"
            );
            assert!(
                rules.contains(&format!("{edition}.deck.objectives").as_str()),
                "{rules:?}"
            );
            let cards = content.catalog.cards.iter();
            let Some(card) = cards
                .filter(|c| c.edition == edition)
                .find(|c| c.code.kind.is_power())
            else {
                continue;
            };
            let twice = DeckList {
                cards: vec![card.name.clone(); 2],
                ..DeckList::default()
            };
            let twice = check(content, edition, "", &twice).unwrap();
            let unique = twice
                .problems
                .iter()
                .find(|p| p.rule.ends_with("deck.unique"));
            assert_eq!(unique.unwrap().cards.join(" "), card.name);
        }
    }
}

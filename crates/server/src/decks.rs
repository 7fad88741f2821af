//! Checking a built deck against the construction rules of its edition.

use crate::{
    content::{known_edition, read_cards},
    error::Result,
};
use gloryhex_cardlang::CardKind;
use gloryhex_editions::Content;
use gloryhex_notation::deck::{Broken, Built, Format, validate};
use gloryhex_protocol::{DeckCheck, DeckList, DeckProblem};

/// Counts a deck's cards and names the rules it breaks, of the format asked for or else the one it comes nearest to.
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
    let cards = read_cards(content, edition, warband, &list.cards)?;
    let broken = |format: &Format| -> Vec<Broken> {
        let deck = Built {
            edition,
            format: *format,
            warband,
            cards: &cards,
        };
        validate(content, &deck)
    };
    let formats = Format::of(edition);
    let nearest = match formats.iter().find(|format| format.word() == list.format) {
        Some(asked) => broken(asked),
        None => formats
            .iter()
            .map(broken)
            .min_by_key(Vec::len)
            .unwrap_or_default(),
    };
    let count = |wanted: fn(CardKind) -> bool| {
        let of = |id: &&gloryhex_model::CardId| wanted(content.catalog.code(**id).kind);
        cards.iter().filter(of).count().min(255) as u8
    };
    Ok(DeckCheck {
        counts: [
            count(|kind| kind == CardKind::Objective),
            count(CardKind::is_gambit),
            count(|kind| kind == CardKind::Upgrade),
        ],
        problems: nearest
            .into_iter()
            .map(|broken| DeckProblem {
                rule: format!("{edition}.{}", broken.rule.id()),
                text: broken.message,
                cards: broken.cards,
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[&str]) -> DeckList {
        DeckList {
            cards: names.iter().map(|name| (*name).to_owned()).collect(),
            ..DeckList::default()
        }
    }

    #[test]
    fn broken_rules_are_named_with_their_cards() {
        let content = Content::embedded();
        let found = check(content, "nightvault", "", &list(&["Sidestep", "Sidestep"]));
        let found = found.expect("the cards exist");
        assert_eq!(found.counts, [0, 2, 0]);
        let rules: Vec<&str> = found.problems.iter().map(|p| p.rule.as_str()).collect();
        assert_eq!(
            rules,
            [
                "nightvault.deck.objectives",
                "nightvault.deck.power-size",
                "nightvault.deck.ploys",
                "nightvault.deck.unique"
            ]
        );
        assert_eq!(found.problems[3].cards, ["Sidestep"]);
    }

    #[test]
    fn a_whole_rivals_deck_is_fine() {
        let content = Content::embedded();
        let decks = content.catalog.decks.iter();
        for deck in decks.filter(|deck| deck.edition == "embergard") {
            let names: Vec<String> = deck.cards.iter().map(|id| content.list_name(*id)).collect();
            let list = DeckList {
                cards: names,
                ..DeckList::default()
            };
            let found = check(content, "embergard", "The Emberwatch", &list);
            assert_eq!(
                found.expect("the cards exist").problems,
                [],
                "{}",
                deck.name
            );
        }
    }
}

//! A legal deck to start from: what was picked already, then the warband's own cards, then others that are of use to it.
//!
//! It is a start and not advice: how well cards go together is not looked at. What is legal is said in [`crate::deck`].

use crate::deck::{Belongs, Dice, belongs, draft, usable};
use gloryhex_cardlang::{CardInfo, CardKind, DeckDef, DeckFormat, WarbandInfo};
use gloryhex_editions::{Content, Format, format::Origin};
use gloryhex_model::{CardId, FighterDef, Trait, slug_of};
use std::cmp::Reverse;

/// What a deck is wanted for.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The edition.
    pub edition: &'a str,
    /// How it is built.
    pub format: &'a Format,
    /// The warband it is for.
    pub warband: &'a str,
    /// Cards that stay in it as far as that is legal.
    pub kept: &'a [CardId],
    /// The same seed gives the same deck.
    pub seed: u64,
}

/// A legal deck to start from.
///
/// # Errors
/// There are not enough cards to build one.
pub fn suggest(content: &Content, wish: &Wish<'_>) -> Result<Vec<CardId>, String> {
    let mut dice = Dice(wish.seed);
    let catalog = &content.catalog;
    let band = catalog.warband(wish.edition, wish.warband);
    let fits = |card: &CardInfo| usable(content, wish.edition, wish.warband, card);
    let kept = |id: &&CardId| wish.kept.contains(id);
    let whole = |deck: &&DeckDef| {
        let takes = deck.format == DeckFormat::Ready || deck.cards.iter().any(|id| kept(&id));
        catalog.plays(wish.edition, &deck.edition)
            && takes
            && deck.cards.iter().all(|id| fits(catalog.card(*id)))
    };
    let mut decks: Vec<&DeckDef> = catalog.decks.iter().filter(whole).collect();
    dice.shuffle(&mut decks);
    decks.sort_by_key(|deck| Reverse(deck.cards.iter().filter(kept).count()));
    let mut pool: Vec<&CardInfo> = match wish.format.from {
        Origin::WholeDeck => {
            let mut ready = decks.iter().filter(|deck| deck.format == DeckFormat::Ready);
            let deck = ready.next().ok_or("no ready-made deck fits this warband")?;
            return Ok(deck.cards.clone());
        }
        Origin::Decks(most) => {
            let taken = go_together(&decks, most.into());
            let cards = taken.iter().flat_map(|deck| &deck.cards);
            cards.map(|id| catalog.card(*id)).collect()
        }
        Origin::Usable => catalog
            .cards
            .iter()
            .filter(|card| content.in_decks(wish.edition, card) && fits(card))
            .collect(),
    };
    dice.shuffle(&mut pool);
    pool.sort_by_key(|card| {
        let own = matches!(belongs(content, wish.edition, card), Belongs::Warband(_));
        let of_use = band.is_none_or(|band| of_use(content, band, card));
        (!wish.kept.contains(&card.code.id), !of_use, !own)
    });
    draft(content, wish.edition, wish.format, wish.warband, &pool)
}

/// The first so many decks of which at most one has a plot card.
fn go_together<'a>(decks: &[&'a DeckDef], most: usize) -> Vec<&'a DeckDef> {
    let plotted = |deck: &DeckDef| deck.plot != CardId::NONE;
    let mut taken: Vec<&DeckDef> = Vec::new();
    for deck in decks {
        let second_plot = plotted(deck) && taken.iter().any(|other| plotted(other));
        if taken.len() < most && !second_plot {
            taken.push(deck);
        }
    }
    taken
}

/// Whether somebody in the warband can cast or bear the card.
fn of_use(content: &Content, band: &WarbandInfo, card: &CardInfo) -> bool {
    let fighters = &band.def.fighters;
    let casts = |fighter: &FighterDef| fighter.sides.iter().any(|side| side.wizard > 0);
    if card.code.kind == CardKind::Spell && !fighters.iter().any(casts) {
        return false;
    }
    let answers = |word: &String| {
        let (not, word) = match word.strip_prefix("not ") {
            Some(word) => (true, slug_of(word)),
            None => (false, slug_of(word)),
        };
        fighters
            .iter()
            .any(|fighter| answers_to(content, fighter, &word) != not)
    };
    card.restricted.is_empty() || card.restricted.iter().any(answers)
}

/// Whether a word is part of the fighter's name, or its label or trait.
fn answers_to(content: &Content, fighter: &FighterDef, word: &str) -> bool {
    let labels = content.catalog.labels.iter().enumerate();
    let mut labels = labels.filter(|(bit, _)| fighter.labels >> bit & 1 == 1);
    let traits = [
        (Trait::Leader, "leader"),
        (Trait::Wizard, "wizard"),
        (Trait::Beast, "beast"),
        (Trait::Flying, "flying"),
    ];
    let mut traits = traits
        .iter()
        .filter(|(which, _)| fighter.traits.has(*which));
    slug_of(&fighter.name).contains(word)
        || labels.any(|(_, label)| slug_of(label) == word)
        || traits.any(|(_, name)| *name == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{Built, validate};

    #[test]
    fn a_suggested_deck_is_legal_in_every_format_for_every_warband() {
        let content = Content::embedded();
        for edition in gloryhex_editions::NAMES {
            for warband in content.warbands(edition) {
                for format in content.formats(edition) {
                    let wish = Wish {
                        edition,
                        format,
                        warband,
                        kept: &[],
                        seed: 7,
                    };
                    let cards = suggest(content, &wish).expect("there are enough");
                    let built = Built {
                        edition,
                        format,
                        warband,
                        cards: &cards,
                    };
                    assert_eq!(validate(content, &built), [], "{edition} {warband}");
                    assert_eq!(suggest(content, &wish), Ok(cards), "the same seed");
                }
            }
        }
    }

    #[test]
    fn what_was_picked_stays_and_the_warbands_own_cards_come_next() {
        let content = Content::embedded();
        let (edition, warband) = ("shadespire", "Ironskull's Boyz");
        let named = ["Supremacy", "Sidestep", "Great Strength"];
        let kept = content.cards_named(edition, warband, &named);
        let kept = kept.expect("they exist");
        let cards = suggest(
            content,
            &Wish {
                edition,
                format: &content.formats(edition)[0],
                warband,
                kept: &kept,
                seed: 1,
            },
        )
        .expect("there are enough");
        assert!(kept.iter().all(|id| cards.contains(id)));
        let own = |id: &&CardId| content.catalog.card(**id).deck.starts_with(warband);
        assert!(cards.iter().filter(own).count() >= 25);
    }

    #[test]
    fn nobody_is_given_what_nobody_of_them_can_use() {
        let content = Content::embedded();
        let edition = "nightvault";
        for warband in content.warbands(edition) {
            let band = content.catalog.warband(edition, warband);
            let band = band.expect("it is there");
            let wish = Wish {
                edition,
                format: &content.formats(edition)[0],
                warband,
                kept: &[],
                seed: 3,
            };
            for id in suggest(content, &wish).expect("there are enough") {
                let card = content.catalog.card(id);
                assert!(of_use(content, band, card), "{} for {warband}", card.name);
            }
        }
    }

    #[test]
    fn two_decks_are_mixed_beginning_with_that_of_the_cards_picked() {
        let content = Content::embedded();
        let edition = "embergard";
        let kept = content.cards_named(edition, "", &["Wreckers"]);
        let kept = kept.expect("it exists");
        let formats = content.formats(edition).iter();
        let mixed = formats.filter(|format| matches!(format.from, Origin::Decks(_)));
        for format in mixed {
            let wish = Wish {
                edition,
                format,
                warband: "The Emberwatch",
                kept: &kept,
                seed: 2,
            };
            let cards = suggest(content, &wish).expect("there are enough");
            assert!(cards.contains(&kept[0]));
            let of = |id: &&CardId| content.catalog.card(**id).deck == "Countdown to Cataclysm";
            assert!(cards.iter().any(|id| of(&id)));
        }
    }
}

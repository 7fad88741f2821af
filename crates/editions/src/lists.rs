//! Cards by their names, as people write them in deck lists.
//!
//! Two decks of an edition may have a card of the same name. `Sidestep (Blazing Assault)` says which
//! is meant; without that the card of the warband's own pool is taken, then that of the deck from which
//! most of the list comes. Whether a list is a legal deck is not looked at here.

use crate::content::{Content, Problem};
use gloryhex_cardlang::{CardInfo, CardKind};
use gloryhex_engine::Deck;
use gloryhex_model::{CardId, same_name, slug_of};
use std::collections::HashMap;

/// Power cards a game has room for.
pub const MOST_POWER: usize = 64;
/// Objectives a game has room for.
pub const MOST_OBJECTIVES: usize = 32;

impl Content {
    /// The cards of these names, for a warband of this name (which may be empty).
    ///
    /// # Errors
    /// The first name that is no card of the edition, and what may have been meant.
    pub fn cards_named(
        &self,
        edition: &str,
        warband: &str,
        names: &[&str],
    ) -> Result<Vec<CardId>, Problem> {
        let mut found: Vec<Vec<&CardInfo>> = Vec::new();
        for name in names {
            let matching = self.cards_called(edition, name);
            if matching.is_empty() {
                return Err(self.no_card(edition, name));
            }
            found.push(matching);
        }
        let mut weight: HashMap<&str, usize> = HashMap::new();
        for only in found.iter().filter(|cards| cards.len() == 1) {
            *weight.entry(only[0].deck.as_str()).or_default() += 1;
        }
        let best = |cards: &Vec<&CardInfo>| {
            let key = |card: &&&CardInfo| {
                let own = same_name(&card.deck, warband);
                let used = weight.get(card.deck.as_str()).copied().unwrap_or(0);
                (own, used, std::cmp::Reverse(card.code.id.0))
            };
            cards.iter().max_by_key(key).map(|card| card.code.id)
        };
        Ok(found.iter().filter_map(best).collect())
    }

    /// Every card of the edition that goes by the name, with or without its deck in brackets.
    pub fn cards_called(&self, edition: &str, name: &str) -> Vec<&CardInfo> {
        let of = |name: &str, deck: Option<&str>| -> Vec<&CardInfo> {
            let named = self.slugs.get(&slug_of(name)).into_iter().flatten();
            let cards = named.map(|id| self.catalog.card(*id)).filter(|card| {
                self.catalog.plays(edition, &card.edition)
                    && deck.is_none_or(|deck| same_name(&card.deck, deck))
            });
            let mut cards: Vec<&CardInfo> = cards.collect();
            // The edition's own cards take the place of older ones.
            if cards.iter().any(|card| card.edition == edition) {
                cards.retain(|card| card.edition == edition);
            }
            cards
        };
        let plain = of(name, None);
        match name
            .trim()
            .strip_suffix(')')
            .and_then(|rest| rest.rsplit_once('('))
        {
            Some((name, deck)) if plain.is_empty() => of(name, Some(deck)),
            _ => plain,
        }
    }

    /// Whether players of the edition put the card into decks: it is theirs, or one they also use and have no
    /// newer one of that name.
    pub fn in_decks(&self, edition: &str, card: &CardInfo) -> bool {
        card.edition == edition
            || self
                .cards_called(edition, &card.name)
                .iter()
                .any(|known| known.code.id == card.code.id)
    }

    /// A card's name in a list: with its deck where the name alone could mean two cards.
    pub fn list_name(&self, id: CardId) -> String {
        let card = self.catalog.card(id);
        match self.cards_called(&card.edition, &card.name).len() {
            0 | 1 => card.name.clone(),
            _ => format!("{} ({})", card.name, card.deck),
        }
    }

    /// The deck of these cards, with the plot card of the deck they come from if that has one.
    ///
    /// # Errors
    /// There are more cards than a game has room for.
    pub fn deck_of(&self, cards: &[CardId]) -> Result<Deck, Problem> {
        let listed = |id: &&CardId| self.catalog.code(**id).kind != CardKind::Plot;
        let deck = self.split(&cards.iter().filter(listed).copied().collect::<Vec<_>>());
        if deck.power.len() > MOST_POWER || deck.objectives.len() > MOST_OBJECTIVES {
            return Err(Problem(format!(
                "{} power cards and {} objectives: a game has room for {MOST_POWER} and {MOST_OBJECTIVES}",
                deck.power.len(),
                deck.objectives.len()
            )));
        }
        let plot = cards
            .iter()
            .find_map(|id| self.plot_of(self.catalog.card(*id)));
        Ok(Deck { plot, ..deck })
    }

    /// The plot card that comes with a card's deck.
    pub fn plot_of(&self, card: &CardInfo) -> Option<CardId> {
        let decks = self.catalog.decks.iter();
        let own = |deck: &&gloryhex_cardlang::DeckDef| {
            deck.edition == card.edition && deck.name == card.deck && deck.plot != CardId::NONE
        };
        decks.filter(own).map(|deck| deck.plot).next()
    }

    /// That a card does not exist, and what may have been meant.
    pub fn no_card(&self, edition: &str, name: &str) -> Problem {
        let known = self.catalog.cards.iter().filter(|card| {
            self.catalog.plays(edition, &card.edition)
                && !matches!(card.code.kind, CardKind::Fighter | CardKind::Warscroll)
        });
        let names = known.map(|card| card.name.as_str());
        let hint = match gloryhex_cardlang::span::nearest(name, names) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => "; `--content DIR` adds cards of a folder".to_owned(),
        };
        Problem(format!(
            "there is no card called `{name}` in {edition}{hint}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decks_of(names: &[&str]) -> Vec<String> {
        let content = Content::embedded();
        let cards = content
            .cards_named("embergard", "", names)
            .expect("they exist");
        cards
            .iter()
            .map(|id| content.catalog.card(*id).deck.clone())
            .collect()
    }

    #[test]
    fn a_name_that_two_decks_share_means_the_deck_of_the_rest() {
        assert_eq!(
            decks_of(&["Sidestep", "Broken Prospects"]),
            ["Pillage and Plunder"; 2]
        );
        assert_eq!(
            decks_of(&["Sidestep (Blazing Assault)", "Wreckers"]),
            ["Blazing Assault", "Countdown to Cataclysm"]
        );
    }

    #[test]
    fn a_name_that_no_card_has_is_answered_with_the_nearest() {
        let problem = Content::embedded().cards_named("shadespire", "", &["Sidstep"]);
        assert_eq!(
            problem.unwrap_err().to_string(),
            "there is no card called `Sidstep` in shadespire; did you mean `Sidestep`?"
        );
    }
}

//! Who may put which card into a deck, and the objectives that can be in a warband's.

use crate::Content;
use gloryhex_cardlang::{CardInfo, CardKind};
use gloryhex_model::{CardId, same_name, slug_of};

/// The Grand Alliances; a pool of such a name is for warbands of that alliance, also with something in brackets behind it.
const ALLIANCES: [&str; 4] = ["order", "chaos", "death", "destruction"];

/// Whether a warband may put the card into its deck; every warband, if none is named.
pub fn usable(content: &Content, edition: &str, warband: &str, card: &CardInfo) -> bool {
    let catalog = &content.catalog;
    if !catalog.plays(edition, &card.edition) {
        return false;
    }
    let Some(band) = catalog.warband(edition, warband) else {
        return true;
    };
    match belongs(content, edition, card) {
        Belongs::Warband(owner) => same_name(owner, &band.def.name),
        Belongs::Alliance(alliance) => alliance == slug_of(&band.def.alliance),
        Belongs::Anyone => true,
    }
}

/// Who may put a card into a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Belongs<'a> {
    /// Every warband.
    Anyone,
    /// One warband.
    Warband(&'a str),
    /// The warbands of a Grand Alliance.
    Alliance(String),
}

/// Who may put a card into a deck.
pub fn belongs<'a>(content: &'a Content, edition: &str, card: &CardInfo) -> Belongs<'a> {
    let catalog = &content.catalog;
    let mut decks = catalog.decks.iter();
    let deck = decks.find(|d| d.edition == card.edition && d.name == card.deck);
    let owner = match deck.map(|deck| deck.warband.as_str()) {
        Some(owner) if !owner.is_empty() => Some(owner),
        _ => catalog
            .warband(edition, &card.deck)
            .map(|owner| owner.def.name.as_str()),
    };
    let alliance = slug_of(card.deck.split(" (").next().unwrap_or_default());
    match owner {
        Some(owner) => Belongs::Warband(owner),
        None if ALLIANCES.contains(&alliance.as_str()) => Belongs::Alliance(alliance),
        None => Belongs::Anyone,
    }
}

/// The objectives that a warband can have in its deck, in the order of their names; of several that are called alike the
/// one that a deck list means.
pub fn pool(content: &Content, edition: &str, warband: &str) -> Vec<CardId> {
    let catalog = &content.catalog;
    let cards = catalog.cards.iter();
    let objectives = cards.filter(|card| card.code.kind == CardKind::Objective);
    let own = objectives.filter(|card| usable(content, edition, warband, card));
    let mut all: Vec<(String, bool, CardId)> = own
        .map(|card| (slug_of(&card.name), card.edition != edition, card.code.id))
        .collect();
    all.sort();
    all.dedup_by(|later, first| later.0 == first.0);
    all.into_iter().map(|(_, _, id)| id).collect()
}

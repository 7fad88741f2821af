//! Legal decks made up of the cards that a warband can use, by chance or in a given order.

use super::usable;
use gloryhex_cardlang::{CardInfo, CardKind, DeckDef, DeckFormat};
use gloryhex_editions::{
    Content, Format,
    format::Origin,
    sets::{List, Numbers},
};
use gloryhex_model::{CardId, slug_of};
use std::collections::BTreeSet;

/// A legal deck at random; the same seed gives the same deck.
///
/// # Errors
/// There are not enough cards to build one.
pub fn random(
    content: &Content,
    edition: &str,
    format: &Format,
    warband: &str,
    seed: u64,
) -> Result<Vec<CardId>, String> {
    let mut dice = Dice(seed);
    let catalog = &content.catalog;
    let fits = |card: &CardInfo| usable(content, edition, warband, card);
    let ready = |deck: &&DeckDef| {
        catalog.plays(edition, &deck.edition)
            && deck.format == DeckFormat::Ready
            && deck.cards.iter().all(|id| fits(catalog.card(*id)))
    };
    let mut decks: Vec<&DeckDef> = catalog.decks.iter().filter(ready).collect();
    dice.shuffle(&mut decks);
    let mut pool: Vec<&CardInfo> = match format.from {
        Origin::WholeDeck => {
            let deck = decks
                .first()
                .ok_or("no ready-made deck fits this warband")?;
            return Ok(deck.cards.clone());
        }
        Origin::Decks(most) => {
            let plotted = |deck: &DeckDef| deck.plot != CardId::NONE;
            let mut taken: Vec<&DeckDef> = Vec::new();
            for deck in decks {
                let second_plot = plotted(deck) && taken.iter().any(|other| plotted(other));
                if taken.len() < usize::from(most) && !second_plot {
                    taken.push(deck);
                }
            }
            match taken.len() {
                0 => return Err("no ready-made deck fits this warband".to_owned()),
                1 if most > 1 => return Err("there is no second deck to build from".to_owned()),
                _ => {}
            }
            let cards = taken.iter().flat_map(|deck| &deck.cards);
            cards.map(|id| catalog.card(*id)).collect()
        }
        Origin::Usable => catalog
            .cards
            .iter()
            .filter(|card| content.in_decks(edition, card) && fits(card))
            .collect(),
    };
    dice.shuffle(&mut pool);
    draft(content, edition, format, warband, &pool)
}

/// A legal deck of the first cards of a pool that go together.
///
/// # Errors
/// There are not enough cards to build one.
pub(crate) fn draft(
    content: &Content,
    edition: &str,
    format: &Format,
    warband: &str,
    pool: &[&CardInfo],
) -> Result<Vec<CardId>, String> {
    let lists = content.list_on(edition, &format.word, None);
    let on = |numbers: fn(&List) -> &Numbers, card: &CardInfo| {
        lists.is_some_and(|lists| numbers(lists).contains(&card.number))
    };
    let mut restricted_left = lists.map_or(0, |lists| usize::from(lists.most_restricted));
    let most_surges = format.surges.map_or(usize::MAX, usize::from);
    let wanted_objectives = format.objectives.fewest();
    let half = format.power.fewest().div_ceil(2);
    let mut taken = Vec::new();
    let mut names = BTreeSet::new();
    let (mut objectives, mut surges, mut gambits, mut upgrades) = (0, 0, 0, 0);
    for card in pool {
        if on(|lists| &lists.forsaken, card) {
            continue;
        }
        let kind = card.code.kind;
        let wanted = match kind {
            CardKind::Objective => {
                objectives < wanted_objectives && (!card.surge || surges < most_surges)
            }
            kind if kind.is_gambit() => gambits < half,
            CardKind::Upgrade => upgrades < half,
            _ => false,
        };
        let restricted = on(|lists| &lists.restricted, card);
        if !wanted || (restricted && restricted_left == 0) || !names.insert(slug_of(&card.name)) {
            continue;
        }
        restricted_left -= usize::from(restricted);
        match kind {
            CardKind::Objective => {
                objectives += 1;
                surges += usize::from(card.surge);
            }
            CardKind::Upgrade => upgrades += 1,
            _ => gambits += 1,
        }
        taken.push(card.code.id);
    }
    if objectives < wanted_objectives || gambits < half || upgrades < half {
        return Err(format!(
            "{warband} has {objectives} objectives, {gambits} ploys and spells and {upgrades} upgrades to build from: expected {wanted_objectives}, {half} and {half}"
        ));
    }
    taken.sort_by_key(|id| (content.catalog.code(*id).kind as u8, id.0));
    Ok(taken)
}

/// A small generator of its own: a deck's seed must not change its meaning with the engine's.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for ix in (1..list.len()).rev() {
            list.swap(ix, (self.next() % (ix as u64 + 1)) as usize);
        }
    }
}

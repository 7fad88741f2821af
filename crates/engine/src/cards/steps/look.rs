//! `look`: a player looks at the top card of a deck.

use super::draw::cards_left;
use super::parts::*;
use crate::{cards::eval::domain::card_number, chance::Waits, effect::Source, ops::draw};
use gloryhex_cardlang::Deck;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, slot: u8, deck: Deck) -> Result<(), Waits> {
    let seat = card.source.seat;
    let (top, base) = match deck {
        Deck::Power => (draw::top_power(run, seat)?, 0),
        Deck::Objective => (draw::top_objective(run, seat)?, Source::OBJECTIVES),
    };
    let number = |top| {
        let slot = base + top;
        card_number(Source { seat, slot })
    };
    bind(run, slot, top.map_or(NOBODY, number));
    Ok(())
}

pub(super) fn follow(sight: Sight<'_>, card: &CardRun, deck: Deck) -> Followed {
    Followed::yes_if(anything(sight) || cards_left(sight, card.source.seat, deck) > 0)
}

//! `look`: a player looks at the top card of a deck.

use super::{draw::cards_left, prelude::*};
use crate::{cards::eval::domain::card_number, effect::Source, ops::draw};
use gloryhex_cardlang::Deck;

impl Step for instr::Peek {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        let seat = card.source.seat;
        let (top, base) = match self.deck {
            Deck::Power => (draw::top_power(run, seat)?, 0),
            Deck::Objective => (draw::top_objective(run, seat)?, Source::OBJECTIVES),
        };
        let number = |top| {
            let slot = base + top;
            card_number(Source { seat, slot })
        };
        bind(run, self.slot, top.map_or(NOBODY, number));
        Ok(Did::Next)
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let left = cards_left(walk.sight, card.source.seat, self.deck);
        Followed::yes_if(anything(walk.sight) || left > 0)
    }
}

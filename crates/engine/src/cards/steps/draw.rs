//! `draw`, `look`, `show`, `put` and `discard`: cards of a deck or a hand.

use super::prelude::*;
use crate::{
    cards::eval::domain::card_number,
    effect::Source,
    ops::draw::{self, OBJECTIVES_IN_HAND},
};
use gloryhex_cardlang::Deck;

/// A player draws cards.
impl Step for instr::Draw {
    /// Draws one card after the other.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let seat = seat_of(run.sight(), card, self.seat);
        if frame.count >= amount(run, card, self.n) {
            return Ok(Did::Next);
        }
        match self.deck {
            Deck::Power => draw::power(run, seat)?,
            Deck::Objective => draw::objective(run, seat)?,
        };
        Ok(Did::Part(frame.once_more()))
    }
    /// Which cards come is not known, so that what follows cannot be told.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let seat = seat_of(sight, card, self.seat);
        let room = match self.deck {
            Deck::Power => u32::MAX,
            Deck::Objective => {
                let hand = sight.state.seats[seat].objectives.hand().count_ones();
                OBJECTIVES_IN_HAND.saturating_sub(hand)
            }
        };
        let left = cards_left(sight, seat, self.deck).min(room) as i16;
        let n = value(sight, card, self.n);
        if n > 0 && left > 0 {
            return Followed::yes_if(anything(sight) || left >= n);
        }
        Followed::on_if(anything(sight))
    }
}

/// How many cards are left in a deck.
fn cards_left(sight: Sight<'_>, seat: Seat, deck: Deck) -> u32 {
    let player = &sight.state.seats[seat];
    match deck {
        Deck::Power => player.power.deck().count_ones(),
        Deck::Objective => player.objectives.deck().count_ones(),
    }
}

/// A player looks at the top card of a deck.
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

/// A card is put somewhere.
impl Step for instr::PutCard {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(source) = card_of(value_of(card, self.card)) {
            draw::put_card(run, source, self.to);
        }
    }
}

/// A card is shown. That an objective of the hand was is remembered.
impl Step for instr::Show {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let Some(source) = card_of(value_of(card, self.card)) else {
            return;
        };
        let to = if self.alone {
            card.source.seat
        } else {
            Seat::NONE
        };
        if let (Seat::NONE, Some(goal)) = (to, source.slot.checked_sub(Source::OBJECTIVES)) {
            let goals = &mut run.state.seats[source.seat].objectives;
            goals.note_shown(1u32.checked_shl(goal.into()).unwrap_or(0));
        }
        // With two players whoever looks is every opponent.
        if source.slot < Source::OBJECTIVES && (to == Seat::NONE || run.table.players == 2) {
            let cards = &mut run.state.seats[source.seat].power;
            cards.note_known(1u64.checked_shl(source.slot.into()).unwrap_or(0));
        }
        run.emit(Rule::SequenceFollowAll, What::CardShown { source, to });
    }
}

/// Nothing is known any more of where cards lie in a deck.
impl Step for instr::Shuffle {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let player = &mut run.state.seats[card.source.seat];
        match self.deck {
            Deck::Power => {
                (player.power_top, player.power_bottom) = (255, Default::default());
                player.power.forget_order();
            }
            Deck::Objective => {
                (player.objective_top, player.objective_bottom) = (255, Default::default())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::trial::{Trial, YOU};

    #[test]
    fn cards_come_from_the_deck_into_the_hand() {
        let mut trial = Trial::new(
            "ploy \"Trial\" { draw 1 power } ploy \"A\" { draw 1 power } ploy \"B\" { draw 1 power }",
        );
        trial.game.state.seats[YOU].power.to_deck(0b110);
        trial.play(&[]);
        let power = &trial.game.state.seats[YOU].power;
        assert_eq!((power.hand(), power.deck()), (0b011, 0b100));
    }

    #[test]
    fn an_empty_deck_gives_nothing_to_draw() {
        assert!(!Trial::ploy("draw 1 power").follows());
    }

    #[test]
    fn the_card_looked_at_stays_where_it_is_until_it_is_put_elsewhere() {
        let mut trial = Trial::new(
            "ploy \"Trial\" { look c: power put c discard } ploy \"A\" { draw 1 power }",
        );
        trial.game.state.seats[YOU].power.to_deck(0b10);
        trial.play(&[]);
        let power = &trial.game.state.seats[YOU].power;
        assert_eq!((power.deck(), power.discard()), (0, 0b10));
    }
}

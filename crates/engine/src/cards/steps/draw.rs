//! `draw`: a player draws cards.

use super::parts::*;
use crate::{
    chance::Waits,
    ops::draw::{self, OBJECTIVES_IN_HAND},
};
use gloryhex_cardlang::Deck;

/// Draws one card after the other.
pub(super) fn take(
    run: &mut Run<'_>,
    card: &CardRun,
    frame: Card,
    (seat, n, deck): (Ref, Expr, Deck),
) -> Result<Did, Waits> {
    let seat = seat_of(run.sight(), card, seat);
    if frame.count >= amount(run, card, n) {
        return Ok(Did::Next);
    }
    match deck {
        Deck::Power => draw::power(run, seat)?,
        Deck::Objective => draw::objective(run, seat)?,
    };
    let count = frame.count + 1;
    Ok(Did::Part(Card { count, ..frame }))
}

/// Which cards come is not known, so that what follows cannot be told.
pub(super) fn follow(sight: Sight<'_>, card: &CardRun, seat: Ref, n: Expr, deck: Deck) -> Followed {
    let left = room(sight, seat_of(sight, card, seat), deck);
    let n = candidates::amount(sight, card, n);
    if !anything(sight) && (n <= 0 || left < n) {
        return Followed::No;
    }
    match n > 0 && left > 0 {
        true => Followed::Yes,
        false => Followed::On,
    }
}

/// How many cards are left in a deck.
pub(super) fn cards_left(sight: Sight<'_>, seat: Seat, deck: Deck) -> i16 {
    let player = &sight.state.seats[seat];
    let left = match deck {
        Deck::Power => player.power.deck().count_ones(),
        Deck::Objective => player.objectives.deck().count_ones(),
    };
    left as i16
}

/// How many cards can be drawn from a deck.
fn room(sight: Sight<'_>, seat: Seat, deck: Deck) -> i16 {
    let left = cards_left(sight, seat, deck);
    match deck {
        Deck::Power => left,
        Deck::Objective => {
            let hand = sight.state.seats[seat].objectives.hand().count_ones();
            left.min(OBJECTIVES_IN_HAND.saturating_sub(hand) as i16)
        }
    }
}

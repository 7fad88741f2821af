//! `roll`: a card's own dice are rolled.

use super::parts::*;
use crate::chance::Waits;
use gloryhex_model::Die;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, die: Die, n: Expr) -> Result<(), Waits> {
    let seat = card.source.seat;
    let n = amount(run, card, n);
    let roll = run.roll(seat, die, n)?;
    run.emit(Rule::SequenceFollowAll, What::Rolled { seat, die, roll });
    let mut card = *card;
    card.set_roll(roll);
    put(run, card);
    Ok(())
}

//! `gain`: a player gains glory.

use super::parts::*;
use super::track::whose_fall;
use crate::ops::glory;

/// Gives a player glory, spent already or not.
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, seat: Ref, n: Expr, spent: bool) {
    let seat = seat_of(run.sight(), card, seat);
    let n = amount(run, card, n);
    glory::gain(run, seat, n, Rule::SequenceFollowAll);
    let falls = whose_fall(run, card).is_some();
    let [winner, bounty] = &mut run.state.clock.bounty;
    if *winner == seat.0 && falls {
        *bounty = bounty.saturating_add(n);
    }
    if spent {
        run.state.seats[seat].spent += n;
    }
}

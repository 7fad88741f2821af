//! `spend`: a player spends glory.

use super::parts::*;
use crate::ops::glory;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, seat: Ref, n: Expr) {
    let seat = seat_of(run.sight(), card, seat);
    let n = amount(run, card, n).min(run.state.seats[seat].unspent());
    glory::spend(run, seat, n, Rule::SequenceFollowAll);
}

pub(super) fn follow(sight: Sight<'_>, card: &CardRun, seat: Ref, n: Expr) -> Followed {
    let seat = seat_of(sight, card, seat);
    let n = candidates::amount(sight, card, n);
    Followed::on_if(i16::from(sight.state.seats[seat].unspent()) >= n)
}

//! `gain`: a player gains glory.

use super::parts::*;
use super::track::whose_fall;
use crate::ops::glory;

/// Gives a player glory, spent already or not.
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, seat: Ref, n: Expr, spent: bool) {
    let seat = seat_of(run.sight(), card, seat);
    let n = amount(run, card, n);
    glory::gain(run, seat, n, Rule::SequenceFollowAll);
    let fallen = whose_fall(run, card);
    if fallen.is_some() {
        let fallen = run.state.fighter_mut(fallen);
        let (winner, before) = fallen.reward();
        if winner == seat {
            fallen.set_reward(seat, before.saturating_add(n));
        }
    }
    if spent {
        run.state.seats[seat].spent += n;
    }
}

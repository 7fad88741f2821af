//! `spend`: a player spends glory.

use super::prelude::*;
use crate::ops::glory;

impl Step for instr::SpendGlory {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let seat = seat_of(run.sight(), card, self.seat);
        let n = amount(run, card, self.n).min(run.state.seats[seat].unspent());
        glory::spend(run, seat, n, Rule::SequenceFollowAll);
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let seat = seat_of(walk.sight, card, self.seat);
        let has = i16::from(walk.sight.state.seats[seat].unspent());
        Followed::on_if(has >= value(walk.sight, card, self.n))
    }
}

//! `gain`: a player gains glory.

use super::{prelude::*, track::whose_fall};
use crate::ops::glory;

impl Step for instr::Gain {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let seat = seat_of(run.sight(), card, self.seat);
        let n = amount(run, card, self.n);
        glory::gain(run, seat, n, Rule::SequenceFollowAll);
        let fallen = whose_fall(run, card);
        if fallen.is_some() {
            let fallen = run.state.fighter_mut(fallen);
            let (winner, before) = fallen.reward();
            if winner == seat {
                fallen.set_reward(seat, before.saturating_add(n));
            }
        }
        if self.spent {
            run.state.seats[seat].spent += n;
        }
    }
}

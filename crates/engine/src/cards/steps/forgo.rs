//! `forgo`: nobody gains a bounty, or a target is not driven back.

use super::{prelude::*, track::whose_fall};
use crate::attack::Attack;

/// Takes the glory back that was gained for the fall the card waited for, with what cards gave for it.
impl Step for instr::NoBounty {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let fallen = whose_fall(run, card);
        if fallen.is_some() {
            let fallen = run.state.fighter_mut(fallen);
            let (seat, n) = fallen.reward();
            fallen.set_reward(seat, 0);
            let player = &mut run.state.seats[seat];
            player.glory = player.glory.saturating_sub(n);
        }
    }
}

/// The target of the attack at hand is not driven back.
impl Step for instr::NoDriveBack {
    fn act(&self, run: &mut Run<'_>, _: &CardRun) {
        if let Some(attack) = run.state.attack_mut() {
            attack.set(Attack::NO_DRIVE_BACK);
        }
    }
}

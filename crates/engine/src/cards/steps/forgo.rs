//! `forgo`: nobody gains a bounty, or a target is not driven back.

use super::parts::*;
use crate::attack::Attack;

/// Takes the bounty just gained back, with what cards gave for the same fall.
pub(super) fn bounty(run: &mut Run<'_>) {
    let [seat, n] = run.state.clock.bounty;
    if seat < run.state.clock.players {
        let player = &mut run.state.seats[Seat(seat)];
        player.glory = player.glory.saturating_sub(n);
        run.state.clock.bounty = [255, 0];
    }
}

/// The target of the attack at hand is not driven back.
pub(super) fn drive_back(run: &mut Run<'_>) {
    if let Some(attack) = run.state.attack_mut() {
        attack.set(Attack::NO_DRIVE_BACK);
    }
}

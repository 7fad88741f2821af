//! `cancel` and `forgo`: something that would happen does not.

use super::{dice::spell, glory::whose_fall, prelude::*};
use crate::attack::{Attack, Verdict};

/// Keeps the spell at hand from being resolved.
impl Step for instr::CancelSpell {
    fn act(&self, run: &mut Run<'_>, _: &CardRun) {
        if let Some(ix) = spell(run.state) {
            run.state.cards[ix].flags |= CardRun::CANCELLED;
        } else if let Some(attack) = run.state.attack_mut().filter(|a| a.is(Attack::SPELL)) {
            attack.set(Attack::DISPELLED);
            attack.verdict = Verdict::Fail;
        }
    }
}

/// Keeps the card below from being resolved.
impl Step for instr::CancelCard {
    fn act(&self, run: &mut Run<'_>, _: &CardRun) {
        if let Some(below) = (run.state.n_cards as usize).checked_sub(2) {
            run.state.cards[below].flags |= CardRun::CANCELLED;
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial};

    #[test]
    fn the_attack_at_hand_drives_nobody_back() {
        let mut trial = Trial::ploy("draw 1 power");
        trial.attack(ASH, DOCK);
        let card = trial.card();
        trial.with_run(|run| instr::NoDriveBack {}.act(run, &card));
        let attack = trial.game.state.attack().copied().unwrap_or(Attack::NONE);
        assert!(attack.is(Attack::NO_DRIVE_BACK));
    }
}

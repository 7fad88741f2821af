//! `wound`: a fighter has so much damage from now on, which is not dealt.

use super::prelude::*;

impl Step for instr::SetDamage {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let n = amount(run, card, self.n);
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            run.state.fighter_mut(fighter).damage = n;
        }
    }
}

//! `heal`: damage is taken off a fighter.

use super::prelude::*;
use crate::{
    cards::{Ban, forbids},
    ops::harm,
    ruleset::InVain,
};

impl Step for instr::Heal {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let n = amount(run, card, self.n);
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            harm::heal(run, fighter, n);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        Followed::on_if(standing(sight, card, self.who).is_none_or(|fighter| {
            let unhurt = sight.state.fighter(fighter).damage == 0;
            let in_vain = unhurt && sight.rules().in_vain == InVain::Nothing;
            !in_vain && !forbids(sight, fighter, Ban::Healed)
        }))
    }
}

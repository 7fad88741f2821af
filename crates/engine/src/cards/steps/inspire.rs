//! `inspire` and `uninspire`: a fighter card is turned over.

use super::prelude::*;
use crate::ops::harm;

impl Step for instr::Inspire {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            harm::inspire(run, fighter);
        }
    }
}

impl Step for instr::Uninspire {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = fighter_of(run.sight(), card, self.who) {
            harm::uninspire(run, fighter);
        }
    }
}

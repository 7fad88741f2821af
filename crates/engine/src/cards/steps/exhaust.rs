//! `exhaust`: a fighter cannot be activated again in this phase.

use super::prelude::*;
use gloryhex_model::Deed;

impl Step for instr::Spend {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = fighter_of(run.sight(), card, self.who) {
            run.state.fighter_mut(fighter).note(Deed::Spent);
        }
    }
}

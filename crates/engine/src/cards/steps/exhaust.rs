//! `exhaust`: a fighter cannot be activated again in this phase.

use super::prelude::*;
use gloryhex_model::Deed;

impl Step for instr::Spend {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        if let Some(fighter) = fighter_of(run.sight(), card, self.who) {
            run.state.fighter_mut(fighter).note(Deed::Spent);
        }
        Ok(Did::Next)
    }
}

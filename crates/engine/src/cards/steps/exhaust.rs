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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, Trial, pick};

    #[test]
    fn who_is_exhausted_counts_as_activated() {
        let mut trial = Trial::ploy("choose a: friend exhaust a");
        trial.play(&[pick(ASH)]);
        let spent = [ASH, BIRCH].map(|who| trial.fighter(who).did(Deed::Spent));
        assert_eq!(spent, [true, false]);
    }
}

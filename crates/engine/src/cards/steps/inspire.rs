//! `inspire` and `uninspire`: a fighter card is turned over.

use super::prelude::*;
use crate::{ops::harm, state::Fighter};

impl Step for instr::Inspire {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            match self.later {
                true => run
                    .state
                    .fighter_mut(fighter)
                    .set(Fighter::INSPIRE_DUE, true),
                false => harm::inspire(run, fighter),
            }
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

#[cfg(test)]
mod tests {
    use crate::cards::trial::{ASH, Trial, pick};
    use crate::state::Fighter;

    #[test]
    fn a_fighter_that_is_to_be_inspired_later_waits_for_the_step() {
        let mut trial = Trial::ploy("choose a: friend inspire a later");
        trial.play(&[pick(ASH)]);
        let ash = trial.fighter(ASH);
        assert!(ash.is(Fighter::INSPIRE_DUE) && !ash.is(Fighter::INSPIRED));
    }

    #[test]
    fn a_fighter_card_is_turned_over_and_back() {
        let mut trial = Trial::ploy("choose a: friend inspire a");
        trial.play(&[pick(ASH)]);
        assert!(trial.fighter(ASH).is(Fighter::INSPIRED));
        let mut trial = Trial::ploy("choose a: friend inspire a uninspire a");
        trial.play(&[pick(ASH)]);
        assert!(!trial.fighter(ASH).is(Fighter::INSPIRED));
    }
}

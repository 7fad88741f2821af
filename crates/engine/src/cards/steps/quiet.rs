//! `quiet`: nobody reacts until the card at hand is resolved.

use super::prelude::*;

impl Step for instr::Quiet {
    fn act(&self, run: &mut Run<'_>, _card: &CardRun) {
        change(run, |card| card.flags |= CardRun::QUIET);
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::trial::{ASH, Trial, pick};

    #[test]
    fn nobody_reacts_until_a_quiet_card_is_resolved() {
        let mut trial = Trial::ploy("quiet choose a: friend exhaust a");
        let card = trial.card();
        trial.with_run(|run| crate::frames::card::begin(run, card));
        assert!(!trial.game.state.is_quiet());
        let _ = trial.with_run(crate::run::step);
        assert!(trial.game.state.is_quiet());
        trial.go_on(&[pick(ASH)]);
        assert!(!trial.game.state.is_quiet());
    }
}

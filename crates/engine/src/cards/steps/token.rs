//! `give` and `take`: tokens of a fighter.

use super::prelude::*;
use crate::{
    cards::{Ban, forbids},
    ops::tokens,
};
use gloryhex_model::{Deed, Token};

/// A fighter is given a token.
impl Step for instr::Give {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            tokens::give(run, fighter, self.token);
            // Where the tokens only mark what was done, whoever has one counts as having done it.
            let deed = match self.token {
                Token::Move => Some(Deed::Moved),
                Token::Charge => Some(Deed::Charged),
                Token::Guard | Token::Stagger | Token::Raise => None,
            };
            if let Some(deed) = deed.filter(|_| run.rules().returning_keeps_tokens) {
                run.state.fighter_mut(fighter).note(deed);
            }
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let takes = |fighter| match self.token {
            Token::Guard if forbids(sight, fighter, Ban::OnGuard) => false,
            Token::Guard => {
                sight.rules().guard_tokens_add_up || !sight.state.fighter(fighter).has(self.token)
            }
            Token::Stagger => !forbids(sight, fighter, Ban::Staggered),
            Token::Move | Token::Charge | Token::Raise => true,
        };
        Followed::on_if(standing(sight, card, self.who).is_some_and(takes))
    }
}

/// A token, or all of a kind, is taken from a fighter.
impl Step for instr::Take {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = fighter_of(run.sight(), card, self.who) {
            if self.all {
                tokens::clear(run, fighter, self.token);
            } else {
                tokens::take(run, fighter, self.token);
            }
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let in_vain = |fighter| !anything(sight) && !sight.state.fighter(fighter).has(self.token);
        Followed::on_if(!standing(sight, card, self.who).is_some_and(in_vain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, Trial, pick};

    #[test]
    fn tokens_are_given_and_taken() {
        let mut trial = Trial::ploy("choose a: friend give a guard give a guard take guard from a");
        trial.play(&[pick(ASH)]);
        assert_eq!(trial.fighter(ASH).tokens(Token::Guard), 1);
        let mut trial =
            Trial::ploy("choose a: friend give a guard give a guard take all guard from a");
        trial.play(&[pick(ASH)]);
        assert_eq!(trial.fighter(ASH).tokens(Token::Guard), 0);
    }

    #[test]
    fn no_token_is_taken_from_who_has_none() {
        let mut trial = Trial::ploy("choose a: friend take guard from a");
        assert!(!trial.follows());
        trial.fighter(ASH).set_tokens(Token::Guard, 1);
        assert!(trial.follows());
    }
}

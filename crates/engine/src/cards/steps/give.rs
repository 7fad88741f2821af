//! `give`: a fighter is given a token.

use super::prelude::*;
use crate::{
    cards::{Ban, forbids},
    ops::tokens,
};
use gloryhex_model::Token;

impl Step for instr::Give {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            tokens::give(run, fighter, self.token);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let takes = |fighter| match self.token {
            Token::Guard => {
                sight.rules().guard_tokens_add_up || !sight.state.fighter(fighter).has(self.token)
            }
            Token::Stagger => !forbids(sight, fighter, Ban::Staggered),
            Token::Move | Token::Charge | Token::Raise => true,
        };
        Followed::on_if(standing(sight, card, self.who).is_some_and(takes))
    }
}

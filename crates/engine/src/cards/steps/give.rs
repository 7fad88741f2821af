//! `give`: a fighter is given a token.

use super::parts::*;
use crate::{
    cards::{Ban, forbids},
    ops::tokens,
};
use gloryhex_model::Token;

#[inline(always)]
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref, token: Token) {
    if let Some(fighter) = standing(run.sight(), card, who) {
        tokens::give(run, fighter, token);
    }
}

pub(super) fn follow(sight: Sight<'_>, card: &CardRun, who: Ref, token: Token) -> Followed {
    Followed::on_if(
        standing(sight, card, who).is_some_and(|fighter| match token {
            Token::Guard => {
                sight.rules().guard_tokens_add_up || !sight.state.fighter(fighter).has(token)
            }
            Token::Stagger => !forbids(sight, fighter, Ban::Staggered),
            Token::Move | Token::Charge | Token::Raise => true,
        }),
    )
}

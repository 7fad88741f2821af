//! `give`: a fighter is given a token.

use super::parts::*;
use crate::{
    cards::{Ban, forbids},
    ops::tokens,
};
use gloryhex_model::{Deed, Token};

#[inline(always)]
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref, token: Token) {
    if let Some(fighter) = standing(run.sight(), card, who) {
        tokens::give(run, fighter, token);
        // Where the tokens only mark what was done, whoever has one counts as having done it.
        let deed = match token {
            Token::Move => Deed::Moved,
            Token::Charge => Deed::Charged,
            Token::Guard | Token::Stagger | Token::Raise => return,
        };
        if run.rules().returning_keeps_tokens {
            run.state.fighter_mut(fighter).note(deed);
        }
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

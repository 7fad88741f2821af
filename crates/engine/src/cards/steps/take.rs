//! `take`: a token, or all of a kind, is taken from a fighter.

use super::parts::*;
use crate::ops::tokens;
use gloryhex_model::Token;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref, token: Token, all: bool) {
    if let Some(fighter) = fighter_of(run.sight(), card, who) {
        if all {
            tokens::clear(run, fighter, token);
        } else {
            tokens::take(run, fighter, token);
        }
    }
}

pub(super) fn follow(sight: Sight<'_>, card: &CardRun, who: Ref, token: Token) -> Followed {
    let in_vain = |fighter| !anything(sight) && !sight.state.fighter(fighter).has(token);
    Followed::on_if(!standing(sight, card, who).is_some_and(in_vain))
}

//! `heal`: damage is taken off a fighter.

use super::parts::*;
use crate::{
    cards::{Ban, forbids},
    ops::harm,
    ruleset::InVain,
};

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref, n: Expr) {
    let n = amount(run, card, n);
    if let Some(fighter) = standing(run.sight(), card, who) {
        harm::heal(run, fighter, n);
    }
}

pub(super) fn follow(sight: Sight<'_>, card: &CardRun, who: Ref) -> Followed {
    Followed::on_if(standing(sight, card, who).is_none_or(|fighter| {
        let unhurt = sight.state.fighter(fighter).damage == 0;
        let in_vain = unhurt && sight.rules().in_vain == InVain::Nothing;
        !in_vain && !forbids(sight, fighter, Ban::Healed)
    }))
}

//! `wound`: a fighter has so much damage from now on, which is not dealt.

use super::parts::*;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref, n: Expr) {
    let n = amount(run, card, n);
    if let Some(fighter) = standing(run.sight(), card, who) {
        run.state.fighter_mut(fighter).damage = n;
    }
}

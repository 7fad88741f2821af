//! `inspire` and `uninspire`: a fighter card is turned over.

use super::parts::*;
use crate::ops::harm;

#[inline(always)]
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    if let Some(fighter) = standing(run.sight(), card, who) {
        harm::inspire(run, fighter);
    }
}

pub(super) fn turn_back(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    if let Some(fighter) = fighter_of(run.sight(), card, who) {
        harm::uninspire(run, fighter);
    }
}

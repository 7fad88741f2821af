//! `exhaust`: a fighter cannot be activated again in this phase.

use super::parts::*;
use gloryhex_model::Deed;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    if let Some(fighter) = fighter_of(run.sight(), card, who) {
        run.state.fighter_mut(fighter).note(Deed::Spent);
    }
}

//! `cancel`: a spell is not cast, or a card does nothing.

use super::parts::*;
use crate::attack::{Attack, Verdict};

/// Keeps the spell at hand from being resolved.
pub(super) fn spell(run: &mut Run<'_>) {
    let n = run.state.n_cards as usize;
    let spell = run.state.cards[..n]
        .iter_mut()
        .rev()
        .find(|card| card.is(CardRun::TO_CAST));
    if let Some(card) = spell {
        card.flags |= CardRun::CANCELLED;
    } else if let Some(attack) = run.state.attack_mut().filter(|a| a.is(Attack::SPELL)) {
        attack.set(Attack::DISPELLED);
        attack.verdict = Verdict::Fail;
    }
}

/// Keeps the card below from being resolved.
pub(super) fn card(run: &mut Run<'_>) {
    if let Some(below) = (run.state.n_cards as usize).checked_sub(2) {
        run.state.cards[below].flags |= CardRun::CANCELLED;
    }
}

//! `cancel`: a spell is not cast, or a card does nothing.

use super::prelude::*;
use crate::attack::{Attack, Verdict};

/// Keeps the spell at hand from being resolved.
impl Step for instr::CancelSpell {
    fn act(&self, run: &mut Run<'_>, _: &CardRun) {
        let n = run.state.n_cards as usize;
        let mut cards = run.state.cards[..n].iter_mut().rev();
        if let Some(card) = cards.find(|card| card.is(CardRun::TO_CAST)) {
            card.flags |= CardRun::CANCELLED;
        } else if let Some(attack) = run.state.attack_mut().filter(|a| a.is(Attack::SPELL)) {
            attack.set(Attack::DISPELLED);
            attack.verdict = Verdict::Fail;
        }
    }
}

/// Keeps the card below from being resolved.
impl Step for instr::CancelCard {
    fn act(&self, run: &mut Run<'_>, _: &CardRun) {
        if let Some(below) = (run.state.n_cards as usize).checked_sub(2) {
            run.state.cards[below].flags |= CardRun::CANCELLED;
        }
    }
}

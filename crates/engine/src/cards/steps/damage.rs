//! `damage`: a fighter is dealt damage.

use super::prelude::*;
use crate::{event::By, frames::damage::Damage};
use gloryhex_cardlang::CardKind;

impl Step for instr::Damage {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let n = amount(run, card, self.n);
        if let Some(fighter) = standing(run.sight(), card, self.who).filter(|_| n > 0) {
            let by = dealer(run, card, self.by);
            run.push(Frame::Damage(Damage::new(fighter, n, by)));
        }
    }
    /// What comes after cannot be told: the fighter may fall.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        Followed::yes_if(standing(walk.sight, card, self.who).is_some())
    }
}

fn dealer(run: &Run<'_>, card: &CardRun, by: Ref) -> By {
    match by {
        Ref::NONE => By::Nobody,
        Ref::YOU if deals_for(run, card) => By::Fighter(card.me),
        Ref::YOU => By::Warband(card.source.seat),
        _ => fighter_of(run.sight(), card, by).map_or(By::Warband(card.source.seat), By::Fighter),
    }
}

/// Whether the damage of a card is that of its caster or bearer (Harrowdeep p.33).
fn deals_for(run: &Run<'_>, card: &CardRun) -> bool {
    let code = run.table.code(card.source);
    let is_theirs = |kind| matches!(kind, CardKind::Spell | CardKind::Upgrade);
    let deals = run.rules().fighters_deal_for_cards && card.me.is_some();
    deals && code.is_some_and(|code| is_theirs(code.kind))
}

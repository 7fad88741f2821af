//! `damage`: a fighter is dealt damage.

use super::parts::*;
use crate::{event::By, frames::damage::Damage};
use gloryhex_cardlang::CardKind;

#[inline(always)]
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref, n: Expr, by: Ref) {
    let n = amount(run, card, n);
    if let Some(fighter) = standing(run.sight(), card, who).filter(|_| n > 0) {
        let by = dealer(run, card, by);
        run.push(Frame::Damage(Damage::new(fighter, n, by)));
    }
}

/// What comes after cannot be told: the fighter may fall.
pub(super) fn follow(sight: Sight<'_>, card: &CardRun, who: Ref) -> Followed {
    Followed::yes_if(standing(sight, card, who).is_some())
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
    run.rules().fighters_deal_for_cards
        && card.me.is_some()
        && run
            .table
            .code(card.source)
            .is_some_and(|code| matches!(code.kind, CardKind::Spell | CardKind::Upgrade))
}

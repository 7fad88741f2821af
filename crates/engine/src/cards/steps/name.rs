//! `name`: a value is kept under a name.

use super::parts::*;

#[inline(always)]
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, slot: u8, value: Expr) {
    let value = candidates::amount(run.sight(), card, value);
    bind(run, slot, value);
}

pub(super) fn follow(sight: Sight<'_>, card: &mut CardRun, slot: u8, value: Expr) -> Followed {
    card.slots[slot as usize] = candidates::amount(sight, card, value);
    Followed::On
}

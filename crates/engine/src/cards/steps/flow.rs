//! `if`: what follows only happens if a condition holds; and going on elsewhere.

use super::parts::*;

/// Goes on elsewhere unless the condition holds.
#[inline(always)]
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, cond: Expr, to: Pc) -> Did {
    let context = context(run.sight(), card);
    match context.is_some_and(|context| !context.holds(cond)) {
        true => Did::To(to),
        false => Did::Next,
    }
}

pub(super) fn follow(sight: Sight<'_>, card: &mut CardRun, cond: Expr, to: Pc) -> Followed {
    if !context(sight, card).is_some_and(|context| context.holds(cond)) {
        card.pc = to;
    }
    Followed::On
}

/// What is elsewhere is tried.
pub(super) fn go_to(card: &mut CardRun, to: Pc) -> Followed {
    card.pc = to;
    Followed::On
}

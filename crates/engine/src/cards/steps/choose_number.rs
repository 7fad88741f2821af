//! `choose N from … to …`: a player is asked for a number.

use super::parts::*;

/// Asks, unless there is only one number.
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, slot: u8, (low, high): (Expr, Expr)) -> Did {
    let number = |n| candidates::amount(run.sight(), card, n);
    let least = number(low);
    if least < number(high) {
        return Did::Ask(card.source.seat);
    }
    bind(run, slot, least);
    Did::Next
}

pub(super) fn follow(
    walk: &mut Walk<'_>,
    card: &CardRun,
    slot: u8,
    (low, high): (Expr, Expr),
) -> Followed {
    let Some(context) = context(walk.sight, card) else {
        return Followed::No;
    };
    let mut numbers = context.value(low)..=context.value(high);
    Followed::yes_if(numbers.any(|n| {
        let mut next = *card;
        next.slots[slot as usize] = n;
        walk.from(next)
    }))
}

pub(super) fn offer(sight: Sight<'_>, card: &CardRun, low: Expr, high: Expr, out: &mut Choices) {
    let number = |n| candidates::amount(sight, card, n);
    for n in number(low).max(0)..=number(high).min(254) {
        out.push(Choice::new(Verb::Option, n as u8, 0, 0));
    }
}

pub(super) fn choose(run: &mut Run<'_>, card: &CardRun, slot: u8, choice: Choice) {
    let mut changed = *card;
    changed.slots[slot as usize] = i16::from(choice.a);
    changed.pc += 1;
    put(run, changed);
}

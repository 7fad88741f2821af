//! `each`: something is done to each of several, one after the other.

use super::parts::*;
use crate::bits::Bits;

/// The elements that satisfy a condition, as a set.
fn found(sight: Sight<'_>, card: &CardRun, over: Domain, filter: Expr) -> u32 {
    context(sight, card).map_or(0, |context| {
        let all = context.elements(over, NOBODY, filter);
        all.into_iter().fold(0, |set, element| set | 1 << element)
    })
}

/// Fills a set.
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, set: u8, (over, filter): (Domain, Expr)) {
    let found = found(run.sight(), card, over, filter);
    bind_set(run, set, found);
}

/// Takes an element out of a set, or asks for one.
pub(super) fn next(
    run: &mut Run<'_>,
    card: &CardRun,
    (set, var): (u8, u8),
    by: Ref,
    to: Pc,
) -> Did {
    let left = set_in(card, set);
    if left == 0 {
        return Did::To(to);
    }
    if by != Ref::NONE {
        return ask(run, card, by);
    }
    bind(run, var, left.trailing_zeros() as i16);
    bind_set(run, set, left & (left - 1));
    Did::Next
}

pub(super) fn follow(
    sight: Sight<'_>,
    card: &mut CardRun,
    set: u8,
    (over, filter): (Domain, Expr),
) -> Followed {
    let found = found(sight, card, over, filter);
    put_set(card, set, found);
    Followed::On
}

/// What is said of each of several is followed as far as it can be.
pub(super) fn follow_next(card: &mut CardRun, set: u8, to: Pc) -> Followed {
    if set_in(card, set) != 0 {
        return Followed::Yes;
    }
    card.pc = to;
    Followed::On
}

pub(super) fn offer(sight: Sight<'_>, card: &CardRun, set: u8, out: &mut Choices) {
    let over = domain_of(sight, card, set);
    for element in Bits(set_in(card, set).into()) {
        out.push(candidates::choice_of(over, element.into()));
    }
}

/// The domain whose elements a set was filled from.
fn domain_of(sight: Sight<'_>, card: &CardRun, set: u8) -> Domain {
    let code = sight.table.code(card.source);
    let before = code.map_or(&[][..], |code| &code.code[..card.pc as usize]);
    let filled = before.iter().rev().find_map(|step| match step {
        Instr::Each { set: s, over, .. } | Instr::ChooseSet { set: s, over, .. } if *s == set => {
            Some(*over)
        }
        _ => None,
    });
    filled.unwrap_or(Domain::Fighters)
}

pub(super) fn choose(run: &mut Run<'_>, card: &CardRun, (set, var): (u8, u8), choice: Choice) {
    let element = candidates::element_of(choice);
    let mut changed = *card;
    changed.slots[var as usize] = element;
    put_set(&mut changed, set, set_in(card, set) & !(1 << element));
    changed.pc += 1;
    put(run, changed);
}

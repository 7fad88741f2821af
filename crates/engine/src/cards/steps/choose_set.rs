//! `choose up to`: a player is asked for several things, one after the other.

use super::choose::{is_held, was_chosen};
use super::parts::*;

/// Asks for one more; the set is empty when it begins.
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, frame: Card, step: Instr, set: u8) -> Did {
    let some = offers_something(run, card, frame, step);
    if frame == Card::default() {
        bind_set(run, set, 0);
    }
    match some {
        true => Did::Ask(card.source.seat),
        false => Did::Next,
    }
}

/// It is enough to be able to choose one.
pub(super) fn follow(walk: &mut Walk<'_>, card: &CardRun, step: Instr) -> Followed {
    let Instr::ChooseSet {
        set,
        over,
        filter,
        term,
        ..
    } = step
    else {
        return Followed::No;
    };
    let mut possible = false;
    candidates::each(walk.sight, card, over, Ref::NONE, filter, term, |element| {
        let mut next = *card;
        put_set(&mut next, set, 1 << element);
        possible = walk.from(next);
        !possible
    });
    Followed::yes_if(possible)
}

pub(super) fn offer(sight: Sight<'_>, card: &CardRun, frame: Card, step: Instr, out: &mut Choices) {
    let Instr::ChooseSet {
        set,
        over,
        filter,
        most,
        term,
    } = step
    else {
        return;
    };
    let begins = frame == Card::default();
    let so_far = if begins { 0 } else { set_in(card, set) };
    if (so_far.count_ones() as i16) < candidates::amount(sight, card, most) {
        candidates::each(sight, card, over, Ref::NONE, filter, term, |element| {
            if so_far >> element & 1 == 0 {
                out.push(candidates::choice_of(over, element));
            }
            !out.enough()
        });
    }
    out.push(Choice::DONE);
}

pub(super) fn choose(run: &mut Run<'_>, card: &CardRun, frame: Card, step: Instr, choice: Choice) {
    let Instr::ChooseSet {
        set, over, term, ..
    } = step
    else {
        return;
    };
    let mut changed = *card;
    if choice.verb == Verb::Done {
        changed.pc += 1;
        put(run, changed);
        run.put(Frame::Card(Card::default()));
        return;
    }
    let element = candidates::element_of(choice);
    put_set(&mut changed, set, set_in(card, set) | 1 << element);
    note_choice(&mut changed, over, element, term);
    put(run, changed);
    let count = frame.count + 1;
    run.put(Frame::Card(Card { count, ..frame }));
    if term {
        was_chosen(run, card, over, element);
    }
}

pub(super) fn refuse(sight: Sight<'_>, card: &CardRun, choice: Choice) -> Option<Refusal> {
    is_held(sight, card, choice)
}

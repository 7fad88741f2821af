//! `choose`: a player is asked for a fighter, a hex, a token, a player or a card.

use super::parts::*;
use crate::bits::Bits;
use crate::cards::follow;
use crate::ops::{price, travel};

/// Asks, if there is anything to choose; otherwise nothing is chosen.
pub(super) fn take(
    run: &mut Run<'_>,
    card: &CardRun,
    frame: Card,
    step: Instr,
    (slot, by): (u8, Ref),
) -> Did {
    if offers_something(run, card, frame, step) {
        return ask(run, card, by);
    }
    bind(run, slot, NOBODY);
    Did::Next
}

/// Something must be there with which the rest can be followed, unless nothing need be chosen.
pub(super) fn follow(walk: &mut Walk<'_>, card: &mut CardRun, step: Instr) -> Followed {
    let Instr::Choose {
        slot,
        over,
        of,
        filter,
        term,
        optional,
        ..
    } = step
    else {
        return Followed::No;
    };
    let sure = walk.surely_after(card.pc - 1);
    let mut possible = false;
    candidates::each(walk.sight, card, over, of, filter, term, |element| {
        possible = sure || {
            let mut next = *card;
            next.slots[slot as usize] = element;
            note_choice(&mut next, over, element, term);
            walk.from(next)
        };
        !possible
    });
    if possible || !optional {
        return Followed::yes_if(possible);
    }
    card.slots[slot as usize] = NOBODY;
    Followed::On
}

/// Lists those with whom the rest of the card can be followed, and only where there is nobody, the others.
pub(super) fn offer(sight: Sight<'_>, card: &CardRun, step: Instr, out: &mut Choices) {
    let Instr::Choose {
        slot,
        over,
        of,
        filter,
        term,
        optional,
        ..
    } = step
    else {
        return;
    };
    let sure = follow::surely_after(sight, card);
    let mut next = CardRun {
        pc: card.pc + 1,
        ..*card
    };
    let mut follows = |element: i16| {
        next.slots[slot as usize] = element;
        next.chosen = card.chosen;
        note_choice(&mut next, over, element, term);
        follow::can_be_followed(sight, &next)
    };
    let mut any = false;
    candidates::each(sight, card, over, of, filter, term, |element| {
        if sure || follows(element) {
            any = true;
            out.push(candidates::choice_of(over, element));
        }
        !out.enough()
    });
    if !any && !sure {
        candidates::each(sight, card, over, of, filter, term, |element| {
            out.push(candidates::choice_of(over, element));
            !out.enough()
        });
    }
    if optional {
        out.push(Choice::DONE);
    }
}

pub(super) fn choose(run: &mut Run<'_>, card: &CardRun, step: Instr, choice: Choice) {
    let Instr::Choose {
        slot, over, term, ..
    } = step
    else {
        return;
    };
    let declined = choice.verb == Verb::Done;
    let element = if declined {
        NOBODY
    } else {
        candidates::element_of(choice)
    };
    let mut changed = *card;
    changed.slots[slot as usize] = element;
    changed.pc += 1;
    note_choice(&mut changed, over, element, term);
    put(run, changed);
    if !declined && term {
        was_chosen(run, card, over, element);
    }
}

/// A gambit chose a fighter: its illusions break (Harrowdeep p.37).
pub(super) fn was_chosen(run: &mut Run<'_>, card: &CardRun, over: Domain, element: i16) {
    if !over.is_fighters() {
        return;
    }
    let fighter = FighterId(element as u8);
    let bind = Bind {
        fighter,
        ..Bind::card(card.source)
    };
    cards::tell(run, Trigger::Chosen, bind);
    let code = run.table.code(card.source);
    if !code.is_some_and(|code| code.kind.is_gambit()) {
        return;
    }
    let seat = run.table.owner(fighter);
    let slots = run.state.upgrades(run.table, fighter) & run.table.index.of(seat).illusions;
    for slot in Bits(slots) {
        price::break_upgrade(run, seat, slot);
        run.state.seats[seat].power.note_broken(1 << slot);
    }
}

pub(super) fn refuse(
    sight: Sight<'_>,
    card: &CardRun,
    step: Instr,
    choice: Choice,
) -> Option<Refusal> {
    let term = matches!(step, Instr::Choose { term: true, .. });
    let by_sight = sight.rules().spells_need_sight && card.is(CardRun::CAST);
    if term && by_sight && choice.verb == Verb::Fighter {
        return Some(Refusal::new(
            Rule::SpellSight,
            "The caster must see what the spell chooses; pick one of those offered.",
        ));
    }
    is_held(sight, card, choice)
}

/// A fighter is on the battlefield but cannot be pushed, where the card would push it.
pub(super) fn is_held(sight: Sight<'_>, card: &CardRun, choice: Choice) -> Option<Refusal> {
    let fighter = choice.fighter_a();
    let pushes = |step: &Instr| matches!(step, Instr::Push { .. });
    let held = choice.verb == Verb::Fighter
        && fighter.ix() < sight.table.entrants.len()
        && sight.state.fighter(fighter).on_field()
        && !travel::pushable(sight, fighter);
    let code = sight.table.code(card.source);
    let pushed = held && code.is_some_and(|code| code.code.iter().any(pushes));
    pushed.then_some(Refusal::new(
        Rule::SequenceCannot,
        "An ability keeps this fighter from being pushed; pick another.",
    ))
}

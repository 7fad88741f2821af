//! What a card being resolved asks for: the choices of each instruction, and why anything else is refused.

use super::{Card, instr_of, reroll, scatter};
use crate::{
    bits::Bits,
    card_run::CardRun,
    cards::{
        candidates,
        feasible::{self, set_in},
        push,
    },
    choice::{Choice, Choices, Verb},
    ops::{field, travel},
    refusal::Refusal,
    run::Sight,
};
use gloryhex_cardlang::{Domain, Instr, Ref};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::{FighterId, Rule};

/// Lists what an instruction asks for.
pub(super) fn list(sight: Sight<'_>, card: &CardRun, frame: Card, instr: Instr, out: &mut Choices) {
    match instr {
        Instr::May { .. } => {
            out.push(Choice::new(Verb::Confirm, 1, 0, 0));
            out.push(Choice::new(Verb::Confirm, 0, 0, 0));
        }
        Instr::Options { n, .. } => {
            let Some(context) = candidates::context(sight, card) else {
                return;
            };
            let code = context.code;
            let arms = code.code[card.pc as usize + 1..].iter().take(n as usize);
            let open = |arm: &Instr| matches!(arm, Instr::Arm { cond, .. } if context.holds(*cond));
            let follows = |arm: &Instr| match *arm {
                Instr::Arm { to, .. } => {
                    feasible::can_be_followed(sight, &CardRun { pc: to, ..*card })
                }
                _ => false,
            };
            // One that cannot be followed is offered only where none can.
            let any = arms.clone().any(|arm| open(arm) && follows(arm));
            for (nth, arm) in arms.enumerate() {
                if open(arm) && (!any || follows(arm)) {
                    out.push(Choice::new(Verb::Option, nth as u8, 0, 0));
                }
            }
        }
        Instr::Next { set, .. } => {
            let left = set_in(card, set);
            let over = domain_of_set(sight, card, set);
            for element in (0..32).filter(|bit| left >> bit & 1 == 1) {
                out.push(candidates::choice_of(over, element));
            }
        }
        Instr::Choose { over, optional, .. } => {
            if over.is_fighters() && !out.is_probe() {
                let offered = feasible::offered(sight, card, instr);
                for fighter in Bits(offered.into()).map(FighterId) {
                    out.push(Choice::fighter(Verb::Fighter, fighter));
                }
            } else {
                others(sight, card, instr, out);
            }
            if optional {
                out.push(Choice::DONE);
            }
        }
        Instr::ChooseSet {
            set,
            over,
            filter,
            most,
            term,
        } => {
            let so_far = if frame == Card::default() {
                0
            } else {
                set_in(card, set)
            };
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
        Instr::ChooseNumber { low, high, .. } => {
            let number = |n| candidates::amount(sight, card, n);
            for n in number(low).max(0)..=number(high).min(254) {
                out.push(Choice::new(Verb::Option, n as u8, 0, 0));
            }
        }
        Instr::Push { .. } => {
            if let Some(push) = push::push_of(sight, card, instr) {
                let mut any = false;
                push.each_way(sight, card, |hex, entered| {
                    any = true;
                    out.push(Choice::new(Verb::Hex, hex.0, 0, entered));
                });
                if push.may_stay() && any {
                    out.push(Choice::new(Verb::Stay, 0, 0, 0));
                }
            }
        }
        Instr::Place { who, hex, lifted } => {
            let left = candidates::fighter_of(sight, card, who).filter(|_| lifted);
            for at in candidates::places(sight, card, hex, left) {
                out.push(Choice::hex(Verb::Hex, at));
            }
        }
        Instr::Scatter { from, .. } => scatter::choices(sight, card, frame, from, out),
        Instr::Reroll { defence, up_to, .. } => {
            reroll::choices(sight, card, defence, up_to, out);
        }
        _ => {}
    }
}

/// Lists what can be chosen, one after the other.
#[inline(never)]
fn others(sight: Sight<'_>, card: &CardRun, instr: Instr, out: &mut Choices) {
    let Instr::Choose {
        over,
        of,
        filter,
        term,
        ..
    } = instr
    else {
        return;
    };
    let mut any = false;
    let alike = feasible::alike_after(sight, card);
    candidates::each(sight, card, over, of, filter, term, |element| {
        if alike || feasible::with_choice(sight, card, instr, element) {
            any = true;
            out.push(candidates::choice_of(over, element));
        }
        !out.enough()
    });
    if !any && !alike {
        candidates::each(sight, card, over, of, filter, term, |element| {
            out.push(candidates::choice_of(over, element));
            !out.enough()
        });
    }
}

/// The hazards on the way of a push that a choice of its end names.
pub fn via(sight: Sight<'_>, choice: Choice) -> HexSet {
    let card = sight.state.card().filter(|_| choice.verb == Verb::Hex);
    card.and_then(|card| push::push_of(sight, card, instr_of(sight, card)))
        .map_or(HexSet::EMPTY, |push| push.hazards(sight, choice.c))
}

/// The domain whose elements a set was filled from.
pub(super) fn domain_of_set(sight: Sight<'_>, card: &CardRun, set: u8) -> Domain {
    let code = sight.table.code(card.source);
    let before = code.map_or(&[][..], |code| &code.code[..card.pc as usize]);
    let filled = before.iter().rev().find_map(|instr| match instr {
        Instr::Each { set: s, over, .. } | Instr::ChooseSet { set: s, over, .. } if *s == set => {
            Some(*over)
        }
        _ => None,
    });
    filled.unwrap_or(Domain::Fighters)
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, _frame: Card, choice: Choice) -> Refusal {
    let instr = sight
        .state
        .card()
        .map_or(Instr::End, |card| instr_of(sight, card));
    match (instr, choice.verb) {
        (Instr::Push { .. }, Verb::Hex) if !field::empty(sight).contains(choice.hex_a()) => {
            Refusal::new(
                Rule::PushObstacle,
                "A fighter is only pushed into an empty hex; pick one.",
            )
        }
        (Instr::Push { .. }, Verb::Hex) if is_end(sight, choice) => Refusal::new(
            Rule::PushBasic,
            "No way of this push enters exactly those hazards; pick one of the ways offered.",
        ),
        (Instr::Push { .. }, _) => Refusal::new(
            Rule::PushBasic,
            "Pick an empty hex that this push can reach.",
        ),
        (Instr::Scatter { .. }, _) => Refusal::new(
            Rule::ScatterChain,
            "Pick where the scatter token points, then the order of the dice.",
        ),
        (Instr::Reroll { .. }, _) => Refusal::new(
            Rule::AttackReroll,
            "Re-roll a die that has not been re-rolled, or none.",
        ),
        (Instr::Choose { term: true, .. }, Verb::Fighter)
            if sight.rules().spells_need_sight
                && sight
                    .state
                    .card()
                    .is_some_and(|card| card.is(CardRun::CAST)) =>
        {
            Refusal::new(
                Rule::SpellSight,
                "The caster must see what the spell chooses; pick one of those offered.",
            )
        }
        (Instr::Choose { .. } | Instr::ChooseSet { .. }, Verb::Fighter)
            if held_in_place(sight, choice) =>
        {
            Refusal::new(
                Rule::SequenceCannot,
                "An ability keeps this fighter from being pushed; pick another.",
            )
        }
        _ => Refusal::new(
            Rule::SequenceFollowAll,
            "The card being resolved asks for something else; pick one of those offered.",
        ),
    }
}

/// Whether the push at hand can end in the hex of a choice, by some way.
fn is_end(sight: Sight<'_>, choice: Choice) -> bool {
    let card = sight.state.card();
    card.and_then(|card| Some((card, push::push_of(sight, card, instr_of(sight, card))?)))
        .is_some_and(|(card, push)| push.ends(sight, card).contains(choice.hex_a()))
}

/// Whether a fighter is on the battlefield but cannot be pushed, where the card would push it.
fn held_in_place(sight: Sight<'_>, choice: Choice) -> bool {
    let fighter = choice.fighter_a();
    let code = sight
        .state
        .card()
        .and_then(|card| sight.table.code(card.source));
    let pushes = |instr: &Instr| matches!(instr, Instr::Push { .. });
    fighter.ix() < sight.table.entrants.len()
        && sight.state.fighter(fighter).on_field()
        && !travel::pushable(sight, fighter)
        && code.is_some_and(|code| code.code.iter().any(pushes))
}

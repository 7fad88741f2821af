//! `one_of`: a player is asked for one of several things to do.

use super::parts::*;
use crate::cards::follow;

/// Asks for one of the arms, if any can be taken.
pub(super) fn take(
    run: &mut Run<'_>,
    card: &CardRun,
    frame: Card,
    step: Instr,
    (by, to): (Ref, Pc),
) -> Did {
    match offers_something(run, card, frame, step) {
        true => ask(run, card, by),
        false => Did::To(to),
    }
}

pub(super) fn follow(walk: &mut Walk<'_>, card: &CardRun, n: u8) -> Followed {
    let sight = walk.sight;
    let arms = walk.code.code[card.pc as usize..].iter().take(n as usize);
    let holds = |cond| context(sight, card).is_some_and(|context| context.holds(cond));
    let mut able = false;
    for arm in arms {
        if let Instr::Arm { cond, to } = *arm {
            able = able || holds(cond) && walk.from(CardRun { pc: to, ..*card });
        }
    }
    Followed::yes_if(able)
}

/// An arm that cannot be followed is offered only where none can.
pub(super) fn offer(sight: Sight<'_>, card: &CardRun, n: u8, out: &mut Choices) {
    let Some(context) = context(sight, card) else {
        return;
    };
    let arms = context.code.code[card.pc as usize + 1..]
        .iter()
        .take(n as usize);
    let open = |arm: &Instr| matches!(arm, Instr::Arm { cond, .. } if context.holds(*cond));
    let follows = |arm: &Instr| match *arm {
        Instr::Arm { to, .. } => follow::can_be_followed(sight, &CardRun { pc: to, ..*card }),
        _ => false,
    };
    let any = arms.clone().any(|arm| open(arm) && follows(arm));
    for (nth, arm) in arms.enumerate() {
        if open(arm) && (!any || follows(arm)) {
            out.push(Choice::new(Verb::Option, nth as u8, 0, 0));
        }
    }
}

pub(super) fn choose(run: &mut Run<'_>, card: &CardRun, choice: Choice) {
    let at = card.pc as usize + 1 + choice.a as usize;
    let code = run.table.code(card.source);
    if let Some(Instr::Arm { to, .. }) = code.and_then(|code| code.code.get(at)) {
        put(run, CardRun { pc: *to, ..*card });
    }
}

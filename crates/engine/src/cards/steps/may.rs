//! `may`: a player is asked whether to do what follows.

use super::parts::*;
use crate::frames::window;

pub(super) fn take(run: &Run<'_>, card: &CardRun, by: Ref) -> Did {
    ask(run, card, by)
}

/// It is enough if what follows can be done, or what comes after it.
pub(super) fn follow(walk: &mut Walk<'_>, card: &CardRun, to: Pc) -> Followed {
    Followed::yes_if(walk.from(*card) || walk.from(CardRun { pc: to, ..*card }))
}

pub(super) fn offer(out: &mut Choices) {
    out.push(Choice::new(Verb::Confirm, 1, 0, 0));
    out.push(Choice::new(Verb::Confirm, 0, 0, 0));
}

pub(super) fn choose(run: &mut Run<'_>, card: &CardRun, to: Pc, choice: Choice) {
    let yes = choice.a == 1;
    if !yes {
        window::decline(run, card);
    }
    let pc = if yes { card.pc + 1 } else { to };
    put(run, CardRun { pc, ..*card });
}

//! `may`: a player is asked whether to do what follows.

use super::prelude::*;
use crate::frames::window;

impl Step for instr::May {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        Ok(Did::Ask(seat_of(run.sight(), card, self.by)))
    }
    /// It is enough if what follows can be done, or what comes after it.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let declined = CardRun {
            pc: self.to,
            ..*card
        };
        Followed::yes_if(walk.from(*card) || walk.from(declined))
    }
    fn asks(&self) -> Ref {
        self.by
    }
    fn offer(&self, _: Sight<'_>, _: &CardRun, _: Card, out: &mut Choices) {
        out.push(Choice::new(Verb::Confirm, 1, 0, 0));
        out.push(Choice::new(Verb::Confirm, 0, 0, 0));
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        let yes = choice.a == 1;
        if !yes {
            window::decline(run, card);
        }
        let pc = if yes { card.pc + 1 } else { self.to };
        put(run, CardRun { pc, ..*card });
    }
}

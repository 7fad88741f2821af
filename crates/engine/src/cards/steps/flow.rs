//! `if`: what follows only happens if a condition holds; and going on elsewhere.

use super::prelude::*;

/// Goes on elsewhere unless the condition holds.
impl Step for instr::Unless {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        match holds(run.sight(), card, self.cond) {
            true => Ok(Did::Next),
            false => Ok(Did::To(self.to)),
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        if !holds(walk.sight, card, self.cond) {
            card.pc = self.to;
        }
        Followed::On
    }
}

impl Step for instr::Jump {
    fn take(&self, _: &mut Run<'_>, _: &CardRun, _: Card) -> Took {
        Ok(Did::To(self.to))
    }
    fn follow(&self, _: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        card.pc = self.to;
        Followed::On
    }
}

impl Step for instr::Again {
    fn take(&self, _: &mut Run<'_>, _: &CardRun, _: Card) -> Took {
        Ok(Did::To(self.to))
    }
    fn follow(&self, _: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        card.pc = self.to;
        Followed::On
    }
}

/// The frame of the card looks out for its end.
impl Step for instr::End {
    fn follow(&self, _: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::Yes
    }
}

//! `name`: a value is kept under a name.

use super::prelude::*;

impl Step for instr::Set {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let value = value(run.sight(), card, self.value);
        bind(run, self.slot, value);
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        card.slots[self.slot.ix()] = value(walk.sight, card, self.value);
        Followed::On
    }
}

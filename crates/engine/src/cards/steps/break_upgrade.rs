//! `break`: an upgrade is discarded from its fighter.

use super::prelude::*;
use crate::ops::price;

impl Step for instr::Break {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(source) = card_of(value_of(card, self.card)) {
            price::break_upgrade(run, source.seat, source.slot);
            let code = run.table.code(card.source);
            if code.is_some_and(|code| code.kind.is_gambit()) {
                let power = &mut run.state.seats[source.seat].power;
                power.note_broken(1 << source.slot);
            }
        }
    }
}

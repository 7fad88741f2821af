//! `put` and `discard`: a card is put somewhere.

use super::prelude::*;
use crate::ops::draw;

impl Step for instr::PutCard {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(source) = card_of(value_of(card, self.card)) {
            draw::put_card(run, source, self.to);
        }
    }
}

//! `put` and `discard`: a card is put somewhere.

use super::parts::*;
use crate::ops::draw;
use gloryhex_cardlang::Zone;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, which: Ref, to: Zone) {
    if let Some(source) = card_of(value_of(card, which)) {
        draw::put_card(run, source, to);
    }
}

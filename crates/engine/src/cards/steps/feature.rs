//! `flip`, `remove`, `move` and `mark`: what is done to a feature token or a hex.

use super::prelude::*;
use crate::{
    cards::listeners::wear::until_of,
    ops::field,
    state::{Feature, Mark},
};
use gloryhex_cardlang::HexMark;
use gloryhex_hexgrid::{HexId, Kind};

/// A feature token is turned over.
impl Step for instr::Flip {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(ix) = token_of(run, card, self.token) {
            let token = &mut run.state.features[ix];
            if token.number > 0 {
                token.flags ^= Feature::NUMBERED;
                token.flags |= Feature::KNOWN;
            }
            let numbered = token.numbered();
            let index = ix as u8;
            run.emit(Rule::PowerDelve, What::TokenFlipped { index, numbered });
            let bind = Bind {
                number: index,
                ..Bind::seat(card.source.seat)
            };
            cards::tell(run, Trigger::Flipped, bind);
        }
    }
}

/// A feature token is taken off the battlefield.
impl Step for instr::RemoveToken {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(ix) = token_of(run, card, self.token) {
            run.state.features[ix].hex = HexId::NONE;
            let index = ix as u8;
            run.emit(Rule::SequenceFollowAll, What::TokenRemoved { index });
        }
    }
}

/// A feature token is moved, or brought back, to a hex.
impl Step for instr::MoveToken {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let hex = hex_of(run.sight(), card, self.hex);
        if let (Some(ix), Some(hex)) = (token_of(run, card, self.token), hex) {
            run.state.features[ix].hex = hex;
            let index = ix as u8;
            run.emit(Rule::SequenceFollowAll, What::TokenMoved { index, hex });
        }
    }
    /// A token never comes into a hex that is closed to it (Harrowdeep p.26).
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let mut closed = [Kind::BLOCKED, Kind::LETHAL, Kind::COVER].into_iter();
        Followed::on_if(hex_of(sight, card, self.hex).is_some_and(|hex| {
            sight.state.feature_at(hex).is_none()
                && !closed.any(|kind| field::of_kind(sight, kind).contains(hex))
        }))
    }
}

/// A hex becomes blocked or lethal for a time.
impl Step for instr::MarkHex {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let Some(hex) = hex_of(run.sight(), card, self.hex) else {
            return;
        };
        let kinds = match self.mark {
            HexMark::Blocked => Kind::BLOCKED,
            HexMark::Lethal => Kind::LETHAL,
        };
        let free = run.state.marks.iter().position(|m| m.hex == HexId::NONE);
        let token = run.state.feature_at(hex).filter(|_| self.token);
        run.state.marks[free.unwrap_or(0)] = Mark {
            hex,
            token: token.map_or(255, |ix| ix as u8),
            kinds,
            until: until_of(self.until),
        };
        run.emit(Rule::SequenceFollowAll, What::HexChanged { hex, kinds });
    }
}

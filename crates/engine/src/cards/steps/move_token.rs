//! `move`: a feature token is moved, or brought back, to a hex.

use super::prelude::*;
use crate::ops::field;
use gloryhex_hexgrid::Kind;

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

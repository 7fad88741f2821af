//! `move`: a feature token is moved, or brought back, to a hex.

use super::parts::*;
use crate::ops::field;
use gloryhex_hexgrid::Kind;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, token: Ref, hex: Ref) {
    if let (Some(ix), Some(hex)) = (token_of(run, card, token), hex_of(run.sight(), card, hex)) {
        run.state.features[ix].hex = hex;
        let index = ix as u8;
        run.emit(Rule::SequenceFollowAll, What::TokenMoved { index, hex });
    }
}

/// A token never comes into a hex that is closed to it (Harrowdeep p.26).
pub(super) fn follow(sight: Sight<'_>, card: &CardRun, hex: Ref) -> Followed {
    Followed::on_if(hex_of(sight, card, hex).is_some_and(|hex| {
        let closed = [Kind::BLOCKED, Kind::LETHAL, Kind::COVER];
        sight.state.feature_at(hex).is_none()
            && !closed
                .into_iter()
                .any(|kind| field::of_kind(sight, kind).contains(hex))
    }))
}

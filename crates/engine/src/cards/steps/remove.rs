//! `remove`: a feature token is taken off the battlefield.

use super::parts::*;
use gloryhex_hexgrid::HexId;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, token: Ref) {
    if let Some(ix) = token_of(run, card, token) {
        run.state.features[ix].hex = HexId::NONE;
        let index = ix as u8;
        run.emit(Rule::SequenceFollowAll, What::TokenRemoved { index });
    }
}

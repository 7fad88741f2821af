//! `remove`: a feature token is taken off the battlefield.

use super::prelude::*;
use gloryhex_hexgrid::HexId;

impl Step for instr::RemoveToken {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(ix) = token_of(run, card, self.token) {
            run.state.features[ix].hex = HexId::NONE;
            let index = ix as u8;
            run.emit(Rule::SequenceFollowAll, What::TokenRemoved { index });
        }
    }
}

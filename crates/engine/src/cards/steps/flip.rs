//! `flip`: a feature token is turned over.

use super::prelude::*;
use crate::state::Feature;

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
        }
    }
}

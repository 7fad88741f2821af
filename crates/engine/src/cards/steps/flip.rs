//! `flip`: a feature token is turned over.

use super::prelude::*;
use crate::state::Feature;

impl Step for instr::Flip {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
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
        Ok(Did::Next)
    }
}

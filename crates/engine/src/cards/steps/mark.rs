//! `mark`: a hex becomes blocked or lethal for a time.

use super::prelude::*;
use crate::{cards::listeners::wear::until_of, state::Mark};
use gloryhex_cardlang::HexMark;
use gloryhex_hexgrid::{HexId, Kind};

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

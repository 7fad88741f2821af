//! `mark`: a hex becomes blocked or lethal for a time.

use super::parts::*;
use crate::{cards::listeners::wear::until_of, state::Mark};
use gloryhex_cardlang::{HexMark, Until};
use gloryhex_hexgrid::{HexId, Kind};

pub(super) fn take(
    run: &mut Run<'_>,
    card: &CardRun,
    (hex, token): (Ref, bool),
    mark: HexMark,
    until: Until,
) {
    let Some(hex) = hex_of(run.sight(), card, hex) else {
        return;
    };
    let kinds = match mark {
        HexMark::Blocked => Kind::BLOCKED,
        HexMark::Lethal => Kind::LETHAL,
    };
    let free = run.state.marks.iter().position(|m| m.hex == HexId::NONE);
    let token = run.state.feature_at(hex).filter(|_| token);
    run.state.marks[free.unwrap_or(0)] = Mark {
        hex,
        token: token.map_or(255, |ix| ix as u8),
        kinds,
        until: until_of(until),
    };
    run.emit(Rule::SequenceFollowAll, What::HexChanged { hex, kinds });
}

//! `swap`: two fighters, or two feature tokens, change places.

use super::parts::*;
use crate::frames::moving::{Manner, Move};

pub(super) fn fighters(run: &mut Run<'_>, card: &CardRun, a: Ref, b: Ref) {
    let sight = run.sight();
    if let (Some(a), Some(b)) = (standing(sight, card, a), standing(sight, card, b)) {
        let (at, to) = (run.state.fighter(a).hex, run.state.fighter(b).hex);
        run.state.fighter_mut(a).hex = to;
        run.state.fighter_mut(b).hex = at;
        run.push(Frame::Move(Move::to(a, Manner::Place, at, to)));
        run.push(Frame::Move(Move::to(b, Manner::Place, to, at)));
    }
}

pub(super) fn follow(sight: Sight<'_>, card: &CardRun, a: Ref, b: Ref) -> Followed {
    let there = |who| standing(sight, card, who).is_some();
    Followed::yes_if(there(a) && there(b))
}

pub(super) fn tokens(run: &mut Run<'_>, card: &CardRun, a: Ref, b: Ref) {
    if let (Some(a), Some(b)) = (token_of(run, card, a), token_of(run, card, b)) {
        let (at, to) = (run.state.features[a].hex, run.state.features[b].hex);
        run.state.features[a].hex = to;
        run.state.features[b].hex = at;
        for index in [a, b] {
            let hex = run.state.features[index].hex;
            let index = index as u8;
            run.emit(Rule::SequenceFollowAll, What::TokenMoved { index, hex });
        }
    }
}

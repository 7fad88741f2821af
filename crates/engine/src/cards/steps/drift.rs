//! `drift`: a fighter is pushed along the last chain of hexes as far as it is free.

use super::parts::*;
use super::push::MAX_PUSH;
use crate::{
    frames::moving::{Manner, Move},
    ops::{field, travel},
};
use gloryhex_hexgrid::HexId;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    let sight = run.sight();
    let who = standing(sight, card, who).filter(|who| travel::pushable(sight, *who));
    let Some(fighter) = who else {
        return;
    };
    let mut free = field::empty(sight);
    let from = sight.state.fighter(fighter).hex;
    free.insert(from);
    let mut way = [HexId::NONE; MAX_PUSH];
    let chain = card.chain.iter().take_while(|hex| free.contains(**hex));
    for (slot, hex) in way.iter_mut().zip(chain) {
        *slot = *hex;
    }
    let last = way.iter().rev().find(|hex| **hex != HexId::NONE);
    if last.is_some_and(|hex| *hex != from) {
        run.push(Frame::Move(Move {
            way,
            ..Move::to(fighter, Manner::Push, from, way[0])
        }));
    }
}

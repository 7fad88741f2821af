//! `drift`: a fighter is pushed along the last chain of hexes as far as it is free.

use super::{prelude::*, push::MAX_PUSH};
use crate::{
    frames::moving::{Manner, Move},
    ops::{field, travel},
};
use gloryhex_hexgrid::HexId;

impl Step for instr::PushChain {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let sight = run.sight();
        let who = standing(sight, card, self.who).filter(|who| travel::pushable(sight, *who));
        let Some(fighter) = who else {
            return;
        };
        let from = sight.state.fighter(fighter).hex;
        let free = field::empty(sight).with(from);
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
    fn follow(&self, _: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::Yes
    }
}

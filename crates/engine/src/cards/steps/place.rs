//! `place`: a fighter is placed in an empty hex, or brought back to one.

use super::prelude::*;
use crate::{
    frames::moving::{Manner, Move},
    ops::{field, harm},
};
use gloryhex_hexgrid::{HexId, HexSet};

/// The hexes a fighter can be placed in. The hex of one who is taken off the battlefield first is empty.
fn hexes(step: &instr::Place, sight: Sight<'_>, card: &CardRun) -> HexSet {
    let (Some(fighter), Some(context)) = (fighter_of(sight, card, step.who), context(sight, card))
    else {
        return HexSet::EMPTY;
    };
    let left = sight.state.fighter(fighter).hex;
    let mut empty = field::empty(sight);
    if step.lifted && left != HexId::NONE {
        empty.insert(left);
    }
    context.hexes_which(empty, step.hex)
}

impl Step for instr::Place {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        Ok(self.ask(run, card, frame).unwrap_or(Did::Next))
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        Followed::yes_if(!hexes(self, walk.sight, card).is_empty())
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        for at in hexes(self, sight, card) {
            out.push(Choice::hex(Verb::Hex, at));
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        go_on(run, card);
        if let Some(fighter) = fighter_of(run.sight(), card, self.who) {
            let hex = choice.hex_a();
            let from = run.state.fighter(fighter).hex;
            if from == HexId::NONE {
                harm::bring_back(run, fighter, hex);
            }
            run.push(Frame::Move(Move::to(fighter, Manner::Place, from, hex)));
        }
    }
}

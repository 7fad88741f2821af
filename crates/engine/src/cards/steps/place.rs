//! `place`: a fighter is placed in an empty hex, or brought back to one.

use super::parts::*;
use crate::{
    frames::moving::{Manner, Move},
    ops::harm,
};
use gloryhex_hexgrid::{HexId, HexSet};

/// The hexes it can be placed in. The hex of a fighter who is taken off the battlefield first is empty.
fn hexes(sight: Sight<'_>, card: &CardRun, who: Ref, hex: Expr, lifted: bool) -> HexSet {
    let left = fighter_of(sight, card, who).filter(|_| lifted);
    candidates::places(sight, card, hex, left)
}

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, frame: Card, step: Instr, who: Ref) -> Did {
    let known = fighter_of(run.sight(), card, who).is_some();
    match known && offers_something(run, card, frame, step) {
        true => Did::Ask(card.source.seat),
        false => Did::Next,
    }
}

pub(super) fn follow(
    sight: Sight<'_>,
    card: &CardRun,
    who: Ref,
    hex: Expr,
    lifted: bool,
) -> Followed {
    let known = fighter_of(sight, card, who).is_some();
    Followed::yes_if(known && !hexes(sight, card, who, hex, lifted).is_empty())
}

pub(super) fn offer(
    sight: Sight<'_>,
    card: &CardRun,
    who: Ref,
    (hex, lifted): (Expr, bool),
    out: &mut Choices,
) {
    for at in hexes(sight, card, who, hex, lifted) {
        out.push(Choice::hex(Verb::Hex, at));
    }
}

pub(super) fn choose(run: &mut Run<'_>, card: &CardRun, who: Ref, choice: Choice) {
    go_on(run, card);
    if let Some(fighter) = fighter_of(run.sight(), card, who) {
        let hex = choice.hex_a();
        let from = run.state.fighter(fighter).hex;
        if from == HexId::NONE {
            harm::bring_back(run, fighter, hex);
        }
        run.push(Frame::Move(Move::to(fighter, Manner::Place, from, hex)));
    }
}

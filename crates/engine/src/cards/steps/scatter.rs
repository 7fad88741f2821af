//! `scatter` and `drift`: a chain of hexes from an origin, one per attack die (Nightvault p.4, Harrowdeep p.39).
//!
//! The player turns the scatter token first, by naming the neighbour that the critical points to (or
//! the direction, where there is no hex), and uses the dice in any order. Clockwise from the critical
//! lie hammer, swords, single support, double support and a blank side.

use super::{prelude::*, push::MAX_PUSH};
use crate::{
    card_run::MAX_CHAIN,
    frames::moving::{Manner, Move},
    ops::{field, travel},
};
use gloryhex_hexgrid::{Direction, HexId};
use gloryhex_model::{Die, Face, Roll};

/// Where the chain keeps the hex that the token was placed at, until its first die is used.
const PLACED: usize = MAX_CHAIN - 1;
/// The token lies so: the stage is this plus the direction of the critical.
const TURNED: u8 = 1;
/// The dice are rolled: the stage is this plus the direction of the critical.
const ROLLED: u8 = 10;

fn origin(sight: Sight<'_>, card: &CardRun, from: Ref) -> HexId {
    hex_of(sight, card, from).unwrap_or(HexId::NONE)
}

fn clockwise(direction: Direction, face: Face) -> Direction {
    let steps = match face {
        Face::Hammer => 1,
        Face::Swords => 2,
        Face::Sup1 => 3,
        Face::Sup2 => 4,
        _ => 0,
    };
    (0..steps).fold(direction, |direction, _| direction.right())
}

/// Uses one die.
fn advance(run: &mut Run<'_>, mut card: CardRun, frame: Card, face: Face) {
    let critical = Direction::from_index(frame.stage.saturating_sub(ROLLED));
    let nth = frame.count as usize;
    let at = match nth.checked_sub(1) {
        Some(before) => card.chain[before],
        None => std::mem::replace(&mut card.chain[PLACED], HexId::NONE),
    };
    let to = run.grid.neighbour(at, clockwise(critical, face));
    let mut roll = card.roll();
    roll.remove(face);
    if to == HexId::NONE {
        roll = Roll::EMPTY;
    } else if let Some(slot) = card.chain.get_mut(nth) {
        *slot = to;
    }
    card.set_roll(roll);
    put(run, card);
}

impl Step for instr::Scatter {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let (mut card, seat) = (*card, card.source.seat);
        if frame.stage == 0 {
            let at = origin(run.sight(), &card, self.from);
            card.chain = [HexId::NONE; MAX_CHAIN];
            put(run, card);
            return Ok(
                match at == HexId::NONE || run.grid.adjacent(at).is_empty() {
                    true => Did::Next,
                    false => Did::Ask(seat),
                },
            );
        }
        if frame.stage < ROLLED {
            let n = value(run.sight(), &card, self.n).clamp(0, MAX_CHAIN as i16);
            let die = Die::Attack;
            let roll = run.roll(seat, die, n as u8)?;
            run.emit(Rule::ScatterChain, What::Rolled { seat, die, roll });
            card.set_roll(roll);
            put(run, card);
            let stage = frame.stage - TURNED + ROLLED;
            return Ok(Did::Part(Card { stage, count: 0 }));
        }
        let left = card.roll();
        let mut faces = left.faces();
        match (faces.next(), faces.next()) {
            (None, _) => {
                if frame.count == 0 {
                    card.chain[PLACED] = HexId::NONE;
                    put(run, card);
                }
                Ok(Did::Next)
            }
            (Some(_), Some(_)) => Ok(Did::Ask(seat)),
            (Some(face), None) => {
                advance(run, card, frame, face);
                Ok(Did::Part(frame.once_more()))
            }
        }
    }
    fn follow(&self, _: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::Yes
    }
    /// What may be chosen: where the critical points, then a die.
    fn offer(&self, sight: Sight<'_>, card: &CardRun, frame: Card, out: &mut Choices) {
        if frame.stage > 0 {
            for face in card.roll().faces() {
                out.push(Choice::new(Verb::Die, face as u8, 0, 0));
            }
            return;
        }
        let at = origin(sight, card, self.from);
        if at != HexId::NONE {
            for hex in sight.grid.adjacent(at) {
                out.push(Choice::hex(Verb::Hex, hex));
            }
            for (nth, hex) in (0..).zip(sight.grid.neighbours(at)) {
                if hex == HexId::NONE {
                    out.push(Choice::new(Verb::Option, nth, 0, 0));
                }
            }
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, frame: Card, choice: Choice) {
        if frame.stage > 0 {
            run.put(Frame::Card(frame.once_more()));
            advance(run, *card, frame, Face::from_ix(choice.a.min(8)));
            return;
        }
        let at = origin(run.sight(), card, self.from);
        let toward = |hex| run.grid.direction(at, hex).map_or(0, |d| d as u8);
        let direction = choice.place().map_or(choice.a.min(5), toward);
        let stage = TURNED + direction;
        run.put(Frame::Card(Card { stage, count: 0 }));
        // It stays there whoever moves before the dice are rolled.
        let mut card = *card;
        card.chain[PLACED] = at;
        put(run, card);
        let bind = Bind::fighter(card.me);
        cards::fire(run, Trigger::ScatterPlaced, bind, Also::NOTHING);
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(
            Rule::ScatterChain,
            "Pick where the scatter token points, then the order of the dice.",
        )
    }
}

/// A fighter is pushed along the last chain of hexes as far as it is free.
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
        let most = match self.n.is_yes() {
            true => MAX_CHAIN,
            false => value(sight, card, self.n).clamp(0, MAX_CHAIN as i16) as usize,
        };
        let chain = card.chain.iter().take(most);
        let chain = chain.take_while(|hex| free.contains(**hex));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_lie_clockwise_from_the_critical() {
        let from = Direction::from_index(0);
        let steps = [
            Face::Crit,
            Face::Hammer,
            Face::Swords,
            Face::Sup1,
            Face::Sup2,
        ];
        let at: Vec<Direction> = steps.map(|face| clockwise(from, face)).to_vec();
        let around = std::iter::successors(Some(from), |at| Some(at.right()));
        assert_eq!(at, around.take(5).collect::<Vec<_>>());
    }
}

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
    rare::Rare,
};
use gloryhex_cardlang::HexRule;
use gloryhex_hexgrid::{Direction, HexId, Kind};
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
    change(run, |now| *now = card);
}

impl Step for instr::Scatter {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let seat = card.scatterer();
        if frame.stage == 0 {
            let at = origin(run.sight(), card, self.from);
            change(run, |card| card.chain = [HexId::NONE; MAX_CHAIN]);
            return Ok(
                match at == HexId::NONE || run.grid.adjacent(at).is_empty() {
                    true => Did::Next,
                    false => Did::Ask(seat),
                },
            );
        }
        if frame.stage < ROLLED {
            let n = value(run.sight(), card, self.n).clamp(0, MAX_CHAIN as i16);
            let die = Die::Attack;
            let roll = run.roll(seat, die, n as u8)?;
            run.emit(Rule::ScatterChain, What::Rolled { seat, die, roll });
            change(run, |card| card.set_roll(roll));
            let stage = frame.stage - TURNED + ROLLED;
            return Ok(Did::Part(Card { stage, count: 0 }));
        }
        let left = card.roll();
        let mut faces = left.faces();
        match (faces.next(), faces.next()) {
            (None, _) => {
                if frame.count == 0 {
                    change(run, |card| card.chain[PLACED] = HexId::NONE);
                }
                Ok(Did::Next)
            }
            (Some(_), Some(_)) => Ok(Did::Ask(seat)),
            (Some(face), None) => {
                advance(run, *card, frame, face);
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
        offer_directions(sight, origin(sight, card, self.from), out);
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, frame: Card, choice: Choice) {
        if frame.stage > 0 {
            run.put(Frame::Card(frame.once_more()));
            advance(run, *card, frame, Face::from_ix(choice.a.min(8)));
            return;
        }
        let at = origin(run.sight(), card, self.from);
        let stage = TURNED + picked(run.sight(), at, choice);
        run.put(Frame::Card(Card { stage, count: 0 }));
        let told = cards::is_heard(run, Trigger::Scattered);
        // It stays there whoever moves before the dice are rolled.
        change(run, |card| {
            card.chain[PLACED] = at;
            if told {
                card.flags |= CardRun::SCATTERED;
            }
        });
        let bind = Bind {
            fighter: card.me,
            ..Bind::seat(card.pusher())
        };
        cards::fire(run, Trigger::ScatterPlaced, bind, Also::NOTHING);
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(
            Rule::ScatterChain,
            "Pick where the scatter token points, then the order of the dice.",
        )
    }
}

/// How often a card has scattered with the step it is at, taking its steps in their order.
pub fn nth(sight: Sight<'_>, card: &CardRun) -> u8 {
    let code = sight.table.code(card.source);
    let clause = code.and_then(|code| code.clauses.get(usize::from(card.clause)));
    let steps = code.zip(clause).and_then(|(code, clause)| {
        let steps = usize::from(clause.body)..=usize::from(card.pc);
        code.code.get(steps)
    });
    let scatters = |step: &&Instr| matches!(step, Instr::Scatter(_));
    steps.map_or(1, |steps| steps.iter().filter(scatters).count() as u8)
}

/// Another player than its own decides in the scatter of the spell at hand.
impl Step for instr::Guide {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let guide = Rare(card.source.seat.0 + 1);
        let beneath = usize::from(run.state.n_cards).saturating_sub(1);
        let mut cards = run.state.cards[..beneath].iter_mut().rev();
        let spell = |card: &&mut CardRun| card.is(CardRun::TO_CAST) || card.is(CardRun::CAST);
        if let Some(spell) = cards.find(spell) {
            spell.guide = guide;
        }
    }
}

/// Another player than its own scatters for this card and pushes along the chain.
impl Step for instr::Hand {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let seat = seat_of(run.sight(), card, self.to);
        change(run, |card| {
            card.guide = Rare(seat.0 + 1);
            card.flags |= CardRun::HANDED;
        });
    }
}

/// The place of the card whose scatter token was just placed among the cards being resolved, and on the stack.
fn placed(sight: Sight<'_>) -> Option<(usize, usize)> {
    let frames = (0..).zip(sight.state.stack.iter());
    let cards = frames.filter_map(|(at, frame)| match frame {
        Frame::Card(card) => Some((at, *card)),
        _ => None,
    });
    let lies = |(nth, (at, frame)): (usize, (usize, Card))| {
        let card = sight.state.cards.get(nth)?;
        let scatters = matches!(super::instr_of(sight, card), Instr::Scatter(_));
        (scatters && (TURNED..ROLLED).contains(&frame.stage)).then_some((nth, at))
    };
    (0..).zip(cards).filter_map(lies).last()
}

/// The scatter token that was just placed is turned.
impl Step for instr::Orient {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        Ok(self.ask(run, card, frame).unwrap_or(Did::Next))
    }
    fn follow(&self, walk: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::on_if(placed(walk.sight).is_some())
    }
    fn offer(&self, sight: Sight<'_>, _: &CardRun, _: Card, out: &mut Choices) {
        if let Some((nth, _)) = placed(sight) {
            offer_directions(sight, sight.state.cards[nth].chain[PLACED], out);
        }
    }
    fn choose(&self, run: &mut Run<'_>, _: &CardRun, _: Card, choice: Choice) {
        let found = placed(run.sight());
        go_on(run);
        if let Some((nth, at)) = found {
            let direction = picked(run.sight(), run.state.cards[nth].chain[PLACED], choice);
            if let Some(Frame::Card(frame)) = run.state.stack.iter_mut().nth(at) {
                frame.stage = TURNED + direction;
            }
        }
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(Rule::ScatterChain, "Pick where the scatter token points.")
    }
}

/// Lists where the critical of a scatter token in a hex may point: a neighbour, or a direction where there is none.
fn offer_directions(sight: Sight<'_>, at: HexId, out: &mut Choices) {
    if at == HexId::NONE {
        return;
    }
    for hex in sight.grid.adjacent(at) {
        out.push(Choice::hex(Verb::Hex, hex));
    }
    for (nth, hex) in (0..).zip(sight.grid.neighbours(at)) {
        if hex == HexId::NONE {
            out.push(Choice::new(Verb::Option, nth, 0, 0));
        }
    }
}

/// The direction that a choice names.
fn picked(sight: Sight<'_>, at: HexId, choice: Choice) -> u8 {
    let toward = |hex| sight.grid.direction(at, hex).map_or(0, |d| d as u8);
    choice.place().map_or(choice.a.min(5), toward)
}

/// A fighter is pushed along the last chain of hexes as far as it is free.
impl Step for instr::PushChain {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let sight = run.sight();
        let seat = card.pusher();
        let who =
            standing(sight, card, self.who).filter(|who| travel::pushable_by(sight, *who, seat));
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
        let barred = cards::hexes_by(sight, fighter, HexRule::NoPushEnd);
        let chain = card.chain.iter().take(most);
        let chain = chain.take_while(|hex| free.contains(**hex));
        let ends = cards::hexes_by(sight, fighter, HexRule::PushEnds).without(from);
        // A longer chain leaves out its first hexes in which nothing happens.
        let mut beyond = chain.clone().count().saturating_sub(MAX_PUSH);
        let there = field::of_kind(sight, Kind::LETHAL)
            | field::of_kind(sight, Kind::STAGGER)
            | cards::hexes_by(sight, fighter, HexRule::Lethal)
            | ends;
        let waits = sight.table.index.waited.contains(Trigger::Entered);
        let chain = chain.filter(|hex| {
            let plain = beyond > 0 && !waits && !there.contains(**hex);
            beyond -= usize::from(plain);
            !plain
        });
        for (slot, hex) in way.iter_mut().zip(chain) {
            *slot = *hex;
            if ends.contains(*hex) {
                break;
            }
        }
        let last = way.iter().rev().find(|hex| **hex != HexId::NONE);
        if last.is_some_and(|hex| *hex != from && !barred.contains(*hex)) {
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

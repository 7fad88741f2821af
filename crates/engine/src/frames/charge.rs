//! A Charge: a Move, then an Attack (Shadespire p.22, Harrowdeep p.35, Embergard p.9).
//!
//! If something in between makes the attack impossible the Charge still counts as made.

use crate::{
    attack::Attack,
    bind::Bind,
    cards::{self, Also},
    choice::{Choice, Choices, Verb},
    event::What,
    frame::Frame,
    frames::{
        activation,
        moving::{Manner, Move, NO_WAY},
        series,
    },
    ops::{
        act::{self, Act},
        tokens, travel,
    },
    refusal::Refusal,
    ruleset::Window,
    run::{Flow, Run, Sight, Step},
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{Deed, FighterId, Rule, Seat, Token, Trigger};
use serde::{Deserialize, Serialize};

/// A Charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub fighter: FighterId,
    /// The way of its Move.
    pub way: [HexId; 5],
    /// The enemy its Move goes through on purpose, or `FighterId::NONE`.
    pub past: FighterId,
    /// How far it has come.
    pub stage: u8,
    /// Whether it ends an activation.
    pub last: bool,
}

/// The stage of a Charge whose attack has been made.
const ATTACKED: u8 = 2;
/// The stage of a Charge that ended without its attack, and does not count as one.
const BROKEN_OFF: u8 = 3;
/// The stage of a Charge that ended without its attack.
const CUT_SHORT: u8 = 4;

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Charge) -> Step {
    let fighter = frame.fighter;
    match frame.stage {
        0 if frame.way != NO_WAY && !travel::still_open(run.sight(), fighter, true, &frame.way) => {
            run.done()
        }
        0 => {
            run.emit(Rule::ActionCharge, What::Charged { fighter });
            tokens::clear(run, fighter, Token::Guard);
            frame.stage = 1;
            run.put(Frame::Charge(frame));
            if frame.way == NO_WAY {
                tokens::give(run, fighter, Token::Charge);
                return Ok(Flow::On);
            }
            let from = run.state.fighter(fighter).hex;
            run.push(Frame::Move(Move {
                way: frame.way,
                past: frame.past,
                ..Move::to(fighter, Manner::ChargeMove, from, frame.way[0])
            }));
            Ok(Flow::On)
        }
        1 => {
            let attacks = run.finds(|sight, out| act::attacks(sight, fighter, out));
            let charged = attacks || !run.rules().charged_by_attacking;
            if charged {
                run.state.fighter_mut(fighter).note(Deed::Charged);
                act::made(run, fighter, Act::Charge);
            }
            if !attacks {
                frame.stage = if charged { CUT_SHORT } else { BROKEN_OFF };
                run.put(Frame::Charge(frame));
                return Ok(Flow::On);
            }
            Ok(Flow::Ask(run.table.owner(fighter)))
        }
        stage => {
            run.state.stack.pop();
            if stage != ATTACKED || !shares_window(run) {
                end(run, frame);
            }
            Ok(Flow::On)
        }
    }
}

/// Whether the end of the attack is also the end of the Charge, with a single window (Harrowdeep p.40).
fn shares_window(run: &Run<'_>) -> bool {
    run.rules().window == Window::One
}

/// The Charge ends in a moment of its own, and with it the activation if it was one.
fn end(run: &mut Run<'_>, frame: Charge) {
    let fighter = frame.fighter;
    let charged = frame.stage != BROKEN_OFF && run.state.fighter(fighter).on_field();
    let trigger = match charged {
        true => Trigger::ChargeDone,
        false if frame.last => Trigger::ActivationDone,
        false => return,
    };
    let mut also = Also::NOTHING;
    let mut bind = Bind {
        seat: run.table.owner(fighter),
        ..Bind::fighter(fighter)
    };
    if frame.last {
        activation::ends_with(run, fighter, &mut also, &mut bind);
    }
    cards::fire(run, trigger, bind, also);
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Charge) -> Option<Seat> {
    (frame.stage == 1).then(|| sight.table.owner(frame.fighter))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Charge, out: &mut Choices) {
    act::attacks(sight, frame.fighter, out);
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Charge, choice: Choice) {
    frame.stage = ATTACKED;
    run.put(Frame::Charge(frame));
    let granted = if frame.last { 0 } else { Attack::GRANTED };
    let last = frame.last || shares_window(run);
    series::begin(run, choice, Attack::CHARGE | granted, last);
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Charge, choice: Choice) -> Refusal {
    if choice.verb != Verb::Attack || choice.fighter_a() != frame.fighter {
        return Refusal::new(
            Rule::ActionCharge,
            "The charging fighter attacks now; pick one of its weapons and a target.",
        );
    }
    act::attack_refusal(sight, choice)
        .err()
        .unwrap_or(Refusal::new(
            Rule::ActionCharge,
            "Pick one of the attacks offered.",
        ))
}

//! A turn: walks through the ruleset's table of steps.

use crate::{
    bind::Bind,
    cards::{self, Also},
    event::What,
    frame::Frame,
    frames::{
        activation::{self, Activation},
        power::{self, Power},
        round,
        surge::{self, Surge},
    },
    ops::{lasting, scoring, sides},
    ruleset::TurnStep,
    run::{Flow, Run, Step},
    state::Phase,
};
use gloryhex_cardlang::Limit;
use gloryhex_model::{Counter, Deed, Rule, Trigger};
use serde::{Deserialize, Serialize};

/// A turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Position in the table of steps.
    pub step: u8,
    /// How far the step has come.
    pub sub: u8,
}

/// Goes on with the turn at once when a step of a frame above has left it on top and nothing came up.
#[inline(always)]
pub fn resume(run: &mut Run<'_>, flow: Step) -> Step {
    match run.state.stack.top() {
        Some(Frame::Turn(frame)) if flow == Ok(Flow::On) && run.goes_on() => step(run, frame),
        _ => flow,
    }
}

/// Takes a step, and the first of what begins in it.
#[inline(never)]
pub fn step(run: &mut Run<'_>, mut frame: Turn) -> Step {
    let seat = run.state.active();
    if frame.step == 0 && frame.sub == 0 {
        let number = run.state.clock.turn;
        run.state.seats[seat].bump(Counter::Turns);
        run.state.clock.last_reactor = 255;
        run.emit(Rule::RoundTurns, What::TurnBegan { seat, number });
        scoring::turn_begins(run);
    }
    let depth = run.state.stack.depth();
    while run.calm() && run.state.stack.depth() == depth {
        let Some(step) = run.rules().turn.get(frame.step as usize).copied() else {
            run.state.stack.pop();
            return match run.state.stack.top() {
                Some(Frame::Round(frame)) if run.goes_on() => round::step(run, frame),
                _ => Ok(Flow::On),
            };
        };
        match (step, frame.sub) {
            (TurnStep::Activation, 0) => {
                frame.sub = 1;
                run.put(Frame::Turn(frame));
                run.state.clock.phase = Phase::Action;
                lasting::activation_begins(run);
                run.state.used.forget(&[Limit::Turn]);
                run.push(Frame::Activation(Activation::default()));
                if run.goes_on() {
                    return activation::step(run, Activation::default());
                }
            }
            (TurnStep::Activation, _) => {
                lasting::activation_ends(run);
                next(run, &mut frame);
            }
            (TurnStep::Power, 0) => {
                frame.sub = 1;
                run.put(Frame::Turn(frame));
                run.state.clock.phase = Phase::Power;
                run.emit(Rule::PowerOrder, What::PowerStepBegan { seat });
                for each in run.state.all_seats() {
                    run.state.seats[each].delved = 0;
                }
                for fighter in &mut run.state.fighters {
                    fighter.forget(Deed::AttackedNow);
                }
                let power = Power::begin(run.sight());
                run.push(Frame::Power(power));
                if run.goes_on() {
                    return power::step(run, power);
                }
            }
            (TurnStep::Power, _) => {
                next(run, &mut frame);
                cards::fire(run, Trigger::PowerStepDone, Bind::seat(seat), Also::NOTHING);
            }
            // Whoever took the last activation comes first (Harrowdeep p.18).
            (TurnStep::Inspire, nth) => {
                if nth == 0 {
                    cards::check_inspire(run);
                }
                let mut whose = seat;
                for _ in 0..nth {
                    whose = sides::next_seat(run.sight(), whose);
                }
                if nth + 1 < run.state.clock.players {
                    frame.sub += 1;
                    run.put(Frame::Turn(frame));
                } else {
                    next(run, &mut frame);
                }
                scoring::inspire_step(run, whose);
            }
            (TurnStep::Surge, _) => {
                next(run, &mut frame);
                if !surge::settles(run) {
                    run.push(Frame::Surge(Surge));
                }
            }
        }
    }
    Ok(Flow::On)
}

#[inline(always)]
fn next(run: &mut Run<'_>, frame: &mut Turn) {
    frame.step += 1;
    frame.sub = 0;
    run.put(Frame::Turn(*frame));
}

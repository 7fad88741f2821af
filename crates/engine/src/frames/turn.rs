//! A turn: walks through the ruleset's table of steps.

use crate::{
    bind::Bind,
    cards::{self, Also, watches},
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
use gloryhex_cardlang::{During, Limit};
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

#[inline(always)]
fn end_power(run: &mut Run<'_>, frame: &mut Turn) {
    let seat = run.state.active();
    next(run, frame);
    lasting::power_step_ends(run);
    cards::fire(run, Trigger::PowerStepDone, Bind::seat(seat), Also::NOTHING);
}

/// Takes a step, and the first of what begins in it.
#[inline(never)]
pub fn step(run: &mut Run<'_>, mut frame: Turn) -> Step {
    let depth = run.state.stack.depth();
    if frame.sub > 0 {
        match now(run, frame) {
            Some(TurnStep::Power) => end_power(run, &mut frame),
            Some(TurnStep::Activation) => {
                lasting::activation_ends(run);
                next(run, &mut frame);
            }
            Some(TurnStep::Inspire | TurnStep::Surge) | None => {}
        }
        if busy(run, depth) {
            return Ok(Flow::On);
        }
    } else if frame.step == 0 {
        begin(run);
    }
    go_on(run, frame)
}

/// Whether something has come up that is to be done before the turn goes on.
#[inline(always)]
fn busy(run: &mut Run<'_>, depth: usize) -> bool {
    !run.calm() || run.state.stack.depth() != depth
}

/// The step that the turn is at.
#[inline(always)]
fn now(run: &Run<'_>, frame: Turn) -> Option<TurnStep> {
    run.rules().turn.get(usize::from(frame.step)).copied()
}

#[inline(always)]
fn next(run: &mut Run<'_>, frame: &mut Turn) {
    frame.step += 1;
    frame.sub = 0;
    run.put(Frame::Turn(*frame));
}

#[inline(always)]
fn begin(run: &mut Run<'_>) {
    let seat = run.state.active();
    let number = run.state.clock.turn;
    run.state.seats[seat].bump(Counter::Turns);
    run.state.clock.last_reactor = 255;
    run.emit(Rule::RoundTurns, What::TurnBegan { seat, number });
    scoring::turn_begins(run);
}

/// Takes the steps from one on that has not begun, until something comes up. They are looked for one after
/// the other: the order of a turn is foretold better that way.
#[inline(always)]
fn go_on(run: &mut Run<'_>, mut frame: Turn) -> Step {
    let depth = run.state.stack.depth();
    loop {
        let mut step = now(run, frame);
        if step.is_none() {
            match over(run) {
                Ok(begun) => frame = begun,
                Err(flow) => return flow,
            }
            step = now(run, frame);
        }
        if step == Some(TurnStep::Inspire) {
            inspire(run, &mut frame);
            if busy(run, depth) {
                return Ok(Flow::On);
            }
            step = now(run, frame);
        }
        if step == Some(TurnStep::Surge) {
            next(run, &mut frame);
            if !surge::settles(run) {
                run.push(Frame::Surge(Surge));
                return Ok(Flow::On);
            }
            step = now(run, frame);
        }
        if step == Some(TurnStep::Power) {
            return begin_power(run, frame);
        }
        if step == Some(TurnStep::Activation) {
            return begin_activation(run, frame);
        }
    }
}

#[inline(always)]
fn begin_activation(run: &mut Run<'_>, mut frame: Turn) -> Step {
    frame.sub = 1;
    run.put(Frame::Turn(frame));
    run.state.clock.phase = Phase::Action;
    lasting::activation_begins(run);
    watches::begin(run, &[During::Activation, During::Step, During::Turn]);
    run.state.used.forget(&[Limit::Turn]);
    run.push(Frame::Activation(Activation::default()));
    if run.may_step_at_once() {
        return activation::step(run, Activation::default());
    }
    Ok(Flow::On)
}

#[inline(always)]
fn begin_power(run: &mut Run<'_>, mut frame: Turn) -> Step {
    let seat = run.state.active();
    frame.sub = 1;
    run.put(Frame::Turn(frame));
    run.state.clock.phase = Phase::Power;
    lasting::power_step_begins(run);
    run.emit(Rule::PowerOrder, What::PowerStepBegan { seat });
    watches::begin(run, &[During::Activation, During::Step]);
    for player in &mut run.state.seats.0 {
        player.delved = 0;
    }
    for fighter in &mut run.state.fighters {
        fighter.forget(Deed::AttackedNow);
    }
    let power = Power::begin(run.sight());
    run.push(Frame::Power(power));
    if run.may_step_at_once() {
        return power::step(run, power);
    }
    Ok(Flow::On)
}

/// The Inspire step, from a player on, until something comes up. Whoever took the last activation comes
/// first (Harrowdeep p.18).
#[inline(always)]
fn inspire(run: &mut Run<'_>, frame: &mut Turn) {
    let place = frame.step;
    let depth = run.state.stack.depth();
    while frame.step == place && !busy(run, depth) {
        if frame.sub == 0 {
            cards::check_inspire(run);
        }
        let mut whose = run.state.active();
        for _ in 0..frame.sub {
            whose = sides::next_seat(run.sight(), whose);
        }
        if frame.sub + 1 < run.state.clock.players {
            frame.sub += 1;
            run.put(Frame::Turn(*frame));
        } else {
            next(run, frame);
        }
        scoring::inspire_step(run, whose);
    }
}

/// The turn is over: the next one, if it begins at once.
#[inline(always)]
fn over(run: &mut Run<'_>) -> Result<Turn, Step> {
    run.state.stack.pop();
    let Some(Frame::Round(frame)) = run.state.stack.top().filter(|_| run.may_step_at_once()) else {
        return Err(Ok(Flow::On));
    };
    let flow = round::step(run, frame);
    match run.state.stack.top() {
        Some(Frame::Turn(frame)) if flow == Ok(Flow::On) && run.may_step_at_once() => {
            begin(run);
            Ok(frame)
        }
        _ => Err(flow),
    }
}

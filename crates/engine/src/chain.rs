//! Frames that mostly follow one another: when a step is over and it is plain what is on top, that is stepped
//! at once. This is what the loop would do next, without asking every frame what it is.

use crate::{
    choice::Choice,
    dispatch,
    frame::Frame,
    frames::{
        activation::{self, Activation},
        card::{self, Card},
        charge::{self, Charge},
        combat::{self, Combat},
        damage::{self, Damage},
        deploy::{self, Deploy},
        end::{self, End},
        moving::{self, Move},
        power::{self, Power},
        round::{self, Round},
        tokens::{self, Tokens},
        turn,
        window::{self, Window},
    },
    run::{Flow, Run, Step},
};

/// The frame on top, if the loop would step it next.
#[inline(always)]
fn next(run: &mut Run<'_>, flow: &Step) -> Option<Frame> {
    if !matches!(flow, Ok(Flow::On)) || !run.resumes() {
        return None;
    }
    run.listed = false;
    run.state.stack.top()
}

/// The same where mostly nothing has come up.
#[inline(always)]
fn next_calmly(run: &mut Run<'_>, flow: &Step) -> Option<Frame> {
    if !matches!(flow, Ok(Flow::On)) || !run.resumes_calmly() {
        return None;
    }
    run.listed = false;
    run.state.stack.top()
}

/// An activation, and the turn after it.
#[inline(never)]
pub fn activation(run: &mut Run<'_>, frame: Activation) -> Step {
    let flow = activation::step(run, frame);
    turn::after_activation(run, flow)
}

/// A power step, and the turn after it.
#[inline(never)]
pub fn power(run: &mut Run<'_>, frame: Power) -> Step {
    let flow = power::step(run, frame);
    turn::after_power(run, flow)
}

/// A move, and what it was part of. `picked` as in [`still_open`](crate::ops::travel::still_open).
pub fn moving(run: &mut Run<'_>, frame: Move, picked: bool) -> Step {
    let flow = moving::step(run, frame, picked);
    match next_calmly(run, &flow) {
        Some(Frame::Activation(frame)) => activation(run, frame),
        Some(Frame::Charge(frame)) => charge::step(run, frame, false),
        Some(Frame::Card(frame)) => card::step(run, frame),
        _ => flow,
    }
}

/// A charge, and its move or what comes after it. `picked` as in [`still_open`](crate::ops::travel::still_open).
pub fn charge(run: &mut Run<'_>, frame: Charge, picked: bool) -> Step {
    let flow = charge::step(run, frame, picked);
    match next(run, &flow) {
        Some(Frame::Move(frame)) => moving(run, frame, false),
        Some(Frame::Activation(frame)) => activation(run, frame),
        _ => flow,
    }
}

/// An attack, and what answers it or comes after it.
pub fn combat(run: &mut Run<'_>, frame: Combat) -> Step {
    let flow = combat::step(run, frame);
    match next(run, &flow) {
        Some(Frame::Window(frame)) => window::step(run, frame),
        Some(Frame::Charge(frame)) => charge(run, frame, false),
        Some(Frame::Damage(frame)) => damage(run, frame),
        _ => flow,
    }
}

/// Damage, and the attack or card that deals it.
pub fn damage(run: &mut Run<'_>, frame: Damage) -> Step {
    let flow = damage::step(run, frame);
    match next(run, &flow) {
        Some(Frame::Damage(frame)) => damage::step(run, frame),
        Some(Frame::Combat(frame)) => combat::step(run, frame),
        Some(Frame::Card(frame)) => card::step(run, frame),
        _ => flow,
    }
}

/// A window, and the card that is used in it or what it was opened in.
pub fn window(run: &mut Run<'_>, frame: Window) -> Step {
    let flow = window::step(run, frame);
    match next(run, &flow) {
        Some(Frame::Card(frame)) => card::step(run, frame),
        Some(Frame::Activation(frame)) => activation(run, frame),
        Some(Frame::Combat(frame)) => combat::step(run, frame),
        _ => flow,
    }
}

/// A card, and the window or the power step in which it was used.
pub fn card(run: &mut Run<'_>, frame: Card) -> Step {
    let flow = card::step(run, frame);
    match next(run, &flow) {
        Some(Frame::Window(frame)) => window::step(run, frame),
        Some(Frame::Power(frame)) => power(run, frame),
        _ => flow,
    }
}

/// Tokens, as long as they are being placed.
#[inline(never)]
pub fn tokens(run: &mut Run<'_>, mut frame: Tokens) -> Step {
    loop {
        let flow = tokens::step(run, frame);
        match next(run, &flow) {
            Some(Frame::Tokens(then)) => frame = then,
            _ => return flow,
        }
    }
}

/// The fighters being placed.
#[inline(never)]
pub fn deploy(run: &mut Run<'_>, frame: Deploy) -> Step {
    deploy::step(run, frame)
}

/// An end phase.
#[inline(never)]
pub fn end(run: &mut Run<'_>, frame: End) -> Step {
    end::step(run, frame)
}

/// The steps of a round up to the next one, and what they begin with.
#[inline(never)]
pub fn round(run: &mut Run<'_>, mut frame: Round) -> Step {
    loop {
        let flow = round::step(run, frame);
        match next(run, &flow) {
            Some(Frame::Round(then)) if then != Round::default() => frame = then,
            Some(Frame::Turn(frame)) => return turn::step(run, frame),
            Some(Frame::End(frame)) => return end(run, frame),
            _ => return flow,
        }
    }
}

/// A choice at the frame on top, and the step that mostly follows it.
#[inline(always)]
pub fn choose(run: &mut Run<'_>, choice: Choice) -> Step {
    let flow = Ok(Flow::On);
    match run.state.stack.top() {
        Some(Frame::Activation(frame)) => {
            activation::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::Move(frame)) => moving(run, frame, true),
                Some(Frame::Charge(frame)) => charge(run, frame, true),
                Some(Frame::Combat(frame)) => combat(run, frame),
                _ => flow,
            }
        }
        Some(Frame::Power(frame)) => {
            power::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::Card(frame)) => card(run, frame),
                Some(Frame::Power(frame)) => power(run, frame),
                _ => flow,
            }
        }
        Some(Frame::Card(frame)) => {
            card::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::Card(frame)) => card(run, frame),
                Some(Frame::Move(frame)) => moving(run, frame, false),
                _ => flow,
            }
        }
        Some(Frame::Window(frame)) => {
            window::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::Card(frame)) => card(run, frame),
                Some(Frame::Window(frame)) => window(run, frame),
                _ => flow,
            }
        }
        Some(Frame::Combat(frame)) => {
            combat::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::Combat(frame)) => combat(run, frame),
                Some(Frame::Move(frame)) => moving(run, frame, false),
                _ => flow,
            }
        }
        Some(Frame::Charge(frame)) => {
            charge::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::Combat(frame)) => combat(run, frame),
                _ => flow,
            }
        }
        Some(Frame::End(frame)) => {
            end::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::End(frame)) => end(run, frame),
                _ => flow,
            }
        }
        Some(Frame::Deploy(frame)) => {
            deploy::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::Deploy(frame)) => deploy(run, frame),
                _ => flow,
            }
        }
        Some(Frame::Tokens(frame)) => {
            tokens::choose(run, frame, choice);
            match next(run, &flow) {
                Some(Frame::Tokens(frame)) => tokens(run, frame),
                _ => flow,
            }
        }
        _ => {
            dispatch::choose(run, choice);
            flow
        }
    }
}

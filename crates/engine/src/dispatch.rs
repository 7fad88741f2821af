//! The dispatch: what is asked of the frame on top is asked of the file of its kind.

use crate::{
    choice::{Choice, Choices},
    frame::Frame,
    frames::*,
    refusal::Refusal,
    run::{Flow, Run, Sight, Step},
};
use gloryhex_model::{Rule, Seat};

/// Takes one step of the frame on top.
#[inline(always)]
pub fn step(run: &mut Run<'_>) -> Step {
    let Some(top) = run.state.stack.top() else {
        return Ok(Flow::Over);
    };
    match top {
        Frame::Setup(f) => setup::step(run, f),
        Frame::RollOff(f) => roll_off::step(run, f),
        Frame::Boards(f) => boards::step(run, f),
        Frame::Tokens(f) => tokens::step(run, f),
        Frame::Hands(f) => hands::step(run, f),
        Frame::Deploy(f) => deploy::step(run, f),
        Frame::Round(f) => round::step(run, f),
        Frame::Turn(f) => turn::step(run, f),
        Frame::Activation(f) => activation::step(run, f),
        Frame::Grant(f) => grant::step(run, f),
        Frame::Move(f) => moving::step(run, f),
        Frame::Charge(f) => charge::step(run, f),
        Frame::Focus(f) => focus::step(run, f),
        Frame::Series(f) => series::step(run, f),
        Frame::Combat(f) => combat::step(run, f),
        Frame::Damage(f) => damage::step(run, f),
        Frame::Window(f) => window::step(run, f),
        Frame::Power(f) => power::step(run, f),
        Frame::Card(f) => card::step(run, f),
        Frame::Cast(f) => cast::step(run, f),
        Frame::Surge(f) => surge::step(run, f),
        Frame::End(f) => end::step(run, f),
    }
}

/// Lists the choices of the frame on top.
#[inline(always)]
pub fn choices(sight: Sight<'_>, out: &mut Choices) {
    let Some(top) = sight.state.stack.top() else {
        return;
    };
    match top {
        Frame::Setup(_)
        | Frame::Round(_)
        | Frame::Turn(_)
        | Frame::Move(_)
        | Frame::Damage(_)
        | Frame::Surge(_) => {}
        Frame::RollOff(f) => roll_off::choices(sight, f, out),
        Frame::Boards(f) => boards::choices(sight, f, out),
        Frame::Tokens(f) => tokens::choices(sight, f, out),
        Frame::Hands(f) => hands::choices(sight, f, out),
        Frame::Deploy(f) => deploy::choices(sight, f, out),
        Frame::Activation(f) => activation::choices(sight, f, out),
        Frame::Grant(f) => grant::choices(sight, f, out),
        Frame::Charge(f) => charge::choices(sight, f, out),
        Frame::Focus(f) => focus::choices(sight, f, out),
        Frame::Series(f) => series::choices(sight, f, out),
        Frame::Combat(f) => combat::choices(sight, f, out),
        Frame::Window(f) => window::choices(sight, f, out),
        Frame::Power(f) => power::choices(sight, f, out),
        Frame::Card(f) => card::choices(sight, f, out),
        Frame::Cast(f) => cast::choices(sight, f, out),
        Frame::End(f) => end::choices(sight, f, out),
    }
}

/// Makes a choice that is on the list of the frame on top.
#[inline(always)]
pub fn choose(run: &mut Run<'_>, choice: Choice) {
    let Some(top) = run.state.stack.top() else {
        return;
    };
    match top {
        Frame::Setup(_)
        | Frame::Round(_)
        | Frame::Turn(_)
        | Frame::Move(_)
        | Frame::Damage(_)
        | Frame::Surge(_) => {}
        Frame::RollOff(f) => roll_off::choose(run, f, choice),
        Frame::Boards(f) => boards::choose(run, f, choice),
        Frame::Tokens(f) => tokens::choose(run, f, choice),
        Frame::Hands(f) => hands::choose(run, f, choice),
        Frame::Deploy(f) => deploy::choose(run, f, choice),
        Frame::Activation(f) => activation::choose(run, f, choice),
        Frame::Grant(f) => grant::choose(run, f, choice),
        Frame::Charge(f) => charge::choose(run, f, choice),
        Frame::Focus(f) => focus::choose(run, f, choice),
        Frame::Series(f) => series::choose(run, f, choice),
        Frame::Combat(f) => combat::choose(run, f, choice),
        Frame::Window(f) => window::choose(run, f, choice),
        Frame::Power(f) => power::choose(run, f, choice),
        Frame::Card(f) => card::choose(run, f, choice),
        Frame::Cast(f) => cast::choose(run, f, choice),
        Frame::End(f) => end::choose(run, f, choice),
    }
}

/// Says why a choice that is not on the list is refused by the frame on top.
pub fn refuse(sight: Sight<'_>, choice: Choice) -> Refusal {
    const NOTHING: Refusal = Refusal::new(
        Rule::RoundOrder,
        "Nothing is to be decided now; wait for the next decision.",
    );
    let Some(top) = sight.state.stack.top() else {
        return NOTHING;
    };
    match top {
        Frame::Setup(_)
        | Frame::Round(_)
        | Frame::Turn(_)
        | Frame::Move(_)
        | Frame::Damage(_)
        | Frame::Surge(_) => NOTHING,
        Frame::RollOff(f) => roll_off::refuse(sight, f, choice),
        Frame::Boards(f) => boards::refuse(sight, f, choice),
        Frame::Tokens(f) => tokens::refuse(sight, f, choice),
        Frame::Hands(f) => hands::refuse(sight, f, choice),
        Frame::Deploy(f) => deploy::refuse(sight, f, choice),
        Frame::Activation(f) => activation::refuse(sight, f, choice),
        Frame::Grant(f) => grant::refuse(sight, f, choice),
        Frame::Charge(f) => charge::refuse(sight, f, choice),
        Frame::Focus(f) => focus::refuse(sight, f, choice),
        Frame::Series(f) => series::refuse(sight, f, choice),
        Frame::Combat(f) => combat::refuse(sight, f, choice),
        Frame::Window(f) => window::refuse(sight, f, choice),
        Frame::Power(f) => power::refuse(sight, f, choice),
        Frame::Card(f) => card::refuse(sight, f, choice),
        Frame::Cast(_) => cast::refuse(),
        Frame::End(f) => end::refuse(sight, f, choice),
    }
}

/// Who decides at the frame on top, if anybody.
pub fn decider(sight: Sight<'_>) -> Option<Seat> {
    match sight.state.stack.top()? {
        Frame::Setup(_)
        | Frame::Round(_)
        | Frame::Turn(_)
        | Frame::Move(_)
        | Frame::Damage(_)
        | Frame::Surge(_) => None,
        Frame::RollOff(f) => roll_off::decider(sight, f),
        Frame::Boards(f) => boards::decider(sight, f),
        Frame::Tokens(f) => tokens::decider(sight, f),
        Frame::Hands(f) => hands::decider(sight, f),
        Frame::Deploy(f) => deploy::decider(sight, f),
        Frame::Activation(f) => activation::decider(sight, f),
        Frame::Grant(f) => grant::decider(sight, f),
        Frame::Charge(f) => charge::decider(sight, f),
        Frame::Focus(f) => focus::decider(sight, f),
        Frame::Series(f) => series::decider(sight, f),
        Frame::Combat(f) => combat::decider(sight, f),
        Frame::Window(f) => window::decider(sight, f),
        Frame::Power(f) => power::decider(sight, f),
        Frame::Card(f) => card::decider(sight, f),
        Frame::Cast(f) => cast::decider(sight, f),
        Frame::End(f) => end::decider(sight, f),
    }
}

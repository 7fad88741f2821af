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

/// Asks the file of a frame's kind a question; kinds that let nobody decide anything have the same answer.
macro_rules! ask {
    ($top:expr, $nothing:expr, $question:ident($asked:expr $(, $about:expr)?)) => {
        match $top {
            Frame::Setup(_)
            | Frame::Round(_)
            | Frame::Turn(_)
            | Frame::Move(_)
            | Frame::Damage(_)
            | Frame::Surge(_) => $nothing,
            Frame::RollOff(f) => roll_off::$question($asked, f $(, $about)?),
            Frame::Boards(f) => boards::$question($asked, f $(, $about)?),
            Frame::Tokens(f) => tokens::$question($asked, f $(, $about)?),
            Frame::Hands(f) => hands::$question($asked, f $(, $about)?),
            Frame::Deploy(f) => deploy::$question($asked, f $(, $about)?),
            Frame::Activation(f) => activation::$question($asked, f $(, $about)?),
            Frame::Grant(f) => grant::$question($asked, f $(, $about)?),
            Frame::Charge(f) => charge::$question($asked, f $(, $about)?),
            Frame::Focus(f) => focus::$question($asked, f $(, $about)?),
            Frame::Series(f) => series::$question($asked, f $(, $about)?),
            Frame::Combat(f) => combat::$question($asked, f $(, $about)?),
            Frame::Window(f) => window::$question($asked, f $(, $about)?),
            Frame::Power(f) => power::$question($asked, f $(, $about)?),
            Frame::Card(f) => card::$question($asked, f $(, $about)?),
            Frame::Cast(f) => cast::$question($asked, f $(, $about)?),
            Frame::End(f) => end::$question($asked, f $(, $about)?),
        }
    };
}

/// Lists the choices of the frame on top.
#[inline(always)]
pub fn choices(sight: Sight<'_>, out: &mut Choices) {
    if let Some(top) = sight.state.stack.top() {
        ask!(top, {}, choices(sight, out));
    }
}

/// Makes a choice that is on the list of the frame on top.
#[inline(always)]
pub fn choose(run: &mut Run<'_>, choice: Choice) {
    if let Some(top) = run.state.stack.top() {
        ask!(top, {}, choose(run, choice));
    }
}

/// Says why a choice that is not on the list is refused by the frame on top.
pub fn refuse(sight: Sight<'_>, choice: Choice) -> Refusal {
    const NOTHING: Refusal = Refusal::new(
        Rule::RoundOrder,
        "Nothing is to be decided now; wait for the next decision.",
    );
    match sight.state.stack.top() {
        None => NOTHING,
        Some(top) => ask!(top, NOTHING, refuse(sight, choice)),
    }
}

/// Who decides at the frame on top, if anybody.
pub fn decider(sight: Sight<'_>) -> Option<Seat> {
    let top = sight.state.stack.top()?;
    ask!(top, None, decider(sight))
}

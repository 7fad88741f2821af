//! Set-up: walks through the ruleset's table of steps, then begins round 1.
//!
//! Nothing is decided here; every step has a frame of its own.

use crate::{
    frame::Frame,
    frames::{boards::Boards, deploy::Deploy, hands::Hands, round::Round, tokens::Tokens},
    ruleset::SetupStep,
    run::{Flow, Run, Step},
    state::Phase,
};
use serde::{Deserialize, Serialize};

/// Set-up, step by step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup {
    /// Position in the table of set-up steps.
    pub step: u8,
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, frame: Setup) -> Step {
    let Some(step) = run.rules().setup.get(frame.step as usize).copied() else {
        run.put(Frame::Round(Round::default()));
        return Ok(Flow::On);
    };
    run.state.clock.phase = Phase::Setup;
    run.put(Frame::Setup(Setup {
        step: frame.step + 1,
    }));
    let players = run.state.clock.players;
    run.push(match step {
        SetupStep::Boards => Frame::Boards(Boards::new(players)),
        SetupStep::Tokens => Frame::Tokens(Tokens::default()),
        SetupStep::Hands => Frame::Hands(Hands::default()),
        SetupStep::Deploy => Frame::Deploy(Deploy::default()),
    });
    Ok(Flow::On)
}

//! Surge objectives that have been met are scored, one at a time, each with its replacement. It happens of
//! itself: nobody is asked, in any edition.

use crate::{
    ops::{scoring, sides},
    ruleset,
    run::{Flow, Run, Sight, Step},
    state::Player,
};
use gloryhex_model::Seat;
use serde::{Deserialize, Serialize};

/// Scoring surge objectives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Surge;

/// The first player, from the active one on, with an objective to score.
fn next(sight: Sight<'_>) -> Option<Seat> {
    let mut seat = sight.state.active();
    for _ in 0..sight.state.clock.players {
        if sight.state.seats[seat].objectives.revealed() != 0 {
            return Some(seat);
        }
        seat = sides::next_seat(sight, seat);
    }
    None
}

/// Whether nobody has an objective to score, so that the step is over.
pub fn settles(run: &mut Run<'_>) -> bool {
    let revealed = |any, player: &Player| any | player.objectives.revealed();
    if run.state.seats.0.iter().fold(0, revealed) != 0 {
        return false;
    }
    if run.rules().surge == ruleset::Surge::InStep {
        for player in &mut run.state.seats.0 {
            player.objectives.forget_fresh();
        }
    }
    true
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, _frame: Surge) -> Step {
    let Some(seat) = next(run.sight()) else {
        settles(run);
        return run.done();
    };
    let slot = run.state.seats[seat].objectives.revealed().trailing_zeros() as u8;
    scoring::score_surge(run, seat, slot)?;
    Ok(Flow::On)
}

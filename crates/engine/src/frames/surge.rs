//! Surge objectives that have been met are scored, one at a time, each with its replacement.
//!
//! Where the rules say 'can' the player is asked; where they say 'must' it happens of itself.

use crate::{
    choice::{Choice, Choices, Verb},
    frame::Frame,
    ops::{scoring, sides},
    refusal::Refusal,
    ruleset,
    run::{Flow, Run, Sight, Step},
};
use gloryhex_model::{Rule, Seat};
use serde::{Deserialize, Serialize};

/// Scoring surge objectives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Surge {
    /// The objective slot being scored plus one; 0 for none.
    pub picked: u8,
}

/// The first player, from the active one on, with an objective to score.
fn next(sight: Sight<'_>) -> Option<Seat> {
    let mut seat = sight.state.active();
    for _ in 0..sight.state.clock.players {
        if sight.state.seats[seat].revealed != 0 {
            return Some(seat);
        }
        seat = sides::next_seat(sight, seat);
    }
    None
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Surge) -> Step {
    let Some(seat) = next(run.sight()) else {
        if run.rules().surge == ruleset::Surge::InStep {
            for seat in run.state.all_seats() {
                run.state.seats[seat].fresh = 0;
            }
        }
        return run.done();
    };
    let optional = run.rules().surge == ruleset::Surge::AtOnceThenLaterAction;
    let slot = match frame.picked {
        0 if optional => return Ok(Flow::Ask(seat)),
        0 => run.state.seats[seat].revealed.trailing_zeros() as u8,
        picked => picked - 1,
    };
    scoring::score_surge(run, seat, slot, |run| {
        frame.picked = 0;
        run.put(Frame::Surge(frame));
    })?;
    Ok(Flow::On)
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Surge) -> Option<Seat> {
    next(sight).filter(|_| frame.picked == 0)
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, _frame: Surge, out: &mut Choices) {
    if let Some(seat) = next(sight) {
        let revealed = sight.state.seats[seat].revealed;
        for slot in (0..32u8).filter(|slot| revealed >> slot & 1 == 1) {
            out.push(Choice::new(Verb::Score, slot, 0, 0));
        }
    }
    out.push(Choice::PASS);
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Surge, choice: Choice) {
    if choice.verb == Verb::Score {
        frame.picked = choice.a + 1;
        run.put(Frame::Surge(frame));
    } else if let Some(seat) = next(run.sight()) {
        run.state.seats[seat].revealed = 0;
    }
}

/// Why a choice is not on the list.
pub fn refuse(_sight: Sight<'_>, _frame: Surge, _choice: Choice) -> Refusal {
    Refusal::new(
        Rule::ObjectiveSurge,
        "Score one of the objectives whose condition has just been met, or pass.",
    )
}

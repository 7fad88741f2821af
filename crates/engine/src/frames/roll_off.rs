//! Players roll off; the winner may have to pick a player.

use crate::{
    choice::{Choice, Choices},
    refusal::Refusal,
    run::{Run, Sight, Step},
};
use gloryhex_model::{Rule, Seat};
use serde::{Deserialize, Serialize};

/// Players roll off; the winner may have to pick a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RollOff {
    /// What it is for.
    pub purpose: u8,
}

impl RollOff {
    /// For the first turn of a round.
    pub fn for_first_turn(_players: u8) -> RollOff {
        RollOff { purpose: 2 }
    }
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, _frame: RollOff) -> Step {
    run.done()
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, _frame: RollOff) -> Option<Seat> {
    None
}

/// What may be chosen.
pub fn choices(_sight: Sight<'_>, _frame: RollOff, _out: &mut Choices) {}

/// Makes a choice from the list.
pub fn choose(_run: &mut Run<'_>, _frame: RollOff, _choice: Choice) {}

/// Why a choice is not on the list.
pub fn refuse(_sight: Sight<'_>, _frame: RollOff, _choice: Choice) -> Refusal {
    Refusal::new(Rule::SequenceTurn, "Nothing is to be decided here.")
}

//! Abilities may react to a moment.

use crate::{
    choice::{Choice, Choices},
    refusal::Refusal,
    run::{Run, Sight, Step},
};
use gloryhex_model::{Rule, Seat};
use serde::{Deserialize, Serialize};

/// Abilities may react to a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// Players who have passed.
    pub passed: u8,
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, _frame: Window) -> Step {
    run.done()
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, _frame: Window) -> Option<Seat> {
    None
}

/// What may be chosen.
pub fn choices(_sight: Sight<'_>, _frame: Window, _out: &mut Choices) {}

/// Makes a choice from the list.
pub fn choose(_run: &mut Run<'_>, _frame: Window, _choice: Choice) {}

/// Why a choice is not on the list.
pub fn refuse(_sight: Sight<'_>, _frame: Window, _choice: Choice) -> Refusal {
    Refusal::new(Rule::SequenceTurn, "Nothing is to be decided here.")
}

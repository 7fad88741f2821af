//! A power step.

use crate::{
    choice::{Choice, Choices},
    refusal::Refusal,
    run::{Run, Sight, Step},
};
use gloryhex_model::{Rule, Seat};
use serde::{Deserialize, Serialize};

/// A power step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Power {
    /// Whose turn it is.
    pub to_act: u8,
}

impl Power {
    /// The start of a power step.
    pub fn begin(_sight: Sight<'_>) -> Power {
        Power::default()
    }
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, _frame: Power) -> Step {
    run.done()
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, _frame: Power) -> Option<Seat> {
    None
}

/// What may be chosen.
pub fn choices(_sight: Sight<'_>, _frame: Power, _out: &mut Choices) {}

/// Makes a choice from the list.
pub fn choose(_run: &mut Run<'_>, _frame: Power, _choice: Choice) {}

/// Why a choice is not on the list.
pub fn refuse(_sight: Sight<'_>, _frame: Power, _choice: Choice) -> Refusal {
    Refusal::new(Rule::SequenceTurn, "Nothing is to be decided here.")
}

//! Set-up, step by step.

use crate::run::{Run, Step};
use serde::{Deserialize, Serialize};

/// Set-up, step by step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup {
    /// Position in the table of set-up steps.
    pub step: u8,
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, _frame: Setup) -> Step {
    run.done()
}

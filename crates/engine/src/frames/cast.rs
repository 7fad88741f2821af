//! A spell being cast.

use crate::run::{Run, Step};
use serde::{Deserialize, Serialize};

/// A spell being cast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// How far it has come.
    pub stage: u8,
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, _frame: Cast) -> Step {
    run.done()
}

//! Playing together over weeks: the rules of ladders, tournaments and ratings.
//!
//! A [`Ladder`](ladder::Ladder) and a [`Tournament`](tournament::Tournament) are made by a plan and changed by entries, one
//! after the other; the same entries make the same standings on every machine. An entry is refused with a sentence, and
//! then nothing has changed. Times are Unix milliseconds and stand in the entries: nothing here looks at a clock.
//! **Deliberately absent**: games and their rules (the engine's), who somebody is and how that is proved, storage and
//! wires (the server's).

pub mod ladder;
pub mod pairing;
pub mod rating;
pub mod scale;
pub mod sheet;
pub mod standing;
pub mod tournament;

use serde::{Deserialize, Serialize};
use std::fmt;

/// Who somebody is, wherever they play: the name under which the server keeps them, not the one they show.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub String);

/// Why something cannot be done, in a sentence for whoever wanted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl Refusal {
    /// Refuses for this reason.
    pub fn because<T>(why: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal(why.into()))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

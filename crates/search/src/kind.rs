//! Kinds of players by name: `random`, `greedy`, `search:1000`, `search:500ms`, and levels for people.

use crate::{Greedy, Policy, Random};
use std::fmt;

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Every choice is equally likely.
    Random,
    /// Looks one move ahead.
    Greedy,
}

/// A name that is no player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown(pub String);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unknown {}

impl Kind {
    /// Makes such a player.
    pub fn player(self, seed: u64) -> Box<dyn Policy> {
        match self {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
        })
    }
}

impl std::str::FromStr for Kind {
    type Err = Unknown;
    fn from_str(name: &str) -> Result<Kind, Unknown> {
        match name {
            "random" => Ok(Kind::Random),
            "greedy" => Ok(Kind::Greedy),
            _ => Err(Unknown(format!("no player is called `{name}`"))),
        }
    }
}

//! Kinds of players by name: `random`, `greedy`, `search:1000`, `search:500ms`, and levels for people.

use crate::{Budget, Greedy, Policy, Random, Search};
use std::{fmt, time::Duration};

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Every choice is equally likely.
    Random,
    /// Looks one move ahead.
    Greedy,
    /// Tree search.
    Search(Budget),
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
            Kind::Search(budget) => Box::new(Search::new(budget, seed)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => f.write_str("random"),
            Kind::Greedy => f.write_str("greedy"),
            Kind::Search(Budget::Iterations(n)) => write!(f, "search:{n}"),
            Kind::Search(Budget::Time(time)) => write!(f, "search:{}ms", time.as_millis()),
        }
    }
}

/// Reads `1000` or `500ms`.
fn budget(text: &str) -> Option<Budget> {
    match text.strip_suffix("ms") {
        Some(ms) => {
            let ms: u64 = ms.parse().ok().filter(|ms| *ms > 0)?;
            Some(Budget::Time(Duration::from_millis(ms)))
        }
        None => {
            let n: u32 = text.parse().ok().filter(|n| *n > 0)?;
            Some(Budget::Iterations(n))
        }
    }
}

impl std::str::FromStr for Kind {
    type Err = Unknown;
    fn from_str(name: &str) -> Result<Kind, Unknown> {
        match name {
            "random" => Ok(Kind::Random),
            "greedy" => Ok(Kind::Greedy),
            _ => match name.strip_prefix("search:").and_then(budget) {
                Some(budget) => Ok(Kind::Search(budget)),
                None => Err(Unknown(format!("no player is called `{name}`"))),
            },
        }
    }
}

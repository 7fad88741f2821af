//! Kinds of players by name: `random`, `greedy`, `search:1000`, `search:500ms`, and levels for people.

use crate::{Budget, Greedy, Level, Policy, Random, Search, Teacher, level::PATIENCE};
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
    /// An opponent for people.
    Level(Level),
    /// One who explains.
    Teacher,
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
            Kind::Level(level) => level.player(seed, PATIENCE),
            Kind::Teacher => Box::new(Teacher::new(seed)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => f.write_str("random"),
            Kind::Greedy => f.write_str("greedy"),
            Kind::Level(level) => f.write_str(level.name()),
            Kind::Teacher => f.write_str("teacher"),
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

/// Every name a player can have, for people.
pub const NAMES: [&str; 9] = [
    "random",
    "greedy",
    "search:1000",
    "search:500ms",
    "beginner",
    "adept",
    "veteran",
    "champion",
    "teacher",
];

/// How many letters must be changed, added or left out to make one word of the other.
pub fn far_apart(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}

impl std::str::FromStr for Kind {
    type Err = Unknown;
    fn from_str(name: &str) -> Result<Kind, Unknown> {
        if let Some(level) = Level::from_name(name) {
            return Ok(Kind::Level(level));
        }
        match name {
            "random" => return Ok(Kind::Random),
            "greedy" => return Ok(Kind::Greedy),
            "teacher" => return Ok(Kind::Teacher),
            _ => {}
        }
        if let Some(text) = name.strip_prefix("search:") {
            return budget(text).map(Kind::Search).ok_or_else(|| {
                Unknown(format!(
                    "`{name}`: expected iterations or milliseconds, like `search:1000` or `search:500ms`"
                ))
            });
        }
        if name.starts_with("exec:") {
            return Err(Unknown(format!(
                "`{name}`: programs play in `gloryhex arena` and against you in `gloryhex play`, not here"
            )));
        }
        let near = NAMES
            .iter()
            .map(|known| (far_apart(name, known), known))
            .min()
            .filter(|(far, _)| *far <= 3)
            .map_or(".".into(), |(_, known)| {
                format!("; did you mean `{known}`?")
            });
        Err(Unknown(format!(
            "no player is called `{name}`{near} There are {}; in `arena` and `play` also `exec:COMMAND`",
            NAMES.join(", ")
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in NAMES {
            assert_eq!(
                name.parse::<Kind>().map(|kind| kind.to_string()),
                Ok(name.into())
            );
        }
    }

    #[test]
    fn a_program_is_told_where_it_can_play() {
        let error = "exec:./bot".parse::<Kind>().expect_err("none of ours");
        assert_eq!(
            error.0,
            "`exec:./bot`: programs play in `gloryhex arena` and against you in `gloryhex play`, not here"
        );
    }

    #[test]
    fn a_slip_is_guessed() {
        let error = "gredy".parse::<Kind>().expect_err("no such player");
        let known = "There are random, greedy, search:1000, search:500ms, beginner, adept, veteran, champion, teacher; in `arena` and `play` also `exec:COMMAND`";
        assert_eq!(
            error.0,
            format!("no player is called `gredy`; did you mean `greedy`? {known}")
        );
        let error = "stockfish".parse::<Kind>().expect_err("no such player");
        assert_eq!(error.0, format!("no player is called `stockfish`. {known}"));
        assert!("search:0".parse::<Kind>().is_err());
        assert!("search:fast".parse::<Kind>().is_err());
    }
}

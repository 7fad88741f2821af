//! Opponents for people, from beginner to champion, and a teacher who explains.

use crate::{
    greedy::Greedy,
    hint::explain,
    policy::{Policy, Turn},
    search::{Budget, Search},
};
use gloryhex_engine::{Choice, Seeded};
use std::time::Duration;

/// The longest anybody of any level thinks about a choice.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// The longest an opponent for people thinks about a choice, of which an eighth is kept in reserve.
const THINKS: Duration = Duration::from_secs(1);

/// The longest an opponent for people looks at its choices if it does not search.
const LOOKS: Duration = Duration::from_millis(600);

/// On how many threads a champion thinks; a browser's worker has one.
const THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 2 };

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Sees what a choice does, and often does something else.
    Beginner,
    /// Looks one move ahead.
    Adept,
    /// Searches a few hundred continuations.
    Veteran,
    /// Searches for nearly a second on two threads.
    Champion,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Level; 4] = [
        Level::Beginner,
        Level::Adept,
        Level::Veteran,
        Level::Champion,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Adept => "adept",
            Level::Veteran => "veteran",
            Level::Champion => "champion",
        }
    }
    /// What to expect, for people.
    pub fn about(self) -> &'static str {
        match self {
            Level::Beginner => "Knows the rules and little else; every third choice is a whim.",
            Level::Adept => "Weighs every choice by where it leads at once.",
            Level::Veteran => "Thinks a few moves ahead, your answers and the dice included.",
            Level::Champion => "Thinks as far as a second allows.",
        }
    }
    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
    /// Whether it searches, which takes time.
    pub fn ponders(self) -> bool {
        matches!(self, Level::Veteran | Level::Champion)
    }
    /// The longest it thinks about a choice when it has a machine to itself.
    pub fn time(self) -> Duration {
        match self {
            Level::Beginner | Level::Adept => LOOKS,
            Level::Veteran | Level::Champion => THINKS,
        }
    }
    /// An opponent of the level that thinks about a choice no longer than `most`.
    pub fn player(self, seed: u64, most: Duration) -> Box<dyn Policy> {
        let most = most.min(self.time());
        match self {
            Level::Beginner => Box::new(Beginner::new(seed, most)),
            Level::Adept => Box::new(adept(seed, most)),
            Level::Veteran => {
                let mut search = Search::new(Budget::Iterations(600), seed);
                search.cap = most;
                Box::new(search)
            }
            Level::Champion => {
                let mut search = Search::new(Budget::Time(most), seed);
                search.threads = THREADS;
                Box::new(search)
            }
        }
    }
}

fn adept(seed: u64, most: Duration) -> Greedy {
    let mut greedy = Greedy::new(seed);
    greedy.most = Some(most);
    greedy
}

/// Plays like a veteran and says why.
pub struct Teacher {
    search: Search,
    /// What speaks for the last pick, in a sentence or two with the numbers behind it.
    pub said: String,
}

impl Teacher {
    /// With a seed.
    pub fn new(seed: u64) -> Teacher {
        Teacher::with(Budget::Iterations(600), seed)
    }
    /// With a budget for each decision.
    pub fn with(budget: Budget, seed: u64) -> Teacher {
        let mut search = Search::new(budget, seed);
        search.cap = search.cap.min(PATIENCE);
        Teacher {
            search,
            said: String::new(),
        }
    }
}

impl Policy for Teacher {
    fn pick(&mut self, turn: &Turn<'_>) -> Choice {
        let choice = self.search.pick(turn);
        self.said = explain(&self.search, turn);
        choice
    }
    fn said(&self) -> Option<&str> {
        Some(&self.said)
    }
}

/// Looks one move ahead, and follows a whim now and then.
struct Beginner {
    greedy: Greedy,
    whim: Seeded,
}

/// How often a beginner follows a whim, out of a hundred times.
const CARELESS: u32 = 35;

impl Beginner {
    fn new(seed: u64, most: Duration) -> Beginner {
        Beginner {
            greedy: adept(seed, most),
            whim: Seeded::new(!seed),
        }
    }
}

impl Policy for Beginner {
    fn pick(&mut self, turn: &Turn<'_>) -> Choice {
        if self.whim.below(100) < CARELESS {
            let nth = self.whim.below(turn.choices.len() as u32);
            return turn.choices[nth as usize];
        }
        self.greedy.pick(turn)
    }
}

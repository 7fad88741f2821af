//! Opponents: who plays the seats that no person plays.

use crate::error::{Oops, Result};
use gloryhex_engine::{Choice, Choices, Game, Seeded, Verb};
use gloryhex_model::Seat;
use gloryhex_search::{Budget, Greedy, Policy, Random, Search};
use std::time::Duration;

/// The levels, easiest first.
pub const LEVELS: [&str; 4] = ["beginner", "adept", "veteran", "champion"];

/// Somebody who makes choices. Called on a thread of its own.
pub struct Opponent {
    policy: Box<dyn Policy>,
    /// How often, out of a hundred times, it chooses without a thought.
    careless: u32,
    whim: Seeded,
    seed: u64,
}

/// The opponent of a level, or of the level `random` that is not on the list.
///
/// # Errors
/// There is no such level.
pub fn opponent(level: &str, seed: u64, think: Duration) -> Result<Opponent> {
    let search = |budget: Budget| {
        let mut search = Search::new(budget, seed);
        search.cap = search.cap.min(think);
        Box::new(search)
    };
    let (policy, careless): (Box<dyn Policy>, u32) = match level {
        "random" => (Box::new(Random::new(seed)), 0),
        "beginner" => (Box::new(Greedy::new(seed)), 35),
        "adept" => (Box::new(Greedy::new(seed)), 5),
        "veteran" => (search(Budget::Iterations(400)), 0),
        "champion" => (search(Budget::Time(think.min(Duration::from_secs(3)))), 0),
        other => {
            return Err(Oops::invalid(format!(
                "There is no opponent called `{other}`; known are {}.",
                LEVELS.join(", ")
            )));
        }
    };
    Ok(Opponent {
        policy,
        careless,
        whim: Seeded::new(!seed),
        seed,
    })
}

/// Whether a level looks ahead, which takes time.
pub fn ponders(level: &str) -> bool {
    matches!(level, "veteran" | "champion")
}

impl Opponent {
    /// Chooses for a seat that has to decide, by what that seat may know.
    pub fn choose(&mut self, game: &Game, seat: Seat) -> Option<Choice> {
        let mut list = Choices::new();
        game.choices(&mut list);
        let n = u32::try_from(list.len()).ok().filter(|n| *n > 0)?;
        if self.whim.below(100) < self.careless {
            return Some(list[self.whim.below(n) as usize]);
        }
        Some(self.policy.decide(game, seat, list.as_slice(), self.seed))
    }
}

/// What is chosen for a player who has left: as little as possible.
pub fn least(game: &Game) -> Option<Choice> {
    let mut list = Choices::new();
    game.choices(&mut list);
    let idle = |choice: &Choice| {
        matches!(
            choice.verb,
            Verb::Pass | Verb::Done | Verb::Stay | Verb::NoToken
        ) || (choice.verb == Verb::Mulligan && choice.a == 0)
    };
    list.iter()
        .find(|c| idle(c))
        .or_else(|| list.first())
        .copied()
}

/// Whether passing or finishing is all a seat can do, and the choice that does it.
pub fn only_pass(game: &Game) -> (bool, Option<Choice>) {
    let mut list = Choices::new();
    game.choices(&mut list);
    let idle = |choice: &&Choice| matches!(choice.verb, Verb::Pass | Verb::Done);
    let pass = list.iter().find(idle).copied();
    (pass.is_some() && list.real() == 0, pass)
}

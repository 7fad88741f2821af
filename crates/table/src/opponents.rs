//! Opponents: who plays the seats that no person plays.

use crate::error::Result;
use gloryhex_engine::{Choice, Game, Verb};
use gloryhex_model::Seat;
use gloryhex_protocol::Problem;
use gloryhex_search::{Level, Policy, Random};
use std::time::Duration;

/// Somebody who makes choices. Called on a thread of its own.
pub struct Opponent {
    policy: Box<dyn Policy>,
    seed: u64,
}

/// The opponent of a level, or of the level `random` that is not on the list.
///
/// # Errors
/// There is no such level.
pub fn opponent(level: &str, seed: u64, think: Duration) -> Result<Opponent> {
    let policy: Box<dyn Policy> = match Level::from_name(level) {
        Some(level) => level.player(seed, think),
        None if level == "random" => Box::new(Random::new(seed)),
        None => {
            let known = Level::ALL.map(Level::name).join(", ");
            return Err(Problem::invalid(format!(
                "There is no opponent called `{level}`; known are {known} and random."
            )));
        }
    };
    Ok(Opponent { policy, seed })
}

/// Whether a level looks ahead, which takes time.
pub fn ponders(level: &str) -> bool {
    Level::from_name(level).is_some_and(Level::ponders)
}

impl Opponent {
    /// Chooses among these choices for a seat that has to decide, by what that seat may know.
    pub fn choose(&mut self, game: &Game, seat: Seat, choices: &[Choice]) -> Option<Choice> {
        if choices.is_empty() {
            return None;
        }
        Some(self.policy.decide(game, seat, choices, self.seed))
    }
}

/// What is chosen for a player who has left: as little as possible.
pub fn least(choices: &[Choice]) -> Option<Choice> {
    let idle = |choice: &Choice| {
        matches!(
            choice.verb,
            Verb::Pass | Verb::Done | Verb::Stay | Verb::NoToken
        ) || (choice.verb == Verb::Mulligan && choice.a == 0)
    };
    choices
        .iter()
        .find(|c| idle(c))
        .or_else(|| choices.first())
        .copied()
}

/// Whether passing or finishing is all a seat can do, and the choice that does it.
pub fn only_pass(choices: &[Choice]) -> (bool, Option<Choice>) {
    let idle = |choice: &&Choice| matches!(choice.verb, Verb::Pass | Verb::Done);
    let pass = choices.iter().find(idle).copied();
    let nothing_else = choices.iter().all(|choice| !choice.is_real());
    (pass.is_some() && nothing_else, pass)
}

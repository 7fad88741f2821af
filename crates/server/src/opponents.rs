//! Opponents: who plays the seats that no person plays.

use crate::error::{Oops, Result};
use gloryhex_engine::{Choice, Choices, Game, Seeded, Verb};
use gloryhex_model::Seat;
use std::time::Duration;

/// The levels, easiest first.
pub const LEVELS: [&str; 1] = ["random"];

/// Somebody who makes choices. Called on a thread of its own.
pub trait Opponent: Send {
    /// Chooses for a seat that has to decide. `progress` is told how far the thinking is, from 0 to 1.
    fn choose(
        &mut self,
        game: &Game,
        seat: Seat,
        think: Duration,
        progress: &mut dyn FnMut(f32),
    ) -> Option<Choice>;
}

/// The opponent of a level.
///
/// # Errors
/// There is no such level.
pub fn opponent(level: &str, seed: u64) -> Result<Box<dyn Opponent>> {
    match level {
        "random" => Ok(Box::new(Random(Seeded::new(seed)))),
        other => Err(Oops::invalid(format!(
            "There is no opponent called `{other}`; known are {}.",
            LEVELS.join(", ")
        ))),
    }
}

struct Random(Seeded);

impl Opponent for Random {
    fn choose(
        &mut self,
        game: &Game,
        _seat: Seat,
        _think: Duration,
        _progress: &mut dyn FnMut(f32),
    ) -> Option<Choice> {
        let mut list = Choices::new();
        game.choices(&mut list);
        let n = u32::try_from(list.len()).ok().filter(|n| *n > 0)?;
        Some(list[self.0.below(n) as usize])
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
    list.iter().find(|c| idle(c)).or_else(|| list.first()).copied()
}

/// Whether passing is all a seat can do, and the pass.
pub fn only_pass(game: &Game) -> (bool, Option<Choice>) {
    let mut list = Choices::new();
    game.choices(&mut list);
    let pass = list.iter().find(|c| c.verb == Verb::Pass).copied();
    (pass.is_some() && list.real() == 0, pass)
}

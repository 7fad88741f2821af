//! How long opponents for people think: decisions of whole games, each level asked in turn, on the clock.
//!
//! Windows open as they do when people play. A level is asked about every few decisions of a game that
//! others play on, so that set-up, the rounds and the end phases all count.

use crate::{seed::derive, stats::percentile};
use gloryhex_engine::{Choices, Game, Pending, Seeded, Table, Windows};
use gloryhex_search::{Level, Policy, Random, level::PATIENCE};
use serde::Serialize;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// What nobody is to wait longer than, in milliseconds: half of all decisions, 95 % of them, all.
pub const BOUNDS: [f64; 3] = [1000.0, 2000.0, 3000.0];

/// How long a level took.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Patience {
    /// The edition.
    pub edition: String,
    /// Players at the table.
    pub players: u8,
    /// The level.
    pub level: &'static str,
    /// Decisions it was asked about, all with more than one option.
    pub decisions: usize,
    /// Milliseconds that half of them took, 95 % of them, and the longest.
    pub milliseconds: [f64; 3],
}

impl Patience {
    /// Whether nobody waited too long.
    pub fn kept(&self) -> bool {
        let below = |(took, bound): (&f64, f64)| *took < bound;
        self.milliseconds.iter().zip(BOUNDS).all(below)
    }
}

/// Asks a level about so many decisions.
pub fn measure(table: &Arc<Table>, edition: &str, level: Level, decisions: usize) -> Patience {
    let mut took: Vec<f64> = Vec::with_capacity(decisions);
    let mut list = Choices::new();
    let mut number = 0;
    while took.len() < decisions {
        number += 1;
        game(
            table,
            level,
            derive(11, number),
            decisions,
            &mut took,
            &mut list,
        );
    }
    took.sort_by(f64::total_cmp);
    Patience {
        edition: edition.into(),
        players: table.players,
        level: level.name(),
        decisions: took.len(),
        milliseconds: [0.5, 0.95, 1.0].map(|share| percentile(&took, share)),
    }
}

/// About every so many decisions a level is asked.
const EVERY: u32 = 4;

fn game(
    table: &Arc<Table>,
    level: Level,
    seed: u64,
    decisions: usize,
    took: &mut Vec<f64>,
    list: &mut Choices,
) {
    let mut chance = Seeded::new(derive(seed, 0));
    let mut which = Seeded::new(derive(seed, 1));
    let mut others = Random::new(derive(seed, 2));
    let mut game = Game::new(Arc::clone(table), Windows::Public);
    let mut pending = game.go_on(&mut chance, None, list);
    while took.len() < decisions {
        let Pending::Decide(seat) = pending else {
            return;
        };
        let choice = match list.as_slice() {
            [] => return,
            [only] => *only,
            choices if which.below(EVERY) == 0 => {
                let mind = derive(seed, 3 + took.len() as u64);
                let began = Instant::now();
                let choice = level
                    .player(mind, PATIENCE)
                    .decide(&game, seat, choices, mind);
                took.push(began.elapsed().as_secs_f64() * 1000.0);
                choice
            }
            choices => others.decide(&game, seat, choices, 0),
        };
        pending = game.make(choice, &mut chance, None, list);
    }
}

/// Keeps so many threads busy with nothing while something is done.
pub fn beside<T>(busy: usize, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let done = work();
        over.store(true, Ordering::Relaxed);
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_long_is_too_long_by_any_of_the_three() {
        let took = |milliseconds| Patience {
            edition: "any".into(),
            players: 2,
            level: "adept",
            decisions: 1,
            milliseconds,
        };
        assert!(took([999.0, 1999.0, 2999.0]).kept());
        for late in [
            [1000.0, 1999.0, 2999.0],
            [1.0, 2000.0, 2999.0],
            [1.0, 2.0, 3000.0],
        ] {
            assert!(!took(late).kept());
        }
    }
}

//! The rating scale, rung by rung: each player plays the one below it, and what it scores puts it so far
//! above. The highest is the fixed point of the arena's ratings.
//!
//! Neighbors are close enough for a score to tell their distance; `greedy` beats `random` nearly always,
//! which tells little.

use crate::{
    arena::{ArenaSpec, BASELINES, Played, arena},
    player::PlayerSpec,
};
use gloryhex_engine::Table;
use gloryhex_search::{Kind, Level};
use serde::Serialize;
use std::sync::{Arc, atomic::AtomicBool};

/// The rungs, lowest first.
pub const RUNGS: [Kind; 3] = [Kind::Random, Kind::Level(Level::Beginner), Kind::Greedy];

/// A player's place.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rung {
    /// The player.
    pub player: String,
    /// Its rating; none if it was stopped before the highest rung, from which ratings are counted.
    pub rating: Option<f64>,
    /// Points per game against the one below with the 95 % interval: rate, lower end, upper end.
    pub score: Option<[f64; 3]>,
    /// Games against the one below.
    pub games: u64,
}

/// Plays every rung against the one below. `spec` says how many games, from which seed and on how many
/// threads; its players do not matter. Rungs that were stopped before their first game are left out;
/// nothing is left if none was played.
pub fn climb(
    table: &Arc<Table>,
    spec: &ArenaSpec,
    stop: &AtomicBool,
    told: &(dyn Fn(&Played) + Sync),
) -> Vec<Rung> {
    let mut rungs: Vec<Rung> = Vec::new();
    let mut heights = vec![0.0];
    for pair in RUNGS.windows(2) {
        let match_up = ArenaSpec {
            players: vec![PlayerSpec::Kind(pair[1]), PlayerSpec::Kind(pair[0])],
            ..spec.clone()
        };
        let report = arena(table, &match_up, stop, told);
        if report.games == 0 {
            break;
        }
        let standing = &report.standings[0];
        let below = heights.last().copied().unwrap_or_default();
        let score = standing.score;
        if rungs.is_empty() {
            rungs.push(Rung {
                player: pair[0].to_string(),
                rating: None,
                score: None,
                games: 0,
            });
        }
        heights.push(below + standing.elo[0]);
        rungs.push(Rung {
            player: standing.player.clone(),
            rating: None,
            score: Some([score.rate, score.low, score.high]),
            games: report.games,
        });
    }
    if rungs.len() == RUNGS.len() {
        let fixed = BASELINES.first().map_or(0.0, |(_, rating)| *rating);
        let lift = fixed - heights.last().copied().unwrap_or_default();
        for (rung, height) in rungs.iter_mut().zip(heights) {
            rung.rating = Some(height + lift);
        }
    }
    rungs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::BotSettings;
    use gloryhex_editions::{Content, Spec};

    fn climbed(stop: bool) -> Vec<Rung> {
        let setup = Spec::core("shadespire", 2);
        let table = Content::embedded().table(&setup).expect("a table");
        let spec = ArenaSpec {
            edition: setup.edition.clone(),
            players: Vec::new(),
            games: 2,
            seed: 1,
            threads: 1,
            bots: BotSettings::new(setup),
        };
        climb(&Arc::new(table), &spec, &AtomicBool::new(stop), &|_| {})
    }

    #[test]
    fn greedy_is_the_fixed_point() {
        let rungs = climbed(false);
        let names: Vec<&str> = rungs.iter().map(|rung| rung.player.as_str()).collect();
        assert_eq!(names, ["random", "beginner", "greedy"]);
        let top = rungs[2].rating.expect("all were played");
        assert!((top - 1000.0).abs() < 1e-6);
        assert!(rungs[1..].iter().all(|rung| rung.games == 2));
    }

    #[test]
    fn nobody_is_rated_without_a_game() {
        assert!(climbed(true).is_empty());
    }
}

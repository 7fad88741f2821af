//! Players against each other: the same dice and decks from every seat, until enough games tell.
//!
//! Games come in rounds of as many as there are players; within a round everybody sits in every seat
//! once, with the same seed of chance, so neither seats nor decks favor anybody.

use crate::{
    bot::BotSettings,
    player::{Misdeed, Player, PlayerSpec},
    playout::MAX_DECISIONS,
    seed::derive,
    stats::{Rate, elo, percentile},
};
use gloryhex_engine::{Choices, Ending, Game, Log, Pending, Seeded, Table, Windows, view::redact};
use gloryhex_model::Seat;
use serde::Serialize;
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

/// What to play.
#[derive(Clone)]
pub struct ArenaSpec {
    /// The edition, for the report.
    pub edition: String,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// Games.
    pub games: u64,
    /// Seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// What programs are allowed.
    pub bots: BotSettings,
}

/// What one player did in one game.
#[derive(Clone, Debug, Default)]
struct Deeds {
    decisions: u64,
    nanos: u64,
    slowest: Vec<f64>,
}

/// One finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number.
    pub number: u64,
    /// Points by player (not by seat): 1 to the winner, shared in a draw.
    pub points: Vec<f64>,
    /// Glory by player.
    pub glory: Vec<u8>,
    /// Whether nobody won.
    pub drawn: bool,
    /// Who misbehaved and how.
    pub misdeed: Option<(usize, Misdeed)>,
    /// Why the engine could not bring it to an end. Always a bug; such a game counts for nobody.
    pub broken: Option<&'static str>,
    /// Turns taken in the last round reached, and that round.
    pub rounds: u8,
    /// Decisions made by all.
    pub decisions: u64,
    deeds: Vec<Deeds>,
}

/// What came of it for one player.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The player.
    pub player: String,
    /// Games.
    pub games: u64,
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// Games lost by misbehaving.
    pub forfeited: u64,
    /// Points per game with the 95 % interval.
    pub score: Rate,
    /// Elo against the others taken together, with the interval.
    pub elo: [f64; 3],
    /// Elo on the scale of the baselines, where a baseline is among the others.
    pub rating: Option<f64>,
    /// Glory per game.
    pub glory: f64,
    /// Choices made per second of thinking.
    pub choices_per_second: f64,
    /// Milliseconds per decision: half of all, 99 % of all, and the longest.
    pub milliseconds: [f64; 3],
}

/// The report of an arena.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArenaReport {
    /// The edition.
    pub edition: String,
    /// Games that were to be played.
    pub asked: u64,
    /// Games played.
    pub games: u64,
    /// Seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// How long it took.
    pub seconds: f64,
    /// The players.
    pub standings: Vec<Standing>,
    /// What players did wrong, the first few.
    pub misdeeds: Vec<String>,
    /// Games that the engine could not bring to an end.
    pub broken: u64,
    /// What is known of the first few of them.
    pub breaches: Vec<String>,
}

/// The fixed point of ratings: `greedy` has 1000, everybody else what they score against it. (Against
/// `random` nearly everybody wins all games, which tells nothing about the distance.) Where `random`
/// and `beginner` stand on the scale is measured by [`climb`](crate::ladder::climb).
pub const BASELINES: &[(&str, f64)] = &[("greedy", 1000.0)];

/// Plays. `told` hears of every finished game; `stop` ends it after the games under way.
pub fn arena(
    table: &Arc<Table>,
    spec: &ArenaSpec,
    stop: &AtomicBool,
    told: &(dyn Fn(&Played) + Sync),
) -> ArenaReport {
    let began = Instant::now();
    let next = AtomicU64::new(0);
    let done: Mutex<Vec<Played>> = Mutex::default();
    let work = || {
        let mut list = Choices::new();
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= spec.games {
                break;
            }
            let Some(played) = play(table, spec, number, &mut list, stop) else {
                break;
            };
            told(&played);
            done.lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
                .push(played);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..spec.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_by_key(|played| played.number);
    report(spec, &done, began.elapsed().as_secs_f64())
}

/// Plays one game; `None` if it was stopped before its end.
pub fn play(
    table: &Arc<Table>,
    spec: &ArenaSpec,
    number: u64,
    list: &mut Choices,
    stop: &AtomicBool,
) -> Option<Played> {
    let n = spec.players.len();
    let turn = (number % n as u64) as usize;
    let round = derive(spec.seed, number / n as u64);
    // The player of each seat.
    let sits: Vec<usize> = (0..n).map(|seat| (seat + turn) % n).collect();
    let mut played = Played {
        number,
        points: vec![0.0; n],
        glory: vec![0; n],
        drawn: false,
        misdeed: None,
        broken: None,
        rounds: 0,
        decisions: 0,
        deeds: vec![Deeds::default(); n],
    };
    let mut chance = Seeded::new(derive(round, 0));
    let mut game = Game::new(Arc::clone(table), Windows::Playable);
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for (seat, who) in sits.iter().copied().enumerate().take(n) {
        let seed = derive(derive(round, 1 + turn as u64), seat as u64);
        let seated = spec.players[who]
            .seat(seed, &spec.bots)
            .and_then(|mut player| {
                player.begin(&game, Seat(seat as u8))?;
                Ok(player)
            });
        match seated {
            Ok(player) => players.push(player),
            Err(misdeed) => {
                forfeit(&mut played, who, misdeed);
                return Some(played);
            }
        }
    }
    let watched = players.iter().any(|player| player.watches());
    let mut log = Log::default();
    let mut pending = game.go_on(&mut chance, watched.then_some(&mut log), list);
    let ending = loop {
        if watched && !log.events.is_empty() {
            for (seat, player) in players.iter_mut().enumerate() {
                let viewer = Some(Seat(seat as u8));
                let seen: Vec<_> = log
                    .events
                    .iter()
                    .filter_map(|e| redact(*e, viewer))
                    .collect();
                player.see(&game, &seen);
            }
            log.events.clear();
        }
        let seat = match pending {
            Pending::Decide(seat) => seat,
            Pending::Over => break game.ending(),
            Pending::Chance(_) => {
                played.broken = Some("chance was left undecided");
                break Ending::Running;
            }
            Pending::Fault => {
                played.broken = Some("an internal limit was reached");
                break Ending::Running;
            }
        };
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if list.is_empty() || played.decisions >= MAX_DECISIONS {
            played.broken = Some(match list.is_empty() {
                true => "a decision without choices",
                false => "the game does not end",
            });
            break Ending::Running;
        }
        let who = sits[seat.ix()];
        let began = Instant::now();
        let seed = derive(round, 1000 + played.decisions);
        let choice = match players[seat.ix()].decide(&game, seat, list, seed) {
            Ok(choice) if list.contains(&choice) => choice,
            Ok(choice) => {
                let misdeed = Misdeed(format!("chose {choice:?}, which was not offered"));
                forfeit(&mut played, who, misdeed);
                break Ending::Running;
            }
            Err(misdeed) => {
                forfeit(&mut played, who, misdeed);
                break Ending::Running;
            }
        };
        played.decisions += 1;
        if list.len() > 1 {
            let nanos = began.elapsed().as_nanos() as u64;
            let deeds = &mut played.deeds[who];
            deeds.decisions += 1;
            deeds.nanos += nanos;
            deeds.slowest.push(nanos as f64 / 1e6);
        }
        pending = game.make(choice, &mut chance, watched.then_some(&mut log), list);
    };
    played.rounds = game.state.clock.round;
    for (seat, who) in sits.iter().copied().enumerate().take(n) {
        played.glory[who] = game.state.seats[Seat(seat as u8)].glory;
    }
    if played.misdeed.is_none() {
        let shares = gloryhex_search::eval::settled(ending, n as u8);
        for (who, share) in sits.iter().zip(shares).take(n) {
            played.points[*who] = f64::from(share);
        }
        played.drawn = matches!(ending, Ending::Draw(_));
    }
    for (seat, player) in players.iter_mut().enumerate() {
        player.end(&game, Seat(seat as u8), ending);
    }
    Some(played)
}

/// Gives the game to the others.
fn forfeit(played: &mut Played, who: usize, misdeed: Misdeed) {
    let n = played.points.len();
    for (ix, points) in played.points.iter_mut().enumerate() {
        *points = if ix == who {
            0.0
        } else {
            1.0 / (n - 1).max(1) as f64
        };
    }
    played.misdeed = Some((who, misdeed));
}

/// Counts finished games.
pub fn report(spec: &ArenaSpec, done: &[Played], seconds: f64) -> ArenaReport {
    let n = spec.players.len();
    let breach = |played: &Played| {
        let what = played.broken?;
        Some(format!("game {}: {what}", played.number + 1))
    };
    let breaches: Vec<String> = done.iter().filter_map(breach).collect();
    let sound: Vec<&Played> = done.iter().filter(|p| p.broken.is_none()).collect();
    let standings = (0..n).map(|who| standing(spec, &sound, who)).collect();
    let misdeeds = done
        .iter()
        .filter_map(|played| {
            let (who, misdeed) = played.misdeed.as_ref()?;
            let player = &spec.players[*who];
            Some(format!("game {}: {player}: {misdeed}", played.number + 1))
        })
        .take(20)
        .collect();
    ArenaReport {
        edition: spec.edition.clone(),
        asked: spec.games,
        games: done.len() as u64,
        seed: spec.seed,
        threads: spec.threads,
        seconds,
        standings,
        misdeeds,
        broken: breaches.len() as u64,
        breaches: breaches.into_iter().take(20).collect(),
    }
}

fn standing(spec: &ArenaSpec, done: &[&Played], who: usize) -> Standing {
    let n = done.len() as f64;
    let points: f64 = done.iter().map(|played| played.points[who]).sum();
    let won = done.iter().filter(|p| p.points[who] > 0.999).count() as u64;
    let drawn = done
        .iter()
        .filter(|p| p.drawn && p.points[who] > 0.0)
        .count() as u64;
    let forfeited = done
        .iter()
        .filter(|p| p.misdeed.as_ref().is_some_and(|(ix, _)| *ix == who))
        .count() as u64;
    let score = Rate::wilson(points, n);
    // With more than two players an even share is not one half.
    let others = (spec.players.len() - 1).max(1) as f64;
    let even = |p: f64| p * others / (p * others + (1.0 - p)).max(1e-12);
    let elo = [score.rate, score.low, score.high].map(|p| elo(even(p)));
    let baseline = spec
        .players
        .iter()
        .enumerate()
        .filter(|(ix, _)| *ix != who)
        .find_map(|(_, player)| {
            let name = player.to_string();
            BASELINES.iter().find(|(base, _)| *base == name)
        });
    let mut times: Vec<f64> = done
        .iter()
        .flat_map(|played| played.deeds[who].slowest.iter().copied())
        .collect();
    times.sort_by(f64::total_cmp);
    let decisions: u64 = done.iter().map(|p| p.deeds[who].decisions).sum();
    let nanos: u64 = done.iter().map(|p| p.deeds[who].nanos).sum();
    Standing {
        player: spec.players[who].to_string(),
        games: done.len() as u64,
        won,
        drawn,
        lost: done.len() as u64 - won - drawn,
        forfeited,
        score,
        elo,
        rating: baseline.map(|(_, rating)| rating + elo[0]),
        glory: done.iter().map(|p| f64::from(p.glory[who])).sum::<f64>() / n.max(1.0),
        choices_per_second: decisions as f64 / (nanos as f64 / 1e9).max(1e-9),
        milliseconds: [0.5, 0.99, 1.0].map(|share| percentile(&times, share)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_editions::Spec;

    #[test]
    fn a_game_that_the_engine_breaks_off_counts_for_nobody_and_is_told() {
        let spec = ArenaSpec {
            edition: "shadespire".into(),
            players: vec!["greedy".parse().unwrap(), "random".parse().unwrap()],
            games: 2,
            seed: 1,
            threads: 1,
            bots: BotSettings::new(Spec::core("shadespire", 2)),
        };
        let won = Played {
            number: 0,
            points: vec![1.0, 0.0],
            glory: vec![5, 2],
            drawn: false,
            misdeed: None,
            broken: None,
            rounds: 3,
            decisions: 9,
            deeds: vec![Deeds::default(); 2],
        };
        let broken = Played {
            number: 1,
            points: vec![0.5, 0.5],
            broken: Some("an internal limit was reached"),
            ..won.clone()
        };
        let report = report(&spec, &[won, broken], 1.0);
        let counts = |s: &Standing| (s.games, s.won, s.drawn, s.lost);
        assert_eq!(counts(&report.standings[0]), (1, 1, 0, 0));
        assert_eq!(counts(&report.standings[1]), (1, 0, 0, 1));
        assert_eq!(report.broken, 1);
        assert_eq!(report.breaches, ["game 2: an internal limit was reached"]);
    }
}

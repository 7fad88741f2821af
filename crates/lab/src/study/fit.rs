//! What positions are made of against who won: the regression behind the weights of the search crate.
//!
//! Games are played by one kind of player against itself, every sixteenth choice at random, so that
//! positions differ. At the start of every turn the difference between the two seats is written down,
//! part by part; a logistic regression with a bias for the seat (and its warband) tells what each part
//! is worth in glory points.

use crate::seed::derive;
use gloryhex_engine::{Choices, Game, Pending, Phase, Seeded, Table, Windows};
use gloryhex_search::{
    Judge, Kind, Weights,
    eval::{Time, settled},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The parts, as named in [`Weights`]; `worth` scales what fighters are worth and `threat` what
/// attacks promise, both beside the default weights.
pub const PARTS: [&str; 11] = [
    "glory",
    "worth",
    "card",
    "purse",
    "hold",
    "met, early",
    "met, late",
    "unmet",
    "surge",
    "threat",
    "far",
];

/// Parts, and a bias at the start and at the end of the game.
const TERMS: usize = PARTS.len() + 2;

/// A position.
pub struct Row {
    parts: [f64; TERMS],
    /// The part of the game that is left.
    left: f64,
    /// Points of the first seat.
    won: f64,
}

/// Nothing but glory counts.
const NOTHING: Weights = Weights {
    alive: 0.0,
    strength: 0.0,
    inspired: 0.0,
    upgrade: 0.0,
    card: 0.0,
    purse: 0.0,
    hold: 0.0,
    met: [0.0; 2],
    kept: 0.0,
    unmet: 0.0,
    near: 0.0,
    surge: 0.0,
    tempo: 0.0,
    menace: 0.0,
    second: 0.0,
    fresh: 0.0,
    ready: 0.0,
    guard: 0.0,
    far: 0.0,
    idle: 0.0,
    fear: 1.0,
    slope: 1.0,
    late: 0.0,
    ahead: 0,
};

fn parts(game: &Game, left: f64) -> [f64; TERMS] {
    let usual = Weights::default();
    let lead = |weights: Weights| {
        let judge = Judge {
            weights: Some(weights),
            ..Judge::default()
        };
        let values = judge.values(game.sight());
        f64::from(values[0] - values[1])
    };
    let glory = lead(NOTHING);
    let fighters = Weights {
        alive: usual.alive,
        strength: usual.strength,
        inspired: usual.inspired,
        upgrade: usual.upgrade,
        ..NOTHING
    };
    let standing = lead(fighters);
    let threatening = lead(Weights {
        tempo: usual.tempo,
        menace: usual.menace,
        second: usual.second,
        ..fighters
    });
    let one = |change: fn(&mut Weights)| {
        let mut weights = NOTHING;
        change(&mut weights);
        lead(weights) - glory
    };
    [
        glory,
        standing - glory,
        one(|w| w.card = 1.0),
        one(|w| w.purse = 1.0),
        one(|w| w.hold = 1.0),
        one(|w| w.met = [1.0, 0.0]),
        one(|w| w.met = [0.0, 1.0]),
        one(|w| w.unmet = 1.0),
        one(|w| w.surge = 1.0),
        threatening - standing,
        // Reach is looked at only where attacks count.
        one(|w| (w.tempo, w.menace, w.far) = (1e-9, 1e-9, 1.0)),
        1.0,
        left,
    ]
}

/// Plays games and writes positions down; `told` hears of every game, `stop` ends it early.
pub fn positions(
    table: &Arc<Table>,
    player: Kind,
    games: u64,
    seed: u64,
    stop: &AtomicBool,
    told: &dyn Fn(),
) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut list = Choices::new();
    for number in 0..games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let round = derive(seed, number);
        let mut chance = Seeded::new(derive(round, 0));
        let mut whim = Seeded::new(derive(round, 1));
        let mut players = [
            player.player(derive(round, 2)),
            player.player(derive(round, 3)),
        ];
        let mut game = Game::new(Arc::clone(table), Windows::Playable);
        let (first, mut turn, mut decisions) = (rows.len(), (0, 0), 0);
        while let Pending::Decide(seat) = game.advance(&mut chance, None) {
            game.choices(&mut list);
            let clock = game.state.clock;
            let now = (clock.round, clock.turn);
            if clock.phase == Phase::Action && now != turn {
                turn = now;
                let left = f64::from(Time::of(game.sight()).game);
                rows.push(Row {
                    parts: parts(&game, left),
                    left,
                    won: 0.5,
                });
            }
            decisions += 1;
            let choice = if whim.below(16) == 0 {
                list[whim.below(list.len() as u32) as usize]
            } else {
                players[seat.ix()].decide(&game, seat, &list, derive(round, 9 + decisions))
            };
            game.play_unchecked(choice, &mut chance, None);
        }
        let won = f64::from(settled(game.ending(), 2)[0]);
        for row in &mut rows[first..] {
            row.won = won;
        }
        told();
    }
    rows
}

/// What was found.
pub struct Fit {
    /// How much a lead of one glory point moves the odds, early in the game.
    pub slope: f64,
    /// What each part is worth in glory points.
    pub weights: [f64; PARTS.len()],
    /// How badly it explains who won (mean log loss), and how badly glory alone does.
    pub loss: [f64; 2],
}

fn chance(row: &Row, weights: &[f64; TERMS], late: f64) -> f64 {
    let steep = 1.0 + late * (1.0 - row.left);
    let sum: f64 = row.parts.iter().zip(weights).map(|(x, w)| x * w).sum();
    (1.0 / (1.0 + (-steep * sum).exp())).clamp(1e-6, 1.0 - 1e-6)
}

fn loss(rows: &[Row], weights: &[f64; TERMS], late: f64) -> f64 {
    let one = |row: &Row| {
        let p = chance(row, weights, late);
        -row.won * p.ln() - (1.0 - row.won) * (1.0 - p).ln()
    };
    rows.iter().map(one).sum::<f64>() / rows.len().max(1) as f64
}

/// Fits by Newton's method with a light pull towards nothing. `late` says how much steeper the odds
/// are at the end.
pub fn fit(rows: &[Row], late: f64) -> Fit {
    let mut all = [true; TERMS];
    let weights = newton(rows, late, &all);
    all = [false; TERMS];
    (all[0], all[TERMS - 2]) = (true, true);
    let plain = newton(rows, late, &all);
    let mut found = [0.0; PARTS.len()];
    for (found, weight) in found.iter_mut().zip(weights) {
        *found = weight / weights[0];
    }
    Fit {
        slope: weights[0],
        weights: found,
        loss: [loss(rows, &weights, late), loss(rows, &plain, late)],
    }
}

fn newton(rows: &[Row], late: f64, used: &[bool; TERMS]) -> [f64; TERMS] {
    const PULL: f64 = 2.0;
    let mut weights = [0.0; TERMS];
    for _ in 0..25 {
        let mut slope = [0.0; TERMS];
        let mut bend = [[0.0; TERMS]; TERMS];
        for row in rows {
            let steep = 1.0 + late * (1.0 - row.left);
            let p = chance(row, &weights, late);
            for i in (0..TERMS).filter(|i| used[*i]) {
                let x = steep * row.parts[i];
                slope[i] += (row.won - p) * x;
                for j in (0..TERMS).filter(|j| used[*j]) {
                    bend[i][j] += p * (1.0 - p) * x * steep * row.parts[j];
                }
            }
        }
        for i in 0..TERMS {
            slope[i] -= PULL * weights[i];
            bend[i][i] += PULL;
        }
        for (weight, step) in weights.iter_mut().zip(solve(bend, slope)) {
            *weight += step;
        }
    }
    weights
}

/// Solves a system of equations whose matrix is positive definite.
fn solve(mut a: [[f64; TERMS]; TERMS], mut b: [f64; TERMS]) -> [f64; TERMS] {
    for i in 0..TERMS {
        let pivot = a[i];
        let value = b[i];
        for r in (0..TERMS).filter(|r| *r != i) {
            let share = a[r][i] / pivot[i];
            for (cell, above) in a[r].iter_mut().zip(pivot) {
                *cell -= share * above;
            }
            b[r] -= share * value;
        }
    }
    std::array::from_fn(|i| b[i] / a[i][i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_slope_is_found_again() {
        let mut chance = Seeded::new(5);
        let rows: Vec<Row> = (0..4000)
            .map(|_| {
                let mut parts = [0.0; TERMS];
                parts[0] = f64::from(chance.below(9)) - 4.0;
                parts[4] = f64::from(chance.below(5)) - 2.0;
                parts[TERMS - 2] = 1.0;
                let p = 1.0 / (1.0 + (-0.5 * parts[0] - 0.2 * parts[4]).exp());
                let won = f64::from(u8::from(f64::from(chance.below(1 << 20)) < p * 1_048_576.0));
                Row {
                    parts,
                    left: 1.0,
                    won,
                }
            })
            .collect();
        let found = fit(&rows, 0.8);
        assert!((found.slope - 0.5).abs() < 0.06, "{}", found.slope);
        assert!(
            (found.weights[4] - 0.4).abs() < 0.12,
            "{}",
            found.weights[4]
        );
        assert!(found.loss[0] < found.loss[1]);
    }
}

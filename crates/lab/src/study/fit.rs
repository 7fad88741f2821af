//! What positions are made of against who won: the regression behind the weights of the search crate.
//!
//! Games are played by one kind of player against itself, every sixteenth choice at random, so that
//! positions differ. At the start of every turn the difference between the two seats is written down,
//! part by part; a logistic regression with a bias for the seat (and its warband) and for who acts first
//! tells what each part is worth in glory points.

use super::regression::{self, Row};
use crate::seed::derive;
use gloryhex_engine::{Choices, Game, Pending, Phase, Seeded, Table, Windows};
use gloryhex_model::Seat;
use gloryhex_search::{
    Judge, Kind, Weights, Wishes,
    eval::{Time, settled},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whose weights are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Greedy's, who asks no objective what it wants: fighters and threats in one piece each.
    Greedy,
    /// The search's, who asks: every figure by itself.
    Search,
}

/// Greedy's parts, as named in [`Weights`]; `worth` scales what fighters are worth and `threat` what
/// attacks promise, both beside the default weights.
const GREEDY: &[&str] = &[
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

/// The search's parts, as named in [`Weights`].
const SEARCH: &[&str] = &[
    "glory",
    "alive",
    "strength",
    "inspired",
    "upgrade",
    "card",
    "purse",
    "hold",
    "met, early",
    "met, late",
    "kept",
    "unmet",
    "near",
    "surge",
    "tempo",
    "menace",
    "second",
    "fresh",
    "ready",
    "guard",
    "far",
];

impl Whose {
    /// The parts.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Whose::Greedy => GREEDY,
            Whose::Search => SEARCH,
        }
    }
}

/// Terms beside the parts: a bias, at the start and at the end of the game, and for who acts first.
const BIAS: usize = 4;

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
    last: 0,
    play: 0.0,
    spare_play: 0.0,
};

/// The first seat's lead by some weights.
fn lead(game: &Game, wishes: Wishes, weights: Weights) -> f64 {
    let judge = Judge {
        weights: Some(weights),
        wishes,
        ..Judge::default()
    };
    let values = judge.values(game.sight());
    f64::from(values[0] - values[1])
}

/// What one figure adds to nothing.
fn one(game: &Game, wishes: Wishes, change: fn(&mut Weights)) -> f64 {
    let mut weights = NOTHING;
    change(&mut weights);
    lead(game, wishes, weights) - lead(game, wishes, NOTHING)
}

/// Only fighters count.
fn fighters(by: &Weights) -> Weights {
    Weights {
        alive: by.alive,
        strength: by.strength,
        inspired: by.inspired,
        upgrade: by.upgrade,
        ..NOTHING
    }
}

fn greedy_parts(game: &Game) -> Vec<f64> {
    let (usual, wishes) = (Weights::default(), Wishes::default());
    let one = |change| one(game, wishes, change);
    let lead = |weights| lead(game, wishes, weights);
    let fighters = fighters(&usual);
    let standing = lead(fighters);
    let threatening = lead(Weights {
        tempo: usual.tempo,
        menace: usual.menace,
        second: usual.second,
        ..fighters
    });
    vec![
        lead(NOTHING),
        standing - lead(NOTHING),
        one(|w| w.card = 1.0),
        one(|w| w.purse = 1.0),
        one(|w| w.hold = 1.0),
        one(|w| w.met = [1.0, 0.0]),
        one(|w| w.met = [0.0, 1.0]),
        one(|w| w.unmet = 1.0),
        one(|w| w.surge = 1.0),
        threatening - standing,
        one(far),
    ]
}

/// Reach is looked at only where attacks count.
fn far(w: &mut Weights) {
    (w.tempo, w.menace, w.far) = (1e-9, 1e-9, 1.0);
}

fn search_parts(game: &Game, wishes: Wishes) -> Vec<f64> {
    let one = |change| one(game, wishes, change);
    // What attacks promise depends on what fighters are worth.
    let fighters = fighters(&game.table.weighing.keen);
    let threat = |tempo, menace, second| {
        let weights = Weights {
            tempo,
            menace,
            second,
            ..fighters
        };
        lead(game, wishes, weights)
    };
    let standing = threat(0.0, 0.0, 0.0);
    vec![
        lead(game, wishes, NOTHING),
        one(|w| w.alive = 1.0),
        one(|w| w.strength = 1.0),
        one(|w| w.inspired = 1.0),
        one(|w| w.upgrade = 1.0),
        one(|w| w.card = 1.0),
        one(|w| w.purse = 1.0),
        one(|w| w.hold = 1.0),
        one(|w| w.met[0] = 1.0),
        one(|w| w.met[1] = 1.0),
        one(|w| w.kept = 1.0),
        one(|w| w.unmet = 1.0),
        one(|w| w.near = 1.0),
        one(|w| w.surge = 1.0),
        threat(1.0, 0.0, 0.0) - standing,
        threat(0.0, 1.0, 0.0) - standing,
        threat(1.0, 1.0, 1.0) - threat(1.0, 1.0, 0.0),
        one(|w| w.fresh = 1.0),
        one(|w| w.ready = 1.0),
        one(|w| w.guard = 1.0),
        one(far),
    ]
}

/// What games to play.
pub struct Plan {
    /// Whose weights are asked for.
    pub whose: Whose,
    /// Who plays.
    pub player: Kind,
    /// How many games.
    pub games: u64,
    /// Seed.
    pub seed: u64,
    /// How much steeper the odds are at the end of the game.
    pub late: f64,
}

impl Plan {
    fn row(&self, game: &Game, active: Seat, number: u64) -> Row {
        let left = f64::from(Time::of(game.sight()).game);
        let mut terms = match self.whose {
            Whose::Greedy => greedy_parts(game),
            Whose::Search => search_parts(game, Wishes::ask(game)),
        };
        let first = if active == Seat(0) { 1.0 } else { -1.0 };
        let bias: [f64; BIAS] = [1.0, left, first, first * left];
        terms.extend(bias);
        Row {
            terms,
            steep: 1.0 + self.late * (1.0 - left),
            won: 0.5,
            game: number,
        }
    }

    /// Plays games and writes positions down; `told` hears of every game, `stop` ends it early.
    pub fn positions(&self, table: &Arc<Table>, stop: &AtomicBool, told: &dyn Fn()) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut list = Choices::new();
        for number in 0..self.games {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let round = derive(self.seed, number);
            let mut chance = Seeded::new(derive(round, 0));
            let mut whim = Seeded::new(derive(round, 1));
            let mut players = [2, 3].map(|nth| self.player.player(derive(round, nth)));
            let mut game = Game::new(Arc::clone(table), Windows::Playable);
            let (first, mut turn, mut decisions) = (rows.len(), (0, 0), 0);
            let mut pending = game.go_on(&mut chance, None, &mut list);
            while let Pending::Decide(seat) = pending {
                let clock = game.state.clock;
                let now = (clock.round, clock.turn);
                if clock.phase == Phase::Action && now != turn {
                    turn = now;
                    rows.push(self.row(&game, seat, number));
                }
                decisions += 1;
                let choice = if whim.below(16) == 0 {
                    list[whim.below(list.len() as u32) as usize]
                } else {
                    players[seat.ix()].decide(&game, seat, &list, derive(round, 9 + decisions))
                };
                pending = game.make(choice, &mut chance, None, &mut list);
            }
            let won = f64::from(settled(game.ending(), 2)[0]);
            for row in &mut rows[first..] {
                row.won = won;
            }
            told();
        }
        rows
    }

    /// Fits. Parts that would count against who has them are left out, except what is bad to have.
    pub fn fit(&self, rows: &[Row]) -> Fit {
        let parts = self.whose.parts().len();
        let n = parts + BIAS;
        let (weights, used) = match self.whose {
            Whose::Greedy => (regression::fit(rows.iter(), &vec![true; n]), vec![true; n]),
            Whose::Search => regression::fit_positive(rows, 1..parts),
        };
        let mut glory = vec![false; n];
        (glory[0], glory[parts]) = (true, true);
        // Every fourth game is kept aside to see how well the rest explains it.
        let aside = |row: &&Row| row.game % 4 == 3;
        let known = || rows.iter().filter(|row| !aside(row));
        let loss = [&used, &glory].map(|used| {
            let weights = regression::fit(known(), used);
            regression::loss(rows.iter().filter(aside), &weights)
        });
        let mut found: Vec<f64> = weights[..parts].iter().map(|w| w / weights[0]).collect();
        if self.whose == Whose::Search {
            // A share of the best attack.
            let at = |name: &str| SEARCH.iter().position(|part| *part == name).unwrap_or(0);
            let best = 0.5 * (found[at("tempo")] + found[at("menace")]);
            found[at("second")] /= best.max(0.1);
        }
        Fit {
            slope: weights[0],
            weights: found,
            loss,
        }
    }
}

/// What was found.
pub struct Fit {
    /// How much a lead of one glory point moves the odds, early in the game.
    pub slope: f64,
    /// What each part is worth in glory points.
    pub weights: Vec<f64>,
    /// How badly it explains who won games that were kept aside (mean log loss), and how badly glory
    /// alone does.
    pub loss: [f64; 2],
}

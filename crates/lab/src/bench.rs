//! How fast the engine is, beside what this machine can do at all.
//!
//! Every figure comes from complete random games with the legal list produced at every decision. A
//! calibration loop runs between the slices, so that figures from different machines, or from a busy
//! one, can be compared as ratios.

use crate::{
    batch::{self, SimSpec},
    playout::{self, Fault, Policy, Tally},
    seed::derive,
};
use gloryhex_engine::{
    Choice, Choices, Game, Pending, State, Table, Verb, WeaponIx, Windows, odds,
};
use gloryhex_model::{FighterId, Seat};
use gloryhex_search::{Budget, Policy as _, Search};
use serde::Serialize;
use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

/// Games played before anything is measured. Buffers and battlefields are warm after them.
const WARM_UP: u64 = 200;
/// Slices of which the median is reported.
const SLICES: usize = 5;

/// What was measured for one edition.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// Name of the edition.
    pub edition: String,
    /// Players.
    pub players: u8,
    /// Decisions with more than one option, per second on one thread.
    pub choices_per_second: f64,
    /// Complete games per second on one thread.
    pub games_per_second: f64,
    /// Decisions in a game, those with one option included.
    pub decisions_per_game: f64,
    /// Decisions in a game with more than one option.
    pub choices_per_game: f64,
    /// Options of a decision with more than one, on average.
    pub mean_options: f64,
    /// Bytes of a state.
    pub state_bytes: usize,
    /// Nanoseconds to clone a state.
    pub clone_ns: f64,
    /// Nanoseconds to copy as many plain bytes.
    pub memcpy_ns: f64,
    /// Heap allocations per decision after warm-up.
    pub allocations_per_decision: f64,
    /// Games per second on two threads, as a multiple of one.
    pub two_threads: f64,
    /// Rounds of the calibration loop per second, in millions.
    pub calibration: f64,
    /// Choices per thousand rounds of the calibration loop.
    pub choices_per_kilo_round: f64,
    /// Games per million rounds of the calibration loop.
    pub games_per_mega_round: f64,
    /// Microseconds for the exact odds of one attack in the middle of games.
    pub odds_us: f64,
    /// Positions that a tree search settles and judges per second, from the middle of games.
    pub leaves_per_second: f64,
}

/// Measures one edition. `allocations` counts all heap allocations of the process so far.
pub fn bench(
    table: &Arc<Table>,
    edition: &str,
    slice: Duration,
    allocations: &dyn Fn() -> u64,
) -> Result<BenchReport, Fault> {
    let mut list = Choices::new();
    let mut number = 0;
    let mut play = |games: u64, tally: &mut Tally| -> Result<(), Fault> {
        for _ in 0..games {
            let seed = derive(1, number % WARM_UP);
            number += 1;
            playout::play(
                table,
                Windows::Playable,
                Policy::Random,
                seed,
                &mut list,
                tally,
            )?;
        }
        Ok(())
    };
    play(WARM_UP, &mut Tally::default())?;

    let before = allocations();
    let mut counted = Tally::default();
    play(WARM_UP, &mut counted)?;
    let allocated = allocations() - before;

    let mut slices = Vec::with_capacity(SLICES);
    for _ in 0..SLICES {
        let calibration = calibrate(slice / 8);
        let mut tally = Tally::default();
        let began = Instant::now();
        while began.elapsed() < slice {
            play(8, &mut tally)?;
        }
        let seconds = began.elapsed().as_secs_f64();
        slices.push((
            tally.choices as f64 / seconds,
            tally.games as f64 / seconds,
            calibration,
        ));
    }
    let median = |of: fn(&(f64, f64, f64)) -> f64| {
        let mut values: Vec<f64> = slices.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let (choices, games, calibration) = (median(|s| s.0), median(|s| s.1), median(|s| s.2));
    let (clone_ns, memcpy_ns) = clone_beside_memcpy(&State::new(table));
    Ok(BenchReport {
        edition: edition.into(),
        players: table.players,
        choices_per_second: choices,
        games_per_second: games,
        decisions_per_game: counted.decisions as f64 / counted.games as f64,
        choices_per_game: counted.choices as f64 / counted.games as f64,
        mean_options: counted.options as f64 / counted.choices.max(1) as f64,
        state_bytes: size_of::<State>(),
        clone_ns,
        memcpy_ns,
        allocations_per_decision: allocated as f64 / counted.decisions as f64,
        two_threads: two_threads(table, games, slice)?,
        calibration: calibration / 1e6,
        choices_per_kilo_round: choices / calibration * 1e3,
        games_per_mega_round: games / calibration * 1e6,
        odds_us: odds_us(table, slice),
        leaves_per_second: leaves_per_second(table, slice),
    })
}

/// Decisions with an attack on offer, from the second rounds of a few random games.
fn midgames(table: &Arc<Table>) -> Vec<(Game, Seat, Vec<Choice>)> {
    let mut found = Vec::new();
    let mut list = Choices::new();
    for number in 0..40 {
        let mut streams = playout::Streams::new(derive(3, number));
        let mut game = Game::new(Arc::clone(table), Windows::Playable);
        let mut pending = game.go_on(&mut streams.chance, None, &mut list);
        while let Pending::Decide(seat) = pending {
            let attacks = list.iter().any(|choice| choice.verb == Verb::Attack);
            if game.state.clock.round >= 2 && attacks {
                found.push((game, seat, list.to_vec()));
                break;
            }
            let choice = Policy::Random.pick(&list, &mut streams.mind);
            pending = game.make(choice, &mut streams.chance, None, &mut list);
        }
        if found.len() == 8 {
            break;
        }
    }
    found
}

fn odds_us(table: &Arc<Table>, slice: Duration) -> f64 {
    let positions = midgames(table);
    let attacks: Vec<(&Game, Choice)> = positions
        .iter()
        .flat_map(|(game, _, list)| list.iter().map(move |choice| (game, *choice)))
        .filter(|(_, choice)| choice.verb == Verb::Attack)
        .collect();
    if attacks.is_empty() {
        return 0.0;
    }
    let (mut asked, began) = (0u64, Instant::now());
    while began.elapsed() < slice / 4 {
        for (game, attack) in &attacks {
            let (attacker, target) = (FighterId(attack.a), FighterId(attack.b));
            let weapon = WeaponIx(attack.c);
            black_box(odds::attack(game.sight(), attacker, target, weapon, 0));
        }
        asked += attacks.len() as u64;
    }
    began.elapsed().as_secs_f64() / asked as f64 * 1e6
}

fn leaves_per_second(table: &Arc<Table>, slice: Duration) -> f64 {
    let positions = midgames(table);
    let (mut leaves, mut seconds) = (0u64, 0.0);
    for (game, seat, list) in positions.iter().take(4) {
        let mut search = Search::new(Budget::Time(slice / 4), 1);
        // A race may be decided before its time is up.
        search.growth.race = None;
        let began = Instant::now();
        search.decide(game, *seat, list, 1);
        seconds += began.elapsed().as_secs_f64();
        leaves += u64::from(search.iterations);
    }
    leaves as f64 / f64::max(seconds, 1e-9)
}

/// Rounds per second of a loop bound by throughput: eight independent chains of multiply, shift and
/// exclusive or, so that no chain waits for another.
pub fn calibrate(time: Duration) -> f64 {
    const ROUNDS: u64 = 4096;
    let mut lanes: [u64; 8] = std::array::from_fn(|ix| derive(2, ix as u64));
    let mut rounds = 0;
    let began = Instant::now();
    while began.elapsed() < time {
        for _ in 0..ROUNDS {
            for lane in &mut lanes {
                *lane = (*lane ^ (*lane >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        black_box(&mut lanes);
        rounds += ROUNDS;
    }
    rounds as f64 / began.elapsed().as_secs_f64()
}

/// The best of several runs of both, taken in turns.
fn clone_beside_memcpy(state: &State) -> (f64, f64) {
    const TIMES: u32 = 20_000;
    type Bytes = [u8; size_of::<State>()];
    let bytes: Box<Bytes> = Box::new([7; size_of::<State>()]);
    let mut copies: (Box<State>, Box<Bytes>) = (Box::new(*state), bytes.clone());
    let (mut clone, mut memcpy) = (f64::MAX, f64::MAX);
    for _ in 0..30 {
        let began = Instant::now();
        for _ in 0..TIMES {
            #[expect(clippy::clone_on_copy, reason = "cloning is what is measured")]
            let copy = black_box(state).clone();
            *copies.0 = copy;
            black_box(&mut copies.0);
        }
        clone = clone.min(began.elapsed().as_secs_f64());
        let began = Instant::now();
        for _ in 0..TIMES {
            copies.1.copy_from_slice(black_box(&bytes[..]));
            black_box(&mut copies.1);
        }
        memcpy = memcpy.min(began.elapsed().as_secs_f64());
    }
    let nanoseconds = |seconds: f64| seconds / f64::from(TIMES) * 1e9;
    (nanoseconds(clone), nanoseconds(memcpy))
}

/// Games per second on two threads beside one, from the same games in turns.
fn two_threads(table: &Arc<Table>, games_per_second: f64, slice: Duration) -> Result<f64, Fault> {
    let games = (games_per_second * slice.as_secs_f64()).max(2.0 * WARM_UP as f64) as u64;
    let run = |threads: usize| -> Result<f64, Fault> {
        let spec = SimSpec {
            edition: String::new(),
            players: table.players,
            games,
            seed: 1,
            threads,
            policy: Policy::Random,
            windows: Windows::Playable,
        };
        let began = Instant::now();
        batch::run(table, &spec).map_err(|(_, fault)| fault)?;
        Ok(began.elapsed().as_secs_f64())
    };
    run(2)?;
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        best = (best.0.min(run(1)?), best.1.min(run(2)?));
    }
    Ok(best.0 / best.1)
}

//! Many games over several threads, with a result that does not depend on how many threads there are.

use crate::{
    playout::{self, Fault, Policy, Tally},
    seed::derive,
};
use gloryhex_engine::{Choices, Table, Windows};
use serde::Serialize;
use std::{
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

/// Games that a thread takes at a time.
const CHUNK: u64 = 16;

/// What to play.
#[derive(Clone, Debug)]
pub struct SimSpec {
    /// Name of the edition, for the report.
    pub edition: String,
    /// Players, for the report.
    pub players: u8,
    /// How many games.
    pub games: u64,
    /// The seed of the batch.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// How choices are made.
    pub policy: Policy,
    /// When windows for reactions are opened.
    pub windows: Windows,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct SimReport {
    /// Name of the edition.
    pub edition: String,
    /// Players.
    pub players: u8,
    /// Games played.
    pub games: u64,
    /// The seed of the batch.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// How long it took.
    pub seconds: f64,
    /// Decisions, those with a single option included.
    pub decisions: u64,
    /// Decisions with more than one option.
    pub choices: u64,
    /// Options of a decision with more than one, on average.
    pub mean_options: f64,
    /// Who won how often.
    pub winners: Winners,
    /// The digest of every choice and of every final state.
    pub hash: String,
}

/// Who won how often.
#[derive(Clone, Debug, Serialize)]
pub struct Winners {
    /// Games won by each seat.
    pub seats: Vec<u64>,
    /// Games that nobody won.
    pub draws: u64,
}

/// Plays a batch. The first fault ends it.
pub fn simulate(table: &Arc<Table>, spec: &SimSpec) -> Result<SimReport, (u64, Fault)> {
    let began = Instant::now();
    let tally = run(table, spec)?;
    Ok(SimReport::new(spec, &tally, began.elapsed().as_secs_f64()))
}

impl SimReport {
    /// The report of a batch.
    pub fn new(spec: &SimSpec, tally: &Tally, seconds: f64) -> SimReport {
        SimReport {
            edition: spec.edition.clone(),
            players: spec.players,
            games: tally.games,
            seed: spec.seed,
            threads: spec.threads,
            seconds,
            decisions: tally.decisions,
            choices: tally.choices,
            mean_options: tally.options as f64 / tally.choices.max(1) as f64,
            winners: Winners {
                seats: tally.won[..usize::from(spec.players).min(4)].to_vec(),
                draws: tally.draws,
            },
            hash: format!("{:016x}", tally.hash),
        }
    }
}

/// Plays a batch and only counts.
pub fn run(table: &Arc<Table>, spec: &SimSpec) -> Result<Tally, (u64, Fault)> {
    each_game(spec, |list, seed, tally| {
        playout::play(table, spec.windows, spec.policy, seed, list, tally)?;
        Ok(ControlFlow::Continue(()))
    })
}

/// Runs `one` with the seed of every game of a batch, on several threads, and adds up what it counts.
/// `Break` ends a thread's part. A panic inside a game is a fault of that game.
pub fn each_game<F>(spec: &SimSpec, one: F) -> Result<Tally, (u64, Fault)>
where
    F: Fn(&mut Choices, u64, &mut Tally) -> Result<ControlFlow<()>, Fault> + Sync,
{
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let total = Mutex::new((Tally::default(), None::<(u64, Fault)>));
    let work = || {
        let mut list = Choices::new();
        let mut tally = Tally::default();
        let mut first = None;
        'games: while !stop.load(Ordering::Relaxed) {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= spec.games {
                break;
            }
            for number in from..spec.games.min(from + CHUNK) {
                let seed = derive(spec.seed, number);
                let fault = match caught(seed, || one(&mut list, seed, &mut tally)) {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => break 'games,
                    Err(fault) => fault,
                };
                stop.store(true, Ordering::Relaxed);
                first = Some((number, fault));
                break 'games;
            }
        }
        let mut total = total
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        total.0.add(&tally);
        let earlier = match (&first, &total.1) {
            (Some((mine, _)), Some((theirs, _))) => mine < theirs,
            (Some(_), None) => true,
            _ => false,
        };
        if earlier {
            total.1 = first;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..spec.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    match total
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
    {
        (tally, None) => Ok(tally),
        (_, Some(fault)) => Err(fault),
    }
}

/// Runs `one`; a panic becomes a fault.
pub fn caught<T>(seed: u64, one: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(one)).unwrap_or_else(|panic| {
        let words = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        Err(Fault {
            seed,
            decision: None,
            what: format!("the engine panicked: {words}"),
        })
    })
}

//! Long random play with every invariant checked at every decision.

use crate::{
    batch::{self, SimReport, SimSpec},
    check::Checker,
    playout::{self, Fault, Tally},
    seed::derive,
};
use gloryhex_engine::{Choices, Table};
use std::{
    collections::{BTreeMap, HashSet},
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

/// Plays one game, checking every decision. The games are those of [`playout::play`].
pub fn play_checked(
    table: &Arc<Table>,
    spec: &SimSpec,
    seed: u64,
    rules: &HashSet<String>,
    list: &mut Choices,
    tally: &mut Tally,
) -> Result<(), Fault> {
    let mut checker = Checker::new(rules, derive(seed, 2));
    let watch = |game: &_, seat, list: &_| checker.decision(game, seat, list);
    playout::play_watched(table, spec.windows, spec.policy, seed, list, tally, watch)
}

/// Plays a batch, checking every decision.
pub fn simulate_checked(
    table: &Arc<Table>,
    spec: &SimSpec,
    rules: &HashSet<String>,
) -> Result<SimReport, (u64, Fault)> {
    let began = Instant::now();
    let tally = batch::each_game(spec, |list, seed, tally| {
        play_checked(table, spec, seed, rules, list, tally)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(SimReport::new(spec, &tally, began.elapsed().as_secs_f64()))
}

/// Plays a batch and lists every different breach with the first game that shows it, instead of
/// ending at one. Two breaches are the same if they differ in numbers only.
pub fn survey(
    table: &Arc<Table>,
    spec: &SimSpec,
    rules: &HashSet<String>,
) -> Result<Vec<Fault>, (u64, Fault)> {
    let found = Mutex::new(BTreeMap::<String, Fault>::new());
    batch::each_game(spec, |list, seed, tally| {
        let play = || play_checked(table, spec, seed, rules, list, tally);
        if let Err(fault) = batch::caught(seed, play) {
            let kind = fault.what.replace(|c: char| c.is_ascii_digit(), "");
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.entry(kind).or_insert(fault);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(found.into_values().collect())
}

/// Plays whole games until at least `decisions` were made, each at the table that is laid for its seed. `spec.games` is
/// not looked at.
pub fn soak(
    lay: &(dyn Fn(u64) -> Arc<Table> + Sync),
    spec: &SimSpec,
    decisions: u64,
    rules: &HashSet<String>,
) -> Result<Tally, (u64, Fault)> {
    let made = AtomicU64::new(0);
    let spec = SimSpec {
        games: u64::MAX,
        ..spec.clone()
    };
    batch::each_game(&spec, |list, seed, tally| {
        if made.load(Ordering::Relaxed) >= decisions {
            return Ok(ControlFlow::Break(()));
        }
        let before = tally.decisions;
        play_checked(&lay(seed), &spec, seed, rules, list, tally)?;
        made.fetch_add(tally.decisions - before, Ordering::Relaxed);
        Ok(ControlFlow::Continue(()))
    })
}

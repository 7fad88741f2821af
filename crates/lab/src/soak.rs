//! Long random play with every invariant checked at every decision.

use crate::{
    batch::{self, SimSpec},
    check::Checker,
    playout::{Fault, MAX_DECISIONS, Policy, Streams, Tally, count_ending},
    seed::derive,
};
use gloryhex_engine::{Choices, Game, Pending, Table, Windows};
use std::{
    collections::HashSet,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// Plays one game, checking every decision.
pub fn play_checked(
    table: &Arc<Table>,
    windows: Windows,
    policy: Policy,
    seed: u64,
    rules: &HashSet<String>,
    list: &mut Choices,
    tally: &mut Tally,
) -> Result<(), Fault> {
    let mut streams = Streams::new(seed);
    let mut checker = Checker::new(rules, derive(seed, 2));
    let mut game = Game::new(Arc::clone(table), windows);
    let mut decisions = 0;
    let fault = |decision, what: String| Fault {
        seed,
        decision: Some(decision),
        what,
    };
    loop {
        let seat = match game.advance(&mut streams.chance, None) {
            Pending::Decide(seat) => seat,
            Pending::Over => break,
            Pending::Chance(_) => return Err(fault(decisions, "chance was left undecided".into())),
            Pending::Fault => return Err(fault(decisions, "an internal limit was reached".into())),
        };
        game.choices(list);
        checker
            .decision(&game, seat, list)
            .map_err(|what| fault(decisions, what))?;
        if list.len() > 1 {
            tally.choices += 1;
            tally.options += list.len() as u64;
        }
        let choice = match list.as_slice() {
            [only] => *only,
            several => policy.pick(several, &mut streams.mind),
        };
        decisions += 1;
        if decisions > MAX_DECISIONS {
            return Err(fault(decisions, "the game does not end".into()));
        }
        game.play_unchecked(choice, &mut streams.chance, None);
    }
    if !count_ending(tally, game.ending()) {
        return Err(fault(decisions, "the game is over and has no ending".into()));
    }
    tally.games += 1;
    tally.decisions += decisions;
    Ok(())
}

/// Plays whole games until at least `decisions` were made. `spec.games` is not looked at.
pub fn soak(
    table: &Arc<Table>,
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
        play_checked(table, spec.windows, spec.policy, seed, rules, list, tally)?;
        made.fetch_add(tally.decisions - before, Ordering::Relaxed);
        Ok(ControlFlow::Continue(()))
    })
}

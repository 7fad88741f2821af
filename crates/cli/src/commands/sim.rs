//! `gloryhex sim` and `gloryhex soak`: many games by a policy.

use super::{Boards, sides::Sides, spec, table_with, usage};
use crate::{
    args::{Sim, Soak},
    packs::content,
    trouble::{Trouble, tell},
};
use gloryhex_editions::content::Spec;
use gloryhex_engine::Table;
use gloryhex_lab::{
    Fault, SimReport, SimSpec, Tally, replay::Replay, simulate, soak::soak as run_soak,
};
use gloryhex_notation::index::RulesIndex;
use std::{
    collections::HashSet,
    io::{Write, stdout},
    sync::Arc,
    time::Instant,
};

pub fn sim(sim: &Sim) -> Result<(), Trouble> {
    if sim.all_decks {
        return usage::usage(sim);
    }
    let edition = sim
        .edition
        .ok_or_else(|| Trouble::input("name an edition with `--edition`"))?;
    let (table, asked) = table_with(
        edition,
        sim.play.players,
        &[],
        &sim.play.warbands,
        &sim.play.decks,
        Boards {
            offered: &sim.play.boards,
            own: &[],
        },
    )?;
    let spec = spec(edition, &sim.play, sim.games);
    if sim.all {
        let faults = gloryhex_lab::soak::survey(&table, &spec, &rule_ids(&spec.edition)?)
            .map_err(|fault| breach_with(&table, &asked, &spec, &fault))?;
        for fault in &faults {
            writeln!(stdout(), "{}: {fault}", spec.edition)?;
        }
        return if faults.is_empty() {
            Ok(())
        } else {
            Err(Trouble::Failed)
        };
    }
    let report = match sim.check {
        false => simulate(&table, &spec),
        true => gloryhex_lab::soak::simulate_checked(&table, &spec, &rule_ids(&spec.edition)?),
    };
    let report = report.map_err(|fault| breach_with(&table, &asked, &spec, &fault))?;
    let mut out = stdout().lock();
    if sim.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string(&report).map_err(Trouble::input)?
        )?;
    } else {
        print(&mut out, &report, &asked)?;
    }
    Ok(())
}

/// Warband and deck of a seat, as far as they were named.
fn side(asked: &Spec, seat: usize) -> String {
    let own = content().core_warbands(&asked.edition);
    let given = asked.warbands.get(seat).map(String::as_str);
    let warband = given.or_else(|| own.get(seat % own.len().max(1)).copied());
    let known = content()
        .catalog
        .warband(&asked.edition, warband.unwrap_or_default());
    let name = known.map_or("", |warband| warband.def.name.as_str());
    match asked.decks.get(seat).and_then(|deck| deck.lines().next()) {
        Some(deck) => format!("{name} with \"{deck}\""),
        None => name.to_owned(),
    }
}

fn print(out: &mut impl Write, report: &SimReport, asked: &Spec) -> Result<(), Trouble> {
    let rate = |n: u64| n as f64 / report.seconds.max(1e-9);
    writeln!(
        out,
        "{}, {} players: {} games in {:.2} s ({:.0} games/s, {:.0} choices/s)",
        report.edition,
        report.players,
        report.games,
        report.seconds,
        rate(report.games),
        rate(report.choices)
    )?;
    writeln!(
        out,
        "decisions {}, with more than one option {}, options {:.1}",
        report.decisions, report.choices, report.mean_options
    )?;
    for (ix, won) in report.winners.seats.iter().enumerate() {
        writeln!(out, "seat {} ({}) won {won}", ix + 1, side(asked, ix))?;
    }
    writeln!(out, "nobody won {}", report.winners.draws)?;
    writeln!(out, "hash {}", report.hash)?;
    Ok(())
}

pub fn soak(soak: &Soak) -> Result<(), Trouble> {
    let play = &soak.play;
    let spec = spec(soak.edition, play, 0);
    let boards = Boards {
        offered: &play.boards,
        own: &[],
    };
    let (named, decks) = (&play.warbands, &play.decks);
    let (table, asked) = table_with(soak.edition, play.players, &[], named, decks, boards)?;
    let sides = match named.is_empty() && decks.is_empty() {
        true => Sides::random(soak.edition.name(), play.seed)?,
        false => Sides::default(),
    };
    let lay = |seed| match sides.spec(&asked, seed) {
        None => (Arc::clone(&table), asked.clone()),
        Some((other, spec)) => (Arc::new(other), spec),
    };
    let began = Instant::now();
    let rules = rule_ids(&spec.edition)?;
    let tally: Tally =
        run_soak(&|seed| lay(seed).0, &spec, soak.decisions, &rules).map_err(|fault| {
            let (table, asked) = lay(fault.1.seed);
            breach_with(&table, &asked, &spec, &fault)
        })?;
    writeln!(
        stdout(),
        "{}, {} players, seed {}, {}: {} decisions in {} games, {:.1} s, no breach",
        spec.edition,
        spec.players,
        spec.seed,
        sides.told(),
        tally.decisions,
        tally.games,
        began.elapsed().as_secs_f64()
    )?;
    Ok(())
}

/// Tells where a game went wrong and how to see it again.
pub(super) fn breach(
    edition: &str,
    players: u8,
    seed: u64,
    (number, fault): &(u64, Fault),
) -> Trouble {
    tell(format_args!("gloryhex: a bug in the engine: {fault}"));
    tell(format_args!(
        "edition {edition}, {players} players, batch seed {seed}, game {number}"
    ));
    Trouble::Failed
}

/// As [`breach`], with a replay of the game up to there.
fn breach_with(table: &Arc<Table>, asked: &Spec, spec: &SimSpec, found: &(u64, Fault)) -> Trouble {
    let trouble = breach(&spec.edition, spec.players, spec.seed, found);
    let fault = &found.1;
    let replay = Replay::of_fault(table, asked, content().hash, spec.windows, fault);
    let name = format!("gloryhex-{}-{:016x}.json", spec.edition, fault.seed);
    let file = std::env::temp_dir().join(name);
    let kept = serde_json::to_string_pretty(&replay)
        .map_err(std::io::Error::other)
        .and_then(|text| std::fs::write(&file, text + "\n"));
    let file = file.display();
    match kept {
        Ok(()) => tell(format_args!(
            "its replay is {file}: please send it with your report; `gloryhex replay show {file}` plays it again"
        )),
        Err(error) => tell(format_args!("its replay cannot be kept in {file}: {error}")),
    }
    trouble
}

/// The full ids of an edition's rules.
pub(super) fn rule_ids(edition: &str) -> Result<HashSet<String>, Trouble> {
    let index = RulesIndex::of(content(), edition).map_err(Trouble::input)?;
    Ok(index.ids().collect())
}

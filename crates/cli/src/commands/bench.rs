//! `gloryhex bench`: speed, per edition, as a table or as JSON.

use super::table;
use crate::{
    args::{Bench, Edition},
    counting::allocations,
    trouble::{Trouble, tell},
};
use gloryhex_lab::{
    bench::{BenchReport, bench as measure},
    loading,
    patience::{self, BOUNDS, Patience},
};
use gloryhex_search::Level;
use std::{
    io::{Write, stdout},
    time::Duration,
};

type Row = (&'static str, fn(&BenchReport) -> String);

const ROWS: &[Row] = &[
    ("choices/s", |r| format!("{:.0}", r.choices_per_second)),
    ("games/s", |r| format!("{:.0}", r.games_per_second)),
    ("decisions/game", |r| format!("{:.1}", r.decisions_per_game)),
    ("choices/game", |r| format!("{:.1}", r.choices_per_game)),
    ("mean options", |r| format!("{:.1}", r.mean_options)),
    ("state bytes", |r| r.state_bytes.to_string()),
    ("clone ns", |r| format!("{:.1}", r.clone_ns)),
    ("memcpy ns", |r| format!("{:.1}", r.memcpy_ns)),
    ("allocations/decision", |r| {
        format!("{:.6}", r.allocations_per_decision)
    }),
    ("two threads", |r| format!("{:.2}x", r.two_threads)),
    ("calibration Mrounds/s", |r| format!("{:.0}", r.calibration)),
    ("choices/krounds", |r| {
        format!("{:.2}", r.choices_per_kilo_round)
    }),
    ("games/Mrounds", |r| {
        format!("{:.2}", r.games_per_mega_round)
    }),
    ("odds of an attack, us", |r| format!("{:.1}", r.odds_us)),
    ("judged leaves/s", |r| format!("{:.0}", r.leaves_per_second)),
];

pub fn bench(bench: &Bench) -> Result<(), Trouble> {
    if let Some(decisions) = bench.levels {
        return patience::beside(bench.busy.into(), || levels(bench, decisions as usize));
    }
    if !(0.01..=60.0).contains(&bench.seconds) {
        return Err(Trouble::input("--seconds must be between 0.01 and 60"));
    }
    let slice = Duration::from_secs_f64(bench.seconds);
    let mut reports = Vec::new();
    for edition in Edition::all() {
        if bench.edition.is_some_and(|only| only != edition) {
            continue;
        }
        let table = table(edition, 2)?;
        match measure(&table, edition.name(), slice, &allocations) {
            Ok(report) => reports.push(report),
            Err(fault) => {
                let name = edition.name();
                tell(format_args!(
                    "gloryhex: a bug in the engine: {name}: {fault}"
                ));
                return Err(Trouble::Failed);
            }
        }
    }
    let content = loading::measure();
    let mut out = stdout().lock();
    if bench.json {
        let all = serde_json::json!({ "editions": reports, "content": content });
        writeln!(out, "{all}")?;
        return Ok(());
    }
    write!(out, "{:22}", "")?;
    for report in &reports {
        write!(out, "{:>14}", report.edition)?;
    }
    writeln!(out)?;
    for (name, cell) in ROWS {
        write!(out, "{name:22}")?;
        for report in &reports {
            write!(out, "{:>14}", cell(report))?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "content: {} cards loaded in {:.1} ms; {} generated cards checked in {:.0} ms",
        content.cards, content.load_ms, content.generated, content.check_ms
    )?;
    writeln!(
        out,
        "one thread; choices are decisions with more than one option; medians of {} s slices; a round\n\
         is one turn of a loop of eight independent multiply-shift-xor chains, run between the slices",
        bench.seconds
    )?;
    Ok(())
}

/// How long opponents of every level think.
fn levels(bench: &Bench, decisions: usize) -> Result<(), Trouble> {
    let mut out = stdout();
    let mut all: Vec<Patience> = Vec::new();
    if !bench.json {
        writeln!(
            out,
            "{:12} {:>7}  {:10} {:>9}  {:>8} {:>8} {:>8}",
            "edition", "players", "level", "decisions", "ms: half", "95 %", "most"
        )?;
    }
    for edition in Edition::all() {
        if bench.edition.is_some_and(|only| only != edition) {
            continue;
        }
        let most = gloryhex_model::MAX_SEATS as u8;
        let many = (3..=most).rev().find_map(|n| table(edition, n).ok());
        for table in [Some(table(edition, 2)?), many].into_iter().flatten() {
            for level in Level::ALL {
                let found = patience::measure(&table, edition.name(), level, decisions);
                if !bench.json {
                    writeln!(
                        out,
                        "{:12} {:>7}  {:10} {:>9}  {:>8.1} {:>8.1} {:>8.1}{}",
                        found.edition,
                        found.players,
                        found.level,
                        found.decisions,
                        found.milliseconds[0],
                        found.milliseconds[1],
                        found.milliseconds[2],
                        if found.kept() { "" } else { "  too long" }
                    )?;
                }
                all.push(found);
            }
        }
    }
    if bench.json {
        let all = serde_json::json!({ "levels": all, "bounds": BOUNDS });
        writeln!(out, "{all}")?;
    }
    match all.iter().all(Patience::kept) {
        true => Ok(()),
        false => Err(Trouble::Failed),
    }
}

//! `gloryhex replay`: record, show and verify whole games.

use super::{read_file, table};
use crate::{
    args::{ReplayWhat, Replays},
    packs::content,
    trouble::Trouble,
};
use gloryhex_lab::replay::Replay;
use std::{
    io::{Write, stdout},
    path::Path,
};

pub fn replay(replays: &Replays) -> Result<(), Trouble> {
    match &replays.what {
        ReplayWhat::Record {
            edition,
            players,
            seed,
            file,
        } => {
            let table = table(*edition, *players)?;
            let replay = Replay::record(&table, content().hash, *seed)
                .map_err(|fault| Trouble::input(format!("a bug in the engine: {fault}")))?;
            let text = serde_json::to_string_pretty(&replay).map_err(Trouble::input)?;
            std::fs::write(file, text + "\n").map_err(|error| {
                Trouble::input(format!("{}: cannot be written: {error}", file.display()))
            })
        }
        ReplayWhat::Show { file } => check(file, true),
        ReplayWhat::Verify { file } => check(file, false),
    }
}

fn check(file: &Path, show: bool) -> Result<(), Trouble> {
    let name = file.display();
    let replay: Replay = serde_json::from_str(&read_file(file)?).map_err(|error| {
        Trouble::input(format!(
            "{name}:{}:{}: not a replay: {error}",
            error.line().max(1),
            error.column().max(1)
        ))
    })?;
    let table = replay
        .table(content())
        .map_err(|problem| Trouble::input(format!("{name}: {problem}")))?;
    let rounds = replay
        .table_of_rounds(content())
        .map_err(|problem| Trouble::input(format!("{name}: {problem}")))?;
    let mut out = stdout().lock();
    let strange = replay.strange(content().hash);
    for line in &strange {
        writeln!(out, "{name}: {line}")?;
    }
    match replay.verify_on(&table, rounds) {
        Ok(text) if show => write!(out, "{text}")?,
        Ok(_) => writeln!(out, "{name}: {} choices, verified", replay.choices.len())?,
        Err(difference) => {
            let why = why_not(&strange);
            writeln!(out, "{name}: {why}: {difference}")?;
            return Err(Trouble::Failed);
        }
    }
    Ok(())
}

/// What it means that a replay comes to another end, by what is strange about it.
pub fn why_not(strange: &[String]) -> &'static str {
    match strange {
        [] => "does not verify",
        _ => "made with another version, which comes to something else here",
    }
}

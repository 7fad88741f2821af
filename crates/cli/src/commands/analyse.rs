//! `gloryhex analyse`: a finished game looked at again.

use super::{arena::bar, content, read_file};
use crate::{
    interrupt,
    trouble::{Trouble, tell},
};
use clap::Args;
use gloryhex_lab::analysis::{Reading, Told, read};
use gloryhex_search::{Budget, analyse as look};
use std::{
    io::{Write, stdout},
    path::PathBuf,
};

/// `gloryhex analyse`
#[derive(Args)]
pub struct Analyse {
    /// The replay
    #[arg(value_name = "REPLAY")]
    file: PathBuf,
    /// Iterations of the search for each decision
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// How many of the decisions that cost something to tell
    #[arg(long, default_value_t = 10)]
    slips: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Draw the chances to win into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn analyse(ask: &Analyse) -> Result<(), Trouble> {
    let name = ask.file.display().to_string();
    let Reading {
        edition,
        record,
        strange,
        difference,
    } = read(content(), &name, &read_file(&ask.file)?).map_err(Trouble::input)?;
    for line in &strange {
        tell(format_args!("{name}: {line}"));
    }
    if let Some(difference) = difference {
        let why = super::replay::why_not(&strange);
        tell(format_args!("{name}: {why}: {difference}"));
        return Err(Trouble::Failed);
    }
    if let Some(file) = &ask.svg {
        // A place that cannot be written to is told before the work, not after it.
        std::fs::write(file, "").map_err(|error| {
            Trouble::input(format!("{}: cannot be written: {error}", file.display()))
        })?;
    }
    let bar = bar(record.choices.len() as u64, "decisions");
    let stop = interrupt::shared();
    let told = |share: f32| bar.set_position((share * record.choices.len() as f32) as u64);
    let found = look(&record, Budget::Iterations(ask.iterations), &told, &stop)
        .map_err(|problem| Trouble::input(format!("{name}: {problem}")))?;
    bar.finish_and_clear();
    let told = Told::new(content(), edition, &record, found);
    if let Some(file) = &ask.svg {
        std::fs::write(file, told.svg())?;
    }
    let mut out = stdout().lock();
    if ask.json {
        writeln!(out, "{}", told.json())?;
    } else {
        write!(out, "{}", told.text(ask.slips))?;
    }
    Ok(())
}

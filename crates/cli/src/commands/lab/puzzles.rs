//! `gloryhex lab puzzles`: looks for puzzles in self-play and writes them as scenario files.

use crate::{
    args::Edition,
    interrupt,
    packs::content,
    trouble::{Trouble, tell},
};
use clap::Args;
use gloryhex_lab::{puzzle, seed::derive};
use std::{path::PathBuf, sync::atomic::Ordering};

/// `gloryhex lab puzzles`
#[derive(Args)]
pub struct Puzzles {
    /// The edition
    #[arg(long)]
    edition: Edition,
    /// How many to find
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=999))]
    wanted: u32,
    /// Games to look through at most
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder to write them to; files that are there are not written over
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Looks for puzzles until there are enough.
pub fn run(ask: &Puzzles) -> Result<(), Trouble> {
    let stop = interrupt::flag();
    let cannot = |path: &std::path::Path, error| {
        Trouble::input(format!("{}: cannot be written: {error}", path.display()))
    };
    std::fs::create_dir_all(&ask.out).map_err(|error| cannot(&ask.out, error))?;
    let (mut found, mut number, mut looked) = (0, 0, 0);
    while found < ask.wanted && looked < ask.games && !stop.load(Ordering::Relaxed) {
        let seed = derive(ask.seed, looked);
        looked += 1;
        let Some(one) = puzzle::in_game(content(), ask.edition.name(), seed) else {
            continue;
        };
        let file = loop {
            number += 1;
            let file = ask.out.join(format!("{number:02}.md"));
            if !file.exists() {
                break file;
            }
        };
        std::fs::write(&file, one.text()).map_err(|error| cannot(&file, error))?;
        found += 1;
        let (title, stars) = (&one.puzzle.title, one.puzzle.stars());
        tell(format_args!(
            "{}: {title}, {stars} of 5, in game {looked}",
            file.display()
        ));
    }
    tell(format_args!(
        "{found} puzzles of {} in {looked} games",
        ask.edition.name()
    ));
    match found {
        0 => Err(Trouble::Failed),
        _ => Ok(()),
    }
}

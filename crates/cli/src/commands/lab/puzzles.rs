//! `gloryhex lab puzzles`: looks for puzzles in self-play and writes them as scenario files.

use crate::{
    args::Edition,
    interrupt,
    packs::content,
    trouble::{Trouble, tell},
};
use clap::Args;
use gloryhex_lab::{
    puzzle::{self, Looked, No},
    seed::derive,
};
use gloryhex_notation::puzzle::Puzzle;
use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

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
    /// Look at the puzzles of the folder again instead, and say anew what their choices are worth
    #[arg(long)]
    again: bool,
}

/// What a file of a puzzle says of its position.
fn position_of(text: &str) -> String {
    let lines = text.lines().skip_while(|line| *line != "```scenario");
    let lines = lines.skip(1).take_while(|line| *line != "```");
    lines.map(|line| format!("{line}\n")).collect()
}

fn why(no: No) -> &'static str {
    match no {
        No::Unset => "its position cannot be set up",
        No::TooLarge => "there is too much to look at",
        No::Unclear => "nothing wins clearly more often than everything else",
        No::TooEasy => "nearly everybody finds it",
    }
}

/// Looks at all puzzles of a folder again.
fn again(ask: &Puzzles) -> Result<(), Trouble> {
    let edition = ask.edition.name();
    let cannot = |path: &Path, error| Trouble::input(format!("{}: {error}", path.display()));
    let list = std::fs::read_dir(&ask.out).map_err(|error| cannot(&ask.out, error))?;
    let mut files: Vec<PathBuf> = list.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "md"));
    files.sort();
    let mut lost = 0;
    for file in &files {
        let text = std::fs::read_to_string(file).map_err(|error| cannot(file, error))?;
        let name = file.display().to_string();
        let puzzle = Puzzle::read(content(), edition, &name, &text).map_err(|problems| {
            let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Trouble::input(told.join("\n"))
        })?;
        match puzzle::again(content(), puzzle) {
            Ok(puzzle) => {
                let text = puzzle.write(&position_of(&text));
                std::fs::write(file, text).map_err(|error| cannot(file, error))?;
            }
            Err(no) => {
                lost += 1;
                tell(format_args!("{name}: no puzzle any more: {}", why(no)));
            }
        }
    }
    tell(format_args!(
        "{} puzzles of {edition}, {lost} of them no more",
        files.len()
    ));
    match lost {
        0 => Ok(()),
        _ => Err(Trouble::Failed),
    }
}

/// Looks for puzzles until there are enough.
pub fn run(ask: &Puzzles) -> Result<(), Trouble> {
    if ask.again {
        return again(ask);
    }
    let mut counts = Looked::default();
    let stop = interrupt::flag();
    let cannot = |path: &std::path::Path, error| {
        Trouble::input(format!("{}: cannot be written: {error}", path.display()))
    };
    std::fs::create_dir_all(&ask.out).map_err(|error| cannot(&ask.out, error))?;
    let (mut found, mut number, mut looked) = (0, 0, 0);
    while found < ask.wanted && looked < ask.games && !stop.load(Ordering::Relaxed) {
        let seed = derive(ask.seed, looked);
        looked += 1;
        let Some(one) = puzzle::in_game(content(), ask.edition.name(), seed, &mut counts) else {
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
        "{found} puzzles of {} in {looked} games; of {} last turns {} were too large, {} had no clearly best choice, \
         {} were too easy",
        ask.edition.name(),
        counts.turns,
        counts.too_large,
        counts.unclear,
        counts.too_easy
    ));
    match found {
        0 => Err(Trouble::Failed),
        _ => Ok(()),
    }
}

//! `gloryhex perft`: counts of choice sequences against the files that hold them.

use super::{find_files, read_file, table_named};
use crate::{args::Compare, trouble::Trouble};
use gloryhex_lab::perft::{PerftFile, count, fresh_counts, reach};
use std::{
    io::{Write, stdout},
    path::Path,
};

pub fn perft(compare: &Compare) -> Result<(), Trouble> {
    let files = find_files(&compare.files, "perft", "perft")?;
    let (mut passed, mut failed) = (0, 0);
    for path in &files {
        let text = read_file(path)?;
        let mut file = PerftFile::parse(&text)
            .map_err(|error| Trouble::input(format!("{}:{error}", path.display())))?;
        check(path, &mut file, compare.bless, &mut passed, &mut failed)?;
        if compare.bless {
            std::fs::write(path, file.to_string())?;
        }
    }
    writeln!(stdout(), "{passed} passed, {failed} failed")?;
    if failed > 0 {
        Err(Trouble::Failed)
    } else {
        Ok(())
    }
}

fn check(
    path: &Path,
    file: &mut PerftFile,
    bless: bool,
    passed: &mut u32,
    failed: &mut u32,
) -> Result<(), Trouble> {
    let mut out = stdout().lock();
    for position in &mut file.positions {
        let table = table_named(&file.edition, position.players)?;
        let name = format!("{}: {}", path.display(), position.name);
        let game = match reach(&table, position) {
            Ok(game) => game,
            Err(problem) => {
                *failed += 1;
                writeln!(out, "FAILED {name}: {problem}")?;
                continue;
            }
        };
        if position.counts.is_empty() && bless {
            match fresh_counts(&game) {
                Ok(counts) => position.counts = counts,
                Err(problem) => {
                    *failed += 1;
                    writeln!(out, "FAILED {name}: {problem}")?;
                }
            }
            continue;
        }
        for (depth, expected) in &mut position.counts {
            match count(&game, *depth) {
                Ok(found) if found == *expected => *passed += 1,
                Ok(found) if bless => {
                    writeln!(out, "{name}: depth {depth}: {found}")?;
                    *expected = found;
                }
                Ok(found) => {
                    *failed += 1;
                    writeln!(out, "FAILED {name}: depth {depth}: {found}, not {expected}")?;
                }
                Err(problem) => {
                    *failed += 1;
                    writeln!(out, "FAILED {name}: depth {depth}: {problem}")?;
                }
            }
        }
    }
    Ok(())
}

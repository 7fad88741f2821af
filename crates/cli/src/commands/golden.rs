//! `gloryhex golden`: whole games against the files that hold them.

use super::{find_files, read_file, table_named};
use crate::{args::Compare, trouble::Trouble};
use gloryhex_lab::golden::{Record, first_difference};
use std::io::{Write, stdout};

pub fn golden(compare: &Compare) -> Result<(), Trouble> {
    let mut out = stdout().lock();
    let (mut passed, mut failed) = (0, 0);
    for path in find_files(&compare.files, "golden", "txt")? {
        let text = read_file(&path)?;
        let record = Record::parse(&text).map_err(|(line, message)| {
            Trouble::input(format!("{}:{line}:1: {message}", path.display()))
        })?;
        let table = table_named(&record.edition, record.players)?;
        let name = path.display();
        match record.write(&table) {
            Err(fault) => {
                failed += 1;
                writeln!(out, "FAILED {name}: {fault}")?;
            }
            Ok(now) => match first_difference(&text, &now) {
                None => passed += 1,
                Some(_) if compare.bless => {
                    std::fs::write(&path, &now)?;
                    writeln!(out, "{name}: written anew")?;
                }
                Some((line, then, now)) => {
                    failed += 1;
                    writeln!(out, "FAILED {name}:{line}: was `{then}`, is `{now}`")?;
                }
            },
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    if failed > 0 {
        Err(Trouble::Failed)
    } else {
        Ok(())
    }
}

//! `gloryhex scenario`: executable examples of the rules.

use crate::{args::Scenarios, packs::content, trouble::Trouble};
use gloryhex_notation::scenario::{Report, run_path_with};
use std::io::{Write, stdout};

pub fn scenario(scenarios: &Scenarios) -> Result<(), Trouble> {
    let mut report = Report::default();
    for path in &scenarios.paths {
        let part = run_path_with(content(), path);
        report.outcomes.extend(part.outcomes);
        report.problems.extend(part.problems);
    }
    let mut out = stdout().lock();
    if scenarios.list {
        for problem in &report.problems {
            writeln!(out, "{problem}")?;
        }
        for outcome in &report.outcomes {
            writeln!(out, "{outcome}")?;
        }
        writeln!(out, "{}", report.summary())?;
    } else {
        writeln!(out, "{report}")?;
    }
    if report.outcomes.is_empty() && report.problems.is_empty() {
        let paths: Vec<String> = scenarios
            .paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        return Err(Trouble::input(format!(
            "there is no scenario in {}; one is a heading and a block that begins with ```scenario",
            paths.join(", ")
        )));
    }
    match (report.problems.is_empty(), report.failed()) {
        (false, _) => Err(Trouble::input(
            "some scenarios could not be read; correct the lines named above",
        )),
        (true, 0) => Ok(()),
        _ => Err(Trouble::Failed),
    }
}

//! Scenarios: executable examples in Markdown. The format is described in `docs/scenarios.md`.
//!
//! A file is read completely before anything is played, and everything wrong with it is reported at
//! once. Each scenario is then played in each of its editions with scripted dice and draws.

mod battlefield;
mod check;
mod dealing;
mod deck;
mod fighter;
mod known;
mod made_up;
mod markdown;
mod parse;
mod parse_expect;
mod parse_position;
mod position;
mod report;
mod run;
mod script;
mod scripted;
mod syntax;
pub mod write;

pub use position::{Begun, Impossible};
pub use report::{Failure, Outcome, Report};
pub use script::Script;
pub use scripted::{Scripted, scripted};
pub use syntax::Scenario;

use crate::problem::{Problem, text_of};
use gloryhex_editions::Content;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Reads the scenarios of a file, which are played in editions of the content. `edition` is the one used where
/// a scenario names none.
///
/// # Errors
/// Everything that is wrong, in order of line.
pub fn read(
    content: &Content,
    file: &str,
    text: &str,
    edition: Option<&str>,
) -> Result<Vec<Scenario>, Vec<Problem>> {
    let mut problems = Vec::new();
    let known: Vec<&str> = content.edition_names().collect();
    let raw = markdown::scan(file, text, edition, &known, &mut problems);
    let found = raw
        .iter()
        .map(|raw| parse::parse(file, raw, &known, &mut problems))
        .collect();
    if problems.is_empty() {
        Ok(found)
    } else {
        problems.sort_by_key(|problem| (problem.line, problem.column));
        Err(problems)
    }
}

/// The position a scenario begins with, in one of its editions.
///
/// # Errors
/// The first line that cannot be followed.
pub fn position(
    content: &Content,
    scenario: &Scenario,
    edition: &str,
) -> Result<Begun, Impossible> {
    position::build(content, scenario, edition)
}

/// What of a scenario's position cannot be set up in one or other of its editions, each thing once.
pub fn misplaced(content: &Content, scenario: &Scenario) -> Vec<Problem> {
    let mut problems: Vec<Problem> = Vec::new();
    if scenario.deck.is_some() {
        return problems;
    }
    for edition in &scenario.editions {
        if let Err(impossible) = position::build(content, scenario, edition) {
            let Impossible {
                line,
                column,
                message,
            } = impossible;
            let problem = Problem::here(column, message).at(&scenario.file, line);
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    problems
}

/// Plays a scenario in each of its editions.
pub fn play(content: &Content, scenario: &Scenario) -> Vec<Outcome> {
    scenario
        .editions
        .iter()
        .map(|edition| Outcome {
            name: scenario.name.clone(),
            edition: edition.clone(),
            file: scenario.file.clone(),
            line: scenario.line,
            rules: full_rules(content, &scenario.rules, edition),
            cards: scenario.shows.clone(),
            failure: match &scenario.deck {
                Some(deck) => deck::run(content, deck, edition),
                None => run::run(content, scenario, edition),
            },
        })
        .collect()
}

/// The ids of rules with their edition; those of another edition are left out.
fn full_rules(content: &Content, rules: &[String], edition: &str) -> Vec<String> {
    rules
        .iter()
        .filter_map(|rule| {
            let prefix = rule.split('.').next().unwrap_or("");
            if content.edition(prefix).is_some() {
                (prefix == edition).then(|| rule.clone())
            } else {
                Some(format!("{edition}.{rule}"))
            }
        })
        .collect()
}

/// Reads and plays a file, or every `.md` file below a folder, with the content of this program.
/// The folder a file lies in names its edition where that is one.
pub fn run_path(path: &Path) -> Report {
    run_path_with(Content::embedded(), path)
}

/// As [`run_path`], with other content.
pub fn run_path_with(content: &Content, path: &Path) -> Report {
    let mut report = Report::default();
    let mut files = Vec::new();
    if let Err(problem) = find(path, &mut files) {
        report.problems.push(problem);
    }
    let known = known::Known::of(content);
    // Files are played beside each other and reported in their order.
    let parts: Vec<Report> = files
        .par_iter()
        .map(|path| run_file(content, &known, path))
        .collect();
    for part in parts {
        report.outcomes.extend(part.outcomes);
        report.problems.extend(part.problems);
    }
    report
}

/// Reads and plays one file.
fn run_file(content: &Content, known: &known::Known<'_>, path: &Path) -> Report {
    let mut report = Report::default();
    let file = path.display().to_string();
    // A file named without its folder lies in one all the same.
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = whole
        .parent()
        .and_then(Path::file_name)
        .and_then(|name| name.to_str())
        .filter(|name| content.edition(name).is_some());
    let bytes = fs::read(path).map_err(|error| unreadable(&file, &error));
    let text = match bytes.and_then(|bytes| text_of(&file, bytes)) {
        Ok(text) => text,
        Err(problem) => {
            report.problems.push(problem);
            return report;
        }
    };
    match read(content, &file, &text, folder) {
        Ok(scenarios) => {
            for scenario in &scenarios {
                known.check(scenario, &mut report.problems);
                let misplaced = misplaced(content, scenario);
                if misplaced.is_empty() {
                    report.outcomes.extend(play(content, scenario));
                }
                report.problems.extend(misplaced);
            }
        }
        Err(problems) => report.problems.extend(problems),
    }
    report
}

fn unreadable(file: &str, error: &std::io::Error) -> Problem {
    Problem::here(1, format!("cannot be read: {error}")).at(file, 1)
}

/// The file, or every `.md` file below the folder, in order of name.
fn find(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), Problem> {
    if !path.is_dir() {
        found.push(path.to_owned());
        return Ok(());
    }
    let entries =
        fs::read_dir(path).map_err(|error| unreadable(&path.display().to_string(), &error))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() || path.extension().is_some_and(|ending| ending == "md") {
            find(&path, found)?;
        }
    }
    Ok(())
}

//! What came of playing scenarios.

use crate::problem::Problem;
use std::fmt;

/// What came of one scenario in one edition.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The scenario.
    pub name: String,
    /// The edition.
    pub edition: String,
    /// The file.
    pub file: String,
    /// The line of the scenario's heading.
    pub line: usize,
    /// The rules it shows, as full ids.
    pub rules: Vec<String>,
    /// The cards it shows, as named under its heading.
    pub cards: Vec<String>,
    /// What went wrong, if anything.
    pub failure: Option<Failure>,
}

/// Why a scenario failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line at which it failed.
    pub line: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome {
            name,
            edition,
            file,
            ..
        } = self;
        match &self.failure {
            None => write!(f, "ok {name} [{edition}]"),
            Some(Failure { line, message }) => {
                write!(f, "FAILED {name} [{edition}] ({file}:{line}): {message}")
            }
        }
    }
}

/// What came of many scenarios.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One for each scenario and edition, in order.
    pub outcomes: Vec<Outcome>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

impl Report {
    /// How many passed.
    pub fn passed(&self) -> usize {
        let ok = |outcome: &&Outcome| outcome.failure.is_none();
        self.outcomes.iter().filter(ok).count()
    }
    /// How many failed.
    pub fn failed(&self) -> usize {
        self.outcomes.len() - self.passed()
    }
    /// Whether everything could be read and passed.
    pub fn is_good(&self) -> bool {
        self.problems.is_empty() && self.failed() == 0
    }
    /// The last line.
    pub fn summary(&self) -> String {
        format!("{} passed, {} failed", self.passed(), self.failed())
    }
}

/// Problems, failures and the summary; scenarios that passed are left out.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        for outcome in &self.outcomes {
            if outcome.failure.is_some() {
                writeln!(f, "{outcome}")?;
            }
        }
        f.write_str(&self.summary())
    }
}

//! What Rust files must keep to: module docs, length, no skipped test.

use super::{File, Report};

/// A file longer than this is refused.
const MOST_LINES: usize = 700;
/// A file longer than this is mentioned.
const MANY_LINES: usize = 500;

pub fn check(files: &[File], report: &mut Report) {
    let mut docs = Vec::new();
    let mut lengths = Vec::new();
    let mut skipped = Vec::new();
    // In two parts, so that this file does not trip over itself.
    let ignore = concat!("#[", "ignore");
    for file in files.iter().filter(|f| f.path.ends_with(".rs")) {
        if !file.text.starts_with("//!") {
            docs.push(format!(
                "{}:1: begin with `//!` and say what is here",
                file.path
            ));
        }
        let lines = file.text.lines().count();
        if lines > MOST_LINES {
            lengths.push(format!(
                "{}: {lines} lines, at most {MOST_LINES}",
                file.path
            ));
        } else if lines > MANY_LINES {
            report.notes.push(format!("{}: {lines} lines", file.path));
        }
        for (ix, line) in file.text.lines().enumerate() {
            if line.contains(ignore) {
                skipped.push(format!("{}:{}: a skipped test", file.path, ix + 1));
            }
        }
    }
    report.checks.push(("module docs", docs));
    report.checks.push(("file length", lengths));
    report.checks.push(("no skipped tests", skipped));
}

//! What Rust files must keep to: module docs, length, no skipped test, and that the lower crates
//! know no edition by name.

use super::{File, Report};

/// A file longer than this is refused.
const MOST_LINES: usize = 700;
/// A file longer than this is mentioned.
const MANY_LINES: usize = 500;

/// Crates that must not know which editions exist.
const UNNAMING: &[&str] = &["hexgrid", "model", "cardlang", "engine"];

/// The names of the editions.
const EDITIONS: &[&str] = &["shadespire", "nightvault", "harrowdeep", "embergard"];

pub fn check(files: &[File], report: &mut Report) {
    let mut docs = Vec::new();
    let mut lengths = Vec::new();
    let mut editions = Vec::new();
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
        if UNNAMING
            .iter()
            .any(|name| file.path.starts_with(&format!("crates/{name}/src/")))
        {
            editions.extend(named(file));
        }
    }
    report.checks.push(("module docs", docs));
    report.checks.push(("file length", lengths));
    report
        .checks
        .push(("no edition named below editions", editions));
    report.checks.push(("no skipped tests", skipped));
}

fn named(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    for (ix, line) in file.text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default().to_lowercase();
        for edition in EDITIONS {
            if code.contains(edition) {
                faults.push(format!("{}:{}: names {edition}", file.path, ix + 1));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_may_be_cited_in_a_comment_only() {
        let file = |text: &str| File {
            path: "crates/engine/src/x.rs".into(),
            text: text.into(),
        };
        assert_eq!(
            named(&file("/// Harrowdeep p.31.\nfn f() {} // Embergard p.2")).len(),
            0
        );
        assert_eq!(named(&file("if name == \"Harrowdeep\" {}")).len(), 1);
    }
}

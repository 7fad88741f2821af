//! What every text file must keep to: no unfinished marks, nothing outside the repository.

use super::{File, Report};

/// Marks of unfinished work, in parts so that this file does not trip over itself.
const UNFINISHED: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
];

/// Places outside the repository and words about how a change came about: a reader has neither.
const OUTSIDE: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("../sha", "red"),
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("as reque", "sted"),
    concat!("as discu", "ssed"),
    concat!("closing ", "note"),
];

pub fn check(files: &[File], report: &mut Report) {
    let mut unfinished = Vec::new();
    let mut outside = Vec::new();
    for file in files {
        if file.path == "Cargo.lock" || file.path.ends_with("package-lock.json") {
            continue;
        }
        for (ix, line) in file.text.lines().enumerate() {
            for mark in UNFINISHED {
                if has_word(line, mark) {
                    unfinished.push(format!("{}:{}: {mark}", file.path, ix + 1));
                }
            }
            let lower = line.to_lowercase();
            for words in OUTSIDE {
                if lower.contains(words) {
                    outside.push(format!("{}:{}: `{words}`", file.path, ix + 1));
                }
            }
        }
    }
    report.checks.push(("nothing unfinished", unfinished));
    report
        .checks
        .push(("nothing outside the repository", outside));
}

/// Whether `word` stands in the line by itself.
fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric())
        .any(|w| w == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_as_a_word_only() {
        let mark = UNFINISHED[0];
        assert!(has_word(&format!("// {mark}: later"), mark));
        assert!(!has_word(&format!("MAS{mark}N"), mark));
    }
}

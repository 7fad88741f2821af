//! That an edition is a value: no code names one outside the crate that holds them.
//!
//! The names are read from that crate. Comments may cite a rulebook, and tests may name what they test; in the
//! browser client the tables of texts and the lessons are keyed by names.

use super::{File, Report};

/// Where the names stand.
const HOME: &str = "crates/editions/src/lib.rs";

/// The line there that begins their list.
const LIST: &str = "pub const NAMES";

/// Where editions may be named: their own crate, and what the browser client tells of each.
const ALLOWED: &[&str] = &[
    "crates/editions/",
    "web/src/texts/",
    "web/src/sandbox/",
    "web/src/icons/editions.ts",
    // Types generated from the protocol; examples stand in their comments.
    "web/src/protocol/",
];

pub fn check(files: &[File], report: &mut Report) {
    let mut faults = Vec::new();
    let home = files.iter().find(|file| file.path == HOME);
    let names = home.map(|file| names(&file.text)).unwrap_or_default();
    if names.is_empty() {
        faults.push(format!("{HOME}: expected a list `{LIST}`"));
    }
    for file in files.iter().filter(|file| is_code(&file.path)) {
        faults.extend(named(file, &names));
    }
    report
        .checks
        .push(("no edition named outside editions", faults));
}

/// Whether a file is code that must not know which editions exist.
fn is_code(path: &str) -> bool {
    let rust = path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs")
        || path.starts_with("xtask/src/") && path.ends_with(".rs");
    let web = path.starts_with("web/src/")
        && !path.ends_with(".test.ts")
        && [".ts", ".svelte"].iter().any(|end| path.ends_with(end));
    (rust || web) && !ALLOWED.iter().any(|place| path.starts_with(place))
}

/// The quoted words of the list.
fn names(text: &str) -> Vec<String> {
    let Some((_, list)) = text.split_once(LIST) else {
        return Vec::new();
    };
    let list = list.split(';').find(|part| part.contains('"'));
    let quoted = list.unwrap_or_default().split('"').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

/// The lines of code, comments cut off, up to the unit tests at the end of the file.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let lines = lines.map(|line| line.split("//").next().unwrap_or_default());
    (1..).zip(lines)
}

fn named(file: &File, names: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for (line, code) in code(&file.text) {
        let code = code.to_lowercase();
        for name in names.iter().filter(|name| code.contains(name.as_str())) {
            faults.push(format!("{}:{line}: names {name}", file.path));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File {
            path: path.into(),
            text: text.into(),
        };
        let home = file(
            HOME,
            "pub const NAMES: [&str; 2] = [\"chess\", \"halma\"];\n",
        );
        let mut report = Report::default();
        check(&[home, file(path, text)], &mut report);
        report.checks.remove(0).1
    }

    #[test]
    fn an_edition_may_be_cited_in_a_comment_and_tested() {
        let text =
            "/// Halma p.31.\nfn f() {} // chess p.2\n#[cfg(test)]\nmod tests { \"chess\" }\n";
        assert_eq!(faults("crates/search/src/x.rs", text), [""; 0]);
        assert_eq!(faults("crates/search/tests/x.rs", "\"chess\""), [""; 0]);
        assert_eq!(faults("web/src/texts/en.ts", "chess: 1"), [""; 0]);
    }

    #[test]
    fn an_edition_that_code_names_is_found_with_its_place() {
        let found = faults("crates/server/src/x.rs", "\nlet a = CHESS;\n");
        assert_eq!(found, ["crates/server/src/x.rs:2: names chess"]);
        let found = faults("web/src/pages/Start.svelte", "e === 'halma'");
        assert_eq!(found, ["web/src/pages/Start.svelte:1: names halma"]);
    }

    #[test]
    fn a_list_that_is_not_there_is_told() {
        let mut report = Report::default();
        check(&[], &mut report);
        assert_eq!(
            report.checks[0].1,
            ["crates/editions/src/lib.rs: expected a list `pub const NAMES`"]
        );
    }
}

//! Running other programs and counting what they report.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// How many checks passed and failed.
#[derive(Clone, Copy, Default)]
pub struct Count {
    /// Passed.
    pub passed: u64,
    /// Failed.
    pub failed: u64,
}

impl Count {
    /// One check.
    pub fn one(ok: bool) -> Count {
        Count {
            passed: u64::from(ok),
            failed: u64::from(!ok),
        }
    }
    /// Adds another count.
    pub fn add(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// The root of the workspace.
pub fn root() -> Option<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
}

/// `cargo` with arguments, at the root.
pub fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(arguments);
    command
}

/// Where cargo puts what it builds.
pub fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from)
}

/// The game as `cargo test` and `cargo build` leave it.
pub fn game(root: &Path) -> PathBuf {
    target(root).join("debug/gloryhex")
}

/// Whether a program is there and succeeds; what it prints is not shown.
pub fn answers(program: &str, words: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(words).stdout(Stdio::null());
    command
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs a program, passing its output through, and adds up the counts in it. A program that fails
/// without having reported a failure counts as one failure, one that reports nothing as one check.
pub fn counted(mut command: Command) -> Count {
    let mut count = Count::default();
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            eprintln!("xtask: cannot run {command:?}: {error}");
            return Count::one(false);
        }
    };
    if let Some(out) = child.stdout.take() {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if let Some(found) = reported(&line) {
                count.add(found);
            }
            if !quiet(&line) {
                println!("{line}");
            }
        }
    }
    let ok = child.wait().is_ok_and(|status| status.success());
    if !ok && count.failed == 0 {
        count.failed = 1;
    }
    if ok && count.passed == 0 && count.failed == 0 {
        count.passed = 1;
    }
    count
}

/// Lines of the test harness that say nothing.
fn quiet(line: &str) -> bool {
    line.is_empty() || line.starts_with("running ") || line.starts_with("test result: ok.")
}

/// The counts in a line such as `test result: ok. 3 passed; 0 failed; …` or `12 passed, 1 failed`.
fn reported(line: &str) -> Option<Count> {
    let line = line.strip_prefix("test result:").map_or(line, |rest| {
        rest.trim_start()
            .trim_start_matches("ok. ")
            .trim_start_matches("FAILED. ")
    });
    let mut words = line.split([' ', ';', ',']).filter(|w| !w.is_empty());
    let passed = words.next()?.parse().ok()?;
    if words.next()? != "passed" {
        return None;
    }
    let failed = words.next()?.parse().ok()?;
    (words.next()? == "failed").then_some(Count { passed, failed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(line: &str) -> Option<(u64, u64)> {
        reported(line).map(|c| (c.passed, c.failed))
    }

    #[test]
    fn counts_are_read_from_the_test_harness_and_from_our_own_lines() {
        let line = "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(counts(line), Some((3, 0)));
        assert_eq!(
            counts("test result: FAILED. 3 passed; 2 failed; 0"),
            Some((3, 2))
        );
        assert_eq!(counts("412 passed, 1 failed"), Some((412, 1)));
        assert_eq!(counts("4 passed"), None);
        assert_eq!(counts("nothing of the kind"), None);
    }
}

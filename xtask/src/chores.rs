//! The chores, each made of commands that a person could type.

use crate::{
    packages,
    shell::{Count, cargo, counted, game},
    tidy, web,
};
use std::{
    path::Path,
    process::{Command, ExitCode},
    time::Instant,
};

/// The page that `cargo xtask cards` writes.
pub const COVERAGE: &str = "docs/coverage.md";

/// Runs the `gloryhex` binary. Speed is measured with a release build; everything else uses the
/// same build as the tests.
pub fn binary(root: &Path, words: &[&str], rest: &[String], release: bool) -> ExitCode {
    let mut command = cargo(root, &["run", "--quiet", "--package", "gloryhex-cli"]);
    if release {
        command.arg("--release");
    }
    command.arg("--").args(words).args(rest);
    match command.status() {
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(error) => {
            eprintln!("xtask: cannot run {command:?}: {error}");
            ExitCode::from(2)
        }
    }
}

/// Checks the layout of the repository.
pub fn tidy(root: &Path) -> ExitCode {
    let count = tidy_count(root);
    println!("{} passed, {} failed", count.passed, count.failed);
    exit(count)
}

fn tidy_count(root: &Path) -> Count {
    let report = tidy::check(root);
    for note in &report.notes {
        println!("note: {note}");
    }
    let mut count = Count::default();
    for (name, faults) in &report.checks {
        for fault in faults {
            println!("tidy: {name}: {fault}");
        }
        count.add(Count::one(faults.is_empty()));
    }
    count
}

/// Checks the browser client.
pub fn web(root: &Path, rest: &[String]) -> ExitCode {
    let count = web::test(root, rest);
    println!("{} passed, {} failed", count.passed, count.failed);
    exit(count)
}

fn exit(count: Count) -> ExitCode {
    ExitCode::from(u8::from(count.failed > 0))
}

/// Every check there is.
pub fn test(root: &Path) -> ExitCode {
    // The tests build the game with them. `cargo run` would build it and its crates once more, because it asks for fewer
    // features of them.
    let gloryhex = |words: &[&str]| {
        let mut command = Command::new(game(root));
        command.current_dir(root).args(words);
        counted(command)
    };
    let plain = |words: &[&str]| counted(cargo(root, words));
    let lints = [
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    type Part<'a> = (&'a str, &'a dyn Fn() -> Count);
    let parts: [Part<'_>; 11] = [
        ("fmt", &|| plain(&["fmt", "--all", "--check"])),
        ("clippy", &|| plain(&lints)),
        ("tidy", &|| tidy_count(root)),
        ("tests", &|| {
            // Tests of the server that need them say what to do where they could not be had.
            packages::postgres();
            packages::sqlite();
            plain(&["test", "--quiet", "--workspace", "--no-fail-fast"])
        }),
        ("scenarios", &|| gloryhex(&["scenario", "scenarios"])),
        ("rules", &|| gloryhex(&["rules", "--coverage"])),
        ("content", &|| gloryhex(&["check"])),
        ("cards", &|| gloryhex(&["coverage", "--check", COVERAGE])),
        ("perft", &|| gloryhex(&["perft"])),
        ("golden", &|| gloryhex(&["golden"])),
        ("web", &|| web::test_built(root, &[])),
    ];
    let mut total = Count::default();
    let mut summary = Vec::new();
    for (name, part) in parts {
        println!("== {name}");
        let began = Instant::now();
        let count = part();
        summary.push((name, count, began.elapsed().as_secs_f64()));
        total.add(count);
    }
    println!("== summary");
    for (name, count, seconds) in summary {
        let verdict = if count.failed == 0 { "ok" } else { "FAILED" };
        println!(
            "{name:10} {verdict:7}{:6} passed {:4} failed {seconds:7.1} s",
            count.passed, count.failed
        );
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    exit(total)
}

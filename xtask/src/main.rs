//! Project chores: `cargo xtask test` and the parts it is made of.
//!
//! No game code is linked in here: whatever needs the engine is asked of the `gloryhex` binary, so
//! that a chore does exactly what a person at a terminal would do.

mod chores;
mod levels;
mod packages;
mod shell;
mod site;
mod tidy;
mod web;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask CHORE

  test             everything below up to web, and every unit, integration and fuzz test
  tidy             layout of the repository: crate arrows, module docs, file length, …
  rules            every rule of the rules index is cited by a passing scenario
  cards            cards and scenarios counted; writes docs/coverage.md
  perft            counts of choice sequences against perft/*.perft       [--bless]
  golden           whole games against golden/*.txt                       [--bless]
  web              the browser client: types, unit tests, a browser        [FILE of tests]
  site             the game as files for any static host                  FOLDER
  levels           how strong the opponents' levels are, by games of theirs (release build)
  bench            speed, per edition (release build)                     [--json]
  soak             long random play with every invariant checked (release build)

Further words are handed on to the command behind the chore.";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let chore = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let Some(root) = shell::root() else {
        eprintln!(
            "xtask: cannot find the workspace; run it as `cargo xtask …` inside the repository"
        );
        return ExitCode::from(2);
    };
    match chore.as_str() {
        "test" => chores::test(&root),
        "tidy" => chores::tidy(&root),
        "rules" => chores::binary(&root, &["rules", "--coverage"], &rest, false),
        "cards" => chores::binary(
            &root,
            &["coverage", "--write", chores::COVERAGE],
            &rest,
            false,
        ),
        "perft" => chores::binary(&root, &["perft"], &rest, false),
        "golden" => chores::binary(&root, &["golden"], &rest, false),
        "web" => chores::web(&root, &rest),
        "site" => site::site(&root, &rest),
        "levels" => levels::levels(&root, &rest),
        "bench" => chores::binary(&root, &["bench"], &rest, true),
        "soak" => chores::binary(&root, &["soak"], &rest, true),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        "" => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        other => {
            eprintln!("xtask: no chore named `{other}`\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

//! Programs at the table: one that plays, and one for everything a program can do wrong.

use gloryhex_editions::{Content, Spec};
use gloryhex_lab::{
    PlayerSpec,
    arena::{ArenaReport, ArenaSpec, arena},
    bot::BotSettings,
};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// Says hello, listens to the start of the game, and does `then` at the first question.
fn program(then: &str) -> String {
    let hello = r#"{"type":"hello","version":1,"name":"test"}"#;
    format!("sh -c 'read a; echo \"$0\"; read b; read c; {then}' '{hello}'")
}

fn meet(command: &str, games: u64, milliseconds: u64) -> ArenaReport {
    let setup = Spec::core("embergard", 2);
    let table = Content::embedded().table(&setup).expect("a table");
    let spec = ArenaSpec {
        edition: "embergard".into(),
        players: vec![
            PlayerSpec::Exec(command.into()),
            "random".parse().expect("a player"),
        ],
        games,
        seed: 7,
        threads: 1,
        bots: BotSettings {
            time: Duration::from_millis(milliseconds),
            start: Duration::from_millis(milliseconds.max(3000)),
            ..BotSettings::new(setup)
        },
    };
    arena(&Arc::new(table), &spec, &AtomicBool::new(false), &|_| {})
}

/// The program loses every game, the match goes on, and the report says why.
fn loses(command: &str, why: &str) {
    let report = meet(command, 2, 300);
    let bot = &report.standings[0];
    assert_eq!(report.games, 2, "{command}");
    assert_eq!((bot.won, bot.lost, bot.forfeited), (0, 2, 2), "{command}");
    assert_eq!(report.standings[1].won, 2, "{command}");
    assert!(
        report.misdeeds.iter().all(|misdeed| misdeed.contains(why)),
        "{why}: {:?}",
        report.misdeeds
    );
}

#[test]
fn a_program_that_crashes() {
    loses(&program("exit 3"), "ended in the middle of the game");
}

#[test]
fn a_program_that_hangs() {
    loses(&program("sleep 60"), "did not answer within 300 ms");
}

#[test]
fn a_program_that_is_late() {
    let answer = r#"echo "{\"type\":\"choice\",\"id\":1,\"index\":0}""#;
    loses(
        &program(&format!("sleep 1; {answer}")),
        "did not answer within 300 ms",
    );
}

#[test]
fn a_program_that_picks_what_is_not_offered() {
    let answer = r#"echo "{\"type\":\"choice\",\"id\":1,\"index\":99999}"; sleep 5"#;
    loses(&program(answer), "made no choice that was offered");
}

#[test]
fn a_program_that_answers_another_question() {
    let answer = r#"echo "{\"type\":\"choice\",\"id\":5,\"index\":0}"; sleep 5"#;
    loses(&program(answer), "made no choice that was offered");
}

#[test]
fn a_program_that_talks_nonsense() {
    loses(&program("echo what; sleep 5"), "is not JSON");
}

#[test]
fn a_program_that_floods() {
    loses("yes", "is not JSON");
}

#[test]
fn a_program_of_another_version() {
    let hello = r#"sh -c 'read a; echo "$0"; sleep 5' '{"type":"hello","version":99}'"#;
    loses(hello, "did not say hello in version 1");
}

#[test]
fn a_program_that_does_not_exist() {
    loses("/no/such/program", "");
}

#[test]
fn a_command_may_be_all_that_a_shell_understands() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots");
    let command = format!("cd {folder} && STYLE=plain python3 example.py");
    let report = meet(&command, 1, 20_000);
    assert_eq!(report.misdeeds, Vec::<String>::new());
    assert_eq!(report.games, 1);
}

#[test]
#[cfg(unix)]
fn what_a_command_has_started_ends_with_it() {
    let mark = std::env::temp_dir().join(format!("gloryhex-outlives-{}", std::process::id()));
    let command = format!(
        "(sleep 2; echo here > {}) & {}; true",
        mark.display(),
        program("sleep 60")
    );
    loses(&command, "did not answer within 300 ms");
    std::thread::sleep(Duration::from_secs(3));
    assert!(!mark.exists(), "it went on without the game");
}

#[test]
fn the_example_plays_whole_games() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots/example.py");
    let report = meet(&format!("python3 {example}"), 2, 20_000);
    assert_eq!(report.misdeeds, Vec::<String>::new());
    assert_eq!(report.games, 2);
}

//! A day's play in short: nothing is lost whatever happens to the server.

use std::process::Command;

#[test]
fn nothing_is_lost_and_every_seat_sees_what_a_replay_comes_to() {
    let output = Command::new(env!("CARGO_BIN_EXE_gloryhex"))
        .args(["load", "--trial", "--games", "4", "--rounds", "1"])
        .env_remove("DATABASE_URL")
        .output()
        .expect("it runs");
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains(", 0 lost;"), "{out}");
    assert!(out.contains("independent replay, 0 differ"), "{out}");
}

#[test]
fn an_unknown_opponent_is_named_and_so_are_the_known_ones() {
    let output = Command::new(env!("CARGO_BIN_EXE_gloryhex"))
        .args(["load", "--opponent", "grandmaster"])
        .output()
        .expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    let told = "invalid value 'grandmaster' for '--opponent <LEVEL>': There is no opponent called `grandmaster`; \
                known are beginner, adept, veteran, champion and random.";
    assert!(err.contains(told), "{err}");
}

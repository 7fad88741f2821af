//! A made-up fifth edition, read from a folder, can be named at a terminal wherever a printed one can.

mod common;

use common::{folder, shown};
use std::{path::Path, process::Command};

const PACK: &str = "crates/editions/tests/fenreach";

/// What was printed, both streams, and the exit status.
fn said(words: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_gloryhex"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(words)
        .output()
        .expect("it runs");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

fn with_pack(words: &[&str]) -> (String, i32) {
    said(&[words, &["--content", PACK]].concat())
}

#[test]
fn it_is_listed_and_compared_with_others() {
    let (text, status) = with_pack(&["editions"]);
    assert_eq!(status, 0, "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert_eq!(last, "fenreach     Fenreach     2 to 3 players, 2 rounds");
    let (text, status) = with_pack(&["editions", "diff", "harrowdeep", "fenreach"]);
    assert_eq!(status, 0, "{text}");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert!(rows.contains(&vec!["rounds", "3", "2"]), "{text}");
    assert!(
        rows.contains(&vec!["players", "2", "to", "4", "2", "to", "3"]),
        "{text}"
    );
    assert!(
        rows.contains(&vec!["words:", "attack", "attack", "action", "strike"]),
        "{text}"
    );
}

#[test]
fn without_its_pack_it_is_unknown() {
    let (text, status) = said(&["sim", "--edition", "fenreach"]);
    assert_eq!(status, 2);
    assert!(
        text.starts_with("error: invalid value 'fenreach' for '--edition <EDITION>'\n  [possible values: shadespire, nightvault, harrowdeep, embergard]"),
        "{text}"
    );
}

#[test]
fn games_are_played_and_its_decks_checked() {
    let (text, status) = with_pack(&["check"]);
    assert_eq!(status, 0, "{text}");
    let words = ["sim", "--edition", "fenreach", "--games", "20", "--check"];
    let (text, status) = with_pack(&words);
    assert_eq!(status, 0, "{text}");
    let start = "name: Eels\nedition: fenreach\nwarband: The Reed Wardens\nstart: The Reed Wardens Starter\n";
    let pack = folder("fenreach-deck", "eels.deck", start);
    let file = pack.join("eels.deck");
    let (text, status) = with_pack(&["deck", "check", shown(&file)]);
    assert_eq!(status, 0, "{text}");
    assert!(
        text.ends_with("\"Eels\", 16 cards, legal for moot in fenreach\n"),
        "{text}"
    );
    std::fs::write(&file, format!("{start}without: Stilts\n")).expect("it is written");
    let (text, status) = with_pack(&["deck", "check", shown(&file)]);
    assert_eq!(status, 1, "{text}");
    assert!(
        text.contains("9 power cards: expected at least 10"),
        "{text}"
    );
}

#[test]
fn a_damaged_edition_is_refused_with_its_place() {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let whole = std::fs::read_to_string(whole.join(PACK).join("fenreach.edition"));
    let whole = whole.expect("it is there");
    for (name, from, to, told) in [
        (
            "switch",
            "\"lethal_damage\"",
            "\"leathal_damage\"",
            "unknown field `leathal_damage`",
        ),
        (
            "twice",
            "\"name\": \"fenreach\"",
            "\"name\": \"embergard\"",
            "there is an edition `embergard` already",
        ),
        (
            "rounds",
            "\"rounds\": 2",
            "\"rounds\": 0",
            "`rounds` is 0: expected at least one round",
        ),
    ] {
        assert!(whole.contains(from), "{from}");
        let text = whole.replacen(from, to, 1);
        let pack = folder(&format!("fenreach-{name}"), "a.edition", &text);
        let (text, status) = said(&["check", "--content", shown(&pack)]);
        assert_ne!(status, 0);
        assert!(text.contains(told), "{told} in\n{text}");
        assert!(text.contains("a.edition"), "{text}");
    }
}

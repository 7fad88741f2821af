//! What somebody meets who plays in a terminal, or asks for what cannot be.

mod common;

use common::{folder, shown};
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What was printed, both streams, and the exit status, when these lines are typed.
fn typed(words: &[&str], input: &str) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gloryhex"));
    let mut child = command
        .current_dir(root())
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    // A command that refuses its words does not listen.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

fn said(words: &[&str]) -> (String, i32) {
    typed(words, "")
}

/// A line that begins so.
fn line_with<'a>(text: &'a str, start: &str) -> &'a str {
    let mut lines = text.lines().filter_map(|line| line.split_once(start));
    lines.next().map_or("", |(_, rest)| rest)
}

#[test]
fn a_choice_wins_over_a_command_of_the_same_word() {
    let words = ["play", "--edition", "harrowdeep", "--seed", "5"];
    let (text, status) = typed(&words, "seat 1\nboard \"Profane Larder\"\nBOARD\nquit\n");
    assert_eq!(status, 0, "{text}");
    let asked = text.matches("seat 1, board> ").count();
    assert_eq!(asked, 1, "{text}");
}

#[test]
fn help_is_given_in_any_case() {
    let words = ["play", "--edition", "harrowdeep", "--seed", "5"];
    let (text, _) = typed(&words, "HELP\nquit\n");
    assert!(text.contains("everything you may choose now"), "{text}");
}

#[test]
fn a_seat_that_does_not_play_is_refused() {
    assert_eq!(
        said(&["play", "--seat", "3"]),
        (
            "gloryhex: `--seat 3`: this game has 2 players; expected a seat from 1 to 2\n".into(),
            2
        )
    );
}

#[test]
fn the_command_that_plays_again_says_all_that_was_said() {
    let save = Path::new(env!("CARGO_TARGET_TMPDIR")).join("again.save");
    let words = [
        "play",
        "--edition",
        "harrowdeep",
        "--seed",
        "5",
        "--warband",
        "Xandire's Truthseekers,Da Kunnin' Krew",
        "--opponent",
        "beginner",
        "--content",
        "docs/homebrew/pack",
    ];
    let (text, status) = typed(&words, &format!("save {}\nquit\n", shown(&save)));
    assert_eq!(status, 0, "{text}");
    assert_eq!(
        line_with(&text, "The same dice again: "),
        "gloryhex play --edition harrowdeep --warband 'Xandire'\\''s Truthseekers,Da Kunnin'\\'' Krew' \
         --opponent beginner --seed 5 --content docs/homebrew/pack"
    );
    assert_eq!(
        line_with(&text, "Go on with: "),
        format!(
            "gloryhex play --load {} --seat 1 --opponent beginner --content docs/homebrew/pack",
            shown(&save)
        )
    );
}

#[test]
fn a_variant_is_played_if_the_edition_has_it() {
    let play = |edition: &str, variant: &str| {
        let words = [
            "play",
            "--edition",
            edition,
            "--seed",
            "5",
            "--variant",
            variant,
        ];
        typed(&words, "quit\n")
    };
    let (text, status) = play("shadespire", "artefact");
    assert_eq!(status, 0, "{text}");
    assert_eq!(
        line_with(&text, "The same dice again: "),
        "gloryhex play --edition shadespire --variant artefact --seed 5"
    );
    assert_eq!(
        play("nightvault", "artefact"),
        (
            "gloryhex: `--variant`: Nightvault has no variant called `artefact`; it has fixed-format, \
             sudden-death.\n"
                .into(),
            2
        )
    );
}

#[test]
fn the_hand_tells_what_its_cards_do_and_the_fighters_what_they_fight_with() {
    let words = [
        "play",
        "--edition",
        "harrowdeep",
        "--hot-seat",
        "--seed",
        "5",
    ];
    let choices = "1\n".repeat(30);
    let (text, status) = typed(&words, &format!("{choices}hand\nfighters\nquit\n"));
    assert_eq!(status, 0, "{text}");
    let hand = text.rsplit("> ").nth(2).unwrap_or_default();
    let mut lines = hand.lines();
    let card = lines.next().unwrap_or_default();
    assert!(card.starts_with("  objective "), "{hand}");
    let told = lines.next().unwrap_or_default();
    assert!(
        told.starts_with("            ") && told.len() > 20,
        "{hand}"
    );
    let fighters = text.rsplit("> ").nth(1).unwrap_or_default();
    let first = fighters.lines().nth(2).unwrap_or_default();
    assert!(
        first.contains("range") || first.contains("Range"),
        "{fighters}"
    );
    assert!(!text.contains('\u{1b}'), "colours in a pipe: {text}");
}

#[test]
fn a_choice_that_showed_nothing_can_be_taken_back() {
    let words = [
        "play",
        "--edition",
        "harrowdeep",
        "--hot-seat",
        "--seed",
        "5",
    ];
    let (text, status) = typed(&words, "undo\nseat 1\nundo\nseat 2\nquit\n");
    assert_eq!(status, 0, "{text}");
    assert!(
        text.contains("There is nothing to take back yet."),
        "{text}"
    );
    assert!(text.contains("Taken back."), "{text}");
    assert!(
        text.contains("Player 1 lets Player 2 choose a board first."),
        "{text}"
    );
    // What another player decided stays.
    let (text, _) = typed(&words, "seat 2\nboard \"Profane Larder\"\nundo\nquit\n");
    assert!(
        text.contains("This cannot be taken back: another player has decided since."),
        "{text}"
    );
}

#[test]
fn a_deck_by_name_must_be_legal_for_its_warband() {
    let sim = |deck: &str, warband: &str| {
        let mut words = vec![
            "sim",
            "--edition",
            "harrowdeep",
            "--games",
            "1",
            "--deck",
            deck,
        ];
        if !warband.is_empty() {
            words.extend(["--warband", warband]);
        }
        said(&words)
    };
    let (text, status) = sim("Order", "");
    assert_eq!(status, 2, "{text}");
    assert!(
        text.starts_with(
            "gloryhex: Order: not a legal deck for Da Kunnin' Krew\n    harrowdeep.deck.objectives "
        ),
        "{text}"
    );
    let (text, status) = sim("Xandire's Truthseekers", "Da Kunnin' Krew");
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("harrowdeep.deck.usable"), "{text}");
    // Without a warband, the deck says for which it is.
    let (text, status) = sim("Xandire's Truthseekers", "");
    assert_eq!(status, 0, "{text}");
    assert!(
        text.contains("seat 1 (Xandire's Truthseekers with \"Xandire's Truthseekers\")"),
        "{text}"
    );
}

#[test]
fn every_ready_made_deck_can_be_played_by_name() {
    let (list, _) = said(&["deck", "export"]);
    for line in list.lines() {
        let (name, rest) = line.split_once("  ").expect("a name");
        let edition = rest
            .rsplit('(')
            .next()
            .unwrap_or_default()
            .trim_end_matches(')');
        let whole = rest.contains("32 cards");
        let ready = (edition == "embergard" && whole) || name.ends_with("Starter");
        let krew = edition == "harrowdeep" && whole && !rest.contains("any");
        if ready || krew {
            let words = ["sim", "--edition", edition, "--games", "1", "--deck", name];
            let (text, status) = said(&words);
            assert_eq!(status, 0, "{line}: {text}");
        }
    }
}

#[test]
fn a_replay_of_other_content_or_with_another_end_is_told_by_all_who_read_it() {
    let file = folder("strange", "note.txt", "").join("game.json");
    let record = ["replay", "record", "--edition", "shadespire", shown(&file)];
    assert_eq!(said(&record), (String::new(), 0));
    let text = std::fs::read_to_string(&file).expect("it is there");
    let mut replay: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    replay["version"] = "0.0.1".into();
    replay["hash"] = "0000000000000000".into();
    std::fs::write(&file, replay.to_string()).expect("it can be written");
    let analyse = ["analyse", "--iterations", "1", shown(&file)];
    let (told, status) = said(&["replay", "verify", shown(&file)]);
    assert!(
        told.contains("game.json: played with version 0.0.1, this is "),
        "{told}"
    );
    assert!(
        told.contains(
            ": made with another version, which comes to something else here: the last state has the digest "
        ),
        "{told}"
    );
    assert_eq!(status, 1);
    assert_eq!(said(&["replay", "show", shown(&file)]), (told.clone(), 1));
    assert_eq!(said(&analyse), (told, 1));
}

#[test]
fn a_replay_that_cannot_be_written_is_named() {
    let (text, status) = said(&["replay", "record", "--edition", "shadespire", "/nonexist/x"]);
    assert_eq!(status, 2);
    assert!(
        text.starts_with("gloryhex: /nonexist/x: cannot be written: "),
        "{text}"
    );
}

#[test]
fn nobody_reading_the_errors_is_no_reason_to_panic() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gloryhex"));
    let words = ["--content", "README.md", "sim", "--edition", "harrowdeep"];
    let mut child = command
        .current_dir(root())
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn a_match_is_played_to_its_end() {
    let words = [
        "play",
        "--edition",
        "shadespire",
        "--match",
        "--decide",
        "--opponent",
        "random",
        "--seed",
        "3",
    ];
    let (text, status) = typed(&words, &"1\n".repeat(4_000));
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("--match --decide"), "{text}");
    let games: Vec<&str> = text
        .lines()
        .filter(|line| line.contains(" Match: "))
        .collect();
    assert!((2..=3).contains(&games.len()), "{games:?}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.contains(" wins the match"), "{last}");
}

#[test]
fn a_match_that_cannot_be_is_refused() {
    assert_eq!(
        said(&["play", "--match", "--players", "3"]),
        (
            "gloryhex: `--match`: a match is between two players, not 3; leave out `--players`\n"
                .into(),
            2
        )
    );
    assert_eq!(
        said(&["play", "--match", "--decide", "--edition", "embergard"]),
        (
            "gloryhex: `--decide`: the rulebook of embergard does not say how a level match is decided; \
             leave it out, or play an edition whose book does: shadespire and nightvault\n"
                .into(),
            2
        )
    );
}

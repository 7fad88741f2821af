//! Choosing what to play before a game, line by line and on the full screen.

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

/// What was printed, both streams, and the exit status, when these lines are typed after `play`.
fn typed(words: &[&str], input: &str) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gloryhex"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .arg("play")
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

const CHOOSE: [&str; 4] = ["--choose", "--edition", "shadespire", "--seed=5"];

#[test]
fn warband_deck_and_board_of_each_side_are_chosen_from_lists_by_season() {
    let lines = "2\nthe farstriders\n4\nLiving Rock\n5\nironskull\n6\n2\nplay\nquit\n";
    let (text, status) = typed(&CHOOSE, lines);
    assert_eq!(status, 0, "{text}");
    assert!(
        text.contains(
            "  1  Edition           Shadespire\n  2  Your warband      Garrek's Reavers\n"
        ),
        "{text}"
    );
    assert!(text.contains("  Beastgrave\n"), "{text}");
    assert!(
        text.contains("Seat 1 (you): Sanson Farstrider, Almeric Eagle-Eye, Elias Swiftblade\n"),
        "{text}"
    );
    assert!(
        text.contains("Seat 2 (adept): Gurzag Ironskull, "),
        "{text}"
    );
    let again = "The same dice again: gloryhex play --edition shadespire --warband 'The Farstriders,Ironskull'\\''s Boyz' \
                 --deck ',Ironskull'\\''s Boyz Starter' --own-board 'Living Rock' --seed 5";
    assert!(text.contains(again), "{text}");
}

#[test]
fn a_warband_is_shown_with_its_figures_and_a_surprise_is_another_one() {
    let (text, status) = typed(&CHOOSE, "show 2\nsurprise\nquit\n");
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("  Garrek's Reavers, Shadespire\n"), "{text}");
    assert!(text.contains("  Garrek Gorebeard: Move "), "{text}");
    assert_eq!(
        text.matches("  Your warband      Garrek's Reavers\n")
            .count(),
        1
    );
}

#[test]
fn what_is_on_no_list_is_asked_for_again() {
    let (text, _) = typed(&CHOOSE, "2\nbanana\n\nshow 1\n99\nquit\n");
    assert!(
        text.contains(
            "There is no `banana`: type a number from 1 to 8, a name, or nothing to leave it.\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("Say of which line: show N, a line with a warband.\n"),
        "{text}"
    );
    assert_eq!(
        text.matches("`play` begins, `quit` leaves.").count(),
        2,
        "{text}"
    );
}

#[test]
fn a_pipe_is_not_asked_unless_it_wants_to_be_and_the_end_of_input_leaves() {
    let (text, status) = typed(&["--edition", "shadespire", "--seed", "5"], "quit\n");
    assert_eq!(status, 0);
    assert!(!text.contains("choose> "), "{text}");
    let (text, status) = typed(&CHOOSE, "");
    assert_eq!((text.ends_with("choose> \n"), status), (true, 0), "{text}");
}

#[test]
fn choosing_goes_with_no_choice_on_the_command_line() {
    let (text, status) = typed(&["--choose", "--warband", "The Farstriders"], "");
    assert_eq!(status, 2);
    assert!(
        text.contains("'--choose' cannot be used with '--warbands"),
        "{text}"
    );
}

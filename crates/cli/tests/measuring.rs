//! What `odds`, `lab` and players named on the command line take and what they refuse.

mod common;

use common::{folder, shown};
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What was printed, both streams, and the exit status.
fn said(words: &[&str]) -> (String, i32) {
    answered(words, "")
}

/// The same, where this is typed.
fn answered(words: &[&str], typed: &str) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gloryhex"));
    let mut child = command
        .current_dir(root())
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    if let Some(mut stdin) = child.stdin.take() {
        // Whoever refuses its words reads nothing.
        let _ = stdin.write_all(typed.as_bytes());
    }
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

/// The first line about these words, separated by spaces, and the exit status.
fn first_line(words: &str) -> (String, i32) {
    let words: Vec<&str> = words.split(' ').collect();
    let (text, status) = said(&words);
    (text.lines().next().unwrap_or_default().to_owned(), status)
}

fn refused(words: &str, why: &str) {
    assert_eq!(first_line(words), (why.to_owned(), 2), "{words}");
}

#[test]
fn wounds_and_innate_symbols_of_a_caster_count_in_a_spell_attack() {
    let spell = "odds --edition harrowdeep --attack 2focus --defence 1dodge";
    let succeeds = |more: &str| first_line(&format!("{spell}{more}")).0;
    assert_eq!(succeeds(""), "succeeds                59.26 %  128/216");
    assert_eq!(
        succeeds(" --caster-wounds 1"),
        "succeeds                56.48 %  122/216"
    );
    assert_ne!(succeeds(" --innate focus"), succeeds(""));
}

#[test]
fn options_without_a_meaning_are_refused() {
    let attack = "--attack 1hammer --defence 1dodge";
    refused(
        &format!("odds --edition nightvault {attack} --caster-wounds 1"),
        "gloryhex: `--caster-wounds` matters to spells, which roll for focus or channel; leave it out",
    );
    refused(
        &format!("odds --edition shadespire {attack} --innate hammer"),
        "gloryhex: there are no innate symbols in shadespire; leave out `--innate`",
    );
    refused(
        &format!("odds --edition nightvault {attack} --innate focus"),
        "gloryhex: `--innate focus`: expected a face of the dice that are rolled: hammer, smash, swords, fury, crit",
    );
    refused(
        &format!("odds --edition shadespire {attack} --ensnare"),
        "gloryhex: no weapon has ensnare in shadespire; leave out `--ensnare`",
    );
    refused(
        &format!("odds --edition shadespire {attack} --critical brutal"),
        "gloryhex: no weapon has brutal in shadespire; leave out `--critical brutal`",
    );
    refused(
        &format!("odds --edition shadespire {attack} --damage 0"),
        "error: invalid value '0' for '--damage <DAMAGE>': 0 is not in 1..=15",
    );
    refused(
        &format!("odds --edition shadespire {attack} --choice pass"),
        "error: the argument '--attack <ATTACK>' cannot be used with '--choice <TEXT>'",
    );
    let scenario = "odds --scenario scenarios/harrowdeep/support.md";
    refused(
        &format!("{scenario} --support 2"),
        "error: the argument '--scenario <FILE>' cannot be used with '--support <SUPPORT>'",
    );
    refused(
        &format!("{scenario} --innate focus"),
        "error: the argument '--scenario <FILE>' cannot be used with '--innate <FACE>'",
    );
}

#[test]
fn a_study_goes_on_only_with_the_same_sides() {
    let out = folder("sides", "note.txt", "");
    let study = |kind: &str, more: &[&str]| {
        let mut words = vec!["lab", kind, "--edition", "embergard", "--games", "1"];
        words.extend(["--player", "random", "--out", shown(&out)]);
        words.extend(more);
        let (text, status) = said(&words);
        (text.replace(&format!("{}/", shown(&out)), ""), status)
    };
    let both = ["--warbands", "The Emberwatch,Zikkit's Tunnelpack"];
    let done = "matrix.csv\nmatrix.parquet\nmatrix.html\n";
    for _ in 0..2 {
        assert_eq!(study("matrix", &both), (done.into(), 0));
    }
    let table = std::fs::read_to_string(out.join("matrix.csv")).expect("a table");
    assert!(
        table.contains("Blazing Assault against Countdown to Cataclysm"),
        "{table}"
    );
    let holds = |file: &str, what: &str| {
        let remedy = "choose another folder or remove it";
        (format!("gloryhex: {file}-games.csv {what}; {remedy}\n"), 2)
    };
    assert_eq!(
        study(
            "matrix",
            &["--warbands", "Zikkit's Tunnelpack,The Emberwatch"]
        ),
        holds(
            "matrix",
            "holds another study: warbands `The Emberwatch, Zikkit's Tunnelpack` and not `Zikkit's Tunnelpack, The Emberwatch`"
        )
    );
    assert_eq!(
        study("matrix", &[both[0], both[1], "--apart"]),
        holds("matrix", "holds another study: pairings `4` and not `2`")
    );
    let same = [
        both[0],
        both[1],
        "--decks",
        "Blazing Assault,Blazing Assault",
    ];
    let differ = "holds another study: decks `Blazing Assault against Countdown to Cataclysm` and not `Blazing Assault`";
    assert_eq!(study("matrix", &same), holds("matrix", differ));
    for kind in ["cards", "length"] {
        assert_eq!(study(kind, &both).1, 0);
        assert_eq!(study(kind, &same), holds(kind, differ));
    }
    let games = out.join("matrix-games.csv");
    let text = std::fs::read_to_string(&games).expect("the games");
    let (head, rest) = text.split_once('\n').expect("lines");
    let short: Vec<&str> = head.split(" | ").take(5).collect();
    std::fs::write(&games, format!("{}\n{rest}", short.join(" | "))).expect("it can be written");
    assert_eq!(
        study("matrix", &both),
        holds(
            "matrix",
            "holds a study that does not say which warbands and decks were played"
        )
    );
}

#[test]
fn a_study_whose_results_cannot_be_written_plays_no_game() {
    let out = folder("blocked", "note.txt", "");
    std::fs::create_dir(out.join("matrix.html")).expect("it can be made");
    let mut words = vec!["lab", "matrix", "--edition", "embergard"];
    words.extend(["--games", "1000000", "--out", shown(&out)]);
    let (text, status) = said(&words);
    assert_eq!(status, 2);
    assert_eq!(
        text,
        format!(
            "gloryhex: cannot write to {}/matrix.html: Is a directory (os error 21)\n",
            shown(&out)
        )
    );
    assert!(!out.join("matrix-games.csv").exists());
}

#[test]
fn a_sweep_stays_within_what_can_be_played() {
    let sweep = "lab sweep --edition shadespire --to 3 --from 0";
    refused(
        &format!("{sweep} --rule rounds"),
        "gloryhex: `--from 0 --to 3`: rounds can be 1 to 12",
    );
    refused(
        &format!("{sweep} --fighter karsus --figure wounds"),
        "gloryhex: `--from 0 --to 3`: wounds of karsus can be 1 to 30",
    );
    refused(
        &format!("{sweep} --rule wrong"),
        "gloryhex: no rule number is called `wrong`. There are rounds, turns, lethal-damage",
    );
}

#[test]
fn a_program_can_be_the_opponent() {
    let opponent = "exec:cd docs/bots && python3 example.py";
    let mut words = vec!["play", "--edition", "embergard", "--seed", "1"];
    words.extend(["--bot-time", "20000", "--opponent", opponent]);
    let (text, status) = answered(&words, &"1\n".repeat(600));
    assert_eq!(status, 0, "{text}");
    assert!(text.contains(&format!("Seat 2 ({opponent}): ")), "{text}");
    assert!(text.contains("\n[2] deploy tik "), "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("Player ") && last.contains(" wins "),
        "{text}"
    );
    refused(
        "play --edition embergard --opponent exec:/no/such/program",
        "gloryhex: exec:/no/such/program: ended in the middle of the game (exit status: 127)",
    );
    refused(
        "bot --player exec:./bot",
        "gloryhex: `exec:./bot`: programs play in `gloryhex arena` and against you in `gloryhex play`, not here",
    );
}

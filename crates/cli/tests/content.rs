//! The commands about content, as a person at a terminal meets them.

mod common;

use common::{folder, shown};
use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn gloryhex(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gloryhex"));
    command.current_dir(root()).args(words);
    command.output().expect("it runs")
}

/// What was printed, both streams, and the exit status.
fn said(words: &[&str]) -> (String, i32) {
    let output = gloryhex(words);
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

#[test]
fn the_core_is_counted_and_sound() {
    let (text, status) = said(&["check"]);
    assert_eq!(status, 0, "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert_eq!(last, "2120 cards, 43 warbands, 35 boards, 0 errors");
}

#[test]
fn all_errors_of_all_files_are_told() {
    let pack = folder(
        "broken",
        "a.card",
        "edition harrowdeep\ndeck \"A\" format pool\nploy \"One\" { heal a 1 }\n",
    );
    std::fs::write(pack.join("b.card"), "edition harrowdeep\ndeck \"B\" format pool\nploy \"Two\" { choose a: frend\n heal a 1 }\nploy \"Three\" { draw 1 power }\n").expect("it can be written");
    std::fs::write(
        pack.join("c.board"),
        "board \"Torn\"\nedition harrowdeep\norigin ours\nedges half\nmap\n| . x .\n",
    )
    .expect("it can be written");
    let (text, status) = said(&["check", shown(&pack)]);
    let text = text.replace(&format!("{}/", shown(&pack)), "");
    assert_eq!(status, 1, "{text}");
    for place in ["--> a.card:3:19", "--> b.card:3:24", "--> c.board:6:5"] {
        assert!(text.contains(place), "{place} in\n{text}");
    }
    assert!(text.contains("did you mean `friend`?"), "{text}");
    assert!(
        text.ends_with("1 card, 0 warbands, 0 boards, 3 errors\n"),
        "{text}"
    );
}

#[test]
fn packs_that_share_a_name_say_so_with_both_places() {
    let card =
        "edition harrowdeep\ndeck \"Mine\" format pool\nploy \"Too Close\" { draw 1 power }\n";
    let pack = folder("clash", "a.card", card);
    let (text, status) = said(&["cards", "--content", shown(&pack)]);
    assert_eq!(status, 1);
    let first = text
        .lines()
        .next()
        .unwrap_or_default()
        .replace(&format!("{}/", shown(&pack)), "");
    let (before, after) = first
        .split_once("data/cards/harrowdeep/universal.card:")
        .unwrap_or_default();
    assert_eq!(
        before,
        "error: two packs have a card \"Too Close\" in harrowdeep: "
    );
    assert!(after.ends_with(" and a.card:3"), "{first}");
}

#[test]
fn cards_are_listed_as_json() {
    let words = [
        "cards",
        "--edition",
        "shadespire",
        "--kind",
        "ploy",
        "--text",
        "sidestep",
        "--json",
    ];
    let (text, status) = said(&words);
    assert_eq!(status, 0);
    let list: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(list.as_array().map(Vec::len), Some(1));
    let card = &list[0];
    assert_eq!(card["name"], "Sidestep");
    assert_eq!(card["deck"], "Universal");
    assert_eq!(card["kind"], "ploy");
    assert_eq!(card["verified"], true);
    for field in ["edition", "value", "text"] {
        assert!(!card[field].is_null(), "{field}");
    }
}

#[test]
fn fighters_say_whose_figures_they_have() {
    let (text, status) = said(&["fighters", "--warband", "the emberwatch", "--json"]);
    assert_eq!(status, 0);
    let list: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(list.as_array().map(Vec::len), Some(3));
    assert_eq!(list[0]["house"], false);
    let (text, _) = said(&["fighters", "--warband", "zikkit's tunnelpack", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(list[0]["house"], true);
}

#[test]
fn unknown_names_are_answered_with_what_was_meant() {
    assert_eq!(
        said(&["explain", "Sidstep", "--edition", "shadespire"]),
        (
            "gloryhex: there is no card called `Sidstep` in shadespire; did you mean `Sidestep`?\n"
                .into(),
            2
        )
    );
    let (text, status) = said(&["cards", "--edition", "shadespire", "--deck", "univrsal"]);
    assert_eq!(status, 2);
    assert!(
        text.starts_with("gloryhex: there is no deck called `univrsal`; did you mean `Universal`?"),
        "{text}"
    );
}

#[test]
fn a_card_is_explained_with_its_source() {
    let (text, status) = said(&["explain", "awe inspiring"]);
    assert_eq!(status, 0);
    for part in [
        "Awe-Inspiring\n    surge objective, 1 glory, Steelheart's Champions (shadespire)\n",
        "\nWhen\n    Scored at once after an action.\n",
        "\n    shadespire.objective.surge  ",
        "\nSource data/cards/shadespire/steelhearts-champions.card:5\n    5 | objective \"Awe-Inspiring\" glory 1",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn abilities_and_weapons_are_explained_with_their_cards() {
    let (text, status) = said(&["explain", "furious parry"]);
    assert_eq!(status, 0);
    let parry = "Furious Parry is a weapon (range 1, 2 dice, hammer, damage 1, Inspired) of:\n";
    assert!(text.contains(parry), "{text}");
    assert!(text.contains("\nAngharad Brightshield\n"), "{text}");
    let (text, status) = said(&["explain", "Skitter"]);
    assert_eq!(status, 0);
    assert!(text.starts_with("Skitter is an ability of:\n"), "{text}");
    for warband in ["Spiteclaw's Swarm", "Zikkit's Tunnelpack"] {
        assert!(text.contains(&format!("\n{warband}\n")), "{text}");
    }
    assert!(
        text.contains("\n    As a Surge ability after an activation.\n"),
        "{text}"
    );
}

#[test]
fn what_is_no_reaction_is_not_called_one() {
    let (text, status) = said(&["explain", "Total Offence"]);
    assert_eq!(status, 0);
    for part in [
        "first in this activation or power step",
        "\n    As an ability when an attack is declared.\n",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn a_deck_is_made_checked_exported_and_imported_again() {
    let (text, status) = said(&[
        "deck",
        "new",
        "--edition",
        "nightvault",
        "--warband",
        "Stormsire's Cursebreakers",
        "--seed",
        "7",
        "--name",
        "Chance",
    ]);
    assert_eq!(status, 0, "{text}");
    let pack = folder("decks", "a.deck", &text);
    let file = pack.join("a.deck");
    let (checked, status) = said(&["deck", "check", shown(&file)]);
    assert_eq!(status, 0, "{checked}");
    assert!(
        checked.ends_with("\"Chance\", 32 cards, legal for constructed in nightvault\n"),
        "{checked}"
    );
    let (list, _) = said(&["deck", "export", shown(&file)]);
    std::fs::write(pack.join("list.txt"), format!("Objectives:\n{list}"))
        .expect("it can be written");
    let (again, status) = said(&[
        "deck",
        "import",
        shown(&pack.join("list.txt")),
        "--warband",
        "Stormsire's Cursebreakers",
        "--name",
        "Chance",
    ]);
    assert_eq!((again.as_str(), status), (text.as_str(), 0));
    let spec = [
        "sim",
        "--edition",
        "nightvault",
        "--games",
        "2",
        "--deck",
        shown(&file),
    ];
    let (text, status) = said(&spec);
    assert_eq!(status, 0, "{text}");
}

#[test]
fn a_broken_deck_is_told_its_rules() {
    let deck = "name: Short\nedition: shadespire\nwarband: Garrek's Reavers\nstart: Garrek's Reavers Starter\nwithout: Frenzy\nwithout: Conquest\n";
    let file = folder("short", "short.deck", deck).join("short.deck");
    let (text, status) = said(&["deck", "check", shown(&file)]);
    assert_eq!(status, 1);
    assert_eq!(
        text.replace(shown(&file), "short.deck"),
        "short.deck: \"Short\", 30 cards, breaks 3 rules of constructed in shadespire\n    \
         shadespire.deck.objectives (Size of the objective deck): 11 objectives: expected exactly 12\n    \
         shadespire.deck.power-size (Size of the power deck): 19 power cards: expected at least 20\n    \
         shadespire.deck.ploys (Share of ploys): 10 ploys among 19 power cards: expected at most 9\n"
    );
    let (text, status) = said(&[
        "sim",
        "--edition",
        "shadespire",
        "--games",
        "1",
        "--deck",
        shown(&file),
    ]);
    assert_eq!(status, 2);
    assert!(
        text.contains("not a legal deck for Garrek's Reavers\n    shadespire.deck.objectives"),
        "{text}"
    );
}

#[test]
fn the_sample_pack_is_sound_and_its_scenarios_pass() {
    let (text, status) = said(&["check", "docs/homebrew/pack"]);
    assert_eq!(status, 0, "{text}");
    assert!(
        text.ends_with("10 cards, 1 warband, 1 board, 0 errors\n"),
        "{text}"
    );
    let (text, status) = said(&[
        "scenario",
        "docs/homebrew",
        "--content",
        "docs/homebrew/pack",
    ]);
    assert_eq!((text.as_str(), status), ("19 passed, 0 failed\n", 0));
    let spec = [
        "sim",
        "--edition",
        "harrowdeep",
        "--games",
        "5",
        "--check",
        "--content",
        "docs/homebrew/pack",
        "--warbands",
        "The Lantern Folk,Da Kunnin' Krew",
    ];
    let (text, status) = said(&spec);
    assert_eq!(status, 0, "{text}");
}

#[test]
fn cards_of_the_tutorial_are_those_of_the_sample_pack() {
    let page =
        std::fs::read_to_string(root().join("docs/homebrew/README.md")).expect("it is there");
    let file = |name: &str| {
        let path = root().join("docs/homebrew/pack").join(name);
        std::fs::read_to_string(path).expect("it is there")
    };
    let blocks: Vec<&str> = page
        .split("```card\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(blocks, [file("lamps.card"), file("sparks.card")]);
}

#[test]
fn a_save_names_its_content_and_goes_on_only_with_that() {
    let save = Path::new(env!("CARGO_TARGET_TMPDIR")).join("game.save");
    let play = |words: &[&str], input: &str| {
        use std::{io::Write as _, process::Stdio};
        let mut command = Command::new(env!("CARGO_BIN_EXE_gloryhex"));
        command.current_dir(root()).arg("play").args(words);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        child
            .stdin
            .take()
            .expect("it listens")
            .write_all(input.as_bytes())
            .expect("it listens");
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (text, output.status.code())
    };
    let save_line = format!("save {}\nquit\n", shown(&save));
    let (text, status) = play(
        &["--edition", "shadespire", "--seed", "3", "--hot-seat"],
        &save_line,
    );
    assert!(
        text.contains("Saved. Go on with: gloryhex play --load"),
        "{text}"
    );
    assert_eq!(status, Some(0));
    let (text, status) = play(
        &["--load", shown(&save), "--hot-seat", "--seed", "4"],
        "quit\n",
    );
    assert_eq!(status, Some(0), "{text}");
    assert!(text.starts_with("Shadespire, seed 4."), "{text}");
    let (text, status) = play(
        &["--load", shown(&save), "--content", "docs/homebrew/pack"],
        "quit\n",
    );
    assert_eq!(status, Some(2));
    assert!(
        text.contains("made with other cards, boards or rule texts: content "),
        "{text}"
    );
}

#[test]
fn a_matrix_apart_has_no_games_of_a_side_against_itself() {
    let out = folder("apart", "note.txt", "");
    let words = |warbands: &'static str, apart: bool| {
        let mut words = vec!["lab", "matrix", "--edition", "embergard"];
        words.extend(["--warbands", warbands, "--games", "2"]);
        words.extend(["--player", "random", "--out", shown(&out)]);
        words.extend(apart.then_some("--apart"));
        words
    };
    let both = "The Emberwatch,Zikkit's Tunnelpack";
    let played = || {
        let games = std::fs::read_to_string(out.join("matrix.csv")).expect("a table");
        let names = games.lines().skip(1).map(|line| {
            let mut cells = line.split(',').map(str::to_owned);
            (cells.next(), cells.next())
        });
        names.filter(|(row, column)| row == column).count()
    };
    let (text, status) = said(&words(both, true));
    assert_eq!(status, 0, "{text}");
    assert_eq!(played(), 0);
    let again = out.join("matrix-games.csv");
    std::fs::remove_file(again).expect("the games it was made from");
    let (text, status) = said(&words(both, false));
    assert_eq!(status, 0, "{text}");
    assert_eq!(played(), 2);
    let (text, status) = said(&words("The Emberwatch", true));
    assert_eq!(status, 2, "{text}");
    assert_eq!(
        text,
        "gloryhex: nobody is left to play; name two sides at least, or leave `--apart` out\n"
    );
}

//! What the author of a pack meets at a terminal: the tutorial as it stands, and slips that must not pass unseen.

mod common;

use common::{folder, shown};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What was printed, both streams, and the exit status. The folder is left out of paths.
fn said(folder: &Path, words: &[&str]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gloryhex"));
    let output = command
        .current_dir(root())
        .args(words)
        .output()
        .expect("it runs");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    let text = text.replace(&format!("{}/", shown(folder)), "");
    (text, output.status.code().unwrap_or(-1))
}

fn tutorial() -> String {
    std::fs::read_to_string(root().join("docs/homebrew/README.md")).expect("it is there")
}

/// The block set in by four spaces that begins with this line.
fn set_in(page: &str, first: &str) -> String {
    let lines = page
        .lines()
        .skip_while(|line| *line != format!("    {first}"));
    let block = lines.take_while(|line| line.starts_with("    "));
    block.map(|line| format!("{}\n", &line[4..])).collect()
}

#[test]
fn the_deck_of_the_tutorial_is_legal() {
    let deck = set_in(&tutorial(), "name: Wicks and Shadows");
    let pack = folder("tutorial-deck", "wicks.deck", &deck);
    let file = pack.join("wicks.deck");
    let words = [
        "deck",
        "check",
        shown(&file),
        "--content",
        "docs/homebrew/pack",
    ];
    assert_eq!(
        said(&pack, &words),
        (
            "wicks.deck: \"Wicks and Shadows\", 32 cards, legal for constructed in harrowdeep\n"
                .into(),
            0
        )
    );
    let (text, status) = said(&pack, &["deck", "check", shown(&file)]);
    assert_eq!(status, 2);
    assert!(
        text.starts_with("gloryhex: wicks.deck:3:1: there is no warband called `The Lantern Folk` in harrowdeep (there is Da Kunnin' Krew, Xandire's Truthseekers, Blackpowder's Buccaneers, The Exiled Dead, Gorechosen of Dromm, Hexbane's Hunters, Skittershank's Clawpack, The Shadeborn; `--content DIR` adds more)\n"),
        "{text}"
    );
}

#[test]
fn the_error_of_the_tutorial_is_what_the_program_prints() {
    let card = std::fs::read_to_string(root().join("docs/homebrew/pack/lamps.card"))
        .expect("it is there")
        .replace("adjacent(e, a)", "adjacnt(e, a)");
    let pack = folder("my-pack", "lamps.card", &card);
    let (text, status) = said(pack.parent().expect("a folder"), &["check", shown(&pack)]);
    assert_eq!(status, 1);
    let error = text.split("\n\n").next().unwrap_or_default();
    let told = set_in(&tutorial(), "error: `adjacnt` is unknown here");
    assert_eq!(format!("{error}\n"), told);
}

#[test]
fn a_misspelt_edition_and_a_card_without_a_deck_fail_the_check() {
    let pack = folder(
        "edition",
        "a.card",
        "edition nightvalt\ndeck \"D\" format pool\nploy \"One\" { draw 1 power }\n",
    );
    std::fs::write(
        pack.join("b.card"),
        "edition nightvault\nploy \"Two\" { draw 1 power }\n",
    )
    .expect("it can be written");
    std::fs::write(
        pack.join("c.board"),
        "board \"Torn\"\nedition harowdeep\norigin ours\nedges half\nmap\n| . . .\n",
    )
    .expect("it can be written");
    let (text, status) = said(&pack, &["check", shown(&pack)]);
    assert_eq!(status, 1, "{text}");
    for error in [
        "error: there is no edition `nightvalt`\n --> a.card:1:9\n  |\n1 | edition nightvalt\n  |         ^^^^^^^^^\n  = help: did you mean `nightvault`?\n",
        "error: \"Two\" belongs to no deck\n --> b.card:2:6\n  |\n2 | ploy \"Two\" { draw 1 power }\n  |      ^^^^^\n  = help: write `deck \"Name\" format pool` before the first card\n",
        "error: there is no edition `harowdeep`\n --> c.board:2:9\n  |\n2 | edition harowdeep\n  |         ^^^^^^^^^\n  = help: did you mean `harrowdeep`?\n",
    ] {
        assert!(text.contains(error), "{error} in\n{text}");
    }
}

const POSITION: &str = "map\n| . . . .\n|  . . . .\n\
    fighter 1 wick move 3 defence 1 dodge wounds 3 weapon sling range 1 dice 2 hammer damage 2\n\
    fighter 2 orc move 3 defence 1 dodge wounds 2 weapon club range 1 dice 2 hammer damage 2\n\
    place a1 wick\nplace b1 orc\n";

fn scenario(name: &str, head: &str, lines: &str) -> (String, i32) {
    let text = format!("## X\n{head}\n```scenario\n{POSITION}{lines}\n```\n");
    let folder = folder(name, "x.md", &text);
    said(&folder, &["scenario", shown(&folder)])
}

#[test]
fn misspelt_names_in_what_must_not_happen_are_found() {
    let head = "editions: harrowdeep";
    assert_eq!(
        scenario("not-offered", head, "1 is not offered: play \"Too Clos\""),
        (
            "FAILED X [harrowdeep] (x.md:11): expected the name of a card, got \"Too Clos\" (did you mean \"Too Close\"?)\n0 passed, 1 failed\n".into(),
            1
        )
    );
    assert_eq!(
        scenario("no-event", head, "no event score 1 \"Zzzzzzzz\""),
        (
            "FAILED X [harrowdeep] (x.md:11): expected the name of a card, got \"Zzzzzzzz\" (add the folder it is in with `--content`)\n0 passed, 1 failed\n".into(),
            1
        )
    );
    assert_eq!(
        scenario("nobody", head, "expect wikc damage 0"),
        (
            "FAILED X [harrowdeep] (x.md:11): expected a fighter: no fighter is called `wikc` (did you mean `wick`?)\n0 passed, 1 failed\n".into(),
            1
        )
    );
}

#[test]
fn unknown_rules_and_cards_under_a_heading_are_found() {
    let head = "editions: harrowdeep\nrules: no.such.rule, attack.drw\ncards: \"Too Clos\"";
    assert_eq!(
        scenario("heading", head, "expect wick damage 0"),
        (
            "x.md:1:1: there is no rule `no.such.rule` in harrowdeep\n\
             x.md:1:1: there is no rule `attack.drw` in harrowdeep (did you mean `attack.draw`?)\n\
             x.md:1:1: there is no card \"Too Clos\" in harrowdeep (did you mean \"Too Close\"?)\n\
             1 passed, 0 failed\n\
             gloryhex: some scenarios could not be read; correct the lines named above\n"
                .into(),
            2
        )
    );
}

#[test]
fn a_run_that_finds_no_scenario_fails() {
    let empty = folder("no-scenario", "x.md", "## X\neditions: harrowdeep\n");
    assert_eq!(
        said(&empty, &["scenario", shown(&empty.join("x.md"))]),
        (
            "0 passed, 0 failed\ngloryhex: there is no scenario in x.md; one is a heading and a block that begins with ```scenario\n".into(),
            2
        )
    );
    let near = folder(
        "near-scenario",
        "x.md",
        "## X\neditions: harrowdeep\n```scenrio\nmap\n```\n",
    );
    assert_eq!(
        said(&near, &["scenario", shown(&near)]),
        (
            "x.md:3:4: a block fenced as `scenrio` is not read (did you mean `scenario`?)\n\
             0 passed, 0 failed\n\
             gloryhex: some scenarios could not be read; correct the lines named above\n"
                .into(),
            2
        )
    );
}

#[test]
fn slips_of_a_scenario_are_told_once_with_what_there_is() {
    assert_eq!(
        scenario("editions", "editions: harowdeep", "expect wick tokens gaurd"),
        (
            "x.md:2:1: `harowdeep` is no edition: expected one of shadespire, nightvault, harrowdeep, embergard (did you mean `harrowdeep`?)\n\
             x.md:11:20: expected one of move, charge, guard, stagger, raise or none, found `gaurd` (did you mean `guard`?)\n\
             0 passed, 0 failed\n\
             gloryhex: some scenarios could not be read; correct the lines named above\n"
                .into(),
            2
        )
    );
}

#[test]
fn a_ready_made_deck_can_be_found_and_looked_into() {
    let here = Path::new("/nowhere");
    let starter = "Thorns of the Briar Queen Starter";
    let (text, status) = said(here, &["cards", "--deck", starter]);
    assert_eq!(status, 0, "{text}");
    assert!(text.ends_with("\n32 cards\n"), "{text}");
    let (text, status) = said(here, &["deck", "export", "--edition", "nightvault"]);
    assert_eq!(status, 0, "{text}");
    let line = format!("{starter}  32 cards, Thorns of the Briar Queen (nightvault)");
    assert!(text.lines().any(|l| l == line), "{text}");
    let (list, _) = said(here, &["deck", "export", starter]);
    let deck =
        format!("name: Queen\nedition: nightvault\nwarband: Thorns of the Briar Queen\n{list}");
    let out = folder("queen", "queen.deck", &deck);
    let file = out.join("queen.deck");
    let words = [
        "lab",
        "cards",
        "--edition",
        "nightvault",
        "--decks",
        shown(&file),
        "--games",
        "1",
        "--player",
        "random",
        "--out",
        shown(&out),
    ];
    let (text, status) = said(here, &words);
    assert_eq!(status, 0, "{text}");
    let words = [
        "sim",
        "--edition",
        "nightvault",
        "--games",
        "1",
        "--decks",
        starter,
    ];
    let (text, status) = said(here, &words);
    assert_eq!(status, 0, "{text}");
    assert!(
        text.contains(&format!(" with \"{starter}\") won ")),
        "{text}"
    );
}

/// A file of a pack, and all that `check` says about it but the counts.
fn checked(name: &str, file: &str, text: &str) -> (String, i32) {
    let pack = folder(name, file, text);
    let (text, status) = said(&pack, &["check", shown(&pack)]);
    let told = text.split("            ").next().unwrap_or_default();
    (told.to_owned(), status)
}

#[test]
fn a_board_that_its_edition_cannot_use_is_an_error() {
    let head = "board \"Strip\"\nedition harrowdeep\norigin ours\nedges whole\nmap\n";
    assert_eq!(
        checked("strip", "x.board", &format!("{head}| . s s s s\n")),
        (
            "error: boards of harrowdeep are joined, and whole hexes cannot be\n --> x.board:4:1\n  |\n\
             4 | edges whole\n  | ^^^^^^^^^^^\n  = help: write `edges half`\n\n\
             error: a board of harrowdeep has 38 hexes in 5 rows, this one 5 in 1\n --> x.board:5:1\n  |\n\
             5 | map\n  | ^^^\n  = help: draw five rows of 8, 7, 8, 7 and 8 hexes\n\n"
                .into(),
            1
        )
    );
    let rows = "| s . . . . . . .\n|  . . . . . . .\n".repeat(5) + "| s . . . . . . .\n";
    let head = "board \"Half\"\nedition embergard\norigin ours\nedges half\nmap\n";
    let (text, status) = checked("half", "x.board", &format!("{head}{rows}"));
    assert_eq!(status, 1);
    for part in [
        "error: the board of embergard lies alone and has no half hexes\n --> x.board:4:1\n",
        "error: a board of embergard says whose territory is where\n --> x.board:2:1\n",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn a_position_that_cannot_be_set_up_is_told_with_its_place() {
    let head = "editions: harrowdeep";
    let told = |name: &str, problem: &str, lines: &str| {
        assert_eq!(
            scenario(name, head, lines),
            (
                format!(
                    "{problem}\n0 passed, 0 failed\n\
                     gloryhex: some scenarios could not be read; correct the lines named above\n"
                ),
                2
            )
        );
    };
    told(
        "no-hex",
        "x.md:11:7: there is no hex or label `z9`",
        "place z9 orc",
    );
    told(
        "no-fighter",
        "x.md:11:5: no fighter is called `wikc` (did you mean `wick`?)",
        "out wikc",
    );
    told(
        "no-variant",
        "x.md:11:1: Harrowdeep has no variant called `artefact`, nor any other; leave it out.",
        "variant artefact",
    );
    told(
        "no-artefact",
        "x.md:11:1: there is an artefact only with a line `variant artefact`, in an edition that has it; write it too, or leave this out.",
        "token artefact at b1",
    );
    told(
        "no-warband",
        "x.md:11:11: there is no warband \"nobody\" (add the folder it is in with `--content`)",
        "warband 1 nobody",
    );
    told(
        "no-seat",
        "x.md:11:1: seat 3 does not play",
        "hand 3 power \"Too Close\"",
    );
    told(
        "many-dice",
        "x.md:11:46: expected how many dice, or `-` for the wizard level, 0 to 15, found `200`",
        "fighter 1 big move 3 weapon axe range 1 dice 200 hammer damage 2",
    );
    told(
        "late",
        "x.md:11:7: expected the number of a round, 1 to 9, found `200`",
        "round 200",
    );
    let many: String = (0..40)
        .map(|n| format!("fighter {} f{n}\n", 1 + n % 2))
        .collect();
    told(
        "crowd",
        "x.md:41:1: too many fighters: a game has room for 32, 16 of them in one warband",
        &many,
    );
}

#[test]
fn a_mistake_in_a_made_up_card_is_told_at_its_line() {
    let head = "editions: harrowdeep\n\n```card\nploy \"Nap\" {\n    heal whoever 1\n}\n```\n";
    let (text, status) = scenario("made-up", head, "");
    assert_eq!(status, 2, "{text}");
    assert!(text.starts_with("x.md:6:10: "), "{text}");
}

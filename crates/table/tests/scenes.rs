//! Lessons and puzzles of this program, played as a page plays them.

use gloryhex_editions::{Content, pack};
use gloryhex_engine::Choice;
use gloryhex_notation::{choice, lesson::Lesson, puzzle::Puzzle};
use gloryhex_protocol::{ClientMessage, Code, SceneAnswer, SceneAsk, ServerMessage};
use gloryhex_search::Exact;
use gloryhex_table::scenes;
use std::sync::Arc;

const EDITIONS: [&str; 4] = ["shadespire", "nightvault", "harrowdeep", "embergard"];

fn content() -> Arc<Content> {
    Arc::new(Content::load(&[]).expect("the content is sound"))
}

fn hello() -> ClientMessage {
    ClientMessage::Hello {
        game: String::new(),
        token: None,
        last_seen: None,
        version: gloryhex_protocol::VERSION,
    }
}

fn choose(choice: &str) -> ClientMessage {
    ClientMessage::Choose {
        at: 0,
        choice: choice.to_owned(),
        seat: None,
    }
}

fn ask_of(done: u32, message: ClientMessage) -> SceneAsk {
    SceneAsk {
        done,
        file: None,
        message,
    }
}

fn lesson(content: &Arc<Content>, id: &str, done: u32, message: ClientMessage) -> SceneAnswer {
    scenes::in_lesson(content, id, ask_of(done, message)).expect("it is answered")
}

#[test]
fn every_lesson_can_be_played_to_its_end_by_doing_what_the_teacher_says() {
    let content = content();
    let faces = scenes::lessons(&content).expect("they can be read");
    assert!(faces.iter().filter(|face| face.listed).count() >= 7);
    for ((file, text), face) in pack::lessons().into_iter().zip(&faces) {
        let read = Lesson::read(&content, file, text).expect("it reads");
        for (done, step) in (0..).zip(read.steps()) {
            let heard = lesson(&content, &face.id, done, hello()).messages;
            let welcome = matches!(heard.first(), Some(ServerMessage::Welcome { .. }));
            assert!(welcome, "{file}, step {done}: {heard:?}");
            let last = heard.iter().rev().find_map(|message| match message {
                ServerMessage::Welcome { choices, .. } | ServerMessage::Update { choices, .. } => {
                    Some(choices.as_ref())
                }
                _ => None,
            });
            let offered = last.flatten().expect("it is the learner's turn");
            assert!(
                !offered.list.is_empty(),
                "{file}, step {done}: nothing to choose"
            );
            let answer = lesson(&content, &face.id, done, choose(&step.choice));
            assert_eq!(answer.done, done + 1, "{file}: {:?}", answer.messages);
            let update = |m: &ServerMessage| matches!(m, ServerMessage::Update { .. });
            assert!(answer.messages.iter().any(update), "{file}, step {done}");
        }
    }
}

#[test]
fn a_wrong_choice_is_answered_by_the_rule_and_another_right_one_by_what_is_taught() {
    let content = content();
    let wrong = lesson(&content, "quick-start", 0, choose("move severin f5"));
    let Some(ServerMessage::Refused { refusal }) = wrong.messages.first() else {
        panic!("{:?}", wrong.messages);
    };
    assert!(
        refusal.rule.starts_with("shadespire.action.move"),
        "{refusal:?}"
    );
    assert_eq!(wrong.done, 0);
    let other = lesson(&content, "quick-start", 0, choose("guard severin"));
    let Some(ServerMessage::Error { problem }) = other.messages.first() else {
        panic!("{:?}", other.messages);
    };
    assert_eq!(
        problem.message,
        "That is allowed, but here something else is shown: Move Severin Steelheart to d3."
    );
    assert_eq!(other.done, 0);
}

#[test]
fn a_scene_begins_where_the_one_before_it_has_ended_and_shows_what_opens_it() {
    let content = content();
    let faces = scenes::lessons(&content).expect("they can be read");
    let face = faces.iter().find(|face| face.id == "quick-start");
    let face = face.expect("the quick start is there");
    let starts: Vec<u32> = face.ends.iter().map(|(done, _)| *done).collect();
    assert_eq!(starts, [1, 4, 7, 10, 14]);
    assert_eq!(face.says.len(), 14);
    // Saek charges in before anything is asked of the learner.
    let heard = lesson(&content, "quick-start", 4, hello()).messages;
    let [
        ServerMessage::Welcome { view, choices, .. },
        ..,
        ServerMessage::Update { view: then, .. },
    ] = heard.as_slice()
    else {
        panic!("{heard:?}");
    };
    assert!(choices.is_none(), "it is the opponent's turn");
    assert!(then.at > view.at);
    // On the field: two, three, four, three of those four, and everybody.
    let standing = |done: u32| {
        let heard = lesson(&content, "quick-start", done, hello()).messages;
        let Some(ServerMessage::Welcome { view, .. }) = heard.first() else {
            panic!("{heard:?}");
        };
        view.fighters.iter().filter(|f| f.hex.is_some()).count()
    };
    assert_eq!([0, 1, 4, 7, 10].map(standing), [2, 3, 4, 3, 8]);
}

#[test]
fn what_does_not_exist_is_said_so() {
    let content = content();
    let ask = || ask_of(0, hello());
    let none = scenes::in_lesson(&content, "nothing", ask()).expect_err("there is none");
    assert_eq!(none.code, Code::NotFound);
    let none = scenes::at_puzzle(&content, "shadespire", "999", ask()).expect_err("none");
    assert_eq!(none.code, Code::NotFound);
    assert_eq!(
        scenes::puzzles(&content, "chess").expect_err("none").code,
        Code::NotFound
    );
}

#[test]
fn every_puzzle_is_what_its_file_says() {
    let content = content();
    for edition in EDITIONS {
        let all = pack::puzzles(edition);
        assert!(all.len() >= 25, "{edition}: {} puzzles", all.len());
        for (file, text) in all {
            let puzzle = Puzzle::read(&content, edition, file, text).expect("it reads");
            let posed = puzzle.pose(&content).expect("it can be set up");
            let worths = Exact::new(puzzle.seat, 200_000).choices(&posed.game, &posed.offered);
            let worths = worths.expect("all of it can be looked at");
            let best = worths.iter().map(|(_, w)| w.wins).fold(0.0, f64::max);
            for (choice, worth) in &worths {
                let name = format!("{edition}/{file}: {choice:?}");
                let answers = best - worth.wins < 1e-9;
                assert_eq!(puzzle.solves(&posed, *choice), answers, "{name}");
                assert!(answers || best - worth.wins > 0.035, "{name}: hardly worse");
            }
            let said = puzzle.answers.first().map(|rated| rated.wins);
            assert_eq!(said, Some((best * 1e4).round() / 1e2), "{edition}/{file}");
            let lost = puzzle.because[0].contains("It never wins, but draws");
            let asked = match lost {
                true => "Which choice is best? A draw counts as half a win.",
                false => "Which choice wins most often?",
            };
            assert!(puzzle.question.ends_with(asked), "{edition}/{file}");
            assert!(
                !puzzle.tempting.is_empty() && puzzle.because.len() > 1,
                "{file}"
            );
        }
    }
}

#[test]
fn a_try_at_a_puzzle_is_told_how_often_it_wins_and_what_wins_more() {
    let content = content();
    for edition in EDITIONS {
        let (file, text) = pack::puzzles(edition)[0];
        let puzzle = Puzzle::read(&content, edition, file, text).expect("it reads");
        let tried = |choice: &str| {
            let message = choose(choice);
            let answer = scenes::at_puzzle(&content, edition, file, ask_of(0, message));
            answer.expect("it is answered").verdict.expect("a verdict")
        };
        let right = tried(&puzzle.answers[0].choice);
        assert!(right.right && right.chosen.wins == puzzle.answers[0].wins);
        let wrong = tried(&puzzle.tempting[0].choice);
        assert!(!wrong.right && wrong.chosen.wins < right.chosen.wins);
        assert_eq!(wrong.because, puzzle.because);
        // A choice that the file does not mention is looked at there and then.
        let posed = puzzle.pose(&content).expect("it can be set up");
        let written =
            |choice: &Choice| choice::write(&posed.game, &posed.names, puzzle.seat, *choice);
        let known = |text: &String| {
            let mut rated = puzzle.answers.iter().chain(&puzzle.tempting);
            rated.any(|rated| rated.choice == *text)
        };
        let other = posed.offered.iter().map(written).find(|text| !known(text));
        let other = tried(&other.expect("there is more to choose from"));
        assert!(!other.right && other.chosen.wins < right.chosen.wins);
    }
}

/// A position as the page writes it: one fighter a side, and the last turn of the game.
const OWN: &str = "# My puzzle
editions: shadespire

```scenario
map
| . . . .
|  . . . .
| . . . .
warband 1 steelhearts-champions
warband 2 garreks-reavers
place a1 severin
place c1 garrek damage 3
round 3 turn 4 active 1 first 2
1 is asked: activation
```
";

#[test]
fn a_puzzle_of_ones_own_is_played_from_its_file() {
    let content = content();
    let said = |file: &str, message: ClientMessage| {
        let file = Some(file.to_owned());
        let ask = SceneAsk {
            done: 0,
            file,
            message,
        };
        scenes::at_puzzle(&content, "shadespire", "own", ask)
    };
    let heard = said(OWN, hello()).expect("it is set up").messages;
    let welcome = matches!(heard.first(), Some(ServerMessage::Welcome { .. }));
    assert!(welcome, "{heard:?}");
    let tried = |choice: &str| {
        let answer = said(OWN, choose(choice)).expect("it is answered");
        answer.verdict.expect("a verdict")
    };
    let wrong = tried("guard severin");
    assert!(!wrong.right && wrong.chosen.wins < wrong.answers[0].wins);
    assert_eq!(wrong.because.len(), 2);
    assert!(
        wrong.because[0].starts_with("Charge with Severin Steelheart to "),
        "{wrong:?}"
    );
    assert!(
        wrong.because[0].contains("Garrek Gorebeard falls "),
        "{wrong:?}"
    );
    assert!(
        wrong.because[1].contains("Garrek Gorebeard never falls."),
        "{wrong:?}"
    );
    assert!(tried("charge severin b1").right);

    let refused = |text: &str| said(text, hello()).expect_err("it is none").message;
    assert_eq!(
        refused("Nothing of the kind."),
        "The file should hold one scenario, the position of the puzzle."
    );
    assert_eq!(
        refused(
            &OWN.replace("shadespire", "embergard")
                .replace("steelhearts-champions", "the-emberwatch")
        ),
        "The file is about another edition than shadespire."
    );
    let unknown = refused(&OWN.replace("severin", "nobody"));
    assert!(
        unknown.starts_with("puzzle.md:") && unknown.contains("nobody"),
        "{unknown}"
    );
    assert_eq!(
        refused(&"x".repeat(20_001)),
        "The file is longer than 20000 letters."
    );
}

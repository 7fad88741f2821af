//! Lessons and puzzles of this program, played as a page plays them.

use gloryhex_editions::{Content, pack};
use gloryhex_engine::{Choice, Choices};
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

fn lesson(content: &Arc<Content>, id: &str, done: u32, message: ClientMessage) -> SceneAnswer {
    scenes::in_lesson(content, id, SceneAsk { done, message }).expect("it is answered")
}

#[test]
fn every_lesson_can_be_played_to_its_end_by_doing_what_the_teacher_says() {
    let content = content();
    let faces = scenes::lessons(&content).expect("they can be read");
    assert!(faces.iter().filter(|face| face.listed).count() >= 7);
    for ((file, text), face) in pack::lessons().into_iter().zip(&faces) {
        let steps = Lesson::read(&content, file, text).expect("it reads").steps;
        for (done, step) in (0..).zip(&steps) {
            let welcome = lesson(&content, &face.id, done, hello()).messages;
            let Some(ServerMessage::Welcome { choices, .. }) = welcome.first() else {
                panic!("{file}, step {done}: {welcome:?}");
            };
            let offered = choices.as_ref().expect("it is the learner's turn");
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
fn what_does_not_exist_is_said_so() {
    let content = content();
    let ask = || SceneAsk {
        done: 0,
        message: hello(),
    };
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
        assert!(!all.is_empty(), "{edition}");
        for (file, text) in all {
            let puzzle = Puzzle::read(&content, edition, file, text).expect("it reads");
            let posed = puzzle.pose(&content).expect("it can be set up");
            let worths = Exact::new(puzzle.seat, 200_000).choices(&posed.game);
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
            let answer = scenes::at_puzzle(&content, edition, file, SceneAsk { done: 0, message });
            answer.expect("it is answered").verdict.expect("a verdict")
        };
        let right = tried(&puzzle.answers[0].choice);
        assert!(right.right && right.chosen.wins == puzzle.answers[0].wins);
        let wrong = tried(&puzzle.tempting[0].choice);
        assert!(!wrong.right && wrong.chosen.wins < right.chosen.wins);
        assert_eq!(wrong.because, puzzle.because);
        // A choice that the file does not mention is looked at there and then.
        let posed = puzzle.pose(&content).expect("it can be set up");
        let mut offered = Choices::new();
        posed.game.choices(&mut offered);
        let written =
            |choice: &Choice| choice::write(&posed.game, &posed.names, puzzle.seat, *choice);
        let known = |text: &String| {
            let mut rated = puzzle.answers.iter().chain(&puzzle.tempting);
            rated.any(|rated| rated.choice == *text)
        };
        let other = offered.iter().map(written).find(|text| !known(text));
        let other = tried(&other.expect("there is more to choose from"));
        assert!(!other.right && other.chosen.wins < right.chosen.wins);
    }
}

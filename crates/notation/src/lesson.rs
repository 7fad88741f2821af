//! Lessons: scenario files that are played one choice at a time, with somebody who says what to do and why.
//!
//! A file holds one lesson of one scene or several, each a heading and a block. Under the first heading stand `about:` and
//! `minutes:`, under each of them `end:`, what the teacher says when the scene is over. In a block the comment above a choice of
//! seat 1 is what the teacher says before it:
//!
//! ```text
//! # Krookgrin stands two hexes away. Move next to him.
//! 1: move torka d4
//! ```
//!
//! Choices of the other seats are made of themselves; those above the first of seat 1 open the scene. **Deliberately absent**: the playing (the table does it).

use crate::{
    problem::Problem,
    scenario::{self, Scenario, Scripted, scripted},
};
use gloryhex_editions::Content;
use gloryhex_model::{Face, Seat};

/// The seat of whoever learns.
pub const LEARNER: Seat = Seat(0);

/// A step of a lesson: what the learner is to do, and what the others do before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the teacher says before it.
    pub says: String,
    /// The choice that is to be made.
    pub choice: String,
    /// What others choose after it, before the next step.
    pub answers: Vec<(Seat, String)>,
}

/// A part of a lesson that is played on from one position.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What others choose before the first step.
    pub opening: Vec<(Seat, String)>,
    /// The steps, at least one.
    pub steps: Vec<Step>,
    /// What the teacher says when it is over.
    pub end: String,
    /// All dice, in the order they come.
    pub dice: Vec<Face>,
    /// The position.
    pub scenario: Scenario,
}

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its heading.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// How long it takes.
    pub minutes: u8,
    /// The edition it is played in.
    pub edition: String,
    /// Its scenes, at least one.
    pub scenes: Vec<Scene>,
}

fn wrong(file: &str, line: usize, message: impl Into<String>) -> Problem {
    Problem::here(1, message).at(file, line)
}

impl Lesson {
    /// Reads a lesson.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn read(content: &Content, file: &str, text: &str) -> Result<Lesson, Vec<Problem>> {
        let scenarios = scenario::read(content, file, text, None)?;
        let lines: Vec<&str> = text.lines().collect();
        let mut problems = Vec::new();
        let Some(first) = scenarios.first() else {
            let message = "expected a scenario, the position of the lesson";
            return Err(vec![wrong(file, 1, message)]);
        };
        let (title, line) = (first.name.clone(), first.line);
        let edition = match first.editions.as_slice() {
            [edition] => edition.clone(),
            _ => String::new(),
        };
        let mut need = |key: &str| {
            value(&lines, 1, key).unwrap_or_else(|| {
                let message = format!("expected a line `{key} …`");
                problems.push(wrong(file, line, message));
                String::new()
            })
        };
        let (about, minutes) = (need("about:"), need("minutes:"));
        let minutes = minutes.parse().unwrap_or_else(|_| {
            problems.push(wrong(file, line, "expected `minutes: 4`"));
            0
        });
        let mut scenes = Vec::new();
        for scenario in scenarios {
            if edition.is_empty() || scenario.editions != [edition.as_str()] {
                let message = "expected one edition, the same for all scenes: `editions: NAME` under the heading";
                problems.push(wrong(file, scenario.line, message));
            }
            scenes.push(scene(file, &lines, scenario, &mut problems));
        }
        match problems.is_empty() {
            true => Ok(Lesson {
                title,
                about,
                minutes,
                edition,
                scenes,
            }),
            false => Err(problems),
        }
    }

    /// All its steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.scenes.iter().flat_map(|scene| &scene.steps)
    }

    /// Where somebody is who has done so many steps: the scene, and the steps that are done of it. At the end of a scene the
    /// next one begins, but the last one stays.
    pub fn place(&self, done: usize) -> (&Scene, usize) {
        let mut left = done;
        for (number, scene) in self.scenes.iter().enumerate() {
            if left < scene.steps.len() || number + 1 == self.scenes.len() {
                return (scene, left.min(scene.steps.len()));
            }
            left -= scene.steps.len();
        }
        unreachable!("a lesson that was read has a scene")
    }
}

/// What stands behind a word at the beginning of a line, looked for from a line on.
fn value(lines: &[&str], from: usize, key: &str) -> Option<String> {
    let mut below = lines.iter().skip(from.saturating_sub(1));
    let found = below.find_map(|line| line.strip_prefix(key));
    found.map(|value| value.trim().to_owned())
}

fn scene(file: &str, lines: &[&str], scenario: Scenario, problems: &mut Vec<Problem>) -> Scene {
    let mut scene = Scene {
        opening: Vec::new(),
        steps: Vec::new(),
        end: value(lines, scenario.line, "end:").unwrap_or_default(),
        dice: Vec::new(),
        scenario,
    };
    for what in scripted(&scene.scenario) {
        match what {
            Scripted::Dice(faces) => scene.dice.extend(faces),
            Scripted::Choose(LEARNER, choice, line) => {
                let says = said(lines, line);
                if says.is_empty() {
                    let message = "the teacher says nothing here: expected a comment above";
                    problems.push(wrong(file, line, message));
                }
                scene.steps.push(Step {
                    says,
                    choice,
                    answers: Vec::new(),
                });
            }
            Scripted::Choose(seat, choice, _) => match scene.steps.last_mut() {
                Some(step) => step.answers.push((seat, choice)),
                None => scene.opening.push((seat, choice)),
            },
        }
    }
    let (line, no_steps) = (scene.scenario.line, scene.steps.is_empty());
    for (missing, message) in [
        (scene.end.is_empty(), "expected a line `end: …`"),
        (no_steps, "expected a choice of seat 1"),
    ] {
        if missing {
            problems.push(wrong(file, line, message));
        }
    }
    scene
}

/// The comment above a line, dice and draws between them passed over.
fn said(lines: &[&str], line: usize) -> String {
    let mut words: Vec<&str> = Vec::new();
    for above in lines[..line.saturating_sub(1)].iter().rev() {
        match above.strip_prefix('#') {
            Some(comment) => words.push(comment.trim()),
            None if words.is_empty()
                && (above.starts_with("dice") || above.starts_with("draw")) => {}
            None => break,
        }
    }
    words.reverse();
    words.join(" ")
}

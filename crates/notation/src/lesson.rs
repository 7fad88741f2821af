//! Lessons: scenario files that are played one choice at a time, with somebody who says what to do and why.
//!
//! A file holds one lesson. Under its heading stand `about:`, `minutes:` and `end:`; in the block the comment above a
//! choice of seat 1 is what the teacher says before it:
//!
//! ```text
//! # Krookgrin stands two hexes away. Move next to him.
//! 1: move torka d4
//! ```
//!
//! Choices of the other seats are made of themselves. **Deliberately absent**: the playing (the table does it).

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

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its heading.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// How long it takes.
    pub minutes: u8,
    /// What the teacher says when it is over.
    pub end: String,
    /// The edition it is played in.
    pub edition: String,
    /// The steps.
    pub steps: Vec<Step>,
    /// All dice, in the order they come.
    pub dice: Vec<Face>,
    /// The position.
    pub scenario: Scenario,
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
        let Ok([scenario]) = <[Scenario; 1]>::try_from(scenarios) else {
            let message = "expected exactly one scenario, the position of the lesson";
            return Err(vec![wrong(file, 1, message)]);
        };
        let Ok([edition]) = <[String; 1]>::try_from(scenario.editions.clone()) else {
            let message = "expected one edition: `editions: NAME` under the heading";
            return Err(vec![wrong(file, scenario.line, message)]);
        };
        let lines: Vec<&str> = text.lines().collect();
        let value = |key: &str| {
            let found = lines.iter().find_map(|line| line.strip_prefix(key));
            found.map(|value| value.trim().to_owned())
        };
        let mut problems = Vec::new();
        let mut need = |key: &str| {
            value(key).unwrap_or_else(|| {
                problems.push(wrong(
                    file,
                    scenario.line,
                    format!("expected a line `{key} …`"),
                ));
                String::new()
            })
        };
        let (about, minutes, end) = (need("about:"), need("minutes:"), need("end:"));
        let Ok(minutes) = minutes.parse() else {
            problems.push(wrong(file, scenario.line, "expected `minutes: 4`"));
            return Err(problems);
        };
        let (mut steps, mut dice) = (Vec::<Step>::new(), Vec::new());
        for what in scripted(&scenario) {
            match what {
                Scripted::Dice(faces) => dice.extend(faces),
                Scripted::Choose(LEARNER, choice, line) => {
                    let says = said(&lines, line);
                    if says.is_empty() {
                        let message = "the teacher says nothing here: expected a comment above";
                        problems.push(wrong(file, line, message));
                    }
                    steps.push(Step {
                        says,
                        choice,
                        answers: Vec::new(),
                    });
                }
                Scripted::Choose(seat, choice, line) => match steps.last_mut() {
                    Some(step) => step.answers.push((seat, choice)),
                    None => {
                        problems.push(wrong(file, line, "a lesson begins with a choice of seat 1"))
                    }
                },
            }
        }
        match problems.is_empty() {
            true => Ok(Lesson {
                title: scenario.name.clone(),
                about,
                minutes,
                end,
                edition,
                steps,
                dice,
                scenario,
            }),
            false => Err(problems),
        }
    }
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

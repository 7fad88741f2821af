//! Lessons and puzzles: tables that begin in the middle. They are asked over plain HTTP, and every question says how far
//! one has come, so nobody has to remember anything between two of them.

use crate::{ClientMessage, ServerMessage};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A lesson. `GET /api/lessons`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LessonFace {
    /// Its name in addresses.
    pub id: String,
    /// Title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// How long it takes.
    pub minutes: u8,
    /// The edition it is played in.
    pub edition: String,
    /// Whether it is one of the course, or only there to be looked at.
    pub listed: bool,
    /// What the teacher says before each step.
    pub says: Vec<String>,
    /// Where its scenes end: after how many steps, and what the teacher says then. The next one is set up by a new hello.
    pub ends: Vec<(u32, String)>,
}

/// A puzzle. `GET /api/puzzles/:edition`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PuzzleFace {
    /// The edition.
    pub edition: String,
    /// Its name in addresses.
    pub id: String,
    /// Title.
    pub title: String,
    /// What is asked.
    pub question: String,
    /// How hard it is, from 1 to 5.
    pub stars: u8,
    /// Who solved it how often: level, solved, tries.
    pub solved: Vec<(String, u32, u32)>,
}

/// Something said at such a table. `POST /api/lessons/:id`, `POST /api/puzzles/:edition/:id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SceneAsk {
    /// How many steps of a lesson are done.
    #[serde(default)]
    pub done: u32,
    /// The file of a puzzle of one's own, which goes by the name `own`.
    #[serde(default)]
    pub file: Option<String>,
    /// What is said.
    pub message: ClientMessage,
}

/// A choice and how often in a hundred games it wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Rated {
    /// In plain words.
    pub label: String,
    /// In a hundred games.
    pub wins: f64,
}

/// What became of a try at a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Verdict {
    /// Whether it is solved.
    pub right: bool,
    /// What was chosen, and how often it wins.
    pub chosen: Rated,
    /// What wins most often.
    pub answers: Vec<Rated>,
    /// What speaks for the answer, and against what is tempting.
    pub because: Vec<String>,
}

/// What comes back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SceneAnswer {
    /// What a table would have sent.
    pub messages: Vec<ServerMessage>,
    /// How many steps of a lesson are done now.
    pub done: u32,
    /// What became of a try at a puzzle.
    pub verdict: Option<Verdict>,
}

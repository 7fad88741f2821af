//! Looking at a game again, over HTTP.

use crate::{Board, GameView, LogLine, Table};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A game at a position. `GET /api/games/:id/at/:position`: everything once it is over, public
/// information before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Moment {
    /// What never changes.
    pub table: Table,
    /// The battlefield then.
    pub board: Board,
    /// The game then.
    pub view: GameView,
    /// The log up to then.
    pub log: Vec<LogLine>,
    /// The last position of the game.
    pub last: u32,
}

/// The course of a finished game. `GET /api/games/:id/story`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Story {
    /// Glory whenever it changed.
    pub glory: Vec<GloryPoint>,
    /// Luck, by seat.
    pub luck: Vec<Luck>,
    /// The whole log.
    pub log: Vec<LogLine>,
}

/// Glory at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GloryPoint {
    /// The position.
    pub at: u32,
    /// Round.
    pub round: u8,
    /// Turn in the round.
    pub turn: u8,
    /// Glory by seat.
    pub glory: Vec<u8>,
}

/// How the dice fell for a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Luck {
    /// Whose.
    pub seat: u8,
    /// Attacks made.
    pub attacks: u32,
    /// Attacks that succeeded.
    pub successes: u32,
    /// Successes to be expected when they were declared.
    pub expected: f64,
    /// Criticals rolled, and dice rolled.
    pub criticals: [u32; 2],
}

/// `POST /api/games/:id/continue`: a new game from a position of a finished one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ContinueGame {
    /// The position.
    pub at: u32,
    /// The seat to play; the others are played by the opponent.
    pub seat: u8,
    /// The opponent's level.
    pub level: String,
}

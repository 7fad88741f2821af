//! What people at a table say to each other, and whom somebody has no wish to meet.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something that can be said in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Good wishes before a game.
    GoodLuck,
    /// Praise for a move.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// An apology.
    Sorry,
    /// The others are asked to wait.
    OneMoment,
    /// Praise for the whole game.
    GoodGame,
    /// A farewell.
    Goodbye,
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Words {
    /// A set phrase.
    Phrase(Phrase),
    /// Somebody's own words, between people who have both switched them on.
    Text(String),
}

/// Something that was said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Saying {
    /// By whom.
    pub seat: u8,
    /// The position of the game when it was said.
    pub at: u32,
    /// The words.
    pub words: Words,
}

/// `POST /api/players/me/block`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WishBlock {
    /// The name of whoever is not to be met.
    pub name: String,
    /// Whether they are blocked from now on, or no longer.
    pub on: bool,
}

/// Whom somebody has blocked, by name. The answer to `WishBlock` and to `GET /api/players/me/blocked`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Blocked {
    /// The names, as they are now.
    pub names: Vec<String>,
}

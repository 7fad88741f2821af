//! Ladder campaigns: opening one, standing on it, challenging.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// `POST /api/ladders`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NewLadder {
    /// What it is called.
    pub name: String,
    /// Which edition is played.
    pub edition: String,
    /// How many days it runs; for ever if null.
    pub days: Option<u32>,
    /// Whether its games are rated.
    pub rated: bool,
}

/// A ladder in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LadderFace {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Which edition is played.
    pub edition: String,
    /// How many stand on it.
    pub players: u32,
    /// The reigning champion.
    pub champion: Option<String>,
    /// Unix time in seconds when it ends, if it does.
    pub ends: Option<u32>,
    /// Whether it has ended.
    pub over: bool,
    /// Whether its games are rated.
    pub rated: bool,
}

/// `GET /api/ladders/:id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LadderView {
    /// What stands in the list.
    pub face: LadderFace,
    /// Everybody on it, the champion first.
    pub rungs: Vec<RungFace>,
    /// Challenges that are not answered yet, or whose game is not over.
    pub challenges: Vec<ChallengeFace>,
    /// What happened, the oldest first.
    pub steps: Vec<ClimbStep>,
}

/// Somebody on a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RungFace {
    /// The name.
    pub name: String,
    /// Games on this ladder.
    pub played: u32,
    /// Of which won.
    pub won: u32,
    /// Of which drawn.
    pub drawn: u32,
    /// Unix time in seconds when they drop to the bottom if they play no game.
    pub drops: u32,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChallengeFace {
    /// Its number on the ladder.
    pub number: u32,
    /// Who challenges.
    pub from: String,
    /// Whom.
    pub to: String,
    /// Unix time in seconds.
    pub since: u32,
    /// The game, once the challenge is accepted.
    pub game: Option<String>,
}

/// Something that happened on a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ClimbStep {
    /// Unix time in seconds.
    pub when: u32,
    /// What.
    pub what: ClimbDeed,
    /// About whom: of a game that was won the winner first.
    pub players: Vec<String>,
    /// Where everybody stood after it, the champion first.
    pub order: Vec<String>,
}

/// What happened on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ClimbDeed {
    /// Somebody joined.
    Joined,
    /// Somebody left.
    Left,
    /// A game was won.
    Won,
    /// A game was drawn.
    Drawn,
    /// A week went by without a game.
    Idle,
}

/// `POST /api/ladders/:id/challenge`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LadderChallenge {
    /// The name of whom to challenge.
    pub to: String,
}

/// `POST /api/ladders/:id/answer`, and without `accept` also `…/withdraw`: a challenge by its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LadderAnswer {
    /// Which challenge.
    pub challenge: u32,
    /// Whether there will be a game.
    #[serde(default)]
    pub accept: bool,
}

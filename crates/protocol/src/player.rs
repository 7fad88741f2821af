//! People who took a name: making one, proving it, and what is known of them.

use crate::GameSummary;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// `POST /api/players`, and to take another name `POST /api/players/me/rename`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NewPlayer {
    /// The name that everybody sees.
    pub name: String,
}

/// `POST /api/players/restore`: the way back to a name without its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RestorePlayer {
    /// The name.
    pub name: String,
    /// The recovery phrase.
    pub phrase: String,
}

/// Who somebody is, and what proves it from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayerKey {
    /// The name.
    pub name: String,
    /// The key, to be sent as `Authorization: Bearer KEY`.
    pub key: String,
    /// A new recovery phrase; it is told once and cannot be asked for again.
    pub phrase: Option<String>,
}

/// `GET /api/players/:name`: what everybody may know of somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlayerProfile {
    /// The name.
    pub name: String,
    /// Unix time in seconds when it was taken.
    pub made: u32,
    /// Games that ended.
    pub played: u32,
    /// Of which won.
    pub won: u32,
    /// Of which drawn.
    pub drawn: u32,
    /// Ratings, for each edition of which there are rated games.
    pub ratings: Vec<RatingFace>,
    /// Warbands played, the most played first.
    pub warbands: Vec<WarbandRecord>,
    /// The latest games that ended, the last first.
    pub games: Vec<PlayedGame>,
}

/// `GET /api/players/me`: what somebody may know of themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct OwnProfile {
    /// What everybody may know.
    pub profile: PlayerProfile,
    /// Games that wait or are being played, the last touched first.
    pub current: Vec<GameSummary>,
    /// Those of them in which everybody waits for this player.
    pub turns: Vec<String>,
}

/// A rating in an edition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RatingFace {
    /// Which edition.
    pub edition: String,
    /// The rating, rounded.
    pub value: u32,
    /// It is right within so much, with 95 %.
    pub within: u32,
    /// Rated games.
    pub games: u32,
}

/// How somebody did with a warband.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WarbandRecord {
    /// The edition.
    pub edition: String,
    /// The warband.
    pub warband: String,
    /// Games.
    pub played: u32,
    /// Of which won.
    pub won: u32,
    /// Of which drawn.
    pub drawn: u32,
}

/// A game that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayedGame {
    /// Which.
    pub game: String,
    /// Edition.
    pub edition: String,
    /// Unix time in seconds when it ended.
    pub ended: u32,
    /// Whether it was rated.
    pub rated: bool,
    /// The seat of whom it is told.
    pub own: u8,
    /// Everybody at it.
    pub seats: Vec<PlayedSeat>,
}

/// Somebody at a game that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayedSeat {
    /// The name that was shown.
    pub name: String,
    /// Whether it is the name of somebody with a profile.
    pub known: bool,
    /// Warband.
    pub warband: String,
    /// Glory at the end.
    pub glory: u8,
    /// Whether they won.
    pub won: bool,
    /// Whether it was a draw for them.
    pub drawn: bool,
}

/// A device that proves a name. The answer to `GET /api/players/me/devices` and to `WithdrawDevice`, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeviceFace {
    /// Its number; 0 stands for all whose key is older than this list.
    pub number: u32,
    /// What kind it seems to be; empty if nobody knows.
    pub label: String,
    /// Unix time in seconds since when.
    pub made: u32,
    /// Unix time in seconds when it was last seen, about.
    pub seen: u32,
    /// Whether it is the one that asks.
    pub own: bool,
}

/// `POST /api/players/me/withdraw`: a device no longer proves the name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WithdrawDevice {
    /// Its number.
    pub number: u32,
}

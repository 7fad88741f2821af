//! Making, finding and joining games over HTTP.

use crate::{DeckList, MatchEnding, SeatKind};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NewGame {
    /// Edition.
    pub edition: String,
    /// Names of variants, e.g. `artefact`, `fixed-format`, `sudden-death`.
    #[serde(default)]
    pub variant: Vec<String>,
    /// The seats, two to four.
    pub seats: Vec<NewSeat>,
    /// One person plays all human seats on one screen: one ticket opens them all.
    #[serde(default)]
    pub hot_seat: bool,
    /// Listed in the lobby.
    #[serde(default)]
    pub public: bool,
    /// Games in the match: 1 or 3.
    #[serde(default = "one")]
    pub best_of: u8,
    /// Whether there must be a winner: the tie-breakers of the rulebook decide a level match of two players.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub decide: bool,
    /// Clocks, if any.
    #[serde(default)]
    pub clock: Option<ClockRules>,
    /// Names of the boards that can be chosen; empty for those of the core set.
    #[serde(default)]
    pub boards: Vec<String>,
    /// The result counts for the ratings of both players, who must have taken names. There are no hints, and nothing is
    /// taken back that anybody has learned from.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub rated: bool,
    /// Names of the boards that seats have settled on before the game, by seat; empty ones are chosen at the table.
    #[serde(default)]
    pub own_boards: Vec<String>,
}

fn one() -> u8 {
    1
}

/// A seat of a game to be made. The maker takes the first human seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NewSeat {
    /// Who plays. `open` seats can be joined from the lobby, `human` ones by invitation.
    #[serde(flatten)]
    pub kind: SeatKind,
    /// Display name; empty for one that fits.
    #[serde(default)]
    pub name: String,
    /// The warband's name; empty to be chosen by whoever joins, or at random.
    #[serde(default)]
    pub warband: String,
    /// The deck; null for the ready-made one of the warband or edition.
    #[serde(default)]
    pub deck: Option<DeckList>,
}

/// Clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ClockRules {
    /// Seconds each player has for the game.
    pub bank: u32,
    /// Seconds added after each of the player's own turns.
    pub increment: u32,
    /// Seconds a player may be away while others wait.
    pub away: u32,
}

/// `POST /api/games/:id/join`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct JoinGame {
    /// The invitation, or null for an open seat of a public game.
    #[serde(default)]
    pub invite: Option<String>,
    /// Display name.
    #[serde(default)]
    pub name: String,
    /// Warband, where it is left to whoever joins.
    #[serde(default)]
    pub warband: String,
    /// Deck, where it is left to whoever joins.
    #[serde(default)]
    pub deck: Option<DeckList>,
}

/// `GET /api/here`: what a page has to know of the server it came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Here {
    /// The address that links to give away begin with, without a slash at its end; null for the one that the page has.
    pub public_url: Option<String>,
    /// What the opponents' levels are worth, where that was measured: against these a game can be rated.
    pub levels: Vec<LevelRating>,
}

/// What an opponent's level is worth, on the scale of people's ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LevelRating {
    /// In which edition.
    pub edition: String,
    /// Which level.
    pub level: String,
    /// The rating, rounded.
    pub value: u32,
    /// It is right within so much, with 95 %.
    pub within: u32,
}

/// What opens a seat. The answer to making and joining a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Ticket {
    /// The game.
    pub game: String,
    /// The seats it opens; empty for a spectator.
    pub seats: Vec<u8>,
    /// The signed token; whoever has it plays the seats.
    pub token: String,
    /// Invitations for seats that wait for somebody, to the maker only.
    pub invites: Vec<String>,
}

/// A game as listed in the lobby, and `GET /api/games/:id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// Edition.
    pub edition: String,
    /// Variants.
    pub variant: Vec<String>,
    /// Waiting, running or over.
    pub stage: Stage,
    /// The seats.
    pub seats: Vec<SeatSummary>,
    /// Round, 0 in set-up.
    pub round: u8,
    /// The position.
    pub at: u32,
    /// Unix time in seconds when it was made.
    pub made: u32,
    /// Unix time in seconds of the last choice.
    pub touched: u32,
    /// How it ended, in a sentence.
    pub ending: Option<String>,
    /// The match, if it is one.
    pub series: Option<MatchScore>,
    /// Clocks, if any.
    pub clock: Option<ClockRules>,
    /// Spectators now.
    pub spectators: u32,
    /// Whether the result counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The seat that has to decide, while the game is under way.
    #[serde(default)]
    pub decides: Option<u8>,
}

/// A seat of a listed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SeatSummary {
    /// Who plays.
    #[serde(flatten)]
    pub kind: SeatKind,
    /// Display name.
    pub name: String,
    /// Warband, empty if not chosen.
    pub warband: String,
    /// Glory now.
    pub glory: u8,
    /// Whether it waits for somebody to join.
    pub free: bool,
    /// Whether whoever plays it took this name, so that nobody else can have it.
    #[serde(default)]
    pub known: bool,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A seat is free.
    Waiting,
    /// It is being played.
    Running,
    /// It has ended.
    Over,
    /// Nobody came back; it can still be looked at.
    Archived,
}

/// The match that a game belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchScore {
    /// Games at most.
    pub best_of: u8,
    /// Which game of the match this is, from 1.
    pub number: u8,
    /// Games won, by seat of this game.
    pub won: Vec<u8>,
    /// The next game, once it has been made.
    pub next: Option<String>,
    /// The match that the server keeps, whose games follow one another by themselves; null if the players ask for each.
    #[serde(default)]
    pub id: Option<String>,
    /// Whether this is no game of its own, but the sudden death rounds after the last one.
    #[serde(default)]
    pub sudden_death: bool,
    /// Whether there must be a winner.
    #[serde(default)]
    pub decide: bool,
    /// The games of the match that have ended, this one included; none for a match that the server keeps.
    #[serde(default)]
    pub results: Vec<MatchResult>,
    /// How the match ended, once it has; nothing for one that the server keeps.
    #[serde(default)]
    pub ending: Option<MatchEnding>,
}

/// How a game of a match ended, by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchResult {
    /// Who won it; null if it was drawn.
    pub winner: Option<u8>,
    /// Glory points at its end.
    pub glory: [u8; 2],
    /// Whether the whole warband was out of action then.
    pub gone: [bool; 2],
}

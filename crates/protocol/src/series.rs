//! Matches of one game or of three: making one, choosing in secret, where it stands.

use crate::{ClockRules, DeckList, Ticket};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// `POST /api/matches`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NewMatch {
    /// Edition.
    pub edition: String,
    /// Names of variants.
    #[serde(default)]
    pub variant: Vec<String>,
    /// Games at most: 1 or 3.
    pub best_of: u8,
    /// Whether there must be a winner: the tie-breakers of the rulebook decide a drawn match.
    #[serde(default)]
    pub decide: bool,
    /// Clocks of its games, if any. The time of one player is also how long choosing may take.
    #[serde(default)]
    pub clock: Option<ClockRules>,
    /// Names of the boards that can be chosen; empty for those of the core set.
    #[serde(default)]
    pub boards: Vec<String>,
    /// Its games are listed in the lobby.
    #[serde(default)]
    pub public: bool,
    /// Its games count for the ratings of both players, who must have taken names.
    #[serde(default)]
    pub rated: bool,
    /// The maker's display name.
    #[serde(default)]
    pub name: String,
}

/// `POST /api/matches/:id/sit`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SitAtMatch {
    /// The invitation; null for whoever a side is kept for.
    #[serde(default)]
    pub invite: Option<String>,
    /// Display name.
    #[serde(default)]
    pub name: String,
}

/// What opens a side of a match. The answer to making one and to sitting down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchTicket {
    /// The match.
    pub id: String,
    /// The side, 0 or 1.
    pub side: u8,
    /// The signed token; whoever has it plays this side.
    pub token: String,
    /// The invitation for the other side, to the maker only.
    pub invite: Option<String>,
}

/// `POST /api/matches/:id/own` and `…/leave`: who asks, by a token or by a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AtMatch {
    /// The token of a side; null for somebody who proves a name.
    #[serde(default)]
    pub token: Option<String>,
}

/// `POST /api/matches/:id/choose`: a warband and a deck for the whole match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChooseForMatch {
    /// The token of a side; null for somebody who proves a name.
    #[serde(default)]
    pub token: Option<String>,
    /// The warband.
    pub warband: String,
    /// The deck; null for the ready-made one.
    #[serde(default)]
    pub deck: Option<DeckList>,
}

/// What one side of a match knows that nobody else does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OwnSide {
    /// The side, 0 or 1.
    pub side: u8,
    /// The warband that was chosen.
    pub warband: Option<String>,
    /// The deck that was chosen; null for the ready-made one.
    pub deck: Option<DeckList>,
    /// What opens the seat at the game that is played, or was played last.
    pub ticket: Option<Ticket>,
}

/// `GET /api/matches/:id`: what everybody may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchView {
    /// Its id.
    pub id: String,
    /// Edition.
    pub edition: String,
    /// Games at most.
    pub best_of: u8,
    /// Whether there must be a winner.
    pub decide: bool,
    /// Whether its games are rated.
    pub rated: bool,
    /// Clocks, if any.
    pub clock: Option<ClockRules>,
    /// How far it is.
    pub stage: MatchStage,
    /// Unix time in seconds until which both must have chosen, if there are clocks.
    pub due: Option<u32>,
    /// The two sides.
    pub sides: Vec<MatchSide>,
    /// The games that were begun.
    pub games: Vec<MatchGame>,
    /// How it ended, once it has.
    pub ending: Option<MatchEnding>,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum MatchStage {
    /// Somebody is missing.
    Waiting,
    /// Somebody has not chosen yet.
    Choosing,
    /// Its games are played.
    Playing,
    /// It has ended.
    Over,
}

/// A side of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchSide {
    /// The name; empty while nobody sits there.
    pub name: String,
    /// Whether whoever plays it took this name.
    pub known: bool,
    /// Whether they have come.
    pub here: bool,
    /// Whether they have chosen.
    pub chosen: bool,
    /// The warband, once both have chosen.
    pub warband: Option<String>,
    /// Games won.
    pub won: u8,
    /// Glory in all games.
    pub glory: u16,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchGame {
    /// Its id.
    pub game: String,
    /// Whether it is the sudden death rounds after the last game.
    pub sudden_death: bool,
    /// Whether it has ended.
    pub over: bool,
    /// The side that won it.
    pub winner: Option<u8>,
    /// Glory of each side, once it has ended.
    pub glory: [u8; 2],
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchEnding {
    /// The side that won; null if it is drawn.
    pub winner: Option<u8>,
    /// What decided it.
    pub how: MatchDecided,
    /// The dice of each side, if they rolled off, by the names of their faces.
    pub rolls: Option<Vec<Vec<String>>>,
}

/// What decided a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum MatchDecided {
    /// Games won.
    Games,
    /// Glory in all games.
    Glory,
    /// The other warband was gone at the end of the last game.
    Survivors,
    /// The sudden death rounds.
    SuddenDeath,
    /// A roll-off.
    RollOff,
    /// Who stood further up in the tournament.
    Ahead,
    /// The other side gave the match up.
    GivenUp,
    /// Time ran out before both had chosen.
    Late,
    /// Nothing: it is drawn.
    Drawn,
    /// The tournament it belongs to: it was told by hand, somebody left, or the round is over.
    Told,
}

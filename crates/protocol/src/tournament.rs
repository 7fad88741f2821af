//! Tournaments and leagues: making one, entering, rounds, standings.

use crate::{ClockRules, DeckList};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// `POST /api/tournaments`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NewTournament {
    /// What it is called.
    pub name: String,
    /// Which edition is played.
    pub edition: String,
    /// Who meets whom.
    pub kind: TournamentKind,
    /// Rounds of a Swiss.
    #[serde(default)]
    pub rounds: u8,
    /// How many go on to the bracket after a Swiss: 2, 4, 8, 16 or 32; 0 for none.
    #[serde(default)]
    pub cut: u8,
    /// Whether its games are rated.
    #[serde(default)]
    pub rated: bool,
    /// The deck format; with one, everybody registers a warband and a deck.
    #[serde(default)]
    pub decks: Option<String>,
    /// The day by whose lists of forbidden and limited cards decks are judged, as `2025-02-09`; null for the newest.
    #[serde(default)]
    pub lists: Option<String>,
    /// Whether everybody sees the registered decks before the end.
    #[serde(default)]
    pub open_decks: bool,
    /// Names of the variants its games are played by.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub variant: Vec<String>,
    /// Names of the boards that can be chosen in its games; empty for those of the core set.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub boards: Vec<String>,
    /// Games of a match at most: 1 or 3.
    #[serde(default = "one")]
    pub best_of: u8,
    /// Clocks of its games, if any.
    #[serde(default)]
    pub clock: Option<ClockRules>,
    /// Days for a round, in a league; null if the organiser calls the rounds.
    #[serde(default)]
    pub days: Option<u8>,
}

fn one() -> u8 {
    1
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentKind {
    /// Rounds between players who have done about as well.
    Swiss,
    /// Everybody meets everybody.
    RoundRobin,
    /// Whoever loses is out.
    Elimination,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentStage {
    /// Players enter.
    Entering,
    /// Rounds are played.
    Running,
    /// It has ended.
    Over,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentFace {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Which edition is played.
    pub edition: String,
    /// Who meets whom.
    pub kind: TournamentKind,
    /// Rounds of a Swiss.
    pub rounds: u8,
    /// How many go on to the bracket; 0 for none.
    pub cut: u8,
    /// Who organises it.
    pub organiser: String,
    /// How many entered.
    pub entrants: u32,
    /// Rounds that have begun.
    pub begun: u32,
    /// How far it is.
    pub stage: TournamentStage,
    /// Who won, once it is over.
    pub champion: Option<String>,
    /// Whether its games are rated.
    pub rated: bool,
    /// The deck format; null if no decks are registered.
    pub decks: Option<String>,
    /// The day by whose lists decks are judged; null for the newest.
    pub lists: Option<String>,
    /// Names of the variants its games are played by.
    pub variant: Vec<String>,
    /// Names of the boards that can be chosen in its games; empty for those of the core set.
    pub boards: Vec<String>,
    /// Games of a match at most.
    pub best_of: u8,
    /// Clocks of the games that are made now, if any.
    pub clock: Option<ClockRules>,
    /// Days for a round, in a league.
    pub days: Option<u8>,
}

/// `GET /api/tournaments/:id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentView {
    /// What stands in the list.
    pub face: TournamentFace,
    /// Whether the organiser has stopped it.
    pub paused: bool,
    /// Unix time in seconds until which the last round is to be played, in a league.
    pub due: Option<u32>,
    /// Everybody who entered, in that order.
    pub entrants: Vec<EntrantFace>,
    /// The rounds that have begun.
    pub rounds: Vec<RoundFace>,
    /// Everybody, the best first.
    pub standings: Vec<StandingFace>,
}

/// Somebody who entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EntrantFace {
    /// The name.
    pub name: String,
    /// Whether it is a guest whom the organiser wrote down.
    pub guest: bool,
    /// Whether they have left.
    pub dropped: bool,
    /// The registered warband, where it may be seen.
    pub warband: Option<String>,
    /// The registered deck, where it may be seen.
    pub deck: Option<DeckList>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RoundFace {
    /// Whether it belongs to a bracket.
    pub bracket: bool,
    /// Its tables, in order.
    pub tables: Vec<TableFace>,
}

/// A table of a round. Entrants are numbers in the list of entrants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TableFace {
    /// The two; the second may be nobody, and in a bracket both.
    pub sides: [Option<u32>; 2],
    /// The game, in tournaments made before there were matches.
    pub game: Option<String>,
    /// The match, once it was made.
    pub series: Option<String>,
    /// How it ended, if it has.
    pub result: Option<TableResult>,
    /// Why the result was set right, the latest last.
    pub corrected: Vec<String>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TableResult {
    /// The side that won, 0 or 1; null if nobody did.
    pub winner: Option<u8>,
    /// Games won by each side.
    pub won: [u8; 2],
    /// Glory of each side.
    pub glory: [u16; 2],
    /// Whether it was played at all, and not forfeited.
    pub played: bool,
}

/// Where somebody stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StandingFace {
    /// The number in the list of entrants.
    pub entrant: u32,
    /// The place, from 1.
    pub rank: u32,
    /// Match points.
    pub points: u32,
    /// Matches won.
    pub won: u32,
    /// Matches drawn.
    pub drawn: u32,
    /// Matches lost.
    pub lost: u32,
    /// Rounds with nobody to meet.
    pub rested: u32,
    /// The share of points that the opponents have taken, in thousandths.
    pub opponents: u32,
    /// Glory won above what was lost to others.
    pub margin: i32,
    /// Glory won.
    pub glory: u32,
}

/// `POST /api/tournaments/:id/enter`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EnterTournament {
    /// A guest's name, from the organiser; null to enter oneself.
    #[serde(default)]
    pub guest: Option<String>,
    /// The warband to register.
    #[serde(default)]
    pub warband: String,
    /// The deck to register.
    #[serde(default)]
    pub deck: Option<DeckList>,
}

/// `POST /api/tournaments/:id/drop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DropEntrant {
    /// Who.
    pub entrant: u32,
}

/// `POST /api/tournaments/:id/result`: what the organiser, or at a table without a game a player, says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TellResult {
    /// The round, from 0.
    pub round: u32,
    /// The table, from 0.
    pub table: u32,
    /// The side that won, 0 or 1; null for a draw, or if nobody came.
    pub winner: Option<u8>,
    /// Glory of each side.
    pub glory: [u16; 2],
    /// Whether it was played, and not forfeited.
    pub played: bool,
    /// Why a result is set right, for everybody to read; empty if it is told for the first time.
    #[serde(default)]
    pub reason: String,
}

/// `POST /api/tournaments/:id/clock`: matches that are made from now on have these clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SetClock {
    /// The clocks; null for none.
    pub clock: Option<ClockRules>,
}

/// `POST /api/tournaments/:id/guests` and `…/uninvite` (a `DropEntrant`), for the organiser: what a guest needs to play the match of the last round here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GuestSeat {
    /// The table, from 0.
    pub table: u32,
    /// The guest, by the number in the list of entrants.
    pub entrant: u32,
    /// The match.
    pub series: String,
    /// The invitation to the guest's side of it: whoever has it sits down there, and comes back by it.
    pub invite: String,
    /// Whether a game of it has begun; before that the invitation can be taken back by `…/uninvite`.
    pub playing: bool,
}

/// `POST /api/tournaments/:id/pause`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PauseTournament {
    /// Whether it is stopped.
    pub on: bool,
}

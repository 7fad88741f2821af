//! Everything that crosses a wire, and nothing else does.
//!
//! Plain words and numbers for clients in any language; the TypeScript types in `web/src/protocol/`
//! are generated from these. What a message may contain for whom is decided by the engine's view
//! that it is built from. **Deliberately absent**: sockets, storage, rules.

mod board;
mod choice;
mod content;
mod event;
mod fighter;
mod game;
mod ladder;
mod lobby;
mod message;
mod odds;
mod player;
mod problem;
mod replay;
mod scene;
mod series;
mod talk;
mod tournament;
pub mod typescript;

pub use board::{Board, Hex};
pub use choice::{CardRef, Choice, Choices, Hint, Lie, Strike, Verb};
pub use content::{
    BoardFace, CardFace, Content, DeckCheck, DeckFace, DeckList, DeckProblem, DeckSuggestion, Ease,
    EditionFace, Portrait, RuleEntry, WarbandFace,
};
pub use event::{Dice, LogLine, Mention, Outcome};
pub use fighter::{Fighter, FighterCard, Profile, Weapon};
pub use game::{
    Clock, Decision, Ending, Feature, Fight, GameView, Gauge, Lasting, Leave, Pile, Player,
    SeatKind, Table, TableSeat, TakeBack, Tracker,
};
pub use ladder::{
    ChallengeFace, ClimbDeed, ClimbStep, LadderAnswer, LadderChallenge, LadderFace, LadderView,
    NewLadder, RungFace,
};
pub use lobby::{
    ClockRules, GameSummary, Here, JoinGame, LevelRating, MatchResult, MatchScore, NewGame,
    NewSeat, SeatSummary, Stage, Ticket,
};
pub use message::{AutoPass, ClientMessage, ServerMessage, Settings};
pub use odds::Odds;
pub use player::{
    DeviceFace, NewPlayer, OwnProfile, PlayedGame, PlayedSeat, PlayerKey, PlayerProfile,
    RatingFace, RestorePlayer, WarbandRecord, WithdrawDevice,
};
pub use problem::{Code, Problem, Refusal};
pub use replay::{ContinueGame, GloryPoint, Luck, Moment, Story};
pub use scene::{LessonFace, PuzzleFace, Rated, SceneAnswer, SceneAsk, Verdict};
pub use series::{
    AtMatch, ChooseForMatch, MatchDecided, MatchEnding, MatchGame, MatchSide, MatchStage,
    MatchTicket, MatchView, NewMatch, OwnSide, SitAtMatch,
};
pub use talk::{Blocked, Phrase, Saying, WishBlock, Words};

pub use tournament::{
    DropEntrant, EnterTournament, EntrantFace, GuestSeat, NewTournament, PauseTournament,
    RoundFace, SetClock, StandingFace, TableFace, TableResult, TellResult, TournamentFace,
    TournamentKind, TournamentStage, TournamentView,
};

/// The version of the messages. Clients that were built for another are told to reload.
pub const VERSION: u32 = 2;

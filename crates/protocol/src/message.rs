//! The conversation over a WebSocket: one socket per seat or spectator and game.

use crate::{
    Board, Choices, Ending, GameSummary, GameView, Hint, LogLine, Odds, Problem, Refusal, Saying,
    Strike, Table, Words,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// From a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// Always first. Answered by `welcome`.
    Hello {
        /// The game.
        game: String,
        /// The seat's token; null for a spectator.
        token: Option<String>,
        /// The last position seen, or null; the log of the welcome begins after it.
        last_seen: Option<u32>,
        /// [`VERSION`](crate::VERSION) the client was built for.
        version: u32,
    },
    /// Makes a choice. Answered by `accepted` (after it is stored), `refused` or `error`.
    Choose {
        /// The position the choice was offered at.
        at: u32,
        /// The choice's id.
        choice: String,
        /// The seat that chooses; needed on a hot seat only.
        #[serde(default)]
        seat: Option<u8>,
    },
    /// Asks why something is not allowed. Answered by `refused`, or by `allowed` if it is.
    WhyNot {
        /// In notation.
        choice: String,
    },
    /// Asks for the odds of an attack that is offered, or would be after the first half of a Charge.
    /// Answered by `odds`.
    Odds {
        /// The attack in notation.
        choice: String,
    },
    /// Asks what a fighter could attack at the end of each Charge it is offered. Answered by `strikes`.
    Strikes {
        /// The position it is asked at.
        at: u32,
        /// The fighter.
        fighter: u8,
    },
    /// Asks what somebody who knows the game would do. Answered by `hints`, after a moment of thought.
    Hint {
        /// The position it is asked at.
        at: u32,
    },
    /// Takes one's last choice back, at once if nothing was learned, else if the others agree.
    Undo {
        /// The position it is asked at.
        at: u32,
    },
    /// Answers `undo-asked`.
    AnswerUndo {
        /// Whether one agrees.
        agree: bool,
    },
    /// Gives the game up.
    Resign,
    /// Offers a draw, or takes the offer back.
    OfferDraw {
        /// Whether one offers.
        offer: bool,
    },
    /// Answers `draw-offered`.
    AnswerDraw {
        /// Whether one agrees.
        agree: bool,
    },
    /// Wants another game with the same seats once this one is over; it is made when all want it.
    Rematch,
    /// Sets one's own preferences.
    Settings {
        /// All of them.
        settings: Settings,
    },
    /// Says something to the others at the table. Everybody who hears it gets `said`, the speaker too.
    Say {
        /// What.
        words: Words,
    },
    /// Keeps the connection awake. Answered by `pong`.
    Ping,
}

/// A player's preferences. Kept with the seat; the others cannot see them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Settings {
    /// Windows to react.
    pub reactions: AutoPass,
    /// One's part of a power step.
    pub power_steps: AutoPass,
    /// Pass everything that can be passed until one's next activation.
    pub until_my_turn: bool,
    /// Read and write own words besides the set phrases, with everybody at the table who wants that too.
    pub talk: bool,
    /// Seats of which one wants to hear nothing.
    pub muted: [bool; 4],
}

/// Whether to be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum AutoPass {
    /// Always ask.
    Ask,
    /// Ask when there is something to do besides passing. The pass is made after a moment that
    /// tells the others nothing.
    #[default]
    WhenAble,
    /// Never ask.
    Pass,
}

/// From the server. Positions never go back; an undo is a new position with an older board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// Answers `hello` while seats are free, and comes again when somebody joins. A `welcome` follows
    /// when the game begins.
    Waiting {
        /// The game so far.
        summary: Box<GameSummary>,
        /// The seats this socket plays; empty for a spectator.
        seats: Vec<u8>,
        /// Invitations for the free seats, to whoever made the game.
        invites: Vec<String>,
    },
    /// Answers `hello`.
    Welcome {
        /// What never changes.
        table: Box<Table>,
        /// The seats this socket plays; empty for a spectator.
        seats: Vec<u8>,
        /// The battlefield.
        board: Board,
        /// The game now.
        view: Box<GameView>,
        /// The log after `last_seen`, or the whole log.
        log: Vec<LogLine>,
        /// Whether `log` is the whole log and earlier lines must be forgotten.
        whole: bool,
        /// The choices, if this socket decides.
        choices: Option<Choices>,
        /// The seat's preferences.
        settings: Settings,
    },
    /// The game went on.
    Update {
        /// The game now.
        view: Box<GameView>,
        /// What happened.
        log: Vec<LogLine>,
        /// Lines of positions after this one no longer count: something was taken back.
        forget_after: Option<u32>,
        /// The battlefield, if it changed.
        board: Option<Board>,
        /// The choices, if this socket decides.
        choices: Option<Choices>,
    },
    /// The choice was stored; an `update` with this position follows or came just before.
    Accepted {
        /// The position after it.
        at: u32,
    },
    /// The rules do not allow it; nothing changed.
    Refused {
        /// Why.
        refusal: Refusal,
    },
    /// It is allowed.
    Allowed {
        /// The choice asked about.
        choice: String,
    },
    /// The odds asked for.
    Odds {
        /// The attack asked about.
        choice: String,
        /// Its odds.
        odds: Odds,
    },
    /// What a fighter could attack at the end of each Charge it is offered.
    Strikes {
        /// The position it was asked at.
        at: u32,
        /// The fighter.
        fighter: u8,
        /// Every target that could be attacked from a hex, with the weapon that promises most.
        list: Vec<Strike>,
    },
    /// The best few choices of the seat that asked, best first.
    Hints {
        /// The position it was asked at.
        at: u32,
        /// The choices; empty if the position has changed meanwhile.
        list: Vec<Hint>,
    },
    /// A player wants to take a choice back.
    UndoAsked {
        /// Who.
        seat: u8,
        /// To which position the board would go back.
        to: u32,
    },
    /// The question whether to take a choice back is settled. An `update` follows if it is.
    UndoAnswered {
        /// Who had asked.
        seat: u8,
        /// Whether it is taken back.
        agreed: bool,
        /// Why not, in a sentence.
        reason: Option<String>,
    },
    /// A player offers a draw, or no longer does.
    DrawOffered {
        /// Who.
        seat: u8,
        /// Whether the offer stands.
        stands: bool,
    },
    /// The game is over. A welcome with everything revealed follows.
    Over {
        /// How.
        ending: Ending,
    },
    /// Another game has been made for the same players.
    NextGame {
        /// Its id.
        game: String,
        /// The ticket for this socket's seats there, if it has any.
        token: Option<String>,
        /// Who wants a rematch so far, while the game has not been made.
        wanted_by: Vec<u8>,
    },
    /// An opponent thinks.
    Thinking {
        /// Which seat.
        seat: u8,
        /// Progress from 0 to 1.
        progress: f32,
    },
    /// Too many opponents think at once on this server, so that this one plays at a lower level than its
    /// own from now on, or at its own again.
    Lowered {
        /// Which seat.
        seat: u8,
        /// The level it plays at; null when it is its own.
        level: Option<String>,
    },
    /// Somebody came or went.
    Presence {
        /// By seat: whether somebody is connected.
        connected: Vec<bool>,
        /// Spectators.
        spectators: u32,
    },
    /// Somebody said something.
    Said {
        /// What, the oldest first.
        list: Vec<Saying>,
        /// Whether this is all that was said, and what was known before is to be forgotten.
        whole: bool,
    },
    /// With whom one may speak in one's own words, by seat: both want it.
    Talk {
        /// By seat.
        with: Vec<bool>,
    },
    /// A message could not be used; nothing changed and the conversation goes on.
    Error {
        /// What was wrong.
        problem: Problem,
    },
    /// Answers `ping`.
    Pong,
}

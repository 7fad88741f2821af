//! What went wrong: errors of the conversation, and refusals by the rules.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message is not JSON or not one of the known messages.
    Malformed,
    /// The message is too long.
    TooLarge,
    /// Messages come too fast.
    TooMany,
    /// There is no such game, page, card, …
    NotFound,
    /// The token does not open this seat.
    BadToken,
    /// A spectator tried to do what only a player may.
    NotSeated,
    /// The first message must be a hello.
    HelloFirst,
    /// The game has gone on since the position the message was about.
    Stale,
    /// Somebody else decides now.
    NotYourTurn,
    /// The rules do not allow it; `rule` says which.
    Refused,
    /// The seat, name, deck, board or setting is not possible.
    Invalid,
    /// All seats are taken.
    Full,
    /// The game is over or has not begun.
    WrongStage,
    /// This address has too many games open, or the server has.
    Busy,
    /// The client was built for other messages; reload it.
    Version,
    /// The server cannot store or read anything now, because its disk is full or its database is away.
    Unavailable,
    /// Our fault.
    Internal,
}

/// An error, over HTTP and WebSocket alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Problem {
    /// What kind.
    pub code: Code,
    /// One sentence for people.
    pub message: String,
    /// The rule behind it, if a rule is.
    pub rule: Option<String>,
}

impl Problem {
    /// An error without a rule.
    pub fn new(code: Code, message: impl Into<String>) -> Problem {
        Problem {
            code,
            message: message.into(),
            rule: None,
        }
    }
    /// There is no such thing.
    pub fn not_found(what: impl Into<String>) -> Problem {
        Problem::new(Code::NotFound, what)
    }
    /// What was asked for is not possible.
    pub fn invalid(why: impl Into<String>) -> Problem {
        Problem::new(Code::Invalid, why)
    }
    /// It cannot be done now, and can be again.
    pub fn unavailable(why: impl Into<String>) -> Problem {
        Problem::new(Code::Unavailable, why)
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

/// Why the rules do not allow a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Refusal {
    /// The choice in question, in notation.
    pub choice: String,
    /// The rule that forbids it.
    pub rule: String,
    /// The rule's title.
    pub title: String,
    /// The rule in our words.
    pub text: String,
    /// The page it is printed on, e.g. "Harrowdeep rulebook, page 31".
    pub page: String,
    /// What would make it possible.
    pub remedy: String,
}

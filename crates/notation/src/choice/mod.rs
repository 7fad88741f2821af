//! The text of a choice, and reading it back.
//!
//! One line, a verb first: `move brute c4 via d4`, `attack brute orc axe`, `play "Sidestep"`, `pass`.
//! The same text serves logs, scenarios, replays, bots and the terminal. It names only what the seat
//! that decides may know. Whether a choice is legal is the engine's business.

mod details;
mod plain;
mod read;
mod write;

pub use plain::plain;
pub use read::{fitting, read};
pub use write::{feature, placements, token_to_place, write};

/// The verbs of the notation, for hints.
pub const VERBS: [&str; 44] = [
    "seat",
    "board",
    "join",
    "territory",
    "token",
    "no-token",
    "keep",
    "redraw",
    "deploy",
    "move",
    "charge",
    "attack",
    "guard",
    "draw",
    "exchange",
    "focus",
    "pass",
    "action",
    "ability",
    "reroll",
    "no-reroll",
    "drive-back",
    "grapple",
    "stay",
    "overrun",
    "stand-fast",
    "decline",
    "next",
    "play",
    "upgrade",
    "delve",
    "use",
    "react",
    "fighter",
    "hex",
    "card",
    "name",
    "option",
    "yes",
    "no",
    "score",
    "discard",
    "die",
    "done",
];

//! The verbs of the card language: their words, and for most of those that are done to something named, all there is
//! to say of them in one row.
//!
//! What a verb does at the table is in the engine, `cards/steps/`, a file for each.

use crate::instr::{self, Instr, Ref};
use crate::vocab::Type;
use serde::{Deserialize, Serialize};

/// A verb whose operands are things with a name, each in its place.
#[derive(Debug)]
pub struct Row {
    /// The word in a card file.
    pub word: &'static str,
    /// What it is done to, in order; a small word stands before all but the first.
    pub operands: &'static [(&'static str, Type)],
    /// How it reads: `{0}` is the first operand, `{phase}` and the like are the edition's own words.
    pub reads: &'static str,
    /// The step it is at the table, by what its operands stand for.
    pub step: fn(&[Ref]) -> Instr,
}

const FIGHTER: &[(&str, Type)] = &[("", Type::Fighter)];
const TOKEN: &[(&str, Type)] = &[("", Type::Token)];

/// One row per verb.
pub const ROWS: [Row; 9] = [
    Row {
        word: "slay",
        operands: FIGHTER,
        reads: "{0} is {taken_out}",
        step: |of| Instr::Slay(instr::Slay { who: of[0] }),
    },
    Row {
        word: "exhaust",
        operands: FIGHTER,
        reads: "{0} cannot be activated again this phase",
        step: |of| Instr::Spend(instr::Spend { who: of[0] }),
    },
    Row {
        word: "inspire",
        operands: FIGHTER,
        reads: "inspire {0}",
        step: |of| Instr::Inspire(instr::Inspire { who: of[0] }),
    },
    Row {
        word: "uninspire",
        operands: FIGHTER,
        reads: "turn {0} back to its normal side",
        step: |of| Instr::Uninspire(instr::Uninspire { who: of[0] }),
    },
    Row {
        word: "drift",
        operands: FIGHTER,
        reads: "push {0} along the chain",
        step: |of| Instr::PushChain(instr::PushChain { who: of[0] }),
    },
    Row {
        word: "flip",
        operands: TOKEN,
        reads: "flip {0}",
        step: |of| Instr::Flip(instr::Flip { token: of[0] }),
    },
    Row {
        word: "remove",
        operands: TOKEN,
        reads: "remove {0} from the battlefield",
        step: |of| Instr::RemoveToken(instr::RemoveToken { token: of[0] }),
    },
    Row {
        word: "move",
        operands: &[("", Type::Token), ("to", Type::Hex)],
        reads: "move {0} to {1}",
        step: |of| {
            Instr::MoveToken(instr::MoveToken {
                token: of[0],
                hex: of[1],
            })
        },
    },
    Row {
        word: "break",
        operands: &[("", Type::Card)],
        reads: "{break_card} {0}",
        step: |of| Instr::Break(instr::Break { card: of[0] }),
    },
];

/// A verb that has a row, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plain(u8);

impl Plain {
    /// The verb with a word.
    pub fn of(word: &str) -> Option<Plain> {
        let place = ROWS.iter().position(|row| row.word == word)?;
        u8::try_from(place).ok().map(Plain)
    }
    /// Its row.
    pub fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0) % ROWS.len()]
    }
}

/// Words that begin a statement with a shape of its own.
const SHAPED: [&str; 42] = [
    "reduce", "raise", "prevent", "divert", "undo", "judge", "choose", "pick", "name", "if", "may",
    "one", "each", "roll", "scatter", "push", "place", "lift", "let", "effect", "swap", "damage",
    "heal", "wound", "give", "take", "mark", "draw", "look", "put", "discard", "gain", "spend",
    "cease", "cancel", "equip", "track", "forgo", "reroll", "order", "then", "do",
];

/// Every word that begins a statement.
pub(crate) const STATEMENTS: [&str; SHAPED.len() + ROWS.len()] = {
    let mut all = [""; SHAPED.len() + ROWS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < SHAPED.len() {
            SHAPED[at]
        } else {
            ROWS[at - SHAPED.len()].word
        };
        at += 1;
    }
    all
};

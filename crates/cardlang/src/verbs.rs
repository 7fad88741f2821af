//! The verbs of the card language: their words, and for most of those that are done to something named, all there is
//! to say of them in one row. What a step needs to be followed, as far as its verb alone tells, is at the end.
//!
//! What a verb does at the table is in the engine, `cards/steps/`, a file for each.

use crate::instr::{Instr, Pc, Ref};
use crate::vocab::Type;
use gloryhex_model::Token;
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
        step: |of| Instr::Slay { who: of[0] },
    },
    Row {
        word: "exhaust",
        operands: FIGHTER,
        reads: "{0} cannot be activated again this phase",
        step: |of| Instr::Spend { who: of[0] },
    },
    Row {
        word: "inspire",
        operands: FIGHTER,
        reads: "inspire {0}",
        step: |of| Instr::Inspire { who: of[0] },
    },
    Row {
        word: "uninspire",
        operands: FIGHTER,
        reads: "turn {0} back to its normal side",
        step: |of| Instr::Uninspire { who: of[0] },
    },
    Row {
        word: "drift",
        operands: FIGHTER,
        reads: "push {0} along the chain",
        step: |of| Instr::PushChain { who: of[0] },
    },
    Row {
        word: "flip",
        operands: TOKEN,
        reads: "flip {0}",
        step: |of| Instr::Flip { token: of[0] },
    },
    Row {
        word: "remove",
        operands: TOKEN,
        reads: "remove {0} from the battlefield",
        step: |of| Instr::RemoveToken { token: of[0] },
    },
    Row {
        word: "move",
        operands: &[("", Type::Token), ("to", Type::Hex)],
        reads: "move {0} to {1}",
        step: |of| Instr::MoveToken {
            token: of[0],
            hex: of[1],
        },
    },
    Row {
        word: "break",
        operands: &[("", Type::Card)],
        reads: "{break_card} {0}",
        step: |of| Instr::Break { card: of[0] },
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
const SHAPED: [&str; 43] = [
    "reduce", "raise", "prevent", "divert", "undo", "judge", "choose", "pick", "name", "if", "may",
    "one", "each", "roll", "scatter", "push", "place", "lift", "let", "effect", "swap", "damage",
    "heal", "wound", "give", "take", "mark", "draw", "look", "put", "discard", "gain", "spend",
    "cease", "cancel", "equip", "track", "forgo", "reroll", "native", "order", "then", "do",
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

/// What a step needs to be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: it can always be followed.
    Nothing,
    /// Nothing, and what comes after it cannot be told before it is taken.
    NothingAndEnds,
    /// A fighter who is on the battlefield.
    Fighter(Ref),
    /// Fighters who are on the battlefield, and what comes after it cannot be told.
    FightersAndEnds([Ref; 2]),
    /// More than its verb tells: it must be tried.
    Trial,
    /// What is elsewhere.
    Jump(Pc),
    /// What comes after it, and what is elsewhere: either may come.
    Both(Pc),
    /// What comes after it, or what is elsewhere: a player picks.
    Either(Pc),
    /// Nothing; these slots hold something else from now on, as bits.
    Slots(u8),
}

impl Instr {
    /// What the step needs to be followed.
    pub fn needs(self) -> Needs {
        match self {
            Instr::End
            | Instr::Roll { .. }
            | Instr::Scatter { .. }
            | Instr::Reroll { .. }
            | Instr::PushChain { .. } => Needs::NothingAndEnds,
            Instr::Jump(to) | Instr::Again(to) => Needs::Jump(to),
            // What is said of each of several is followed as far as it can be.
            Instr::Next { to, .. } => Needs::Jump(to),
            Instr::Unless { to, .. } => Needs::Both(to),
            Instr::May { to, .. } => Needs::Either(to),
            Instr::Each { set, .. } => Needs::Slots(3 << set),
            Instr::Set { slot, .. } => Needs::Slots(1 << slot),
            Instr::Choose {
                slot,
                optional: true,
                ..
            } => Needs::Slots(1 << slot),
            Instr::Damage { who, .. } | Instr::Slay { who } => Needs::FightersAndEnds([who; 2]),
            Instr::Swap { a, b } => Needs::FightersAndEnds([a, b]),
            Instr::Give { who, token } => match token {
                Token::Guard | Token::Stagger => Needs::Trial,
                Token::Move | Token::Charge | Token::Raise => Needs::Fighter(who),
            },
            Instr::Choose {
                optional: false, ..
            }
            | Instr::ChooseSet { .. }
            | Instr::ChooseNumber { .. }
            | Instr::Options { .. }
            | Instr::Push { .. }
            | Instr::Place { .. }
            | Instr::Grant {
                optional: false, ..
            }
            | Instr::MoveToken { .. }
            | Instr::SpendGlory { .. }
            | Instr::Alter { .. }
            | Instr::Equip { .. }
            | Instr::Heal { .. }
            | Instr::Take { .. }
            | Instr::Draw { .. }
            | Instr::Peek { .. } => Needs::Trial,
            Instr::Arm { .. }
            | Instr::Grant { optional: true, .. }
            | Instr::SetDamage { .. }
            | Instr::Spend { .. }
            | Instr::Inspire { .. }
            | Instr::Uninspire { .. }
            | Instr::Flip { .. }
            | Instr::RemoveToken { .. }
            | Instr::SwapTokens { .. }
            | Instr::MarkHex { .. }
            | Instr::PutCard { .. }
            | Instr::Gain { .. }
            | Instr::Install { .. }
            | Instr::Cease
            | Instr::CancelSpell
            | Instr::CancelCard
            | Instr::Break { .. }
            | Instr::Track { .. }
            | Instr::NoBounty
            | Instr::NoDriveBack
            | Instr::Native(_) => Needs::Nothing,
        }
    }
}

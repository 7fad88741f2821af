//! What a step needs to be followed, as far as its verb alone tells.

use crate::instr::{Instr, Pc, Ref};
use gloryhex_model::Token;

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

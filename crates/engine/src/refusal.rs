//! Why a choice is not allowed, and what would make it so.

use crate::effect::Source;
use gloryhex_model::Rule;

/// A refusal: the rule behind it and the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What would make it possible, for people.
    pub remedy: &'static str,
    /// What a card waits for, if that is the reason; those who have its text say it in place of the
    /// remedy.
    pub lack: Option<Lack>,
}

/// What stands against using a clause of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The card.
    pub source: Source,
    /// Which of its clauses.
    pub clause: u8,
    /// The instruction that cannot be followed; the clause's condition if there is none.
    pub at: Option<u16>,
}

impl Refusal {
    /// A refusal.
    pub const fn new(rule: Rule, remedy: &'static str) -> Refusal {
        Refusal {
            rule,
            remedy,
            lack: None,
        }
    }
}

//! Why a choice is not allowed, and what would make it so.

use gloryhex_model::Rule;

/// A refusal: the rule behind it and the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What would make it possible, for people.
    pub remedy: &'static str,
}

impl Refusal {
    /// A refusal.
    pub const fn new(rule: Rule, remedy: &'static str) -> Refusal {
        Refusal { rule, remedy }
    }
}

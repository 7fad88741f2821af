//! Questions of a card about what happened: how often, how much, how many different ones.
//!
//! Nothing here counts. The table does, from set-up on and for every card in the decks, each time the moment comes;
//! what it counted is read by [`crate::program::Form::Past`].

use crate::binding::{Binding, slot_of};
use crate::program::Formula;
use gloryhex_model::Trigger;
use serde::{Deserialize, Serialize};

/// What is kept of the moments that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kept {
    /// How many there were.
    Times,
    /// The sum of an amount.
    Total,
    /// The different things they were about, by their numbers below 32.
    Distinct,
    /// The different cards they were about, by their slots in one player's deck.
    Cards,
}

impl Kept {
    /// Each with its word.
    pub const WORDS: [(&'static str, Kept); 3] = [
        ("times", Kept::Times),
        ("total", Kept::Total),
        ("distinct", Kept::Distinct),
    ];
}

/// The stretch of time in which moments count. What was counted can be read until the next one of its kind begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum During {
    /// An activation (Action step).
    Activation,
    /// A power step.
    Step,
    /// An activation and the power step after it.
    Turn,
    /// The action (combat) phase.
    Phase,
    /// The end phase.
    EndPhase,
    /// A round.
    Round,
    /// The game, with its set-up.
    Game,
    /// The attack at hand; one inside another counts by itself.
    Attack,
}

impl During {
    /// How many there are.
    pub const COUNT: usize = During::WORDS.len();

    /// Each with its word and how it reads, in the order of their numbers.
    pub const WORDS: [(&'static str, During, &'static str); 8] = [
        ("activation", During::Activation, "this {activation}"),
        ("step", During::Step, "this {power_step}"),
        ("turn", During::Turn, "this turn"),
        ("phase", During::Phase, "this {phase}"),
        ("end_phase", During::EndPhase, "this end phase"),
        ("round", During::Round, "this {round}"),
        ("game", During::Game, "this game"),
        ("attack", During::Attack, "this {attack}"),
    ];

    /// How it reads.
    pub fn reads(self) -> &'static str {
        During::WORDS[self as usize].2
    }
}

/// A question about the past, by its number in [`crate::CardCode::watches`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// What is kept.
    pub kept: Kept,
    /// The moment that counts.
    pub trigger: Trigger,
    /// When.
    pub during: During,
    /// Which of these moments; it sees what they provide in the slots.
    pub when: Formula,
    /// The amount, or the thing.
    pub value: Formula,
    /// The slot of the fighter, the token or the player for whom it is counted apart from others.
    pub key: Option<u8>,
}

impl Watch {
    /// Whether it is counted for each player apart.
    pub fn is_by_player(&self) -> bool {
        self.key.is_some() && self.key == slot_of(self.trigger, Binding::Seat)
    }
    /// Whether it is counted for each token apart, not for each fighter.
    pub fn is_by_token(&self) -> bool {
        self.key.is_some() && self.key == slot_of(self.trigger, Binding::Token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_of_time_are_numbered_in_order() {
        for (nth, (_, during, _)) in During::WORDS.into_iter().enumerate() {
            assert_eq!(during as usize, nth);
        }
    }
}

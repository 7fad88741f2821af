//! What a moment of the game hands to the ability that waits for it.
//!
//! When an ability is triggered, the engine fills the last of its slots: the first binding
//! of the trigger goes to slot 7, the second to slot 6, and so on. Choices of the card use the
//! slots from 0 upwards; the compiler keeps the two apart.

use gloryhex_model::Trigger;
use serde::{Deserialize, Serialize};

/// How many slots a frame has.
pub const SLOTS: usize = 8;

/// Something a trigger provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Binding {
    /// The fighter it is about.
    Fighter,
    /// The attacker, or nobody.
    Attacker,
    /// The target.
    Target,
    /// A card.
    Card,
    /// A player.
    Seat,
    /// An amount.
    Number,
    /// A feature token.
    Token,
    /// The name of a counter.
    Counter,
    /// The kind of a fighter's token.
    TokenKind,
}

impl Binding {
    /// The word used in card files.
    pub fn word(self) -> &'static str {
        match self {
            Binding::Fighter => "fighter",
            Binding::Attacker => "attacker",
            Binding::Target => "target",
            Binding::Card => "card",
            Binding::Seat => "player",
            Binding::Number => "number",
            Binding::Token => "token",
            Binding::Counter => "counter",
            Binding::TokenKind => "token",
        }
    }
}

/// What the trigger provides, in the order of its slots.
pub const fn bindings(trigger: Trigger) -> &'static [Binding] {
    use Binding::*;
    match trigger {
        Trigger::MovePicked
        | Trigger::CorePicked
        | Trigger::MoveDone
        | Trigger::SpellDeclared
        | Trigger::ActionDone
        | Trigger::Returned
        | Trigger::Entered
        | Trigger::BecameInspired => &[Fighter],
        Trigger::AttackPicked
        | Trigger::AttackDeclared
        | Trigger::AttackRolled
        | Trigger::AttackRollStands
        | Trigger::DefenceRolled
        | Trigger::AttackJudged
        | Trigger::DriveBackDue
        | Trigger::DrivenBack
        | Trigger::AttackDone => &[Attacker, Target],
        Trigger::ChargeDone => &[Fighter, Attacker, Target],
        Trigger::DamageDealt | Trigger::Survived | Trigger::DamageDue => {
            &[Fighter, Attacker, Number, Seat]
        }
        Trigger::SpellTried
        | Trigger::SpellRolled
        | Trigger::SpellCast
        | Trigger::SpellFailed
        | Trigger::SpellDone => &[Fighter, Card],
        Trigger::Chosen => &[Fighter, Card, Seat],
        Trigger::Flipped => &[Token, Seat],
        Trigger::TokenGiven | Trigger::TokenTaken => &[Fighter, TokenKind],
        Trigger::RoundEnd => &[],
        Trigger::GloryGained => &[Seat, Number],
        Trigger::CounterAdded | Trigger::CounterRemoved | Trigger::CountersDue => {
            &[Fighter, Seat, Number, Counter]
        }
        Trigger::TakenOut => &[Fighter, Attacker, Seat, Number],
        Trigger::ActivationDone | Trigger::ReactionDeclared => &[Fighter, Seat],
        Trigger::CardRevealed | Trigger::Scattered => &[Card, Seat],
        Trigger::CardResolved => &[Card, Seat, Fighter],
        Trigger::UpgradeGiven | Trigger::UpgradeLost => &[Card, Fighter, Seat],
        Trigger::Raided => &[Card, Seat, Fighter],
        Trigger::Falling => &[Fighter, Attacker, Seat],
        Trigger::PushDue | Trigger::ScatterPlaced => &[Fighter, Seat],
        Trigger::Pushed => &[Fighter, Seat, Number],
        Trigger::TokenRemoved => &[Token, Seat],
        Trigger::TokenMoved => &[Token, Seat, Number],
        Trigger::FirstTurnRolled => &[Seat, Number],
        Trigger::Delved | Trigger::Placed | Trigger::ActionMade => &[Fighter, Number],
        Trigger::Healed => &[Fighter, Number, Seat],
        Trigger::ReactionDone | Trigger::ActivationStart | Trigger::PowerStepDone => &[Seat],
        Trigger::TrackerAdvanced => &[Seat, Fighter],
        Trigger::Scored | Trigger::Drawn | Trigger::Discarded => &[Seat, Card],
        Trigger::PhaseStart | Trigger::PhaseEnd | Trigger::EndPhase | Trigger::RoundStart => &[],
    }
}

/// The slot that holds the binding when the trigger fires.
pub fn slot_of(trigger: Trigger, binding: Binding) -> Option<u8> {
    let at = bindings(trigger).iter().position(|b| *b == binding)?;
    Some((SLOTS - 1 - at) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_trigger_fills_more_than_half_the_slots() {
        for trigger in Trigger::ALL {
            assert!(bindings(trigger).len() <= SLOTS / 2);
        }
        assert_eq!(slot_of(Trigger::AttackDone, Binding::Target), Some(6));
        assert_eq!(slot_of(Trigger::AttackDone, Binding::Card), None);
    }
}

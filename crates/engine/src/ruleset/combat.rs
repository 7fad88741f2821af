//! In what the combat sequences of the editions differ: their steps, support, weapon abilities.

use gloryhex_model::Trigger;
use serde::{Deserialize, Serialize};

/// A step of the combat sequence and what surrounds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Step {
    /// What is done.
    pub step: AttackStep,
    /// The target must still be visible and in range when the step begins.
    pub recheck: bool,
    /// The moment after the step.
    pub then: Option<Trigger>,
}

/// What is done in a step of the combat sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum AttackStep {
    /// Weapon and target are fixed.
    Declare,
    /// The attacker's player may pick one weapon ability.
    PickAbility,
    /// The attack roll and the re-rolls that come with it.
    AttackRoll,
    /// Cards have re-rolled what they re-roll of the attack roll.
    RollStands,
    /// The defence roll and its re-rolls.
    DefenceRoll,
    /// Success, draw or failure.
    Judge,
    /// A tie on a target with nowhere to go becomes a success.
    Trapped,
    /// The target may use Stand Fast.
    StandFast,
    /// Damage is dealt on a success.
    Damage,
    /// The target leaves if its damage is enough.
    OutCheck,
    /// The target may be driven back.
    DriveBack,
    /// The attacker may follow up.
    Overrun,
    /// Weapon effects that wait for the end.
    End,
}

/// Comparing the rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Compare {
    /// More criticals win; with equal criticals, more successes.
    CriticalsFirst,
    /// More successes.
    Successes,
}

/// Support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Support {
    /// Only the side with more supporters, by how many more.
    Difference,
    /// Each side by its own supporters.
    Own,
}

/// When supporters are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum SupportCounted {
    /// Both sides' with the attack roll.
    WithAttackRoll,
    /// Each side's with its own roll.
    WithOwnRoll,
    /// Both sides' when the rolls are compared.
    WhenJudged,
}

/// Targets with nowhere to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Trapped {
    /// A tie becomes a success.
    TieSucceeds,
    /// One more success for an attacker with at least one, if criticals are equal.
    AddsSuccess,
    /// No such rule.
    NoRule,
}

/// Weapon abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum WeaponAbilities {
    /// All of them apply.
    All,
    /// The attacker's player picks one.
    One,
}

/// When Grievous adds its damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Grievous {
    /// On a critical hit.
    OnCriticalHit,
    /// Always.
    Always,
}

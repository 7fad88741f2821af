//! The moments of the game that abilities wait for: reactions, surges, inspirations, objectives.
//!
//! A trigger names only the moment. Which of these moments open a window for reactions is a
//! matter of the ruleset; what an ability asks of the moment is a matter of its condition.

use serde::{Deserialize, Serialize};

/// A moment that abilities can wait for. The comment says which bindings it provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Trigger {
    /// A fighter was picked to Move. `fighter`.
    MovePicked,
    /// After a Move action (also the first half of a Charge). `fighter`.
    MoveDone,
    /// An attack was declared: weapon and target known, no dice yet. `attacker target`.
    AttackDeclared,
    /// After the attack roll and the re-rolls that come with it; cards may re-roll more. `attacker target`.
    AttackRolled,
    /// After the defence roll and its re-rolls. `attacker target`.
    DefenceRolled,
    /// Success, draw or failure is known; before trapped and damage in the first editions. `attacker target`.
    AttackJudged,
    /// Damage was dealt, before the out-of-action check. `fighter` (hurt), `attacker` if any, `number` (damage).
    DamageDealt,
    /// A fighter left the battlefield out of action. `fighter`, `attacker` if any.
    TakenOut,
    /// The target could be driven back now. `attacker target`.
    DriveBackDue,
    /// The target was driven back. `attacker target`.
    DrivenBack,
    /// After an Attack action. `attacker target`.
    AttackDone,
    /// After a Charge. `fighter`, and `attacker target` of its attack.
    ChargeDone,
    /// After any fighter's or player's action. `fighter` if any.
    ActionDone,
    /// After an activation / Action step. `fighter` if one acted, `seat` whose it was.
    ActivationDone,
    /// A ploy, gambit or upgrade was revealed. `card seat`.
    CardRevealed,
    /// A ploy or gambit was resolved. `card seat`, `fighter` chosen first if any.
    CardResolved,
    /// An upgrade was given. `card fighter seat`.
    UpgradeGiven,
    /// A casting roll was made. `fighter` (caster), `card` if a gambit.
    SpellRolled,
    /// A spell was cast and is about to take effect. `fighter` (caster).
    SpellCast,
    /// A spell was resolved. `fighter` (caster).
    SpellDone,
    /// A token was given. `fighter`.
    TokenGiven,
    /// A feature token was delved. `fighter number`.
    Delved,
    /// A fighter was pushed (drive back included). `fighter`, the `seat` who pushed it, by how many hexes (`number`).
    Pushed,
    /// A fighter became Inspired. `fighter`.
    BecameInspired,
    /// A reaction was resolved. `seat`.
    ReactionDone,
    /// An objective was scored. `seat card`.
    Scored,
    /// A player's activation / Action step is about to begin. `seat`.
    ActivationStart,
    /// After a power step. `seat` whose turn it was.
    PowerStepDone,
    /// The action / combat phase begins.
    PhaseStart,
    /// The action / combat phase ends (after its last power step).
    PhaseEnd,
    /// The end phase begins.
    EndPhase,
    /// An upgrade left play. `card fighter seat`.
    UpgradeLost,
    /// A warband's tracker advanced. `seat`, and the `fighter` whose fall advanced it, if one did.
    TrackerAdvanced,
    /// After the out-of-action check of a fighter who is still there. As for damage.
    Survived,
    /// The scatter token was placed, before its dice are rolled. `fighter` whose card or action it is, `seat`.
    ScatterPlaced,
    /// A spell that is a fighter's action, but no attack, was declared. `fighter` (caster).
    SpellDeclared,
    /// A reaction that is no card from hand was declared. `fighter` if it is one's, `seat`.
    ReactionDeclared,
    /// The attack roll stands: cards have re-rolled what they re-roll. `attacker target`.
    AttackRollStands,
    /// A fighter who was out of action is on the battlefield again. `fighter`.
    Returned,
    /// A card has chosen a fighter, and nothing has been done yet. `fighter card seat`.
    Chosen,
    /// Damage is about to be dealt. As for damage.
    DamageDue,
    /// Damage was taken off a fighter. `fighter number`, and the `seat` whose card did it.
    Healed,
    /// A feature token was turned over. `token seat`.
    Flipped,
    /// A card placed a fighter. `fighter`, how many hexes from where it was on the battlefield (`number`).
    Placed,
    /// A round begins, before anybody rolls off.
    RoundStart,
    /// A fighter or a player was given counters of a name. `fighter seat number counter`.
    CounterAdded,
    /// Counters of a name were taken from a fighter or a player. `fighter seat number counter`.
    CounterRemoved,
    /// A token was taken from a fighter. `fighter`, and which token.
    TokenTaken,
    /// A round ends, after its end phase.
    RoundEnd,
    /// A card was drawn; only counted. `seat card`.
    Drawn,
    /// Glory was gained. `seat number`.
    GloryGained,
    /// A card was put on its discard pile. `seat card`.
    Discarded,
    /// A fighter attempts to cast a spell, before the casting roll. `fighter` (caster), `card`.
    SpellTried,
    /// A spell was not cast. `fighter` (caster), `card`.
    SpellFailed,
    /// An attack was picked, weapon and target, and is not made yet. `attacker target`.
    AttackPicked,
    /// A card was raided: shown from the top of a power deck. `card seat fighter` (who raids).
    Raided,
    /// A fighter is about to go out of action; all it has is still there. `fighter attacker seat`.
    Falling,
    /// A fighter came into another hex by moving, being pushed or being placed. `fighter`.
    Entered,
    /// A card is about to push a fighter. `fighter seat`.
    PushDue,
    /// A fighter is picked for its player's activation / Action step, and has done nothing yet. `fighter`.
    CorePicked,
    /// A feature token was taken off the battlefield. `token seat`.
    TokenRemoved,
    /// A player won the roll-off for the first turn of a round. `seat`, and its criticals (`number`).
    FirstTurnRolled,
    /// A fighter has made an action of a kind; only counted. `fighter`, and which kind (`number`).
    ActionMade,
    /// A feature token was moved to another hex. `token seat`, how many hexes from where it was (`number`).
    TokenMoved,
    /// A card or an ability that scatters was resolved. `card seat`.
    Scattered,
    /// Counters of a name are about to be taken from a fighter or a player. `fighter seat number counter`.
    CountersDue,
}

impl Trigger {
    /// How many triggers there are.
    pub const COUNT: usize = 66;

    /// Every trigger, in declaration order.
    pub const ALL: [Trigger; Trigger::COUNT] = [
        Trigger::MovePicked,
        Trigger::MoveDone,
        Trigger::AttackDeclared,
        Trigger::AttackRolled,
        Trigger::DefenceRolled,
        Trigger::AttackJudged,
        Trigger::DamageDealt,
        Trigger::TakenOut,
        Trigger::DriveBackDue,
        Trigger::DrivenBack,
        Trigger::AttackDone,
        Trigger::ChargeDone,
        Trigger::ActionDone,
        Trigger::ActivationDone,
        Trigger::CardRevealed,
        Trigger::CardResolved,
        Trigger::UpgradeGiven,
        Trigger::SpellRolled,
        Trigger::SpellCast,
        Trigger::SpellDone,
        Trigger::TokenGiven,
        Trigger::Delved,
        Trigger::Pushed,
        Trigger::BecameInspired,
        Trigger::ReactionDone,
        Trigger::Scored,
        Trigger::ActivationStart,
        Trigger::PowerStepDone,
        Trigger::PhaseStart,
        Trigger::PhaseEnd,
        Trigger::EndPhase,
        Trigger::UpgradeLost,
        Trigger::TrackerAdvanced,
        Trigger::Survived,
        Trigger::ScatterPlaced,
        Trigger::SpellDeclared,
        Trigger::ReactionDeclared,
        Trigger::AttackRollStands,
        Trigger::Returned,
        Trigger::Chosen,
        Trigger::DamageDue,
        Trigger::Healed,
        Trigger::Flipped,
        Trigger::Placed,
        Trigger::RoundStart,
        Trigger::CounterAdded,
        Trigger::CounterRemoved,
        Trigger::TokenTaken,
        Trigger::RoundEnd,
        Trigger::Drawn,
        Trigger::GloryGained,
        Trigger::Discarded,
        Trigger::SpellTried,
        Trigger::SpellFailed,
        Trigger::AttackPicked,
        Trigger::Raided,
        Trigger::Falling,
        Trigger::Entered,
        Trigger::PushDue,
        Trigger::CorePicked,
        Trigger::TokenRemoved,
        Trigger::FirstTurnRolled,
        Trigger::ActionMade,
        Trigger::TokenMoved,
        Trigger::Scattered,
        Trigger::CountersDue,
    ];

    /// Moments that are only counted: nothing waits for them, because several may come in one step of the game.
    pub const COUNTED: [Trigger; 2] = [Trigger::Drawn, Trigger::ActionMade];

    /// The index into per-trigger tables.
    pub fn ix(self) -> usize {
        self as usize
    }
}

/// A set of triggers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TriggerSet(pub u128);

impl TriggerSet {
    /// The set of these triggers.
    pub const fn of(triggers: &[Trigger]) -> TriggerSet {
        let mut bits = 0;
        let mut i = 0;
        while i < triggers.len() {
            bits |= 1 << triggers[i] as u32;
            i += 1;
        }
        TriggerSet(bits)
    }
    /// Whether the trigger is in the set.
    pub const fn contains(self, trigger: Trigger) -> bool {
        self.0 >> trigger as u32 & 1 == 1
    }
    /// Adds a trigger.
    pub fn insert(&mut self, trigger: Trigger) {
        self.0 |= 1 << trigger as u32;
    }
}

impl FromIterator<Trigger> for TriggerSet {
    fn from_iter<I: IntoIterator<Item = Trigger>>(triggers: I) -> TriggerSet {
        let mut set = TriggerSet::default();
        triggers.into_iter().for_each(|trigger| set.insert(trigger));
        set
    }
}

/// Sets of triggers in files that people write: a list of names.
pub mod by_name {
    use super::{Trigger, TriggerSet};
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes the names in the set.
    ///
    /// # Errors
    /// The writer fails.
    pub fn serialize<S: Serializer>(set: &TriggerSet, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(Trigger::ALL.iter().filter(|t| set.contains(**t)))
    }

    /// Reads a set from a list of names.
    ///
    /// # Errors
    /// There is no trigger of a name.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<TriggerSet, D::Error> {
        Vec::<Trigger>::deserialize(from).map(|list| TriggerSet::of(&list))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triggers_are_numbered_in_order() {
        for (ix, trigger) in Trigger::ALL.into_iter().enumerate() {
            assert_eq!(trigger.ix(), ix);
        }
    }
}

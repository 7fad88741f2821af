//! How moments are brought up: after or as they happen, by a noun or by a sentence.

use super::*;

/// How a moment is brought up.
pub(crate) struct Manner {
    /// "after" or "when".
    pub(crate) joint: &'static str,
    /// Whether it is told by a noun, "a friend's Move action", and not by what happens.
    pub(crate) named: bool,
    /// How an attack is told with it in which it comes and which it does not name.
    pub(crate) attack: Option<&'static str>,
}

/// How this moment is brought up.
pub(crate) fn manner(trigger: Trigger) -> Manner {
    let (joint, named, attack) = match trigger {
        Trigger::AttackDeclared
        | Trigger::SpellCast
        | Trigger::DamageDue
        | Trigger::Falling
        | Trigger::PushDue
        | Trigger::CountersDue
        | Trigger::ActivationStart
        | Trigger::AttackJudged
        | Trigger::PhaseEnd
        | Trigger::PhaseStart
        | Trigger::EndPhase => ("when", false, None),
        Trigger::DriveBackDue => ("when", false, Some("in")),
        Trigger::MoveDone
        | Trigger::AttackDone
        | Trigger::ChargeDone
        | Trigger::ActionDone
        | Trigger::ActivationDone
        | Trigger::SpellRolled
        | Trigger::ReactionDone
        | Trigger::PowerStepDone => ("after", true, None),
        Trigger::AttackRolled | Trigger::AttackRollStands | Trigger::DefenceRolled => {
            ("after", true, Some("for"))
        }
        Trigger::DrivenBack | Trigger::Raided | Trigger::DamageDealt => {
            ("after", false, Some("in"))
        }
        Trigger::MovePicked
        | Trigger::TakenOut
        | Trigger::CardRevealed
        | Trigger::CardResolved
        | Trigger::UpgradeGiven
        | Trigger::SpellDone
        | Trigger::TokenGiven
        | Trigger::Delved
        | Trigger::Pushed
        | Trigger::BecameInspired
        | Trigger::Scored
        | Trigger::UpgradeLost
        | Trigger::TrackerAdvanced
        | Trigger::Survived
        | Trigger::ScatterPlaced
        | Trigger::SpellDeclared
        | Trigger::ReactionDeclared
        | Trigger::Returned
        | Trigger::Chosen
        | Trigger::Healed
        | Trigger::Flipped
        | Trigger::Placed
        | Trigger::RoundStart
        | Trigger::CounterAdded
        | Trigger::CounterRemoved
        | Trigger::TokenTaken
        | Trigger::RoundEnd
        | Trigger::Drawn
        | Trigger::GloryGained
        | Trigger::Discarded
        | Trigger::SpellTried
        | Trigger::SpellFailed
        | Trigger::AttackPicked
        | Trigger::Entered
        | Trigger::CorePicked
        | Trigger::TokenRemoved
        | Trigger::FirstTurnRolled
        | Trigger::ActionMade
        | Trigger::TokenMoved
        | Trigger::Scattered => ("after", false, None),
    };
    Manner {
        joint,
        named,
        attack,
    }
}

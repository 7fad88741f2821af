//! Moments of the game that abilities wait for: their words, and how they read.
//!
//! What each provides is in [`crate::binding`]. Braces are as in [`crate::vocab`].

use gloryhex_model::Trigger;

/// Events by word, with how they read.
pub const EVENTS: [(&str, Trigger, &str); 62] = [
    (
        "move_picked",
        Trigger::MovePicked,
        "{0} is picked to {to_move}",
    ),
    ("move", Trigger::MoveDone, "{0}'s {move}"),
    (
        "attack_declared",
        Trigger::AttackDeclared,
        "{0} declares {an_attack} on {1}",
    ),
    (
        "attack_rolled",
        Trigger::AttackRolled,
        "{0}'s {attack_roll} against {1}",
    ),
    (
        "attack_roll_stands",
        Trigger::AttackRollStands,
        "{0}'s final {attack_roll} against {1}",
    ),
    (
        "defence_rolled",
        Trigger::DefenceRolled,
        "{1}'s {defence_roll} against {0}",
    ),
    (
        "attack_judged",
        Trigger::AttackJudged,
        "{0}'s {attack} on {1} is judged",
    ),
    ("damage", Trigger::DamageDealt, "{0} is dealt damage"),
    ("survived", Trigger::Survived, "{0} survives damage"),
    ("taken_out", Trigger::TakenOut, "{0} {goes_out}"),
    (
        "drive_back_due",
        Trigger::DriveBackDue,
        "{1} could be driven back by {0}",
    ),
    (
        "driven_back",
        Trigger::DrivenBack,
        "{1} is driven back by {0}",
    ),
    ("attack", Trigger::AttackDone, "{0}'s {attack} on {1}"),
    ("charge", Trigger::ChargeDone, "{0}'s {charge}"),
    ("action", Trigger::ActionDone, "{0}'s {deed}"),
    ("activation", Trigger::ActivationDone, "{an_activation}"),
    ("card_revealed", Trigger::CardRevealed, "{1} plays a card"),
    (
        "card_resolved",
        Trigger::CardResolved,
        "{1}'s card is resolved",
    ),
    (
        "upgrade_given",
        Trigger::UpgradeGiven,
        "{1} gains an upgrade",
    ),
    (
        "spell_declared",
        Trigger::SpellDeclared,
        "{0} declares a spell as its {deed}",
    ),
    ("spell_rolled", Trigger::SpellRolled, "{0}'s casting roll"),
    (
        "spell_cast",
        Trigger::SpellCast,
        "{0} casts a spell, before it takes effect",
    ),
    ("spell", Trigger::SpellDone, "{0} casts a spell"),
    ("token_given", Trigger::TokenGiven, "{0} is given {1}"),
    (
        "scatter_placed",
        Trigger::ScatterPlaced,
        "the scatter token of {0} is placed",
    ),
    ("delve", Trigger::Delved, "{0} delves"),
    ("push", Trigger::Pushed, "{0} is pushed"),
    ("inspired", Trigger::BecameInspired, "{0} becomes Inspired"),
    (
        "reaction_declared",
        Trigger::ReactionDeclared,
        "{1} declares {a_reaction} that is no card from hand",
    ),
    ("reaction", Trigger::ReactionDone, "{a_reaction}"),
    (
        "scored",
        Trigger::Scored,
        "a player scores an objective card",
    ),
    (
        "activation_start",
        Trigger::ActivationStart,
        "{an_activation} begins",
    ),
    ("power_step", Trigger::PowerStepDone, "a {power_step}"),
    ("phase_start", Trigger::PhaseStart, "the {phase} begins"),
    ("phase_end", Trigger::PhaseEnd, "the {phase} ends"),
    ("end_phase", Trigger::EndPhase, "the end phase begins"),
    (
        "upgrade_lost",
        Trigger::UpgradeLost,
        "an upgrade of {1} is discarded",
    ),
    (
        "tracker",
        Trigger::TrackerAdvanced,
        "a player's tracker advances",
    ),
    ("returned", Trigger::Returned, "{0} returns"),
    ("chosen", Trigger::Chosen, "{2}'s card chooses {0}"),
    (
        "damage_due",
        Trigger::DamageDue,
        "{0} would be dealt damage",
    ),
    ("healed", Trigger::Healed, "{0} is healed"),
    ("flip", Trigger::Flipped, "{0} is flipped"),
    ("placed", Trigger::Placed, "{0} is placed by a card"),
    ("round_start", Trigger::RoundStart, "the {round} begins"),
    ("counter_added", Trigger::CounterAdded, "{0} is given {3}"),
    (
        "counter_removed",
        Trigger::CounterRemoved,
        "{3} is removed from {0}",
    ),
    ("token_taken", Trigger::TokenTaken, "{1} is taken from {0}"),
    ("round_end", Trigger::RoundEnd, "the {round} ends"),
    ("draw", Trigger::Drawn, "{0} draws a card"),
    ("gained", Trigger::GloryGained, "{0} gains glory"),
    ("discarded", Trigger::Discarded, "{0} discards a card"),
    (
        "spell_tried",
        Trigger::SpellTried,
        "{0} attempts to cast a spell, before the casting roll",
    ),
    (
        "spell_failed",
        Trigger::SpellFailed,
        "{0} fails to cast a spell",
    ),
    (
        "attack_picked",
        Trigger::AttackPicked,
        "{0} is picked to make {an_attack} on {1}",
    ),
    ("raided", Trigger::Raided, "{1} raids {0}"),
    ("falling", Trigger::Falling, "{0} would be {taken_out}"),
    ("enters", Trigger::Entered, "{0} enters a hex"),
    ("push_due", Trigger::PushDue, "{0} would be pushed"),
    ("core_picked", Trigger::CorePicked, "{0} is picked to act"),
    (
        "token_removed",
        Trigger::TokenRemoved,
        "{0} is removed from the battlefield",
    ),
    (
        "first_turn_rolled",
        Trigger::FirstTurnRolled,
        "{0}'s roll wins the first {activation} with a number of Criticals",
    ),
];

/// How an event reads that has happened, given which of the things it provides are spoken of.
pub fn past_of(trigger: Trigger, speaks_of: impl Fn(usize) -> bool) -> &'static str {
    match trigger {
        Trigger::MovePicked => "{0} was picked to {to_move}",
        Trigger::MoveDone => "{0} made {a_move}",
        Trigger::AttackPicked => "{0} was picked to make {an_attack} on {1}",
        Trigger::AttackDeclared => "{0} declared {an_attack} on {1}",
        Trigger::AttackRolled | Trigger::AttackRollStands => "{0} rolled dice against {1}",
        Trigger::DefenceRolled => "{1} rolled dice to defend against {0}",
        Trigger::AttackJudged => "{0}'s {attack} on {1} was judged",
        Trigger::DamageDealt if speaks_of(3) => "{3} dealt {0} damage",
        Trigger::DamageDealt if speaks_of(1) => "{1} dealt {0} damage",
        Trigger::DamageDealt => "{0} was dealt damage",
        Trigger::Survived => "{0} survived damage",
        Trigger::TakenOut if speaks_of(1) => "{0} was {taken_out} by {1}",
        Trigger::TakenOut if speaks_of(2) => "{0} was {taken_out} by {2}",
        Trigger::TakenOut => "{0} was {taken_out}",
        Trigger::DriveBackDue => "{1} could be driven back by {0}",
        Trigger::DrivenBack => "{1} was driven back by {0}",
        Trigger::AttackDone => "{0} made {an_attack} on {1}",
        Trigger::ChargeDone => "{0} made {a_charge}",
        Trigger::ActionDone => "{0} acted",
        Trigger::ActivationDone if speaks_of(0) => "{0} was activated",
        Trigger::ActivationDone => "{1} took {an_activation}",
        Trigger::CardRevealed => "{1} played a card",
        Trigger::CardResolved => "{1} resolved a card",
        Trigger::UpgradeGiven => "{1} gained an upgrade",
        Trigger::SpellDeclared => "{0} declared a spell",
        Trigger::SpellRolled => "{0} made a casting roll",
        Trigger::SpellCast | Trigger::SpellDone => "{0} cast a spell",
        Trigger::TokenGiven => "{0} was given {1}",
        Trigger::TokenTaken => "{1} was taken from {0}",
        Trigger::RoundEnd => "the {round} ended",
        Trigger::ScatterPlaced if speaks_of(1) => "{1} placed a scatter token",
        Trigger::ScatterPlaced => "{0} placed a scatter token",
        Trigger::Delved => "{0} delved",
        Trigger::Pushed if speaks_of(1) => "{1} pushed {0}",
        Trigger::Pushed => "{0} was pushed",
        Trigger::BecameInspired => "{0} became Inspired",
        Trigger::ReactionDeclared => "{1} declared {a_reaction}",
        Trigger::ReactionDone => "{0} made {a_reaction}",
        Trigger::Scored => "{0} scored an objective card",
        Trigger::ActivationStart => "{0} began {an_activation}",
        Trigger::PowerStepDone => "{0}'s {power_step} ended",
        Trigger::PhaseStart => "the {phase} began",
        Trigger::PhaseEnd => "the {phase} ended",
        Trigger::EndPhase => "the end phase began",
        Trigger::UpgradeLost if speaks_of(2) => "{2} lost an upgrade",
        Trigger::UpgradeLost => "an upgrade of {1} was discarded",
        Trigger::TrackerAdvanced => "{0}'s tracker advanced",
        Trigger::Returned => "{0} returned",
        Trigger::Chosen => "{2}'s card chose {0}",
        Trigger::DamageDue => "{0} would be dealt damage",
        Trigger::Healed if speaks_of(2) => "{2} healed {0}",
        Trigger::Healed => "{0} was healed",
        Trigger::Flipped if speaks_of(1) => "{1} flipped {0}",
        Trigger::Flipped => "{0} was flipped",
        Trigger::Placed => "{0} was placed by a card",
        Trigger::RoundStart => "the {round} began",
        Trigger::CounterAdded if speaks_of(1) => "{1} gained {3}",
        Trigger::CounterAdded => "{0} was given {3}",
        Trigger::CounterRemoved if speaks_of(1) => "{1} gave up {3}",
        Trigger::CounterRemoved => "{3} was removed from {0}",
        Trigger::Drawn => "{0} drew a card",
        Trigger::GloryGained => "{0} gained glory",
        Trigger::Discarded => "{0} discarded a card",
        Trigger::SpellTried => "{0} attempted to cast a spell",
        Trigger::SpellFailed => "{0} failed to cast a spell",
        Trigger::Raided if speaks_of(2) => "{2} raided {0}",
        Trigger::Raided => "{1} raided {0}",
        Trigger::Falling => "{0} was about to be {taken_out}",
        Trigger::Entered => "{0} entered a hex",
        Trigger::PushDue => "{0} was about to be pushed",
        Trigger::CorePicked => "{0} was picked to act",
        Trigger::TokenRemoved if speaks_of(1) => "{1} removed {0} from the battlefield",
        Trigger::TokenRemoved => "{0} was removed from the battlefield",
        Trigger::FirstTurnRolled => "{0} won the roll-off for the first {activation}",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trigger_has_a_word() {
        for trigger in Trigger::ALL {
            assert!(EVENTS.iter().any(|(_, t, _)| *t == trigger), "{trigger:?}");
        }
    }
}

//! Shadespire (2018 print) with errata and FAQ 1.4.

use crate::{edition::Edition, format::Format};
use gloryhex_engine::{Way, ruleset::*};
use gloryhex_model::{Rule, Trigger, trigger::TriggerSet};
use std::borrow::Cow;

/// Shadespire.
pub fn edition() -> Edition {
    Edition {
        rules: ruleset(),
        core_set: Cow::Borrowed("Shadespire core set"),
        formats: vec![Format::CONSTRUCTED],
        weighing: crate::weights::SHADESPIRE,
    }
}

/// The rules of Shadespire.
pub fn ruleset() -> Ruleset {
    Ruleset {
        name: Cow::Borrowed("shadespire"),
        title: Cow::Borrowed("Shadespire"),
        words: crate::words::SHADESPIRE,
        called: Cow::Borrowed(&[
            (Rule::PowerPersist, Rule::PowerPlay),
            (Rule::InspireUninspire, Rule::InspireCondition),
            (Rule::SequenceCannot, Rule::SequenceCardOverBook),
            (Rule::EndNoGambits, Rule::EndNoPloys),
            (Rule::PowerGambitRestricted, Rule::PowerPlay),
        ]),
        players: (2, 4),
        ways: Cow::Borrowed(&[
            Way::Artefact,
            Way::FixedFormat,
            Way::SuddenDeath,
            Way::QuickStart,
        ]),
        rounds: 3,
        turns: [0, 0, 4, 4, 4],
        skipped_round: [0, 0, 0, 0, 0],
        round_two_reversed: true,

        setup: Cow::Borrowed(&[
            SetupStep::Boards,
            SetupStep::Tokens,
            SetupStep::Hands,
            SetupStep::Deploy,
        ]),
        roll_off: RollOff::FourDice,
        boards: BoardRule::OneEach {
            long: 3,
            short: 2,
            fixed_layouts: false,
        },
        first_board: FirstBoard::Loser,
        tokens: TokenRule {
            numbered: [0, 0, 5, 7, 9],
            dealt: false,
            revealed: true,
            extra_gloom: false,
            last_may_use_edge: true,
            each_territory: false,
            reverse_is_cover: false,
            second_places_first: false,
        },
        mulligan: Mulligan::Discarded,
        first_deploy: FirstDeploy::WinnersPick,

        round: Cow::Borrowed(&[
            RoundStep::First,
            RoundStep::Turns,
            RoundStep::End,
            RoundStep::CleanUp,
        ]),
        first_to_deploy_adds_critical: true,
        tie_goes_to_underdog: false,
        roll_off_loser_draws: false,
        turn: Cow::Borrowed(&[TurnStep::Activation, TurnStep::Power]),

        classic_player_actions: true,
        focus: false,
        move_token: MoveToken::MoveAndCharge,
        charge_token: ChargeToken::ActivationAndMove,
        guard_holds_ground: false,
        guard_and_stagger_cancel: false,
        lethal_damage: 0,
        placing_enters_hazards: false,
        flying: Flying::BlockedAndOccupied,
        away: Away::AtTheEnd,

        attack: Cow::Borrowed(&[
            Step {
                step: AttackStep::Declare,
                recheck: false,
                then: Some(Trigger::AttackDeclared),
            },
            Step {
                step: AttackStep::AttackRoll,
                recheck: true,
                then: Some(Trigger::AttackRolled),
            },
            Step {
                step: AttackStep::RollStands,
                recheck: false,
                then: Some(Trigger::AttackRollStands),
            },
            Step {
                step: AttackStep::DefenceRoll,
                recheck: true,
                then: Some(Trigger::DefenceRolled),
            },
            Step {
                step: AttackStep::Judge,
                recheck: true,
                then: Some(Trigger::AttackJudged),
            },
            Step {
                step: AttackStep::Trapped,
                recheck: true,
                then: None,
            },
            Step {
                step: AttackStep::Damage,
                recheck: true,
                then: None,
            },
            Step {
                step: AttackStep::OutCheck,
                recheck: false,
                then: None,
            },
            Step {
                step: AttackStep::DriveBack,
                recheck: false,
                then: Some(Trigger::DrivenBack),
            },
            Step {
                step: AttackStep::End,
                recheck: false,
                then: Some(Trigger::AttackDone),
            },
        ]),
        compare: Compare::CriticalsFirst,
        support: Support::Difference,
        support_counted: SupportCounted::WithAttackRoll,
        spells_need_sight: false,
        picks_choose: false,
        spells_are_supported: false,
        trapped: Trapped::TieSucceeds,
        outmaneuvered: Rule::ReactImpossible,
        success_needs_damage: true,
        fighters_deal_for_cards: false,
        knockback_needs_success: true,
        weapon_abilities: WeaponAbilities::All,
        grievous: Grievous::OnCriticalHit,
        stagger_rerolls: false,

        inspire: Inspire::AfterAction,
        bounty: Bounty::One,
        upgrades_of_the_fallen: Fallen::KeepUpgrades,
        upgrade_price: UpgradePrice::SpendOne,
        power_first: PowerFirst::Active,
        power_seats: PowerSeats::All,
        delve: Delve::NoRule,
        warscrolls: false,
        surge: Surge::AtOnceThenLaterAction,

        objectives_after: TriggerSet::of(&[Trigger::ReactionDone]),

        windows: TriggerSet::of(&[
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
        ]),
        end_phase_windows: true,
        falls_wait_for_attack: true,
        window: Window::One,
        precedence: Precedence::NextPlayer,
        nested: Precedence::NextPlayer,
        simultaneous: Simultaneous::RollOff,

        end: Cow::Borrowed(&[
            EndStep::Score,
            EndStep::DiscardObjectives,
            EndStep::Upgrade,
            EndStep::DiscardPower,
            EndStep::DrawObjectives,
            EndStep::DrawPower,
        ]),
        last_end: Cow::Borrowed(&[EndStep::Score]),
        tie_breaks: Cow::Borrowed(&[TieBreak::Survivors, TieBreak::Objectives]),
        minor_victories: false,

        returning_keeps_tokens: true,
        guard_tokens_add_up: false,
        in_vain: InVain::Anything,
        charged_by_attacking: false,

        sight_stops_at_edge: false,
        lowest_move: 0,
        set_before_all: false,
        lasting_cards_stay: true,
        upgrades_are_resolved: false,
        upgrades_are_revealed: false,
        vulnerable_needs_damage: false,
        effects_end_with_round: false,
    }
}

//! Embergard (2024): the second edition of the game.

use crate::{edition::Edition, format::Format};
use gloryhex_engine::ruleset::*;
use gloryhex_model::{Rule, Trigger, trigger::TriggerSet};
use std::borrow::Cow;

/// Embergard.
pub fn edition() -> Edition {
    Edition {
        rules: ruleset(),
        core_set: Cow::Borrowed("Embergard core set"),
        formats: vec![Format::RIVALS, Format::NEMESIS],
        weighing: crate::weights::EMBERGARD,
    }
}

/// The rules of Embergard.
pub fn ruleset() -> Ruleset {
    Ruleset {
        name: Cow::Borrowed("embergard"),
        title: Cow::Borrowed("Embergard"),
        words: crate::words::EMBERGARD,
        called: Cow::Borrowed(&[
            (Rule::ActionPass, Rule::ActionActivation),
            (Rule::AttackMultiTarget, Rule::AttackTarget),
            (Rule::KeywordKnockback, Rule::AttackDriveBack),
            (Rule::AttackCriticalHit, Rule::AttackSuccess),
            (Rule::EndNoGambits, Rule::EndOrder),
            (Rule::PowerGambitRestricted, Rule::PowerPlay),
        ]),
        players: (2, 2),
        ways: Cow::Borrowed(&[]),
        rounds: 3,
        turns: [0, 0, 4, 0, 0],
        skipped_round: [0, 0, 0, 0, 0],
        round_two_reversed: false,

        setup: Cow::Borrowed(&[
            SetupStep::Hands,
            SetupStep::Boards,
            SetupStep::Tokens,
            SetupStep::Deploy,
        ]),
        roll_off: RollOff::OneDie,
        boards: BoardRule::Shared,
        first_board: FirstBoard::WinnerPicksSide,
        tokens: TokenRule {
            numbered: [0, 0, 5, 0, 0],
            dealt: false,
            revealed: true,
            extra_gloom: false,
            last_may_use_edge: false,
            each_territory: true,
            reverse_is_cover: true,
            second_places_first: true,
        },
        mulligan: Mulligan::ShuffledBack,
        first_deploy: FirstDeploy::LastToken,

        round: Cow::Borrowed(&[
            RoundStep::First,
            RoundStep::Turns,
            RoundStep::End,
            RoundStep::CleanUp,
        ]),
        first_to_deploy_adds_critical: false,
        tie_goes_to_underdog: true,
        roll_off_loser_draws: true,
        turn: Cow::Borrowed(&[TurnStep::Activation, TurnStep::Power]),

        classic_player_actions: false,
        focus: true,
        move_token: MoveToken::Charge,
        charge_token: ChargeToken::UnlessAllCharged,
        guard_holds_ground: true,
        guard_and_stagger_cancel: false,
        lethal_damage: 0,
        placing_enters_hazards: true,
        flying: Flying::Occupied,
        away: Away::EveryHex,

        attack: Cow::Borrowed(&[
            Step {
                step: AttackStep::Declare,
                recheck: false,
                then: Some(Trigger::AttackDeclared),
            },
            Step {
                step: AttackStep::PickAbility,
                recheck: true,
                then: None,
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
                step: AttackStep::StandFast,
                recheck: false,
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
                step: AttackStep::Overrun,
                recheck: false,
                then: None,
            },
            Step {
                step: AttackStep::End,
                recheck: false,
                then: Some(Trigger::AttackDone),
            },
        ]),
        compare: Compare::Successes,
        support: Support::Own,
        support_counted: SupportCounted::WhenJudged,
        spells_need_sight: false,
        picks_choose: true,
        spells_are_supported: false,
        trapped: Trapped::NoRule,
        outmaneuvered: Rule::SequenceFollowAll,
        success_needs_damage: false,
        fighters_deal_for_cards: false,
        knockback_needs_success: true,
        weapon_abilities: WeaponAbilities::One,
        grievous: Grievous::Always,
        stagger_rerolls: true,

        inspire: Inspire::AfterAction,
        bounty: Bounty::Printed,
        upgrades_of_the_fallen: Fallen::LoseAll,
        upgrade_price: UpgradePrice::WithinGlory,
        power_first: PowerFirst::Active,
        power_seats: PowerSeats::All,
        delve: Delve::OnceAndStaggers,
        warscrolls: true,
        surge: Surge::AtOnceThenNextTurn,

        objectives_after: TriggerSet::of(&[]),

        windows: TriggerSet::of(&[
            Trigger::MovePicked,
            Trigger::MoveDone,
            Trigger::AttackDeclared,
            Trigger::AttackRolled,
            Trigger::DefenceRolled,
            Trigger::AttackJudged,
            Trigger::DamageDealt,
            Trigger::Falling,
            Trigger::PushDue,
            Trigger::TakenOut,
            Trigger::DrivenBack,
            Trigger::AttackDone,
            Trigger::ChargeDone,
            Trigger::ActionDone,
            Trigger::ActivationStart,
            Trigger::ActivationDone,
            Trigger::CardResolved,
            Trigger::UpgradeGiven,
            Trigger::UpgradeLost,
            Trigger::Delved,
            Trigger::PowerStepDone,
        ]),
        end_phase_windows: true,
        falls_wait_for_attack: false,
        window: Window::UntilAllPass,
        precedence: Precedence::ActivePlayer,
        nested: Precedence::ActivePlayer,
        simultaneous: Simultaneous::ActiveFirst,

        end: Cow::Borrowed(&[
            EndStep::Score,
            EndStep::Upgrade,
            EndStep::DiscardAny,
            EndStep::DrawObjectives,
            EndStep::DrawPower,
        ]),
        last_end: Cow::Borrowed(&[EndStep::Score, EndStep::Upgrade]),
        tie_breaks: Cow::Borrowed(&[TieBreak::Survivors, TieBreak::Treasure, TieBreak::Bounty]),
        minor_victories: true,

        returning_keeps_tokens: false,
        guard_tokens_add_up: false,
        in_vain: InVain::Healing,
        charged_by_attacking: true,

        sight_stops_at_edge: false,
        lowest_move: 1,
        set_before_all: true,
        lasting_cards_stay: false,
        upgrades_are_resolved: false,
        upgrades_are_revealed: false,
        vulnerable_needs_damage: true,
        effects_end_with_round: true,
    }
}

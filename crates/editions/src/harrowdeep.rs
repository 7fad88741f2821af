//! Harrowdeep (2021): the formal step structure, feature tokens, cover and stagger.

use crate::{edition::Edition, format::Format};
use gloryhex_engine::ruleset::*;
use gloryhex_model::{Rule, Trigger, trigger::TriggerSet};
use std::borrow::Cow;

/// Harrowdeep.
pub fn edition() -> Edition {
    Edition {
        rules: ruleset(),
        core_set: Cow::Borrowed("Harrowdeep core set"),
        formats: vec![Format::CONSTRUCTED_WITH_SURGES, Format::CHAMPIONSHIP],
        weighing: crate::weights::HARROWDEEP,
    }
}

/// The rules of Harrowdeep.
pub fn ruleset() -> Ruleset {
    Ruleset {
        name: Cow::Borrowed("harrowdeep"),
        title: Cow::Borrowed("Harrowdeep"),
        words: crate::words::HARROWDEEP,
        called: Cow::Borrowed(&[(Rule::AttackMultiTarget, Rule::KeywordScything)]),
        players: (2, 4),
        ways: Cow::Borrowed(&[]),
        rounds: 3,
        turns: [0, 0, 4, 3, 4],
        skipped_round: [0, 0, 0, 0, 2],
        round_two_reversed: false,

        setup: Cow::Borrowed(&[
            SetupStep::Boards,
            SetupStep::Tokens,
            SetupStep::Hands,
            SetupStep::Deploy,
        ]),
        roll_off: RollOff::FourDice,
        boards: BoardRule::OneEach {
            long: 4,
            short: 2,
            fixed_layouts: true,
        },
        first_board: FirstBoard::WinnersPick,
        tokens: TokenRule {
            numbered: [0, 0, 5, 7, 9],
            dealt: true,
            revealed: false,
            extra_gloom: true,
            last_may_use_edge: false,
            each_territory: false,
            reverse_is_cover: true,
            second_places_first: false,
        },
        mulligan: Mulligan::ShuffledBack,
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
        turn: Cow::Borrowed(&[
            TurnStep::Activation,
            TurnStep::Inspire,
            TurnStep::Surge,
            TurnStep::Power,
            TurnStep::Inspire,
            TurnStep::Surge,
        ]),

        classic_player_actions: true,
        focus: false,
        move_token: MoveToken::MoveAndCharge,
        charge_token: ChargeToken::Activation,
        guard_holds_ground: true,
        guard_and_stagger_cancel: true,
        lethal_damage: 1,
        placing_enters_hazards: true,
        flying: Flying::BlockedAndOccupied,
        away: Away::EveryHex,

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
        support: Support::Own,
        support_counted: SupportCounted::WithOwnRoll,
        spells_need_sight: true,
        picks_choose: false,
        spells_are_supported: false,
        trapped: Trapped::AddsSuccess,
        outmaneuvered: Rule::AttackOutmanoeuvred,
        success_needs_damage: false,
        fighters_deal_for_cards: true,
        knockback_needs_success: false,
        weapon_abilities: WeaponAbilities::All,
        grievous: Grievous::OnCriticalHit,
        stagger_rerolls: true,

        inspire: Inspire::InStep,
        bounty: Bounty::ByWounds(6),
        upgrades_of_the_fallen: Fallen::KeepUpgrades,
        upgrade_price: UpgradePrice::SpendOne,
        power_first: PowerFirst::Next,
        power_seats: PowerSeats::ActiveAndNext,
        delve: Delve::EachTokenOnce,
        warscrolls: false,
        surge: Surge::InStep,

        objectives_after: TriggerSet::of(&[]),

        windows: TriggerSet::of(&[
            Trigger::MoveDone,
            Trigger::AttackDeclared,
            Trigger::AttackRolled,
            Trigger::DefenceRolled,
            Trigger::AttackJudged,
            Trigger::DamageDealt,
            Trigger::TakenOut,
            Trigger::Survived,
            Trigger::DrivenBack,
            Trigger::AttackDone,
            Trigger::ChargeDone,
            Trigger::ActionDone,
            Trigger::ActivationDone,
            Trigger::CardRevealed,
            Trigger::CardResolved,
            Trigger::UpgradeGiven,
            Trigger::SpellDeclared,
            Trigger::SpellRolled,
            Trigger::SpellDone,
            Trigger::TokenGiven,
            Trigger::ScatterPlaced,
            Trigger::ReactionDeclared,
            Trigger::PowerStepDone,
        ]),
        end_phase_windows: false,
        falls_wait_for_attack: false,
        window: Window::One,
        precedence: Precedence::NextPlayer,
        nested: Precedence::AfterLastReactor,
        simultaneous: Simultaneous::RollOffOptional,

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

        returning_keeps_tokens: false,
        guard_tokens_add_up: true,
        in_vain: InVain::Nothing,
        charged_by_attacking: false,

        sight_stops_at_edge: true,
        lowest_move: 0,
        set_before_all: true,
        lasting_cards_stay: true,
        upgrades_are_resolved: true,
        upgrades_are_revealed: true,
        vulnerable_needs_damage: false,
        effects_end_with_round: false,
    }
}

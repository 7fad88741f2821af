//! The rules a card touches, and the moments at which it can be used, read off its code.
//!
//! A rule is named by its id without the edition; an edition that has no such rule is not meant.

use gloryhex_cardlang::{
    ActionKind, Altered, Ban, CardFlags, CardInfo, CardKind, Faces, HexMark, HexRule, Instr,
    Lexicon, MadeFrom, PushWay, Role, RollKind, Static, Timing, Until, instr,
};
use gloryhex_model::{Keyword, Keywords, Stat, Token, Trait, Trigger, slug_of};
use std::collections::BTreeSet;

/// Ids of rules, without edition, in order.
pub type Ids = BTreeSet<String>;

/// The ids of the rules that a card touches.
pub fn rules(card: &CardInfo) -> Ids {
    let mut ids = Ids::new();
    let mut list: Vec<&'static str> = Vec::new();
    let mut add = |more: &[&'static str]| list.extend(more);
    add(match card.code.kind {
        CardKind::Objective => &["objective.end"],
        CardKind::Ploy => &["power.play", "power.ploy"],
        CardKind::Spell => &["power.play", "power.spell", "spell.cast", "spell.backlash"],
        CardKind::Upgrade if card.code.flags.has(CardFlags::ILLUSION) => &["power.upgrade"],
        CardKind::Upgrade => &["power.upgrade", "power.upgrade.price"],
        CardKind::Plot => &["power.plot"],
        CardKind::Warscroll => &["power.warscroll"],
        CardKind::Fighter => &["action.printed"],
    });
    if card.surge {
        add(&["objective.surge"]);
    }
    if !card.restricted.is_empty() {
        add(match card.code.kind {
            CardKind::Ploy | CardKind::Spell => &["power.gambit.restricted"],
            _ => &["power.upgrade.restricted"],
        });
    }
    if card.code.flags.has(CardFlags::ILLUSION) {
        add(&["cards.break"]);
    }
    for clause in &card.code.clauses {
        add(role(clause.role));
        if let Role::Static(rule) = clause.role {
            add(standing(&rule.what));
            if let Static::Keywords(words) = rule.what {
                ids.extend(keywords(words));
            }
        }
    }
    for instr in &card.code.code {
        add(step(instr));
    }
    ids.extend(list.into_iter().map(str::to_owned));
    for weapon in &card.code.weapons {
        ids.insert("action.attack".to_owned());
        ids.extend(keywords(weapon.def.keywords));
        if weapon.def.knockback > 0 {
            ids.insert("keyword.knockback".to_owned());
        }
        if weapon.def.spell {
            ids.insert("spell.attack".to_owned());
        }
    }
    // Answers to questions about a card are filed under its name.
    ids.insert(format!("faq.{}", slug_of(&card.name)));
    ids
}

fn keywords(set: Keywords) -> impl Iterator<Item = String> {
    set.iter().map(|(keyword, _)| match keyword {
        Keyword::Stagger => "keyword.stagger".to_owned(),
        other => format!("keyword.{}", other.word()),
    })
}

fn role(role: Role) -> &'static [&'static str] {
    match role {
        Role::React { free: false, .. } => &["react.window", "react.one"],
        Role::Action { cast: Some(_), .. } => &["action.printed", "spell.action", "spell.cast"],
        Role::Action { cast: None, .. } => &["action.printed"],
        Role::Score { timing, .. } => match timing {
            Timing::EndPhase => &["end.score"],
            Timing::LastEndPhase => &["end.score", "objective.third"],
            Timing::Surge(_) => &["objective.surge"],
        },
        Role::Inspire(_) => &["inspire.condition"],
        Role::Uninspire(_) => &["inspire.uninspire"],
        Role::Break(_) => &["cards.break"],
        Role::React { free: true, .. }
        | Role::Play
        | Role::Static(_)
        | Role::Auto(_)
        | Role::Expire => &[],
    }
}

fn standing(what: &Static) -> &'static [&'static str] {
    match what {
        Static::Modify { stat, .. } => match stat {
            Stat::Dice | Stat::Defence => &["modify.order", "modify.dice"],
            Stat::Move => &["modify.order", "action.move"],
            Stat::Bounty => &["modify.order", "damage.bounty"],
            Stat::Wounds => &["modify.order", "damage.out-of-action"],
            Stat::Range => &["modify.order", "attack.range"],
            Stat::Damage => &["modify.order", "attack.damage"],
            Stat::Knockback => &["keyword.knockback"],
            Stat::Wizard => &["spell.wizard"],
        },
        Static::Faces(_, RollKind::Attack, _) => &["attack.successes"],
        Static::Faces(_, RollKind::Defence, _) => &["attack.defence-roll"],
        Static::MoreCriticals(_) => &["attack.stand-fast", "attack.overrun"],
        Static::Reroll(_) => &["attack.reroll"],
        Static::Innate(_) => &["spell.innate"],
        Static::Casting(_) => &["spell.cast"],
        Static::Symbol(_) | Static::SwappedSymbol(_) => &["attack.roll"],
        Static::DefenceSymbol(_) => &["attack.defence-roll"],
        Static::Cannot(ban) => forbidden(*ban),
        Static::CountsAs(_)
        | Static::Support { .. }
        | Static::NoSupport(_)
        | Static::Supports(_)
        | Static::Flanked => &["attack.support"],
        Static::Trait(Trait::Wizard) => &["trait.wizard"],
        Static::Trait(Trait::Flying) => &["trait.flying"],
        Static::Trait(Trait::Beast) => &["trait.beast"],
        Static::Trait(Trait::Leader) => &["trait.leader"],
        Static::OnGuard => &["attack.guard"],
        Static::InCover => &["field.cover"],
        Static::ThroughFighters
        | Static::Ethereal
        | Static::Hexes(HexRule::Teleport | HexRule::NoLanding | HexRule::Hazard, _)
        | Static::Further { .. } => &["action.move.path"],
        Static::Hexes(HexRule::NoPushEnd | HexRule::PushEnds, _) => &["push.basic"],
        Static::CannotScore(_) => &["sequence.cannot", "end.score"],
        Static::DamageCap(_) | Static::DamageCapTurn(_) | Static::Suffered { .. } => {
            &["damage.dealt"]
        }
        Static::FriendsToo => &["attack.target"],
        Static::OpeningDice(_) => &["modify.dice"],
        Static::NoPrice => &["cards.counters"],
        Static::Ignores(Token::Charge) => &["action.charge.token"],
        Static::Ignores(_) => &["action.move.token"],
        Static::IgnoresTokens => &["action.move.token", "action.charge.token"],
        Static::Shortens => &["attack.range"],
        Static::Hexes(HexRule::Lethal, _) => &["field.lethal"],
        Static::Can(ban) => forbidden(*ban),
        Static::BlocksSight | Static::Sight(_) => &["field.sight"],
        Static::Keywords(_) | Static::Label(_) => &[],
    }
}

fn forbidden(ban: Ban) -> &'static [&'static str] {
    match ban {
        Ban::DrivenBack => &["sequence.cannot", "attack.drive-back"],
        Ban::Cast => &["sequence.cannot", "spell.cast"],
        Ban::Made => &["sequence.cannot", "attack.target"],
        Ban::Pushed => &["sequence.cannot", "push.basic"],
        Ban::Healed => &["sequence.cannot", "damage.heal"],
        Ban::Inspired => &["sequence.cannot", "inspire.condition"],
        Ban::Hold => &["sequence.cannot", "field.hold", "token.hold"],
        Ban::Flanked | Ban::OnlyFlanked | Ban::Support => &["sequence.cannot", "attack.support"],
        Ban::Overrun => &["sequence.cannot", "attack.overrun"],
        Ban::Staggered => &["sequence.cannot", "attack.stagger"],
        Ban::Cleaved => &["sequence.cannot", "keyword.cleave"],
        Ban::Ensnared => &["sequence.cannot", "keyword.ensnare"],
        Ban::CriticalAbilities => &["sequence.cannot", "attack.weapon-ability"],
        Ban::Hazards => &["sequence.cannot", "field.lethal"],
        Ban::Damaged => &["sequence.cannot", "damage.dealt"],
        Ban::TakeWeapons => &["sequence.cannot", "power.upgrade"],
        Ban::Targeted => &["sequence.cannot", "attack.target"],
        Ban::OnGuard => &["sequence.cannot", "attack.guard"],
        Ban::Uninspired => &["sequence.cannot", "inspire.uninspire"],
        Ban::Delve => &["sequence.cannot", "power.delve"],
        Ban::Abilities => &["sequence.cannot", "attack.weapon-ability"],
        Ban::RerollAttack | Ban::RerollDefence => &["sequence.cannot", "attack.reroll"],
        Ban::ActButCharge => &["sequence.cannot", "action.charge"],
        Ban::PlayPower | Ban::PlayGambits => &["sequence.cannot", "power.play"],
        Ban::Score => &["sequence.cannot", "end.score"],
        Ban::Draw => &["sequence.cannot", "cards.draw"],
        Ban::DiscardObjectives => &["sequence.cannot", "end.discard-objectives"],
        Ban::ScoreLeader => &["sequence.cannot", "trait.leader"],
        Ban::Flipped => &["sequence.cannot", "token.flip"],
        Ban::Activate => &["sequence.cannot", "action.pass"],
        Ban::Chosen
        | Ban::ChosenByGambits
        | Ban::AffectedByDomains
        | Ban::Modified
        | Ban::Reduced => &["sequence.cannot"],
        Ban::PushedByEnemies => &["sequence.cannot", "push.basic", "attack.drive-back"],
        Ban::SkipCharge => &["sequence.cannot", "action.charge"],
        Ban::Raised => &["sequence.cannot", "damage.raise"],
        Ban::TakenOut => &["sequence.cannot", "damage.out-of-action"],
        Ban::Act(kind) => action(kind),
    }
}

fn action(kind: ActionKind) -> &'static [&'static str] {
    match kind {
        ActionKind::Move => &["action.move"],
        ActionKind::Attack => &["action.attack"],
        ActionKind::Charge => &["action.charge"],
        ActionKind::Guard => &["action.guard"],
        ActionKind::Any => &["action.activation"],
    }
}

fn step(instr: &Instr) -> &'static [&'static str] {
    match instr {
        Instr::Choose(instr::Choose { term: true, .. })
        | Instr::ChooseSet(instr::ChooseSet { term: true, .. }) => {
            &["sequence.follow-all", "glossary.choose"]
        }
        Instr::Scatter(_) | Instr::PushChain(_) | Instr::Hand(_) => &["scatter.chain"],
        Instr::Damage(_) => &["damage.dealt", "damage.source"],
        Instr::Heal(_) => &["damage.heal"],
        Instr::Slay(_) => &["damage.out-of-action"],
        Instr::Give(instr::Give { token, .. }) | Instr::Take(instr::Take { token, .. }) => {
            match token {
                Token::Move => &["action.move.token"],
                Token::Charge => &["action.charge.token"],
                Token::Guard => &["action.guard", "attack.guard"],
                Token::Stagger => &["attack.stagger"],
                Token::Raise => &["damage.raise"],
            }
        }
        Instr::Spend(_) => &["action.activation"],
        Instr::Inspire(_) => &["inspire.condition"],
        Instr::Uninspire(_) => &["inspire.uninspire"],
        Instr::Push(instr::Push { way, .. }) => match way {
            PushWay::Free | PushWay::Nearest | PushWay::Through => &["push.basic", "push.obstacle"],
            PushWay::Onward => &["push.basic", "push.obstacle"],
            PushWay::Away => &["push.basic", "push.away"],
            PushWay::Toward => &["push.basic", "push.closer"],
        },
        Instr::Place(_) => &["field.empty", "push.placed"],
        Instr::Swap(_) => &["push.placed"],
        Instr::Flip(_) => &["token.flip", "field.feature"],
        Instr::RemoveToken(_) | Instr::MoveToken(_) | Instr::SwapTokens(_) => {
            &["token.moved", "field.objective"]
        }
        Instr::MarkHex(instr::MarkHex {
            mark: HexMark::Trap,
            ..
        })
        | Instr::Unmark(_) => &[],
        Instr::MarkHex(_) => &["field.blocked", "field.lethal"],
        Instr::Wield(_) => &["attack.range"],
        Instr::Draw(_) => &["cards.draw", "cards.empty"],
        Instr::PutCard(_) => &["cards.discard"],
        Instr::Grant(instr::Grant { action: kind, .. }) => match kind {
            ActionKind::Move => &["action.additional", "action.move"],
            ActionKind::Attack => &["action.additional", "action.attack"],
            ActionKind::Charge => &["action.additional", "action.charge"],
            ActionKind::Guard => &["action.additional", "action.guard"],
            ActionKind::Any => &["action.additional"],
        },
        Instr::Install(instr::Install { until, .. }) => match until {
            Until::NextActivation
            | Until::NextTurn
            | Until::OwnNextTurn
            | Until::OwnNextActivation
            | Until::Activations
            | Until::NextStep
            | Until::NextSpell => &["power.next"],
            Until::Step
            | Until::Phase
            | Until::Round
            | Until::Group
            | Until::GroupOrRound
            | Until::Game => &["power.persist"],
            Until::Attack | Until::Action | Until::Activation => &[],
        },
        Instr::CancelSpell(_) => &["spell.cast"],
        Instr::Break(_) => &["cards.break"],
        Instr::Raid(_) => &["raid.basic", "raid.emberstone", "raid.store"],
        Instr::Equip(_) => &["power.upgrade"],
        Instr::RollOff(_) => &["setup.roll-off"],
        Instr::Allow(_) => &["power.play"],
        Instr::Shuffle(_) => &["cards.draw"],
        Instr::Guide(_) | Instr::Orient(_) => &["scatter.chain"],
        Instr::Shift(_) => &["push.basic"],
        Instr::NoBounty(_) => &["damage.bounty"],
        Instr::NoDriveBack(_) => &["attack.drive-back"],
        Instr::Alter(instr::Alter { what, .. }) => match what {
            Altered::Succeed | Altered::Fail => &["attack.success"],
            Altered::TakeGlory | Altered::LoseGlory => &[],
            Altered::StopAttack => &["attack.sequence"],
            Altered::Redirect => &["attack.range"],
            Altered::Spare => &["damage.out-of-action"],
            Altered::Halt => &["push.basic"],
            Altered::HaltMove => &["action.move"],
            Altered::EndMove => &["action.move.path"],
            Altered::Unchoose => &["glossary.choose"],
            Altered::Waive => &["cards.counters"],
            Altered::Reduce
            | Altered::Raise
            | Altered::Prevent
            | Altered::Divert
            | Altered::Undo => &["damage.dealt"],
        },
        Instr::Reroll(instr::Reroll {
            of: Faces::Casting, ..
        }) => &["spell.cast"],
        Instr::Reroll(_) => &["attack.reroll"],
        Instr::Turn(instr::Turn { of, .. })
        | Instr::Drop(instr::Drop { of, .. })
        | Instr::Include(instr::Include { of, .. }) => match of {
            Faces::Attack => &["attack.roll"],
            Faces::Defence => &["attack.defence-roll"],
            Faces::Casting => &["spell.cast"],
            Faces::Own => &[],
        },
        Instr::End(_)
        | Instr::Jump(_)
        | Instr::Unless(_)
        | Instr::May(_)
        | Instr::Options(_)
        | Instr::Arm(_)
        | Instr::Each(_)
        | Instr::Next(_)
        | Instr::NextCard(_)
        | Instr::Set(_)
        | Instr::Choose(instr::Choose { term: false, .. })
        | Instr::ChooseSet(instr::ChooseSet { term: false, .. })
        | Instr::ChooseNumber(_)
        | Instr::Roll(_)
        | Instr::SetDamage(_)
        | Instr::Peek(_)
        | Instr::NameCard(_)
        | Instr::Gain(_)
        | Instr::AddCounters(_)
        | Instr::RemoveCounters(_)
        | Instr::SpendGlory(_)
        | Instr::Cease(_)
        | Instr::EndEffects(_)
        | Instr::Show(_)
        | Instr::Quiet(_)
        | Instr::CancelCard(_)
        | Instr::Track(_) => &[],
    }
}

/// When a card can be played, used or scored: a sentence for each way.
pub fn moments(card: &CardInfo, words: &Lexicon) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for clause in card.code.clauses.iter().filter(|clause| clause.effect == 0) {
        let said = match clause.role {
            Role::Play => match card.code.kind {
                CardKind::Spell => "In a power step, by a wizard, with a casting roll.".to_owned(),
                _ => "In a power step.".to_owned(),
            },
            Role::React {
                trigger,
                from,
                free,
                ..
            } => {
                let hand = match from {
                    MadeFrom::Hand => " from the hand",
                    MadeFrom::Play => "",
                };
                let what = if free { "ability" } else { words.reaction };
                let article = if what.starts_with('a') { "an" } else { "a" };
                format!("As {article} {what}{hand} {}.", moment(trigger))
            }
            Role::Action { .. } => "As an action in an activation.".to_owned(),
            Role::Score { timing, .. } => match timing {
                Timing::EndPhase => "Scored in an end phase.".to_owned(),
                Timing::LastEndPhase => "Scored in the last end phase.".to_owned(),
                Timing::Surge(trigger) => format!("Scored at once {}.", moment(trigger)),
            },
            Role::Static(_) if card.code.kind == CardKind::Upgrade => continue,
            Role::Static(_) => "In force as long as the card is.".to_owned(),
            Role::Auto(trigger) => format!("Of itself {}.", moment(trigger)),
            Role::Inspire(Some(trigger)) => format!("Inspires {}.", moment(trigger)),
            Role::Uninspire(Some(trigger)) => format!("Ceases to inspire {}.", moment(trigger)),
            Role::Break(trigger) => format!("Discarded {}.", moment(trigger)),
            Role::Inspire(None) | Role::Uninspire(None) | Role::Expire => continue,
        };
        if !found.contains(&said) {
            found.push(said);
        }
    }
    if card.code.kind == CardKind::Upgrade {
        found.insert(
            0,
            "Given to a fighter in a power step or an end phase.".to_owned(),
        );
    }
    found
}

/// A moment of the game in words.
fn moment(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::MovePicked => "when a fighter is picked to move",
        Trigger::MoveDone => "after a move",
        Trigger::AttackPicked => "before an attack is made",
        Trigger::AttackDeclared => "when an attack is declared",
        Trigger::AttackRolled => "after an attack roll",
        Trigger::AttackRollStands => "after an attack roll and all its re-rolls",
        Trigger::DefenceRolled => "after a defence roll",
        Trigger::AttackJudged => "when it is known whether an attack succeeds",
        Trigger::DamageDealt => "when damage is dealt",
        Trigger::Survived => "when a fighter survives damage",
        Trigger::TakenOut => "when a fighter is taken out",
        Trigger::DriveBackDue => "before a target is driven back",
        Trigger::DrivenBack => "after a target was driven back",
        Trigger::AttackDone => "after an attack",
        Trigger::ChargeDone => "after a charge",
        Trigger::ActionDone => "after an action",
        Trigger::ActivationDone => "after an activation",
        Trigger::CardRevealed => "when a power card is played",
        Trigger::CardResolved => "after a power card took effect",
        Trigger::UpgradeGiven => "when an upgrade is given",
        Trigger::ScatterPlaced => "when the scatter token is placed",
        Trigger::SpellDeclared => "when a spell is declared as an action",
        Trigger::ReactionDeclared => "when a reaction is declared",
        Trigger::SpellRolled => "after a casting roll",
        Trigger::SpellCast => "when a spell is cast",
        Trigger::SpellDone => "after a spell took effect",
        Trigger::TokenGiven => "when a token is given",
        Trigger::Delved => "after a delve",
        Trigger::Pushed => "after a push",
        Trigger::BecameInspired => "when a fighter becomes Inspired",
        Trigger::ReactionDone => "after a reaction",
        Trigger::Scored => "when an objective is scored",
        Trigger::ActivationStart => "at the start of an activation",
        Trigger::PowerStepDone => "after a power step",
        Trigger::PhaseStart => "at the start of the action phase",
        Trigger::PhaseEnd => "at the end of the action phase",
        Trigger::EndPhase => "at the start of the end phase",
        Trigger::UpgradeLost => "when an upgrade leaves play",
        Trigger::TrackerAdvanced => "when a tracker advances",
        Trigger::TokenTaken => "when a token is taken away",
        Trigger::RoundEnd => "at the end of a round",
        Trigger::CounterAdded => "when counters are added",
        Trigger::CounterRemoved => "when counters are removed",
        Trigger::Returned => "when a fighter returns",
        Trigger::Chosen => "when a card chooses a fighter",
        Trigger::DamageDue => "before damage is dealt",
        Trigger::Healed => "when a fighter is healed",
        Trigger::Flipped => "when a token is flipped",
        Trigger::Placed => "when a card places a fighter",
        Trigger::RoundStart => "at the start of a round",
        Trigger::Drawn => "when a card is drawn",
        Trigger::GloryGained => "when glory is gained",
        Trigger::Discarded => "when a card is discarded",
        Trigger::SpellTried => "when a fighter attempts to cast a spell",
        Trigger::SpellFailed => "when a spell fails",
        Trigger::Raided => "after a card is raided",
        Trigger::Falling => "before a fighter is taken out",
        Trigger::Entered => "when a fighter enters a hex",
        Trigger::PushDue => "before a fighter is pushed",
        Trigger::CorePicked => "when a fighter is picked to act",
        Trigger::TokenRemoved => "when a token is removed",
        Trigger::FirstTurnRolled => "after the roll-off for the first turn",
        Trigger::ActionMade => "when an action is made",
        Trigger::TokenMoved => "when a token is moved",
        Trigger::Scattered => "after an ability with Scatter is resolved",
        Trigger::CountersDue => "before counters are removed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::RulesIndex;
    use gloryhex_editions::{Content, NAMES};

    #[test]
    fn every_card_touches_rules_of_its_edition_and_has_its_moment() {
        let content = Content::embedded();
        for edition in NAMES {
            let index = RulesIndex::of(content, edition).expect("it is sound");
            let cards = content
                .catalog
                .cards
                .iter()
                .filter(|c| c.edition == edition);
            for card in cards.filter(|c| c.code.kind != CardKind::Fighter) {
                let known = rules(card)
                    .iter()
                    .filter(|id| index.rule(id).is_some())
                    .count();
                assert!(known > 0, "{edition}: {}", card.name);
                assert!(
                    !moments(card, content.words(edition)).is_empty(),
                    "{edition}: {}",
                    card.name
                );
            }
        }
    }

    #[test]
    fn every_rule_named_here_is_in_some_index() {
        let content = Content::embedded();
        let named: Ids = content.catalog.cards.iter().flat_map(rules).collect();
        let known = |id: &String| {
            NAMES.iter().any(|edition| {
                RulesIndex::of(content, edition).is_ok_and(|index| index.rule(id).is_some())
            })
        };
        let lost: Vec<&String> = named
            .iter()
            .filter(|id| !id.starts_with("faq.") && !known(id))
            .collect();
        assert!(lost.is_empty(), "{lost:?}");
    }
}

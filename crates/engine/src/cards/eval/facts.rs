//! What the facts of the card language about the attack at hand and the game mean.

use super::{
    Context,
    domain::card_number,
    props::{index, number, weapon_stat},
};
use crate::{
    attack::{Attack, Verdict, WeaponIx},
    card_run::CardRun,
    cards::{
        Also,
        statics::{Kind as Rule, supporters::OF_SUPPORT},
        steps::{raid, scatter},
    },
    effect::Source,
    frame::Frame,
    frames::{
        cast,
        combat::{damage_of, keywords_in_force},
    },
    ops::stats,
    run::Sight,
    state::Phase,
};
use gloryhex_cardlang::{Fact, GameFact, NOBODY};
use gloryhex_model::{Face, FaceSet, Keyword, Roll, Stat, Trigger};

/// Supporters as counted for the roll, or before it as they stand now.
fn supporters(context: &Context<'_>, attack: &Attack) -> [u8; 2] {
    let counting = context.busy & OF_SUPPORT != 0;
    if counting || !attack.attack_roll.is_empty() || !attack.target.is_some() {
        return attack.supporters;
    }
    crate::frames::combat::supporters(context.sight, attack)
}

/// The damage the attack deals if it succeeds. Until it is judged, a critical in the attack roll makes every success
/// of it a critical hit (Harrowdeep p.31), so that Grievous counts from the roll on.
fn damage_foreseen(sight: Sight<'_>, attack: &Attack) -> u8 {
    let mut successful = *attack;
    if attack.verdict == Verdict::Open && attack.attack_roll.count(Face::Crit) > 0 {
        successful.set(Attack::CRITICAL_HIT);
    }
    damage_of(sight, &successful)
}

/// Whether a roll has successes, and all of them are support symbols.
fn is_by_support(roll: Roll, successes: FaceSet) -> bool {
    let mut hits = roll
        .faces()
        .filter(|face| successes.contains(*face))
        .peekable();
    hits.peek().is_some() && hits.all(|face| matches!(face, Face::Sup1 | Face::Sup2))
}

/// A fact of the attack at hand.
#[inline(never)]
pub fn attack(context: &Context<'_>, fact: Fact) -> i16 {
    let Some(attack) = context.attack else {
        return match fact {
            Fact::WeaponCard | Fact::TargetHeldBefore | Fact::TargetHexBefore => NOBODY,
            _ => 0,
        };
    };
    let sight = context.sight;
    let yes = i16::from;
    let def = || stats::weapon_def(sight, attack.attacker, attack.weapon);
    let value = |which: Stat, pick: fn(&gloryhex_model::WeaponDef) -> u8| {
        let printed = def().map_or(0, pick);
        i16::from(weapon_stat(
            context,
            attack.attacker,
            attack.weapon,
            Some(attack),
            which,
            printed,
        ))
    };
    let upgrade = || {
        attack.weapon.slot().map(|slot| Source {
            seat: sight.table.owner(attack.attacker),
            slot,
        })
    };
    match fact {
        Fact::Is => 1,
        Fact::Succeeded => yes(attack.verdict == Verdict::Success),
        Fact::Failed => yes(matches!(attack.verdict, Verdict::Fail | Verdict::Draw)),
        Fact::Drawn => yes(attack.verdict == Verdict::Draw),
        Fact::CriticalHit => yes(attack.is(Attack::CRITICAL_HIT)),
        Fact::InCharge => yes(attack.is(Attack::CHARGE)),
        Fact::Range => value(Stat::Range, |def| def.range),
        Fact::Dice => value(Stat::Dice, |def| def.dice),
        // A rule that changes attacks and asks for their Damage gets it without what such rules add.
        Fact::Damage if context.busy != 0 => value(Stat::Damage, |def| def.damage),
        // What happened since, as the attacker becoming Inspired, changes nothing about the blow.
        Fact::Damage => i16::from(
            attack
                .struck()
                .unwrap_or_else(|| damage_foreseen(sight, attack)),
        ),
        Fact::PrintedDamage => i16::from(def().map_or(0, |def| def.damage)),
        Fact::Dealt => i16::from(attack.dealt),
        Fact::TookOut => yes(attack.is(Attack::TOOK_OUT)),
        Fact::TookAnyoneOut => yes(attack.fell().is_some()),
        Fact::Melee => yes(def().is_some_and(gloryhex_model::WeaponDef::is_melee)),
        Fact::Spell => yes(attack.is(Attack::SPELL) || def().is_some_and(|def| def.spell)),
        Fact::Scything => {
            let sweeps = def().is_some_and(|def| def.keywords.has(Keyword::Scything));
            yes(attack.is(Attack::SERIES) || sweeps)
        }
        Fact::WithThis => {
            let lent = attack.weapon == WeaponIx::LENT && attack.attacker == context.me;
            yes(upgrade() == Some(context.source) || lent)
        }
        Fact::WeaponCard => upgrade().map_or(NOBODY, card_number),
        Fact::Successes | Fact::DefenceSuccesses | Fact::BySupport | Fact::DefenceBySupport
            if context.busy & Rule::SUCCESS.bit() != 0 =>
        {
            0
        }
        Fact::BySupport => {
            let faces = crate::frames::combat::attack_successes(sight, attack);
            yes(is_by_support(attack.attack_roll, faces))
        }
        Fact::DefenceBySupport => {
            let faces = crate::frames::combat::defence_successes(sight, attack);
            yes(is_by_support(attack.defence_roll, faces))
        }
        Fact::Successes => i16::from(if attack.verdict == Verdict::Open {
            let faces = crate::frames::combat::attack_successes(sight, attack);
            attack.attack_roll.count_in(faces)
        } else {
            attack.successes[0]
        }),
        Fact::DefenceSuccesses => i16::from(if attack.verdict == Verdict::Open {
            let faces = crate::frames::combat::defence_successes(sight, attack);
            attack.defence_roll.count_in(faces)
        } else {
            attack.successes[1]
        }),
        Fact::DistinctFaces => attack.attack_roll.faces().count() as i16,
        Fact::AttackerSupport => i16::from(supporters(context, attack)[0]),
        Fact::TargetSupport => i16::from(supporters(context, attack)[1]),
        Fact::TargetDamageBefore => i16::from(attack.target_before[1]),
        Fact::TargetHealthBefore => {
            let [wounds, damage] = attack.target_before;
            i16::from(wounds.saturating_sub(damage))
        }
        Fact::TargetHeldBefore => index(
            Some(attack.target_hex)
                .filter(|_| attack.is(Attack::TARGET_HELD))
                .and_then(|hex| sight.state.feature_at(hex)),
        ),
        Fact::TargetHexBefore => number(attack.target_hex),
        Fact::TargetInCoverBefore => yes(attack.is(Attack::TARGET_WAS_IN_COVER)),
        Fact::FirstNow => yes(attack.is(Attack::FIRST_NOW)),
        Fact::Trapped => yes(attack.is(Attack::TRAPPED)),
        Fact::InReaction => yes(attack.is(Attack::REACTION)),
        // Those of the fighter card come first; upgrades of one fighter in slots that are 24 apart are taken for one.
        Fact::WeaponNumber => i16::from(match attack.weapon.slot() {
            Some(slot) => 8 + slot % 24,
            None => attack.weapon.0 & 7,
        }),
        // A rule that gives keywords and asks for them gets those of the weapon.
        Fact::Has(keyword) if context.busy & Rule::KEYWORDS.bit() != 0 => {
            yes(def().is_some_and(|def| def.keywords.has(keyword)))
        }
        Fact::Has(keyword) => yes(keywords_in_force(sight, attack).has(keyword)),
        Fact::DroveBack => yes(attack.is(Attack::DROVE_BACK)),
    }
}

/// What the innermost damage comes from that is being dealt or looked back at, as bits of [`Cause`].
fn cause_at_hand(sight: Sight<'_>) -> u8 {
    let mut frames = sight.state.stack.iter().rev();
    let found = frames.find_map(|frame| match frame {
        Frame::Damage(damage) => Some(damage.cause),
        Frame::Window(window) if window.moment.also.has(Also::FALL) => {
            sight.state.attack().map(Attack::fall_causes)
        }
        // At the end of an attack a fall is looked at that had no reaction step of its own.
        Frame::Combat(_) => {
            let attack = sight.state.attack();
            attack
                .filter(|a| a.fell().is_some())
                .map(Attack::fall_causes)
        }
        Frame::Window(window) => match window.moment.trigger {
            Trigger::TakenOut | Trigger::Survived => Some(window.moment.bind.cause),
            _ => None,
        },
        _ => None,
    });
    found.unwrap_or(0)
}

/// The card that deals the innermost damage: the one being resolved right beneath it.
fn damage_card(sight: Sight<'_>) -> Option<Source> {
    let above = sight.state.stack.iter().rev();
    let above = above.take_while(|frame| !matches!(frame, Frame::Damage(_)));
    let at = sight.state.stack.depth().checked_sub(1 + above.count())?;
    let resolved = |frame: &&Frame| matches!(frame, Frame::Card(_));
    let beneath = sight.state.stack.iter().nth(at.checked_sub(1)?);
    let cards = sight.state.stack.iter().take(at).filter(resolved).count();
    let dealing = beneath.filter(resolved).and(cards.checked_sub(1))?;
    sight.state.cards.get(dealing).map(|card| card.source)
}

/// The spell that is being cast or resolved, or else the one that was resolved last.
pub fn spell_at_hand(context: &Context<'_>) -> Option<CardRun> {
    let state = context.sight.state;
    let cards = state.cards_at_hand().iter().rev();
    let spell = |card: &&CardRun| card.is(CardRun::TO_CAST) || card.is(CardRun::CAST);
    let at_hand = cards.chain(context.card).find(spell).copied();
    at_hand.or_else(|| state.past_spell.card())
}

/// A fact of the game as a whole.
#[inline(never)]
pub fn game(context: &Context<'_>, fact: GameFact) -> i16 {
    let sight = context.sight;
    let clock = &sight.state.clock;
    match fact {
        GameFact::Round => i16::from(clock.round),
        GameFact::Rounds => i16::from(sight.rules().rounds),
        GameFact::Players => i16::from(clock.players),
        GameFact::ActionPhase => i16::from(matches!(clock.phase, Phase::Action | Phase::Power)),
        GameFact::PowerStep => i16::from(clock.phase == Phase::Power),
        GameFact::LastPowerStep => {
            let all = sight.rules().turns[clock.players as usize] * clock.players;
            i16::from(clock.phase == Phase::Power && clock.turn >= all)
        }
        GameFact::ChainEnd => context.card.map_or(NOBODY, |card| number(card.chain_end())),
        GameFact::DamageCard => damage_card(sight).map_or(NOBODY, card_number),
        GameFact::FirstScatter => {
            let card = sight.state.card();
            i16::from(card.is_some_and(|card| scatter::nth(sight, card) == 1))
        }
        GameFact::MoreRaided => i16::from(raid::is_additional(sight)),
        GameFact::Steps => i16::from(clock.steps.0),
        GameFact::DamageBy(cause) => i16::from(cause_at_hand(sight) >> cause as u8 & 1),
        GameFact::SpellNeed => {
            let spell = spell_at_hand(context);
            let value =
                spell.and_then(|card| cast::value_of(sight.table, card.source, card.clause));
            value.map_or(0, |value| i16::from(value.n))
        }
        GameFact::SpellInReaction => {
            i16::from(spell_at_hand(context).is_some_and(|card| card.is(CardRun::REACTION)))
        }
        GameFact::Backlash => {
            let by_card = context.card.is_some_and(|card| card.is(CardRun::BACKLASH));
            let by_attack = context.attack.is_some_and(|a| a.is(Attack::BACKLASH));
            i16::from(by_card || by_attack)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial, YOU};

    fn about(context: &Context<'_>, fact: Fact) -> i16 {
        attack(context, fact)
    }

    #[test]
    fn facts_are_those_of_the_attack_at_hand() {
        let mut trial = Trial::ploy("draw 1 power");
        let card = Source { seat: YOU, slot: 0 };
        let none = Context::new(trial.sight(), card, ASH).map(|c| about(&c, Fact::Is));
        assert_eq!(none, Some(0));
        let at_hand = trial.attack(ASH, DOCK);
        at_hand.verdict = Verdict::Draw;
        at_hand.attack_roll = Roll::of(&[Face::Hammer, Face::Crit]);
        at_hand.target_before = [4, 1];
        let context = Context::new(trial.sight(), card, ASH);
        let Some(context) = context else {
            panic!("no card")
        };
        for (fact, value) in [
            (Fact::Is, 1),
            (Fact::Succeeded, 0),
            (Fact::Failed, 1),
            (Fact::Drawn, 1),
            (Fact::Range, 2),
            (Fact::Dice, 2),
            (Fact::Melee, 1),
            (Fact::DistinctFaces, 2),
            (Fact::TargetHealthBefore, 3),
        ] {
            assert_eq!(about(&context, fact), value, "{fact:?}");
        }
        assert_eq!(game(&context, GameFact::Round), 1);
        assert_eq!(game(&context, GameFact::PowerStep), 0);
    }
}

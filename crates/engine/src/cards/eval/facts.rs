//! What the facts of the card language about the attack at hand and the game mean.

use super::{
    Context,
    domain::card_number,
    props::{index, number, weapon_stat},
};
use crate::{
    attack::{Attack, Verdict, WeaponIx},
    cards::statics::Kind as Rule,
    effect::Source,
    event::By,
    frame::Frame,
    frames::{combat::damage_of, damage::Damage},
    ops::stats,
    run::Sight,
    state::Phase,
};
use gloryhex_cardlang::{Fact, GameFact, NOBODY};
use gloryhex_model::{Face, Keyword, Stat};

/// Supporters as counted for the roll, or before it as they stand now.
fn supporters(context: &Context<'_>, attack: &Attack) -> [u8; 2] {
    let counting = [
        Rule::COUNTS_AS,
        Rule::SUPPORT,
        Rule::NO_SUPPORT,
        Rule::SUPPORTS,
        Rule::FLANKED,
    ]
    .into_iter()
    .any(|kind| context.busy & kind.bit() != 0);
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
        Fact::Damage => i16::from(damage_foreseen(sight, attack)),
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
        Fact::Successes | Fact::DefenceSuccesses if context.busy & Rule::SUCCESS.bit() != 0 => 0,
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
        Fact::FirstNow => yes(attack.is(Attack::FIRST_NOW)),
        Fact::Trapped => yes(attack.is(Attack::TRAPPED)),
        Fact::InReaction => yes(attack.is(Attack::REACTION)),
        Fact::DroveBack => yes(attack.is(Attack::DROVE_BACK)),
    }
}

/// The innermost damage that is being dealt.
pub fn damage_at_hand(sight: Sight<'_>) -> Option<Damage> {
    let mut frames = sight.state.stack.iter().rev();
    frames.find_map(|frame| match frame {
        Frame::Damage(damage) => Some(*damage),
        _ => None,
    })
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
        GameFact::ByAttack => i16::from(damage_at_hand(sight).is_some_and(|damage| damage.attack)),
        GameFact::ByHazard => {
            let by = damage_at_hand(sight).map(|damage| damage.by);
            i16::from(by == Some(By::Hazard))
        }
        GameFact::Backlash => {
            let by_card = context
                .card
                .is_some_and(|card| card.is(crate::card_run::CardRun::BACKLASH));
            let by_attack = context.attack.is_some_and(|a| a.is(Attack::BACKLASH));
            i16::from(by_card || by_attack)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial, YOU};
    use gloryhex_model::Roll;

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

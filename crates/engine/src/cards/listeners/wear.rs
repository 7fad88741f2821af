//! Lasting effects at a moment: those that serve only the first attack, move, damage or spell note that it has come,
//! and what a card has kept for the end of an effect happens.

use super::moment::Moment;
use crate::{
    attack::Attack,
    card_run::CardRun,
    cards::{offer::prepared, statics},
    effect::Effect,
    frame::Frame,
    frames::card,
    ops::lasting,
    run::{Run, Sight},
};
use gloryhex_cardlang::{Clause, HexRule, Role, Static, Subject};
use gloryhex_model::{Face, FighterId, Stat, Trigger, trigger::TriggerSet};

/// Effects that serve only the first attack, move, damage or spell note that it has come.
#[inline(never)]
pub(super) fn wear_out(run: &mut Run<'_>, moment: &Moment) {
    if moment.ends_action() && !charging(run) {
        lasting::action_ends(run);
    }
    let in_attack = IN_ATTACK.contains(moment.trigger);
    if !in_attack && !ENDS_FIRST.contains(moment.trigger) {
        return;
    }
    let used = if in_attack { run.state.n_attacks } else { OVER };
    let served = note_served(run, used, |sight, effect| {
        effect.used == 0 && serves(sight, effect, moment)
    });
    if served {
        lasting::lay_aside(run);
        end_served(run);
    }
}

/// Moments at which an attack makes use of what is for the first attack, which then lasts as long as that attack.
const IN_ATTACK: TriggerSet = TriggerSet::of(&[Trigger::AttackRolled, Trigger::AttackJudged]);

/// Moments with which what is for the first move or the first damage is over.
const ENDS_FIRST: TriggerSet = TriggerSet::of(&[Trigger::MoveDone, Trigger::DamageDealt]);

/// In place of the attack by which an effect was used: it serves nothing else.
const OVER: u8 = u8::MAX;

/// Notes by what those effects were used that serve only once and serve now. Whether there are any.
fn note_served(run: &mut Run<'_>, used: u8, serves: impl Fn(Sight<'_>, &Effect) -> bool) -> bool {
    let sight = run.sight();
    let now = |effect: &Effect| effect.term.first() && effect.in_force() && serves(sight, effect);
    let effects = sight.state.effects.iter().enumerate();
    let served = effects.fold(0u32, |set, (ix, effect)| set | u32::from(now(effect)) << ix);
    for (ix, effect) in run.state.effects.iter_mut().enumerate() {
        if served >> ix & 1 == 1 {
            effect.used = used;
        }
    }
    served != 0
}

/// Ends the effects that have served once and serve nothing else.
fn end_served(run: &mut Run<'_>) {
    lasting::end(run, |effect| effect.term.first() && effect.used == OVER);
}

fn charging(run: &Run<'_>) -> bool {
    run.state
        .stack
        .iter()
        .any(|frame| matches!(frame, Frame::Charge(charge) if charge.stage < 2))
}

/// Whether some rule of the effect has been applied to what the moment is about.
fn serves(sight: Sight<'_>, effect: &Effect, moment: &Moment) -> bool {
    let attack = sight.state.attack();
    let Some(mut context) = statics::effect_context(sight, effect) else {
        return false;
    };
    if moment.trigger == Trigger::MoveDone {
        let mover = moment.bind.fighter;
        let charges = |frame: &Frame| matches!(frame, Frame::Charge(c) if c.fighter == mover);
        context.busy = statics::moves::intent(sight.state.stack.iter().any(charges));
        context.about = mover;
    }
    let acts_now = context.code.clauses.iter().any(|clause| {
        clause.effect == effect.number
            && clause
                .role
                .trigger()
                .is_some_and(|trigger| moment.is(trigger))
    });
    if acts_now {
        return false;
    }
    context.code.clauses.iter().any(|clause| {
        let Role::Static(rule) = clause.role else {
            return false;
        };
        if clause.effect != effect.number {
            return false;
        }
        // What the rule changes is asked for without the rule, as where it is applied.
        let mut context = context;
        context.busy |= statics::Kind::of(rule.what).bit();
        let applies = |fighter: FighterId, attack| {
            let mut context = context;
            fighter.is_some() && statics::applies(&mut context, clause, rule, fighter, attack)
        };
        let about = moment.bind.fighter;
        if moment.trigger == Trigger::MoveDone {
            return of_moves(rule.what) && applies(about, None);
        }
        if moment.trigger == Trigger::DamageDealt {
            return caps_damage(rule.what) && applies(about, attack);
        }
        let Some(attack) = attack else { return false };
        match rule.subject {
            // Who supports in the first attack is said of whoever makes it.
            Subject::Attack if matches!(rule.what, Static::NoSupport(_)) => true,
            Subject::Attack => applies(attack.attacker, Some(attack)),
            Subject::Fighter if of_casting(rule.what) => {
                attack.is(Attack::SPELL) && applies(attack.attacker, None)
            }
            // What is said of fighters for the first attack is over with it, whoever makes it.
            Subject::Fighter => !of_moves(rule.what) && !caps_damage(rule.what),
            Subject::Player | Subject::Token => false,
        }
    })
}

/// Whether a rule is about casting spells.
fn of_casting(what: Static) -> bool {
    matches!(
        what,
        Static::Casting(_)
            | Static::Innate(Face::Focus | Face::Channel)
            | Static::Modify {
                stat: Stat::Wizard,
                ..
            }
    )
}

/// Whether a rule is about how fighters move.
fn of_moves(what: Static) -> bool {
    matches!(
        what,
        Static::Modify {
            stat: Stat::Move,
            ..
        } | Static::ThroughFighters
            | Static::Ethereal
            | Static::Further { .. }
            | Static::Hexes(
                HexRule::Teleport
                    | HexRule::NoLanding
                    | HexRule::NoPushEnd
                    | HexRule::Lethal
                    | HexRule::Hazard,
                _
            )
            | Static::Ignores(_)
            | Static::IgnoresTokens
            | Static::Trait(_)
    )
}

/// Whether a rule is about how much damage a fighter can suffer.
fn caps_damage(what: Static) -> bool {
    matches!(what, Static::DamageCap(_) | Static::DamageCapTurn(_))
}

/// A fighter has tried to cast a spell: effects for the first spell that changed its casting roll have had it.
pub fn wear_by_spell(run: &mut Run<'_>, caster: FighterId) {
    let served = note_served(run, OVER, |sight, effect| {
        statics::effect_context(sight, effect).is_some_and(|context| {
            context.code.clauses.iter().any(|clause| {
                let mut context = context;
                matches!(clause.role, Role::Static(rule) if clause.effect == effect.number
                    && of_casting(rule.what)
                    && statics::applies(&mut context, clause, rule, caster, None))
            })
        })
    });
    if served {
        end_served(run);
    }
}

/// What a card has kept for the end of its effect: the number of the clause.
fn kept_for_end(run: &Run<'_>, effect: &Effect) -> Option<usize> {
    let at_its_end =
        |clause: &Clause| clause.effect == effect.number && clause.role == Role::Expire;
    let code = run.table.code(effect.source)?;
    code.clauses.iter().position(at_its_end)
}

/// Whether a card has kept something for the end of its effect.
pub fn has_end(run: &Run<'_>, effect: &Effect) -> bool {
    kept_for_end(run, effect).is_some()
}

/// A lasting effect ended: what the card has kept for that happens now.
pub fn expire(run: &mut Run<'_>, effect: &Effect) {
    let kept = kept_for_end(run, effect);
    let context = statics::effect_context(run.sight(), effect);
    let (Some(ix), Some(context)) = (kept, context) else {
        return;
    };
    let clause = &context.code.clauses[ix];
    if context.holds(clause.when) {
        let slots = effect.slots;
        let begun = prepared(effect.source, effect.me, ix, context.code, 0);
        card::begin(run, CardRun { slots, ..begun });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, CEDAR, Trial};
    use crate::{bind::Bind, cards::Also};

    #[test]
    fn an_effect_for_the_first_move_ends_with_it() {
        let mut trial = Trial::ploy("effect round first { static friends get move +1 }");
        trial.play(&[]);
        let moved = |who| Moment {
            trigger: Trigger::MoveDone,
            bind: Bind::fighter(who),
            also: Also::NOTHING,
        };
        trial.with_run(|run| wear_out(run, &moved(FighterId(3))));
        assert_eq!(trial.game.state.effects.iter().count(), 1);
        trial.with_run(|run| wear_out(run, &moved(CEDAR)));
        assert_eq!(trial.game.state.effects.iter().count(), 0);
        assert!(trial.fighter(ASH).on_field());
    }
}

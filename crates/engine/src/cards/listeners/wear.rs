//! Lasting effects at a moment: those that serve only the first attack, move, damage or spell note that it has come,
//! and what a card has kept for the end of an effect happens.

use super::moment::Moment;
use crate::{
    attack::Attack,
    card_run::CardRun,
    cards::{offer::prepared, statics},
    effect::{Effect, Until},
    frame::Frame,
    frames::card,
    ops::lasting,
    run::{Run, Sight},
};
use gloryhex_cardlang::{Clause, Role, Static, Subject};
use gloryhex_model::{Face, FighterId, Stat, Trigger};

/// Effects that serve only the first attack, move, damage or spell note that it has come.
#[inline(never)]
pub(super) fn wear_out(run: &mut Run<'_>, moment: &Moment) {
    let (mut acting, mut first) = (false, false);
    for effect in run.state.effects.iter() {
        acting |= effect.term.until() == Until::ThisAction;
        first |= effect.term.first() & (effect.used == 0);
    }
    if acting && moment.ends_action() && !charging(run) {
        lasting::action_ends(run);
    }
    if !first {
        return;
    }
    let noted = matches!(
        moment.trigger,
        Trigger::AttackRolled | Trigger::AttackJudged | Trigger::MoveDone | Trigger::DamageDealt
    );
    if !noted {
        return;
    }
    let (sight, mut served) = (run.sight(), 0);
    for (ix, effect) in sight.state.effects.iter().enumerate() {
        let waits = effect.term.first() && effect.used == 0 && effect.in_force();
        let attack = sight.state.attack();
        served |= u32::from(waits && serves(sight, effect, moment, attack)) << ix;
    }
    if served == 0 {
        return;
    }
    let in_attack = matches!(
        moment.trigger,
        Trigger::AttackRolled | Trigger::AttackJudged
    );
    let nth = run.state.n_attacks;
    note_served(run, served, if in_attack { nth } else { u8::MAX });
    lasting::lay_aside(run);
    if !in_attack {
        end_served(run);
    }
}

/// Notes of some effects, as bits of their places, by what they were used.
fn note_served(run: &mut Run<'_>, served: u32, used: u8) {
    for (ix, effect) in run.state.effects.iter_mut().enumerate() {
        if served >> ix & 1 == 1 {
            effect.used = used;
        }
    }
}

/// Ends the effects that have served once and serve nothing else.
fn end_served(run: &mut Run<'_>) {
    lasting::end(run, |effect| effect.term.first() && effect.used == u8::MAX);
}

fn charging(run: &Run<'_>) -> bool {
    run.state
        .stack
        .iter()
        .any(|frame| matches!(frame, Frame::Charge(charge) if charge.stage < 2))
}

/// Whether some rule of the effect has been applied to what the moment is about.
fn serves(sight: Sight<'_>, effect: &Effect, moment: &Moment, attack: Option<&Attack>) -> bool {
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
        match moment.trigger {
            Trigger::AttackRolled | Trigger::AttackJudged => {
                let Some(attack) = attack else { return false };
                let of_move = matches!(
                    rule.what,
                    Static::Modify {
                        stat: Stat::Move | Stat::Wizard,
                        ..
                    } | Static::DamageCap(_)
                        | Static::DamageCapTurn(_)
                        | Static::ThroughFighters
                        | Static::Ethereal
                        | Static::Teleport(_)
                        | Static::NoLanding(_)
                        | Static::Further { .. }
                        | Static::Lethal(_)
                        | Static::Ignores(_)
                        | Static::Trait(_)
                        | Static::Casting(_)
                );
                // What is said of fighters for the first attack is over with it, whoever makes it.
                match rule.subject {
                    // Who supports in the first attack is said of whoever makes it.
                    Subject::Attack if matches!(rule.what, Static::NoSupport(_)) => true,
                    Subject::Attack => applies(attack.attacker, Some(attack)),
                    Subject::Fighter if of_casting(rule.what) => {
                        attack.is(Attack::SPELL) && applies(attack.attacker, None)
                    }
                    Subject::Fighter => !of_move,
                    Subject::Player => false,
                }
            }
            Trigger::MoveDone => {
                let of_move = matches!(
                    rule.what,
                    Static::Modify {
                        stat: Stat::Move,
                        ..
                    } | Static::ThroughFighters
                        | Static::Ethereal
                        | Static::Teleport(_)
                        | Static::NoLanding(_)
                        | Static::Further { .. }
                        | Static::Lethal(_)
                        | Static::Ignores(_)
                        | Static::Trait(_)
                );
                of_move && applies(moment.bind.fighter, None)
            }
            Trigger::DamageDealt => {
                let cap = matches!(rule.what, Static::DamageCap(_) | Static::DamageCapTurn(_));
                cap && applies(moment.bind.fighter, attack)
            }
            _ => false,
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

/// A fighter has tried to cast a spell: effects for the first spell that changed its casting roll have had it.
pub fn wear_by_spell(run: &mut Run<'_>, caster: FighterId) {
    let (sight, mut served) = (run.sight(), 0u32);
    for (ix, effect) in sight.state.effects.iter().enumerate() {
        let Some(context) = statics::effect_context(sight, effect)
            .filter(|_| effect.term.first() && effect.in_force())
        else {
            continue;
        };
        let serves = context.code.clauses.iter().any(|clause| {
            let mut context = context;
            matches!(clause.role, Role::Static(rule) if clause.effect == effect.number
                && of_casting(rule.what)
                && statics::applies(&mut context, clause, rule, caster, None))
        });
        served |= u32::from(serves) << ix;
    }
    if served != 0 {
        note_served(run, served, u8::MAX);
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
        let begun = prepared(effect.source, effect.me, ix, clause, 0);
        card::begin(run, CardRun { slots, ..begun });
    }
}

/// How long an effect of a card lasts, in the terms of the game.
pub fn until_of(until: gloryhex_cardlang::Until) -> Until {
    use gloryhex_cardlang::Until as Said;
    match until {
        Said::Attack => Until::ThisAttack,
        Said::Action => Until::ThisAction,
        Said::Activation => Until::ThisActivation,
        Said::NextActivation => Until::NextActivation,
        Said::Activations => Until::Countdown,
        Said::NextSpell => Until::NextSpell,
        Said::Phase => Until::Phase,
        Said::Round => Until::Round,
        Said::Group => Until::Replaced,
        Said::GroupOrRound => Until::RoundOrReplaced,
        Said::Step => Until::ThisStep,
        Said::NextStep => Until::NextStep,
        Said::NextTurn => Until::NextTurn,
        Said::OwnNextTurn => Until::OwnNextTurn,
        Said::OwnNextActivation => Until::OwnNextActivation,
        Said::Game => Until::Game,
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

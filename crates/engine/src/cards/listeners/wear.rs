//! Lasting effects at a moment: those that serve only the first attack, move, damage or spell note that it has come,
//! and what a card has kept for the end of an effect happens.

use super::moment::Moment;
use crate::{
    attack::Attack,
    card_run::CardRun,
    cards::statics,
    effect::{Effect, Until},
    frame::Frame,
    frames::card,
    ops::lasting,
    run::{Run, Sight},
};
use gloryhex_cardlang::{Clause, Role, Static, Subject};
use gloryhex_model::{FighterId, Stat, Trigger};

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
        Trigger::AttackRolled
            | Trigger::AttackJudged
            | Trigger::MoveDone
            | Trigger::DamageDealt
            | Trigger::SpellDone
    );
    if !noted {
        return;
    }
    let nth = run.state.n_attacks;
    let mut marked = [false; crate::effect::MAX_EFFECTS];
    {
        let sight = run.sight();
        let attack = sight.state.attack();
        for (ix, effect) in sight.state.effects.iter().enumerate() {
            marked[ix] = effect.term.first()
                && effect.used == 0
                && effect.in_force()
                && serves(sight, effect, moment, attack);
        }
    }
    if !marked.contains(&true) {
        return;
    }
    let in_attack = matches!(
        moment.trigger,
        Trigger::AttackRolled | Trigger::AttackJudged
    );
    for (effect, marked) in run.state.effects.iter_mut().zip(marked) {
        if marked {
            effect.used = if in_attack { nth } else { u8::MAX };
        }
    }
    lasting::lay_aside(run);
    if !in_attack {
        lasting::end(run, |effect| effect.term.first() && effect.used == u8::MAX);
    }
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
                        | Static::Trait(_)
                );
                // What is said of fighters for the first attack is over with it, whoever makes it.
                match rule.subject {
                    // Who supports in the first attack is said of whoever makes it.
                    Subject::Attack if matches!(rule.what, Static::NoSupport(_)) => true,
                    Subject::Attack => applies(attack.attacker, Some(attack)),
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
                        | Static::Trait(_)
                );
                of_move && applies(moment.bind.fighter, None)
            }
            Trigger::DamageDealt => {
                let cap = matches!(rule.what, Static::DamageCap(_) | Static::DamageCapTurn(_));
                cap && applies(moment.bind.fighter, attack)
            }
            Trigger::SpellDone => {
                let of_spell = matches!(
                    rule.what,
                    Static::Innate(_)
                        | Static::Modify {
                            stat: Stat::Wizard,
                            ..
                        }
                );
                of_spell && applies(moment.bind.fighter, None)
            }
            _ => false,
        }
    })
}

/// Whether a card has kept something for the end of its effect.
pub fn has_end(run: &Run<'_>, effect: &Effect) -> bool {
    run.table.code(effect.source).is_some_and(|code| {
        code.clauses
            .iter()
            .any(|clause| clause.effect == effect.number && clause.role == Role::Expire)
    })
}

/// A lasting effect ended: what the card has kept for that happens now.
pub fn expire(run: &mut Run<'_>, effect: &Effect) {
    let Some(code) = run.table.code(effect.source) else {
        return;
    };
    let at_its_end =
        |clause: &Clause| clause.effect == effect.number && clause.role == Role::Expire;
    let Some(ix) = code.clauses.iter().position(at_its_end) else {
        return;
    };
    let mut context_holds = false;
    if let Some(context) = statics::effect_context(run.sight(), effect) {
        context_holds = context.holds(code.clauses[ix].when);
    }
    if context_holds {
        card::begin(
            run,
            CardRun {
                source: effect.source,
                me: effect.me,
                clause: ix as u8,
                slots: effect.slots,
                effect: effect.number,
                ..CardRun::NONE
            },
        );
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
        Said::NextTurn => Until::NextTurn,
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

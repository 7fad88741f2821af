//! A moment has come: whether something happens at it, and whether a window for reactions opens. Who is
//! Inspired is in [`super::inspire`], which objectives are met in [`super::surge`].
//!
//! A moment is looked at when the step in which it came is over. The window itself, and what happens
//! of itself inside it, is a frame.

use super::{
    Also,
    inspire::inspire,
    moment::Moment,
    statics::{self, in_play},
    surge::{meets_surge, surge},
};
use crate::{
    attack::Attack,
    bind::Bind,
    bits::Bits,
    card_run::CardRun,
    effect::{Effect, Until},
    frame::Frame,
    frames::{card, window::Window},
    ops::lasting,
    ruleset::Surge,
    run::{Later, Run, Sight, Windows},
};
use gloryhex_cardlang::{Clause, Role, Static, Subject};
use gloryhex_model::{FighterId, Seat, Stat, Trigger};

/// A moment has come. What it brings is looked at when the present step is over.
pub fn fire(run: &mut Run<'_>, trigger: Trigger, bind: Bind, also: Also) {
    let mut also = also;
    let fell = run
        .state
        .attack()
        .is_some_and(|attack| attack.is(Attack::TOOK_OUT) && attack.target == bind.fighter);
    if fell && run.rules().falls_wait_for_attack {
        match trigger {
            Trigger::TakenOut => also = also.and(Also::WAITS),
            Trigger::AttackDone => also = also.and(Also::FALL),
            _ => {}
        }
    }
    let moment = Moment {
        trigger,
        bind,
        also,
    };
    if !run.state.effects.is_empty() {
        wear_out(run, &moment);
    }
    let index = &run.table.index;
    let set = moment.set().0;
    let waited = index.waited.0 & set != 0 || index.any_always;
    let due =
        moment.ends_action() || trigger == Trigger::PhaseEnd || trigger == Trigger::DamageDealt;
    if waited || due || run.rules().windows.0 & set != 0 {
        run.later(Later::Moment(moment));
    }
}

/// Effects that serve only the first attack, move, damage or spell note that it has come.
fn wear_out(run: &mut Run<'_>, moment: &Moment) {
    if moment.ends_action() && !charging(run) {
        lasting::action_ends(run);
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
        context.busy = statics::intent(sight.state.stack.iter().any(charges));
        context.about = mover;
    }
    let acts_now = context.code.clauses.iter().any(|clause| {
        clause.effect == effect.number
            && clause
                .role
                .trigger()
                .is_some_and(|trigger| moment.triggers().any(|each| each == trigger))
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
        let applies = |fighter: FighterId, attack| {
            fighter.is_some() && statics::applies(&context, clause, rule, fighter, attack).is_some()
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
                    Subject::Attack => applies(attack.attacker, Some(attack)),
                    Subject::Fighter => !of_move,
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

/// Opens a window for a moment; `calm` if it is known that no surge objective is met as things are.
pub fn open(run: &mut Run<'_>, moment: Moment, calm: bool) {
    run.push(Frame::Window(Window::new(moment, calm)));
}

/// Settles a moment at which nobody has anything to do or to decide.
pub fn pass_by(run: &mut Run<'_>, moment: &Moment) {
    if inspire(run, moment) || run.rules().surge == Surge::InStep {
        surge(run, moment);
    }
}

/// What a moment needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing that takes a frame of its own.
    Nothing,
    /// A window, and no surge objective is met as things are.
    Window,
    /// A window in which surge objectives pay.
    Surge,
}

/// Whether something may happen at the moment that takes a frame of its own.
#[inline(always)]
pub fn need(run: &Run<'_>, moment: &Moment) -> Need {
    if meets_surge(run.sight(), moment) {
        Need::Surge
    } else if needs_window(run, moment) {
        Need::Window
    } else {
        Need::Nothing
    }
}

#[inline(always)]
fn needs_window(run: &Run<'_>, moment: &Moment) -> bool {
    let sight = run.sight();
    let index = &run.table.index;
    let set = moment.set().0;
    let react = moment.reaction_set().0;
    let open = run.windows == Windows::Public && run.rules().windows.0 & react != 0;
    let all = &index.waits;
    let touched =
        (all.react.0 | all.free.0) & react | (all.auto.0 | index.lasting_triggers.0) & set;
    if touched == 0 && !open && !breaks_illusions(moment.trigger) {
        return false;
    }
    let effects = sight.state.effects.iter().any(|effect| {
        effect.source.seat != Seat::NONE
            && index.of(effect.source.seat).lasting_triggers.0 & set != 0
    });
    effects
        || run.state.all_seats().any(|seat| {
            let holding = index.of(seat);
            let waits = &holding.waits;
            let hand = run.state.seats[seat].power.hand();
            if open && hand != 0
                || breaks_illusions(moment.trigger)
                    && holding.illusions & run.state.seats[seat].power.equipped() != 0
            {
                return true;
            }
            let usable = (waits.react.0 | waits.free.0) & react;
            let auto = waits.auto.0 & set;
            if usable | auto == 0 {
                return false;
            }
            let play = in_play(sight, seat);
            let in_force = |masks: &[u128; Trigger::COUNT], of: u64| {
                Bits(of).any(|trigger| masks[trigger as usize] & play != 0)
            };
            in_force(&holding.auto, auto)
                || in_force(&holding.play, usable)
                || Bits(usable).any(|trigger| holding.hand[trigger as usize] & hand != 0)
        })
}

/// Whether illusions may break at the moment of themselves (Harrowdeep p.37).
pub fn breaks_illusions(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::DamageDealt | Trigger::PhaseEnd)
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
        Said::Game => Until::Game,
    }
}

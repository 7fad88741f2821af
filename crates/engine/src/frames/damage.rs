//! A fighter is dealt damage: the damage, a moment to react, the check, another moment.
//!
//! The same sequence serves attacks, hazards, cards and backlash (Harrowdeep p.33, p.40).

use crate::{
    attack::Attack,
    bind::Bind,
    cards::{self, Also, watches::Noted},
    event::By,
    frame::Frame,
    ops::harm,
    run::{Flow, Run, Step},
};
use gloryhex_cardlang::Cause;
use gloryhex_model::{Deed, FighterId, Trigger};
use serde::{Deserialize, Serialize};

/// Damage being dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Damage {
    /// To whom.
    pub fighter: FighterId,
    /// How much.
    pub amount: u8,
    /// By whom or what.
    pub by: By,
    /// Whether it is the damage of the attack being resolved.
    pub attack: bool,
    /// How far it has come.
    pub stage: u8,
    /// The fighter had not been hurt before in this phase.
    #[serde(default)]
    pub fresh: bool,
    /// What it comes from, as bits of [`Cause`].
    #[serde(default)]
    pub cause: u8,
    /// The fighter goes out of action, however much damage it has.
    #[serde(default)]
    pub slain: bool,
}

/// The damage has been dealt; a card may still undo it.
const DEALT: u8 = 1;
/// Everybody has had a word before the damage is dealt.
const ANNOUNCED: u8 = 2;
/// Nothing is dealt: what the fighter has suffered is more than it can bear now.
const FALLS: u8 = 3;
/// The fighter is about to go out of action, and everybody has had a word about it.
const FALLING: u8 = 5;
/// It has been dealt and looked at; cards may still ask what it came from.
const OVER: u8 = 4;

impl Damage {
    /// Damage outside an attack's own.
    pub fn new(fighter: FighterId, amount: u8, by: By) -> Damage {
        Damage {
            fighter,
            amount,
            by,
            attack: false,
            stage: 0,
            fresh: false,
            cause: u8::from(by == By::Hazard) << Cause::Hazard as u8,
            slain: false,
        }
    }
    /// Backlash: a caster is hurt by its own spell.
    pub fn backlash(caster: FighterId) -> Damage {
        Damage {
            cause: 1 << Cause::Backlash as u8,
            ..Damage::new(caster, 1, By::Fighter(caster))
        }
    }
    /// Damage that has been announced.
    #[cfg(test)]
    pub fn announced(fighter: FighterId, amount: u8) -> Damage {
        Damage {
            stage: ANNOUNCED,
            ..Damage::new(fighter, amount, By::Nobody)
        }
    }
    /// The fall of a fighter who has suffered more than it can bear now.
    pub fn fall(fighter: FighterId, by: By) -> Damage {
        Damage {
            stage: FALLS,
            ..Damage::new(fighter, 1, by)
        }
    }
    /// The fall of a fighter whom a card takes out.
    pub fn slain(fighter: FighterId, by: By, cause: u8) -> Damage {
        Damage {
            slain: true,
            cause,
            ..Damage::fall(fighter, by)
        }
    }
    /// Lets a fighter who is about to go out of action stay. Whether this is its fall.
    pub fn spare(&mut self, fighter: FighterId) -> bool {
        let falls = self.stage == FALLING && self.fighter == fighter;
        self.amount *= u8::from(!falls);
        falls
    }
    /// Whether it has been dealt, and is more than nothing.
    pub fn is_dealt(&self) -> bool {
        self.stage == DEALT && self.amount > 0
    }
    /// Whether it has been announced and is still to be dealt.
    pub fn is_due(&self) -> bool {
        self.stage == ANNOUNCED
    }
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Damage) -> Step {
    let other = match frame.by {
        By::Fighter(fighter) => fighter,
        _ => FighterId::NONE,
    };
    match frame.stage {
        0 if is_awaited(run, &frame) => {
            frame.stage = ANNOUNCED;
            run.put(Frame::Damage(frame));
            let bind = bound(run, &frame, other);
            cards::tell(run, Trigger::DamageDue, bind);
            Ok(Flow::On)
        }
        0 | ANNOUNCED => {
            // What was announced was more than nothing; a card may have taken all of it away since.
            let meant = frame.amount > 0 || frame.is_due();
            frame.fresh = !run.state.fighter(frame.fighter).did(Deed::WasHurt);
            frame.amount = harm::hurt(run, frame.fighter, frame.amount, frame.by);
            let prevented = meant && frame.amount == 0 && run.rules().success_needs_damage;
            if frame.attack
                && let Some(attack) = run.state.attack_mut()
            {
                attack.dealt = frame.amount;
                if prevented {
                    attack.set(Attack::DAMAGE_PREVENTED);
                }
            }
            frame.stage = DEALT;
            run.put(Frame::Damage(frame));
            if frame.amount > 0 {
                let bind = bound(run, &frame, other);
                cards::fire(run, Trigger::DamageDealt, bind, Also::NOTHING);
            }
            Ok(Flow::On)
        }
        OVER => run.done(),
        _ => {
            if frame.is_dealt() {
                let bind = bound(run, &frame, other);
                cards::stand(run, Trigger::DamageDealt, bind);
                if run.table.watches.notes(Noted::Harm) {
                    note(run, &frame, other);
                }
            }
            let falls = frame.amount > 0
                && (harm::doomed(run, frame.fighter)
                    || frame.slain && harm::can_fall(run, frame.fighter));
            if falls && frame.stage != FALLING && cards::is_heard(run, Trigger::Falling) {
                frame.stage = FALLING;
                run.put(Frame::Damage(frame));
                let bind = bound(run, &frame, other);
                cards::tell(run, Trigger::Falling, bind);
                return Ok(Flow::On);
            }
            // Who asks what the damage came from finds it on the stack.
            if run.table.watches.notes(Noted::Causes) {
                frame.stage = OVER;
                run.put(Frame::Damage(frame));
            } else {
                run.state.stack.pop();
            }
            if falls && harm::turn_over(run, frame.fighter) {
                return Ok(Flow::On);
            }
            if falls {
                let hex = run.state.fighter(frame.fighter).hex;
                let harm_counts = run.table.watches.notes(Noted::Harm);
                let cause = match run.table.watches.notes(Noted::Causes) {
                    true => frame.cause,
                    false => 0,
                };
                if let Some(attack) = run.state.attack_mut() {
                    if harm_counts && (frame.attack || other == attack.attacker) {
                        attack.felled.0 |= 1 << frame.fighter.0;
                    }
                    if frame.attack {
                        attack.set(Attack::TOOK_OUT);
                        attack.left = hex;
                    } else if other == attack.attacker && frame.fighter != attack.attacker {
                        attack.note_beside(frame.fighter, cause);
                    }
                }
                harm::take_out(run, frame.fighter, frame.by);
                let bind = bound(run, &frame, other);
                cards::fire(run, Trigger::TakenOut, bind, Also::NOTHING);
            } else if frame.amount > 0 && survivals_count(run) {
                let bind = bound(run, &frame, other);
                cards::fire(run, Trigger::Survived, bind, Also::NOTHING);
            }
            Ok(Flow::On)
        }
    }
}

/// Notes whom the attack at hand or the card being resolved has dealt damage.
fn note(run: &mut Run<'_>, frame: &Damage, other: FighterId) {
    let bit = 1 << frame.fighter.0;
    if let Some(attack) = run.state.attack_mut()
        && (frame.attack || other == attack.attacker)
    {
        attack.harmed.0 |= bit;
    }
    let by_gambit = frame.cause >> Cause::Gambit as u8 & 1 == 1;
    if let Some(card) = run.state.card_mut().filter(|_| by_gambit) {
        card.harmed.0 |= bit;
    }
}

/// Whether some card waits for damage before it is dealt, and there is any.
fn is_awaited(run: &Run<'_>, frame: &Damage) -> bool {
    let there = run.state.fighter(frame.fighter).on_field();
    frame.amount > 0 && there && run.table.index.waited.contains(Trigger::DamageDue)
}

/// Whether the rules have a moment for who survives damage, or some card waits for it.
fn survivals_count(run: &Run<'_>) -> bool {
    run.rules().windows.contains(Trigger::Survived)
        || run.table.index.waited.contains(Trigger::Survived)
}

/// What the damage is about.
fn bound(run: &Run<'_>, frame: &Damage, other: FighterId) -> Bind {
    Bind {
        other,
        number: frame.amount,
        cause: frame.cause,
        seat: harm::doer(run, frame.by).unwrap_or(gloryhex_model::Seat::NONE),
        ..Bind::fighter(frame.fighter)
    }
}

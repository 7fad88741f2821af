//! A fighter is dealt damage: the damage, a moment to react, the check, another moment.
//!
//! The same sequence serves attacks, hazards, cards and backlash (Harrowdeep p.33, p.40).

use crate::{
    attack::Attack,
    bind::Bind,
    cards::{self, Also},
    event::By,
    frame::Frame,
    ops::harm,
    run::{Flow, Run, Step},
};
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
}

/// The damage has been dealt; a card may still undo it.
const DEALT: u8 = 1;
/// Everybody has had a word before the damage is dealt.
const ANNOUNCED: u8 = 2;
/// Nothing is dealt: what the fighter has suffered is more than it can bear now.
const FALLS: u8 = 3;

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
        _ => {
            if frame.is_dealt() {
                let bind = bound(run, &frame, other);
                cards::stand(run, Trigger::DamageDealt, bind);
            }
            run.state.stack.pop();
            if frame.amount > 0 && harm::doomed(run, frame.fighter) {
                let hex = run.state.fighter(frame.fighter).hex;
                if let Some(attack) = run.state.attack_mut() {
                    if frame.attack {
                        attack.set(Attack::TOOK_OUT);
                        attack.left = hex;
                    } else if other == attack.attacker && frame.fighter != attack.attacker {
                        attack.beside = frame.fighter;
                    }
                }
                harm::take_out(run, frame.fighter, frame.by);
                let bind = bound(run, &frame, other);
                cards::fire(run, Trigger::TakenOut, bind, Also::NOTHING);
            } else if frame.amount > 0 && run.rules().windows.contains(Trigger::Survived) {
                let bind = bound(run, &frame, other);
                cards::fire(run, Trigger::Survived, bind, Also::NOTHING);
            }
            Ok(Flow::On)
        }
    }
}

/// Whether some card waits for damage before it is dealt, and there is any.
fn is_awaited(run: &Run<'_>, frame: &Damage) -> bool {
    let there = run.state.fighter(frame.fighter).on_field();
    frame.amount > 0 && there && run.table.index.waited.contains(Trigger::DamageDue)
}

/// What the damage is about.
fn bound(run: &Run<'_>, frame: &Damage, other: FighterId) -> Bind {
    Bind {
        other,
        number: frame.amount,
        seat: harm::doer(run, frame.by).unwrap_or(gloryhex_model::Seat::NONE),
        ..Bind::fighter(frame.fighter)
    }
}

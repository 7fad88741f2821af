//! An attack begins; against several targets it is a series of attacks, each on its own.
//!
//! Only those adjacent when the series began are attacked, in the order the player picks; an attacker
//! who can no longer reach anybody stops (Shadespire p.21 and FAQ, Harrowdeep p.34).

use crate::{
    attack::{Attack, WeaponIx},
    bind::Bind,
    bits::Bits,
    cards::{self, Also},
    choice::{Choice, Choices, Verb},
    frame::Frame,
    frames::{
        activation,
        combat::{self, Combat},
    },
    ops::{act, field, sides, stats},
    refusal::Refusal,
    run::{Flow, Run, Sight, Step},
    state::MAX_ATTACKS,
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, Rule, Seat, Trigger};
use serde::{Deserialize, Serialize};

/// The rest of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Series {
    /// Who attacks.
    pub attacker: FighterId,
    /// With what.
    pub weapon: WeaponIx,
    /// Targets not attacked yet, as bits of fighter ids, lowest byte first.
    left: [u8; 4],
    /// Flags of each attack, lowest byte first.
    flags: [u8; 8],
    /// Whether it ends an activation.
    pub last: bool,
}

impl Series {
    fn left(self) -> u32 {
        u32::from_le_bytes(self.left)
    }
}

/// Begins the attack of an `attack` choice; a sweeping weapon begins a series.
pub fn begin(run: &mut Run<'_>, choice: Choice, flags: u64, last: bool) {
    let (attacker, target) = (FighterId(choice.a), FighterId(choice.b));
    let weapon = WeaponIx(choice.c);
    let mut flags = flags;
    let mut last = last;
    if flags & Attack::ALONE == 0 && stats::sweeps(run.sight(), attacker, weapon) {
        let sight = run.sight();
        let seat = sight.table.owner(attacker);
        let left = sides::enemies(sight, seat)
            .filter(|enemy| *enemy != target && field::adjacent(sight, attacker, *enemy))
            .fold(0u32, |set, enemy| set | 1 << enemy.0);
        flags |= Attack::SERIES;
        if left != 0 {
            run.push(Frame::Series(Series {
                attacker,
                weapon,
                left: left.to_le_bytes(),
                flags: flags.to_le_bytes(),
                last,
            }));
            last = false;
        }
    }
    start(run, attacker, target, weapon, flags, last);
}

fn start(
    run: &mut Run<'_>,
    attacker: FighterId,
    target: FighterId,
    weapon: WeaponIx,
    flags: u64,
    last: bool,
) {
    if run.state.n_attacks as usize == MAX_ATTACKS {
        run.breach = true;
        return;
    }
    let attack = combat::declare(run.sight(), attacker, target, weapon, flags);
    run.state.attacks[run.state.n_attacks as usize] = attack;
    run.state.n_attacks += 1;
    run.push(Frame::Combat(Combat {
        step: 0,
        sub: 0,
        last,
    }));
}

fn reachable(sight: Sight<'_>, frame: Series) -> impl Iterator<Item = FighterId> + '_ {
    let from = sight.state.fighter(frame.attacker).hex;
    sight.table.everyone().filter(move |target| {
        frame.left() >> target.0 & 1 == 1
            && from != HexId::NONE
            && act::reaches(sight, frame.attacker, from, *target, frame.weapon)
    })
}

/// Whether the attack on top of the stack is the last of a series that ends an action, because nobody is
/// left whom it reaches. Then the series is over.
pub fn is_over(run: &mut Run<'_>) -> bool {
    let Some(&mut Frame::Series(mut frame)) = run.state.stack.beneath() else {
        return false;
    };
    let over = frame.last && reachable(run.sight(), frame).next().is_none();
    if over {
        frame.left = [0; 4];
        if let Some(place) = run.state.stack.beneath() {
            *place = Frame::Series(frame);
        }
    }
    over
}

fn anyone_left(sight: Sight<'_>, frame: Series) -> bool {
    Bits(frame.left().into()).any(|target| sight.state.fighter(FighterId(target)).on_field())
}

/// A series ended though somebody was left whom it could not reach any more: the action ends in a moment of
/// its own.
fn cut_short(run: &mut Run<'_>, frame: Series) {
    if !frame.last || !anyone_left(run.sight(), frame) {
        return;
    }
    let flags = u64::from_le_bytes(frame.flags);
    let closes = flags & (Attack::GRANTED | Attack::CHARGE) != Attack::GRANTED | Attack::CHARGE;
    let trigger = match flags & Attack::CHARGE != 0 {
        true => Trigger::ChargeDone,
        false if closes => Trigger::ActivationDone,
        false => return,
    };
    let mut also = Also::NOTHING;
    let mut bind = Bind {
        seat: run.table.owner(frame.attacker),
        ..Bind::fighter(frame.attacker)
    };
    if closes {
        activation::ends_with(run, frame.attacker, &mut also, &mut bind);
    }
    cards::fire(run, trigger, bind, also);
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, frame: Series) -> Step {
    let sight = run.sight();
    let has_weapon = stats::weapon_def(sight, frame.attacker, frame.weapon).is_some();
    let mut targets = reachable(sight, frame).filter(|_| has_weapon);
    match (targets.next(), targets.next()) {
        (None, _) => {
            drop(targets);
            run.state.stack.pop();
            cut_short(run, frame);
            Ok(Flow::On)
        }
        (Some(only), None) => {
            drop(targets);
            choose(run, frame, Choice::new(Verb::Next, 0, only.0, 0));
            Ok(Flow::On)
        }
        _ => {
            drop(targets);
            Ok(Flow::Ask(run.table.owner(frame.attacker)))
        }
    }
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Series) -> Option<Seat> {
    Some(sight.table.owner(frame.attacker))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Series, out: &mut Choices) {
    for target in reachable(sight, frame) {
        out.push(Choice::new(Verb::Next, 0, target.0, 0));
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Series, choice: Choice) {
    let target = FighterId(choice.b);
    let left = frame.left() & !(1 << target.0);
    let last = frame.last && left == 0;
    frame.left = left.to_le_bytes();
    run.put(Frame::Series(frame));
    let flags = u64::from_le_bytes(frame.flags);
    start(run, frame.attacker, target, frame.weapon, flags, last);
}

/// Why a choice is not on the list.
pub fn refuse(_sight: Sight<'_>, frame: Series, choice: Choice) -> Refusal {
    if choice.verb != Verb::Next {
        return Refusal::new(
            Rule::AttackMultiTarget,
            "This attack goes on against the next target; pick one of those left.",
        );
    }
    if choice.b >= 32 || frame.left() >> choice.b & 1 == 0 {
        return Refusal::new(
            Rule::AttackMultiTarget,
            "Only enemies who were adjacent at the start and have not been attacked yet can be next.",
        );
    }
    Refusal::new(
        Rule::AttackRange,
        "That target can no longer be reached; pick another.",
    )
}

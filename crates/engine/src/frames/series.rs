//! An attack begins; against several targets it is a series of attacks, each on its own.
//!
//! Only those adjacent when the series began are attacked, in the order the player picks; an attacker
//! who can no longer reach anybody stops (Shadespire p.21 and FAQ, Harrowdeep p.34).

use crate::{
    attack::{Attack, WeaponIx},
    bind::Bind,
    bits::Bits,
    cards::{self, Also, watches},
    choice::{Choice, Choices, Verb},
    frame::Frame,
    frames::{
        activation,
        combat::{self, Combat},
    },
    ops::{act, field, sides, stats, terms},
    rare::Rare,
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
    /// Whether its first attack has not been made yet.
    #[serde(default)]
    fresh: Rare<bool>,
}

impl Series {
    fn left(self) -> u32 {
        u32::from_le_bytes(self.left)
    }
    fn seat(self, sight: Sight<'_>) -> Seat {
        seat_of(sight, self.attacker, u64::from_le_bytes(self.flags))
    }
}

/// Who makes an attack with these flags: the attacker's player, or whoever a card lends the attacker to.
pub fn seat_of(sight: Sight<'_>, attacker: FighterId, flags: u64) -> Seat {
    Attack::borrower(flags).unwrap_or_else(|| sight.table.owner(attacker))
}

/// Begins the attack of an `attack` choice; a sweeping weapon begins a series.
pub fn begin(run: &mut Run<'_>, choice: Choice, flags: u64, last: bool) {
    let (attacker, target) = (FighterId(choice.a), FighterId(choice.b));
    let weapon = WeaponIx(choice.c);
    terms::pay(run, attacker, weapon, flags & Attack::FREE != 0);
    let mut flags = flags;
    let mut last = last;
    if flags & Attack::ALONE == 0 && stats::sweeps(run.sight(), attacker, weapon) {
        let sight = run.sight();
        let seat = seat_of(sight, attacker, flags);
        let left = others(sight, seat, (attacker, weapon), target);
        flags |= Attack::SERIES;
        let awaited = sight.table.index.waited.contains(Trigger::AttackPicked);
        if left != 0 || awaited {
            run.push(Frame::Series(Series {
                attacker,
                weapon,
                left: left.to_le_bytes(),
                flags: flags.to_le_bytes(),
                last,
                fresh: Rare(awaited),
            }));
            last = false;
        }
    }
    start(run, attacker, target, weapon, flags, last);
}

/// The enemies beside a target whom a sweep reaches, as bits of fighter ids.
fn others(
    sight: Sight<'_>,
    seat: Seat,
    (attacker, weapon): (FighterId, WeaponIx),
    target: FighterId,
) -> u32 {
    let friends = sides::friends_struck(sight, attacker, weapon);
    let friends = Bits(friends.into()).map(FighterId);
    sides::enemies(sight, seat)
        .chain(friends)
        .filter(|enemy| *enemy != target && *enemy != attacker)
        .filter(|enemy| field::adjacent(sight, attacker, *enemy))
        .fold(0u32, |set, enemy| set | 1 << enemy.0)
}

/// The first attack of a series is about to be made: those adjacent now are its targets, wherever the attacker stood
/// when it was picked (Shadespire FAQ, Sneaky Stab-stab).
pub fn begins(run: &mut Run<'_>, attack: &Attack) {
    let Some(&mut Frame::Series(mut frame)) = run.state.stack.beneath() else {
        return;
    };
    if !frame.fresh.0 || frame.attacker != attack.attacker {
        return;
    }
    let seat = seat_of(run.sight(), attack.attacker, attack.flags);
    let by = (attack.attacker, attack.weapon);
    let left = others(run.sight(), seat, by, attack.target);
    frame.left = left.to_le_bytes();
    frame.fresh = Rare(false);
    if let Some(place) = run.state.stack.beneath() {
        *place = Frame::Series(frame);
    }
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
        run.fail();
        return;
    }
    let attack = combat::declare(run.sight(), attacker, target, weapon, flags);
    run.state.attacks[run.state.n_attacks as usize] = attack;
    run.state.n_attacks += 1;
    watches::attack_begins(run);
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
    ends_without(run, frame.attacker, u64::from_le_bytes(frame.flags));
}

/// An action ends without an attack with which it could end, by a moment of its own.
pub fn ends_without(run: &mut Run<'_>, attacker: FighterId, flags: u64) {
    let closes = flags & (Attack::GRANTED | Attack::CHARGE) != Attack::GRANTED | Attack::CHARGE;
    let trigger = match flags & Attack::CHARGE != 0 {
        true => Trigger::ChargeDone,
        false if closes => Trigger::ActivationDone,
        false => return,
    };
    let mut also = Also::NOTHING;
    let mut bind = Bind {
        seat: run.table.owner(attacker),
        ..Bind::fighter(attacker)
    };
    if closes {
        activation::ends_with(run, attacker, &mut also, &mut bind);
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
            Ok(Flow::Ask(frame.seat(run.sight())))
        }
    }
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Series) -> Option<Seat> {
    Some(frame.seat(sight))
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
    // The attack before this one has just ended, and what it did is still there.
    let before = run.state.attacks.get(usize::from(run.state.n_attacks));
    let so_far = before.filter(|attack| attack.attacker == frame.attacker);
    let (harmed, felled) =
        so_far.map_or((Rare(0), Rare(0)), |attack| (attack.harmed, attack.felled));
    start(run, frame.attacker, target, frame.weapon, flags, last);
    if let Some(attack) = run.state.attack_mut() {
        (attack.harmed, attack.felled) = (harmed, felled);
    }
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

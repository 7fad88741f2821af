//! Exact odds of attacks and castings, asked of the rules themselves.
//!
//! Nothing here decides what succeeds: dice, faces, comparison, trapping, standing fast, damage and
//! driving back come from the functions the combat sequence itself uses. What is added is counting.
//! Only a roll's criticals and successes matter, so whole classes of rolls are weighed at once.
//!
//! Where a player chooses on the way, a fixed policy stands in for the player:
//! * a re-roll is spent on a die that does not succeed, as long as there is one, and on no other;
//! * of a weapon's abilities the one that takes the target out most often is picked (ties: the
//!   most damage, then the most successes, then the most drive-backs);
//! * of several innate symbols the one picked is that of [`cards::innate`];
//! * a target who may stand fast does.
//!
//! Cards that could still be played are not foreseen; abilities in force count.

pub mod casting;
pub mod duel;
mod spread;

use crate::{
    attack::{Attack, Verdict, WeaponIx},
    cards,
    frame::Frame,
    frames::combat::{self, Progress},
    ops::stats,
    ruleset::{AttackStep, WeaponAbilities},
    run::Sight,
    state::State,
};
pub use casting::{Casting, casting_of};
pub use duel::Duel;
use gloryhex_hexgrid::HexId;
use gloryhex_model::{Face, FaceSet, FighterId, Keyword, Keywords, Roll, Stat};
pub use spread::Share;
use spread::{Good, Spread, Start, six_to};

/// Damages told apart; more counts as the last.
pub const MAX_DAMAGE: usize = 16;

/// The odds of one attack. Every count is out of `den` equally likely ways the dice can fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// All ways the dice can fall.
    pub den: u128,
    /// The attack succeeds.
    pub success: u128,
    /// It is drawn.
    pub draw: u128,
    /// It fails.
    pub fail: u128,
    /// It is a critical hit.
    pub critical: u128,
    /// The target is taken out.
    pub out: u128,
    /// The target stays and may be driven back to some hex.
    pub drive_back: u128,
    /// The target stands fast.
    pub stand_fast: u128,
    /// The caster of a spell attack suffers backlash.
    pub backlash: u128,
    /// The attack deals this damage, by amount.
    pub damage: [u128; MAX_DAMAGE],
    /// Dice rolled by attacker and target.
    pub dice: [u8; 2],
    /// Re-rolls of attacker and target.
    pub rerolls: [u8; 2],
    /// Supporters of attacker and target.
    pub supporters: [u8; 2],
    /// The faces that succeed for attacker and target (for the target: when the attacker rolls no
    /// critical).
    pub faces: [FaceSet; 2],
    /// The weapon ability assumed to be picked, and whether it is critical-only.
    pub ability: Option<(Keyword, bool)>,
}

impl Odds {
    /// A count as a fraction.
    pub fn share(&self, count: u128) -> Share {
        Share {
            num: count,
            den: self.den,
        }
    }
    /// A count as a number between 0 and 1.
    pub fn p(&self, count: u128) -> f64 {
        count as f64 / self.den as f64
    }
    /// The damage dealt on average.
    pub fn mean_damage(&self) -> f64 {
        let total: u128 = (0u128..).zip(self.damage).map(|(n, w)| n * w).sum();
        self.p(total)
    }
    fn rank(&self) -> [f64; 4] {
        [
            self.p(self.out),
            self.mean_damage(),
            self.p(self.success),
            self.p(self.drive_back),
        ]
    }
}

/// What is known of an attack's rolls.
#[derive(Clone, Copy)]
struct Known {
    attack: Progress,
    defence: Progress,
}

const NOTHING: Known = Known {
    attack: Progress::NotRolled,
    defence: Progress::NotRolled,
};

/// The odds of an attack declared now.
pub fn attack(
    sight: Sight<'_>,
    attacker: FighterId,
    target: FighterId,
    weapon: WeaponIx,
    flags: u64,
) -> Odds {
    let declared = combat::declare(sight, attacker, target, weapon, flags);
    picking(sight, &declared, NOTHING)
}

/// The odds of an attack made from another hex, as after a Charge.
pub fn attack_from(
    sight: Sight<'_>,
    from: HexId,
    attacker: FighterId,
    target: FighterId,
    weapon: WeaponIx,
    flags: u64,
) -> Odds {
    let mut moved: State = *sight.state;
    moved.fighter_mut(attacker).hex = from;
    let there = Sight {
        state: &moved,
        ..sight
    };
    attack(there, attacker, target, weapon, flags)
}

/// The odds of the attack being resolved, given what has been rolled. `None` if there is none or it
/// has been judged.
pub fn in_progress(sight: Sight<'_>) -> Option<Odds> {
    let attack = sight.state.attack()?;
    let frame = sight.state.stack.iter().rev().find_map(|f| match f {
        Frame::Combat(frame) => Some(*frame),
        _ => None,
    })?;
    let place = |step| {
        let at = sight.rules().attack.iter().position(|e| e.step == step);
        at.map_or(u8::MAX, |ix| ix as u8)
    };
    if frame.step > place(AttackStep::Judge) {
        return None;
    }
    let progress = |step| match frame.step.cmp(&place(step)) {
        std::cmp::Ordering::Less => Progress::NotRolled,
        std::cmp::Ordering::Equal => Progress::of(frame.sub),
        std::cmp::Ordering::Greater => Progress::Done,
    };
    let known = Known {
        attack: progress(AttackStep::AttackRoll),
        defence: progress(AttackStep::DefenceRoll),
    };
    let to_pick = frame.step < place(AttackStep::PickAbility)
        || frame.step == place(AttackStep::PickAbility) && frame.sub == 0;
    Some(if to_pick {
        picking(sight, attack, known)
    } else {
        count(sight, attack, known)
    })
}

/// Whether picking a weapon ability for the attack being resolved changes what its dice can lead to. `None` if
/// there is no such attack.
pub fn ability_matters(sight: Sight<'_>, keyword: Keyword, critical: bool) -> Option<bool> {
    let attack = sight.state.attack()?;
    let picked = match critical {
        true => Keywords::critical(keyword),
        false => Keywords::plain(keyword),
    };
    let with = Attack {
        keywords: attack.keywords.union(picked),
        ..*attack
    };
    let plain = count(sight, attack, NOTHING);
    let other = count(sight, &with, NOTHING);
    Some(
        plain
            != Odds {
                faces: plain.faces,
                ability: plain.ability,
                ..other
            },
    )
}

/// Counts with the best weapon ability, where one is picked.
fn picking(sight: Sight<'_>, attack: &Attack, known: Known) -> Odds {
    let plain = count(sight, attack, known);
    if sight.rules().weapon_abilities == WeaponAbilities::All {
        return plain;
    }
    let mut best = plain;
    for (keyword, critical) in combat::abilities(sight, attack).iter() {
        let picked = if critical {
            Keywords::critical(keyword)
        } else {
            Keywords::plain(keyword)
        };
        let with = Attack {
            keywords: attack.keywords.union(picked),
            ..*attack
        };
        let mut odds = count(sight, &with, known);
        odds.ability = Some((keyword, critical));
        if odds.rank() > best.rank() {
            best = odds;
        }
    }
    best
}

/// What a verdict leads to, asked once for each kind of roll.
struct Sequel<'a> {
    sight: Sight<'a>,
    attack: Attack,
    cap: u8,
    left: u8,
    may_drive_back: bool,
    room: [Option<bool>; 2],
    damage: [Option<u8>; 8],
}

impl Sequel<'_> {
    /// A roll with this many criticals, as far as the sequel cares.
    fn rolled(crits: u8) -> Roll {
        let mut roll = Roll::EMPTY;
        for _ in 0..crits {
            roll.add(Face::Crit);
        }
        roll
    }
    fn damage(&mut self, attack: &Attack) -> u8 {
        let crit_rolled = attack.attack_roll.count(Face::Crit) > 0;
        let ix = usize::from(crit_rolled)
            | usize::from(attack.is(Attack::CRITICAL_HIT)) << 1
            | usize::from(attack.is(Attack::STOOD_FAST)) << 2;
        let (sight, cap) = (self.sight, self.cap);
        *self.damage[ix].get_or_insert_with(|| combat::damage_of(sight, attack).min(cap))
    }
    fn room(&mut self, attack: &Attack) -> bool {
        let ix = usize::from(attack.attack_roll.count(Face::Crit) > 0);
        let sight = self.sight;
        *self.room[ix].get_or_insert_with(|| combat::has_room(sight, attack))
    }
}

fn start(roll: Roll, fixed: Roll, good: Good) -> Start {
    let loose = roll
        .faces()
        .filter(|face| !good.succeed.contains(*face))
        .map(|face| roll.count(face).saturating_sub(fixed.count(face)))
        .sum();
    Start {
        crits: roll.count_in(good.critical),
        wins: roll.count_in(good.succeed),
        loose,
    }
}

/// The spread of one roll and how many dice it still takes, re-rolls included.
fn spread(
    dice: combat::Dice,
    progress: Progress,
    rolled: Roll,
    fixed: Roll,
    good: Good,
    rerolls: u8,
) -> (Spread, u32) {
    let (begin, n, rerolls) = match progress {
        Progress::NotRolled => (start(dice.innate, dice.innate, good), dice.n, rerolls),
        Progress::Picked(face) => {
            let innate = Roll::of(&[face]);
            (start(innate, innate, good), dice.n, rerolls)
        }
        Progress::Rolled => (start(rolled, fixed, good), 0, rerolls),
        Progress::Rerolling(face) => {
            let mut rest = rolled;
            rest.remove(face);
            let (begin, left) = (start(rest, fixed, good), rerolls.saturating_sub(1));
            return Spread::fixed_die(dice.die, good, begin, left);
        }
        Progress::Done => (start(rolled, rolled, good), 0, 0),
    };
    let spread = Spread::of(dice.die, n, good, begin, rerolls);
    (spread, u32::from(n) + u32::from(rerolls))
}

fn count(sight: Sight<'_>, attack: &Attack, known: Known) -> Odds {
    let rules = sight.rules();
    let mut attack = *attack;
    let dice = combat::attack_dice(sight, &attack);
    if known.attack.is_open() {
        attack.supporters = combat::supporters(sight, &attack);
        attack.rerolls[0] += dice.rerolls;
    }
    let saves = combat::defence_dice(sight, &attack);
    if known.defence.is_open() {
        attack.supporters = combat::counted_by(sight, &attack, AttackStep::DefenceRoll);
        attack.rerolls[1] += saves.rerolls;
    }
    attack.supporters = combat::counted_by(sight, &attack, AttackStep::Judge);
    let [critical, saving_critical] = combat::critical_faces(sight, &attack);
    let good = combat::attack_successes(sight, &attack);
    let (offence, offence_dice) = spread(
        dice,
        known.attack,
        attack.attack_roll,
        attack.fixed,
        Good {
            succeed: good,
            critical,
        },
        attack.rerolls[0],
    );
    let defend = |attack: &Attack| {
        let good = combat::defence_successes(sight, attack);
        let (spread, dice) = spread(
            saves,
            known.defence,
            attack.defence_roll,
            attack.fixed,
            Good {
                succeed: good,
                critical: saving_critical,
            },
            attack.rerolls[1],
        );
        (spread, dice, good)
    };
    let mut plain = attack;
    plain.attack_roll = Roll::EMPTY;
    let mut crit = attack;
    crit.attack_roll = Roll::of(&[Face::Crit]);
    let (against_plain, defence_dice, saving) = defend(&plain);
    let (against_crit, _, _) = defend(&crit);

    let may_be_trapped = combat::is_trapped(sight, &attack);
    let has_step = |step| rules.attack.iter().any(|entry| entry.step == step);
    let (trapped_step, stand_step) = (
        has_step(AttackStep::Trapped),
        has_step(AttackStep::StandFast),
    );
    let hurt = sight.state.fighter(attack.target).damage;
    let mut sequel = Sequel {
        sight,
        attack,
        cap: cards::damage_cap(sight, attack.target),
        left: stats::stat(sight, attack.target, Stat::Wounds).saturating_sub(hurt),
        may_drive_back: combat::may_drive_back(sight, &attack),
        room: [None; 2],
        damage: [None; 8],
    };
    let caster_left = stats::stat(sight, attack.attacker, Stat::Wounds)
        .saturating_sub(sight.state.fighter(attack.attacker).damage);
    let mut odds = Odds {
        den: six_to(offence_dice + defence_dice),
        success: 0,
        draw: 0,
        fail: 0,
        critical: 0,
        out: 0,
        drive_back: 0,
        stand_fast: 0,
        backlash: 0,
        damage: [0; MAX_DAMAGE],
        dice: [dice.n, saves.n],
        rerolls: attack.rerolls,
        supporters: attack.supporters,
        faces: [good, saving],
        ability: None,
    };
    for &(crits, wins, weight) in offence.iter() {
        let mut rolled = sequel.attack;
        rolled.attack_roll = Sequel::rolled(crits);
        let defence = if crits > 0 {
            &against_crit
        } else {
            &against_plain
        };
        if combat::backlashes(sight, &rolled) {
            odds.backlash += weight * six_to(defence_dice);
            if caster_left <= 1 {
                odds.fail += weight * six_to(defence_dice);
                odds.damage[0] += weight * six_to(defence_dice);
                continue;
            }
        }
        for &(saved_crits, saved, ways) in defence.iter() {
            let weight = weight * ways;
            let crits = [crits, saved_crits];
            let judged = combat::judged(rules, crits, [wins, saved], || may_be_trapped);
            let mut now = rolled;
            now.defence_roll = Sequel::rolled(saved_crits);
            now.successes = judged.successes;
            now.verdict = judged.verdict;
            let mut critical = judged.critical;
            if trapped_step && combat::tie_succeeds(rules, now.verdict, || may_be_trapped) {
                now.verdict = Verdict::Success;
                critical |= crits[0] > 0;
            }
            if critical {
                now.set(Attack::CRITICAL_HIT);
                odds.critical += weight;
            }
            settle(&mut odds, &mut sequel, now, weight, stand_step);
        }
    }
    odds
}

/// Adds what follows a judged attack.
fn settle(odds: &mut Odds, sequel: &mut Sequel<'_>, mut now: Attack, weight: u128, stands: bool) {
    let stood = stands && combat::may_stand_fast(sequel.sight, &now);
    if stood {
        now.set(Attack::STOOD_FAST);
        odds.stand_fast += weight;
    }
    let mut out = false;
    match now.verdict {
        Verdict::Success => {
            odds.success += weight;
            let damage = sequel.damage(&now);
            odds.damage[usize::from(damage).min(MAX_DAMAGE - 1)] += weight;
            out = damage >= sequel.left && damage > 0;
        }
        Verdict::Draw => {
            odds.draw += weight;
            odds.damage[0] += weight;
        }
        _ => {
            odds.fail += weight;
            odds.damage[0] += weight;
        }
    }
    if out {
        odds.out += weight;
    } else if sequel.may_drive_back && !stood && combat::push_allowed(&now) && sequel.room(&now) {
        odds.drive_back += weight;
    }
}

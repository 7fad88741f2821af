//! The combat sequence: walks through the ruleset's table of steps.
//!
//! The facts of the attack are in the state's list of attacks; this frame only says which step we are
//! at. Each step is a small function in `combat/`; what differs between editions is the table and the
//! closed enums the steps read.

mod dice;
mod finish;
mod judge;

use crate::{
    attack::{Attack, Verdict, WeaponIx},
    bind::Bind,
    cards::{
        self, Also, Ban,
        watches::{self, Noted},
    },
    choice::{Choice, Choices, Verb},
    event::What,
    frame::Frame,
    frames::{activation, cast, series},
    ops::{
        act::{self, Act},
        field, lasting, reach,
        stats::{self, Wielded},
    },
    refusal::Refusal,
    ruleset::{self, AttackStep, Bounty, WeaponAbilities},
    run::{Flow, Run, Sight, Step},
    state::Fighter,
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{
    Counter, Deed, FighterId, Keyword, Keywords, Rule, Seat, Stat, Token, Trigger,
};
use serde::{Deserialize, Serialize};
use std::hint::cold_path;

pub use dice::{
    Dice, Progress, attack_dice, attack_successes, backlashes, counted_by, defence_dice,
    defence_successes, supporters,
};
pub use finish::{damage_of, has_room, may_drive_back, may_stand_fast, push_allowed};
pub use judge::{
    Judged, compare, critical_faces, criticals, is_trapped, judge_again, judged, tie_succeeds,
};

/// The combat sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    /// Position in the table of steps.
    pub step: u8,
    /// How far the step has come.
    pub sub: u8,
    /// Whether the end of this attack is also the end of the activation, or of a granted Charge.
    pub last: bool,
}

/// What a step did.
enum Done {
    /// The step is over; go to the next.
    Next,
    /// The step needs another go, or another step comes first: the frame says which.
    Again,
    /// Ask this seat.
    Ask(Seat),
}

/// The facts of an attack as it is declared.
pub fn declare(
    sight: Sight<'_>,
    attacker: FighterId,
    target: FighterId,
    weapon: WeaponIx,
    flags: u64,
) -> Attack {
    let hurt = sight.state.fighter(target);
    let wounds = stats::stat(sight, target, Stat::Wounds);
    let mut attack = Attack {
        attacker,
        target,
        weapon,
        flags,
        target_before: [wounds, hurt.damage],
        target_hex: hurt.hex,
        ..Attack::NONE
    };
    if !sight.state.fighter(attacker).did(Deed::AttackedNow) {
        attack.set(Attack::FIRST_NOW);
    }
    if stats::vulnerable_with(sight, target, || wounds) {
        attack.set(Attack::TARGET_WAS_VULNERABLE);
    }
    if sight
        .state
        .feature_at(hurt.hex)
        .is_some_and(|ix| sight.state.features[ix].numbered())
    {
        attack.set(Attack::TARGET_HELD);
    }
    if sight.rules().bounty == Bounty::Printed && hurt.has(Token::Raise) {
        attack.set(Attack::TARGET_WAS_RAISED);
    }
    if sight.table.watches.notes(Noted::Cover) && field::in_cover(sight, target) {
        attack.set(Attack::TARGET_WAS_IN_COVER);
    }
    if stats::weapon_def(sight, attacker, weapon).is_some_and(|def| def.spell) {
        attack.set(Attack::SPELL);
    }
    attack.dice = cards::opening_dice(sight, &attack);
    attack
}

/// Takes steps until somebody is asked or something comes up. They are looked for one after the other: the
/// order of an attack is foretold better that way than by a jump.
pub fn step(run: &mut Run<'_>, mut frame: Combat) -> Step {
    let table = &run.rules().attack;
    let depth = run.state.stack.depth();
    macro_rules! take {
        ($step:ident, $done:expr) => {
            let Some(entry) = table.get(usize::from(frame.step)) else {
                return over(run);
            };
            if entry.step == AttackStep::$step {
                let looked_at = (frame.sub == 0) & entry.recheck;
                if looked_at && is_taken(run, AttackStep::$step) && !holds(run.sight()) {
                    cold_path();
                    break_off(run);
                    go_to_end(run, frame);
                    return Ok(Flow::On);
                }
                match $done {
                    Done::Next => pass(run, &mut frame, entry),
                    // Wounds are looked at between any two steps where they may have become fewer.
                    Done::Again => match run.state.stack.top() {
                        Some(Frame::Combat(now))
                            if now != frame && !run.table.index.may_fall(Stat::Wounds) =>
                        {
                            frame = now;
                        }
                        _ => return Ok(Flow::On),
                    },
                    Done::Ask(seat) => return Ok(Flow::Ask(seat)),
                }
                if !run.calm() || run.state.stack.depth() != depth {
                    return Ok(Flow::On);
                }
            }
        };
    }
    loop {
        take!(Declare, begin(run, frame));
        take!(PickAbility, pick_ability(run, frame));
        take!(AttackRoll, dice::attack_roll(run, frame)?);
        take!(RollStands, dice::roll_stands(run, frame));
        take!(DefenceRoll, dice::defence_roll(run, frame)?);
        take!(Judge, judge::judge(run));
        take!(Trapped, judge::trapped(run));
        take!(StandFast, finish::stand_fast(run, frame));
        take!(Damage, finish::damage(run, frame));
        take!(OutCheck, finish::out_check(run));
        take!(DriveBack, finish::drive_back(run, frame));
        take!(Overrun, finish::overrun(run, frame));
        take!(End, finish::end(run));
    }
}

/// Whether the attack that was picked cannot be made where its attacker and its target stand. What a reaction could
/// still add to its Range is not known here.
pub fn is_out_of_reach(sight: Sight<'_>) -> bool {
    let attacker = sight.state.attack().map(|attack| attack.attacker);
    let longer = attacker.and_then(|attacker| {
        cards::stretch_of_all(sight, sight.table.owner(attacker), Stat::Range)
    });
    longer.is_some() && !holds(sight)
}

/// An attack that has become impossible before it was made neither fails nor succeeds (Shadespire FAQ, Swift Strike).
fn not_made(run: &mut Run<'_>, attack: &Attack, frame: Combat) {
    let (attacker, target) = (attack.attacker, attack.target);
    let rule = run.rules().outmaneuvered;
    run.emit(rule, What::BrokenOff { attacker, target });
    lasting::attack_ends(run);
    run.state.n_attacks -= 1;
    run.state.stack.pop();
    if frame.last {
        series::ends_without(run, attacker, attack.flags);
    }
}

/// The attack is over.
fn over(run: &mut Run<'_>) -> Step {
    lasting::attack_ends(run);
    run.state.n_attacks -= 1;
    run.done()
}

/// A step is over, and the moment after it comes.
#[inline(always)]
fn pass(run: &mut Run<'_>, frame: &mut Combat, entry: &ruleset::Step) {
    frame.step += 1;
    frame.sub = 0;
    run.put(Frame::Combat(*frame));
    match entry.then {
        Some(Trigger::DrivenBack) if !current(run).is(Attack::DROVE_BACK) => {}
        Some(trigger) => moment(run, trigger, frame.last),
        None => {}
    }
}

/// Who makes an attack.
fn whose(sight: Sight<'_>, attack: &Attack) -> Seat {
    series::seat_of(sight, attack.attacker, attack.flags)
}

/// The attack being resolved.
fn current(run: &Run<'_>) -> Attack {
    let last = run.state.n_attacks.wrapping_sub(1);
    let attack = run.state.attacks.get(usize::from(last));
    attack.copied().unwrap_or(Attack::NONE)
}

#[inline(always)]
fn moment(run: &mut Run<'_>, trigger: Trigger, last: bool) {
    let attack = current(run);
    let mut also = Also::NOTHING;
    let mut closes = false;
    if trigger == Trigger::AttackDone {
        cold_path();
        also = Also::ACTION;
        if !attack.is(Attack::CHARGE) {
            act::made(run, attack.attacker, Act::Attack);
        }
        if finish::is_cast(&attack) {
            also = also.and(cast::shared_window(run.rules()));
        }
        let last = last || series::is_over(run);
        if attack.is(Attack::CHARGE) && last {
            also = also.and(Also::CHARGE);
        }
        closes = last && !(attack.is(Attack::GRANTED) && attack.is(Attack::CHARGE));
    }
    let mut bind = Bind {
        fighter: attack.target,
        other: attack.attacker,
        seat: run.table.owner(attack.attacker),
        ..Bind::NONE
    };
    if closes {
        activation::ends_with(run, attack.attacker, &mut also, &mut bind);
    }
    cards::fire(run, trigger, bind, also);
}

/// Whether a step does anything at all: damage is for successful attacks, and a drawn one goes on to the drive
/// back, wherever the target is by then (Harrowdeep p.31).
#[inline(always)]
fn is_taken(run: &Run<'_>, step: AttackStep) -> bool {
    (step != AttackStep::Damage) | (current(run).verdict == Verdict::Success)
}

/// Whether attacker and target are still there, in range and visible (Harrowdeep p.31; in every
/// edition an action that a reaction has made impossible ends).
pub fn holds(sight: Sight<'_>) -> bool {
    let attack = sight.state.attack();
    attack.is_some_and(|attack| would_hold(sight, attack))
}

/// The same of an attack that might be made.
pub fn would_hold(sight: Sight<'_>, attack: &Attack) -> bool {
    let from = sight.state.fighter(attack.attacker).hex;
    let to = sight.state.fighter(attack.target).hex;
    if from == HexId::NONE || to == HexId::NONE {
        return false;
    }
    let far = reach::apart(sight, attack.attacker, from, to);
    let reaches = |weapon: Wielded<'_>| weapon.surely_reaches(far) || far <= weapon.reach();
    Wielded::of(sight, attack).is_some_and(reaches)
        && field::sees_fighter(sight, attack.attacker, from, attack.target)
}

fn break_off(run: &mut Run<'_>) {
    if let Some(attack) = run.state.attack_mut() {
        attack.verdict = Verdict::Fail;
        attack.set(Attack::BROKEN_OFF);
    }
    let attack = current(run);
    let (attacker, target) = (attack.attacker, attack.target);
    let rule = run.rules().outmaneuvered;
    run.emit(rule, What::BrokenOff { attacker, target });
}

/// Skips to the end of the sequence.
fn go_to_end(run: &mut Run<'_>, mut frame: Combat) {
    frame.step = end_of_sequence(run);
    frame.sub = 0;
    run.put(Frame::Combat(frame));
}

/// The place of the step with which the sequence ends.
fn end_of_sequence(run: &Run<'_>) -> u8 {
    let steps = &run.rules().attack;
    let end = steps.iter().position(|entry| entry.step == AttackStep::End);
    end.unwrap_or(steps.len()) as u8
}

/// The innermost attack goes on with the end of its sequence, whatever was still to come of it.
pub fn stop(run: &mut Run<'_>) {
    let end = end_of_sequence(run);
    for frame in run.state.stack.iter_mut().rev() {
        if let Frame::Combat(combat) = frame {
            (combat.step, combat.sub) = (end, 0);
            break;
        }
    }
}

/// Abilities have been used before the attack.
const PICKED: u8 = 1;

fn begin(run: &mut Run<'_>, mut frame: Combat) -> Done {
    let attack = current(run);
    if frame.sub < PICKED && run.table.index.waited.contains(Trigger::AttackPicked) {
        cold_path();
        frame.sub = PICKED;
        run.put(Frame::Combat(frame));
        let bind = Bind {
            fighter: attack.target,
            other: attack.attacker,
            ..Bind::seat(run.table.owner(attack.attacker))
        };
        cards::tell(run, Trigger::AttackPicked, bind);
        return Done::Again;
    }
    if frame.sub == PICKED {
        cold_path();
        if is_out_of_reach(run.sight()) {
            not_made(run, &attack, frame);
            return Done::Again;
        }
        series::begins(run, &attack);
    }
    let (attacker, target, weapon) = (attack.attacker, attack.target, attack.weapon);
    run.emit(
        Rule::ActionAttack,
        What::Attacked {
            attacker,
            target,
            weapon,
        },
    );
    let now = run.state.fighter_mut(attacker);
    now.note(Deed::Attacked);
    now.note(Deed::AttackedNow);
    let aimed_at = run.state.fighter_mut(target);
    aimed_at.note(Deed::WasTargeted);
    aimed_at.set(Fighter::TARGETED_NOW, true);
    let seat = run.table.owner(attacker);
    watches::note_target(run, seat, &attack);
    run.state.seats[seat].bump(Counter::Attacks);
    if !attack.is(Attack::CHARGE) {
        run.state.seats[seat].bump(Counter::FreeAttacks);
    }
    Done::Next
}

/// The keywords that apply: all of the weapon's, or the one that was picked; critical-only ones need
/// a critical in the attack roll (Embergard p.11).
pub fn keywords_in_force(sight: Sight<'_>, attack: &Attack) -> Keywords {
    let given = match sight.rules().weapon_abilities {
        WeaponAbilities::All => Wielded::of(sight, attack).map_or(Keywords::EMPTY, |weapon| {
            weapon.keywords().union(attack.keywords)
        }),
        WeaponAbilities::One => attack.keywords,
    };
    let rolled_critical = attack.attack_roll.count(gloryhex_model::Face::Crit) > 0;
    let mut in_force = Keywords(given.0 & 0xff);
    if rolled_critical {
        in_force = in_force.union(Keywords(given.0 >> 8));
    }
    in_force
}

/// The weapon abilities the attacker's player may pick from.
pub fn abilities(sight: Sight<'_>, attack: &Attack) -> Keywords {
    let mut all = Wielded::of(sight, attack).map_or(Keywords::EMPTY, Wielded::keywords);
    if cards::forbids(sight, attack.attacker, Ban::Abilities) {
        return Keywords::EMPTY;
    }
    if cards::forbids(sight, attack.attacker, Ban::CriticalAbilities) {
        all = Keywords(all.0 & 0xff);
    }
    all
}

fn pick_ability(run: &mut Run<'_>, frame: Combat) -> Done {
    let attack = current(run);
    if frame.sub > 0 {
        return Done::Next;
    }
    let all = abilities(run.sight(), &attack);
    if all.is_empty() {
        return Done::Next;
    }
    run.lists(|_, out| ability_choices(all, out));
    Done::Ask(whose(run.sight(), &attack))
}

/// Lists weapon abilities, and none.
#[inline(never)]
fn ability_choices(all: Keywords, out: &mut Choices) {
    for (keyword, critical) in all.iter() {
        let critical = u8::from(critical);
        out.push(Choice::new(Verb::Ability, keyword as u8, critical, 0));
    }
    out.push(Choice::new(Verb::Ability, 255, 0, 0));
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Combat) -> Option<Seat> {
    let attack = sight.state.attack()?;
    let entry = sight.rules().attack.get(frame.step as usize)?;
    Some(match entry.step {
        AttackStep::DefenceRoll | AttackStep::StandFast => sight.table.owner(attack.target),
        AttackStep::PickAbility
        | AttackStep::AttackRoll
        | AttackStep::DriveBack
        | AttackStep::Overrun
        | AttackStep::Declare
        | AttackStep::RollStands
        | AttackStep::Judge
        | AttackStep::Trapped
        | AttackStep::Damage
        | AttackStep::OutCheck
        | AttackStep::End => whose(sight, attack),
    })
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Combat, out: &mut Choices) {
    let (Some(attack), Some(entry)) = (
        sight.state.attack(),
        sight.rules().attack.get(frame.step as usize),
    ) else {
        return;
    };
    match entry.step {
        AttackStep::PickAbility => ability_choices(abilities(sight, attack), out),
        AttackStep::AttackRoll => dice::roll_choices(sight, frame, attack, false, out),
        AttackStep::DefenceRoll => dice::roll_choices(sight, frame, attack, true, out),
        AttackStep::StandFast => {
            out.push(Choice::new(Verb::StandFast, 1, 0, 0));
            out.push(Choice::new(Verb::StandFast, 0, 0, 0));
        }
        AttackStep::DriveBack => finish::drive_back_choices(sight, attack, out),
        AttackStep::Overrun => {
            out.push(Choice::new(Verb::Overrun, 0, 0, 0));
            out.push(Choice::STAY);
        }
        AttackStep::Declare
        | AttackStep::RollStands
        | AttackStep::Judge
        | AttackStep::Trapped
        | AttackStep::Damage
        | AttackStep::OutCheck
        | AttackStep::End => {}
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Combat, choice: Choice) {
    let Some(entry) = run.rules().attack.get(frame.step as usize).copied() else {
        return;
    };
    frame.sub += 1;
    match entry.step {
        AttackStep::PickAbility => {
            if let Some(keyword) = Keyword::ALL.get(choice.a as usize).copied() {
                let picked = if choice.b == 1 {
                    Keywords::critical(keyword)
                } else {
                    Keywords::plain(keyword)
                };
                if let Some(attack) = run.state.attack_mut() {
                    attack.keywords = attack.keywords.union(picked);
                }
                run.emit(Rule::AttackWeaponAbility, What::AbilityPicked { keyword });
            }
            run.put(Frame::Combat(frame));
        }
        AttackStep::AttackRoll | AttackStep::DefenceRoll => {
            dice::choose_at_roll(run, frame, choice);
        }
        AttackStep::StandFast => {
            run.put(Frame::Combat(frame));
            finish::choose_stand_fast(run, choice);
        }
        AttackStep::DriveBack => {
            run.put(Frame::Combat(frame));
            finish::choose_drive_back(run, choice);
        }
        AttackStep::Overrun => {
            run.put(Frame::Combat(frame));
            finish::choose_overrun(run, choice);
        }
        AttackStep::Declare
        | AttackStep::RollStands
        | AttackStep::Judge
        | AttackStep::Trapped
        | AttackStep::Damage
        | AttackStep::OutCheck
        | AttackStep::End => run.put(Frame::Combat(frame)),
    }
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Combat, choice: Choice) -> Refusal {
    let step = sight
        .rules()
        .attack
        .get(frame.step as usize)
        .map(|entry| entry.step);
    match step {
        Some(AttackStep::PickAbility) => Refusal::new(
            Rule::AttackWeaponAbility,
            "Pick one of this weapon's abilities, or none.",
        ),
        Some(AttackStep::AttackRoll | AttackStep::DefenceRoll) => dice::roll_refusal(frame),
        Some(AttackStep::StandFast) => {
            Refusal::new(Rule::AttackStandFast, "Stand fast, or decline.")
        }
        Some(AttackStep::DriveBack) => finish::drive_back_refusal(sight, choice),
        Some(AttackStep::Overrun) => Refusal::new(
            Rule::AttackOverrun,
            "Follow into the hex the target left, or stay.",
        ),
        None
        | Some(
            AttackStep::Declare
            | AttackStep::RollStands
            | AttackStep::Judge
            | AttackStep::Trapped
            | AttackStep::Damage
            | AttackStep::OutCheck
            | AttackStep::End,
        ) => Refusal::new(
            Rule::AttackSequence,
            "The attack is being resolved; nothing is to be chosen at this step.",
        ),
    }
}

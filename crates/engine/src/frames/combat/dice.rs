//! The attack and defence rolls: dice, support, re-rolls, and which faces succeed.

use super::{Combat, Done, break_off, current, go_to_end, holds, keywords_in_force};
use crate::{
    attack::{Attack, Verdict},
    bind::Bind,
    card_run::PastSpell,
    cards::{self, Ban},
    chance::Waits,
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::What,
    frame::Frame,
    frames::damage::Damage,
    ops::{
        field, lasting,
        stats::{self, Wielded},
    },
    refusal::Refusal,
    ruleset::{AttackStep, Support, SupportCounted, WeaponAbilities},
    run::{Run, Sight},
};
use gloryhex_cardlang::RollKind;
use gloryhex_model::{
    Die, Face, FaceSet, Keyword, Keywords, Roll, Rule, Seat, Stat, Token, Trigger,
};

/// Not rolled yet.
const ROLL: u8 = 0;
/// A die picked for a re-roll: the sub-step is this plus the face.
const REROLL: u8 = 10;
/// Declined further re-rolls.
const ENOUGH: u8 = 100;
/// Everybody has had a word before the roll of a spell attack.
const TRIED: u8 = 101;
/// When the roll stands: backlash has been dealt.
const BACKLASH: u8 = 1;
/// Not rolled yet, but an innate symbol has been picked: the sub-step is this plus its face.
const PICKED: u8 = 110;

/// How far a roll has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The dice have not been rolled.
    NotRolled,
    /// They have not been rolled, and this innate symbol is to be added.
    Picked(Face),
    /// They have, and re-rolls may follow.
    Rolled,
    /// A die showing this face has been picked up again.
    Rerolling(Face),
    /// The roll stands.
    Done,
}

impl Progress {
    /// Reads the sub-step of a roll.
    pub fn of(sub: u8) -> Progress {
        match sub {
            ROLL => Progress::NotRolled,
            REROLL..ENOUGH => Progress::Rerolling(Face::from_ix(sub - REROLL)),
            ENOUGH => Progress::Done,
            TRIED => Progress::NotRolled,
            PICKED.. => Progress::Picked(Face::from_ix(sub - PICKED)),
            _ => Progress::Rolled,
        }
    }
    /// Whether the dice are still to be rolled.
    pub fn is_open(self) -> bool {
        matches!(self, Progress::NotRolled | Progress::Picked(_))
    }
    /// The symbol added without a die: the one that was picked, or the only one there is.
    fn innate(self, only: Roll) -> Roll {
        match self {
            Progress::Picked(face) => Roll::of(&[face]),
            _ => only,
        }
    }
}

/// Supporters of the attacker and of the target (Shadespire p.21, Harrowdeep p.32, Embergard p.11).
pub fn supporters(sight: Sight<'_>, attack: &Attack) -> [u8; 2] {
    supporters_of(sight, attack, [true; 2])
}

/// The same, of the sides that are `wanted`.
fn supporters_of(sight: Sight<'_>, attack: &Attack, wanted: [bool; 2]) -> [u8; 2] {
    let (attacker, target) = (attack.attacker, attack.target);
    let mut counted = cards::supporters(sight, attack, wanted);
    if attack.is(Attack::NO_ATTACKER_SUPPORT)
        || attack.is(Attack::SPELL) && !sight.rules().spells_are_supported
        || cards::forbids(sight, target, Ban::Flanked)
    {
        counted[0] = 0;
    }
    if attack.is(Attack::NO_TARGET_SUPPORT) || cards::forbids(sight, attacker, Ban::Flanked) {
        counted[1] = 0;
    }
    for (side, fighter) in [target, attacker].into_iter().enumerate() {
        if counted[side] == 1 && cards::forbids(sight, fighter, Ban::OnlyFlanked) {
            counted[side] = 0;
        }
    }
    counted
}

/// Supporters as they count from a step on: those counted before, or as they stand now where it is this
/// step that counts them (Harrowdeep p.32: with the roll of one's own; Embergard p.10: when successes are
/// counted).
pub fn counted_by(sight: Sight<'_>, attack: &Attack, step: AttackStep) -> [u8; 2] {
    let before = attack.supporters;
    match (sight.rules().support_counted, step) {
        (SupportCounted::WithOwnRoll, AttackStep::DefenceRoll) => {
            [before[0], supporters_of(sight, attack, [false, true])[1]]
        }
        (SupportCounted::WhenJudged, AttackStep::Judge) => supporters(sight, attack),
        _ => before,
    }
}

fn support_faces(rule: Support, own: u8, theirs: u8) -> FaceSet {
    let n = match rule {
        Support::Difference => own.saturating_sub(theirs),
        Support::Own => own,
    };
    match n {
        0 => FaceSet::EMPTY,
        1 => FaceSet::of(&[Face::Sup1]),
        _ => FaceSet::of(&[Face::Sup1, Face::Sup2]),
    }
}

/// The faces that succeed in the attack roll.
pub fn attack_successes(sight: Sight<'_>, attack: &Attack) -> FaceSet {
    let [own, theirs] = attack.supporters;
    let symbol = Wielded::of(sight, attack).map_or(Face::Crit, Wielded::symbol);
    FaceSet::of(&[Face::Crit, symbol])
        .union(support_faces(sight.rules().support, own, theirs))
        .union(attack.attack_faces)
        .union(cards::success_faces(sight, attack, RollKind::Attack))
        .without(cards::no_success_faces(sight, attack, RollKind::Attack))
}

/// Whether the target is on Guard and in cover, as it counts for this attack: as it was when its dice were rolled,
/// once they are.
fn shelter(sight: Sight<'_>, attack: &Attack) -> [bool; 2] {
    if attack.is(Attack::DEFENDED) {
        return [attack.is(Attack::ON_GUARD), attack.is(Attack::IN_COVER)];
    }
    let target = attack.target;
    [
        cards::on_guard(sight, target),
        field::in_cover(sight, target),
    ]
}

/// The flags of what shelters the target when its dice are rolled, unless that is looked at when successes are
/// counted, as support is (Harrowdeep pp.31–34, Embergard p.10).
fn sheltered(sight: Sight<'_>, attack: &Attack) -> u64 {
    if sight.rules().support_counted == SupportCounted::WhenJudged {
        return 0;
    }
    let [guard, cover] = shelter(sight, attack);
    let flag = |is: bool, flag: u64| if is { flag } else { 0 };
    Attack::DEFENDED | flag(guard, Attack::ON_GUARD) | flag(cover, Attack::IN_COVER)
}

/// The faces that succeed in the defence roll.
pub fn defence_successes(sight: Sight<'_>, attack: &Attack) -> FaceSet {
    let [theirs, own] = attack.supporters;
    let target = attack.target;
    let mut faces = FaceSet::of(&[cards::defence_symbol(sight, target)])
        .union(support_faces(sight.rules().support, own, theirs))
        .union(attack.defence_faces)
        .union(cards::success_faces(sight, attack, RollKind::Defence));
    let [guard, cover] = shelter(sight, attack);
    if guard {
        faces = faces.union(FaceSet::of(&[Face::Shield, Face::Dodge]));
    }
    if cover {
        faces = faces.union(FaceSet::of(&[Face::Sup2]));
    }
    let keywords = keywords_in_force(sight, attack);
    if keywords.has(Keyword::Cleave) && !cards::forbids(sight, target, Ban::Cleaved) {
        faces = faces.without(FaceSet::of(&[Face::Shield]));
    }
    if keywords.has(Keyword::Ensnare) && !cards::forbids(sight, target, Ban::Ensnared) {
        faces = faces.without(FaceSet::of(&[Face::Dodge]));
    }
    if keywords.has(Keyword::Brutal) {
        faces = faces.without(FaceSet::of(&[Face::Sup1, Face::Sup2]));
    }
    faces
        .union(FaceSet::of(&[Face::Crit]))
        .without(cards::no_success_faces(sight, attack, RollKind::Defence))
}

/// What a roll is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// Kind of dice.
    pub die: Die,
    /// How many.
    pub n: u8,
    /// Symbols added to the roll without a die; they are never re-rolled.
    pub innate: Roll,
    /// Re-rolls gained with the roll.
    pub rerolls: u8,
}

/// The kind of dice of the attack roll.
fn attack_die(attack: &Attack) -> Die {
    if attack.is(Attack::SPELL) {
        Die::Magic
    } else {
        Die::Attack
    }
}

/// The dice of the attack roll.
pub fn attack_dice(sight: Sight<'_>, attack: &Attack) -> Dice {
    let die = attack_die(attack);
    // A magic die is no attack die (Harrowdeep p.48).
    let staggered = die == Die::Attack
        && sight.rules().stagger_rerolls
        && sight.state.fighter(attack.target).has(Token::Stagger);
    let rerolls = match cards::forbids(sight, attack.attacker, Ban::RerollAttack) {
        true => 0,
        false => cards::rerolls(sight, attack, RollKind::Attack) + u8::from(staggered),
    };
    Dice {
        die,
        n: Wielded::of(sight, attack).map_or(1, Wielded::dice),
        innate: cards::innate(sight, attack, false),
        rerolls,
    }
}

/// The dice of the defence roll.
pub fn defence_dice(sight: Sight<'_>, attack: &Attack) -> Dice {
    Dice {
        die: Die::Defence,
        n: stats::stat(sight, attack.target, Stat::Defence),
        innate: cards::innate(sight, attack, true),
        rerolls: match cards::forbids(sight, attack.target, Ban::RerollDefence) {
            true => 0,
            false => cards::rerolls(sight, attack, RollKind::Defence),
        },
    }
}

pub(super) fn attack_roll(run: &mut Run<'_>, mut frame: Combat) -> Result<Done, Waits> {
    let attack = current(run);
    let seat = super::whose(run.sight(), &attack);
    let announced =
        attack.is(Attack::SPELL) && run.table.index.waited.contains(Trigger::SpellTried);
    match frame.sub {
        ROLL if announced => {
            frame.sub = TRIED;
            run.put(Frame::Combat(frame));
            cards::tell(run, Trigger::SpellTried, Bind::fighter(attack.attacker));
            Ok(Done::Again)
        }
        TRIED if attack.is(Attack::DISPELLED) => {
            fail_to_cast(run, frame, &attack);
            Ok(Done::Again)
        }
        TRIED if !holds(run.sight()) => {
            break_off(run);
            go_to_end(run, frame);
            Ok(Done::Again)
        }
        ROLL | TRIED if several_innates(run.sight(), &attack, false) => Ok(Done::Ask(seat)),
        ROLL | TRIED | PICKED.. => {
            if attack.is(Attack::SPELL) {
                run.state.past_spell = PastSpell::NONE;
            }
            let sight = run.sight();
            let keywords = match run.rules().weapon_abilities {
                WeaponAbilities::All => {
                    Wielded::of(sight, &attack).map_or(Keywords::EMPTY, Wielded::keywords)
                }
                WeaponAbilities::One => Keywords::EMPTY,
            };
            let supporters = supporters(sight, &attack);
            let Dice {
                die,
                n,
                innate,
                rerolls,
            } = attack_dice(sight, &attack);
            let mut roll = run.roll(seat, die, n)?;
            run.emit(Rule::AttackRoll, What::Rolled { seat, die, roll });
            let fixed = add_innate(&mut roll, Progress::of(frame.sub).innate(innate));
            if let Some(attack) = run.state.attack_mut() {
                attack.attack_roll = roll;
                attack.fixed = fixed;
                attack.supporters = supporters;
                attack.keywords = attack.keywords.union(keywords);
                attack.rerolls[0] += rerolls;
            }
            frame.sub = 1;
            run.put(Frame::Combat(frame));
            let attack = current(run);
            if !run.may_step_at_once() {
                return Ok(Done::Again);
            }
            if may_reroll(&attack, 0) {
                return Ok(Done::Ask(seat));
            }
            Ok(Done::Next)
        }
        ENOUGH => Ok(Done::Next),
        _ => after_roll(run, frame, seat, attack_die(&attack), 0),
    }
}

/// Whether the roll of a spell attack hurts its caster (Nightvault p.2, Harrowdeep p.35).
pub fn backlashes(sight: Sight<'_>, attack: &Attack) -> bool {
    attack.is(Attack::SPELL)
        && cards::casting_rules(sight, attack.attacker).backlashes(attack.attack_roll)
}

/// The spell of an attack is not cast.
fn fail_to_cast(run: &mut Run<'_>, frame: Combat, attack: &Attack) {
    let caster = attack.attacker;
    run.emit(Rule::SpellCast, What::SpellFailed { caster });
    if let Some(attack) = run.state.attack_mut() {
        attack.verdict = Verdict::Fail;
        attack.set(Attack::DISPELLED);
    }
    go_to_end(run, frame);
}

/// The attack roll is as it will be: a spell has been attempted, and may hurt its caster, who may fall.
pub(super) fn roll_stands(run: &mut Run<'_>, mut frame: Combat) -> Done {
    let attack = current(run);
    if !attack.is(Attack::SPELL) {
        return Done::Next;
    }
    let caster = attack.attacker;
    if frame.sub == BACKLASH {
        if run.state.fighter(caster).on_field() {
            return Done::Next;
        }
        if let Some(attack) = run.state.attack_mut() {
            attack.verdict = Verdict::Fail;
            attack.set(Attack::DISPELLED);
        }
        go_to_end(run, frame);
        return Done::Again;
    }
    lasting::spell_attempted(run, run.table.owner(caster), Source::NONE);
    if !backlashes(run.sight(), &attack) {
        return Done::Next;
    }
    frame.sub = BACKLASH;
    run.put(Frame::Combat(frame));
    if let Some(attack) = run.state.attack_mut() {
        attack.set(Attack::BACKLASH);
    }
    run.emit(Rule::SpellBacklash, What::Backlash { caster });
    run.push(Frame::Damage(Damage::backlash(caster)));
    Done::Again
}

fn add_innate(roll: &mut Roll, innate: Roll) -> Roll {
    if innate.is_empty() {
        return innate;
    }
    for face in innate.faces() {
        roll.add(face);
    }
    innate
}

pub(super) fn defence_roll(run: &mut Run<'_>, mut frame: Combat) -> Result<Done, Waits> {
    let attack = current(run);
    let seat = run.table.owner(attack.target);
    match frame.sub {
        ROLL if several_innates(run.sight(), &attack, true) => Ok(Done::Ask(seat)),
        ROLL | PICKED.. => {
            let Dice {
                die,
                n,
                innate,
                rerolls,
            } = defence_dice(run.sight(), &attack);
            let supporters = counted_by(run.sight(), &attack, AttackStep::DefenceRoll);
            let sheltered = sheltered(run.sight(), &attack);
            let mut roll = run.roll(seat, die, n)?;
            run.emit(Rule::AttackDefenceRoll, What::Rolled { seat, die, roll });
            let fixed = add_innate(&mut roll, Progress::of(frame.sub).innate(innate));
            if let Some(attack) = run.state.attack_mut() {
                attack.defence_roll = roll;
                attack.fixed = fixed;
                attack.supporters = supporters;
                attack.set(sheltered);
                attack.rerolls[1] += rerolls;
            }
            frame.sub = 1;
            run.put(Frame::Combat(frame));
            if !run.may_step_at_once() {
                return Ok(Done::Again);
            }
            if may_reroll(&current(run), 1) {
                return Ok(Done::Ask(seat));
            }
            Ok(Done::Next)
        }
        ENOUGH => Ok(Done::Next),
        _ => after_roll(run, frame, seat, Die::Defence, 1),
    }
}

/// Whether a side of an attack has a re-roll, and a die for it.
#[inline(always)]
fn may_reroll(attack: &Attack, side: usize) -> bool {
    let dice = [attack.attack_roll, attack.defence_roll][side];
    attack.rerolls[side] > 0 && dice.len() > attack.fixed.len()
}

/// After a roll: re-rolls the die that was picked, or asks for another while there are re-rolls.
fn after_roll(
    run: &mut Run<'_>,
    mut frame: Combat,
    seat: Seat,
    die: Die,
    side: usize,
) -> Result<Done, Waits> {
    if frame.sub >= REROLL {
        let from = Face::from_ix(frame.sub - REROLL);
        let roll = run.roll(seat, die, 1)?;
        let to = roll.faces().next().unwrap_or(from);
        if let Some(attack) = run.state.attack_mut() {
            let dice = if side == 0 {
                &mut attack.attack_roll
            } else {
                &mut attack.defence_roll
            };
            dice.remove(from);
            dice.add(to);
            attack.fixed.add(to);
            attack.rerolls[side] -= 1;
        }
        run.emit(Rule::AttackReroll, What::Rerolled { seat, from, to });
        frame.sub = 1;
        run.put(Frame::Combat(frame));
        return Ok(Done::Again);
    }
    if may_reroll(&current(run), side) {
        return Ok(Done::Ask(seat));
    }
    frame.sub = ENOUGH;
    run.put(Frame::Combat(frame));
    Ok(Done::Again)
}

/// Whether a symbol has to be picked before the roll (Harrowdeep p.38).
fn several_innates(sight: Sight<'_>, attack: &Attack, defending: bool) -> bool {
    let faces = cards::innates(sight, attack, defending);
    faces.iter().nth(1).is_some()
}

/// What may be chosen at a roll: an innate symbol before it, a re-roll after it.
pub(super) fn roll_choices(
    sight: Sight<'_>,
    frame: Combat,
    attack: &Attack,
    defending: bool,
    out: &mut Choices,
) {
    if matches!(frame.sub, ROLL | TRIED) {
        for face in cards::innates(sight, attack, defending).iter() {
            out.push(Choice::new(Verb::Die, face as u8, 0, 0));
        }
    } else if defending {
        reroll_choices(attack.defence_roll, attack, out);
    } else {
        reroll_choices(attack.attack_roll, attack, out);
    }
}

/// Why something else cannot be chosen at a roll.
pub(super) fn roll_refusal(frame: Combat) -> Refusal {
    if matches!(frame.sub, ROLL | TRIED) {
        Refusal::new(
            Rule::SpellInnate,
            "Pick one of the innate symbols for this roll before it is made.",
        )
    } else {
        Refusal::new(
            Rule::AttackReroll,
            "Re-roll a die of this roll that has not been re-rolled, or none.",
        )
    }
}

fn reroll_choices(roll: Roll, attack: &Attack, out: &mut Choices) {
    for face in roll.faces() {
        if roll.count(face) > attack.fixed.count(face) {
            out.push(Choice::new(Verb::Reroll, face as u8, 0, 0));
        }
    }
    out.push(Choice::new(Verb::Reroll, 255, 0, 0));
}

pub(super) fn choose_at_roll(run: &mut Run<'_>, mut frame: Combat, choice: Choice) {
    frame.sub = match choice.verb {
        Verb::Die => PICKED + choice.a,
        _ if choice.a == 255 => ENOUGH,
        _ => REROLL + choice.a,
    };
    run.put(Frame::Combat(frame));
}

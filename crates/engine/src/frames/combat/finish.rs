//! After the verdict: standing fast, damage, driving back, following up, and the end.

use super::{Combat, Done, current, go_to_end, judge::criticals, keywords_in_force, whose};
use crate::{
    attack::{Attack, Verdict},
    bind::Bind,
    cards::{self, Also, Ban, watches::Noted},
    choice::{Choice, Choices, Verb},
    event::{By, What},
    frame::Frame,
    frames::{
        cast as spell,
        damage::Damage,
        moving::{Manner, Move},
    },
    ops::{
        field,
        stats::{self, Wielded},
        tokens, travel,
    },
    refusal::Refusal,
    ruleset::Grievous,
    run::{Run, Sight},
};
use gloryhex_cardlang::{HexRule, RollKind};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{Counter, Deed, FighterId, Keyword, Rule, Stat, Token, Trigger};

/// The damage a successful attack deals: Grievous and standing fast change the weapon's Damage like any other
/// modifier (Harrowdeep pp.34, 38, Embergard pp.11–12, 17).
pub fn damage_of(sight: Sight<'_>, attack: &Attack) -> u8 {
    let Some(def) = stats::weapon_def(sight, attack.attacker, attack.weapon) else {
        return 0;
    };
    let keywords = keywords_in_force(sight, attack);
    let grievous = keywords.has(Keyword::Grievous)
        && match sight.rules().grievous {
            Grievous::OnCriticalHit => attack.is(Attack::CRITICAL_HIT),
            Grievous::Always => true,
        };
    let by = i16::from(grievous) - i16::from(attack.is(Attack::STOOD_FAST));
    let by = by + i16::from(attack.damage);
    let damage = cards::modified_by(sight, attack, Stat::Damage, def.damage, by);
    match keywords.has(Keyword::Lethal) {
        true => damage.max(damage.saturating_add(2).min(4)),
        false => damage,
    }
}

/// Whether the rules would let the target of this attack be driven back, were there room.
pub fn may_drive_back(sight: Sight<'_>, attack: &Attack) -> bool {
    let target = attack.target;
    let now = sight.state.fighter(target);
    let held = attack.is(Attack::NO_DRIVE_BACK)
        || attack.is(Attack::STOOD_FAST)
        || sight.rules().guard_holds_ground && cards::on_guard(sight, target);
    now.on_field()
        && !held
        && !cards::forbids(sight, target, Ban::DrivenBack)
        && travel::pushable_by(sight, target, whose(sight, attack))
}

/// Whether the target may stand fast against this judged attack (Embergard p.12).
pub fn may_stand_fast(sight: Sight<'_>, attack: &Attack) -> bool {
    let [offence, defence] = criticals(sight, attack);
    let more = |roll| cards::counts_more_criticals(sight, attack, roll);
    let ahead = match (more(RollKind::Attack), more(RollKind::Defence)) {
        (true, false) => false,
        (false, true) => true,
        _ => defence > offence,
    };
    let matters = match attack.verdict {
        Verdict::Success => true,
        Verdict::Draw => attack.successes[0] > 0,
        _ => false,
    };
    ahead && matters
}

pub(super) fn stand_fast(run: &mut Run<'_>, frame: Combat) -> Done {
    let attack = current(run);
    if frame.sub > 0 || !may_stand_fast(run.sight(), &attack) {
        return Done::Next;
    }
    Done::Ask(run.table.owner(attack.target))
}

pub(super) fn choose_stand_fast(run: &mut Run<'_>, choice: Choice) {
    if choice.a != 1 {
        return;
    }
    let fighter = current(run).target;
    if let Some(attack) = run.state.attack_mut() {
        attack.set(Attack::STOOD_FAST);
    }
    run.emit(Rule::AttackStandFast, What::StoodFast { fighter });
}

/// The spell of the attack has been cast, and may still be cancelled.
const CAST: u8 = 1;
/// The damage has been dealt.
const DEALT: u8 = 2;

pub(super) fn damage(run: &mut Run<'_>, mut frame: Combat) -> Done {
    let attack = current(run);
    if frame.sub == DEALT || attack.verdict != Verdict::Success {
        return Done::Next;
    }
    if attack.is(Attack::SPELL) && frame.sub < CAST {
        frame.sub = CAST;
        run.put(Frame::Combat(frame));
        cast(run, attack.attacker);
        return Done::Again;
    }
    if attack.is(Attack::DISPELLED) {
        dispelled(run, attack);
        go_to_end(run, frame);
        return Done::Again;
    }
    frame.sub = DEALT;
    run.put(Frame::Combat(frame));
    let amount = damage_of(run.sight(), &attack);
    let hurt = run.state.fighter(attack.target).damage;
    let wounds = stats::stat(run.sight(), attack.target, Stat::Wounds);
    if let Some(attack) = run.state.attack_mut() {
        // What the target has left is known from now, whether it was damaged from when it was picked.
        let left = wounds.saturating_sub(hurt);
        attack.target_before[0] = left.saturating_add(attack.target_before[1]);
    }
    if run.table.watches.notes(Noted::Damage)
        && let Some(attack) = run.state.attack_mut()
    {
        attack.note_struck(amount);
    }
    run.push(Frame::Damage(Damage {
        attack: true,
        cause: attack.causes(),
        ..Damage::new(attack.target, amount, By::Fighter(attack.attacker))
    }));
    Done::Again
}

/// A spell attack that succeeds is cast; others may react before it is resolved (Nightvault p.2,
/// Harrowdeep p.35).
fn cast(run: &mut Run<'_>, caster: FighterId) {
    run.emit(Rule::SpellCast, What::SpellCast { caster });
    let bind = Bind::fighter(caster);
    cards::fire(run, Trigger::SpellCast, bind, Also::NOTHING);
}

/// A cancelled spell attack is not resolved.
fn dispelled(run: &mut Run<'_>, attack: Attack) {
    let caster = attack.attacker;
    run.emit(Rule::SpellCast, What::SpellFailed { caster });
    if let Some(attack) = run.state.attack_mut() {
        attack.verdict = Verdict::Fail;
    }
}

pub(super) fn out_check(run: &mut Run<'_>) -> Done {
    let attack = current(run);
    if attack.verdict == Verdict::Success
        && attack.is(Attack::DAMAGE_PREVENTED)
        && let Some(attack) = run.state.attack_mut()
    {
        attack.verdict = Verdict::Fail;
    }
    Done::Next
}

/// Whether the verdict lets the target be driven back.
pub fn push_allowed(attack: &Attack) -> bool {
    !attack.is(Attack::DRIVE_BACK_REPLACED)
        && match attack.verdict {
            Verdict::Success => attack.successes[0] > 0 || attack.is(Attack::CRITICAL_HIT),
            Verdict::Draw => attack.successes[0] > 0,
            _ => attack.is(Attack::DAMAGE_PREVENTED),
        }
}

pub(super) fn drive_back(run: &mut Run<'_>, mut frame: Combat) -> Done {
    let attack = current(run);
    let sight = run.sight();
    let possible = push_allowed(&attack) && may_drive_back(sight, &attack);
    match frame.sub {
        0 if possible => {
            frame.sub = 1;
            run.put(Frame::Combat(frame));
            let bind = Bind {
                other: attack.attacker,
                ..Bind::fighter(attack.target)
            };
            cards::fire(run, Trigger::DriveBackDue, bind, Also::NOTHING);
            match run.may_step_at_once() {
                true => pick_hex(run, &attack),
                false => Done::Again,
            }
        }
        1 if possible => pick_hex(run, &attack),
        _ => Done::Next,
    }
}

/// Asks where the target is driven back to, if there is room.
fn pick_hex(run: &mut Run<'_>, attack: &Attack) -> Done {
    let away = away(run.sight(), attack);
    if away.is_empty() {
        return Done::Next;
    }
    run.lists(|sight, out| list(sight, attack, away, out));
    Done::Ask(whose(run.sight(), attack))
}

/// The hexes next to the target to which it can be driven back.
fn away(sight: Sight<'_>, attack: &Attack) -> HexSet {
    let from = sight.state.fighter(attack.attacker).hex;
    travel::away_hexes(sight, attack.target, from)
}

/// Whether there is a hex to drive the target back to.
pub fn has_room(sight: Sight<'_>, attack: &Attack) -> bool {
    !away(sight, attack).is_empty()
}

fn anywhere(sight: Sight<'_>, attack: &Attack) -> HexSet {
    let hex = sight.state.fighter(attack.target).hex;
    if hex == HexId::NONE {
        return HexSet::EMPTY;
    }
    sight.grid.adjacent(hex) & field::empty(sight)
}

fn knockback(sight: Sight<'_>, attack: &Attack) -> u8 {
    if attack.verdict != Verdict::Success && sight.rules().knockback_needs_success {
        return 0;
    }
    Wielded::of(sight, attack).map_or(0, Wielded::knockback)
}

pub(super) fn drive_back_choices(sight: Sight<'_>, attack: &Attack, out: &mut Choices) {
    list(sight, attack, away(sight, attack), out);
}

/// Lists where the target may be pushed, given the hexes next to it to which it can be driven back.
#[inline(never)]
fn list(sight: Sight<'_>, attack: &Attack, away: HexSet, out: &mut Choices) {
    let hex = sight.state.fighter(attack.target).hex;
    let more = knockback(sight, attack);
    let barred = cards::hexes_by(sight, attack.target, HexRule::NoPushEnd);
    away.each(|first| {
        if !barred.contains(first) {
            out.push(Choice::hex(Verb::DriveBack, first));
        }
        if more == 0 {
            return;
        }
        for end in &travel::knock(sight, hex, first, more)[1..] {
            if *end != HexId::NONE && !barred.contains(*end) {
                out.push(Choice::hex(Verb::DriveBack, *end));
            }
        }
    });
    if keywords_in_force(sight, attack).has(Keyword::Grapple) {
        for end in anywhere(sight, attack) - barred {
            out.push(Choice::hex(Verb::Grapple, end));
        }
    }
    out.push(Choice::STAY);
}

pub(super) fn choose_drive_back(run: &mut Run<'_>, choice: Choice) {
    let attack = current(run);
    let fighter = attack.target;
    let to = choice.hex_a();
    let hex = run.state.fighter(fighter).hex;
    match choice.verb {
        Verb::DriveBack => {
            let sight = run.sight();
            let from = sight.state.fighter(attack.attacker).hex;
            let more = knockback(sight, &attack);
            let path = travel::away_hexes(sight, fighter, from)
                .iter()
                .map(|first| travel::knock(sight, hex, first, more))
                .find(|path| path.contains(&to));
            let Some(mut path) = path else { return };
            let stop = path.iter().position(|step| *step == to).unwrap_or(0);
            for step in path.iter_mut().skip(stop + 1) {
                *step = HexId::NONE;
            }
            if let Some(attack) = run.state.attack_mut() {
                attack.set(Attack::DROVE_BACK);
                attack.left = hex;
            }
            let rule = if stop > 0 {
                Rule::KeywordKnockback
            } else {
                Rule::AttackDriveBack
            };
            run.emit(rule, What::DroveBack { fighter, to });
            run.push(Frame::Move(Move {
                way: path,
                ..Move::to(fighter, Manner::DriveBack, hex, path[0])
            }));
        }
        Verb::Grapple => {
            run.emit(Rule::KeywordGrapple, What::DroveBack { fighter, to });
            run.push(Frame::Move(Move::to(fighter, Manner::Push, hex, to)));
        }
        _ => {}
    }
}

pub(super) fn drive_back_refusal(sight: Sight<'_>, choice: Choice) -> Refusal {
    if !matches!(choice.verb, Verb::DriveBack | Verb::Grapple) {
        return Refusal::new(
            Rule::AttackDriveBack,
            "Pick a hex to drive the target back to, or stay.",
        );
    }
    let hex = choice.hex_a();
    if !sight.grid.all().contains(hex) || !field::empty(sight).contains(hex) {
        return Refusal::new(
            Rule::PushObstacle,
            "A fighter is only pushed into an empty hex; pick one.",
        );
    }
    let far = sight.state.attack().is_some_and(|attack| {
        let more = match choice.verb {
            Verb::DriveBack => knockback(sight, attack),
            _ => 0,
        };
        let at = sight.state.fighter(attack.target).hex;
        at != HexId::NONE && sight.grid.distance(at, hex) > 1 + more
    });
    if far {
        return Refusal::new(
            Rule::AttackDriveBack,
            "A target is driven back by one hex, or as far as Knockback carries it; pick a nearer hex.",
        );
    }
    Refusal::new(
        Rule::PushAway,
        "The hex must be further from the attacker than where the target stands; pick such a hex.",
    )
}

/// The attacker may follow into the hex that the target left (Embergard p.12).
pub(super) fn overrun(run: &mut Run<'_>, frame: Combat) -> Done {
    let attack = current(run);
    let sight = run.sight();
    let [offence, defence] = criticals(run.sight(), &attack);
    let gone = attack.is(Attack::DROVE_BACK) || attack.is(Attack::TOOK_OUT);
    let at = sight.state.fighter(attack.attacker).hex;
    let possible = frame.sub == 0
        && (offence > defence || cards::counts_more_criticals(sight, &attack, RollKind::Attack))
        && gone
        && !attack.is(Attack::NO_OVERRUN)
        && at != HexId::NONE
        && sight.grid.adjacent(at).contains(attack.left)
        && field::empty(sight).contains(attack.left)
        && travel::pushable(sight, attack.attacker)
        && !cards::forbids(sight, attack.target, Ban::Overrun);
    if possible {
        Done::Ask(whose(run.sight(), &attack))
    } else {
        Done::Next
    }
}

pub(super) fn choose_overrun(run: &mut Run<'_>, choice: Choice) {
    if choice.verb != Verb::Overrun {
        return;
    }
    let attack = current(run);
    let fighter = attack.attacker;
    let from = run.state.fighter(fighter).hex;
    run.emit(Rule::AttackOverrun, What::Overran { fighter });
    run.push(Frame::Move(Move::to(
        fighter,
        Manner::Push,
        from,
        attack.left,
    )));
}

/// Whether the attack was a spell, and was cast.
pub(super) fn is_cast(attack: &Attack) -> bool {
    let succeeded = attack.verdict == Verdict::Success || attack.is(Attack::DAMAGE_PREVENTED);
    succeeded && attack.is(Attack::SPELL) && !attack.is(Attack::DISPELLED)
}

pub(super) fn end(run: &mut Run<'_>) -> Done {
    let attack = current(run);
    let succeeded = attack.verdict == Verdict::Success;
    if succeeded && keywords_in_force(run.sight(), &attack).has(Keyword::Stagger) {
        tokens::give(run, attack.target, Token::Stagger);
    }
    if is_cast(&attack) {
        let caster = attack.attacker;
        run.state.fighter_mut(caster).note(Deed::Cast);
        let seat = run.table.owner(caster);
        run.state.seats[seat].bump(Counter::Spells);
        let bind = Bind::fighter(caster);
        let also = spell::own_window(run.rules());
        cards::fire(run, Trigger::SpellDone, bind, also);
    }
    let range = stats::range(run.sight(), attack.attacker, attack.weapon);
    let now = run.state.fighter_mut(attack.attacker);
    if succeeded {
        now.note(Deed::Succeeded);
    } else if range <= 2 {
        now.note(Deed::FailedNow);
    }
    let [own, theirs] = attack.supporters;
    if range == 1 && theirs > own {
        now.note(Deed::OutsupportedNow);
    }
    run.state.clock.actions = run.state.clock.actions.wrapping_add(1);
    Done::Next
}

//! A spell being cast (Nightvault p.2, Harrowdeep p.35).
//!
//! The card whose spell it is lies below and waits. Two criticals hurt the caster first, who may fall;
//! then the spell is cast or fails.

use crate::{
    attack::{Attack, Verdict},
    bind::Bind,
    card_run::CardRun,
    cards::{self, Also, Ban},
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::What,
    frame::Frame,
    frames::damage::Damage,
    ops::{lasting, stats},
    refusal::Refusal,
    ruleset::{Ruleset, Window},
    run::{Flow, Run, Sight, Step},
    table::Table,
};
use gloryhex_cardlang::{CardKind, Cast as Value, Role};
use gloryhex_model::{Counter, Deed, Die, Face, FighterId, Roll, Rule, Seat, Stat, Trigger};
use serde::{Deserialize, Serialize};

/// A spell being cast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// How far it has come.
    pub stage: u8,
}

/// Everybody has had a word before the casting roll.
const TRIED: u8 = 4;
/// Not rolled yet, but an innate symbol has been picked: the stage is this plus its face.
const PICKED: u8 = 16;

/// The casting value of a card's clause, if it is a spell.
pub fn value_of(table: &Table, source: Source, clause: u8) -> Option<Value> {
    let code = table.code(source)?;
    match code.clauses.get(usize::from(clause))?.role {
        Role::Action { cast, .. } => cast,
        Role::React {
            cast: Some(cast), ..
        } => Some(cast),
        _ if code.kind == CardKind::Spell => code.cast,
        _ => None,
    }
}

/// The dice of a casting roll: the caster's wizard level, or that which its card lends it, and what else is in force.
pub fn dice(sight: Sight<'_>, caster: FighterId, source: Source, clause: u8) -> u8 {
    cards::casting_dice(sight, caster, level_of(sight, caster, source, clause))
}

/// As a wizard of which level a fighter casts the spell of a clause.
pub fn level_of(sight: Sight<'_>, caster: FighterId, source: Source, clause: u8) -> u8 {
    let lent = sight.table.code(source).and_then(|code| {
        let role = code.clauses.get(usize::from(clause))?.role;
        match role {
            Role::Action { level, .. } if !level.is_yes() => {
                let context = cards::eval::Context::new(sight, source, caster)?;
                Some(context.value(level).clamp(0, 255) as u8)
            }
            _ => None,
        }
    });
    lent.unwrap_or_else(|| stats::stat(sight, caster, Stat::Wizard))
}

/// Whether a fighter may attempt the spell of a clause.
pub fn may_attempt(sight: Sight<'_>, caster: FighterId, source: Source, clause: u8) -> bool {
    level_of(sight, caster, source, clause) > 0 && !cards::forbids(sight, caster, Ban::Cast)
}

/// Whether a fighter is attempting to cast a spell, by a spell attack too.
pub fn is_casting(sight: Sight<'_>, fighter: FighterId) -> bool {
    let attacks = &sight.state.attacks[..usize::from(sight.state.n_attacks)];
    let attempts = |attack: &Attack| {
        attack.is(Attack::SPELL) && attack.verdict == Verdict::Open && attack.attacker == fighter
    };
    if attacks.iter().any(attempts) {
        return true;
    }
    let mut frames = sight.state.stack.iter();
    let casts = frames.any(|frame| matches!(frame, Frame::Cast(_)));
    let cards = sight.state.cards_at_hand();
    let theirs = |card: &CardRun| card.is(CardRun::TO_CAST) && card.me == fighter;
    casts && cards.iter().any(theirs)
}

/// What the end of a spell is at the same time: where it has the reaction step of the action or card it ends
/// with, it has none of its own (Harrowdeep pp.40–41).
pub fn own_window(rules: &Ruleset) -> Also {
    match rules.window {
        Window::One => Also::WAITS,
        Window::UntilAllPass => Also::NOTHING,
    }
}

/// What the end of the action or card is at the same time.
pub fn shared_window(rules: &Ruleset) -> Also {
    match rules.window {
        Window::One => Also::SPELL,
        Window::UntilAllPass => Also::NOTHING,
    }
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Cast) -> Step {
    let Some(mut card) = run.state.card().copied() else {
        return run.done();
    };
    let caster = card.me;
    let seat = run.table.owner(caster);
    let value = value_of(run.table, card.source, card.clause).unwrap_or(Value {
        symbol: Face::Crit,
        n: 0,
    });
    let alive = run.state.fighter(caster).on_field();
    let stopped = card.is(CardRun::CANCELLED);
    match frame.stage {
        0 if run.table.index.waited.contains(Trigger::SpellTried) => {
            frame.stage = TRIED;
            run.put(Frame::Cast(frame));
            cards::tell(run, Trigger::SpellTried, about(&card));
        }
        TRIED if !alive || stopped => return fail(run, card),
        0 | TRIED
            if cards::innates_in_casting(run.sight(), caster)
                .iter()
                .nth(1)
                .is_some() =>
        {
            return Ok(Flow::Ask(seat));
        }
        0 | TRIED | PICKED.. => {
            let sight = run.sight();
            let rules = cards::casting_rules(sight, caster);
            let n = dice(sight, caster, card.source, card.clause);
            let innate = match frame.stage.checked_sub(PICKED) {
                Some(face) => Roll::of(&[Face::from_ix(face)]),
                None => cards::innate_in_casting(sight, caster, value.symbol),
            };
            let die = Die::Magic;
            let mut roll = run.roll(seat, die, n)?;
            run.emit(Rule::SpellCast, What::Rolled { seat, die, roll });
            for face in innate.faces() {
                roll.add(face);
            }
            card.set_roll(roll);
            if rules.backlashes(roll) {
                card.flags |= CardRun::BACKLASH;
            }
            put(run, card);
            if !run.table.index.waited.contains(Trigger::SpellTried) {
                cards::tell(run, Trigger::SpellTried, about(&card));
            }
            frame.stage = 1;
            run.put(Frame::Cast(frame));
            cards::fire(run, Trigger::SpellRolled, about(&card), Also::NOTHING);
        }
        1 => {
            frame.stage = 2;
            run.put(Frame::Cast(frame));
            // Cards may have changed the roll since.
            let rules = cards::casting_rules(run.sight(), caster);
            card.flags &= !CardRun::BACKLASH;
            if rules.backlashes(card.roll()) {
                card.flags |= CardRun::BACKLASH;
            }
            put(run, card);
            if card.is(CardRun::BACKLASH) && alive {
                run.emit(Rule::SpellBacklash, What::Backlash { caster });
                run.push(Frame::Damage(Damage::backlash(caster)));
            }
        }
        2 => {
            let rules = cards::casting_rules(run.sight(), caster);
            if !alive || stopped || !rules.is_enough(value, card.roll()) {
                return fail(run, card);
            }
            run.emit(Rule::SpellCast, What::SpellCast { caster });
            frame.stage = 3;
            run.put(Frame::Cast(frame));
            cards::fire(run, Trigger::SpellCast, about(&card), Also::NOTHING);
        }
        _ => {
            if !alive || stopped {
                return fail(run, card);
            }
            run.state.fighter_mut(caster).note(Deed::Cast);
            run.state.seats[seat].bump(Counter::Spells);
            card.flags = card.flags & !CardRun::TO_CAST | CardRun::CAST;
            put(run, card);
            run.state.stack.pop();
            attempted(run, &card);
        }
    }
    Ok(Flow::On)
}

/// Who picks an innate symbol, where there are several (Harrowdeep p.38).
pub fn decider(sight: Sight<'_>, frame: Cast) -> Option<Seat> {
    let card = sight
        .state
        .card()
        .filter(|_| matches!(frame.stage, 0 | TRIED))?;
    Some(sight.table.owner(card.me))
}

/// The innate symbols to pick from.
pub fn choices(sight: Sight<'_>, _frame: Cast, out: &mut Choices) {
    if let Some(card) = sight.state.card() {
        for face in cards::innates_in_casting(sight, card.me).iter() {
            out.push(Choice::new(Verb::Die, face as u8, 0, 0));
        }
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Cast, choice: Choice) {
    frame.stage = PICKED + choice.a;
    run.put(Frame::Cast(frame));
}

/// Why a choice is not on the list.
pub fn refuse(_: Sight<'_>, _: Cast, _: Choice) -> Refusal {
    Refusal::new(
        Rule::SpellInnate,
        "Pick one of the caster's innate symbols before the casting roll.",
    )
}

fn put(run: &mut Run<'_>, changed: CardRun) {
    if let Some(card) = run.state.card_mut() {
        *card = changed;
    }
}

fn fail(run: &mut Run<'_>, mut card: CardRun) -> Step {
    card.flags |= CardRun::CANCELLED;
    put(run, card);
    run.emit(Rule::SpellCast, What::SpellFailed { caster: card.me });
    run.state.stack.pop();
    cards::tell(run, Trigger::SpellFailed, about(&card));
    attempted(run, &card);
    Ok(Flow::On)
}

/// What the moments of a spell are about.
fn about(card: &CardRun) -> Bind {
    Bind {
        fighter: card.me,
        ..Bind::card(card.source)
    }
}

/// Effects that waited for a spell have had it.
fn attempted(run: &mut Run<'_>, card: &CardRun) {
    lasting::spell_attempted(run, card.source.seat, card.source);
    cards::wear_by_spell(run, card.me);
}

//! A spell being cast (Nightvault p.2, Harrowdeep p.35).
//!
//! The card whose spell it is lies below and waits. Two criticals hurt the caster first, who may fall;
//! then the spell is cast or fails.

use crate::{
    bind::Bind,
    card_run::CardRun,
    cards::{self, Also},
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::{By, What},
    frame::Frame,
    frames::damage::Damage,
    ops::{lasting, stats},
    refusal::Refusal,
    ruleset::{Ruleset, Window},
    run::{Flow, Run, Sight, Step},
    table::Table,
};
use gloryhex_cardlang::{CardKind, Cast as Value, Role};
use gloryhex_model::{Counter, Deed, Die, Face, Roll, Rule, Seat, Stat, Trigger};
use serde::{Deserialize, Serialize};

/// A spell being cast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// How far it has come.
    pub stage: u8,
}

/// Not rolled yet, but an innate symbol has been picked: the stage is this plus its face.
const PICKED: u8 = 16;

/// The casting value of a card's clause, if it is a spell.
pub fn value_of(table: &Table, source: Source, clause: u8) -> Option<Value> {
    let code = table.code(source)?;
    match code.clauses.get(usize::from(clause))?.role {
        Role::Action { cast } => cast,
        _ if code.kind == CardKind::Spell => code.cast,
        _ => None,
    }
}

/// Whether a casting roll, innate symbols included, is enough.
pub fn is_enough(value: Value, roll: Roll) -> bool {
    let criticals = roll.count(Face::Crit);
    let matching = match value.symbol {
        Face::Crit => criticals,
        symbol => criticals + roll.count(symbol),
    };
    matching >= value.n
}

/// Whether a casting roll, innate symbols included, hurts the caster: they are part of the roll (Nightvault p.1,
/// Harrowdeep p.38).
pub fn backlashes(roll: Roll) -> bool {
    roll.count(Face::Crit) >= 2
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
        0 if cards::innates_in_casting(run.sight(), caster)
            .iter()
            .nth(1)
            .is_some() =>
        {
            return Ok(Flow::Ask(seat));
        }
        0 | PICKED.. => {
            let sight = run.sight();
            let n = stats::stat(sight, caster, Stat::Wizard);
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
            if backlashes(roll) {
                card.flags |= CardRun::BACKLASH;
            }
            put(run, card);
            frame.stage = 1;
            run.put(Frame::Cast(frame));
            let bind = Bind {
                fighter: caster,
                ..Bind::card(card.source)
            };
            cards::fire(run, Trigger::SpellRolled, bind, Also::NOTHING);
        }
        1 => {
            frame.stage = 2;
            run.put(Frame::Cast(frame));
            if card.is(CardRun::BACKLASH) && alive {
                run.emit(Rule::SpellBacklash, What::Backlash { caster });
                run.push(Frame::Damage(Damage::new(caster, 1, By::Fighter(caster))));
            }
        }
        2 => {
            if !alive || stopped || !is_enough(value, card.roll()) {
                return fail(run, card);
            }
            run.emit(Rule::SpellCast, What::SpellCast { caster });
            frame.stage = 3;
            run.put(Frame::Cast(frame));
            cards::fire(
                run,
                Trigger::SpellCast,
                Bind::fighter(caster),
                Also::NOTHING,
            );
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
            lasting::spell_attempted(run, card.source.seat, card.source);
        }
    }
    Ok(Flow::On)
}

/// Who picks an innate symbol, where there are several (Harrowdeep p.38).
pub fn decider(sight: Sight<'_>, frame: Cast) -> Option<Seat> {
    let card = sight.state.card().filter(|_| frame.stage == 0)?;
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
pub fn refuse() -> Refusal {
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
    lasting::spell_attempted(run, card.source.seat, card.source);
    Ok(Flow::On)
}

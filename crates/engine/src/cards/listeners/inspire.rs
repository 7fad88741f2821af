//! Inspiration: fighters whose condition is met at a moment, or at any time, turn their card.

use super::{
    UNDOABLE,
    listener::{Listener, Way},
    moment::Moment,
};
use crate::{
    bits::Bits,
    cards::{
        eval::Context,
        statics::{self, in_play},
    },
    frame::Frame,
    memory::Memory,
    ops::harm,
    ruleset::Inspire,
    run::Run,
    state::{Counts, Fighter},
};
use gloryhex_cardlang::{NOBODY, Role, Slots};
use gloryhex_model::{FighterId, MAX_FIGHTERS, MAX_SEATS, Trigger, trigger::TriggerSet};

/// Who is out of action, Inspired, due to be so and on the battlefield, as bits of their ids, the damage on fighters, and
/// the players' glory; where a condition asks for them, the counters on fighters and what the game has counted. Most
/// conditions that turn fighter cards without a moment of their own read no more than this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    fighters: [u32; 4],
    damage: [u8; MAX_FIGHTERS],
    glory: [u8; MAX_SEATS],
    counters: Option<[Counts; MAX_FIGHTERS]>,
    memory: Option<Memory>,
}

impl Sides {
    /// As things are.
    fn of(run: &Run<'_>) -> Sides {
        let asked = run.table.index.turns_by;
        let mut sides = Sides {
            fighters: [0; 4],
            damage: [0; MAX_FIGHTERS],
            glory: [0; MAX_SEATS],
            counters: None,
            memory: None,
        };
        let fighters = run.state.fighters.iter().zip(0u32..);
        for (now, nth) in fighters.take(run.table.entrants.len()) {
            let how = [
                now.is(Fighter::OUT),
                now.is(Fighter::INSPIRED),
                now.is(Fighter::INSPIRE_DUE),
                now.on_field(),
            ];
            for (set, so) in sides.fighters.iter_mut().zip(how) {
                *set |= u32::from(so) << nth;
            }
            sides.damage[nth as usize & (MAX_FIGHTERS - 1)] = now.damage;
        }
        for seat in run.state.all_seats() {
            sides.glory[seat.ix() & (MAX_SEATS - 1)] = run.state.seats[seat].glory;
        }
        if asked.counters {
            let counters = run.state.fighters.each_ref().map(|now| now.counters());
            sides.counters = Some(counters);
        }
        if asked.past {
            sides.memory = Some(run.state.memory);
        }
        sides
    }
}

/// How the sides stood when nobody was to be turned by a condition without a moment of its own: what a game remembers
/// of its last look. It is no part of the state.
pub type QuietSides = Option<Sides>;

/// Whether an action is going on that does not end with the moment. An action whose end is being reacted to is over.
fn amid_action(run: &Run<'_>, moment: &Moment) -> bool {
    let mut frames = run.state.stack.iter().rev();
    let going_on = frames.find_map(|frame| match frame {
        Frame::Combat(_) | Frame::Move(_) | Frame::Charge(_) | Frame::Series(_) => Some(true),
        Frame::Window(window) if window.moment.ends_action() => Some(false),
        _ => None,
    });
    !moment.ends_action() && going_on == Some(true)
}

/// Inspiration that waits for the moment, or only for a condition. Whether any fighter was turned.
pub fn inspire(run: &mut Run<'_>, moment: &Moment) -> bool {
    let index = &run.table.index;
    let waits = index.waits(Way::Turn) != 0 || index.waits_always(Way::Turn);
    if !waits && those(run, Fighter::INSPIRE_DUE) == 0 {
        return false;
    }
    let mut turned = turn_at(run, moment, TriggerSet(!UNDOABLE.0));
    if run.rules().inspire == Inspire::InStep || amid_action(run, moment) {
        return turned;
    }
    turned |= check_inspire(run);
    for id in Bits(those(run, Fighter::INSPIRE_DUE).into()) {
        let fighter = FighterId(id);
        let now = run.state.fighter_mut(fighter);
        now.set(Fighter::INSPIRE_DUE, false);
        harm::inspire(run, fighter);
        turned = true;
    }
    turned
}

/// Looks at what turns cards at those triggers of a moment that are `meant`. Whether any fighter was turned back.
pub(super) fn turn_at(run: &mut Run<'_>, moment: &Moment, meant: TriggerSet) -> bool {
    let awaited = run.table.index.waits(Way::Turn) & meant.0;
    let mut turned = false;
    for trigger in moment.triggers() {
        if awaited >> trigger as u32 & 1 == 1 {
            turned |= turn_cards(run, Some(trigger), &moment.slots(trigger), true, false);
        }
    }
    turned
}

/// Whether somebody is to be turned at the next moment there is, whichever that is.
pub(super) fn is_anyone_due(run: &Run<'_>) -> bool {
    run.table.index.waits(Way::Turn) != 0
        && run.rules().inspire != Inspire::InStep
        && those(run, Fighter::INSPIRE_DUE) != 0
}

/// The fighters with a flag, as bits of their ids.
fn those(run: &Run<'_>, flag: u16) -> u32 {
    run.state
        .those(run.table.entrants.len(), |now| now.is(flag))
}

/// Marks every fighter whose condition without a moment of its own holds as due. Whether any fighter
/// was turned back.
pub fn check_inspire(run: &mut Run<'_>) -> bool {
    run.table.index.waits_always(Way::Turn) && look(run, true)
}

/// Notes for the next Inspire step whose condition without a moment of its own holds now, though it may hold no
/// longer then (Harrowdeep p.18).
pub fn note_inspire(run: &mut Run<'_>) {
    if run.rules().inspire == Inspire::InStep && run.table.index.waits_always(Way::Turn) {
        look(run, false);
    }
}

/// As [`check_inspire`]; `back` if fighters may be turned back. Conditions that read no more than the sides are passed
/// over where nothing has changed about these since nobody was to be turned.
fn look(run: &mut Run<'_>, back: bool) -> bool {
    let sides = Sides::of(run);
    let quiet = *run.quiet_sides == Some(sides);
    if quiet && !run.table.index.turns_by.more {
        return false;
    }
    let turned = turn_cards(run, None, &[NOBODY; 8], back, quiet);
    if !quiet && Sides::of(run) == sides {
        *run.quiet_sides = Some(sides);
    }
    turned
}

/// Looks at the clauses that turn cards at a moment, or that only wait for a condition; fighters are turned back if
/// they may be. `quiet` if nobody is turned by what reads the sides alone. Whether any was turned back.
fn turn_cards(
    run: &mut Run<'_>,
    at: Option<Trigger>,
    slots: &Slots,
    may_turn_back: bool,
    quiet: bool,
) -> bool {
    let mut turned_back = 0;
    for seat in run.state.all_seats() {
        let table = run.table;
        for listener in table.index.of(seat).listeners(Way::Turn, at) {
            let slot = listener.source.slot;
            let looked_at = !(quiet && listener.by_sides);
            if looked_at && in_play(run.sight(), seat) >> slot & 1 == 1 {
                turned_back |= turn(run, listener, slots, may_turn_back, turned_back);
            }
        }
    }
    turned_back != 0
}

/// Marks those whose card a clause turns now as due, and turns back others, those of `done` apart. Who was turned
/// back, as bits of their ids.
fn turn(run: &mut Run<'_>, by: &Listener, slots: &Slots, may_turn_back: bool, done: u32) -> u32 {
    let Some(code) = run.table.code(by.source) else {
        return 0;
    };
    let clause = &code.clauses[usize::from(by.clause)];
    let back = matches!(clause.role, Role::Uninspire(_));
    if back && !may_turn_back {
        return 0;
    }
    let own = statics::fighter_of(run.sight(), by.source);
    let all = match own.is_some() {
        true => 1 << own.0,
        false => run.table.sides[by.source.seat.ix()],
    };
    let mut turned_back = 0;
    for id in Bits((all & !done).into()) {
        let fighter = FighterId(id);
        let now = run.state.fighter(fighter);
        let turned = now.is(Fighter::INSPIRED) != back || now.is(Fighter::INSPIRE_DUE);
        let sight = run.sight();
        if turned || !now.on_field() {
            continue;
        }
        let Some(mut context) = Context::new(sight, by.source, fighter) else {
            continue;
        };
        context.slots = *slots;
        if !context.holds(clause.when) {
            continue;
        }
        if back {
            harm::uninspire(run, fighter);
            turned_back |= 1 << id;
        } else {
            let now = run.state.fighter_mut(fighter);
            now.set(Fighter::INSPIRE_DUE, true);
        }
    }
    turned_back
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, Trial};
    use crate::{bind::Bind, cards::Also};

    #[test]
    fn who_meets_the_condition_is_due_and_then_turned() {
        let mut trial = Trial::upgrade("inspire after damage where fighter is bearer");
        let moment = |trigger, who| Moment {
            trigger,
            bind: Bind::fighter(who),
            also: Also::NOTHING,
        };
        let damage = TriggerSet::of(&[Trigger::DamageDealt]);
        for (hurt, due) in [(BIRCH, false), (ASH, true)] {
            let moment = moment(Trigger::DamageDealt, hurt);
            trial.with_run(|run| turn_at(run, &moment, damage));
            assert_eq!(trial.fighter(ASH).is(Fighter::INSPIRE_DUE), due);
        }
        let end = moment(Trigger::ActionDone, ASH);
        trial.with_run(|run| inspire(run, &end));
        assert!(trial.fighter(ASH).is(Fighter::INSPIRED));
    }
}

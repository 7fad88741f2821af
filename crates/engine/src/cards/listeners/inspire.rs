//! Inspiration: fighters whose condition is met at a moment, or at any time, turn their card.

use super::{index::Turning, moment::Moment, quiet_sides::QuietSides};
use crate::{
    cards::{
        eval::Context,
        passes::Passes,
        statics::{self, Kind, in_play},
    },
    effect::Source,
    frame::Frame,
    ops::harm,
    ruleset::Inspire,
    run::Run,
    state::Fighter,
};
use gloryhex_cardlang::{Ban, NOBODY, Role, Slots};
use gloryhex_model::{FighterId, MAX_SEATS, Seat, Trigger};

/// Whether an action is going on that does not end with the moment.
fn amid_action(run: &Run<'_>, moment: &Moment) -> bool {
    !moment.ends_action()
        && run.state.stack.iter().any(|frame| {
            matches!(
                frame,
                Frame::Combat(_) | Frame::Move(_) | Frame::Charge(_) | Frame::Series(_)
            )
        })
}

/// Inspiration that waits for the moment, or only for a condition. Whether any fighter was turned.
#[inline(always)]
pub fn inspire(run: &mut Run<'_>, moment: &Moment) -> bool {
    if !run.table.index.any_inspire {
        return false;
    }
    let set = moment.set().0 & run.table.index.waits.inspire.0;
    let mut turned = set != 0 && at_moment(run, moment, set);
    if run.rules().inspire == Inspire::InStep || amid_action(run, moment) {
        return turned;
    }
    turned |= check_inspire(run);
    let flags = run
        .state
        .fighters
        .iter()
        .fold(0, |all, now| all | now.flags);
    if flags & Fighter::INSPIRE_DUE == 0 {
        return turned;
    }
    for fighter in run.table.everyone() {
        if run.state.fighter(fighter).is(Fighter::INSPIRE_DUE) {
            run.state
                .fighter_mut(fighter)
                .set(Fighter::INSPIRE_DUE, false);
            harm::inspire(run, fighter);
            turned = true;
        }
    }
    turned
}

/// Inspiration that waits for triggers of the moment. Whether any fighter was turned back.
#[inline(never)]
fn at_moment(run: &mut Run<'_>, moment: &Moment, set: u64) -> bool {
    let mut turned = false;
    for seat in run.state.all_seats() {
        if run.table.index.of(seat).waits.inspire.0 & set == 0 {
            continue;
        }
        for trigger in moment.triggers() {
            let holding = run.table.index.of(seat);
            let mask = holding.inspire[trigger.ix()] & in_play(run.sight(), seat);
            if mask == 0 {
                continue;
            }
            let slots = moment.slots(trigger);
            turned |= turn_cards(run, seat, mask, slots, Some(trigger), true);
        }
    }
    turned
}

/// Marks every fighter whose condition without a moment of its own holds as due. Whether any fighter
/// was turned back.
pub fn check_inspire(run: &mut Run<'_>) -> bool {
    run.table.index.any_always && look(run, true)
}

/// Notes for the next Inspire step whose condition holds now, if there may be any (Harrowdeep p.18).
#[inline(always)]
pub fn note_inspire(run: &mut Run<'_>) {
    if run.table.index.inspiring != 0 {
        look(run, false);
    }
}

/// As [`check_inspire`]; `back` if fighters may be turned back.
#[inline(never)]
fn look(run: &mut Run<'_>, back: bool) -> bool {
    let sides = sides_up(run, back);
    if sides.is_some() && sides == run.quiet_sides.get() {
        return false;
    }
    let mut turned = false;
    for seat in run.state.all_seats() {
        let holding = run.table.index.of(seat);
        let mask = holding.always & in_play(run.sight(), seat);
        if mask == 0 {
            continue;
        }
        turned |= turn_cards(run, seat, mask, [NOBODY; 8], None, back);
    }
    let due = |now: &Fighter| now.is(Fighter::INSPIRE_DUE);
    if !turned && !run.state.fighters.iter().any(due) {
        run.quiet_sides.set(sides);
    }
    turned
}

/// Who is out of action, Inspired and on the battlefield, where nothing else tells whether a condition without a
/// moment of its own holds.
fn sides_up(run: &Run<'_>, back: bool) -> Option<u64> {
    let index = &run.table.index;
    let told = index.always_by_sides && index.passes.has(Passes::LISTENERS);
    if !told
        || back && index.any_turning_back
        || statics::anyone(run.sight(), Kind::ban(Ban::Inspired))
    {
        return None;
    }
    let all = run.state.fighters.iter().take(run.table.entrants.len());
    QuietSides::packed(all.map(|now| {
        [
            now.is(Fighter::OUT),
            now.is(Fighter::INSPIRED),
            now.on_field(),
        ]
    }))
}

/// Looks at the clauses that turn the cards of some slots. Whether any fighter was turned back.
fn turn_cards(
    run: &mut Run<'_>,
    seat: Seat,
    mask: u128,
    slots: Slots,
    at: Option<Trigger>,
    may_turn_back: bool,
) -> bool {
    let mut turned = false;
    let told = run.table.index.passes.has(Passes::LISTENERS);
    let own_side = (seat, run.table.sides[seat.ix() & (MAX_SEATS - 1)]);
    let mut left = run.table.index.of(seat).turning(at);
    while let Some(&Turning { slot, .. }) = left.first() {
        let ways = left.iter().take_while(|way| way.slot == slot).count();
        let (clauses, others) = left.split_at(ways);
        left = others;
        let source = Source { seat, slot };
        let Some(code) = run.table.code(source).filter(|_| mask >> slot & 1 == 1) else {
            continue;
        };
        let own = statics::fighter_of(run.sight(), source);
        let (from, to) = run.table.rosters[seat];
        let fighters = if own.is_some() {
            own.0..own.0 + 1
        } else {
            from..to
        };
        for fighter in fighters.map(FighterId) {
            let now = *run.state.fighter(fighter);
            if !now.on_field() {
                continue;
            }
            let inspired = now.is(Fighter::INSPIRED);
            let mut turns = !inspired & now.is(Fighter::INSPIRE_DUE);
            let mut known = None;
            for way in clauses {
                let clause = &code.clauses[usize::from(way.clause)];
                let back = matches!(clause.role, Role::Uninspire(_));
                let shut = told && way.shuts_out(&slots, fighter, own_side);
                if turns | shut | (inspired != back) | (back & !may_turn_back) {
                    continue;
                }
                if known.is_none() {
                    known = Context::new(run.sight(), source, fighter);
                }
                let Some(context) = &mut known else { break };
                context.slots = slots;
                turns = context.holds(clause.when);
            }
            if !turns {
                continue;
            }
            if inspired {
                harm::uninspire(run, fighter);
                turned = true;
            } else {
                run.state
                    .fighter_mut(fighter)
                    .set(Fighter::INSPIRE_DUE, true);
            }
        }
    }
    turned
}

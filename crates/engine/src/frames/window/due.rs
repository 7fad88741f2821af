//! What happens of itself at a moment: which clauses are due, whose comes first, and making one happen.

use super::progress::Window;
use crate::{
    card_run::CardRun,
    cards::{
        eval::Context,
        index::{Holding, bits},
        listeners::{
            moment::{Moment, Triggers},
            ready::{Given, triggers},
        },
        passes::Passes,
        statics::{self, fighter_of, in_play},
    },
    effect::Source,
    frame::Frame,
    frames::card,
    ops::{lasting, price, sides},
    ruleset::Simultaneous,
    run::{Run, Sight},
};
use gloryhex_cardlang::{Clause, Instr, Limit, Role, Slots};
use gloryhex_model::{MAX_SEATS, Seat, SeatSet, Trigger};
use std::hint::cold_path;

/// Stands for a clause where an illusion breaks at the end of the phase (Harrowdeep p.37).
pub(super) const FADES: u8 = u8::MAX;

/// Something that happens of itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Auto {
    pub source: Source,
    pub clause: u8,
    pub trigger: Trigger,
    /// Position in the list of all such clauses, or of the lasting effect.
    pub nth: u8,
    pub lasting: bool,
}

/// Calls `each` with every clause of a sort that waits for the moment, and its position in that list.
/// The list depends on the table alone, so a position always means the same clause.
#[inline]
fn listed(
    sight: Sight<'_>,
    triggers: impl Iterator<Item = Trigger> + Clone,
    list: impl Fn(&Holding, Trigger) -> &[(u8, u8)],
    mut each: impl FnMut(Auto),
) {
    let mut nth = 0u8;
    for seat in sight.state.all_seats() {
        for trigger in triggers.clone() {
            for &(slot, clause) in list(sight.table.index.of(seat), trigger) {
                each(Auto {
                    source: Source { seat, slot },
                    clause,
                    trigger,
                    nth,
                    lasting: false,
                });
                nth = nth.saturating_add(1);
            }
        }
    }
}

fn automatic(clause: &Clause) -> Option<Trigger> {
    match clause.role {
        Role::Auto(trigger) | Role::Break(trigger) => Some(trigger),
        _ => None,
    }
}

/// What happens of itself and has not happened yet, seat by seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Due {
    first: [Option<Auto>; MAX_SEATS],
    seats: SeatSet,
    several: SeatSet,
}

impl Due {
    /// Whether there is anything.
    pub fn any(&self) -> bool {
        !self.seats.is_empty()
    }
    /// The seats that have something due.
    pub(super) fn seats(&self) -> SeatSet {
        self.seats
    }
    /// The first thing of a seat, and whether it has things of several cards.
    pub(super) fn of(&self, seat: Seat) -> (Option<Auto>, bool) {
        (self.first[seat.ix()], self.several.contains(seat))
    }
    fn note(&mut self, auto: Auto, place: impl Fn(&Auto) -> u8) {
        let seat = auto.source.seat;
        self.seats.insert(seat);
        let first = &mut self.first[seat.ix()];
        match first {
            Some(other) => {
                cold_path();
                if other.source != auto.source {
                    self.several.insert(seat);
                }
                if place(&auto) < place(other) {
                    *first = Some(auto);
                }
            }
            None => *first = Some(auto),
        }
    }
}

/// Looks for everything that happens of itself and has not happened yet.
pub fn gather(sight: Sight<'_>, frame: Window) -> Due {
    if !sight.table.index.passes.has(Passes::LISTENERS) {
        cold_path();
        let mut all = Due::default();
        due(sight, frame, |auto| all.note(auto, |_| 0));
        return all;
    }
    let mut due = on_cards(sight, frame);
    let waits = sight.table.index.lasting_triggers.0 & frame.moment.set().0 != 0;
    if frame.moment.trigger == Trigger::PhaseEnd || waits {
        beside_cards(sight, frame, |auto| due.note(auto, |_| 0));
    }
    due
}

/// The same for cards in play alone: neither illusions nor lasting effects are looked at.
#[inline(never)]
pub fn on_cards(sight: Sight<'_>, frame: Window) -> Due {
    let moment = &frame.moment;
    let index = &sight.table.index;
    let mut due = Due::default();
    for trigger in triggers(index.waits.auto.0 & moment.set().0) {
        let mut given = Given::new(moment, trigger);
        for group in index.waiting.autos(trigger) {
            let ready = given.ready(sight, group);
            if ready == 0 {
                continue;
            }
            let slots = given.slots();
            for entry in &group.list {
                if ready >> entry.slot & 1 == 0 {
                    continue;
                }
                let mut auto = Auto {
                    source: Source {
                        seat: group.seat,
                        slot: entry.slot,
                    },
                    clause: entry.clause,
                    trigger,
                    nth: 0,
                    lasting: false,
                };
                if !happens(sight, moment, &auto, &slots) {
                    continue;
                }
                auto.nth = place(sight, moment.triggers(), autos_of, &auto).unwrap_or(0);
                if !frame.is_done(auto.nth) {
                    due.note(auto, |auto| auto.nth);
                }
            }
        }
    }
    due
}

/// The position of a clause in the list of all that wait for the moment, as [`listed`] counts.
#[inline(never)]
pub(super) fn place(
    sight: Sight<'_>,
    triggers: Triggers,
    list: impl Fn(&Holding, Trigger) -> &[(u8, u8)],
    auto: &Auto,
) -> Option<u8> {
    let index = &sight.table.index;
    let Source { seat, slot } = auto.source;
    let mut before = 0;
    let mut earlier = true;
    for trigger in triggers {
        for other in Seat::all(seat.0) {
            before += list(index.of(other), trigger).len();
        }
        earlier &= trigger != auto.trigger;
        if earlier {
            before += list(index.of(seat), trigger).len();
        }
    }
    let entry = (slot, auto.clause);
    let own = list(index.of(seat), auto.trigger)
        .binary_search(&entry)
        .ok()?;
    (!earlier).then(|| u8::try_from(before + own).unwrap_or(u8::MAX))
}

fn autos_of(holding: &Holding, trigger: Trigger) -> &[(u8, u8)] {
    &holding.autos[trigger.ix()]
}

/// Calls `found` with everything that happens of itself and has not happened yet.
pub(super) fn due(sight: Sight<'_>, frame: Window, mut found: impl FnMut(Auto)) {
    let moment = &frame.moment;
    listed(sight, moment.triggers(), autos_of, |auto| {
        let live = in_play(sight, auto.source.seat) >> auto.source.slot & 1 == 1;
        let slots = moment.slots(auto.trigger);
        if live && !frame.is_done(auto.nth) && happens(sight, moment, &auto, &slots) {
            found(auto);
        }
    });
    beside_cards(sight, frame, found);
}

/// Calls `found` with the illusions that break, and with what lasting effects do of themselves.
fn beside_cards(sight: Sight<'_>, frame: Window, mut found: impl FnMut(Auto)) {
    let moment = &frame.moment;
    let index = &sight.table.index;
    if moment.trigger == Trigger::PhaseEnd {
        for seat in sight.state.all_seats() {
            let slots =
                sight.table.index.of(seat).illusions & sight.state.seats[seat].power.equipped();
            for slot in bits(u128::from(slots)) {
                found(Auto {
                    source: Source { seat, slot },
                    clause: FADES,
                    trigger: Trigger::PhaseEnd,
                    nth: 0,
                    lasting: false,
                });
            }
        }
    }
    let depth = sight.state.stack.depth() as u8;
    let set = moment.set().0;
    if index.lasting_triggers.0 & set == 0 {
        return;
    }
    for (ix, effect) in sight.state.effects.iter().enumerate() {
        let waits = index.lasting_of(effect.source).0 & set != 0;
        if !waits
            || effect.done == depth
            || !effect.in_force()
            || effect.elsewhere(sight.state.n_attacks)
        {
            continue;
        }
        let Some(context) = statics::effect_context(sight, effect) else {
            continue;
        };
        for (nth, clause) in context.code.clauses.iter().enumerate() {
            let Some(trigger) = automatic(clause) else {
                continue;
            };
            let mut context = context;
            moment.fill(trigger, &mut context.slots);
            if clause.effect == effect.number && moment.is(trigger) && context.holds(clause.when) {
                found(Auto {
                    source: effect.source,
                    clause: nth as u8,
                    trigger,
                    nth: ix as u8,
                    lasting: true,
                });
            }
        }
    }
}

/// Whether a clause of a card in play happens of itself at the moment.
#[inline(always)]
fn happens(sight: Sight<'_>, moment: &Moment, auto: &Auto, slots: &Slots) -> bool {
    let source = auto.source;
    let me = fighter_of(sight, source);
    let standing = source.slot >= Source::WARSCROLL;
    let there = me.is_some()
        && (sight.state.fighter(me).on_field()
            || auto.trigger == Trigger::TakenOut && moment.bind.fighter == me);
    if !there && !standing {
        return false;
    }
    let Some(mut context) = Context::new(sight, source, me) else {
        return false;
    };
    context.slots = *slots;
    let clause = &context.code.clauses[usize::from(auto.clause)];
    let spent = clause.limit != Limit::None && sight.state.used.contains(source, auto.clause);
    !spent && statics::side_is_up(sight, me, clause) && context.holds(clause.when)
}

/// Whose ability comes next: the active player's, or in the order of a roll-off, by turns
/// (Shadespire p.23, Harrowdeep p.36, Embergard p.17). `None` while that order is not known.
pub(super) fn next_in_order(sight: Sight<'_>, frame: &mut Window, seats: SeatSet) -> Option<Seat> {
    if seats.len() == 1 || sight.rules().simultaneous == Simultaneous::ActiveFirst {
        let mut seat = sight.state.active();
        for _ in 0..sight.state.clock.players {
            if seats.contains(seat) {
                return Some(seat);
            }
            seat = sides::next_seat(sight, seat);
        }
    }
    let unplaced = unplaced(*frame, seats);
    match unplaced.len() {
        0 => {}
        1 => frame.place(unplaced.iter().next()?),
        _ => return None,
    }
    let order = || frame.placed().filter(|seat| seats.contains(*seat));
    let last = frame.placed().position(|seat| seat == frame.seat());
    let after = frame
        .placed()
        .enumerate()
        .find(|(place, seat)| last.is_some_and(|last| *place > last) && seats.contains(*seat));
    after.map(|(_, seat)| seat).or_else(|| order().next())
}

pub(super) fn unplaced(frame: Window, mut seats: SeatSet) -> SeatSet {
    for seat in frame.placed() {
        seats.remove(seat);
    }
    seats
}

/// Whether a clause begins by asking whether it should happen at all.
pub(super) fn is_optional(sight: Sight<'_>, source: Source, clause: u8) -> bool {
    sight.table.code(source).is_some_and(|code| {
        let body = code.clauses.get(clause as usize).map(|c| c.body as usize);
        let first = body.and_then(|at| code.code.get(at));
        matches!(first, Some(Instr::May(_)))
    })
}

/// Makes it happen.
pub(super) fn happen(run: &mut Run<'_>, mut frame: Window, auto: Auto) {
    let Source { seat, slot } = auto.source;
    if auto.clause == FADES {
        run.put(Frame::Window(frame));
        price::break_upgrade(run, seat, slot);
        return;
    }
    let Some(code) = run.table.code(auto.source) else {
        return;
    };
    let clause = code.clauses[auto.clause as usize];
    let mut me = fighter_of(run.sight(), auto.source);
    let mut slots = frame.moment.slots(auto.trigger);
    if auto.lasting {
        let depth = run.state.stack.depth() as u8;
        let Some(effect) = run.state.effects.iter_mut().nth(auto.nth as usize) else {
            return;
        };
        effect.done = depth;
        let effect = *effect;
        me = effect.me;
        slots = effect.slots;
        frame.moment.fill(auto.trigger, &mut slots);
        if effect.term.first() {
            lasting::end(run, |other| *other == effect);
        }
    } else {
        frame.set_done(auto.nth);
    }
    run.put(Frame::Window(frame));
    if let Role::Break(_) = clause.role {
        price::break_upgrade(run, seat, slot);
        return;
    }
    card::begin(
        run,
        CardRun {
            source: auto.source,
            me,
            clause: auto.clause,
            slots,
            effect: clause.effect,
            ..CardRun::NONE
        },
    );
}

//! What happens of itself at a moment: which clauses are due, whose comes first, and making one happen.

use super::progress::Window;
use crate::{
    bits::Bits,
    card_run::CardRun,
    cards::{
        eval::Context,
        index::Places,
        listeners::{
            listener::{Listener, Way},
            moment::Moment,
        },
        statics::{self, fighter_of, in_play},
    },
    effect::Source,
    frame::Frame,
    frames::card,
    ops::{lasting, price, sides},
    ruleset::Simultaneous,
    run::{Run, Sight},
};
use gloryhex_cardlang::{Clause, Instr, Limit, Role};
use gloryhex_model::{MAX_SEATS, Seat, SeatSet, Trigger};

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

/// Calls `each` with every clause on cards in play that waits for one of these triggers, and its position in that
/// list. The list depends on the table alone, so a position always means the same clause.
pub(super) fn listed(
    sight: Sight<'_>,
    triggers: impl Iterator<Item = Trigger> + Clone,
    way: Way,
    mut each: impl FnMut(&Listener, Trigger, u8),
) {
    let mut nth = 0u8;
    for seat in sight.state.all_seats() {
        for trigger in triggers.clone() {
            let listeners = sight.table.index.of(seat).listeners(way, Some(trigger));
            for listener in listeners.iter().filter(|listener| !listener.in_hand) {
                each(listener, trigger, nth);
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
    fn note(&mut self, auto: Auto) {
        let seat = auto.source.seat;
        self.seats.insert(seat);
        let first = self.first[seat.ix()].get_or_insert(auto);
        if first.source != auto.source {
            self.several.insert(seat);
        }
    }
}

/// Looks for everything that happens of itself and has not happened yet.
pub fn gather(sight: Sight<'_>, frame: Window) -> Due {
    let mut all = Due::default();
    due(sight, frame, |auto| all.note(auto));
    all
}

/// Calls `found` with everything that happens of itself and has not happened yet.
pub(super) fn due(sight: Sight<'_>, frame: Window, mut found: impl FnMut(Auto)) {
    let moment = &frame.moment;
    if sight.table.index.waits(Way::Auto) & moment.set().0 != 0 && is_heard(sight, moment) {
        listed(sight, moment.triggers(), Way::Auto, |by, trigger, nth| {
            if !frame.is_done(nth) && happens(sight, moment, by, trigger) {
                found(Auto {
                    source: by.source,
                    clause: by.clause,
                    trigger,
                    nth,
                    lasting: false,
                });
            }
        });
    }
    beside_cards(sight, frame, found);
}

/// Whether some card in play has something that happens of itself at the moment.
fn is_heard(sight: Sight<'_>, moment: &Moment) -> bool {
    let heard = |seat: Seat, trigger| {
        let play = in_play(sight, seat) | moment.just_lost(seat);
        let there = Places { hand: 0, play };
        let holding = sight.table.index.of(seat);
        holding.hears(Way::Auto, Some(trigger), there)
    };
    let mut seats = sight.state.all_seats();
    seats.any(|seat| moment.triggers().any(|trigger| heard(seat, trigger)))
}

/// Calls `found` with the illusions that break, and with what lasting effects do of themselves.
fn beside_cards(sight: Sight<'_>, frame: Window, mut found: impl FnMut(Auto)) {
    let moment = &frame.moment;
    let index = &sight.table.index;
    if moment.trigger == Trigger::PhaseEnd {
        for seat in sight.state.all_seats() {
            let slots =
                sight.table.index.of(seat).illusions & sight.state.seats[seat].power.equipped();
            for slot in Bits(slots) {
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

/// Whether a clause on a card happens of itself at the moment.
fn happens(sight: Sight<'_>, moment: &Moment, by: &Listener, trigger: Trigger) -> bool {
    let source = by.source;
    let lost = moment.just_lost(source.seat) >> source.slot & 1 == 1;
    if in_play(sight, source.seat) >> source.slot & 1 == 0 && !lost {
        return false;
    }
    let me = fighter_of(sight, source);
    let falls = trigger == Trigger::TakenOut && moment.bind.fighter == me;
    if !lost && !falls && !statics::stands(sight, source, me) {
        return false;
    }
    let Some(mut context) = Context::new(sight, source, me) else {
        return false;
    };
    let clause = &context.code.clauses[usize::from(by.clause)];
    let spent = clause.limit != Limit::None && sight.state.used.contains(source, by.clause);
    if spent || !statics::side_is_up(sight, me, clause) {
        return false;
    }
    context.slots = moment.slots(trigger);
    context.holds(clause.when)
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

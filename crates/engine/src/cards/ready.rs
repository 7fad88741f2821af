//! Which clauses that wait for a moment have something to do as things are, lasting effects aside.

use super::{
    gate::Gate,
    index::{Entry, Group, Way},
    moment::{Moment, TRIGGERS},
    offer,
    statics::in_play,
};
use crate::{bits::Bits, effect::Source, run::Sight};
use gloryhex_cardlang::Slots;
use gloryhex_model::{Seat, SeatSet, Trigger};
use std::hint::cold_path;

/// The triggers of a set, lowest first.
#[inline(always)]
pub fn triggers(set: u64) -> impl Iterator<Item = Trigger> {
    Bits(set).map_while(|at| TRIGGERS.get(usize::from(at)).copied())
}

/// The cards of a group that are where they must be, and to which what they ask of what is bound does not shut
/// the moment, who has them aside. Hardly anything of it can be foretold, so nothing branches.
#[inline(always)]
pub fn ready(sight: Sight<'_>, moment: &Moment, group: &Group, slots: &Slots) -> u128 {
    let play = in_play(sight, group.seat) | moment.just_lost(group.seat);
    let hand = sight.state.seats[group.seat].power.hand();
    let here = group.played & play | u128::from(group.held & hand);
    here & 0u128.wrapping_sub(group.admits(slots).into())
}

/// Those of the ready cards of a group that may be those of whom they ask for.
#[inline(always)]
pub fn borne(sight: Sight<'_>, moment: &Moment, group: &Group, slots: &Slots, ready: u128) -> u128 {
    let seat = group.seat;
    match group.gate {
        // Who will cast a card of the hand is not known yet.
        Gate::Me(at) if group.held == 0 => {
            cold_path();
            ready & (of_bearer(sight, seat, slots[usize::from(at & 7)]) | moment.just_lost(seat))
        }
        _ => ready,
    }
}

/// The cards of a seat in play that may be those of a fighter, or of nobody if it is none.
#[inline(always)]
fn of_bearer(sight: Sight<'_>, seat: Seat, number: i16) -> u128 {
    let (first, end) = sight.table.rosters[seat];
    if number < 0 {
        return u128::MAX;
    }
    if number < i16::from(first) || number >= i16::from(end) {
        return 0;
    }
    let nth = number as u8 - first;
    let own = 1u128 << ((Source::FIGHTERS + nth) & 127);
    own | u128::from(sight.state.seats[seat].power.borne_by(nth))
}

/// The seats that have a card where it must be that can be used at such a moment and has not been used up.
#[inline(always)]
fn who_could(sight: Sight<'_>, moment: &Moment) -> SeatSet {
    if !moment.is_plain() {
        return SeatSet::first(sight.state.clock.players);
    }
    let heard = sight.table.index.ears.of(moment);
    let mut seats = SeatSet::default();
    for (seat, ear) in sight.state.all_seats().zip(&heard.ears) {
        let power = &sight.state.seats[seat].power;
        let placed = ear.hand & power.hand() | ear.play & power.equipped() != 0;
        let stands = ear.may_react(moment.bind.seat) && !ear.is_spent(seat, &sight.state.used);
        seats.0 |= u8::from(placed | stands) << seat.0;
    }
    seats
}

/// The seats that have a card or an effect that waits to be used at the moment, whatever it asks for besides
/// what is told from what is bound; `free` for abilities that are not reactions in the sense of the rules.
#[inline(never)]
pub fn who_waits(sight: Sight<'_>, moment: &Moment, free: bool) -> SeatSet {
    let index = &sight.table.index;
    let mut seats = SeatSet::default();
    let waits = if free {
        index.waits.free
    } else {
        index.waits.react
    };
    let set = waits.0 & moment.reaction_set().0;
    let now = if free { set } else { set & sight.windows() };
    let could = if now == 0 {
        SeatSet::default()
    } else {
        who_could(sight, moment)
    };
    if !could.is_empty() {
        for trigger in triggers(now) {
            let slots = moment.slots_of(trigger);
            for group in index.waiting.reactions(trigger) {
                let ready = ready(sight, moment, group, &slots);
                seats.0 |= u8::from((ready != 0) & (group.free == free)) << group.seat.0;
            }
        }
        seats.0 &= could.0;
    }
    if index.lasting_triggers.0 & set != 0 && index.any_lingering {
        for effect in sight.state.effects.iter() {
            let Source { seat, slot } = effect.source;
            if index.of(seat).lingering >> slot & 1 == 1 && effect.in_force() {
                seats.insert(seat);
            }
        }
    }
    if let Some(granting) = moment.granting() {
        seats.0 |= who_waits(sight, &granting, free).0;
    }
    seats
}

/// Those of the triggers of a plain moment for which somebody has a reaction where it must be.
#[inline(always)]
fn at_hand(sight: Sight<'_>, set: u64, about: Seat) -> u64 {
    let mut found = 0;
    for trigger in triggers(set) {
        let ears = sight.table.index.ears.alone(trigger);
        let mut any = 0;
        for (seat, ear) in sight.state.all_seats().zip(ears) {
            let power = &sight.state.seats[seat].power;
            any |= ear.hand & power.hand() | ear.play & power.equipped();
            any |= u64::from(ear.may_react(about));
        }
        found |= u64::from(any != 0) << trigger as u64;
    }
    found
}

/// Whether somebody could use a clause that waits for the moment.
pub fn somebody_reacts(sight: Sight<'_>, moment: &Moment) -> bool {
    let waits = &sight.table.index.waits;
    let react = moment.reaction_set().0;
    let in_window = react & sight.windows();
    let mut now = waits.free.0 & react | waits.react.0 & in_window;
    if moment.is_plain() && now & now.wrapping_sub(1) != 0 {
        now = at_hand(sight, now, moment.bind.seat);
    }
    for trigger in triggers(now) {
        let slots = moment.slots_of(trigger);
        let windowed = in_window >> trigger as u64 & 1 == 1;
        for group in sight.table.index.waiting.reactions(trigger) {
            let ready = ready(sight, moment, group, &slots);
            if (ready != 0) & (group.free | windowed)
                && uses_one(
                    sight,
                    moment,
                    (trigger, slots),
                    group,
                    borne(sight, moment, group, &slots, ready),
                )
            {
                return true;
            }
        }
    }
    let granting = moment.granting();
    granting.is_some_and(|granting| somebody_reacts(sight, &granting))
}

#[inline(always)]
fn uses_one(
    sight: Sight<'_>,
    moment: &Moment,
    (trigger, slots): (Trigger, Slots),
    group: &Group,
    ready: u128,
) -> bool {
    let (seat, free) = (group.seat, group.free);
    if group.way == Way::Hand {
        return Bits(ready as u64).any(|slot| {
            offer::reacts_from_hand(sight, trigger, slots, Source { seat, slot }, free)
        });
    }
    group.list.iter().any(|&Entry { slot, clause, .. }| {
        let (source, clause) = (Source { seat, slot }, (trigger, clause));
        ready >> slot & 1 == 1 && offer::reacts_in_play(sight, moment, clause, slots, source, free)
    })
}

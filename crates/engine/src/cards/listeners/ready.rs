//! Which clauses that wait for a moment have something to do as things are, lasting effects aside.

use super::{
    index::{Entry, Group, Way},
    moment::{Moment, TRIGGERS},
};
use crate::{
    bits::Bits,
    cards::{Guard, offer, passes::Passes, statics::in_play},
    effect::Source,
    run::Sight,
};
use gloryhex_cardlang::Slots;
use gloryhex_model::{Seat, SeatSet, Trigger};

/// The triggers of a set, lowest first.
#[inline(always)]
pub fn triggers(set: u64) -> impl Iterator<Item = Trigger> {
    Bits(set).map_while(|at| TRIGGERS.get(usize::from(at)).copied())
}

/// What a moment gives to the clauses that wait for one of its triggers, worked out for the first that is where it
/// must be.
pub struct Given<'m> {
    moment: &'m Moment,
    trigger: Trigger,
    slots: Option<Slots>,
}

impl<'m> Given<'m> {
    /// For a trigger of a moment.
    pub fn new(moment: &'m Moment, trigger: Trigger) -> Given<'m> {
        let slots = None;
        Given {
            moment,
            trigger,
            slots,
        }
    }
    /// The slots of a clause that waits.
    pub fn slots(&mut self) -> Slots {
        let (moment, trigger) = (self.moment, self.trigger);
        *self.slots.get_or_insert_with(|| moment.slots(trigger))
    }
    /// The cards of a group that are where they must be, and that what they ask of what is bound does not shut out.
    #[inline(always)]
    pub fn ready(&mut self, sight: Sight<'_>, group: &Group) -> u128 {
        let seat = group.seat;
        let play = in_play(sight, seat) | self.moment.just_lost(seat);
        let hand = sight.state.seats[seat].power.hand();
        let here = group.played & play | u128::from(group.held & hand);
        if here == 0 {
            return 0;
        }
        let slots = self.slots();
        if !group.admits(&slots) {
            return 0;
        }
        match group.guard {
            // Who will cast a card of the hand is not known yet.
            Guard::Me(at) if group.held == 0 => {
                let bearer = of_bearer(sight, seat, slots[usize::from(at & 7)]);
                here & (bearer | self.moment.just_lost(seat))
            }
            _ => here,
        }
    }
}

/// The cards of a seat in play that may be those of a fighter, or of nobody if it is none.
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

/// The seats that have a card or an effect that waits to be used at the moment, whatever it asks for besides
/// what is told from what is bound; `free` for abilities that are not reactions in the sense of the rules.
pub fn who_waits(sight: Sight<'_>, moment: &Moment, free: bool) -> SeatSet {
    let index = &sight.table.index;
    if !index.passes.has(Passes::LISTENERS) {
        return SeatSet::first(sight.state.clock.players);
    }
    let mut seats = SeatSet::default();
    let waits = if free {
        index.waits.free
    } else {
        index.waits.react
    };
    let set = waits.0 & moment.reaction_set().0;
    let now = if free { set } else { set & sight.windows() };
    for trigger in triggers(now) {
        let mut given = Given::new(moment, trigger);
        for group in index.waiting.reactions(trigger) {
            let waits = group.free == free && given.ready(sight, group) != 0;
            seats.0 |= u8::from(waits) << group.seat.0;
        }
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

/// Whether somebody could use a clause that waits for the moment.
pub fn somebody_reacts(sight: Sight<'_>, moment: &Moment) -> bool {
    if !sight.table.index.passes.has(Passes::LISTENERS) {
        return somebody_is_offered_something(sight, moment);
    }
    let waits = &sight.table.index.waits;
    let react = moment.reaction_set().0;
    let in_window = react & sight.windows();
    let mut now = triggers(waits.free.0 & react | waits.react.0 & in_window);
    let reacts = now.any(|trigger| {
        let mut given = Given::new(moment, trigger);
        let windowed = in_window >> trigger as u64 & 1 == 1;
        let groups = sight.table.index.waiting.reactions(trigger).iter();
        groups
            .filter(|group| group.free | windowed)
            .any(|group| uses_one(sight, &mut given, group))
    });
    let granting = || moment.granting();
    reacts || granting().is_some_and(|granting| somebody_reacts(sight, &granting))
}

/// As [`somebody_reacts`], by making every offer.
fn somebody_is_offered_something(sight: Sight<'_>, moment: &Moment) -> bool {
    let mut any = false;
    for free in [false, true] {
        for seat in sight.state.all_seats() {
            offer::reactions(sight, moment, seat, free, &mut |_| any = true);
        }
    }
    any
}

fn uses_one(sight: Sight<'_>, given: &mut Given<'_>, group: &Group) -> bool {
    let ready = given.ready(sight, group);
    if ready == 0 {
        return false;
    }
    let (trigger, slots, moment) = (given.trigger, given.slots(), given.moment);
    let (seat, free) = (group.seat, group.free);
    if group.way == Way::Hand {
        return Bits(ready as u64).any(|slot| {
            offer::reacts_from_hand(sight, trigger, slots, Source { seat, slot }, free)
        });
    }
    group.list.iter().any(|&Entry { slot, clause }| {
        let (source, clause) = (Source { seat, slot }, (trigger, clause));
        ready >> slot & 1 == 1 && offer::reacts_in_play(sight, moment, clause, slots, source, free)
    })
}

//! Which clauses that wait for a moment have something to do as things are, lasting effects aside.

use super::{
    gate::Gate,
    index::{Group, Way},
    moment::{Moment, TRIGGERS},
    offer,
    statics::in_play,
};
use crate::{bits::Bits, effect::Source, run::Sight};
use gloryhex_cardlang::Slots;
use gloryhex_model::{FighterId, Seat, Trigger};

/// The triggers of a set, lowest first.
#[inline(always)]
pub fn triggers(set: u64) -> impl Iterator<Item = Trigger> {
    Bits(set).map_while(|at| TRIGGERS.get(usize::from(at)).copied())
}

/// The cards of a group that are where they must be.
#[inline(always)]
pub fn here(sight: Sight<'_>, moment: &Moment, group: &Group) -> u128 {
    let seat = group.seat;
    group.cards
        & match group.way {
            Way::Hand => u128::from(sight.state.seats[seat].power.hand()),
            Way::Auto | Way::Play => in_play(sight, seat) | moment.just_lost(seat),
        }
}

/// Those of the cards of a group that are where they must be to which what they ask of what is bound does
/// not shut the moment.
#[inline(always)]
pub fn ready(sight: Sight<'_>, moment: &Moment, group: &Group, here: u128, slots: &Slots) -> u128 {
    let seat = group.seat;
    match group.gate {
        Gate::Open => here,
        Gate::Me(at) => match group.way {
            // Who will cast the card is not known yet.
            Way::Hand => here,
            _ => {
                here & (of_bearer(sight, seat, slots[usize::from(at & 7)]) | moment.just_lost(seat))
            }
        },
        gate if gate.opens(sight, seat, FighterId::NONE, slots) => here,
        _ => 0,
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

/// Whether a seat has a card where it must be that can be used at one of some triggers of the moment, and is
/// not shut to it by what it asks of what is bound.
#[inline(always)]
pub fn seat_waits(sight: Sight<'_>, moment: &Moment, seat: Seat, set: u64, free: bool) -> bool {
    let holding = sight.table.index.of(seat);
    let hand = sight.state.seats[seat].power.hand();
    let play = in_play(sight, seat) | moment.just_lost(seat);
    triggers(set).any(|trigger| {
        let at = trigger.ix();
        if (holding.hand[at] & hand == 0) & (holding.play[at] & play == 0) {
            return false;
        }
        let slots = moment.slots_of(trigger);
        let groups = sight.table.index.waiting.reactions(trigger).iter();
        groups
            .filter(|group| (group.seat == seat) & (group.free == free))
            .any(|group| ready(sight, moment, group, here(sight, moment, group), &slots) != 0)
    })
}

/// Whether somebody could use a clause that waits for the moment.
pub fn somebody_reacts(sight: Sight<'_>, moment: &Moment) -> bool {
    let waits = &sight.table.index.waits;
    let react = moment.reaction_set().0;
    let in_window = react & sight.windows();
    for trigger in triggers(waits.free.0 & react | waits.react.0 & in_window) {
        let mut slots = None;
        let windowed = in_window >> trigger as u64 & 1 == 1;
        for group in sight.table.index.waiting.reactions(trigger) {
            if !group.free && !windowed {
                continue;
            }
            let here = here(sight, moment, group);
            if here == 0 {
                continue;
            }
            let slots = *slots.get_or_insert_with(|| moment.slots_of(trigger));
            let ready = ready(sight, moment, group, here, &slots);
            if ready != 0 && uses_one(sight, moment, (trigger, slots), group, ready) {
                return true;
            }
        }
    }
    false
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
    group.list.iter().any(|&(slot, ix)| {
        let (source, clause) = (Source { seat, slot }, (trigger, ix));
        ready >> slot & 1 == 1 && offer::reacts_in_play(sight, moment, clause, slots, source, free)
    })
}

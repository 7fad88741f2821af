//! Reactions that were played in a window and wait until everybody has passed (Embergard p.17).
//!
//! They are worked out in the order of simultaneous abilities: first those of the player whose turn it is,
//! and a player's own in the order in which they were played. **Deliberately absent**: when a window asks.

use super::Window;
use crate::{
    bind::Bind,
    card_run::CardRun,
    cards::{Also, fire, follow, offer},
    choice::{Choice, Verb},
    effect::Source,
    event::What,
    frame::Frame,
    frames::card,
    ops::draw,
    run::Run,
};
use gloryhex_model::{FighterId, Rule, Seat, Trigger};
use serde::{Deserialize, Serialize};

/// Most reactions that wait at a time; one more is worked out at once.
const MOST: usize = 4;

/// A reaction that was played and waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Played {
    slot: u8,
    clause: u8,
    me: FighterId,
    /// Two bits for the seat, the rest for the depth of the window.
    at: u8,
}

impl Played {
    const NONE: Played = Played {
        slot: Source::NONE.slot,
        clause: 0,
        me: FighterId::NONE,
        at: 0,
    };
    fn seat(self) -> Seat {
        Seat(self.at & 3)
    }
    fn waits_in(self, depth: u8) -> bool {
        self.slot != Source::NONE.slot && self.at >> 2 == depth
    }
}

/// The reactions that wait, in the order in which they were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deferred([Played; MOST]);

impl Deferred {
    /// None.
    pub const NONE: Deferred = Deferred([Played::NONE; MOST]);

    fn is_empty(&self) -> bool {
        let free = |none, played: &Played| none & (played.slot == Source::NONE.slot);
        self.0.iter().fold(true, free)
    }
}

/// Plays a reaction that waits until everybody has passed. Whether there was room for it.
pub(super) fn defer(run: &mut Run<'_>, card: &CardRun) -> bool {
    let depth = run.state.stack.depth() as u8;
    let free = |played: &&mut Played| played.slot == Source::NONE.slot;
    let Some(place) = run.state.deferred.0.iter_mut().find(free) else {
        return false;
    };
    let source = card.source;
    *place = Played {
        slot: source.slot,
        clause: card.clause,
        me: card.me,
        at: source.seat.0 | depth << 2,
    };
    if card.is(CardRun::FROM_HAND) {
        run.state.seats[source.seat]
            .power
            .to_active(1 << source.slot);
        run.emit(Rule::PowerPlay, What::CardPlayed { source });
        fire(
            run,
            Trigger::CardRevealed,
            Bind::card(source),
            Also::NOTHING,
        );
    }
    true
}

/// A window begins to ask: nothing waits in it yet.
pub(super) fn forget(run: &mut Run<'_>) {
    if run.state.deferred.is_empty() {
        return;
    }
    let depth = run.state.stack.depth() as u8;
    let list = &mut run.state.deferred.0;
    if !list.iter().any(|played| played.waits_in(depth)) {
        return;
    }
    let mut left = Deferred::NONE;
    let others = list.iter().filter(|played| !played.waits_in(depth));
    for (place, played) in left.0.iter_mut().zip(others) {
        *place = *played;
    }
    run.state.deferred = left;
}

/// Begins to work out the next of the reactions played in the window on top. Whether there was one.
pub(super) fn resolve_next(run: &mut Run<'_>, frame: Window) -> bool {
    if run.state.deferred.is_empty() {
        return false;
    }
    let depth = run.state.stack.depth() as u8;
    let active = run.state.active();
    let list = &mut run.state.deferred.0;
    let here = |played: &Played| played.waits_in(depth);
    let own = |played: &Played| here(played) && played.seat() == active;
    let Some(at) = list
        .iter()
        .position(own)
        .or_else(|| list.iter().position(here))
    else {
        return false;
    };
    let played = list[at];
    list.copy_within(at + 1.., at);
    list[MOST - 1] = Played::NONE;
    let seat = played.seat();
    let choice = Choice::new(Verb::React, played.slot, played.me.0, played.clause);
    run.put(Frame::Window(frame));
    let Some(card) = offer::reacted(run.sight(), &frame.moment, seat, choice) else {
        return true;
    };
    if follow::can_be_followed(run.sight(), &card) {
        card::begin(run, card);
    } else if card.is(CardRun::FROM_HAND) {
        draw::discard_power(run, seat, played.slot);
    }
    true
}

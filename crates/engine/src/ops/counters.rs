//! Counters that warbands, plots and cards have given a name: who has how many, and what adding and removing brings.
//!
//! A name has a place in the state of every fighter, or of every player, at the tables where a card speaks of it. A fighter
//! who goes out of action loses all counters.

use crate::{bind::Bind, cards, effect::Source, event::What, run::Run, state::State, table::Table};
use gloryhex_cardlang::{CardCode, Catalog};
use gloryhex_model::{
    BySeat, CountedFor, CounterId, FighterId, MAX_FIGHTERS, Named, Rule, Seat, Trigger,
};

/// Whose counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A fighter's.
    Fighter(FighterId),
    /// A player's.
    Player(Seat),
}

/// The counters that cards at a table speak of.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// Which they are, in the order of their numbers, with their places.
    list: Vec<(CounterId, CountedFor, Option<Named>)>,
    /// How many of them each player begins with, by place.
    players: BySeat<[u8; Named::COUNT]>,
    /// How many of them each fighter begins with, by place.
    fighters: [[u8; Named::COUNT]; MAX_FIGHTERS],
}

impl Counters {
    /// Those of some cards. A card of a fighter tells with how many that fighter begins, another one of each friend.
    pub fn new<'a>(
        cards: impl Iterator<Item = (Source, &'a CardCode)> + Clone,
        catalog: &Catalog,
        rosters: &BySeat<(u8, u8)>,
    ) -> Counters {
        let mut all = Counters::default();
        let mut next = [0; 2];
        for (number, info) in (0..).zip(&catalog.counters) {
            let id = CounterId(number);
            let speaks = |code: &CardCode| code.counters.iter().any(|(own, _)| *own == id);
            if cards.clone().any(|(_, code)| speaks(code)) {
                let next = &mut next[info.of as usize];
                all.list.push((id, info.of, Named::new(*next)));
                *next += 1;
            }
        }
        for (source, code) in cards {
            for (id, start) in &code.counters {
                all.begin(source, *id, *start, rosters[source.seat]);
            }
        }
        all
    }
    fn begin(&mut self, source: Source, id: CounterId, start: u8, (from, to): (u8, u8)) {
        let Some((of, place)) = self.find(id) else {
            return;
        };
        let at = |starts: &mut [u8; Named::COUNT]| {
            let own = &mut starts[place.ix()];
            *own = start.max(*own);
        };
        match of {
            CountedFor::Player => at(&mut self.players[source.seat]),
            CountedFor::Fighter => {
                let nth = source.slot.wrapping_sub(Source::FIGHTERS);
                let those = match source.slot < Source::WARSCROLL && nth < to - from {
                    true => from + nth..from + nth + 1,
                    false => from..to,
                };
                for fighter in those {
                    at(&mut self.fighters[usize::from(fighter) & (MAX_FIGHTERS - 1)]);
                }
            }
        }
    }
    /// Who has counters of a name, and where they are kept; `None` if no card speaks of them.
    #[inline]
    pub fn find(&self, id: CounterId) -> Option<(CountedFor, Named)> {
        let (_, of, place) = self.list.iter().find(|(own, ..)| *own == id)?;
        place.map(|place| (*of, place))
    }
    /// Whether there is a place for each.
    pub fn fit(&self) -> bool {
        self.list.iter().all(|(.., place)| place.is_some())
    }
    /// Those that players or fighters have.
    pub fn of(&self, whose: CountedFor) -> impl Iterator<Item = (CounterId, Named)> {
        let own = self.list.iter().filter(move |(_, of, _)| *of == whose);
        own.filter_map(|(id, _, place)| Some((*id, (*place)?)))
    }
    /// Gives everybody what they begin with.
    pub fn deal(&self, state: &mut State) {
        for seat in state.all_seats() {
            for (_, place) in self.of(CountedFor::Player) {
                state.seats[seat].set_counter(place, self.players[seat][place.ix()]);
            }
        }
        for (_, place) in self.of(CountedFor::Fighter) {
            for (fighter, starts) in state.fighters.iter_mut().zip(&self.fighters) {
                fighter.set_counter(place, starts[place.ix()]);
            }
        }
    }
}

/// How many counters of a name somebody has.
pub fn count(table: &Table, state: &State, whose: Whose, id: CounterId) -> u8 {
    match (table.counters.find(id), whose) {
        (Some((CountedFor::Fighter, place)), Whose::Fighter(fighter)) => {
            state.fighter(fighter).counter(place)
        }
        (Some((CountedFor::Player, place)), Whose::Player(seat)) => {
            state.seats[seat].counter(place)
        }
        _ => 0,
    }
}

/// Makes of how many counters of a name somebody has another number; gives how many there were and how many there are. A
/// fighter who is not on the battlefield has none.
fn change(
    table: &Table,
    state: &mut State,
    whose: Whose,
    id: CounterId,
    to: impl FnOnce(u8) -> u8,
) -> Option<(u8, u8)> {
    let before = count(table, state, whose, id);
    match (table.counters.find(id)?, whose) {
        ((CountedFor::Fighter, place), Whose::Fighter(fighter)) => {
            let fighter = state.fighter_mut(fighter);
            if !fighter.on_field() {
                return None;
            }
            fighter.set_counter(place, to(before));
        }
        ((CountedFor::Player, place), Whose::Player(seat)) => {
            state.seats[seat].set_counter(place, to(before));
        }
        _ => return None,
    }
    Some((before, count(table, state, whose, id)))
}

/// Sets how many counters of a name somebody has, as a position wants it.
pub fn set(table: &Table, state: &mut State, whose: Whose, id: CounterId, n: u8) {
    change(table, state, whose, id, |_| n);
}

/// Adds counters. A fighter who is not on the battlefield is given none.
pub fn add(run: &mut Run<'_>, whose: Whose, id: CounterId, n: u8) {
    let more = |before: u8| before.saturating_add(n);
    if let Some((before, now)) = change(run.table, run.state, whose, id, more) {
        changed(run, whose, id, now - before, true);
    }
}

/// Removes at most so many counters; a few more count as removed.
pub fn remove(run: &mut Run<'_>, whose: Whose, id: CounterId, n: u8, more: u8) {
    let fewer = |before: u8| before.saturating_sub(n);
    if let Some((before, now)) = change(run.table, run.state, whose, id, fewer) {
        changed(run, whose, id, (before - now).saturating_add(more), false);
    }
}

/// The moment before counters are removed, and how many are to be.
pub fn due(table: &Table, whose: Whose, id: CounterId, n: u8) -> Bind {
    let (fighter, seat) = match whose {
        Whose::Fighter(fighter) => (fighter, table.owner(fighter)),
        Whose::Player(seat) => (FighterId::NONE, seat),
    };
    Bind {
        fighter,
        seat,
        number: n,
        slot: id.0,
        ..Bind::NONE
    }
}

fn changed(run: &mut Run<'_>, whose: Whose, counter: CounterId, n: u8, added: bool) {
    if n == 0 {
        return;
    }
    let (fighter, seat) = match whose {
        Whose::Fighter(fighter) => (fighter, run.table.owner(fighter)),
        Whose::Player(seat) => (FighterId::NONE, seat),
    };
    let (what, trigger) = match added {
        true => (
            What::CountersAdded {
                fighter,
                seat,
                counter,
                n,
            },
            Trigger::CounterAdded,
        ),
        false => (
            What::CountersRemoved {
                fighter,
                seat,
                counter,
                n,
            },
            Trigger::CounterRemoved,
        ),
    };
    run.emit(Rule::CardsCounters, what);
    let bind = Bind {
        fighter,
        seat,
        number: n,
        slot: counter.0,
        ..Bind::NONE
    };
    cards::tell(run, trigger, bind);
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_cardlang::{CardSource as File, load};

    const CARDS: &str = "edition sample
warband \"Band\" alliance chaos {
    counter swag of player start 2
    fighter \"One\" labels leader { normal { move 3 defence 1 dodge wounds 3 } counter tithe of fighter start 1 }
    fighter \"Two\" { normal { move 3 defence 1 dodge wounds 3 } }
}
plot \"Fury\" { counter rage of fighter start 3 }
";

    #[test]
    fn a_fighters_card_is_about_that_fighter_and_a_plot_about_all_friends() {
        let file = File {
            path: "sample.card".to_owned(),
            text: CARDS.to_owned(),
        };
        let loaded = load(std::slice::from_ref(&file));
        assert_eq!(loaded.errors(std::slice::from_ref(&file)), "");
        let catalog = &loaded.catalog;
        let slots = [Source::FIGHTERS, Source::FIGHTERS + 1, Source::PLOT];
        let source = |slot| Source {
            seat: Seat(1),
            slot,
        };
        let cards = slots.into_iter().zip(&catalog.cards);
        let cards = cards.map(|(slot, card)| (source(slot), &card.code));
        let mut rosters = BySeat::default();
        rosters[Seat(1)] = (4, 6);
        let counters = Counters::new(cards, catalog, &rosters);
        assert!(counters.fit());
        assert_eq!(counters.players[Seat(1)][..2], [2, 0]);
        assert_eq!(counters.players[Seat(0)], [0; Named::COUNT]);
        assert_eq!(counters.fighters[4][..2], [1, 3]);
        assert_eq!(counters.fighters[5][..2], [0, 3]);
        assert_eq!(counters.fighters[3], [0; Named::COUNT]);
    }
}

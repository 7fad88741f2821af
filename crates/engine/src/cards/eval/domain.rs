//! What a quantifier or a choice ranges over, and cards as numbers.

use super::Context;
use crate::{effect::Source, run::Sight, state::Player};
use gloryhex_cardlang::Domain;
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{FighterId, Seat};

/// A card as a number of the card language.
pub fn card_number(source: Source) -> i16 {
    if source.seat == Seat::NONE {
        return -1;
    }
    i16::from(source.seat.0) << 7 | i16::from(source.slot)
}

/// The card that a number of the card language stands for.
pub fn card_of(number: i16) -> Option<Source> {
    (0..512).contains(&number).then_some(Source {
        seat: Seat((number >> 7) as u8),
        slot: (number & 127) as u8,
    })
}

/// The fighter that a number stands for, if it is one of this game's.
pub fn fighter_of(context: &Context<'_>, number: i16) -> Option<FighterId> {
    let n = context.sight.table.entrants.len() as i16;
    (0..n).contains(&number).then_some(FighterId(number as u8))
}

/// The seat that a number stands for.
pub fn seat_of(context: &Context<'_>, number: i16) -> Option<Seat> {
    let n = i16::from(context.sight.state.clock.players);
    (0..n).contains(&number).then_some(Seat(number as u8))
}

/// The fighters of a domain, as bits of their ids, seen from a seat.
fn fighters(sight: Sight<'_>, you: Seat, domain: Domain) -> u32 {
    let (all, mine) = (sight.table.all_fighters, sight.table.sides[you.ix() & 3]);
    let side = match domain {
        Domain::Friends | Domain::AllFriends => mine,
        Domain::Enemies | Domain::AllEnemies => all & !mine,
        _ => all,
    };
    match domain {
        Domain::Friends | Domain::Enemies | Domain::Fighters => {
            side & sight.state.on_field(sight.table.entrants.len())
        }
        _ => side,
    }
}

/// A set of elements of a domain, as their numbers: fighters, hexes, tokens, players, or cards of one seat, which are
/// counted from a base. It is kept like a set of hexes, which are the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    set: HexSet,
    base: i16,
}

impl Elements {
    /// Nothing.
    pub const EMPTY: Elements = Elements::of_bits(0, 0);

    /// Those whose bits are set, counted from a base.
    pub const fn of_bits(bits: u64, base: i16) -> Elements {
        let set = HexSet::of_bits(bits);
        Elements { set, base }
    }
    /// Hexes.
    pub const fn hexes(set: HexSet) -> Elements {
        Elements { set, base: 0 }
    }
    /// The hexes that these elements are.
    pub fn as_hexes(self) -> HexSet {
        self.set
    }
    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.set.is_empty()
    }
    /// How many there are.
    pub fn len(self) -> i16 {
        self.set.len() as i16
    }
    /// Keeps the hexes that are among some.
    pub fn retain_hexes(&mut self, hexes: HexSet) {
        self.set &= hexes;
    }
    /// Keeps only one element, or only the others.
    pub fn retain_one(&mut self, element: i16, only: bool) {
        let at = u8::try_from(element.saturating_sub(self.base)).map_or(HexId::NONE, HexId);
        match only {
            true => self.set &= HexSet::single(at),
            false => self.set.remove(at),
        }
    }
    /// Keeps those that are in another set of elements of the same domain.
    pub fn keep(&mut self, others: &Elements) {
        self.set &= others.set;
    }
    /// Takes in those that are in another set of elements of the same domain.
    pub fn join(&mut self, others: &Elements) {
        self.set |= others.set;
    }
    /// Takes out those that are in another set of elements of the same domain.
    pub fn remove(&mut self, others: &Elements) {
        self.set -= others.set;
    }
    /// Keeps those that satisfy a test.
    #[inline]
    pub fn retain(&mut self, mut test: impl FnMut(i16) -> bool) {
        for at in self.set {
            if !test(self.base + i16::from(at.0)) {
                self.set.remove(at);
            }
        }
    }
    /// Their numbers, lowest first.
    pub fn iter(self) -> impl Iterator<Item = i16> {
        let base = self.base;
        self.set.iter().map(move |at| base + i16::from(at.0))
    }
    /// The elements of a domain; `of` is whose, for domains of something.
    pub fn of(context: &Context<'_>, domain: Domain, of: i16) -> Elements {
        let sight = context.sight;
        let state = sight.state;
        let you = context.source.seat;
        let everybody = (1u64 << state.clock.players) - 1;
        let cards = |seat: Seat, slots: u64, first: u8| {
            Elements::of_bits(slots, card_number(Source { seat, slot: first }))
        };
        let of_player = |pick: fn(&Player) -> u64, first: u8| {
            seat_of(context, of).map(|seat| cards(seat, pick(&state.seats[seat]), first))
        };
        let found = match domain {
            Domain::Friends
            | Domain::Enemies
            | Domain::Fighters
            | Domain::AllFriends
            | Domain::AllEnemies
            | Domain::AllFighters => {
                Some(Elements::of_bits(fighters(sight, you, domain).into(), 0))
            }
            Domain::Hexes => Some(Elements::hexes(sight.grid.all())),
            Domain::Tokens => {
                let tokens = state.features.iter().rev();
                let there = tokens.fold(0, |set, token| set << 1 | u64::from(token.on_field()));
                Some(Elements::of_bits(there, 0))
            }
            Domain::Seats | Domain::Boards => Some(Elements::of_bits(everybody, 0)),
            Domain::Opponents => Some(Elements::of_bits(everybody & !(1 << you.0), 0)),
            Domain::UpgradesOf => fighter_of(context, of).map(|fighter| {
                let upgrades = state.upgrades(sight.table, fighter);
                cards(sight.table.owner(fighter), upgrades, 0)
            }),
            Domain::PowerHandOf => of_player(|player| player.power.hand(), 0),
            Domain::ObjectiveHandOf => {
                of_player(|player| player.objectives.hand().into(), Source::OBJECTIVES)
            }
            Domain::PowerDeckOf => of_player(|player| player.power.deck(), 0),
            Domain::PowerDiscardOf => of_player(|player| player.power.discard(), 0),
            Domain::ObjectiveDiscardOf => of_player(
                |player| player.objectives.discard().into(),
                Source::OBJECTIVES,
            ),
            Domain::LastingOf => seat_of(context, of).map(|seat| {
                let those = state.effects.iter();
                let those = those.filter(|effect| effect.source.seat == seat && effect.persists());
                let slots = those.map(|effect| HexId(effect.source.slot));
                Elements {
                    set: slots.collect(),
                    base: card_number(Source { seat, slot: 0 }),
                }
            }),
            Domain::Picked => context.card.map(|card| {
                let (those, first) = card.picked.0;
                Elements::of_bits(those, first)
            }),
            Domain::JustBroken => Some(cards(you, state.seats[you].power.just_broken(), 0)),
        };
        found.unwrap_or(Elements::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_keeps_its_place_as_a_number() {
        for (seat, slot) in [(0, 0), (1, 127), (3, Source::OBJECTIVES)] {
            let source = Source {
                seat: Seat(seat),
                slot,
            };
            assert_eq!(card_of(card_number(source)), Some(source));
        }
        assert_eq!(card_of(card_number(Source::NONE)), None);
        assert_eq!(card_of(512), None);
    }

    #[test]
    fn elements_come_lowest_first_and_can_be_passed_over() {
        let mut elements = Elements::of_bits(0b1011, 10);
        assert!(elements.iter().eq([10, 11, 13]));
        elements.retain(|element| element != 11);
        assert!(elements.iter().eq([10, 13]));
    }

    #[test]
    fn one_element_is_kept_or_taken_out_and_a_stranger_is_in_no_set() {
        let all = Elements::of_bits(0b0111, 5);
        for (element, only, left) in [
            (6, true, 0b0010),
            (6, false, 0b0101),
            (4, true, 0),
            (4, false, 0b0111),
            (i16::MIN, true, 0),
            (i16::MAX, false, 0b0111),
        ] {
            let mut some = all;
            some.retain_one(element, only);
            assert_eq!(some, Elements::of_bits(left, 5), "{element} {only}");
        }
    }

    #[test]
    fn elements_are_taken_out_of_a_set() {
        let mut some = Elements::of_bits(0b0111, 5);
        some.remove(&Elements::of_bits(0b1100, 5));
        assert_eq!((some, some.len()), (Elements::of_bits(0b0011, 5), 2));
        let mut both = some;
        both.join(&Elements::of_bits(0b1000, 5));
        assert_eq!(both, Elements::of_bits(0b1011, 5));
        both.keep(&Elements::of_bits(0b1100, 5));
        assert_eq!(both, Elements::of_bits(0b1000, 5));
        some.remove(&some.clone());
        assert!(some.is_empty());
        let mut hexes = Elements::hexes(HexSet::of_bits(0b0110));
        hexes.retain_hexes(HexSet::of_bits(0b1010));
        assert_eq!(hexes.as_hexes(), HexSet::of_bits(0b0010));
    }
}

//! What a quantifier or a choice ranges over, and cards as numbers.

use super::Context;
use crate::{effect::Source, run::Sight};
use gloryhex_cardlang::Domain;
use gloryhex_hexgrid::{HexSet, HexSetIter};
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
pub fn fighters(sight: Sight<'_>, you: Seat, domain: Domain) -> u32 {
    let all = sight.table.all_fighters;
    let mine = sight.table.sides[you.ix() & 3];
    // No jump: which domain it is cannot be foreseen.
    let mask = |yes: bool| u32::from(yes).wrapping_neg();
    let ours = mask(matches!(domain, Domain::Friends | Domain::AllFriends));
    let theirs = mask(matches!(domain, Domain::Enemies | Domain::AllEnemies));
    let side = all & !(ours & !mine) & !(theirs & mine);
    match domain {
        Domain::Friends | Domain::Enemies | Domain::Fighters => standing(sight, side),
        _ => side,
    }
}

/// Those of a set of fighters who are on the battlefield.
#[inline]
pub(super) fn standing(sight: Sight<'_>, of: u32) -> u32 {
    of & sight.state.on_field(sight.table.entrants.len())
}

/// The elements of a domain, lowest first.
pub struct Elements {
    mask: u64,
    base: i16,
    hexes: Option<HexSetIter>,
}

impl Elements {
    #[inline]
    pub(super) fn mask(mask: u64, base: i16) -> Elements {
        Elements {
            mask,
            base,
            hexes: None,
        }
    }
    #[inline]
    pub(super) fn hexes(set: HexSet) -> Elements {
        Elements {
            mask: 0,
            base: 0,
            hexes: Some(set.iter()),
        }
    }
    /// Keeps the elements that satisfy a test.
    pub(super) fn retain(&mut self, mut test: impl FnMut(i16) -> bool) {
        for bit in crate::bits::Bits(self.mask) {
            if !test(self.base + i16::from(bit)) {
                self.mask &= !(1 << bit);
            }
        }
        if let Some(hexes) = self.hexes.take() {
            let kept: HexSet = hexes.filter(|hex| test(i16::from(hex.0))).collect();
            self.hexes = Some(kept.iter());
        }
    }
    /// The elements of a domain; `of` is whose, for domains of something.
    pub fn of(context: &Context<'_>, domain: Domain, of: i16) -> Elements {
        let sight = context.sight;
        let state = sight.state;
        let you = context.source.seat;
        let hand = |pick: fn(&crate::state::Player) -> u64, base: u8| {
            seat_of(context, of).map_or(Elements::mask(0, 0), |seat| {
                Elements::mask(
                    pick(&state.seats[seat]),
                    card_number(Source { seat, slot: base }),
                )
            })
        };
        match domain {
            Domain::Friends
            | Domain::Enemies
            | Domain::Fighters
            | Domain::AllFriends
            | Domain::AllEnemies
            | Domain::AllFighters => Elements::mask(u64::from(fighters(sight, you, domain)), 0),
            Domain::Hexes => Elements::hexes(sight.grid.all()),
            Domain::Tokens => {
                let on = |ix: &usize| state.features[*ix].on_field();
                let mask = (0..state.features.len())
                    .filter(on)
                    .fold(0, |m, ix| m | 1 << ix);
                Elements::mask(mask, 0)
            }
            Domain::Seats | Domain::Boards => Elements::mask((1 << state.clock.players) - 1, 0),
            Domain::Opponents => {
                Elements::mask(((1u64 << state.clock.players) - 1) & !(1 << you.0), 0)
            }
            Domain::UpgradesOf => fighter_of(context, of).map_or(Elements::mask(0, 0), |fighter| {
                let seat = sight.table.owner(fighter);
                let base = card_number(Source { seat, slot: 0 });
                Elements::mask(state.upgrades(sight.table, fighter), base)
            }),
            Domain::PowerHandOf => hand(|player| player.power.hand(), 0),
            Domain::ObjectiveHandOf => hand(
                |player| u64::from(player.objectives.hand()),
                Source::OBJECTIVES,
            ),
            Domain::PowerDiscardOf => hand(|player| player.power.discard(), 0),
            Domain::ObjectiveDiscardOf => hand(
                |player| u64::from(player.objectives.discard()),
                Source::OBJECTIVES,
            ),
            Domain::JustBroken => {
                let base = card_number(Source { seat: you, slot: 0 });
                Elements::mask(state.seats[you].power.just_broken(), base)
            }
        }
    }
}

impl Iterator for Elements {
    type Item = i16;

    #[inline]
    fn next(&mut self) -> Option<i16> {
        if self.mask != 0 {
            let bit = self.mask.trailing_zeros() as i16;
            self.mask &= self.mask - 1;
            return Some(self.base + bit);
        }
        let hexes = self.hexes.as_mut()?;
        hexes.next().map(|hex| i16::from(hex.0))
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
        let mut elements = Elements::mask(0b1011, 10);
        elements.retain(|element| element != 11);
        assert!(elements.eq([10, 13]));
    }
}

//! Newtype ids. An id is an index into a table that lives elsewhere; it carries no meaning of its own.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// Most players at one table.
pub const MAX_SEATS: usize = 4;
/// Most fighters on one battlefield, all warbands together.
pub const MAX_FIGHTERS: usize = 32;

/// A player's place at the table, counted from 0 clockwise. Shown to people as 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// Nobody: the owner of what belongs to no player.
    pub const NONE: Seat = Seat(255);

    /// The index into per-seat tables.
    pub fn ix(self) -> usize {
        self.0 as usize
    }

    /// All seats of a game with `players` players.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..players).map(Seat)
    }

    /// The seat `by` places clockwise at a table of `players`.
    pub fn clockwise(self, by: u8, players: u8) -> Seat {
        Seat((self.0 + by % players) % players)
    }

    /// The number people see.
    pub fn number(self) -> u8 {
        self.0.wrapping_add(1)
    }
}

/// A fighter on this table, counted across all warbands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FighterId(pub u8);

impl FighterId {
    /// No fighter.
    pub const NONE: FighterId = FighterId(255);

    /// The index into per-fighter tables.
    pub fn ix(self) -> usize {
        self.0 as usize
    }

    /// Whether this names a fighter at all.
    pub fn is_some(self) -> bool {
        self.0 != 255
    }
}

/// A card in the catalogue of all loaded cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardId(pub u16);

impl CardId {
    /// No card.
    pub const NONE: CardId = CardId(u16::MAX);

    /// The index into the catalogue.
    pub fn ix(self) -> usize {
        self.0 as usize
    }
}

/// One value per seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySeat<T>(pub [T; MAX_SEATS]);

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        debug_assert!(seat.ix() < MAX_SEATS);
        &self.0[seat.ix() & (MAX_SEATS - 1)]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        debug_assert!(seat.ix() < MAX_SEATS);
        &mut self.0[seat.ix() & (MAX_SEATS - 1)]
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// The first `players` seats.
    pub fn first(players: u8) -> SeatSet {
        SeatSet((1u16 << players) as u8 - 1)
    }
    /// Whether `seat` is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 >> seat.0 & 1 == 1
    }
    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }
    /// Removes a seat.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }
    /// How many seats.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }
    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = Seat(left.trailing_zeros() as u8);
            let any = left != 0;
            left &= left.wrapping_sub(1);
            any.then_some(seat)
        })
    }
}

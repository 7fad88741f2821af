//! Names for one place: axial coordinates, the six directions, and the index of a hex in a grid.
//! Nothing here knows whether a hex exists.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Mul, Neg, Sub};

/// The index of a hex in a [`Grid`](crate::Grid): rows from the top, each from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HexId(pub u8);

impl HexId {
    /// No hex at all: off the battlefield, or a neighbour that does not exist.
    pub const NONE: HexId = HexId(255);
    /// The most hexes a grid can hold.
    pub const LIMIT: usize = 240;

    /// The id as an index into tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a hex rather than [`HexId::NONE`].
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 255
    }

    /// Whether this is [`HexId::NONE`].
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 255
    }

    /// The id as an option, `None` for [`HexId::NONE`].
    #[inline]
    pub const fn get(self) -> Option<HexId> {
        if self.is_some() { Some(self) } else { None }
    }
}

/// An axial coordinate: `q` grows to the right, `r` downward and half a hex to the right.
///
/// ```
/// use gloryhex_hexgrid::{Coord, Direction};
/// let here = Coord::new(2, 1);
/// assert_eq!(here + Direction::NorthEast.offset(), Coord::new(3, 0));
/// assert_eq!(here.distance(Coord::new(0, 0)), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Coord {
    /// Position along the row.
    pub q: i8,
    /// The row, growing downward.
    pub r: i8,
}

impl Coord {
    /// A coordinate from its two axes.
    #[inline]
    pub const fn new(q: i8, r: i8) -> Coord {
        Coord { q, r }
    }

    /// The horizontal position in half hexes: `2q + r`. Hexes of one row differ by 2.
    #[inline]
    pub const fn half_columns(self) -> i16 {
        2 * self.q as i16 + self.r as i16
    }

    /// The coordinate at a horizontal position in half hexes and a row, or `None` if no hex centre
    /// lies there or it is out of range.
    pub fn from_half_columns(x: i16, r: i16) -> Option<Coord> {
        if (x - r) % 2 != 0 {
            return None;
        }
        let q = i8::try_from((x - r) / 2).ok()?;
        let r = i8::try_from(r).ok()?;
        Some(Coord { q, r })
    }

    /// Steps between two coordinates on an endless plane. A grid's own
    /// [`distance`](crate::Grid::distance) may be longer, as it never leaves the grid.
    pub const fn distance(self, other: Coord) -> u16 {
        let q = self.q as i16 - other.q as i16;
        let r = self.r as i16 - other.r as i16;
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The order in which hexes are numbered: row, then position in the row.
    #[inline]
    pub(crate) const fn reading_order(self) -> (i8, i8) {
        (self.r, self.q)
    }
}

impl Add for Coord {
    type Output = Coord;
    fn add(self, other: Coord) -> Coord {
        Coord::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Coord {
    type Output = Coord;
    fn sub(self, other: Coord) -> Coord {
        Coord::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Coord {
    type Output = Coord;
    fn neg(self) -> Coord {
        Coord::new(-self.q, -self.r)
    }
}

impl Mul<i8> for Coord {
    type Output = Coord;
    fn mul(self, times: i8) -> Coord {
        Coord::new(self.q * times, self.r * times)
    }
}

/// One of the six directions, counted anticlockwise from the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Direction {
    /// To the right.
    East = 0,
    /// Up and to the right.
    NorthEast = 1,
    /// Up and to the left.
    NorthWest = 2,
    /// To the left.
    West = 3,
    /// Down and to the left.
    SouthWest = 4,
    /// Down and to the right.
    SouthEast = 5,
}

impl Direction {
    /// All six, in order.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// The direction with this number, counted modulo six.
    ///
    /// ```
    /// use gloryhex_hexgrid::Direction;
    /// assert_eq!(Direction::from_index(7), Direction::NorthEast);
    /// ```
    #[inline]
    pub const fn from_index(index: u8) -> Direction {
        Direction::ALL[(index % 6) as usize]
    }

    /// The number of this direction, 0 to 5.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction facing the other way.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::from_index(self as u8 + 3)
    }

    /// The next direction anticlockwise.
    #[inline]
    pub const fn left(self) -> Direction {
        Direction::from_index(self as u8 + 1)
    }

    /// The next direction clockwise.
    #[inline]
    pub const fn right(self) -> Direction {
        Direction::from_index(self as u8 + 5)
    }

    /// One step in this direction.
    pub const fn offset(self) -> Coord {
        match self {
            Direction::East => Coord::new(1, 0),
            Direction::NorthEast => Coord::new(1, -1),
            Direction::NorthWest => Coord::new(0, -1),
            Direction::West => Coord::new(-1, 0),
            Direction::SouthWest => Coord::new(-1, 1),
            Direction::SouthEast => Coord::new(0, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_steps_cancel() {
        for direction in Direction::ALL {
            let back = direction.offset() + direction.opposite().offset();
            assert_eq!(back, Coord::default());
            assert_eq!(direction.left().right(), direction);
        }
    }

    #[test]
    fn half_columns_round_trip() {
        for r in -5..=5 {
            for q in -5..=5 {
                let coord = Coord::new(q, r);
                let x = coord.half_columns();
                assert_eq!(Coord::from_half_columns(x, r.into()), Some(coord));
                assert_eq!(Coord::from_half_columns(x + 1, r.into()), None);
            }
        }
    }
}

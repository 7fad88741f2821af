//! The neighbours of hexes as walks read them: of one hex, and of a whole set without asking which hexes are
//! in it.

use crate::words::Words;
use crate::{HexId, HexSet};

/// The sets next to the sixteen sets of four hexes, for the sixteen fours of a word.
type Fours<const N: usize> = [[Words<N>; 16]; 16];

/// Neighbours by how far their numbers are apart: in most grids the next hex, or one of four numbers in a row
/// for hexes of the next row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows {
    /// Hexes next to the one with the next number.
    next: u128,
    /// The least distance to a hex of the next row.
    least: u32,
    /// Hexes with a neighbour in the next row at that distance, and one, two and three further.
    below: [u128; 4],
}

impl Rows {
    /// The rows of a grid of up to 128 hexes, if they are as even as that.
    fn of(adjacent: &[HexSet]) -> Option<Rows> {
        let pairs = || {
            let later = |ix: usize, set: &HexSet| {
                let after = set.iter().map(HexId::index).filter(move |to| *to > ix);
                after.map(move |to| (ix, to - ix))
            };
            let sets = adjacent.iter().enumerate();
            sets.flat_map(move |(ix, set)| later(ix, set))
        };
        let far = || pairs().map(|(_, far)| far).filter(|far| *far > 1);
        let least = far().min().unwrap_or(2);
        if far().any(|far| far - least > 3) || least > 60 {
            return None;
        }
        let (mut next, mut below) = (0, [0; 4]);
        for (ix, far) in pairs() {
            match far {
                1 => next |= 1 << ix,
                _ => below[far - least] |= 1 << ix,
            }
        }
        let least = least as u32;
        Some(Rows { next, least, below })
    }

    /// The hexes next to any hex of the set.
    #[inline(always)]
    fn around(&self, hexes: u128) -> u128 {
        let [a, b, c, d] = self.below;
        let beside = (hexes & self.next) << 1 | hexes >> 1 & self.next;
        let below = (((hexes & d) << 1 | hexes & c) << 1 | hexes & b) << 1 | hexes & a;
        let one = self.least & 63;
        let up = |low: u64, high: u64| (low << one, high << one | low >> 1 >> (63 ^ one));
        let down = |low: u64, high: u64| (low >> one | high << 1 << (63 ^ one), high >> one);
        let (low, high) = up(below as u64, (below >> 64) as u64);
        let below = u128::from(high) << 64 | u128::from(low);
        let (low, high) = down(hexes as u64, (hexes >> 64) as u64);
        let above = u128::from(high) << 64 | u128::from(low);
        let above = above & a | above >> 1 & b | above >> 2 & c | above >> 3 & d;
        beside | below | above
    }
}

/// The neighbours of every hex of a grid that fits `N` words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Near<const N: usize> {
    /// By word and bit.
    hexes: Vec<[Words<N>; 64]>,
    /// Of grids that fit two words and have even rows.
    rows: Option<Rows>,
    /// By word, of other grids that fit two.
    fours: Vec<Fours<N>>,
}

impl<const N: usize> Near<N> {
    /// The table of a grid, given the neighbours of each hex.
    pub fn of(adjacent: &[HexSet]) -> Near<N> {
        let mut hexes = vec![[Words::EMPTY; 64]; N];
        for (ix, set) in adjacent.iter().enumerate() {
            hexes[ix / 64][ix % 64] = Words::of(set);
        }
        let four = |word: &[Words<N>; 64], nth: usize, set: usize| {
            let members = (0..4).filter(|bit| set >> bit & 1 != 0);
            members.fold(Words::EMPTY, |all, bit| all | word[4 * nth + bit])
        };
        let fours =
            |word| std::array::from_fn(|nth| std::array::from_fn(|set| four(word, nth, set)));
        let rows = (N == 2).then(|| Rows::of(adjacent)).flatten();
        let fours = match (N, rows) {
            (2, None) => hexes.iter().map(fours).collect(),
            _ => Vec::new(),
        };
        Near { hexes, rows, fours }
    }

    /// Whether this is no grid's table.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// The hexes next to one.
    #[inline]
    pub fn one(&self, hex: HexId) -> Words<N> {
        let word = self.hexes.get(hex.index() >> 6);
        word.map_or(Words::EMPTY, |word| word[hex.index() & 63])
    }

    /// The hexes next to any hex of the set (members of the set among them if they touch).
    #[inline(always)]
    pub fn around(&self, hexes: Words<N>) -> Words<N> {
        match (&self.rows, hexes.0.as_slice()) {
            (Some(rows), &[low, high]) => {
                let near = rows.around(u128::from(high) << 64 | u128::from(low));
                let words = [near as u64, (near >> 64) as u64];
                Words(std::array::from_fn(|ix| words[ix & 1]))
            }
            _ => self.around_uneven(hexes),
        }
    }

    /// As [`Near::around`], for grids without even rows.
    #[inline(never)]
    fn around_uneven(&self, hexes: Words<N>) -> Words<N> {
        let mut set = Words::EMPTY;
        if let [low, high] = self.fours.as_slice() {
            let (low_word, high_word) = (hexes.0[0], hexes.0[1]);
            for (nth, four) in low.iter().enumerate() {
                set |= four[(low_word >> (4 * nth)) as usize & 15];
            }
            for (nth, four) in high[..8].iter().enumerate() {
                set |= four[(high_word >> (4 * nth)) as usize & 15];
            }
            // Two boards seldom have that many hexes.
            if high_word >> 32 != 0 {
                for (nth, four) in high.iter().enumerate().skip(8) {
                    set |= four[(high_word >> (4 * nth)) as usize & 15];
                }
            }
            return set;
        }
        for (near, word) in self.hexes.iter().zip(hexes.0) {
            let mut bits = word;
            while bits != 0 {
                set |= near[bits.trailing_zeros() as usize & 63];
                bits &= bits - 1;
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use crate::{Grid, HexSet, Layout, Sheet, SightRule};

    #[test]
    fn neighbours_of_a_set_are_those_of_its_hexes() {
        let even = ["|  . . .", "| . . . .", "|  . . .", "| . . . .", "|  . . ."];
        let uneven = ["| . . . . . . . . . .", "|  .", "| . . . .", "|  . . ."];
        let drawn = |rows: &[&str]| Grid::from_map(rows, SightRule::default()).unwrap().grid;
        let sheets = [Sheet::blank("plain", 20, 11)];
        let wide = Grid::build(&Layout::single(0), &sheets, SightRule::default()).unwrap();
        let (even, uneven) = (drawn(&even), drawn(&uneven));
        assert!(even.narrow.rows.is_some() && even.narrow.fours.is_empty());
        assert!(uneven.narrow.rows.is_none() && !uneven.narrow.fours.is_empty());
        assert!(wide.narrow.is_empty() && !wide.wide.is_empty());
        for grid in [even, uneven, wide] {
            for stride in 1..12 {
                let some: HexSet = grid.all().iter().step_by(stride).collect();
                let around = some.iter().map(|hex| grid.adjacent(hex));
                let around = around.fold(HexSet::EMPTY, HexSet::union);
                assert_eq!(grid.around(some), around);
            }
        }
    }
}

//! The neighbours of hexes as walks read them: of one hex, and of a whole set without asking which hexes are
//! in it.

use crate::words::Words;
use crate::{HexId, HexSet};
use std::{hint::cold_path, sync::Arc};

/// The sets next to the sixteen sets of four hexes, for the sixteen fours of a word.
type Fours<const N: usize> = [[Words<N>; 16]; 16];

/// Two words of hexes that are handled alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair([u64; 2]);

impl Pair {
    #[inline(always)]
    fn zip(self, other: Pair, with: impl Fn(u64, u64) -> u64) -> Pair {
        let ([a, b], [c, d]) = (self.0, other.0);
        Pair([with(a, c), with(b, d)])
    }
    #[inline(always)]
    fn and(self, other: Pair) -> Pair {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Pair) -> Pair {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn up(self, by: u32) -> Pair {
        Pair(self.0.map(|word| word << (by & 63)))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Pair {
        Pair(self.0.map(|word| word >> (by & 63)))
    }
}

/// Neighbours by how far their numbers are apart: in most grids the next hex, or one of four numbers in a row
/// for hexes of the next row. There are two words of hexes, the first 64 and the last 64 of the grid, of which so
/// many are in both that neighbours always share a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows {
    /// Hexes next to the one with the next number.
    next: Pair,
    /// The least distance to a hex of the next row.
    least: u32,
    /// The first hex of the second word.
    second: u32,
    /// Hexes with a neighbour in the next row at that distance, and one, two and three further.
    below: [Pair; 4],
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
        let most = far().max().unwrap_or(2);
        let second = adjacent.len().saturating_sub(64).max(1);
        if most - least > 3 || second + most > 64 {
            return None;
        }
        let (mut next, mut below) = (0u128, [0u128; 4]);
        for (ix, far) in pairs() {
            match far {
                1 => next |= 1 << ix,
                _ => below[far - least] |= 1 << ix,
            }
        }
        let words = |set: u128| Pair([set as u64, (set >> second) as u64]);
        Some(Rows {
            next: words(next),
            least: least as u32,
            second: second as u32,
            below: below.map(words),
        })
    }

    /// The hexes next to any hex of the set. Either word lacks neighbours across its own end only.
    #[inline(always)]
    fn beside(&self, hexes: Pair) -> Pair {
        let [a, b, c, d] = &self.below;
        let next = self.next;
        let beside = hexes.and(next).up(1).or(hexes.down(1).and(next));
        let below = (hexes.and(*a))
            .or(hexes.and(*b).up(1))
            .or(hexes.and(*c).up(2))
            .or(hexes.and(*d).up(3))
            .up(self.least);
        let before = hexes.down(self.least);
        let above = (before.and(*a))
            .or(before.down(1).and(*b))
            .or(before.down(2).and(*c))
            .or(before.down(3).and(*d));
        beside.or(below).or(above)
    }

    /// As [`Rows::beside`], where either word has all its hexes.
    #[inline(always)]
    fn around(&self, hexes: [u64; 2]) -> [u64; 2] {
        let second = self.second & 63;
        let Pair([low, last]) = self.beside(Pair(hexes));
        [low | (last << second), last | (low >> second)]
    }
}

/// The neighbours of every hex of a grid that fits `N` words.
///
/// Walks may keep their sets *entered*: the second of two words then begins with the hex that suits the grid's
/// [`Rows`], and hexes that are in both words are in either.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Near<const N: usize> {
    /// By word and bit.
    hexes: Arc<[[Words<N>; 64]]>,
    /// The same, entered.
    entered: Arc<[[Words<N>; 64]]>,
    /// The first hex of the second word of an entered set.
    second: u32,
    /// Of grids that fit two words and have even rows.
    rows: Option<Rows>,
    /// By word, of other grids that fit two.
    fours: Arc<[Fours<N>]>,
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
            _ => Arc::default(),
        };
        let mut near = Near {
            hexes: hexes.into(),
            entered: Arc::default(),
            second: rows.map_or(64, |rows| rows.second),
            rows,
            fours,
        };
        let words = near.hexes.iter();
        near.entered = words.map(|word| word.map(|set| near.enter(set))).collect();
        near
    }

    /// A set as walks keep it.
    #[inline(always)]
    pub fn enter(&self, mut set: Words<N>) -> Words<N> {
        if let [low, high] = set.0.as_mut_slice() {
            let before = self.second.wrapping_sub(1) & 63;
            *high = (*low >> before >> 1) | (*high << (63 ^ before));
        }
        set
    }

    /// The set that was kept by a walk.
    #[inline(always)]
    pub fn leave(&self, mut set: Words<N>) -> HexSet {
        if let [_, high] = set.0.as_mut_slice() {
            *high >>= 63 ^ (self.second.wrapping_sub(1) & 63);
        }
        set.whole()
    }

    /// The word and the bit by which an entered set tells whether it has a hex.
    #[inline(always)]
    pub fn place(&self, hex: HexId) -> (usize, u32) {
        let word = hex.index() >> 6 & (N - 1);
        let first = self.second.wrapping_mul(word as u32);
        (word, u32::from(hex.0).wrapping_sub(first) & 63)
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

    /// As [`Near::one`], entered.
    #[inline]
    pub fn one_entered(&self, hex: HexId) -> Words<N> {
        let word = self.entered.get(hex.index() >> 6);
        word.map_or(Words::EMPTY, |word| word[hex.index() & 63])
    }

    /// The hexes next to any hex of the set (members of the set among them if they touch).
    #[inline(always)]
    pub fn around(&self, hexes: Words<N>) -> Words<N> {
        Words::of(&self.leave(self.step(self.enter(hexes))))
    }

    /// As [`Near::around`] of an entered set, entered.
    #[inline(always)]
    pub fn step(&self, hexes: Words<N>) -> Words<N> {
        match (&self.rows, hexes.0.as_slice()) {
            (Some(rows), &[low, high]) => {
                let words = rows.around([low, high]);
                Words(std::array::from_fn(|ix| words[ix & 1]))
            }
            _ => {
                cold_path();
                self.around_uneven(hexes)
            }
        }
    }

    /// As [`Near::around`], for grids without even rows.
    #[inline(never)]
    fn around_uneven(&self, hexes: Words<N>) -> Words<N> {
        let mut set = Words::EMPTY;
        if let [low, high] = &*self.fours {
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
        let built = |sheet| Grid::build(&Layout::single(0), &[sheet], SightRule::default());
        let two_words = built(Sheet::blank("plain", 8, 11)).unwrap();
        let many = built(Sheet::blank("plain", 12, 11)).unwrap();
        assert!(two_words.narrow.rows.is_some() && many.narrow.rows.is_none());
        assert!(even.narrow.rows.is_some() && even.narrow.fours.is_empty());
        assert!(uneven.narrow.rows.is_none() && !uneven.narrow.fours.is_empty());
        assert!(wide.narrow.is_empty() && !wide.wide.is_empty());
        for grid in [even, uneven, two_words, many, wide] {
            for stride in 1..12 {
                let some: HexSet = grid.all().iter().step_by(stride).collect();
                let around = some.iter().map(|hex| grid.adjacent(hex));
                let around = around.fold(HexSet::EMPTY, HexSet::union);
                assert_eq!(grid.around(some), around);
            }
        }
    }
}

//! The neighbours of hexes as walks read them: of one hex, and of a whole set without asking which hexes are
//! in it.

use crate::words::Words;
use crate::{HexId, HexSet};

/// The sets next to the sixteen sets of four hexes, for the sixteen fours of a word.
type Fours<const N: usize> = [[Words<N>; 16]; 16];

/// The neighbours of every hex of a grid that fits `N` words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Near<const N: usize> {
    /// By word and bit.
    hexes: Vec<[Words<N>; 64]>,
    /// By word, of grids that fit two.
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
        let fours = match N {
            2 => hexes.iter().map(fours).collect(),
            _ => Vec::new(),
        };
        Near { hexes, fours }
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
    #[inline]
    pub fn around(&self, hexes: Words<N>) -> Words<N> {
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

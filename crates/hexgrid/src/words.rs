//! A set of hexes cut to as many machine words as the grid needs, for walks. Most grids fit two.

use crate::{HexId, HexSet};
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// The first `64 × N` hexes of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Words<N> {
    pub const EMPTY: Words<N> = Words([0; N]);

    #[inline]
    pub fn of(set: &HexSet) -> Words<N> {
        let words = set.words();
        Words(std::array::from_fn(|ix| words[ix]))
    }
    #[inline]
    pub fn single(hex: HexId) -> Words<N> {
        let mut words = Words::EMPTY;
        words.insert(hex);
        words
    }
    #[inline]
    pub fn insert(&mut self, hex: HexId) {
        self.0[hex.index() >> 6 & (N - 1)] |= 1 << (hex.0 & 63);
    }
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        self.0[hex.index() >> 6 & (N - 1)] >> (hex.0 & 63) & 1 != 0
    }
    /// Whether a bit of a word is set.
    #[inline(always)]
    pub fn has(&self, (word, bit): (usize, u32)) -> bool {
        self.0[word & (N - 1)] >> (bit & 63) & 1 != 0
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    #[inline]
    pub fn whole(self) -> HexSet {
        let mut words = [0; 4];
        words[..N].copy_from_slice(&self.0);
        HexSet::from_words(words)
    }
    #[inline]
    fn zip(self, other: Words<N>, with: impl Fn(u64, u64) -> u64) -> Words<N> {
        Words(std::array::from_fn(|ix| with(self.0[ix], other.0[ix])))
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Words<N>;
    #[inline]
    fn bitor(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Words<N>;
    #[inline]
    fn bitand(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> Sub for Words<N> {
    type Output = Words<N>;
    #[inline]
    fn sub(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a & !b)
    }
}

impl<const N: usize> BitOrAssign for Words<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Words<N>) {
        *self = *self | other;
    }
}

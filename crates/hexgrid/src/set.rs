//! A set of hexes as four machine words. Nothing here knows which grid the hexes belong to.

use crate::HexId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hint::cold_path;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of hexes of one grid. Copied freely, never on the heap.
///
/// ```
/// use gloryhex_hexgrid::{HexId, HexSet};
/// let mut set = HexSet::of(&[HexId(3), HexId(70)]);
/// set.remove(HexId(3));
/// assert_eq!(set.first(), Some(HexId(70)));
/// assert_eq!(set.len(), 1);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexSet([u64; 4]);

impl HexSet {
    /// The set without members.
    pub const EMPTY: HexSet = HexSet([0; 4]);

    /// The set without members.
    pub const fn new() -> HexSet {
        HexSet::EMPTY
    }

    /// A set with one member; [`HexId::NONE`] gives the empty set.
    #[inline]
    pub fn single(hex: HexId) -> HexSet {
        let mut set = HexSet::EMPTY;
        set.insert(hex);
        set
    }

    /// The set of these hexes.
    pub fn of(hexes: &[HexId]) -> HexSet {
        hexes.iter().copied().collect()
    }

    /// The set of these hexes, some at a time, without [`HexId::NONE`]. None of them is looked at.
    #[inline(always)]
    pub fn gather<const N: usize>(some: impl Iterator<Item = [HexId; N]>) -> HexSet {
        let mut set = HexSet::EMPTY;
        for hexes in some {
            for hex in hexes {
                set.0[hex.index() >> 6] |= 1 << (hex.0 & 63);
            }
        }
        set.remove(HexId::NONE);
        set
    }

    /// The set of the first `count` ids.
    pub fn first_n(count: usize) -> HexSet {
        (0..count.min(HexId::LIMIT))
            .map(|i| HexId(i as u8))
            .collect()
    }

    /// The set of those of the first 64 ids whose bits are set.
    #[inline]
    pub const fn of_bits(bits: u64) -> HexSet {
        HexSet([bits, 0, 0, 0])
    }

    /// Adds a hex; [`HexId::NONE`] is ignored.
    #[inline]
    pub fn insert(&mut self, hex: HexId) {
        if hex.is_some() {
            self.0[hex.index() >> 6] |= 1 << (hex.0 & 63);
        }
    }

    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, hex: HexId) {
        self.0[hex.index() >> 6] &= !(1 << (hex.0 & 63));
    }

    /// Whether the hex is a member. Never true of [`HexId::NONE`].
    #[inline]
    pub const fn contains(&self, hex: HexId) -> bool {
        self.0[hex.index() >> 6] >> (hex.0 & 63) & 1 != 0
    }

    /// This set with one hex more.
    #[inline]
    pub fn with(mut self, hex: HexId) -> HexSet {
        self.insert(hex);
        self
    }

    /// This set with one hex less.
    #[inline]
    pub fn without(mut self, hex: HexId) -> HexSet {
        self.remove(hex);
        self
    }

    /// Members of either set.
    #[inline]
    pub const fn union(self, other: HexSet) -> HexSet {
        let (a, b) = (self.0, other.0);
        HexSet([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// Members of both sets.
    #[inline]
    pub const fn intersect(self, other: HexSet) -> HexSet {
        let (a, b) = (self.0, other.0);
        HexSet([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }

    /// Members of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: HexSet) -> HexSet {
        let (a, b) = (self.0, other.0);
        HexSet([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
    }

    /// Whether the sets share a member.
    #[inline]
    pub const fn meets(self, other: HexSet) -> bool {
        !self.intersect(other).is_empty()
    }

    /// Whether every member is in the other set.
    #[inline]
    pub const fn is_subset(self, other: HexSet) -> bool {
        self.difference(other).is_empty()
    }

    #[inline]
    pub(crate) const fn words(&self) -> &[u64; 4] {
        &self.0
    }

    #[inline]
    pub(crate) const fn from_words(words: [u64; 4]) -> HexSet {
        HexSet(words)
    }

    /// How many members.
    #[inline]
    pub const fn len(&self) -> usize {
        let w = self.0;
        let low = count_two(w[0], w[1]);
        // Most grids fit two words.
        if w[2] | w[3] != 0 {
            cold_path();
            return low + count_two(w[2], w[3]);
        }
        low
    }

    /// Whether there is no member.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The member with the lowest id.
    #[inline]
    pub fn first(&self) -> Option<HexId> {
        self.iter().next()
    }

    /// The members if there are one or two; if one, it comes twice.
    #[inline]
    pub fn one_or_two(&self) -> Option<[HexId; 2]> {
        let [low, high] = self.halves();
        // Most grids fit two words.
        if high != 0 {
            cold_path();
            return self.one_or_two_beyond();
        }
        let rest = low & low.wrapping_sub(1);
        let several = rest & rest.wrapping_sub(1) != 0;
        let (first, last) = (low.trailing_zeros(), 127 - (low | 1).leading_zeros());
        ((low != 0) & !several).then_some([first, last].map(|at| HexId(at as u8)))
    }

    #[inline(never)]
    fn one_or_two_beyond(&self) -> Option<[HexId; 2]> {
        let mut members = self.iter();
        let first = members.next()?;
        let second = members.next().unwrap_or(first);
        members.next().is_none().then_some([first, second])
    }

    /// The first 128 members as bits, and the others.
    #[inline(always)]
    fn halves(&self) -> [u128; 2] {
        let [a, b, c, d] = self.0.map(u128::from);
        [a | b << 64, c | d << 64]
    }

    /// The member with `place` members of lower id.
    pub fn nth(&self, place: usize) -> Option<HexId> {
        let mut left = place as u32;
        for (word, bits) in self.0.iter().enumerate() {
            let count = bits.count_ones();
            if left < count {
                return Some(HexId((word as u32 * 64 + nth_bit(*bits, left)) as u8));
            }
            left -= count;
        }
        None
    }

    /// Calls `each` with the members in order of id.
    #[inline(always)]
    pub fn each(&self, mut each: impl FnMut(HexId)) {
        for hex in self {
            each(hex);
        }
    }

    /// The members in order of id.
    #[inline]
    pub fn iter(&self) -> HexSetIter {
        let [low, high] = self.halves();
        HexSetIter { low, high }
    }
}

/// How many bits are set in two words; the sums of both are folded together.
#[inline(always)]
const fn count_two(a: u64, b: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const fn fours(bits: u64) -> u64 {
        let pairs = bits - ((bits >> 1) & (0x55 * ONES));
        (pairs & (0x33 * ONES)) + ((pairs >> 2) & (0x33 * ONES))
    }
    let both = fours(a) + fours(b);
    let bytes = (both & (0x0f * ONES)) + ((both >> 4) & (0x0f * ONES));
    (bytes.wrapping_mul(ONES) >> 56) as usize
}

/// The position of the set bit with `n` set bits below it; 64 if there is none. Sums over all bytes at once
/// take the place of a loop.
pub fn nth_bit(bits: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x80 * ONES;
    const PAIRS: u64 = 0x55 * ONES;
    const FOURS: u64 = 0x33 * ONES;
    const BYTES: u64 = 0x0f * ONES;
    // How many of the sums are not above `n`.
    let not_above = |sums: u64, n: u32| {
        let least = ((u64::from(n) * ONES) | TOPS) - sums;
        ((least & TOPS) >> 7).wrapping_mul(ONES) >> 56
    };
    let pairs = bits - ((bits >> 1) & PAIRS);
    let fours = (pairs & FOURS) + ((pairs >> 2) & FOURS);
    let sums = ((fours + (fours >> 4)) & BYTES).wrapping_mul(ONES);
    if u64::from(n) >= sums >> 56 {
        return 64;
    }
    let byte = 8 * not_above(sums, n) as u32;
    let left = n - (((sums << 8) >> byte) & 0xff) as u32;
    let each = ((bits >> byte) & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let within = (((each + 0x7f * ONES) >> 7) & ONES).wrapping_mul(ONES);
    byte + not_above(within, left) as u32
}

/// The members of a [`HexSet`] in order of id.
#[derive(Clone, Debug)]
pub struct HexSetIter {
    low: u128,
    high: u128,
}

impl Iterator for HexSetIter {
    type Item = HexId;

    #[inline]
    fn next(&mut self) -> Option<HexId> {
        if self.low != 0 {
            let at = self.low.trailing_zeros();
            self.low &= self.low - 1;
            return Some(HexId(at as u8));
        }
        // Most grids fit two words.
        if self.high != 0 {
            cold_path();
            let at = 128 + self.high.trailing_zeros();
            self.high &= self.high - 1;
            return Some(HexId(at as u8));
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.low.count_ones() + self.high.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for HexSetIter {}

impl IntoIterator for HexSet {
    type Item = HexId;
    type IntoIter = HexSetIter;
    fn into_iter(self) -> HexSetIter {
        self.iter()
    }
}

impl IntoIterator for &HexSet {
    type Item = HexId;
    type IntoIter = HexSetIter;
    fn into_iter(self) -> HexSetIter {
        self.iter()
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> HexSet {
        let mut set = HexSet::EMPTY;
        set.extend(hexes);
        set
    }
}

impl Extend<HexId> for HexSet {
    fn extend<I: IntoIterator<Item = HexId>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

impl BitOr for HexSet {
    type Output = HexSet;
    #[inline]
    fn bitor(self, other: HexSet) -> HexSet {
        self.union(other)
    }
}

impl BitAnd for HexSet {
    type Output = HexSet;
    #[inline]
    fn bitand(self, other: HexSet) -> HexSet {
        self.intersect(other)
    }
}

impl Sub for HexSet {
    type Output = HexSet;
    #[inline]
    fn sub(self, other: HexSet) -> HexSet {
        self.difference(other)
    }
}

impl BitOrAssign for HexSet {
    #[inline]
    fn bitor_assign(&mut self, other: HexSet) {
        *self = self.union(other);
    }
}

impl BitAndAssign for HexSet {
    #[inline]
    fn bitand_assign(&mut self, other: HexSet) {
        *self = self.intersect(other);
    }
}

impl SubAssign for HexSet {
    #[inline]
    fn sub_assign(&mut self, other: HexSet) {
        *self = self.difference(other);
    }
}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|hex| hex.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_never_a_member() {
        let mut set = HexSet::single(HexId::NONE);
        assert!(set.is_empty());
        set.insert(HexId(239));
        set.remove(HexId::NONE);
        assert!(!set.contains(HexId::NONE));
        assert_eq!(set.iter().collect::<Vec<_>>(), [HexId(239)]);
        let gathered = HexSet::gather([[HexId::NONE, HexId(239)]].into_iter());
        assert_eq!(gathered, set);
    }

    #[test]
    fn the_nth_bit_is_found() {
        for bits in [
            0,
            1,
            1 << 63,
            0x8000_0000_0000_0101,
            0x00f0_1234_5678_9abc,
            u64::MAX,
        ] {
            let mut rest: u64 = bits;
            for n in 0..=64 {
                assert_eq!(nth_bit(bits, n), rest.trailing_zeros(), "{bits:x} {n}");
                rest &= rest.wrapping_sub(1);
            }
        }
    }

    #[test]
    fn algebra() {
        let a = HexSet::of(&[HexId(0), HexId(64), HexId(130)]);
        let b = HexSet::of(&[HexId(64), HexId(200)]);
        assert_eq!((a | b).len(), 4);
        assert_eq!(a & b, HexSet::single(HexId(64)));
        assert_eq!(a - b, HexSet::of(&[HexId(0), HexId(130)]));
        assert!(a.meets(b) && (a & b).is_subset(a));
        assert_eq!(HexSet::first_n(70).len(), 70);
        assert_eq!(a.one_or_two(), None);
        assert_eq!(HexSet::EMPTY.one_or_two(), None);
        assert_eq!((a & b).one_or_two(), Some([HexId(64); 2]));
        assert_eq!(b.one_or_two(), Some([HexId(64), HexId(200)]));
        let two = [HexId(3), HexId(70)];
        assert_eq!(HexSet::of(&two).one_or_two(), Some(two));
        assert_eq!(HexSet::of(&two).with(HexId(64)).one_or_two(), None);
        let mut members = Vec::new();
        (a | b).each(|hex| members.push(hex));
        assert!(members.into_iter().eq(a | b));
        assert_eq!(format!("{b:?}"), "{64, 200}");
    }
}

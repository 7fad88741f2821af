//! What the game remembers for cards that ask about the past: counts and sets, each in a field of some bits.
//!
//! Which field is whose, and how wide it is, is found once per table, in `cards/watches.rs`.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// How many rows of bytes there are.
const ROWS: usize = 16;
/// Bytes in a row, as many as can be written down.
const ROW: usize = 32;

/// The fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory([[u8; ROW]; ROWS]);

/// Where something is kept: its first bit, and how many bits it has. A count has 1, 2, 4 or 8 bits and lies within a byte, a
/// set has one for each thing that can be in it and begins with a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The first bit.
    pub at: u16,
    /// How many bits.
    pub bits: u8,
}

impl Field {
    /// The field of a count that must go so far.
    pub fn for_count(most: u8) -> Field {
        let bits = match most {
            0..=1 => 1,
            2..=3 => 2,
            4..=15 => 4,
            16.. => 8,
        };
        Field { at: 0, bits }
    }
    /// The field of a set of so many things.
    pub fn for_set(things: usize) -> Field {
        let bytes = things.div_ceil(8).clamp(1, 8) as u8;
        Field {
            at: 0,
            bits: 8 * bytes,
        }
    }
    /// The field that lies so many of its kind behind this one.
    #[must_use]
    pub fn behind(self, n: usize) -> Field {
        self.later(n * usize::from(self.bits))
    }
    /// The field so many bits behind this one.
    #[must_use]
    pub fn later(self, bits: usize) -> Field {
        let at = usize::from(self.at) + bits;
        Field {
            at: at as u16,
            ..self
        }
    }
    fn byte(self) -> usize {
        usize::from(self.at / 8)
    }
    fn most(self) -> u8 {
        u8::MAX >> 8u8.saturating_sub(self.bits).min(7)
    }
}

/// Only what was counted takes part, so that a game in which nobody asks about the past costs nothing for it.
impl Hash for Memory {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let rows = self.0.iter().zip((0u16..).step_by(ROW));
        for (row, first) in rows.filter(|(row, _)| **row != [0; ROW]) {
            for counted in row.iter().zip(first..).filter(|(byte, _)| **byte != 0) {
                counted.hash(state);
            }
        }
    }
}

impl Memory {
    /// How many bits there are.
    pub const BITS: usize = 8 * ROWS * ROW;

    /// Whether nothing has been counted.
    pub fn is_blank(&self) -> bool {
        *self == Memory::default()
    }
    /// A count.
    pub fn get(&self, field: Field) -> u8 {
        let byte = self.0.as_flattened().get(field.byte());
        byte.copied().unwrap_or(0) >> (field.at % 8) & field.most()
    }
    /// Adds to a count, which stays at its highest value.
    pub fn add(&mut self, field: Field, n: u8) {
        let count = self.get(field).saturating_add(n).min(field.most());
        if let Some(byte) = self.0.as_flattened_mut().get_mut(field.byte()) {
            let shift = field.at % 8;
            *byte = *byte & !(field.most() << shift) | count << shift;
        }
    }
    /// Notes one of many things in a set.
    pub fn insert(&mut self, field: Field, thing: u8) {
        let at = field.byte() + usize::from(thing / 8);
        if thing < field.bits
            && let Some(bits) = self.0.as_flattened_mut().get_mut(at)
        {
            *bits |= 1 << (thing % 8);
        }
    }
    /// How many different things are in a set.
    pub fn len(&self, field: Field) -> u8 {
        let bytes = field.byte()..field.byte() + usize::from(field.bits / 8);
        let bytes = self.0.as_flattened().get(bytes).unwrap_or(&[]);
        bytes.iter().map(|byte| byte.count_ones() as u8).sum()
    }
    /// Forgets what is in some bits, which begin and end with a byte.
    pub fn forget(&mut self, bits: Range<usize>) {
        let bytes = bits.start / 8..bits.end.div_ceil(8);
        if let Some(bytes) = self.0.as_flattened_mut().get_mut(bytes) {
            bytes.fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_things_are_kept_apart_and_forgotten() {
        let mut memory = Memory::default();
        let count = Field::for_count(u8::MAX);
        let (set, other) = (Field::for_set(32).later(8), count.later(40));
        memory.add(count, 2);
        memory.add(count, 254);
        for thing in [0, 7, 8, 31, 31] {
            memory.insert(set, thing);
        }
        memory.add(other, 3);
        let kept = |memory: &Memory| (memory.get(count), memory.len(set), memory.get(other));
        assert_eq!(kept(&memory), (255, 4, 3));
        memory.forget(0..40);
        assert_eq!(kept(&memory), (0, 0, 3));
    }

    #[test]
    fn a_count_is_as_wide_as_it_must_be_and_stays_at_its_highest() {
        for (most, bits) in [(1, 1), (3, 2), (4, 4), (16, 8), (255, 8)] {
            let field = Field::for_count(most);
            assert_eq!(field.bits, bits, "{most}");
            let (mut memory, two) = (Memory::default(), [field, field.behind(1)]);
            memory.add(two[1], 1);
            memory.add(two[0], 255);
            let highest = u8::MAX >> (8 - bits);
            assert_eq!(two.map(|field| memory.get(field)), [highest, 1], "{most}");
        }
    }

    #[test]
    fn what_does_not_fit_a_set_is_not_in_it() {
        let mut memory = Memory::default();
        let (set, next) = (Field::for_set(10), Field::for_set(10).behind(1));
        assert_eq!((set.bits, next.at), (16, 16));
        memory.insert(set, 16);
        memory.insert(set, 15);
        assert_eq!((memory.len(set), memory.len(next)), (1, 0));
    }
}

//! What the game remembers for cards that ask about the past: plain counts, each in its cell.
//!
//! Which cell is whose is found once per table, in `cards/watches.rs`.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// How many rows of cells there are.
const ROWS: usize = 8;
/// Cells in a row, as many as can be written down.
const ROW: usize = 32;

/// The cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory([[u8; ROW]; ROWS]);

/// Only what was counted takes part, so that a game in which nobody asks about the past costs nothing for it.
impl Hash for Memory {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let cells = self.0.as_flattened().iter().zip(0u8..=u8::MAX);
        for counted in cells.filter(|(count, _)| **count != 0) {
            counted.hash(state);
        }
    }
}

impl Memory {
    /// How many cells there are.
    pub const CELLS: usize = ROWS * ROW;

    /// Whether nothing has been counted.
    pub fn is_blank(&self) -> bool {
        *self == Memory::default()
    }
    /// A count.
    pub fn get(&self, cell: usize) -> u8 {
        self.0.as_flattened().get(cell).copied().unwrap_or(0)
    }
    /// Adds to a count, which stays at its highest value.
    pub fn add(&mut self, cell: usize, n: u8) {
        if let Some(count) = self.0.as_flattened_mut().get_mut(cell) {
            *count = count.saturating_add(n);
        }
    }
    /// Notes one of many things, eight to a cell.
    pub fn insert(&mut self, cell: usize, thing: u8) {
        let at = cell + usize::from(thing / 8);
        if let Some(bits) = self.0.as_flattened_mut().get_mut(at) {
            *bits |= 1 << (thing % 8);
        }
    }
    /// How many different things were noted in some cells.
    pub fn len(&self, cells: std::ops::Range<usize>) -> u8 {
        cells.map(|at| self.get(at).count_ones() as u8).sum()
    }
    /// Forgets some cells.
    pub fn forget(&mut self, cells: std::ops::Range<usize>) {
        if let Some(cells) = self.0.as_flattened_mut().get_mut(cells) {
            cells.fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_things_are_kept_apart_and_forgotten() {
        let mut memory = Memory::default();
        memory.add(0, 2);
        memory.add(0, 254);
        for thing in [0, 7, 8, 31, 31] {
            memory.insert(1, thing);
        }
        memory.add(5, 3);
        assert_eq!(
            (memory.get(0), memory.len(1..5), memory.get(5)),
            (255, 4, 3)
        );
        memory.forget(0..5);
        assert_eq!((memory.get(0), memory.len(1..5), memory.get(5)), (0, 0, 3));
    }
}

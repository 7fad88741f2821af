//! Chance comes from outside the rules: a seeded generator, a script, or somebody who enumerates.

use crate::state::Outcome;
use gloryhex_model::{Die, Face, Roll, Seat};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{RngCore, SeedableRng},
};

/// What chance is asked to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Roll dice. `seat` rolls.
    Dice {
        /// Kind of dice.
        die: Die,
        /// How many.
        n: u8,
        /// Who rolls.
        seat: Seat,
    },
    /// Draw one of the power cards in the set (bits are slots).
    Power {
        /// Who draws.
        seat: Seat,
        /// The cards that may come.
        among: u64,
    },
    /// Draw one of the objective cards in the set.
    Objective {
        /// Who draws.
        seat: Seat,
        /// The cards that may come.
        among: u64,
    },
    /// Turn up one of the numbers in the set.
    Number {
        /// The numbers that may come.
        among: u64,
    },
}

/// Chance must decide first: what it is asked for is in the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits;

/// A source of chance.
pub trait Chance {
    /// Decides, or leaves it to be supplied later.
    fn decide(&mut self, ask: Ask) -> Option<Outcome>;
}

/// Leaves every decision of chance to be supplied from outside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Later;

impl Chance for Later {
    fn decide(&mut self, _: Ask) -> Option<Outcome> {
        None
    }
}

/// A seeded generator. The algorithm is part of the replay format.
#[derive(Clone, Debug)]
pub struct Seeded(Xoshiro256PlusPlus);

impl Seeded {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
    /// A number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(n)) >> 32) as u32
    }
    /// A number of 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Chance for Seeded {
    fn decide(&mut self, ask: Ask) -> Option<Outcome> {
        Some(decide(ask, |n| self.below(n)))
    }
}

/// What is decided by a generator of numbers below another.
#[inline]
pub(crate) fn decide(ask: Ask, mut below: impl FnMut(u32) -> u32) -> Outcome {
    match ask {
        Ask::Dice { die, n, .. } => {
            let sides = die.sides();
            let mut roll = Roll::EMPTY;
            for _ in 0..n {
                let face: Face = sides[below(6) as usize];
                roll.add(face);
            }
            Outcome::Dice(roll)
        }
        Ask::Power { among, .. } | Ask::Objective { among, .. } | Ask::Number { among } => {
            let n = below(among.count_ones().max(1));
            Outcome::Pick(nth_bit(among, n))
        }
    }
}

/// The position of the `n`th set bit, counted from 0.
pub fn nth_bit(bits: u64, n: u32) -> u8 {
    gloryhex_hexgrid::nth_bit(bits, n) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_pinned() {
        let mut a = Seeded::new(1);
        let first: Vec<u32> = (0..6).map(|_| a.below(6)).collect();
        let mut b = Seeded::new(1);
        let again: Vec<u32> = (0..6).map(|_| b.below(6)).collect();
        assert_eq!(first, again);
    }

    #[test]
    fn nth_bit_finds_the_right_card() {
        assert_eq!(nth_bit(0b1011, 0), 0);
        assert_eq!(nth_bit(0b1011, 2), 3);
    }
}

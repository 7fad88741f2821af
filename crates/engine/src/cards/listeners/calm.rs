//! Sides of fighter cards with which nobody is to be Inspired by a condition without a moment of its own, found out by
//! some game at a table and good for all of them. It is no part of any game's state.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bits for each fighter.
const EACH: u32 = 3;

/// The sides that were looked at last without anything to be done.
#[derive(Debug)]
pub struct Calm(AtomicU64);

impl Default for Calm {
    /// None.
    fn default() -> Calm {
        Calm(AtomicU64::new(u64::MAX))
    }
}

impl Calm {
    /// What is so of each fighter in one number, never the greatest; nothing if there are too many fighters for it.
    pub fn packed(fighters: impl ExactSizeIterator<Item = [bool; EACH as usize]>) -> Option<u64> {
        let fits = fighters.len() as u32 * EACH < u64::BITS;
        fits.then(|| {
            let bits = fighters.flatten();
            bits.fold(0, |all, bit| all << 1 | u64::from(bit))
        })
    }
    /// The sides with which there is nothing to be done.
    pub fn get(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|sides| *sides != u64::MAX)
    }
    /// There was nothing to be done with these sides.
    pub fn set(&self, sides: Option<u64>) {
        if let Some(sides) = sides {
            self.0.store(sides, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_told_apart_and_remembered() {
        let calm = Calm::default();
        let some = Calm::packed([[true, false, false], [false, true, true]].into_iter());
        let other = Calm::packed([[false, true, false], [false, true, true]].into_iter());
        assert_ne!(some, other);
        assert_eq!(calm.get(), None);
        calm.set(some);
        assert_eq!(calm.get(), some);
    }

    #[test]
    fn too_many_fighters_are_not_remembered() {
        assert_eq!(Calm::packed([[true; 3]; 22].into_iter()), None);
    }
}

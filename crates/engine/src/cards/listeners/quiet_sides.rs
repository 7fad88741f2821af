//! Sides of fighter cards with which nobody is to be Inspired by a condition without a moment of its own: what a game
//! remembers of its last look. It holds for every state at the same table and is no part of any.

/// Bits for each fighter.
const EACH: u32 = 3;

/// The sides that were looked at last without anything to be done.
#[derive(Clone, Copy, Debug)]
pub struct QuietSides(u64);

impl Default for QuietSides {
    /// None.
    fn default() -> QuietSides {
        QuietSides(u64::MAX)
    }
}

impl QuietSides {
    /// What is so of each fighter in one number, never the greatest; nothing if there are too many fighters for it.
    pub fn packed(fighters: impl ExactSizeIterator<Item = [bool; EACH as usize]>) -> Option<u64> {
        let fits = fighters.len() as u32 * EACH < u64::BITS;
        fits.then(|| {
            let bits = fighters.flatten();
            bits.fold(0, |all, bit| all << 1 | u64::from(bit))
        })
    }
    /// The sides with which there is nothing to be done.
    pub fn get(self) -> Option<u64> {
        Some(self.0).filter(|sides| *sides != u64::MAX)
    }
    /// There was nothing to be done with these sides.
    pub fn set(&mut self, sides: Option<u64>) {
        self.0 = sides.unwrap_or(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_told_apart_and_remembered() {
        let mut quiet = QuietSides::default();
        let some = QuietSides::packed([[true, false, false], [false, true, true]].into_iter());
        let other = QuietSides::packed([[false, true, false], [false, true, true]].into_iter());
        assert_ne!(some, other);
        assert_eq!(quiet.get(), None);
        quiet.set(some);
        assert_eq!(quiet.get(), some);
    }

    #[test]
    fn too_many_fighters_are_not_remembered() {
        assert_eq!(QuietSides::packed([[true; 3]; 22].into_iter()), None);
    }
}

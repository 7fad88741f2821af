//! A part of the state that stays blank at most tables.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Something that is only kept where some card at the table asks for it. Blank it leaves no trace in hashes, so that
/// games without such a card are known again by theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rare<T>(pub T);

impl<T: Default + PartialEq + Hash> Hash for Rare<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.0 != T::default() {
            self.0.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::DefaultHasher;

    fn hash(of: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn what_is_blank_leaves_no_trace() {
        assert_eq!(hash((7u8, Rare(0u32))), hash((7u8,)));
        assert_ne!(hash((7u8, Rare(1u32))), hash((7u8,)));
    }
}

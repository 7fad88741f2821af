//! The named counters of one fighter: so many of each name, in four bytes.

use gloryhex_model::Named;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Bits of one count.
const BITS: u32 = 5;
const _: () = assert!(BITS as usize * Named::COUNT <= u32::BITS as usize);

/// How many names are always part of a digest.
const ALWAYS: usize = 4;

/// How many counters of each name there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Counts(u32);

impl Counts {
    /// None of any.
    pub const NONE: Counts = Counts(0);
    /// The most of one name; whoever gets more has so many.
    pub const MOST: u8 = (1 << BITS) - 1;

    /// How many of a name.
    pub fn get(self, name: Named) -> u8 {
        (self.0 >> (BITS * name.ix() as u32)) as u8 & Counts::MOST
    }
    /// So many of a name, or as many as there can be.
    pub fn set(&mut self, name: Named, n: u8) {
        let at = BITS * name.ix() as u32;
        let n = u32::from(n.min(Counts::MOST));
        self.0 = self.0 & !(u32::from(Counts::MOST) << at) | n << at;
    }
    fn all(self) -> [u8; Named::COUNT] {
        std::array::from_fn(|at| Named::new(at as u8).map_or(0, |name| self.get(name)))
    }
}

/// The last names leave no trace where nobody has any of them.
impl Hash for Counts {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let all = self.all();
        let (first, rest) = all.split_at(ALWAYS);
        if let Ok(first) = <[u8; ALWAYS]>::try_from(first) {
            first.hash(state);
        }
        for more in rest.iter().zip(0u8..).filter(|(n, _)| **n != 0) {
            more.hash(state);
        }
    }
}

impl From<Vec<u8>> for Counts {
    fn from(all: Vec<u8>) -> Counts {
        let mut counts = Counts::default();
        for (n, at) in all.into_iter().zip(0..) {
            if let Some(name) = Named::new(at) {
                counts.set(name, n);
            }
        }
        counts
    }
}

impl From<Counts> for Vec<u8> {
    fn from(counts: Counts) -> Vec<u8> {
        counts.all().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::DefaultHasher;

    fn digest(of: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn every_name_is_counted_by_itself_and_written_down() {
        let mut counts = Counts::default();
        assert_eq!(digest(counts), digest([0u8; ALWAYS]));
        for (at, n) in (0..).zip([1, 2, 3, 0, 31, 200]) {
            counts.set(Named::new(at).expect("there is room"), n);
        }
        assert_eq!(Vec::from(counts), [1, 2, 3, 0, 31, 31]);
        assert_eq!(Counts::from(Vec::from(counts)), counts);
        assert_ne!(digest(counts), digest([1u8, 2, 3, 0]));
        assert_eq!(
            Counts::from(vec![1, 2, 3, 4]).get(Named::new(3).expect("there is room")),
            4
        );
    }
}

//! Which abilities with a limit have been used.

use crate::effect::Source;
use gloryhex_cardlang::Limit;
use serde::{Deserialize, Serialize};

/// Most uses remembered at a time.
const MAX_USED: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Use {
    /// The seat, and from the fourth bit on the limit.
    whose: u8,
    slot: u8,
    clause: u8,
}

/// The abilities used that may not be used again for now: as [`Written`], but each part of the uses by itself,
/// so that all of them are compared at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Used {
    whose: [u8; MAX_USED],
    slot: [u8; MAX_USED],
    clause: [u8; MAX_USED],
    len: u8,
}

/// The abilities used as they are written down.
#[derive(Clone, Copy, Hash, Serialize, Deserialize)]
struct Written {
    list: [Use; MAX_USED],
    len: u8,
}

impl From<Written> for Used {
    fn from(written: Written) -> Used {
        Used {
            whose: written.list.map(|each| each.whose),
            slot: written.list.map(|each| each.slot),
            clause: written.list.map(|each| each.clause),
            len: written.len,
        }
    }
}

impl From<Used> for Written {
    fn from(used: Used) -> Written {
        Written {
            list: std::array::from_fn(|ix| used.get(ix)),
            len: used.len,
        }
    }
}

impl std::hash::Hash for Used {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        Written::from(*self).hash(state);
    }
}

impl Default for Used {
    fn default() -> Self {
        Used::from(Written {
            list: [Use::NONE; MAX_USED],
            len: 0,
        })
    }
}

impl Use {
    const NONE: Use = Use {
        whose: 0,
        slot: 255,
        clause: 0,
    };

    fn new(source: Source, clause: u8, limit: Limit) -> Use {
        Use {
            whose: (source.seat.0 & 7) | ((limit as u8) << 3),
            slot: source.slot,
            clause,
        }
    }
}

impl Used {
    /// Whether an ability has been used up.
    #[inline]
    pub fn contains(&self, source: Source, clause: u8) -> bool {
        // No jump: whether it has been cannot be foreseen.
        let mut any = false;
        for ix in 0..MAX_USED {
            let elsewhere = (self.whose[ix] ^ source.seat.0) & 7;
            let other = (self.slot[ix] ^ source.slot) | (self.clause[ix] ^ clause);
            any |= elsewhere | other == 0;
        }
        any
    }
    fn get(&self, ix: usize) -> Use {
        Use {
            whose: self.whose[ix],
            slot: self.slot[ix],
            clause: self.clause[ix],
        }
    }
    fn set(&mut self, ix: usize, each: Use) {
        self.whose[ix] = each.whose;
        self.slot[ix] = each.slot;
        self.clause[ix] = each.clause;
    }
    /// Remembers a use. When there is no room the oldest is forgotten.
    pub fn note(&mut self, source: Source, clause: u8, limit: Limit) {
        if limit == Limit::None || self.contains(source, clause) {
            return;
        }
        if self.len as usize == MAX_USED {
            for part in [&mut self.whose, &mut self.slot, &mut self.clause] {
                part.copy_within(1.., 0);
            }
            self.len -= 1;
        }
        self.set(self.len as usize, Use::new(source, clause, limit));
        self.len += 1;
    }
    /// Forgets the uses whose limit is one of these.
    #[inline(always)]
    pub fn forget(&mut self, over: &[Limit]) {
        let is_over = |whose: u8| {
            over.iter()
                .fold(false, |any, limit| any | (whose >> 3 == *limit as u8))
        };
        if !self
            .whose
            .iter()
            .fold(false, |any, whose| any | is_over(*whose))
        {
            return;
        }
        let mut kept = 0;
        for ix in 0..self.len as usize {
            let each = self.get(ix);
            if !is_over(each.whose) {
                self.set(kept, each);
                kept += 1;
            }
        }
        for ix in kept..self.len as usize {
            self.set(ix, Use::NONE);
        }
        self.len = kept as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_model::Seat;

    #[test]
    fn a_use_is_forgotten_with_its_limit() {
        let mut used = Used::default();
        let source = Source {
            seat: Seat(0),
            slot: 3,
        };
        used.note(source, 1, Limit::Turn);
        used.note(source, 2, Limit::Game);
        used.note(source, 0, Limit::None);
        assert!(used.contains(source, 1) && used.contains(source, 2) && !used.contains(source, 0));
        used.forget(&[Limit::Turn]);
        assert!(!used.contains(source, 1) && used.contains(source, 2));
    }
}

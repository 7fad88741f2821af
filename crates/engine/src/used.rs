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

/// The abilities used that may not be used again for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Used {
    list: [Use; MAX_USED],
    len: u8,
}

impl Default for Used {
    fn default() -> Self {
        Used {
            list: [Use::NONE; MAX_USED],
            len: 0,
        }
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
            whose: source.seat.0 & 7 | (limit as u8) << 3,
            slot: source.slot,
            clause,
        }
    }
    #[inline(always)]
    fn is_of(self, source: Source, clause: u8) -> bool {
        let ability = [self.slot, self.clause] == [source.slot, clause];
        ability & ((self.whose ^ source.seat.0) & 7 == 0)
    }
    fn has_limit(self, limit: Limit) -> bool {
        self.whose >> 3 == limit as u8
    }
}

impl Used {
    /// Whether an ability has been used up.
    #[inline]
    pub fn contains(&self, source: Source, clause: u8) -> bool {
        // No jump: whether it has been cannot be foreseen.
        self.list
            .iter()
            .fold(false, |any, each| any | each.is_of(source, clause))
    }
    /// Remembers a use. When there is no room the oldest is forgotten.
    pub fn note(&mut self, source: Source, clause: u8, limit: Limit) {
        if limit == Limit::None || self.contains(source, clause) {
            return;
        }
        if self.len as usize == MAX_USED {
            self.list.copy_within(1.., 0);
            self.len -= 1;
        }
        self.list[self.len as usize] = Use::new(source, clause, limit);
        self.len += 1;
    }
    /// Forgets the uses whose limit is one of these.
    #[inline(always)]
    pub fn forget(&mut self, over: &[Limit]) {
        let any = |any, each: &Use| {
            over.iter()
                .fold(any, |any, each_limit| any | each.has_limit(*each_limit))
        };
        if !self.list.iter().fold(false, any) {
            return;
        }
        let mut kept = 0;
        for ix in 0..self.len as usize {
            let each = self.list[ix];
            if !over.iter().any(|limit| each.has_limit(*limit)) {
                self.list[kept] = each;
                kept += 1;
            }
        }
        for each in &mut self.list[kept..self.len as usize] {
            *each = Use::NONE;
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

//! The shortcuts of the card core by name, so that each can be switched off.
//!
//! With all shortcuts switched off every question is answered the long way, and the answer is the same:
//! `crates/editions/tests/guard.rs` plays the same games with and without them and compares every decision. Which
//! of them a table takes is chosen when it is laid; nothing of it is kept in the state.

/// A set of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes(u16);

impl Passes {
    /// None: everything is answered the long way.
    pub const NONE: Passes = Passes(0);
    /// A condition is asked of a whole set of elements at once, not element by element.
    pub const ELEMENT_SETS: Passes = Passes(1);
    /// Moments for which nobody has anything are passed over by what the index of listeners tells.
    pub const LISTENERS: Passes = Passes(2);
    /// Static rules are looked for only where the index knows of some.
    pub const STATICS: Passes = Passes(4);

    /// Every shortcut and its name.
    pub const NAMED: [(&str, Passes); 3] = [
        ("element_sets", Passes::ELEMENT_SETS),
        ("listeners", Passes::LISTENERS),
        ("statics", Passes::STATICS),
    ];

    /// All of them.
    pub const ALL: Passes = Passes(7);

    /// Whether a shortcut is taken.
    #[inline(always)]
    pub const fn has(self, pass: Passes) -> bool {
        self.0 & pass.0 != 0
    }
    /// The same without one of them.
    #[must_use]
    pub const fn without(self, pass: Passes) -> Passes {
        Passes(self.0 & !pass.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_has_a_bit_of_its_own() {
        let bits = Passes::NAMED.map(|(_, pass)| pass.0.count_ones());
        assert_eq!(bits, [1; Passes::NAMED.len()]);
        assert_eq!(Passes::ALL.0.count_ones() as usize, Passes::NAMED.len());
    }

    #[test]
    fn a_pass_left_out_is_not_made() {
        let rest = Passes::ALL.without(Passes::STATICS);
        assert!(!rest.has(Passes::STATICS) && rest.has(Passes::LISTENERS));
    }
}

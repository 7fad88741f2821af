//! The shortcuts that the card core takes, by name, so that each can be switched off.
//!
//! A shortcut never changes what happens in a game: with all of them switched off every question is
//! answered the long way, and the answer is the same. `crates/editions/tests/guard.rs` plays the same games
//! with and without them and compares every decision. Which shortcuts a table takes is chosen when it is
//! laid ([`Table::with_passes`](crate::Table::with_passes)); nothing of it is kept in the state.

/// A set of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes(u16);

impl Passes {
    /// None: everything is answered the long way.
    pub const NONE: Passes = Passes(0);
    /// Conditions are flattened and ordered by what they cost.
    pub const NORMALISE: Passes = Passes(1);
    /// What of a condition is cheap is asked before the rest.
    pub const GUARD: Passes = Passes(2);
    /// A quantifier inside a set of elements is turned round.
    pub const INVERT: Passes = Passes(4);
    /// What can be told about following a card is told from its steps alone, once per table.
    pub const FOLLOW: Passes = Passes(8);
    /// Moments for which nobody has anything are passed over by what the index of listeners tells.
    pub const LISTENERS: Passes = Passes(16);
    /// Static rules are looked for only where the index knows of some.
    pub const STATICS: Passes = Passes(32);
    /// Who may use a card that says so by name is known from the start.
    pub const USERS: Passes = Passes(64);

    /// Every shortcut and its name.
    pub const NAMED: [(&str, Passes); 7] = [
        ("normalise", Passes::NORMALISE),
        ("guard", Passes::GUARD),
        ("invert", Passes::INVERT),
        ("follow", Passes::FOLLOW),
        ("listeners", Passes::LISTENERS),
        ("statics", Passes::STATICS),
        ("users", Passes::USERS),
    ];

    /// All of them.
    pub const ALL: Passes = {
        let (mut all, mut at) = (0, 0);
        while at < Passes::NAMED.len() {
            all |= Passes::NAMED[at].1.0;
            at += 1;
        }
        Passes(all)
    };

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

impl Default for Passes {
    /// All of them.
    fn default() -> Passes {
        Passes::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shortcut_has_a_bit_of_its_own() {
        let bits = Passes::NAMED.map(|(_, pass)| pass.0.count_ones());
        assert_eq!(bits, [1; Passes::NAMED.len()]);
        assert_eq!(Passes::ALL.0.count_ones() as usize, Passes::NAMED.len());
    }

    #[test]
    fn a_shortcut_taken_away_is_not_taken() {
        let rest = Passes::ALL.without(Passes::FOLLOW);
        assert!(!rest.has(Passes::FOLLOW) && rest.has(Passes::LISTENERS));
    }
}

//! Rewritings of the form that make it cheaper to work out and never change what it gives; and the names of
//! these and of all other shortcuts of the card core, so that each can be switched off.
//!
//! A pass rewrites, it does not work anything out. A new way of being fast is a pass or a word of the form,
//! never another evaluator. With all shortcuts switched off every question is answered the long way, and the
//! answer is the same: `crates/editions/tests/guard.rs` plays the same games with and without them and compares
//! every decision. Which of them a table takes is chosen when it is laid; nothing of it is kept in the state.

pub mod fighter_bits;
pub mod guard;
pub mod invert;
pub mod normalise;

use super::ir::Program;

/// A set of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes(u16);

impl Passes {
    /// None: everything is answered the long way.
    pub const NONE: Passes = Passes(0);
    /// Lists of conditions are flattened and negation is pushed inward.
    pub const NORMALISE: Passes = Passes(1);
    /// Several yes-or-no facts of a fighter are asked at once.
    pub const FIGHTER_BITS: Passes = Passes(2);
    /// What is cheap is asked first.
    pub const GUARD: Passes = Passes(4);
    /// "Some fighter …" inside a condition on many elements is turned round.
    pub const INVERT: Passes = Passes(8);
    /// A condition is asked of a whole set of elements at once, not element by element.
    pub const ELEMENT_SETS: Passes = Passes(16);
    /// What can be told about following a card is told from its steps alone, once per table.
    pub const FOLLOW: Passes = Passes(32);
    /// Moments for which nobody has anything are passed over by what the index of listeners tells.
    pub const LISTENERS: Passes = Passes(64);
    /// Static rules are looked for only where the index knows of some.
    pub const STATICS: Passes = Passes(128);

    /// Every shortcut and its name.
    pub const NAMED: [(&str, Passes); 8] = [
        ("normalise", Passes::NORMALISE),
        ("fighter_bits", Passes::FIGHTER_BITS),
        ("guard", Passes::GUARD),
        ("invert", Passes::INVERT),
        ("element_sets", Passes::ELEMENT_SETS),
        ("follow", Passes::FOLLOW),
        ("listeners", Passes::LISTENERS),
        ("statics", Passes::STATICS),
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

/// What a pass makes of a program.
type Rewriting = fn(&Program) -> Program;

impl Program {
    /// The same conditions and amounts after some passes.
    #[must_use]
    pub fn after(&self, passes: Passes) -> Program {
        let order: [(Passes, Rewriting); 4] = [
            (Passes::NORMALISE, normalise::pass),
            (Passes::FIGHTER_BITS, fighter_bits::pass),
            (Passes::GUARD, guard::pass),
            (Passes::INVERT, invert::pass),
        ];
        let made = order.iter().filter(|(pass, _)| passes.has(*pass));
        let mut program = made.fold(self.clone(), |program, (_, pass)| pass(&program));
        program.in_sets = passes.has(Passes::ELEMENT_SETS);
        program
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
        let rest = Passes::ALL.without(Passes::INVERT);
        assert!(!rest.has(Passes::INVERT) && rest.has(Passes::GUARD));
    }
}

//! Effects that outlast the card that made them, and when they end.

use gloryhex_cardlang::Slots;
pub use gloryhex_cardlang::Until;
use gloryhex_model::{FighterId, Seat};
use serde::{Deserialize, Serialize};

/// Most effects at a time.
pub const MAX_EFFECTS: usize = 16;

/// When an effect ends, and whether its time has come, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Term(u8);

impl Term {
    const UNTIL: u8 = 15;
    const FIRST: u8 = 16;
    const ARMED: u8 = 32;

    /// Until then; or, if `first`, until the first attack, move, damage or spell it applied to.
    pub const fn new(until: Until, first: bool) -> Term {
        Term(until as u8 | if first { Term::FIRST } else { 0 })
    }
    /// When it ends at the latest.
    #[inline]
    pub fn until(self) -> Until {
        let known = Until::ALL.get((self.0 & Term::UNTIL) as usize);
        known.copied().unwrap_or(Until::Phase)
    }
    /// Whether it ends early, after the first attack, move, damage or spell it applied to.
    #[inline]
    pub fn first(self) -> bool {
        self.0 & Term::FIRST != 0
    }
    /// Whether the next activation after the one it was made in has begun.
    #[inline]
    pub fn armed(self) -> bool {
        self.0 & Term::ARMED != 0
    }
    /// Whether it is for activations to come.
    #[inline]
    fn waits(self) -> bool {
        let until = self.0 & Term::UNTIL;
        until == Until::NextActivation as u8
            || until == Until::Activations as u8
            || until == Until::NextTurn as u8
            || until == Until::OwnNextActivation as u8
            || until == Until::OwnNextTurn as u8
    }
    /// The next activation begins.
    pub fn arm(&mut self) {
        self.0 |= Term::ARMED;
    }
}

impl std::fmt::Debug for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (until, first, armed) = (self.until(), self.first(), self.armed());
        write!(f, "{until:?}, first {first}, armed {armed}")
    }
}

/// Where an ability is printed.
///
/// Slots 0 to 63 are a seat's power cards, 64 to 95 its objectives, 96 up its fighters' cards in
/// order, 120 its warscroll, 121 its plot card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// Whose card.
    pub seat: Seat,
    /// Which card.
    pub slot: u8,
}

impl Source {
    /// First slot of objectives.
    pub const OBJECTIVES: u8 = 64;
    /// First slot of fighter cards.
    pub const FIGHTERS: u8 = 96;
    /// The warscroll.
    pub const WARSCROLL: u8 = 120;
    /// The plot card.
    pub const PLOT: u8 = 121;
    /// No card.
    pub const NONE: Source = Source {
        seat: Seat::NONE,
        slot: 255,
    };
}

/// A lasting effect: some clauses of a card with the values they were bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// The card.
    pub source: Source,
    /// The bearer, caster or fighter whose ability made it.
    pub me: FighterId,
    /// Which of the card's effects.
    pub number: u8,
    /// When it ends.
    pub term: Term,
    /// Activations left, or the attack it ends with.
    pub count: u8,
    /// One more than the attack it has been applied to; 0 for none.
    pub used: u8,
    /// The depth of the window in which it has acted already, 0 for none.
    pub done: u8,
    /// Values bound when it was made.
    pub slots: Slots,
}

/// The effects in force, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effects {
    list: [Effect; MAX_EFFECTS],
    len: u8,
}

impl Effect {
    /// An unused effect.
    pub const NONE: Effect = Effect {
        source: Source::NONE,
        me: FighterId::NONE,
        number: 0,
        term: Term::new(Until::Phase, false),
        count: 0,
        used: 0,
        done: 0,
        slots: [-1; 8],
    };

    /// Whether it serves the attack at this depth: one for the first attack, or for the attack in which it
    /// was made, serves no other.
    pub fn serves(&self, nth: u8) -> bool {
        !self.elsewhere(nth) && (self.used == 0 || self.used == nth)
    }
    /// Whether it was made for another attack than the one at this depth.
    pub fn elsewhere(&self, nth: u8) -> bool {
        self.term.until() == Until::Attack && self.count != nth
    }
    /// Whether it persists: it does not just serve the attack, action or activation at hand or the next ones.
    pub fn persists(&self) -> bool {
        match self.term.until() {
            Until::Attack
            | Until::Action
            | Until::Activation
            | Until::NextActivation
            | Until::OwnNextActivation
            | Until::NextTurn
            | Until::OwnNextTurn
            | Until::Activations => false,
            Until::NextSpell
            | Until::NextStep
            | Until::Step
            | Until::Phase
            | Until::Round
            | Until::Game
            | Until::Group
            | Until::GroupOrRound => true,
        }
    }
    /// Whether its rules apply now: those of the next activation wait for it.
    pub fn in_force(&self) -> bool {
        self.term.armed() || !self.term.waits()
    }
}

impl Default for Effects {
    fn default() -> Self {
        Effects {
            list: [Effect::NONE; MAX_EFFECTS],
            len: 0,
        }
    }
}

impl Effects {
    /// The effects in force.
    pub fn iter(&self) -> impl Iterator<Item = &Effect> {
        self.list[..self.len as usize].iter()
    }
    /// The effects in force, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Effect> {
        self.list[..self.len as usize].iter_mut()
    }
    /// The effect at a position.
    pub fn get(&self, ix: usize) -> Option<&Effect> {
        self.list[..self.len as usize].get(ix)
    }
    /// Whether none is in force.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// Adds an effect; when there is no room the oldest gives way.
    pub fn push(&mut self, effect: Effect) {
        if self.len as usize == MAX_EFFECTS {
            self.list.copy_within(1.., 0);
            self.len -= 1;
        }
        self.list[self.len as usize] = effect;
        self.len += 1;
    }
    /// Keeps the effects for which `keep` is true, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Effect) -> bool) {
        let mut kept = 0;
        for ix in 0..self.len as usize {
            let effect = self.list[ix];
            if keep(&effect) {
                self.list[kept] = effect;
                kept += 1;
            }
        }
        for slot in &mut self.list[kept..self.len as usize] {
            *slot = Effect::NONE;
        }
        self.len = kept as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_keeps_what_it_is_made_of() {
        for until in Until::ALL {
            let mut term = Term::new(until, false);
            assert_eq!(
                (term.until(), term.first(), term.armed()),
                (until, false, false)
            );
            term.arm();
            assert_eq!(
                (term.until(), term.first(), term.armed()),
                (until, false, true)
            );
            assert!(Term::new(until, true).first());
        }
    }
}

//! A choice as four bytes, and the list of choices offered.
//!
//! What the bytes mean depends on the verb ([`Verb::details`]); the text notation of a choice lives in the
//! notation crate, the legality of a choice with the frame that asks for it.

pub use crate::verb::Verb;

use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{FighterId, Seat};
use serde::{Deserialize, Serialize};
use std::{
    cell::{Cell, OnceCell},
    hint::cold_path,
};

/// A choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// What kind.
    pub verb: Verb,
    /// First detail.
    pub a: u8,
    /// Second detail.
    pub b: u8,
    /// Third detail.
    pub c: u8,
}

impl std::fmt::Debug for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}({},{},{})", self.verb, self.a, self.b, self.c)
    }
}

impl Choice {
    /// Passing.
    pub const PASS: Choice = Choice::new(Verb::Pass, 0, 0, 0);
    /// Finishing a set.
    pub const DONE: Choice = Choice::new(Verb::Done, 0, 0, 0);
    /// Leaving things where they are.
    pub const STAY: Choice = Choice::new(Verb::Stay, 0, 0, 0);

    /// A choice from its parts.
    pub const fn new(verb: Verb, a: u8, b: u8, c: u8) -> Choice {
        Choice { verb, a, b, c }
    }
    /// A choice about a seat.
    pub fn seat(seat: Seat) -> Choice {
        Choice::new(Verb::Seat, seat.0, 0, 0)
    }
    /// A choice of a verb and a hex.
    pub fn hex(verb: Verb, hex: HexId) -> Choice {
        Choice::new(verb, hex.0, 0, 0)
    }
    /// A choice of a verb and a fighter.
    pub fn fighter(verb: Verb, fighter: FighterId) -> Choice {
        Choice::new(verb, fighter.0, 0, 0)
    }
    /// The first detail as a fighter.
    pub fn fighter_a(self) -> FighterId {
        FighterId(self.a)
    }
    /// The first detail as a hex.
    pub fn hex_a(self) -> HexId {
        HexId(self.a)
    }
    /// The second detail as a hex.
    pub fn hex_b(self) -> HexId {
        HexId(self.b)
    }
}

/// Choices that differ in a hex, their second detail, only.
#[derive(Clone, Copy, Debug)]
struct Fold {
    /// How many single choices come before.
    at: u32,
    count: u32,
    like: Choice,
    hexes: HexSet,
}

/// The choices offered: a buffer made once and used again. A probe only counts them and never
/// touches the heap.
///
/// Whole sets of hexes are kept folded: counting choices and taking one of them costs little, and they
/// are written out one by one only for those who ask for a slice.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    list: Vec<Choice>,
    folds: Vec<Fold>,
    /// How many choices are folded.
    folded: u32,
    /// The list written out, if it was asked for.
    whole: OnceCell<Vec<Choice>>,
    /// Whether choices are not simply added: this is a probe, or the list was written out.
    special: Cell<bool>,
    probing: bool,
    real: u32,
}

impl Choices {
    /// An empty list with room for any decision.
    pub fn new() -> Choices {
        Choices {
            list: Vec::with_capacity(2048),
            folds: Vec::with_capacity(512),
            ..Choices::default()
        }
    }
    /// A list that only counts.
    pub fn probe() -> Choices {
        Choices {
            special: Cell::new(true),
            probing: true,
            ..Choices::default()
        }
    }
    /// Empties the list.
    pub fn clear(&mut self) {
        self.list.clear();
        self.folds.clear();
        self.folded = 0;
        self.real = 0;
        if self.special.get() {
            self.forget_whole();
        }
    }
    /// The list written out, if it was, is no longer right.
    #[cold]
    #[inline(never)]
    fn forget_whole(&mut self) {
        self.whole.take();
        self.special.set(self.probing);
    }
    /// Adds a choice.
    #[inline]
    pub fn push(&mut self, choice: Choice) {
        self.real += u32::from(choice.is_real());
        if self.special.get() {
            cold_path();
            if self.probing {
                return;
            }
            self.forget_whole();
        }
        self.list.push(choice);
    }
    /// Adds a choice for every hex of a set, as its second detail. Passing and finishing are no such choices.
    #[inline(always)]
    pub fn push_hexes(&mut self, verb: Verb, a: u8, hexes: HexSet, c: u8) {
        self.push_sets(verb, a, &[hexes], c);
    }
    /// As [`Choices::push_hexes`] for some sets, with third details from `c` on.
    #[inline(always)]
    pub fn push_sets<const N: usize>(&mut self, verb: Verb, a: u8, sets: &[HexSet; N], c: u8) {
        if self.special.get() {
            cold_path();
            if self.probing {
                self.real += sets.iter().map(|hexes| hexes.len() as u32).sum::<u32>();
                return;
            }
            self.forget_whole();
        }
        let at = self.list.len() as u32;
        for (hexes, c) in sets.iter().zip(c..) {
            let count = hexes.len() as u32;
            self.folds.push(Fold {
                at,
                count,
                like: Choice::new(verb, a, 0, c),
                hexes: *hexes,
            });
            // Whether there is any is a guess.
            self.folds
                .truncate(self.folds.len() - usize::from(count == 0));
            self.folded += count;
        }
    }
    /// Adds a choice for every bit of a set, as its second detail.
    #[inline]
    pub fn push_targets(&mut self, verb: Verb, a: u8, targets: u64, c: u8) {
        self.push_hexes(verb, a, HexSet::of_bits(targets), c);
    }
    /// Whether this is a probe that has found something: whoever lists may stop.
    #[inline]
    pub fn enough(&self) -> bool {
        if !self.probing {
            return false;
        }
        cold_path();
        self.real > 0
    }
    /// How many choices there are besides passing and finishing.
    pub fn real(&self) -> u32 {
        self.real + self.folded
    }
    /// Whether there is any choice besides passing and finishing.
    pub fn has_real(&self) -> bool {
        self.real() > 0
    }
    /// Whether this only counts.
    #[inline]
    pub fn is_probe(&self) -> bool {
        self.probing
    }
    /// How many choices there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.list.len() + self.folded as usize
    }
    /// Whether there is no choice.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The choice at a place of the list.
    #[inline(always)]
    pub fn nth(&self, place: usize) -> Option<Choice> {
        let mut before = 0;
        for fold in &self.folds {
            let first = fold.at as usize + before;
            if place < first + fold.count as usize {
                if place < first {
                    break;
                }
                let hex = fold.hexes.nth(place - first)?;
                return Some(Choice {
                    b: hex.0,
                    ..fold.like
                });
            }
            before += fold.count as usize;
        }
        self.list.get(place - before).copied()
    }
    /// The choices.
    pub fn as_slice(&self) -> &[Choice] {
        if self.folds.is_empty() {
            &self.list
        } else {
            self.special.set(true);
            self.whole.get_or_init(|| self.unfold())
        }
    }
    fn unfold(&self) -> Vec<Choice> {
        let mut whole = Vec::with_capacity(self.len());
        let mut from = 0;
        for fold in &self.folds {
            let to = fold.at as usize;
            whole.extend_from_slice(&self.list[from..to]);
            let like = fold.like;
            fold.hexes
                .each(|hex| whole.push(Choice { b: hex.0, ..like }));
            from = to;
        }
        whole.extend_from_slice(&self.list[from..]);
        whole
    }
}

impl std::ops::Deref for Choices {
    type Target = [Choice];
    fn deref(&self) -> &[Choice] {
        self.as_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_list_reads_like_a_plain_one() {
        let hexes = HexSet::of(&[HexId(3), HexId(70), HexId(71), HexId(200)]);
        let (mut folded, mut plain) = (Choices::new(), Vec::new());
        let mut all = |list: &mut Choices, fighter| {
            list.push_hexes(Verb::Move, fighter, hexes, 2);
            plain.extend(
                hexes
                    .iter()
                    .map(|h| Choice::new(Verb::Move, fighter, h.0, 2)),
            );
            list.push(Choice::new(Verb::Guard, fighter, 0, 0));
            plain.push(Choice::new(Verb::Guard, fighter, 0, 0));
            list.push_hexes(Verb::Charge, fighter, HexSet::EMPTY, 0);
            assert_eq!(list.as_slice(), plain);
        };
        all(&mut folded, 0);
        all(&mut folded, 1);
        folded.push(Choice::PASS);
        plain.push(Choice::PASS);
        assert_eq!(folded.as_slice(), plain);
        assert_eq!((folded.len(), folded.real()), (plain.len(), 10));
        for (place, choice) in plain.iter().enumerate() {
            assert_eq!(folded.nth(place), Some(*choice));
        }
        assert_eq!(folded.nth(plain.len()), None);
        folded.clear();
        assert!(folded.is_empty() && folded.as_slice().is_empty() && !folded.has_real());
    }
}

//! What the steps of a card are written with, and which of it must be checked before a step can be taken: conditions and
//! amounts, places for values, and where the card goes on.

use crate::code::HexMark;
use crate::instr::{Pc, Ref, SetAt, Slot};
use crate::program::{Formula, ir::Faces, words::Domain};
use crate::small_words::{ActionKind, Altered, Deck, PushWay, Until, WeaponPick, Zone};
use gloryhex_model::{CounterId, Die, Face, FaceSet, Token};

/// A part of a step that must be checked before the step can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A condition or an amount.
    Formula(Formula),
    /// A slot.
    Slot(Slot),
    /// A set.
    Set(SetAt),
    /// Where the card goes on.
    To(Pc),
}

/// What a step can be written with; most of it needs no check.
pub(crate) trait Written: Copy {
    fn part(self) -> Option<Part> {
        None
    }
    /// Lets the card go on here, if that is what this says.
    fn land(&mut self, _here: Pc) {}
}

impl Written for Formula {
    fn part(self) -> Option<Part> {
        Some(Part::Formula(self))
    }
}
impl Written for Slot {
    fn part(self) -> Option<Part> {
        Some(Part::Slot(self))
    }
}
impl Written for SetAt {
    fn part(self) -> Option<Part> {
        Some(Part::Set(self))
    }
}
impl Written for Pc {
    fn part(self) -> Option<Part> {
        Some(Part::To(self))
    }
    fn land(&mut self, here: Pc) {
        *self = here;
    }
}
impl Written for Ref {}
impl Written for Domain {}
impl Written for bool {}
impl Written for u8 {}
impl Written for Token {}
impl Written for CounterId {}
impl Written for Die {}
impl Written for ActionKind {}
impl Written for WeaponPick {}
impl Written for Deck {}
impl Written for Zone {}
impl Written for PushWay {}
impl Written for Until {}
impl Written for HexMark {}
impl Written for Altered {}
impl Written for Faces {}
impl Written for Face {}
impl Written for FaceSet {}

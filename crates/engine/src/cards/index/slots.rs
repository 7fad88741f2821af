//! What is told of the cards of a seat, by slot.

use crate::{cards::follow::Follow, effect::Source};
use gloryhex_cardlang::Program;
use gloryhex_model::CardId;

/// One value for everything that can be named as a slot, so that none has to be looked for.
#[derive(Clone, Debug)]
pub(super) struct Slots<T>(pub Box<[T; 256]>);

impl<T> Slots<T> {
    /// What is told of a card.
    #[inline(always)]
    pub fn of(&self, source: Source) -> &T {
        &self.0[usize::from(source.slot)]
    }
}

impl Default for Slots<CardId> {
    fn default() -> Self {
        Slots(Box::new([CardId::NONE; 256]))
    }
}

impl Default for Slots<Follow> {
    fn default() -> Self {
        Slots(Box::new(std::array::from_fn(|_| Follow::default())))
    }
}

impl Default for Slots<Program> {
    fn default() -> Self {
        Slots(Box::new(std::array::from_fn(|_| Program::default())))
    }
}

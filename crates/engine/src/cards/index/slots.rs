//! What is told of the cards of a seat, by slot.

use crate::effect::Source;
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

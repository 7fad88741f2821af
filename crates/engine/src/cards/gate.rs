//! What a condition asks of what is bound, told before anything of it is worked out. Which part of a
//! condition is its gate is the business of [`super::lower`].

use super::eval::number_of;
use crate::run::Sight;
use gloryhex_cardlang::Slots;
use gloryhex_model::{FighterId, Seat};

/// A part of a condition that is told from what is bound alone; without it the condition does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// No such part.
    Open,
    /// The fighter in a slot is yours.
    Friendly(u8),
    /// The fighter in a slot is another player's.
    Enemy(u8),
    /// What is in a slot is you.
    You(u8),
    /// What is in a slot is not you.
    NotYou(u8),
    /// What is in a slot is the bearer or caster.
    Me(u8),
}

impl Gate {
    /// The slot that it looks at; any if there is no such part.
    #[inline(always)]
    pub(super) const fn slot(self) -> u8 {
        match self {
            Gate::Open => 0,
            Gate::Friendly(at)
            | Gate::Enemy(at)
            | Gate::You(at)
            | Gate::NotYou(at)
            | Gate::Me(at) => at,
        }
    }
    /// Whether what is bound lets a condition with such a gate hold at all.
    #[inline(always)]
    pub(super) fn opens(self, sight: Sight<'_>, you: Seat, me: FighterId, slots: &Slots) -> bool {
        let slot = |at: u8| slots[at as usize & 7];
        let owner = |at: u8| {
            let fighter = usize::try_from(slot(at)).ok();
            fighter.and_then(|ix| sight.table.entrants.get(ix).map(|entrant| entrant.seat))
        };
        match self {
            Gate::Open => true,
            Gate::Friendly(at) => owner(at) == Some(you),
            Gate::Enemy(at) => owner(at).is_some_and(|owner| owner != you),
            Gate::You(at) => slot(at) == i16::from(you.0),
            Gate::NotYou(at) => slot(at) != i16::from(you.0),
            Gate::Me(at) => slot(at) == number_of(me),
        }
    }
}

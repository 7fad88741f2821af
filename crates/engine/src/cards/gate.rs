//! What a condition asks of what is bound, told before anything of it is worked out. Which part of a
//! condition is its gate is the business of [`super::lower`].

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
}

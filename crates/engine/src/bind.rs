//! What a moment of the game is about: the bindings a trigger provides.

use crate::effect::Source;
use gloryhex_model::{FighterId, Seat};
use serde::{Deserialize, Serialize};

/// The bindings of a moment. Attack moments also read the attack being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bind {
    /// The fighter it is about.
    pub fighter: FighterId,
    /// Another fighter involved: who dealt the damage, who cast.
    pub other: FighterId,
    /// The player it is about.
    pub seat: Seat,
    /// A number: damage, token number, which token was given, who fell by an attack that is over.
    pub number: u8,
    /// The card of that player it is about, or the slot of [`Source::NONE`]; of a token that was moved, how far.
    pub slot: u8,
    /// What the damage came from, as bits of [`gloryhex_cardlang::Cause`].
    #[serde(default)]
    pub cause: u8,
}

impl Bind {
    /// About nothing in particular.
    pub const NONE: Bind = Bind {
        fighter: FighterId::NONE,
        other: FighterId::NONE,
        seat: Seat::NONE,
        number: 0,
        slot: Source::NONE.slot,
        cause: 0,
    };

    /// About a fighter.
    pub fn fighter(fighter: FighterId) -> Bind {
        Bind {
            fighter,
            ..Bind::NONE
        }
    }
    /// About a seat.
    pub fn seat(seat: Seat) -> Bind {
        Bind { seat, ..Bind::NONE }
    }
    /// About a card.
    pub fn card(source: Source) -> Bind {
        Bind {
            seat: source.seat,
            slot: source.slot,
            ..Bind::NONE
        }
    }
    /// Notes who fell by the attack that is over, who need not be its target.
    pub fn fallen(&mut self, fighter: FighterId) {
        self.number = fighter.0;
    }
    /// Who fell by the attack that is over.
    pub fn who_fell(&self) -> FighterId {
        FighterId(self.number)
    }
    /// The card it is about.
    pub fn source(&self) -> Source {
        if self.slot == Source::NONE.slot {
            return Source::NONE;
        }
        Source {
            seat: self.seat,
            slot: self.slot,
        }
    }
}

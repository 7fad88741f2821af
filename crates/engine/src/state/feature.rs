//! What lies on the battlefield in a game: feature tokens, and hexes that cards have changed.

use crate::effect::Until;
use gloryhex_hexgrid::{HexId, Kind};
use gloryhex_model::{FighterId, Seat};
use serde::{Deserialize, Serialize};

/// An objective / feature token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Feature {
    /// Where it lies; `HexId::NONE` if not on the battlefield.
    pub hex: HexId,
    /// Its number; 0 for none or not yet known to anybody.
    pub number: u8,
    /// Flags.
    pub flags: u16,
    /// The seat it was dealt to, or 255.
    pub dealt: u8,
    /// The fighter who stood on it when the round began, or 255.
    pub round_holder: FighterId,
}

impl Feature {
    /// Numbered side up: an objective / treasure token.
    pub const NUMBERED: u16 = 1;
    /// The number has been seen by everybody.
    pub const KNOWN: u16 = 2;
    /// The artefact.
    pub const ARTEFACT: u16 = 4;

    /// Its numbered side was up when the round began, where some card asks for it.
    pub const UP_AT_START: u16 = 8;

    /// The flag for a seat of which one fighter held it at the ends of two action phases in a row.
    pub const fn kept_by(seat: Seat) -> u16 {
        16 << (seat.0 & 3)
    }

    /// The flag for a seat of which a fighter has held it in this round, where some card asks.
    pub const fn held_by(seat: Seat) -> u16 {
        256 << (seat.0 & 3)
    }
    /// The flags for all seats together.
    pub const HELD: u16 = 15 << 8;
    /// The flag for a seat of which a fighter has attacked its holder in this activation, where some card asks.
    pub const fn targeted_by(seat: Seat) -> u16 {
        4096 << (seat.0 & 3)
    }
    /// The flags for all seats together.
    pub const TARGETED: u16 = 15 << 12;

    /// No token.
    pub const ABSENT: Feature = Feature {
        hex: HexId::NONE,
        number: 0,
        flags: 0,
        dealt: 255,
        round_holder: FighterId::NONE,
    };

    /// Whether it lies on the battlefield.
    pub fn on_field(&self) -> bool {
        self.hex != HexId::NONE
    }
    /// Whether its numbered side is up.
    pub fn numbered(&self) -> bool {
        self.flags & Feature::NUMBERED != 0
    }
}

/// A hex changed by a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// The hex; `HexId::NONE` for an unused mark.
    pub hex: HexId,
    /// The feature token it lies on and moves with, or 255.
    pub token: u8,
    /// Kinds of hex it becomes besides its own.
    pub kinds: Kind,
    /// When it ends.
    pub until: Until,
    /// Whose it is, for one that is somebody's.
    #[serde(default = "nobody", skip_serializing_if = "is_nobody")]
    pub owner: Seat,
}

fn nobody() -> Seat {
    Seat::NONE
}

fn is_nobody(seat: &Seat) -> bool {
    *seat == Seat::NONE
}

impl Mark {
    /// No mark.
    pub const NONE: Mark = Mark {
        hex: HexId::NONE,
        token: 255,
        kinds: Kind::PLAIN,
        until: Until::Phase,
        owner: Seat::NONE,
    };
}

//! What sort of card a card is: its kind, its casting value and its standing properties.

use gloryhex_model::Face;
use serde::{Deserialize, Serialize};

/// What sort of card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum CardKind {
    /// Scored for glory.
    Objective,
    /// Played from the hand.
    Ploy,
    /// A gambit cast by a wizard.
    Spell,
    /// Given to a fighter.
    Upgrade,
    /// In force all game for who plays its deck.
    Plot,
    /// The abilities printed on a fighter card.
    Fighter,
    /// A warband's own abilities.
    Warscroll,
}

impl CardKind {
    /// Every kind.
    pub const ALL: [CardKind; 7] = [
        CardKind::Objective,
        CardKind::Ploy,
        CardKind::Spell,
        CardKind::Upgrade,
        CardKind::Plot,
        CardKind::Fighter,
        CardKind::Warscroll,
    ];

    /// The word used in card files.
    pub fn word(self) -> &'static str {
        match self {
            CardKind::Objective => "objective",
            CardKind::Ploy => "ploy",
            CardKind::Spell => "spell",
            CardKind::Upgrade => "upgrade",
            CardKind::Plot => "plot",
            CardKind::Fighter => "fighter",
            CardKind::Warscroll => "warscroll",
        }
    }

    /// Whether it goes into the power deck.
    pub fn is_power(self) -> bool {
        matches!(self, CardKind::Ploy | CardKind::Spell | CardKind::Upgrade)
    }

    /// Whether it is a gambit: a ploy or a spell.
    pub fn is_gambit(self) -> bool {
        matches!(self, CardKind::Ploy | CardKind::Spell)
    }
}

/// A casting value: this many of the symbol, criticals included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// Focus, channel, or a critical where nothing else will do.
    pub symbol: Face,
    /// How many.
    pub n: u8,
}

/// Standing properties of a card, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardFlags(pub u8);

impl CardFlags {
    /// An upgrade that costs nothing and breaks at the end of the phase, on damage, or when a gambit chooses its bearer
    /// (Harrowdeep p.37).
    pub const ILLUSION: CardFlags = CardFlags(1);
    /// One of a group of which one is in force at a time (waypoints, domains); the group is a label of the card.
    pub const GROUP: CardFlags = CardFlags(2);
    /// An upgrade that no beast can have because it carries a weapon.
    pub const WEAPON: CardFlags = CardFlags(4);
    /// A card that is no warband's and restricted to nobody.
    pub const UNIVERSAL: CardFlags = CardFlags(8);
    /// A power card that can be played or given at once when it is raided.
    pub const EMBERSTONE: CardFlags = CardFlags(16);
    /// It cannot be broken.
    pub const UNBREAKABLE: CardFlags = CardFlags(32);
    /// A ploy or a spell with the label `domain`.
    pub const DOMAIN: CardFlags = CardFlags(64);

    /// Whether all bits of `other` are set.
    pub const fn has(self, other: CardFlags) -> bool {
        self.0 & other.0 == other.0
    }
    /// Both together.
    #[must_use]
    pub const fn with(self, other: CardFlags) -> CardFlags {
        CardFlags(self.0 | other.0)
    }
}

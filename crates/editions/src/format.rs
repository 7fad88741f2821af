//! How decks are built, as values: an edition has a list of formats, the usual one first.
//!
//! Checking a deck against a format, and building one at random, is the business of the notation crate. Which
//! cards a format forbids or limits from a date on is data: see [`crate::sets`].

use gloryhex_model::Rule;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A way to build decks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// The word for it in deck files.
    pub word: Cow<'static, str>,
    /// Where its cards come from.
    pub from: Origin,
    /// Objectives.
    pub objectives: Number,
    /// Power cards; at most half of them are gambits.
    pub power: Number,
    /// Most surge objectives, where that is limited.
    pub surges: Option<u8>,
}

/// Where the cards of a deck come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Origin {
    /// From all cards that a warband can use.
    Usable,
    /// From one ready-made deck, which is played as it comes.
    WholeDeck,
    /// From at most so many ready-made decks, of which one may have a plot card.
    Decks(u8),
}

/// How many cards of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Number {
    /// So many.
    Exactly(u8),
    /// So many or more.
    AtLeast(u8),
}

impl Number {
    /// The fewest.
    pub fn fewest(self) -> usize {
        match self {
            Number::Exactly(n) | Number::AtLeast(n) => n.into(),
        }
    }

    /// Whether so many are allowed.
    pub fn allows(self, count: usize) -> bool {
        match self {
            Number::Exactly(n) => count == usize::from(n),
            Number::AtLeast(n) => count >= usize::from(n),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Exactly(n) => write!(f, "exactly {n}"),
            Number::AtLeast(n) => write!(f, "at least {n}"),
        }
    }
}

impl Format {
    /// The rule that a card breaks which comes from elsewhere.
    pub fn origin_rule(&self) -> Rule {
        match self.from {
            Origin::Usable => Rule::DeckUsable,
            Origin::WholeDeck => Rule::DeckRivals,
            Origin::Decks(_) => Rule::DeckNemesis,
        }
    }

    /// From all cards a warband can use, with twelve objectives (Shadespire p.13, Nightvault p.1).
    pub const CONSTRUCTED: Format = Format {
        word: Cow::Borrowed("constructed"),
        from: Origin::Usable,
        objectives: Number::Exactly(12),
        power: Number::AtLeast(20),
        surges: None,
    };

    /// The same with twelve or more objectives, of which six may be surges (Harrowdeep p.19).
    pub const CONSTRUCTED_WITH_SURGES: Format = Format {
        word: Cow::Borrowed("constructed"),
        from: Origin::Usable,
        objectives: Number::AtLeast(12),
        power: Number::AtLeast(20),
        surges: Some(6),
    };

    /// As [`Format::CONSTRUCTED_WITH_SURGES`], by the lists of organised play.
    pub const CHAMPIONSHIP: Format = Format {
        word: Cow::Borrowed("championship"),
        ..Format::CONSTRUCTED_WITH_SURGES
    };

    /// One ready-made deck as it comes (Embergard p.5).
    pub const RIVALS: Format = Format {
        word: Cow::Borrowed("rivals"),
        from: Origin::WholeDeck,
        objectives: Number::AtLeast(12),
        power: Number::AtLeast(20),
        surges: Some(6),
    };

    /// From two ready-made decks (Embergard rules summary).
    pub const NEMESIS: Format = Format {
        word: Cow::Borrowed("nemesis"),
        from: Origin::Decks(2),
        objectives: Number::AtLeast(12),
        power: Number::AtLeast(20),
        surges: Some(6),
    };
}

//! Weapon keywords (abilities) and sets of them.

use serde::{Deserialize, Serialize};

/// A rule printed beside a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Keyword {
    /// Shields never count in the defence roll.
    Cleave,
    /// Dodges never count in the defence roll.
    Ensnare,
    /// Support faces never count in the save roll.
    Brutal,
    /// One more damage (on a critical hit only in the first editions).
    Grievous,
    /// A successful attack staggers the target.
    Stagger,
    /// Where a drive back is possible, the target may be pushed one hex anywhere instead.
    Grapple,
    /// Attacks each adjacent enemy in turn.
    Scything,
    /// Two more damage, but no more than four by it.
    Lethal,
}

impl Keyword {
    /// Every keyword.
    pub const ALL: [Keyword; 8] = [
        Keyword::Cleave,
        Keyword::Ensnare,
        Keyword::Brutal,
        Keyword::Grievous,
        Keyword::Stagger,
        Keyword::Grapple,
        Keyword::Scything,
        Keyword::Lethal,
    ];

    /// The word used in card files and notation.
    pub fn word(self) -> &'static str {
        match self {
            Keyword::Cleave => "cleave",
            Keyword::Ensnare => "ensnare",
            Keyword::Brutal => "brutal",
            Keyword::Grievous => "grievous",
            Keyword::Stagger => "stagger",
            Keyword::Grapple => "grapple",
            Keyword::Scything => "scything",
            Keyword::Lethal => "lethal",
        }
    }

    /// Reads the word used in card files and notation.
    pub fn from_word(word: &str) -> Option<Keyword> {
        Keyword::ALL.into_iter().find(|k| k.word() == word)
    }
}

/// A set of keywords: plain ones in the low byte, critical-only versions in the high byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Keywords(pub u16);

impl Keywords {
    /// No keyword.
    pub const EMPTY: Keywords = Keywords(0);

    /// A set of one plain keyword.
    pub const fn plain(keyword: Keyword) -> Keywords {
        Keywords(1 << keyword as u16)
    }
    /// A set of one critical-only keyword.
    pub const fn critical(keyword: Keyword) -> Keywords {
        Keywords(1 << (8 + keyword as u16))
    }
    /// Whether the plain keyword is there.
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0 >> keyword as u16 & 1 == 1
    }
    /// Whether the critical-only keyword is there.
    pub const fn has_critical(self, keyword: Keyword) -> bool {
        self.0 >> (8 + keyword as u16) & 1 == 1
    }
    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: Keywords) -> Keywords {
        Keywords(self.0 | other.0)
    }
    /// Each member: the keyword and whether it is critical-only.
    pub fn iter(self) -> impl Iterator<Item = (Keyword, bool)> {
        Keyword::ALL.into_iter().flat_map(move |k| {
            [(self.has(k), (k, false)), (self.has_critical(k), (k, true))]
                .into_iter()
                .filter_map(|(present, item)| present.then_some(item))
        })
    }
    /// How many members.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }
    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

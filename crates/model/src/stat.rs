//! Characteristics that modifiers change.

use serde::{Deserialize, Serialize};

/// A characteristic of a fighter or of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Stat {
    /// Hexes of a Move.
    Move,
    /// Defence / Save dice.
    Defence,
    /// Wounds / Health.
    Wounds,
    /// Glory for taking the fighter out.
    Bounty,
    /// Wizard level: magic dice of a casting roll.
    Wizard,
    /// Reach of a weapon.
    Range,
    /// Attack dice of a weapon.
    Dice,
    /// Damage of a weapon.
    Damage,
    /// Knockback of a weapon.
    Knockback,
}

impl Stat {
    /// Every characteristic.
    pub const ALL: [Stat; 9] = [
        Stat::Move,
        Stat::Defence,
        Stat::Wounds,
        Stat::Bounty,
        Stat::Wizard,
        Stat::Range,
        Stat::Dice,
        Stat::Damage,
        Stat::Knockback,
    ];

    /// The word used in card files and notation.
    pub fn word(self) -> &'static str {
        match self {
            Stat::Move => "move",
            Stat::Defence => "defence",
            Stat::Wounds => "wounds",
            Stat::Bounty => "bounty",
            Stat::Wizard => "wizard",
            Stat::Range => "range",
            Stat::Dice => "dice",
            Stat::Damage => "damage",
            Stat::Knockback => "knockback",
        }
    }

    /// Reads the word used in card files and notation.
    pub fn from_word(word: &str) -> Option<Stat> {
        Stat::ALL.into_iter().find(|s| s.word() == word)
    }
}

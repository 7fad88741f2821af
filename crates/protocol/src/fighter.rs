//! Fighters: the card that never changes and the state that does.

use crate::CardRef;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A fighter card at this table. Sent once, in the welcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FighterCard {
    /// The fighter's number at this table.
    pub id: u8,
    /// Whose fighter.
    pub seat: u8,
    /// Full name.
    pub name: String,
    /// Name in notation.
    pub slug: String,
    /// Words: leader, wizard, beast, flying.
    pub traits: Vec<String>,
    /// Further words that cards refer to: hunter, minion, …
    pub labels: Vec<String>,
    /// The normal and the Inspired side.
    pub sides: [Profile; 2],
    /// Generated text of its abilities, one paragraph each.
    pub text: Vec<String>,
    /// Whether the figures are our own and not the printed ones.
    pub house: bool,
    /// How well its figures are known, where that is less than well: one sentence each.
    pub notes: Vec<String>,
}

/// The figures of one side of a fighter card, printed or as they are now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Profile {
    /// Move.
    pub movement: u8,
    /// Defence or Save dice.
    pub defence: u8,
    /// `shield` or `dodge`.
    pub defence_symbol: String,
    /// Wounds or Health.
    pub wounds: u8,
    /// Bounty, where it is printed.
    pub bounty: u8,
    /// Wizard level, 0 for none.
    pub wizard: u8,
    /// Weapons.
    pub weapons: Vec<Weapon>,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Weapon {
    /// Its number among the fighter's weapons, as in [`Choice`](crate::Choice).
    pub ix: u8,
    /// Name.
    pub name: String,
    /// Range.
    pub range: u8,
    /// Dice.
    pub dice: u8,
    /// The face that succeeds: hammer, swords, focus, channel or crit.
    pub symbol: String,
    /// Damage.
    pub damage: u8,
    /// Keywords; `critical` before those that need a critical hit.
    pub keywords: Vec<String>,
    /// Whether it is a spell.
    pub spell: bool,
    /// The upgrade it is printed on, if it is.
    pub upgrade: Option<CardRef>,
}

/// A fighter as it stands now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Fighter {
    /// The fighter's number at this table.
    pub id: u8,
    /// The hex it stands in, or null.
    pub hex: Option<u8>,
    /// Damage.
    pub damage: u8,
    /// Words: move, charge, guard, stagger, raise; repeated when there are several.
    pub tokens: Vec<String>,
    /// On its Inspired side.
    pub inspired: bool,
    /// Out of action.
    pub out: bool,
    /// One more damage would take it out.
    pub vulnerable: bool,
    /// Upgrades.
    pub upgrades: Vec<CardRef>,
    /// Its figures with everything that changes them now; weapons from upgrades included.
    pub now: Profile,
}

//! Fighters and warbands as printed: names, both sides, weapons. Nothing here changes in play.

use crate::{CounterId, Face, Keywords};
use serde::{Deserialize, Serialize};

/// A trait with rules of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Trait {
    /// The warband's leader.
    Leader,
    /// Casts spells.
    Wizard,
    /// Holds nothing and takes no attack upgrades.
    Beast,
    /// Moves over everything.
    Flying,
}

/// A set of traits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Traits(pub u8);

impl Traits {
    /// Whether the trait is there.
    pub const fn has(self, which: Trait) -> bool {
        self.0 >> which as u8 & 1 == 1
    }
    /// Adds a trait.
    #[must_use]
    pub const fn with(self, which: Trait) -> Traits {
        Traits(self.0 | 1 << which as u8)
    }
}

/// An interned label of a fighter or card: hunter, minion, illusion … (an index kept by the catalogue, below 64).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Label(pub u8);

/// A weapon (Attack action) as printed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WeaponDef {
    /// Name as printed.
    pub name: String,
    /// Range characteristic.
    pub range: u8,
    /// Dice characteristic; 0 for a spell attack rolls the wizard level.
    pub dice: u8,
    /// The face that succeeds: hammer, swords, focus, channel or crit.
    pub symbol: Face,
    /// Damage characteristic.
    pub damage: u8,
    /// Keywords beside it.
    pub keywords: Keywords,
    /// Knockback X, 0 for none.
    pub knockback: u8,
    /// Whether it is a spell attack, rolled with magic dice.
    pub spell: bool,
    /// Whether it is a melee weapon, where that is not told by its printed Range.
    pub melee: Option<bool>,
    /// The number of its name among those that cards ask for; [`WeaponDef::UNASKED`] if none does.
    pub asked: u8,
    /// How often it may be used and what that costs, where the card says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
}

/// How often something can be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Limit {
    /// As often as its moment comes.
    #[default]
    None,
    /// Once in each activation (turn).
    Turn,
    /// Once in each action phase.
    Phase,
    /// Once in each round.
    Round,
    /// Once in the game.
    Game,
}

/// How often a weapon may be used, and what an attack with it costs. Weapons of one name on one card are modes of the
/// same weapon: what one of them has used up, the others have.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Terms {
    /// How often.
    pub limit: Limit,
    /// What is paid before the attack.
    pub price: Option<Price>,
    /// The number of its name among those of the card's weapons; both sides of a fighter card together.
    pub name: u8,
    /// Its place among the modes on its side.
    pub mode: u8,
}

/// Counters that are removed to pay for something.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Price {
    /// Which.
    pub counter: CounterId,
    /// How many.
    pub n: u8,
    /// What one of them is called.
    pub called: String,
}

impl Terms {
    /// The terms in a few words each: "once per game", "costs 1 Swag counter".
    pub fn words(&self) -> Vec<String> {
        let often = match self.limit {
            Limit::None => None,
            Limit::Turn => Some("once per turn"),
            Limit::Phase => Some("once per phase"),
            Limit::Round => Some("once per round"),
            Limit::Game => Some("once per game"),
        };
        let price = self.price.as_ref().map(|price| {
            let many = if price.n == 1 { "" } else { "s" };
            format!("costs {} {}{many}", price.n, price.called)
        });
        often.map(str::to_owned).into_iter().chain(price).collect()
    }
}

impl WeaponDef {
    /// No card asks for a weapon of this name.
    pub const UNASKED: u8 = u8::MAX;

    /// Whether it is a melee weapon: one with a printed Range of 1 or 2, unless the card says otherwise.
    pub fn is_melee(&self) -> bool {
        self.melee.unwrap_or((1..=2).contains(&self.range))
    }
}

/// One side of a fighter card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Profile {
    /// Move characteristic.
    pub movement: u8,
    /// Defence / Save dice.
    pub defence: u8,
    /// Shield or dodge.
    pub defence_symbol: Face,
    /// Wounds / Health.
    pub wounds: u8,
    /// Bounty where it is printed.
    pub bounty: u8,
    /// Wizard level, 0 for none.
    pub wizard: u8,
    /// Weapons.
    pub weapons: Vec<WeaponDef>,
}

/// A fighter card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FighterDef {
    /// Full name.
    pub name: String,
    /// Traits.
    pub traits: Traits,
    /// Labels such as hunter or minion, as bits of [`Label`].
    pub labels: u64,
    /// The normal and the Inspired side.
    pub sides: [Profile; 2],
    /// Whether the figures are our own and not the printed ones.
    pub house: bool,
    /// How well its figures are known, where that is less than well: one sentence each, for players.
    pub notes: Vec<String>,
}

/// A warband.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WarbandDef {
    /// Name.
    pub name: String,
    /// Grand Alliance or empty.
    pub alliance: String,
    /// Fighters in printed order.
    pub fighters: Vec<FighterDef>,
}

/// The notation form of a name: lower case, words joined by hyphens, apostrophes dropped.
///
/// ```
/// assert_eq!(gloryhex_model::slug_of("Da Kunnin' Krew"), "da-kunnin-krew");
/// ```
pub fn slug_of(name: &str) -> String {
    slug_chars(name).collect()
}

/// Whether two names have the same notation form. Nothing is allocated, because whole lists of names are looked through.
///
/// ```
/// assert!(gloryhex_model::same_name("Da Kunnin' Krew", "da kunnin-krew"));
/// assert!(!gloryhex_model::same_name("Da Kunnin' Krew", "Da Kunnin' Krews"));
/// ```
pub fn same_name(one: &str, other: &str) -> bool {
    slug_chars(one).eq(slug_chars(other))
}

/// The letters and hyphens of a name's notation form.
fn slug_chars(name: &str) -> impl Iterator<Item = char> {
    let (mut begun, mut gap) = (false, false);
    name.chars().flat_map(move |c| {
        let letter = c.is_alphanumeric();
        let hyphen = letter && begun && gap;
        if letter {
            (begun, gap) = (true, false);
        } else if !matches!(c, '\'' | '\u{2019}') {
            gap = true;
        }
        let lower = letter.then(|| c.to_lowercase());
        hyphen
            .then_some('-')
            .into_iter()
            .chain(lower.into_iter().flatten())
    })
}

//! The choices offered, with what they are about, so that a client can put them where the hand is.

use crate::Odds;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The choices of a pending decision; only the seat that decides gets them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Choices {
    /// Every legal choice.
    pub list: Vec<Choice>,
    /// Whether the seat could take the last step back without asking anybody.
    pub undo_free: bool,
    /// Whether they tell what the other seats must not see: cards of a hand or a deck, numbers of tokens that
    /// only this seat knows. Where several play on one screen, it changes hands first.
    #[serde(default)]
    pub secret: bool,
}

/// What kind of choice. See `engine::Verb` for the rules behind each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Verb {
    Seat,
    Board,
    Join,
    Territory,
    PlaceToken,
    NoToken,
    Mulligan,
    Deploy,
    Move,
    Charge,
    Attack,
    Guard,
    Draw,
    Exchange,
    Focus,
    Pass,
    Action,
    Ability,
    Reroll,
    DriveBack,
    Grapple,
    Stay,
    Overrun,
    StandFast,
    Next,
    Play,
    Upgrade,
    Delve,
    Use,
    React,
    Fighter,
    Hex,
    Feature,
    Card,
    Name,
    Option,
    Confirm,
    Score,
    Discard,
    Die,
    Done,
}

/// A choice. Fields that do not apply are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Choice {
    /// The choice in notation, e.g. `charge brute c4 via d4`. This is what is sent back.
    pub id: String,
    /// What kind.
    pub verb: Verb,
    /// What the button says, e.g. "Charge to c4".
    pub label: String,
    /// The fighter who acts, is deployed, casts, or is picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fighter: Option<u8>,
    /// The fighter it is aimed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<u8>,
    /// The hex it ends in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hex: Option<u8>,
    /// Hazard hexes entered on the way, the last one excluded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub via: Vec<u8>,
    /// The weapon used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub weapon: Option<u8>,
    /// The card played, scored, discarded, or reacted with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<CardRef>,
    /// The seat picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The token on the battlefield that is picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub feature: Option<u8>,
    /// A die face or weapon keyword that is picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub word: Option<String>,
    /// Where a board would lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lie: Option<Lie>,
    /// What it does, in the words of the ability: one paragraph each. Left out where the card in hand says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub says: Vec<String>,
    /// What it spends, in a few words, e.g. "Once per game".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cost: Option<String>,
    /// Why it would change nothing as things stand, if it would not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub vain: Option<String>,
    /// Exact odds of an attack, where they are known at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub odds: Option<Odds>,
}

/// An attack that could follow a Charge that ends in a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Strike {
    /// The hex the Charge ends in.
    pub hex: u8,
    /// The fighter attacked.
    pub target: u8,
    /// The weapon that promises most.
    pub weapon: u8,
    /// Its odds from there.
    pub odds: Odds,
    /// What has to be spent to reach the target, if something has.
    pub cost: Option<String>,
}

/// A choice that looks good, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Hint {
    /// The choice's id.
    pub choice: String,
    /// The choice in words.
    pub label: String,
    /// The chance to win after it, from 0 to 1, as far as the asking seat can know.
    pub wins: f32,
    /// What speaks for it, in a sentence.
    pub reason: String,
}

/// How a board would lie beside those on the table. A hex `(q, r)` of the board on its own comes to lie at
/// `(q0 + q, r0 + r)`, or at `(q0 - q, r0 - r)` if the board is turned round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Lie {
    /// The name of the board.
    pub board: String,
    /// The board on the table that it is laid against, from 0 in the order they were placed.
    pub against: u8,
    /// On which side of that board: `north`, `south`, `east` or `west`.
    pub side: String,
    /// How far it slides along that side.
    pub shift: i8,
    /// Whether it is given half a turn.
    pub turned: bool,
    /// Where its hex (0, 0) would lie.
    pub q0: i8,
    /// Where its hex (0, 0) would lie.
    pub r0: i8,
}

/// A card at this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct CardRef {
    /// Whose deck it is in.
    pub seat: u8,
    /// Its place in that deck: power cards from 0, objectives from 64, fighters from 96,
    /// 120 the warscroll, 121 the plot card.
    pub slot: u8,
    /// Its number in [`Content::cards`](crate::Content).
    pub card: u16,
}

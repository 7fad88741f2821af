//! What happened, as lines of a log and as things to animate.

use crate::CardRef;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LogLine {
    /// The position of the game after the choice that led to it. Lines of one position come in order.
    pub at: u32,
    /// A kebab-case word for what happened, e.g. `moved`, `rolled`, `taken-out`.
    pub kind: String,
    /// In plain words.
    pub text: String,
    /// The rule behind it, e.g. `harrowdeep.attack.drive-back`.
    pub rule: String,
    /// Who and what it is about.
    pub about: Mention,
}

/// Who and what a line is about. Fields that do not apply are left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Mention {
    /// A seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The fighter who acts or is acted upon.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fighter: Option<u8>,
    /// The other fighter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<u8>,
    /// Where from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<u8>,
    /// Where, or where to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hex: Option<u8>,
    /// A card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<CardRef>,
    /// A token on the battlefield.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub feature: Option<u8>,
    /// A number: damage, glory, round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount: Option<u8>,
    /// A word: token, keyword, kind of hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub word: Option<String>,
    /// Dice that were rolled, to be shown as they fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dice: Option<Dice>,
    /// Which clause of the card, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clause: Option<u8>,
    /// How an attack ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outcome: Option<Outcome>,
}

/// Dice that were rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Dice {
    /// Who rolled.
    pub seat: u8,
    /// `attack`, `defence` or `magic`.
    pub die: String,
    /// Each die: crit, hammer, swords, sup1, sup2, shield, dodge, focus or channel.
    pub faces: Vec<String>,
}

/// How an attack ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It succeeded.
    Success,
    /// It succeeded with a critical hit.
    Critical,
    /// It was drawn.
    Draw,
    /// It failed.
    Fail,
    /// It ended before its time.
    BrokenOff,
}

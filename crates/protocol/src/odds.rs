//! The odds of an attack.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The exact odds of an attack as things stand, re-rolls and reactions not counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Odds {
    /// Chance of success, from 0 to 1.
    pub success: f64,
    /// Chance of a draw.
    pub draw: f64,
    /// Chance of failure.
    pub fail: f64,
    /// Chance of a critical hit, part of `success`.
    pub critical: f64,
    /// The least and the most damage a success deals.
    pub damage: [u8; 2],
    /// Chance that the target is taken out.
    pub takes_out: f64,
    /// Hexes the target could be driven back to on a success or a draw.
    pub drive_back: Vec<u8>,
}

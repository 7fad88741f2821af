//! The battlefield as drawn: every hex, where it lies and what is printed on it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The battlefield. Empty until the boards are down. Sent whole whenever it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Board {
    /// Every hex; its place in the list is not its id.
    pub hexes: Vec<Hex>,
    /// Names of the boards in use, in the order they were placed.
    pub names: Vec<String>,
}

/// A hex. Hexes are pointy-top; `q` grows to the right, `r` downward and half a hex to the right,
/// so that the centre lies at `(q + r / 2, r × √3 / 2)` in widths of a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Hex {
    /// Its number.
    pub id: u8,
    /// Its name in notation, e.g. `c4`.
    pub name: String,
    /// Axial coordinate along the row.
    pub q: i8,
    /// Axial coordinate, the row.
    pub r: i8,
    /// Words among starting, blocked, lethal, cover, stagger, edge, completed; cards' changes included.
    pub kinds: Vec<String>,
    /// The seat whose territory it is, or null for no one's.
    pub territory: Option<u8>,
}

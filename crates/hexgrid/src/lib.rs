//! Hexagonal grids: coordinates, sets of hexes, printed sheets and ways to join them, and the tables
//! of a finished grid (neighbours, distances, sight lines, movement).
//!
//! Deliberately absent: everything that makes a grid a game. Nothing here knows who stands in a hex,
//! whose turn it is or which rulebook is open. A hex has [`Kind`] marks and a region number; what
//! these mean is somebody else's business.
//!
//! Hexes are pointy-top, rows run left to right, and `r` grows downward. All geometry is exact
//! integer arithmetic, so the same sheets give the same grid on every machine.

mod board;
mod coord;
mod edges;
mod fixed;
mod grid;
mod kind;
mod layout;
mod map;
mod name;
mod near;
mod past;
mod reach;
mod set;
mod sheet;
mod sight;
mod walk;
mod words;

pub use board::{BoardError, BoardFile, Orientation, Verified};
pub use coord::{Coord, Direction, HexId};
pub use fixed::FixedLayout;
pub use grid::{Atlas, Grid, GridError};
pub use kind::Kind;
pub use layout::{JoinError, Joint, Layout, MAX_SHEETS, Placed, Placement, Side};
pub use map::{CellError, DrawnMap};
pub use set::{HexSet, HexSetIter, nth_bit};
pub use sheet::{Cell, NOBODY, Part, Quarters, Sheet};
pub use sight::SightRule;
pub use walk::{HazardPath, HazardPaths, MAX_HAZARDS, Told};

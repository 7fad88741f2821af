//! Batch play and measurement: many games at once, long runs with every invariant checked, speed,
//! counts of choice sequences, and whole games written down.
//!
//! Deliberately absent: how opponents think (that is the search crate's), files and terminals.
//! Everything here is a function of its arguments, except the seconds in a report.

pub mod analysis;
pub mod arena;
pub mod batch;
pub mod bench;
pub mod bot;
pub mod bot_view;
pub mod check;
pub mod digest;
pub mod golden;
pub mod ladder;
pub mod loading;
pub mod patience;
pub mod perft;
pub mod player;
pub mod playout;
pub mod puzzle;
pub mod replay;
pub mod seed;
pub mod soak;
pub mod stats;
pub mod study;
pub mod usage;

pub use batch::{SimReport, SimSpec, simulate};
pub use player::{Player, PlayerSpec};
pub use playout::{Fault, Policy, Tally};

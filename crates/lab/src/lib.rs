//! Batch play and measurement: many games at once, long runs with every invariant checked, speed,
//! counts of choice sequences, and whole games written down.
//!
//! Deliberately absent: opponents that think (they live in the search crate), files and terminals.
//! Everything here is a function of its arguments, except the seconds in a report.

pub mod batch;
pub mod bench;
pub mod check;
pub mod digest;
pub mod golden;
pub mod perft;
pub mod playout;
pub mod replay;
pub mod seed;
pub mod soak;

pub use batch::{SimReport, SimSpec, simulate};
pub use playout::{Fault, Policy, Tally};

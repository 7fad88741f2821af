//! Studies: many games of many pairings, kept as they finish so that an interrupted study goes on
//! where it stopped, and what they say as tables and a page.

pub mod cards;
pub mod fit;
pub mod games;
mod head;
pub mod length;
pub mod matrix;
pub mod page;
pub mod regression;
pub mod sheet;
pub mod sweep;

pub use games::{Ledger, Outcome, Pairing, Study};
pub use sheet::{Cell, Sheet};

//! Small operations on the game that several frames share. No sequences live here, and no choices.

pub mod act;
pub mod counters;
pub mod draw;
pub mod field;
pub mod glory;
pub mod harm;
pub mod lasting;
pub mod price;
pub mod reach;
pub mod scoring;
pub mod sides;
pub mod sites;
pub mod stats;
pub mod terms;
pub mod tokens;
pub mod travel;
pub mod victory;
pub mod ways;

//! Who meets whom: Swiss rounds, everybody against everybody, and brackets. Pure arithmetic over places in a list; who
//! stands at a place is the tournament's business.

pub mod bracket;
pub mod circle;
pub mod swiss;

/// Two places of a list that meet, or one that has nobody to meet.
pub type Met = (usize, Option<usize>);

//! What a card is at the table: its conditions and amounts in one form, which is built from the checked tree
//! ([`build`]) and worked out by the engine.
//!
//! The form keeps the height of the language's own words: "within two hexes", "some enemy", "the value of the
//! tracker" are one node each. This is a module of the card language and no crate of its own because a card is
//! built while it is loaded: what a card asks too much of is reported with its place in the file.
//! What is deliberately absent: game state, and how anything is worked out.

pub mod counted;
pub mod ir;
pub mod make;
pub mod verify;
pub mod words;

pub(crate) mod build;

pub use counted::counted_to;
pub use ir::{Arg, Cmp, Faces, Form, Formula, Line, Math, Operand, Program, Root, Tie};

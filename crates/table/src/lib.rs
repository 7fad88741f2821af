//! A table without a wire: all that a room does with a game, and nothing about sockets, clocks or storage.
//!
//! A game is a [`Play`]: a plan and entries, from which the [`Record`](record::Record) and the game on the table follow.
//! `shown` turns it into the messages of the protocol for one viewer, `asks` answers what players ask, `audience` says
//! who is told what. [`LocalTable`] puts these together for one screen; the server does so for many.
//! **Deliberately absent**: rules (the engine's), words (the notation's), the shape of messages (the protocol's), and
//! how long anything takes.

pub mod asks;
pub mod audience;
pub mod content;
pub mod decks;
pub mod entry;
pub mod error;
pub mod files;
pub mod kept;
pub mod local;
pub mod name;
pub mod opponents;
pub mod passing;
pub mod play;
pub mod portrait;
pub mod position;
pub mod record;
pub mod rubber;
pub mod scenes;
pub mod seating;
pub mod series;
pub mod shown;
pub mod story;
pub mod summary;
pub mod tables;
pub mod take_back;

#[cfg(test)]
mod counted;

pub use error::Result;
pub use local::{Due, LocalTable};
pub use play::Play;

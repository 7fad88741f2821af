//! Games as text: choices, events, saves, replays, scenarios, deck lists and the rules index.
//!
//! **Deliberately absent**: rules of the game, anything that decides, and anything about how a game
//! is shown. Nothing here writes to a file; reading is done by the few functions that take a path.

pub mod choice;
pub mod decision;
pub mod deck;
pub mod deck_file;
pub mod event;
pub mod hash;
pub mod index;
pub mod lesson;
pub mod names;
pub mod problem;
pub mod puzzle;
pub mod question;
pub mod replay;
pub mod save;
pub mod scenario;
pub mod sound;
pub mod suggest;
pub mod token;
pub mod touch;
pub mod undo;

pub use names::Names;
pub use problem::{Problem, nearest};

//! The game in a terminal: the sitting, which is the game with everybody at it, and the full-screen table that is drawn
//! of it.
//!
//! A [`Sitting`] neither reads keys nor writes anything; the line mode of the command and the full screen both ask it
//! what comes next and tell it what was chosen. The screen draws with ratatui.
//!
//! Before there is a game, [`choosing`] says what can be played, and `screen::chooser` shows it.
//!
//! **Deliberately absent**: the command line and the line mode (the `cli` crate), files, what a server does with games.

mod sitting;
mod taken_back;

pub mod choosing;
pub mod screen;

pub use sitting::{Next, Seats, Sitting, Stopped, Told};

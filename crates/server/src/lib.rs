//! The server: games over HTTP and WebSockets, stored before they are acknowledged.
pub mod config;
pub mod content;
pub mod entry;
pub mod error;
pub mod limits;
pub mod play;
pub mod record;
pub mod store;
pub mod token;
pub mod wire;

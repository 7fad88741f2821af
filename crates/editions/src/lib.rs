//! The four editions: complete values of [`Ruleset`], and the content that belongs to them.
//!
//! Each edition spells out every field; reading two files side by side is the difference between the
//! rulebooks. No edition refers to another.

pub mod content;
pub mod embergard;
pub mod fits;
pub mod harrowdeep;
pub mod lists;
pub mod nightvault;
pub mod pack;
pub mod shadespire;
pub mod words;

pub use content::{Content, Problem, Spec};

use gloryhex_engine::Ruleset;

/// The names of the editions, oldest first.
pub const NAMES: [&str; 4] = ["shadespire", "nightvault", "harrowdeep", "embergard"];

/// All editions, oldest first.
pub fn all() -> [Ruleset; 4] {
    [
        shadespire::ruleset(),
        nightvault::ruleset(),
        harrowdeep::ruleset(),
        embergard::ruleset(),
    ]
}

/// The edition with this name.
pub fn by_name(name: &str) -> Option<Ruleset> {
    all().into_iter().find(|rules| rules.name == name)
}

//! The four printed editions: complete values of [`Ruleset`], and the content that belongs to them. Further
//! editions come with a pack; whoever wants to know which there are asks [`Content::editions`].
//!
//! Each edition spells out every field; reading two files side by side is the difference between the
//! rulebooks. No edition refers to another.

pub mod content;
pub mod edition;
pub mod embergard;
pub mod fits;
pub mod format;
pub mod harrowdeep;
pub mod lists;
pub mod nightvault;
pub mod pack;
pub mod sets;
pub mod shadespire;
pub mod usable;
pub mod weights;
pub mod words;

pub use content::{Content, Problem, Spec};
pub use edition::Edition;
pub use format::Format;

use gloryhex_engine::Ruleset;

/// The names of the printed editions, oldest first.
pub const NAMES: [&str; 4] = ["shadespire", "nightvault", "harrowdeep", "embergard"];

/// The edition that is played where nobody names one.
pub const USUAL: &str = "harrowdeep";

/// The printed editions, oldest first.
pub fn printed() -> [Edition; 4] {
    [
        shadespire::edition(),
        nightvault::edition(),
        harrowdeep::edition(),
        embergard::edition(),
    ]
}

/// The rules of the printed edition with this name.
pub fn by_name(name: &str) -> Option<Ruleset> {
    let mut all = printed().into_iter().map(|edition| edition.rules);
    all.find(|rules| rules.name == name)
}

//! Other ways to play that a rulebook offers: their names, and which of them are on at a table.
//!
//! Which ways an edition has is a list in its `Ruleset`; what each of them changes is asked where the rule is.

use crate::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A way to play that changes a rule or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Way {
    /// Capture the Artefact (Shadespire p.26).
    Artefact,
    /// Boards lie as in the fixed format (Shadespire p.28).
    FixedFormat,
    /// A sudden death game: no cards, rounds until one warband is gone (Shadespire p.26).
    SuddenDeath,
    /// The quick-start game: whoever went first says who goes first next, and the game also ends when
    /// one warband is gone (Shadespire quick-start sheet).
    QuickStart,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 4] = [
        Way::Artefact,
        Way::FixedFormat,
        Way::SuddenDeath,
        Way::QuickStart,
    ];

    /// Its name in commands, saves and scenarios.
    pub fn word(self) -> &'static str {
        match self {
            Way::Artefact => "artefact",
            Way::FixedFormat => "fixed-format",
            Way::SuddenDeath => "sudden-death",
            Way::QuickStart => "quickstart",
        }
    }
}

/// The ways that are on at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// [`Way::Artefact`].
    pub artefact: bool,
    /// [`Way::FixedFormat`].
    pub fixed_format: bool,
    /// [`Way::SuddenDeath`].
    pub sudden_death: bool,
    /// [`Way::QuickStart`].
    pub quick_start: bool,
}

impl Variant {
    /// The ways of these names, by the rules of an edition.
    ///
    /// # Errors
    /// A name is unknown, stands there twice, or means a way that the edition does not have.
    pub fn read<'a>(
        rules: &Ruleset,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<Variant, UnknownWay> {
        let mut variant = Variant::default();
        for word in words {
            let way = rules.ways.iter().find(|way| way.word() == word);
            let twice = way.is_some_and(|way| *variant.switch(*way));
            match way {
                Some(way) if !twice => *variant.switch(*way) = true,
                _ => {
                    return Err(UnknownWay {
                        word: word.to_owned(),
                        twice,
                        edition: rules.title.clone().into_owned(),
                        known: rules.ways.iter().map(|way| way.word()).collect(),
                    });
                }
            }
        }
        Ok(variant)
    }

    /// The names of the ways that are on.
    pub fn words(mut self) -> Vec<&'static str> {
        let on = Way::ALL.into_iter().filter(|way| *self.switch(*way));
        on.map(Way::word).collect()
    }

    fn switch(&mut self, way: Way) -> &mut bool {
        match way {
            Way::Artefact => &mut self.artefact,
            Way::FixedFormat => &mut self.fixed_format,
            Way::SuddenDeath => &mut self.sudden_death,
            Way::QuickStart => &mut self.quick_start,
        }
    }
}

/// A way to play that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWay {
    /// What was asked for.
    pub word: String,
    /// Whether it was asked for twice.
    pub twice: bool,
    /// The edition, for people.
    pub edition: String,
    /// What the edition has.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, edition) = (&self.word, &self.edition);
        if self.twice {
            return write!(f, "The variant `{word}` is named twice; name it once.");
        }
        match self.known.as_slice() {
            [] => write!(
                f,
                "{edition} has no variant called `{word}`, nor any other; leave it out."
            ),
            known => write!(
                f,
                "{edition} has no variant called `{word}`; it has {}.",
                known.join(", ")
            ),
        }
    }
}

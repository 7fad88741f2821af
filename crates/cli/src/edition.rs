//! Editions as arguments: their names are those of the printed ones and of the packs on the same command line.

use clap::builder::{PossibleValue, TypedValueParser, ValueParserFactory};
use gloryhex_editions::{USUAL, pack};
use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// Names and titles of all editions there are.
static KNOWN: OnceLock<Vec<(String, String)>> = OnceLock::new();

fn known() -> &'static [(String, String)] {
    KNOWN.get_or_init(|| named(&[]))
}

/// Looks through the words of a command line for packs with editions, so that these can be named on it.
pub fn look_for_packs(words: impl Iterator<Item = OsString>) {
    let _ = KNOWN.set(named(&packs(words)));
}

fn packs(mut words: impl Iterator<Item = OsString>) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::env::var_os(pack::DATA_VARIABLE)
        .into_iter()
        .map(PathBuf::from)
        .collect();
    while let Some(word) = words.next() {
        if word == "--content" {
            found.extend(words.next().map(PathBuf::from));
        } else if let Some(folder) = word.to_str().and_then(|w| w.strip_prefix("--content=")) {
            found.push(Path::new(folder).to_owned());
        }
    }
    found
}

fn named(packs: &[PathBuf]) -> Vec<(String, String)> {
    let printed = gloryhex_editions::printed().into_iter();
    let added = packs.iter().flat_map(|pack| pack::editions_in(pack));
    printed
        .chain(added)
        .map(|edition| (edition.rules.name.into(), edition.rules.title.into()))
        .collect()
}

/// An edition that exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edition(&'static str);

impl Edition {
    /// All of them, printed ones first and oldest first.
    pub fn all() -> impl Iterator<Item = Edition> {
        known().iter().map(|(name, _)| Edition(name))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The one that is meant where none is named.
    pub const fn usual() -> Edition {
        Edition(USUAL)
    }

    /// The one of this name.
    #[cfg(test)]
    pub fn named(name: &str) -> Edition {
        let mut all = Edition::all();
        all.find(|edition| edition.name() == name)
            .expect("an edition")
    }
}

impl std::fmt::Display for Edition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl ValueParserFactory for Edition {
    type Parser = Reader;
    fn value_parser() -> Reader {
        Reader
    }
}

/// Reads an edition's name on the command line.
#[derive(Clone)]
pub struct Reader;

impl TypedValueParser for Reader {
    type Value = Edition;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Edition, clap::Error> {
        let names = known().iter().map(|(name, _)| name.as_str());
        let names = clap::builder::PossibleValuesParser::new(names.collect::<Vec<_>>());
        let found = names.parse_ref(command, argument, value)?;
        let all = known().iter().map(|(name, _)| name.as_str());
        let mut same = all.filter(|name| *name == found);
        same.next()
            .map(Edition)
            .ok_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |(name, title): &'static (String, String)| {
            PossibleValue::new(name.as_str()).help(title.as_str())
        };
        Some(Box::new(known().iter().map(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_are_found_among_other_words() {
        let words = ["sim", "--content", "a", "--games", "3", "--content=b"];
        let found = packs(words.into_iter().map(OsString::from));
        assert_eq!(found, [PathBuf::from("a"), PathBuf::from("b")]);
    }
}

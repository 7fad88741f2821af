//! `gloryhex deck`: decks as small text files.

use super::{check::many, one_of, read_file};
use crate::{args::Edition, packs::content, trouble::Trouble};
use clap::{Args, Subcommand};
use gloryhex_editions::Format;
use gloryhex_model::{same_name, slug_of};
use gloryhex_notation::{
    Problem,
    deck::{Broken, Built, random, validate},
    deck_file::{DeckFile, likely_edition, names_in},
    index::RulesIndex,
};
use std::{
    io::{Read, Write, stdin, stdout},
    path::{Path, PathBuf},
};

/// `gloryhex deck`
#[derive(Args)]
pub struct Deck {
    #[command(subcommand)]
    what: What,
}

/// What to do with decks.
#[derive(Subcommand)]
enum What {
    /// Name every construction rule a deck breaks
    Check {
        /// Deck files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Print a legal random deck
    New {
        /// The edition
        #[arg(long)]
        edition: Edition,
        #[command(flatten)]
        about: About,
        /// Seed; the same seed gives the same deck
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Print a deck file made from a plain list of card names
    Import {
        /// The list, a name a line; `-` reads standard input
        #[arg(value_name = "FILE")]
        list: PathBuf,
        /// The edition; without it, the one that has most of the cards
        #[arg(long)]
        edition: Option<Edition>,
        #[command(flatten)]
        about: About,
    },
    /// Print a deck's cards as a plain list of names
    Export {
        /// A deck file, or the name of a ready-made deck; without it, the decks there are
        deck: Option<String>,
        /// The edition of the ready-made deck
        #[arg(long)]
        edition: Option<Edition>,
    },
}

/// What the deck is for.
#[derive(Args)]
struct About {
    /// The warband it is for; without it, the edition's first
    #[arg(long)]
    warband: Option<String>,
    /// How it is built: constructed, championship, rivals or nemesis
    #[arg(long)]
    format: Option<String>,
    /// Its name
    #[arg(long)]
    name: Option<String>,
}

impl About {
    fn warband(&self, edition: &str) -> Result<String, Trouble> {
        let own = content().warbands(edition);
        match &self.warband {
            Some(name) => one_of("warband", name, own.into_iter()).map(str::to_owned),
            None => Ok(own.first().copied().unwrap_or_default().to_owned()),
        }
    }
    fn format(&self, edition: &str) -> Result<&'static Format, Trouble> {
        let formats = content().formats(edition);
        let Some(word) = &self.format else {
            return Ok(&formats[0]);
        };
        let word = one_of("format", word, formats.iter().map(|f| f.word.as_ref()))?;
        let named = formats.iter().find(|format| format.word == word);
        Ok(named.unwrap_or(&formats[0]))
    }
}

pub fn deck(ask: &Deck) -> Result<(), Trouble> {
    let mut out = stdout().lock();
    match &ask.what {
        What::Check { files } => check(&mut out, files),
        What::New {
            edition,
            about,
            seed,
        } => {
            let edition = edition.name();
            let (warband, format) = (about.warband(edition)?, about.format(edition)?);
            let cards =
                random(content(), edition, format, &warband, *seed).map_err(Trouble::input)?;
            let name = about
                .name
                .clone()
                .unwrap_or_else(|| format!("{warband}, seed {seed}"));
            let deck = DeckFile {
                name,
                edition: edition.to_owned(),
                format: format.clone(),
                warband,
                cards,
            };
            write!(out, "{}", deck.write(content()))?;
            Ok(())
        }
        What::Import {
            list,
            edition,
            about,
        } => {
            let file = list.display().to_string();
            let mut text = String::new();
            match file.as_str() {
                "-" => {
                    stdin().read_to_string(&mut text)?;
                }
                _ => text = read_file(list)?,
            }
            import(&mut out, &file, &text, *edition, about)
        }
        What::Export { deck, edition } => {
            let lines = match deck {
                Some(deck) => export(deck, *edition)?,
                None => names(*edition),
            };
            for line in lines {
                writeln!(out, "{line}")?;
            }
            Ok(())
        }
    }
}

/// The decks there are, with edition and warband.
fn names(edition: Option<Edition>) -> Vec<String> {
    let decks = content().catalog.decks.iter();
    let wanted = decks.filter(|deck| edition.is_none_or(|only| only.name() == deck.edition));
    let line = |deck: &gloryhex_cardlang::DeckDef| {
        let warband = match deck.warband.as_str() {
            "" => "any warband",
            name => name,
        };
        let cards = deck.cards.len();
        format!("{}  {cards} cards, {warband} ({})", deck.name, deck.edition)
    };
    wanted.map(line).collect()
}

fn check(out: &mut impl Write, files: &[PathBuf]) -> Result<(), Trouble> {
    let mut bad = false;
    for path in files {
        let deck = read(path)?;
        let file = path.display();
        let broken = broken(&deck);
        let (format, size) = (&deck.format.word, deck.cards.len());
        match broken.is_empty() {
            true => writeln!(
                out,
                "{file}: \"{}\", {size} cards, legal for {format} in {}",
                deck.name, deck.edition
            )?,
            false => writeln!(
                out,
                "{file}: \"{}\", {size} cards, breaks {} of {format} in {}",
                deck.name,
                many(broken.len(), "rule"),
                deck.edition
            )?,
        }
        for line in told(&deck, &broken) {
            writeln!(out, "    {line}")?;
        }
        bad |= !broken.is_empty();
    }
    if bad { Err(Trouble::Failed) } else { Ok(()) }
}

fn broken(deck: &DeckFile) -> Vec<Broken> {
    let built = Built {
        edition: &deck.edition,
        format: &deck.format,
        warband: &deck.warband,
        cards: &deck.cards,
    };
    validate(content(), &built)
}

/// Broken rules with their ids and titles.
fn told(deck: &DeckFile, broken: &[Broken]) -> Vec<String> {
    let index = RulesIndex::of(content(), &deck.edition).ok();
    let line = |broken: &Broken| {
        let id = broken.rule.id();
        let title = index
            .as_ref()
            .and_then(|index| index.rule(id))
            .map_or("", |rule| &rule.title);
        format!("{}.{id} ({title}): {}", deck.edition, broken.message)
    };
    broken.iter().map(line).collect()
}

fn read(path: &Path) -> Result<DeckFile, Trouble> {
    let file = path.display().to_string();
    DeckFile::read(content(), &file, &read_file(path)?).map_err(|problems| all(&problems))
}

/// Every problem of a file at once.
fn all(problems: &[Problem]) -> Trouble {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    Trouble::input(lines.join("\ngloryhex: "))
}

fn import(
    out: &mut impl Write,
    file: &str,
    text: &str,
    edition: Option<Edition>,
    about: &About,
) -> Result<(), Trouble> {
    let names = names_in(text);
    let edition = match edition {
        Some(edition) => edition.name(),
        None => likely_edition(content(), &names).ok_or_else(|| {
            Trouble::input(format!(
                "{file}: no line is the name of a card; name one card a line"
            ))
        })?,
    };
    let unknown: Vec<Problem> = names
        .iter()
        .filter(|(_, name)| content().cards_called(edition, name).is_empty())
        .map(|(line, name)| Problem::here(1, content().no_card(edition, name).0).at(file, *line))
        .collect();
    if !unknown.is_empty() {
        return Err(all(&unknown));
    }
    let (mut warband, format) = (about.warband(edition)?, about.format(edition)?);
    let names: Vec<&str> = names.iter().map(|(_, name)| *name).collect();
    let cards = content()
        .cards_named(edition, &warband, &names)
        .map_err(Trouble::input)?;
    if about.warband.is_none() {
        // The list itself says for whom it is, if it has cards of one warband.
        let decks = cards
            .iter()
            .map(|id| content().catalog.card(*id).deck.as_str());
        let own = decks
            .filter_map(|deck| content().catalog.warband(edition, deck))
            .next();
        warband = own.map_or(String::new(), |band| band.def.name.clone());
    }
    let deck = DeckFile {
        name: about.name.clone().unwrap_or_else(|| "Imported".to_owned()),
        edition: edition.to_owned(),
        format: format.clone(),
        warband,
        cards,
    };
    write!(out, "{}", deck.write(content()))?;
    Ok(())
}

fn export(deck: &str, edition: Option<Edition>) -> Result<Vec<String>, Trouble> {
    let cards = if is_file(deck) {
        read(Path::new(deck))?.cards
    } else {
        let decks = || {
            let known = content().catalog.decks.iter();
            known.filter(|deck| edition.is_none_or(|only| only.name() == deck.edition))
        };
        let name = one_of("deck", deck, decks().map(|deck| deck.name.as_str()))?;
        let found: Vec<_> = decks().filter(|deck| deck.name == name).collect();
        match found.as_slice() {
            [only] => only.cards.clone(),
            several => {
                let editions: Vec<&str> =
                    several.iter().map(|deck| deck.edition.as_str()).collect();
                return Err(Trouble::input(format!(
                    "several editions have a deck `{name}`: say which with `--edition`, one of {}",
                    editions.join(", ")
                )));
            }
        }
    };
    Ok(cards.iter().map(|id| content().list_name(*id)).collect())
}

fn is_file(word: &str) -> bool {
    word.ends_with(".deck") || word.contains(['/', '\\']) || Path::new(word).is_file()
}

/// The deck that a word of the command line names: a file, or a ready-made deck of the edition. None if there is
/// no such deck.
fn named(edition: &str, word: &str) -> Result<Option<DeckFile>, Trouble> {
    if is_file(word) {
        return read(Path::new(word)).map(Some);
    }
    let mut decks = content().decks(edition).into_iter();
    let known = decks.find(|deck| same_name(&deck.name, word));
    Ok(known.map(|deck| DeckFile {
        name: deck.name.clone(),
        edition: edition.to_owned(),
        format: content().formats(edition)[0].clone(),
        warband: deck.warband.clone(),
        cards: deck.cards.clone(),
    }))
}

/// The warband that a deck is for, if it is for one.
pub fn warband_of(edition: &str, deck: &str) -> Result<Option<String>, Trouble> {
    let warband = named(edition, deck)?.map(|deck| deck.warband);
    Ok(warband.filter(|name| !name.is_empty()))
}

/// Warbands and decks by seat as a command line names them: a deck may be a file. It says for which warband it
/// is unless that was said already.
///
/// # Errors
/// A file cannot be read or is of another edition, or a deck breaks a rule.
pub fn seats(
    edition: &str,
    warbands: &[String],
    decks: &[String],
) -> Result<(Vec<String>, Vec<String>), Trouble> {
    let mut bands = warbands.to_vec();
    let mut lists = Vec::new();
    for (seat, word) in decks.iter().enumerate() {
        if word.is_empty() {
            // Whatever fits.
            lists.push(String::new());
            continue;
        }
        let Some(deck) = named(edition, word)? else {
            // The table says which decks there are.
            lists.push(word.clone());
            continue;
        };
        if deck.edition != edition {
            return Err(Trouble::input(format!(
                "{word}: this deck is for {}, the game is {edition}",
                deck.edition
            )));
        }
        let own = content().core_warbands(edition);
        while bands.len() <= seat {
            let next = bands.len();
            let band = match deck.warband.as_str() {
                named if next == seat && !named.is_empty() => named,
                _ => own
                    .get(next % own.len().max(1))
                    .copied()
                    .unwrap_or_default(),
            };
            bands.push(band.to_owned());
        }
        let deck = DeckFile {
            warband: match bands.get(seat) {
                Some(band) => content()
                    .catalog
                    .warband(edition, band)
                    .map_or(band.clone(), |b| b.def.name.clone()),
                None => deck.warband.clone(),
            },
            ..deck
        };
        let broken = broken(&deck);
        if !broken.is_empty() {
            let lines = told(&deck, &broken);
            return Err(Trouble::input(format!(
                "{word}: not a legal deck for {}\n    {}",
                deck.warband,
                lines.join("\n    ")
            )));
        }
        lists.push(match is_file(word) {
            true => deck.spec(content()),
            false => word.clone(),
        });
    }
    debug_assert!(bands.iter().all(|band| !slug_of(band).is_empty()));
    Ok((bands, lists))
}

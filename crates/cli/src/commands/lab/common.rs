//! What all studies of `gloryhex lab` share: their options, tables, games and result files.

use super::super::arena::bar;
use crate::{args::Edition, interrupt, packs::content, trouble::Trouble};
use clap::Args;
use gloryhex_editions::Spec;
use gloryhex_engine::{Deck, Table};
use gloryhex_lab::{
    digest::Digest,
    study::{Ledger, Pairing, Sheet, Study},
};
use gloryhex_model::Seat;
use gloryhex_search::Kind;
use std::{
    fs,
    hash::{Hash, Hasher},
    io::{Write, stdout},
    path::{Path, PathBuf},
    sync::Arc,
};

/// How the names of result files end.
const RESULTS: [&str; 3] = ["csv", "parquet", "html"];

/// The options of a study.
#[derive(Args)]
pub struct Common {
    /// The edition
    #[arg(long)]
    pub edition: Edition,
    /// Who plays both sides: random, greedy, search:200, …
    #[arg(long, default_value = "greedy")]
    pub player: String,
    /// Games of each pairing
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Warbands, by commas; the edition's own without it
    #[arg(long, value_delimiter = ',')]
    pub warbands: Vec<String>,
    /// Decks, by commas
    #[arg(long, value_delimiter = ',')]
    pub decks: Vec<String>,
    /// Folder for the results; an interrupted study found there goes on
    #[arg(long, default_value = "lab-results")]
    pub out: PathBuf,
}

/// A table that has been laid, and the names of what lies on it.
pub struct Laid {
    pub table: Table,
    warbands: [String; 2],
    decks: [String; 2],
}

impl Laid {
    /// The pairing of the two warbands.
    pub fn pairing(self) -> Pairing {
        let [first, second] = self.warbands.clone();
        Pairing {
            table: Arc::new(self.table),
            first,
            second,
            warbands: self.warbands,
            decks: self.decks,
        }
    }
}

/// What a deck is called. One that a player built has a digest of its cards besides, for they may change
/// while the name stays.
fn deck_name(deck: &Deck, edition: &str, built: Option<&String>) -> String {
    let content = content();
    if let Some((name, _)) = built.and_then(|text| text.split_once('\n')) {
        let mut digest = Digest::new();
        deck.power.hash(&mut digest);
        deck.objectives.hash(&mut digest);
        return format!("{name} (cards {:08x})", digest.finish() >> 32);
    }
    let known = content.decks(edition).into_iter().find(|def| {
        let cards = content.split(&def.cards);
        cards.power == deck.power && cards.objectives == deck.objectives
    });
    known.map_or("no deck".into(), |def| def.name.clone())
}

/// Leaves out names that were there before.
pub fn once(names: &mut Vec<String>) {
    let mut seen: Vec<String> = Vec::new();
    names.retain(|name| {
        let new = !seen.contains(name);
        seen.push(name.clone());
        new
    });
}

impl Common {
    /// The warbands asked for, or the edition's own.
    pub fn names(&self) -> Vec<String> {
        if !self.warbands.is_empty() {
            return self.warbands.clone();
        }
        let own = content().warbands(self.edition.name());
        own.into_iter().map(str::to_owned).collect()
    }
    /// A table for two warbands, and what lies on it.
    pub fn lay(&self, sides: [&str; 2], decks: &[String]) -> Result<Laid, Trouble> {
        let named = sides.map(str::to_owned);
        let (warbands, decks) = super::super::deck::seats(self.edition.name(), &named, decks)?;
        let spec = Spec {
            warbands,
            decks,
            ..Spec::core(self.edition.name(), 2)
        };
        let table = content().table(&spec).map_err(Trouble::input)?;
        let decks = [0, 1].map(|seat| {
            let built = spec.decks.get(usize::from(seat));
            deck_name(table.deck(Seat(seat)), &spec.edition, built)
        });
        Ok(Laid {
            table,
            warbands: named,
            decks,
        })
    }
    /// A study of these pairings.
    pub fn study(&self, title: &str, pairings: Vec<Pairing>) -> Result<Study, Trouble> {
        Ok(Study {
            title: title.to_owned(),
            edition: self.edition.name().to_owned(),
            content: content().hash,
            player: self.player.parse::<Kind>().map_err(Trouble::input)?,
            pairings,
            games: self.games,
            seed: self.seed,
            threads: self.threads.into(),
        })
    }
    /// Everybody in both seats against everybody.
    pub fn round_robin(&self) -> Result<Vec<Pairing>, Trouble> {
        let mut names = self.names();
        once(&mut names);
        // A deck file is for one warband, which has that seat to itself if none is named.
        let at_seat = |seat: usize| -> Result<Vec<String>, Trouble> {
            let deck = self.decks.get(seat).filter(|_| self.warbands.is_empty());
            Ok(
                match deck.map_or(Ok(None), |deck| {
                    super::super::deck::warband_of(self.edition.name(), deck)
                })? {
                    Some(warband) => vec![warband],
                    None => names.clone(),
                },
            )
        };
        let (firsts, seconds) = (at_seat(0)?, at_seat(1)?);
        let mut pairings = Vec::new();
        for first in &firsts {
            for second in &seconds {
                pairings.push(self.lay([first, second], &self.decks)?.pairing());
            }
        }
        Ok(pairings)
    }
    /// Plays; every file that will be written is tried before the first game.
    pub fn play(&self, name: &str, study: &Study) -> Result<Ledger, Trouble> {
        let broken = |path: &Path, error: std::io::Error| {
            Trouble::input(format!("cannot write to {}: {error}", path.display()))
        };
        fs::create_dir_all(&self.out).map_err(|error| broken(&self.out, error))?;
        let probe = self.out.join(".probe");
        fs::write(&probe, b"")
            .and_then(|()| fs::remove_file(&probe))
            .map_err(|error| broken(&self.out, error))?;
        let path = self.out.join(format!("{name}-games.csv"));
        let results = RESULTS.map(|extension| self.out.join(format!("{name}.{extension}")));
        for file in results.iter().chain([&path]).filter(|file| file.exists()) {
            // What is in it stays until there is something to take its place.
            fs::OpenOptions::new()
                .append(true)
                .open(file)
                .map_err(|error| broken(file, error))?;
        }
        let mut ledger = Ledger::at(study, &path).map_err(Trouble::input)?;
        let bar = bar(self.games * study.pairings.len() as u64, "games");
        study
            .run(&mut ledger, interrupt::flag(), &|| bar.inc(1))
            .map_err(|error| broken(&path, error))?;
        bar.finish_and_clear();
        Ok(ledger)
    }
    /// What a study's results were made from.
    pub fn facts(&self, study: &Study, ledger: &Ledger) -> Vec<(&'static str, String)> {
        vec![
            ("Edition", study.edition.clone()),
            ("Content", format!("{:016x}", study.content)),
            ("Player", study.player.to_string()),
            ("Games", ledger.games().count().to_string()),
            ("Seed", study.seed.to_string()),
            ("Warbands", study.warbands()),
            ("Decks", study.decks()),
        ]
    }
    /// Writes the results.
    pub fn keep(
        &self,
        name: &str,
        sheet: &Sheet,
        facts: &[(&str, String)],
        page: &str,
    ) -> Result<(), Trouble> {
        let sheet = sheet.stamped(facts);
        let texts = [
            sheet.csv().into_bytes(),
            sheet.parquet()?,
            page.as_bytes().to_vec(),
        ];
        let mut out = stdout().lock();
        for (extension, bytes) in RESULTS.iter().zip(texts) {
            let path = self.out.join(format!("{name}.{extension}"));
            fs::write(&path, bytes)
                .map_err(|error| Trouble::input(format!("{}: {error}", path.display())))?;
            writeln!(out, "{}", path.display())?;
        }
        Ok(())
    }
}

//! The subcommands, one file each.

pub mod analyse;
pub mod arena;
mod bench;
pub mod bot;
pub mod cards;
pub mod check;
pub mod coverage;
pub mod deck;
mod editions;
pub mod explain;
mod golden;
pub mod lab;
pub mod odds;
mod perft;
mod play;
mod replay;
mod rules;
mod scenario;
pub mod serve;
mod sides;
mod sim;
mod usage;

use crate::packs::content;
use crate::{
    args::{Args, Command, Edition, Play, Policy, Windows},
    trouble::Trouble,
};
use gloryhex_editions::content::{Spec, unknown};
use gloryhex_engine::{Table, Variant};
use gloryhex_lab::SimSpec;
use gloryhex_model::{CardId, same_name};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Does what was asked.
pub fn run(args: Args) -> Result<(), Trouble> {
    let bare = matches!(&args.command, Some(Command::Check(check)) if check.has_paths());
    if !args.content.is_empty() && !bare {
        crate::packs::add(&args.content)?;
    }
    match args.command {
        Some(Command::Check(ask)) => check::check(&ask, &args.content),
        Some(Command::Cards(ask)) => cards::cards(&ask),
        Some(Command::Fighters(ask)) => cards::fighters(&ask),
        Some(Command::Explain(ask)) => explain::explain(&ask),
        Some(Command::Deck(ask)) => deck::deck(&ask),
        Some(Command::Coverage(ask)) => coverage::coverage(&ask),
        Some(Command::Sim(sim)) => sim::sim(&sim),
        Some(Command::Soak(soak)) => sim::soak(&soak),
        Some(Command::Bench(bench)) => bench::bench(&bench),
        Some(Command::Arena(ask)) => arena::arena(&ask),
        Some(Command::Analyse(ask)) => analyse::analyse(&ask),
        Some(Command::Bot(ask)) => bot::bot(&ask),
        Some(Command::Lab(ask)) => lab::lab(&ask),
        Some(Command::Odds(odds)) => odds::odds(&odds),
        Some(Command::Editions(editions)) => editions::editions(&editions),
        Some(Command::Scenario(scenarios)) => scenario::scenario(&scenarios),
        Some(Command::Replay(replays)) => replay::replay(&replays),
        Some(Command::Perft(compare)) => perft::perft(&compare),
        Some(Command::Golden(compare)) => golden::golden(&compare),
        Some(Command::Play(game)) => play::play(&game),
        Some(Command::Rules(rules)) => rules::rules(&rules),
        Some(Command::Serve(asked)) => serve::serve(&asked),
        Some(Command::Load(asked)) => serve::load(&asked),
        None => serve::serve(&serve::Serve::default()),
    }
}

/// A batch as the command line asks for it.
fn spec(edition: Edition, play: &Play, games: u64) -> SimSpec {
    SimSpec {
        edition: edition.name().into(),
        players: play.players,
        games,
        seed: play.seed,
        threads: play.threads.into(),
        policy: match play.policy {
            Policy::Random => gloryhex_lab::Policy::Random,
        },
        windows: match play.windows {
            Windows::Public => gloryhex_engine::Windows::Public,
            Windows::Playable => gloryhex_engine::Windows::Playable,
        },
    }
}

/// A table for an edition's core set.
fn table(edition: Edition, players: u8) -> Result<Arc<Table>, Trouble> {
    table_named(edition.name(), players)
}

/// Boards as a command line names them.
#[derive(Clone, Copy)]
struct Boards<'a> {
    /// Those that can be chosen.
    offered: &'a [String],
    /// Those that seats have settled on, by seat.
    own: &'a [String],
}

/// A table with warbands and decks by seat, and boards to choose from; a deck may be a file.
fn table_with(
    edition: Edition,
    players: u8,
    variants: &[String],
    warbands: &[String],
    decks: &[String],
    boards: Boards<'_>,
) -> Result<(Arc<Table>, Spec), Trouble> {
    let (warbands, decks) = deck::seats(edition.name(), warbands, decks)?;
    let core = Spec::core(edition.name(), players);
    let variant = match content().edition(edition.name()) {
        Some(edition) => Variant::read(&edition.rules, variants.iter().map(String::as_str))
            .map_err(|unknown| Trouble::input(format!("`--variant`: {unknown}")))?,
        None => core.variant,
    };
    let spec = Spec {
        variant,
        warbands,
        decks,
        boards: boards.offered.to_vec(),
        own_boards: boards.own.to_vec(),
        ..core
    };
    let table = content().table(&spec).map_err(Trouble::input)?;
    Ok((Arc::new(table), spec))
}

/// The known name that was meant: letter case and punctuation do not matter.
fn one_of<'a>(
    kind: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Result<&'a str, Trouble> {
    let mut names: Vec<&str> = Vec::new();
    for other in known {
        if same_name(other, name) {
            return Ok(other);
        }
        if !names.contains(&other) {
            names.push(other);
        }
    }
    Err(Trouble::input(unknown(kind, name, names.into_iter())))
}

/// Names of editions in a sentence.
fn joined(editions: impl Iterator<Item = Edition>) -> String {
    let names: Vec<&str> = editions.map(Edition::name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "no edition".to_owned(),
    }
}

/// The text of a card; none for no card.
fn text_of(card: CardId) -> String {
    content().text(card)
}

/// A table for the core set of an edition that a file names.
fn table_named(edition: &str, players: u8) -> Result<Arc<Table>, Trouble> {
    let spec = Spec::core(edition, players);
    let table = content().table(&spec).map_err(Trouble::input)?;
    Ok(Arc::new(table))
}

fn read_file(path: &Path) -> Result<String, Trouble> {
    let file = path.display().to_string();
    let bytes = std::fs::read(path)
        .map_err(|error| Trouble::input(format!("{file}: cannot be read: {error}")))?;
    gloryhex_notation::problem::text_of(&file, bytes).map_err(Trouble::input)
}

/// The files given, or all files of a folder with this ending.
fn find_files(given: &[PathBuf], folder: &str, ending: &str) -> Result<Vec<PathBuf>, Trouble> {
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    let entries = std::fs::read_dir(folder).map_err(|error| {
        Trouble::input(format!(
            "the folder `{folder}` cannot be read: {error}; run this at the root of the repository or name files"
        ))
    })?;
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    found.sort();
    Ok(found)
}

//! The subcommands, one file each.

mod bench;
mod editions;
pub mod odds;
mod sim;

use crate::{
    args::{Args, Command, Edition, Play, Policy, Windows},
    trouble::Trouble,
};
use clap::CommandFactory;
use gloryhex_editions::{Content, content::Spec};
use gloryhex_engine::Table;
use gloryhex_lab::SimSpec;
use std::{
    io::{Write, stdout},
    sync::Arc,
};

/// Does what was asked.
pub fn run(args: Args) -> Result<(), Trouble> {
    match args.command {
        Some(Command::Sim(sim)) => sim::sim(&sim),
        Some(Command::Soak(soak)) => sim::soak(&soak),
        Some(Command::Bench(bench)) => bench::bench(&bench),
        Some(Command::Odds(odds)) => odds::odds(&odds),
        Some(Command::Editions(editions)) => editions::editions(&editions),
        None => {
            let help = Args::command().render_help();
            writeln!(stdout(), "{help}")?;
            Ok(())
        }
    }
}

/// A batch as the command line asks for it.
fn spec(play: &Play, games: u64) -> SimSpec {
    SimSpec {
        edition: play.edition.name().into(),
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
    let spec = Spec::core(edition.name(), players);
    let table = Content::embedded().table(&spec).map_err(Trouble::input)?;
    Ok(Arc::new(table))
}

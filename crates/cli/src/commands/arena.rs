//! `gloryhex arena`: players against each other, and what can be said about their strength.

use crate::{
    args::Edition,
    interrupt,
    packs::content,
    trouble::{Trouble, tell},
};
use clap::Args;
use gloryhex_editions::Spec;
use gloryhex_lab::{
    PlayerSpec,
    arena::{ArenaReport, ArenaSpec, arena as run_arena},
    bot::BotSettings,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{Write, stdout},
    sync::Arc,
    time::Duration,
};

/// `gloryhex arena`
#[derive(Args)]
pub struct Arena {
    /// The edition
    #[arg(long)]
    edition: Edition,
    /// The players, by commas: random, greedy, search:1000, search:500ms, a level, exec:COMMAND
    #[arg(long)]
    players: String,
    /// Games; every player sits in every seat equally often
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed; the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, each playing games of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Warbands by seat, by commas
    #[arg(long, visible_alias = "warband", value_delimiter = ',')]
    warbands: Vec<String>,
    /// Decks by seat, by commas: names or deck files
    #[arg(long, visible_alias = "deck", value_delimiter = ',')]
    decks: Vec<String>,
    /// Milliseconds a program has for an answer
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    bot_time: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn arena(ask: &Arena) -> Result<(), Trouble> {
    let players = ask
        .players
        .split(',')
        .map(|name| name.trim().parse::<PlayerSpec>().map_err(Trouble::input))
        .collect::<Result<Vec<_>, _>>()?;
    if !(2..=4).contains(&players.len()) {
        return Err(Trouble::input(format!(
            "`--players {}`: expected two to four players by commas, like `greedy,random`",
            ask.players
        )));
    }
    let (warbands, decks) = super::deck::seats(ask.edition.name(), &ask.warbands, &ask.decks)?;
    let setup = Spec {
        warbands,
        decks,
        ..Spec::core(ask.edition.name(), players.len() as u8)
    };
    let table = content().table(&setup).map_err(Trouble::input)?;
    let spec = ArenaSpec {
        edition: ask.edition.name().into(),
        players,
        games: ask.games,
        seed: ask.seed,
        threads: ask.threads.into(),
        bots: BotSettings {
            time: Duration::from_millis(ask.bot_time),
            ..BotSettings::new(setup)
        },
    };
    let bar = bar(ask.games, "games");
    let stop = interrupt::flag();
    let report = run_arena(&Arc::new(table), &spec, stop, &|_| bar.inc(1));
    bar.finish_and_clear();
    let mut out = stdout().lock();
    if ask.json {
        let text = serde_json::to_string(&report).map_err(Trouble::input)?;
        writeln!(out, "{text}")?;
    } else {
        print(&mut out, &report)?;
    }
    if report.broken == 0 {
        return Ok(());
    }
    tell(format_args!(
        "gloryhex: a bug in the engine: {} of {} games came to no end and count for nobody",
        report.broken, report.games
    ));
    for breach in &report.breaches {
        tell(format_args!(
            "edition {}, seed {}, {breach}",
            report.edition, report.seed
        ));
    }
    Err(Trouble::Failed)
}

/// A progress bar with the time left, on the terminal only.
pub fn bar(length: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{elapsed}} gone, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

fn print(out: &mut impl Write, report: &ArenaReport) -> Result<(), Trouble> {
    writeln!(
        out,
        "{}: {} of {} games, seed {}, {:.1} s on {} thread{}",
        report.edition,
        report.games,
        report.asked,
        report.seed,
        report.seconds,
        report.threads,
        if report.threads == 1 { "" } else { "s" }
    )?;
    writeln!(
        out,
        "{:20} {:>5} {:>5} {:>5}  {:>6}  {:15}  {:>5}  {:>6} {:>6}  {:>10}  {:>18}",
        "player",
        "won",
        "drawn",
        "lost",
        "score",
        "95 % interval",
        "Elo",
        "rating",
        "glory",
        "choices/s",
        "ms: half 99 % most"
    )?;
    for s in &report.standings {
        let rating = s.rating.map_or("-".into(), |rating| format!("{rating:.0}"));
        writeln!(
            out,
            "{:20} {:>5} {:>5} {:>5}  {:>5.1}%  {:>5.1}% – {:>5.1}%  {:>+5.0}  {:>6} {:>6.2}  {:>10.1}  {:>5.1} {:>5.1} {:>6.1}",
            s.player,
            s.won,
            s.drawn,
            s.lost,
            100.0 * s.score.rate,
            100.0 * s.score.low,
            100.0 * s.score.high,
            s.elo[0],
            rating,
            s.glory,
            s.choices_per_second,
            s.milliseconds[0],
            s.milliseconds[1],
            s.milliseconds[2],
        )?;
    }
    for misdeed in &report.misdeeds {
        writeln!(out, "{misdeed}")?;
    }
    Ok(())
}

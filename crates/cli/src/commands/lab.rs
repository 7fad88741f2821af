//! `gloryhex lab`: matrices, cards, lengths and sweeps, as files in a folder.

mod common;
mod puzzles;

use super::arena::bar;
use crate::{args::Edition, interrupt, packs::content, trouble::Trouble};
use clap::{Args, Subcommand};
use common::Common;
use gloryhex_editions::Spec;
use gloryhex_lab::study::{
    Pairing, cards, fit, length, matrix,
    sweep::{self, Figure, Knob, RuleNumber},
};
use gloryhex_lab::{arena::ArenaSpec, bot::BotSettings, ladder};
use gloryhex_search::{Kind, kind::far_apart};
use std::{
    io::{Write, stdout},
    sync::Arc,
};

/// `gloryhex lab`
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    what: What,
}

/// What to study.
#[derive(Subcommand)]
enum What {
    /// Everybody against everybody
    Matrix {
        #[command(flatten)]
        common: Common,
        /// Decks against decks instead of warbands against warbands
        #[arg(long)]
        by_deck: bool,
        /// Leave out games of a side against itself
        #[arg(long)]
        apart: bool,
    },
    /// How often each card is drawn, played and scored, and whether it helps
    Cards {
        #[command(flatten)]
        common: Common,
    },
    /// How long games are
    Length {
        #[command(flatten)]
        common: Common,
    },
    /// What parts of a position tell who wins, by regression; the search's weights come from this
    Fit {
        #[command(flatten)]
        common: Common,
        /// How much steeper the odds are at the end of the game
        #[arg(long, default_value_t = 0.8)]
        late: f64,
        /// The search's own weights, every figure by itself
        #[arg(long)]
        keen: bool,
    },
    /// Where random and beginner stand on the scale of the arena's ratings, on which greedy has 1000
    Ladder {
        /// The edition
        #[arg(long)]
        edition: Edition,
        /// Games of each pair
        #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
        games: u64,
        /// Seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Threads
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Look for puzzles in self-play and write them as scenario files
    Puzzles(puzzles::Puzzles),
    /// Vary one number and follow the win rate of the first seat
    Sweep {
        #[command(flatten)]
        common: Common,
        /// A fighter of the first seat
        #[arg(long, requires = "figure", conflicts_with = "rule")]
        fighter: Option<String>,
        /// Its figure: move, defence, wounds, bounty, range, dice, damage
        #[arg(long)]
        figure: Option<String>,
        /// A number of the rules: rounds, turns, lethal-damage
        #[arg(long, required_unless_present = "fighter")]
        rule: Option<String>,
        /// First value
        #[arg(long)]
        from: u8,
        /// Last value
        #[arg(long)]
        to: u8,
    },
}

pub fn lab(ask: &Lab) -> Result<(), Trouble> {
    match &ask.what {
        What::Matrix {
            common,
            by_deck,
            apart,
        } => run_matrix(common, *by_deck, *apart),
        What::Cards { common } => run_cards(common),
        What::Length { common } => run_length(common),
        What::Fit { common, late, keen } => run_fit(common, *late, *keen),
        What::Ladder {
            edition,
            games,
            seed,
            threads,
            json,
        } => {
            let setup = Spec::core(edition.name(), 2);
            let spec = ArenaSpec {
                edition: edition.name().into(),
                players: Vec::new(),
                games: *games,
                seed: *seed,
                threads: (*threads).into(),
                bots: BotSettings::new(setup.clone()),
            };
            run_ladder(&setup, &spec, *json)
        }
        What::Puzzles(ask) => puzzles::run(ask),
        What::Sweep {
            common,
            fighter,
            figure,
            rule,
            from,
            to,
        } => {
            let knob = match (fighter, rule) {
                (Some(name), _) => Knob::Fighter {
                    name: name.clone(),
                    figure: pick(figure.as_deref().unwrap_or(""), "figure", &Figure::NAMES)?,
                },
                (None, rule) => {
                    let name = rule.as_deref().unwrap_or("");
                    Knob::Rule(pick(name, "rule number", &RuleNumber::NAMES)?)
                }
            };
            if from > to {
                return Err(Trouble::input("`--from` must not exceed `--to`"));
            }
            let range = knob.range();
            if !range.contains(from) || !range.contains(to) {
                return Err(Trouble::input(format!(
                    "`--from {from} --to {to}`: {} can be {} to {}",
                    across(&knob),
                    range.start(),
                    range.end()
                )));
            }
            run_sweep(common, &knob, *from, *to)
        }
    }
}

/// One of a list by name, or the nearest as a suggestion.
fn pick<T: Copy>(name: &str, what: &str, known: &[(&str, T)]) -> Result<T, Trouble> {
    if let Some((_, found)) = known.iter().find(|(other, _)| *other == name) {
        return Ok(*found);
    }
    let near = known.iter().min_by_key(|(other, _)| far_apart(name, other));
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let near = near
        .filter(|(other, _)| far_apart(name, other) <= 3)
        .map_or(".".into(), |(other, _)| {
            format!("; did you mean `{other}`?")
        });
    Err(Trouble::input(format!(
        "no {what} is called `{name}`{near} There are {}",
        names.join(", ")
    )))
}

fn run_matrix(common: &Common, by_deck: bool, apart: bool) -> Result<(), Trouble> {
    let name = if by_deck { "decks" } else { "matrix" };
    let mut pairings = if by_deck {
        deck_pairings(common)?
    } else {
        common.round_robin()?
    };
    if apart {
        pairings.retain(|pairing| pairing.first != pairing.second);
    }
    if pairings.is_empty() {
        return Err(Trouble::input(
            "nobody is left to play; name two sides at least, or leave `--apart` out",
        ));
    }
    let study = common.study(name, pairings)?;
    let ledger = common.play(name, &study)?;
    let result = matrix::matrix(&study, &ledger);
    let title = format!(
        "{}: {}",
        study.edition,
        if by_deck {
            "deck against deck"
        } else {
            "warband against warband"
        }
    );
    let facts = common.facts(&study, &ledger);
    let page = result.page(&title, &facts);
    common.keep(name, &result.sheet, &facts, &page)
}

fn deck_pairings(common: &Common) -> Result<Vec<Pairing>, Trouble> {
    let content = content();
    let mut decks: Vec<String> = if common.decks.is_empty() {
        content
            .catalog
            .decks
            .iter()
            .filter(|deck| deck.edition == common.edition.name() && deck.warband.is_empty())
            .filter(|deck| deck.format != gloryhex_cardlang::DeckFormat::Pool)
            .map(|deck| deck.name.clone())
            .collect()
    } else {
        common.decks.clone()
    };
    common::once(&mut decks);
    if decks.is_empty() {
        return Err(Trouble::input(format!(
            "{} has no decks that any warband can play; name some with `--decks`",
            common.edition.name()
        )));
    }
    let names = common.names();
    let warband = names.first().map_or("", String::as_str);
    let mut pairings = Vec::new();
    for first in &decks {
        for second in &decks {
            let laid = common.lay([warband, warband], &[first.clone(), second.clone()])?;
            pairings.push(Pairing {
                first: first.clone(),
                second: second.clone(),
                ..laid.pairing()
            });
        }
    }
    Ok(pairings)
}

fn run_cards(common: &Common) -> Result<(), Trouble> {
    let study = common.study("cards", common.round_robin()?)?;
    let ledger = common.play("cards", &study)?;
    let sheet = cards::cards(&study, &ledger);
    let title = format!("{}: cards", study.edition);
    let facts = common.facts(&study, &ledger);
    let page = cards::to_page(&sheet, &title, &facts);
    common.keep("cards", &sheet, &facts, &page)
}

fn run_length(common: &Common) -> Result<(), Trouble> {
    let study = common.study("length", common.round_robin()?)?;
    let ledger = common.play("length", &study)?;
    let sheet = length::length(&ledger);
    let title = format!("{}: length of games", study.edition);
    let facts = common.facts(&study, &ledger);
    let page = length::to_page(&ledger, &sheet, &title, &facts);
    common.keep("length", &sheet, &facts, &page)
}

fn run_fit(common: &Common, late: f64, keen: bool) -> Result<(), Trouble> {
    let player = common.player.parse::<Kind>().map_err(Trouble::input)?;
    let spec = Spec::core(common.edition.name(), 2);
    let table = Arc::new(content().table(&spec).map_err(Trouble::input)?);
    let bar = bar(common.games, "games");
    let (games, seed) = (common.games, common.seed);
    let told = || bar.inc(1);
    let whose = if keen {
        fit::Whose::Search
    } else {
        fit::Whose::Greedy
    };
    let plan = fit::Plan {
        whose,
        player,
        games,
        seed,
        late,
    };
    let rows = plan.positions(&table, interrupt::flag(), &told);
    let played = bar.position();
    bar.finish_and_clear();
    let found = plan.fit(&rows);
    let mut out = stdout().lock();
    writeln!(
        out,
        "{}: {} positions of {played} games by {player}, seed {seed}, late {late}, content {:016x}",
        common.edition.name(),
        rows.len(),
        content().hash
    )?;
    writeln!(
        out,
        "log loss {:.4}, with glory alone {:.4}; slope {:.3}",
        found.loss[0], found.loss[1], found.slope
    )?;
    for (name, weight) in whose.parts().iter().zip(found.weights) {
        writeln!(out, "{name:12} {weight:7.3}")?;
    }
    Ok(())
}

fn run_ladder(setup: &Spec, spec: &ArenaSpec, json: bool) -> Result<(), Trouble> {
    let table = Arc::new(content().table(setup).map_err(Trouble::input)?);
    let pairs = ladder::RUNGS.len() as u64 - 1;
    let bar = bar(pairs * spec.games, "games");
    let rungs = ladder::climb(&table, spec, interrupt::flag(), &|_| bar.inc(1));
    bar.finish_and_clear();
    let mut out = stdout().lock();
    if json {
        let text = serde_json::to_string(&rungs).map_err(Trouble::input)?;
        writeln!(out, "{text}")?;
        return Ok(());
    }
    let hash = content().hash;
    writeln!(
        out,
        "{}, seed {}, content {hash:016x}",
        spec.edition, spec.seed
    )?;
    if rungs.is_empty() {
        writeln!(out, "no game was finished, so there is nothing to rate")?;
    } else if rungs.len() < ladder::RUNGS.len() {
        writeln!(
            out,
            "stopped before greedy played, from which ratings count"
        )?;
    }
    for rung in &rungs {
        let rating = rung
            .rating
            .map_or("-".into(), |rating| format!("{rating:.0}"));
        let against = match rung.score {
            Some([rate, low, high]) => format!(
                "{:.1} % ({:.1} – {:.1}) of {} games against the line above",
                100.0 * rate,
                100.0 * low,
                100.0 * high,
                rung.games
            ),
            None => String::new(),
        };
        writeln!(out, "{:10} {rating:>6}  {against}", rung.player)?;
    }
    Ok(())
}

/// What is varied, in words.
fn across(knob: &Knob) -> String {
    match knob {
        Knob::Fighter { name, figure } => format!("{figure:?} of {name}").to_lowercase(),
        Knob::Rule(number) => format!("{number:?}").to_lowercase(),
    }
}

fn run_sweep(common: &Common, knob: &Knob, from: u8, to: u8) -> Result<(), Trouble> {
    let names = common.names();
    let first = names.first().map_or("", String::as_str);
    let second = names.get(1).map_or(first, String::as_str);
    let values: Vec<u8> = (from..=to).collect();
    let mut pairings = Vec::new();
    for value in &values {
        let mut laid = common.lay([first, second], &common.decks)?;
        if !knob.turn(&mut laid.table, *value) {
            let fighters: Vec<&str> = laid
                .table
                .entrants
                .iter()
                .filter(|entrant| entrant.seat.0 == 0)
                .map(|entrant| entrant.def.name.as_str())
                .collect();
            return Err(Trouble::input(format!(
                "no such fighter in {first}; there are {}",
                fighters.join(", ")
            )));
        }
        pairings.push(laid.pairing());
    }
    let across = across(knob);
    let study = common.study(&format!("sweep {across} {from} to {to}"), pairings)?;
    let ledger = common.play("sweep", &study)?;
    let (sheet, points) = sweep::sweep(&study, &ledger, &values);
    let title = format!("{}: {first} by {across}", study.edition);
    let facts = common.facts(&study, &ledger);
    let page = sweep::to_page(&sheet, &points, &across, &title, &facts);
    common.keep("sweep", &sheet, &facts, &page)
}

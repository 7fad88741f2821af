//! `gloryhex lab`: matrices, cards, lengths and sweeps, as files in a folder.

use super::arena::bar;
use crate::{args::Edition, interrupt, packs::content, trouble::Trouble};
use clap::{Args, Subcommand};
use gloryhex_editions::Spec;
use gloryhex_engine::Table;
use gloryhex_lab::study::{
    Ledger, Pairing, Sheet, Study, cards, fit, length, matrix,
    sweep::{self, Figure, Knob, RuleNumber},
};
use gloryhex_lab::{arena::ArenaSpec, bot::BotSettings, ladder};
use gloryhex_search::{Kind, kind::far_apart};
use std::{
    fs,
    io::{Write, stdout},
    path::{Path, PathBuf},
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
        #[arg(long, value_enum)]
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

#[derive(Args)]
struct Common {
    /// The edition
    #[arg(long, value_enum)]
    edition: Edition,
    /// Who plays both sides: random, greedy, search:200, …
    #[arg(long, default_value = "greedy")]
    player: String,
    /// Games of each pairing
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Warbands, by commas; the edition's own without it
    #[arg(long, value_delimiter = ',')]
    warbands: Vec<String>,
    /// Decks, by commas
    #[arg(long, value_delimiter = ',')]
    decks: Vec<String>,
    /// Folder for the results; an interrupted study found there goes on
    #[arg(long, default_value = "lab-results")]
    out: PathBuf,
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
        .map(|(other, _)| format!("; did you mean `{other}`?"))
        .unwrap_or_default();
    Err(Trouble::input(format!(
        "no {what} is called `{name}`{near} There are {}",
        names.join(", ")
    )))
}

impl Common {
    fn names(&self) -> Vec<String> {
        if !self.warbands.is_empty() {
            return self.warbands.clone();
        }
        let own = content().warbands(self.edition.name());
        own.into_iter().map(str::to_owned).collect()
    }
    fn table(&self, warbands: [&str; 2], decks: &[String]) -> Result<Table, Trouble> {
        let warbands = warbands.map(str::to_owned);
        let (warbands, decks) = super::deck::seats(self.edition.name(), &warbands, decks)?;
        let spec = Spec {
            warbands,
            decks,
            ..Spec::core(self.edition.name(), 2)
        };
        content().table(&spec).map_err(Trouble::input)
    }
    fn study(&self, title: &str, pairings: Vec<Pairing>) -> Result<Study, Trouble> {
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
    fn round_robin(&self) -> Result<Vec<Pairing>, Trouble> {
        let names = self.names();
        let edition = self.edition.name();
        // A deck for one warband has that seat to itself if none is named.
        let at_seat = |seat: usize| -> Result<Vec<String>, Trouble> {
            let deck = self.decks.get(seat).filter(|_| self.warbands.is_empty());
            Ok(
                match deck.map_or(Ok(None), |deck| super::deck::warband_of(edition, deck))? {
                    Some(warband) => vec![warband],
                    None => names.clone(),
                },
            )
        };
        let (firsts, seconds) = (at_seat(0)?, at_seat(1)?);
        let mut pairings = Vec::new();
        for first in &firsts {
            for second in &seconds {
                pairings.push(Pairing {
                    table: Arc::new(self.table([first, second], &self.decks)?),
                    first: first.clone(),
                    second: second.clone(),
                });
            }
        }
        Ok(pairings)
    }
    /// Plays; the folder is tried before the first game.
    fn play(&self, name: &str, study: &Study) -> Result<Ledger, Trouble> {
        let broken = |error: std::io::Error| {
            Trouble::input(format!("cannot write to {}: {error}", self.out.display()))
        };
        fs::create_dir_all(&self.out).map_err(broken)?;
        let probe = self.out.join(".probe");
        fs::write(&probe, b"").map_err(broken)?;
        fs::remove_file(&probe).map_err(broken)?;
        let path = self.out.join(format!("{name}-games.csv"));
        let mut ledger = Ledger::at(study, &path).map_err(Trouble::input)?;
        let bar = bar(self.games * study.pairings.len() as u64, "games");
        study
            .run(&mut ledger, interrupt::flag(), &|| bar.inc(1))
            .map_err(broken)?;
        bar.finish_and_clear();
        Ok(ledger)
    }
    fn facts(&self, study: &Study, ledger: &Ledger) -> Vec<(&'static str, String)> {
        vec![
            ("Edition", study.edition.clone()),
            ("Content", format!("{:016x}", study.content)),
            ("Player", study.player.to_string()),
            ("Games", ledger.games().count().to_string()),
            ("Seed", study.seed.to_string()),
        ]
    }
    fn keep(
        &self,
        name: &str,
        sheet: &Sheet,
        facts: &[(&str, String)],
        page: &str,
    ) -> Result<(), Trouble> {
        let sheet = sheet.stamped(facts);
        let write = |extension: &str, bytes: &[u8]| -> Result<PathBuf, Trouble> {
            let path = self.out.join(format!("{name}.{extension}"));
            fs::write(&path, bytes)
                .map_err(|error| Trouble::input(format!("{}: {error}", path.display())))?;
            Ok(path)
        };
        let paths = [
            write("csv", sheet.csv().as_bytes())?,
            write("parquet", &sheet.parquet()?)?,
            write("html", page.as_bytes())?,
        ];
        let mut out = stdout().lock();
        for path in &paths {
            writeln!(out, "{}", shown(path))?;
        }
        Ok(())
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
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
    let decks = if common.decks.is_empty() {
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
            let table = common.table([warband, warband], &[first.clone(), second.clone()])?;
            pairings.push(Pairing {
                table: Arc::new(table),
                first: first.clone(),
                second: second.clone(),
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
    for rung in &rungs {
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
        writeln!(out, "{:10} {:>6.0}  {against}", rung.player, rung.rating)?;
    }
    Ok(())
}

fn run_sweep(common: &Common, knob: &Knob, from: u8, to: u8) -> Result<(), Trouble> {
    let names = common.names();
    let first = names.first().map_or("", String::as_str);
    let second = names.get(1).map_or(first, String::as_str);
    let values: Vec<u8> = (from..=to).collect();
    let mut pairings = Vec::new();
    for value in &values {
        let mut table = common.table([first, second], &common.decks)?;
        if !knob.turn(&mut table, *value) {
            let fighters: Vec<&str> = table
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
        pairings.push(Pairing {
            table: Arc::new(table),
            first: first.to_owned(),
            second: second.to_owned(),
        });
    }
    let across = match knob {
        Knob::Fighter { name, figure } => format!("{figure:?} of {name}").to_lowercase(),
        Knob::Rule(number) => format!("{number:?}").to_lowercase(),
    };
    let study = common.study(&format!("sweep {across} {from} to {to}"), pairings)?;
    let ledger = common.play("sweep", &study)?;
    let (sheet, points) = sweep::sweep(&study, &ledger, &values);
    let title = format!("{}: {first} by {across}", study.edition);
    let facts = common.facts(&study, &ledger);
    let page = sweep::to_page(&sheet, &points, &across, &title, &facts);
    common.keep("sweep", &sheet, &facts, &page)
}

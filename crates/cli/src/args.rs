//! The command line, as clap reads it.

pub use crate::edition::Edition;
use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Warhammer Underworlds in four editions: play, check rules, replay, measure.
#[derive(Parser)]
#[command(name = "gloryhex", version, about, max_term_width = 100)]
pub struct Args {
    /// A folder with further content, or several; `gloryhex check` says what is wrong with it
    #[arg(long, global = true, value_name = "DIR")]
    pub content: Vec<PathBuf>,
    /// What to do; without it, the game is served.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What can be done.
#[derive(Subcommand)]
pub enum Command {
    /// Play in the terminal
    Play(PlayGame),
    /// Play many games and report what came of them
    Sim(Sim),
    /// Measure speed, per edition
    Bench(Bench),
    /// Play for long with every invariant checked
    Soak(Soak),
    /// Let players meet and tell how strong they are
    Arena(crate::commands::arena::Arena),
    /// Look at a finished game again: chances, dear decisions, luck, objectives missed
    #[command(visible_alias = "analyze")]
    Analyse(crate::commands::analyse::Analyse),
    /// Study warbands, decks, cards and rules by playing many games
    Lab(crate::commands::lab::Lab),
    /// Be a player for another program, over standard input and output
    Bot(crate::commands::bot::Bot),
    /// Exact odds of an attack
    Odds(crate::commands::odds::Odds),
    /// List the editions, or how two of them differ
    Editions(Editions),
    /// Look up rules, or check which of them scenarios show
    Rules(Rules),
    /// Check content and count it
    Check(crate::commands::check::Check),
    /// Browse cards
    Cards(crate::commands::cards::Cards),
    /// Browse fighters and warbands
    Fighters(crate::commands::cards::Fighters),
    /// Tell what a card does, when, by which rules, and where it is written
    Explain(crate::commands::explain::Explain),
    /// Check, make, import and export decks
    Deck(crate::commands::deck::Deck),
    /// Which cards scenarios show, as a table
    Coverage(crate::commands::coverage::Coverage),
    /// Run scenarios: files, or folders of them
    Scenario(Scenarios),
    /// Record, show or verify a whole game
    Replay(Replays),
    /// Compare counts of choice sequences with perft files
    Perft(Compare),
    /// Compare whole games with golden files
    Golden(Compare),
    /// Play in the browser
    Serve(crate::commands::serve::Serve),
    /// Put bots on a server and measure it
    Load(crate::commands::serve::Load),
}

/// What is played, and how.
#[derive(Group)]
pub struct Play {
    /// Players
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub players: u8,
    /// Seed of the batch; the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// How choices are made
    #[arg(long, value_enum, default_value_t = Policy::Random)]
    pub policy: Policy,
    /// When windows for reactions are opened
    #[arg(long, value_enum, default_value_t = Windows::Playable)]
    pub windows: Windows,
    /// Warbands by seat, by commas
    #[arg(long, visible_alias = "warband", value_delimiter = ',')]
    pub warbands: Vec<String>,
    /// Decks by seat, by commas: names or deck files
    #[arg(long, visible_alias = "deck", value_delimiter = ',')]
    pub decks: Vec<String>,
    /// Boards that can be chosen, by commas, of any set; without it, those of the edition's core set
    #[arg(long, visible_alias = "board", value_delimiter = ',')]
    pub boards: Vec<String>,
}

/// How choices are made.
#[derive(Clone, Copy, ValueEnum)]
pub enum Policy {
    /// Every choice on the list is equally likely
    Random,
}

/// When windows for reactions are opened.
#[derive(Clone, Copy, ValueEnum)]
pub enum Windows {
    /// Wherever a player with cards in hand could react
    Public,
    /// Only where somebody has something to play
    Playable,
}

/// `gloryhex sim`
#[derive(Group)]
pub struct Sim {
    /// The edition
    #[arg(long, required_unless_present = "all_decks")]
    pub edition: Option<Edition>,
    /// All warbands and decks against each other, in all editions or the one named: how often each card is used
    #[arg(long, conflicts_with_all = ["warbands", "decks", "boards", "check", "players"])]
    pub all_decks: bool,
    /// With --all-decks: one game in so many is played by greedy players, 0 for none
    #[arg(long, default_value_t = 20, requires = "all_decks")]
    pub greedy: u64,
    #[command(flatten)]
    pub play: Play,
    /// Games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Check every invariant at every decision
    #[arg(long)]
    pub check: bool,
    /// With --check: go on after a breach and list the different ones
    #[arg(long, requires = "check")]
    pub all: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `gloryhex soak`
#[derive(Group)]
pub struct Soak {
    /// The edition
    #[arg(long)]
    pub edition: Edition,
    #[command(flatten)]
    pub play: Play,
    /// Decisions at least
    #[arg(long, default_value_t = 20_000_000)]
    pub decisions: u64,
}

/// `gloryhex bench`
#[derive(Group)]
pub struct Bench {
    /// Only this edition
    #[arg(long)]
    pub edition: Option<Edition>,
    /// Seconds of one measurement
    #[arg(long, default_value_t = 1.0)]
    pub seconds: f64,
    /// Instead, how long opponents of every level think, about so many decisions of each, with two players
    /// and with as many as can play; fails if anybody waits too long
    #[arg(long, value_name = "DECISIONS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub levels: Option<u32>,
    /// With --levels: so many other threads are busy all the time
    #[arg(long, default_value_t = 0, requires = "levels", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub busy: u16,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `gloryhex editions`
#[derive(Group)]
pub struct Editions {
    #[command(subcommand)]
    pub what: Option<EditionsWhat>,
}

/// What to do with editions.
#[derive(Subcommand)]
pub enum EditionsWhat {
    /// Print every rule switch in which two editions differ
    Diff {
        /// One edition
        one: Edition,
        /// The other
        other: Edition,
    },
    /// Print an edition as a file, to make another one of
    Write {
        /// The edition
        edition: Edition,
    },
}

/// `gloryhex scenario`
#[derive(Group)]
pub struct Scenarios {
    /// Files, or folders of `.md` files
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// List those that passed, too
    #[arg(long)]
    pub list: bool,
}

/// `gloryhex perft` and `gloryhex golden`
#[derive(Group)]
pub struct Compare {
    /// Files; by default all in the folder of that name
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write what is found into the files
    #[arg(long)]
    pub bless: bool,
}

/// `gloryhex play`
#[derive(Clone, Group)]
pub struct PlayGame {
    /// The edition
    #[arg(long, default_value_t = Edition::usual())]
    pub edition: Edition,
    /// Players
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub players: u8,
    /// Who plays the other seats: beginner, adept, veteran, champion, teacher, random, search:500ms, exec:COMMAND, …
    #[arg(long, default_value = PlayGame::OPPONENT)]
    pub opponent: String,
    /// Milliseconds a program has for an answer
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub bot_time: u64,
    /// The seat you take
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub seat: u8,
    /// Everybody plays at this keyboard
    #[arg(long)]
    pub hot_seat: bool,
    /// Warbands by seat, by commas
    #[arg(long, visible_alias = "warband", value_delimiter = ',')]
    pub warbands: Vec<String>,
    /// Decks by seat, by commas: names or deck files
    #[arg(long, visible_alias = "deck", value_delimiter = ',')]
    pub decks: Vec<String>,
    /// Boards that can be chosen, by commas, of any set; without it, those of the edition's core set
    #[arg(long, visible_alias = "board", value_delimiter = ',')]
    pub boards: Vec<String>,
    /// Boards that seats have settled on before the game, by commas, by seat; who has none chooses at the table
    #[arg(long, visible_alias = "own-board", value_delimiter = ',')]
    pub own_boards: Vec<String>,
    /// Choose warbands, decks and boards from lists first; at a terminal this is done where nothing is said of them or the seed
    #[arg(long, conflicts_with_all = ["load", "warbands", "decks", "boards", "own_boards"])]
    pub choose: bool,
    /// Another way to play, as often as wanted: artefact, fixed-format, sudden-death, quickstart; each edition has its own
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',')]
    pub variants: Vec<String>,
    /// Play a match: two games, and a third unless one player wins both
    #[arg(long = "match", conflicts_with = "load")]
    pub matched: bool,
    /// The match must have a winner: glory, survivors, sudden death, a roll-off
    #[arg(long, requires = "matched")]
    pub decide: bool,
    /// Go on with a game saved by `save FILE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["edition", "players", "warbands", "decks", "boards", "own_boards", "variants"])]
    pub load: Option<PathBuf>,
    /// Seed of the dice and of the opponents
    #[arg(long)]
    pub seed: Option<u64>,
    /// Line by line instead of on the full screen, as in a pipe; for screen readers and simple terminals
    #[arg(long)]
    pub lines: bool,
}

impl PlayGame {
    /// Who plays the other seats if nobody is named.
    pub const OPPONENT: &'static str = "adept";
}

/// `gloryhex rules`
#[derive(Group)]
pub struct Rules {
    /// Only this edition
    #[arg(long)]
    pub edition: Option<Edition>,
    /// List rules that no passing scenario in scenarios/ cites
    #[arg(long)]
    pub coverage: bool,
    /// Check a rules file instead
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// A rule's id, or words to search for
    pub words: Vec<String>,
}

/// `gloryhex replay`
#[derive(Group)]
pub struct Replays {
    #[command(subcommand)]
    pub what: ReplayWhat,
}

/// What to do with a replay.
#[derive(Subcommand)]
pub enum ReplayWhat {
    /// Play a random game and write its replay
    Record {
        /// The edition
        #[arg(long)]
        edition: Edition,
        /// Players
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
        players: u8,
        /// Seed of the game
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file to write
        file: PathBuf,
    },
    /// Print a replay in words
    Show {
        /// The replay
        file: PathBuf,
    },
    /// Check that a replay still plays to the same end
    Verify {
        /// The replay
        file: PathBuf,
    },
}

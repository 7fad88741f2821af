//! Who sits at a table: opponents of ours and programs of others, and what they can do wrong.

use crate::bot::{Bot, BotSettings};
use gloryhex_engine::{Choice, Ending, Event, Game};
use gloryhex_model::Seat;
use gloryhex_search::{Kind, Policy};
use std::{fmt, str::FromStr};

/// A player as named on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// One of ours.
    Kind(Kind),
    /// A program: a command line.
    Exec(String),
}

/// Something a player did wrong. It costs the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misdeed(pub String);

impl fmt::Display for Misdeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A player at a table.
pub trait Player: Send {
    /// A game begins.
    fn begin(&mut self, _game: &Game, _seat: Seat) -> Result<(), Misdeed> {
        Ok(())
    }
    /// Something happened that the seat may see.
    fn see(&mut self, _game: &Game, _events: &[Event]) {}
    /// Whether it wants to be told what happens.
    fn watches(&self) -> bool {
        false
    }
    /// Decides.
    fn decide(
        &mut self,
        game: &Game,
        seat: Seat,
        choices: &[Choice],
        seed: u64,
    ) -> Result<Choice, Misdeed>;
    /// Why it decided as it did, if it says so.
    fn said(&self) -> Option<&str> {
        None
    }
    /// The game is over.
    fn end(&mut self, _game: &Game, _seat: Seat, _ending: Ending) {}
}

/// One of ours.
struct Ours(Box<dyn Policy>);

impl Player for Ours {
    fn decide(
        &mut self,
        game: &Game,
        seat: Seat,
        choices: &[Choice],
        seed: u64,
    ) -> Result<Choice, Misdeed> {
        Ok(self.0.decide(game, seat, choices, seed))
    }
    fn said(&self) -> Option<&str> {
        self.0.said()
    }
}

impl PlayerSpec {
    /// Seats such a player. A program is started now.
    pub fn seat(&self, seed: u64, settings: &BotSettings) -> Result<Box<dyn Player>, Misdeed> {
        Ok(match self {
            PlayerSpec::Kind(kind) => Box::new(Ours(kind.player(seed))),
            PlayerSpec::Exec(command) => Box::new(Bot::start(command, settings)?),
        })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Kind(kind) => kind.fmt(f),
            PlayerSpec::Exec(command) => write!(f, "exec:{command}"),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = gloryhex_search::kind::Unknown;
    fn from_str(name: &str) -> Result<PlayerSpec, Self::Err> {
        match name.strip_prefix("exec:") {
            Some(command) if !command.trim().is_empty() => Ok(PlayerSpec::Exec(command.to_owned())),
            Some(_) => Err(gloryhex_search::kind::Unknown(
                "`exec:` needs a command, like `exec:python3 docs/bots/example.py`".into(),
            )),
            None => name.parse().map(PlayerSpec::Kind),
        }
    }
}

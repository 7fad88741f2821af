//! Whole random games written down: every decision, the choice made, and what happened.
//!
//! A golden game is compared line by line with what the engine does today. Its first lines say what
//! was played; the rest follows from them.

use crate::{
    digest::Digest,
    playout::{Fault, MAX_DECISIONS, Policy, Streams},
};
use gloryhex_engine::{Choices, Game, Log, Pending, Table, Windows};
use gloryhex_notation::{Names, choice, decision, event};
use std::{fmt::Write, sync::Arc};

/// What a golden game is a record of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Name of the edition.
    pub edition: String,
    /// Players.
    pub players: u8,
    /// The seed of the game.
    pub seed: u64,
}

impl Record {
    /// The first lines of the file.
    pub fn head(&self) -> String {
        format!(
            "edition {}\nplayers {}\nseed {}\n",
            self.edition, self.players, self.seed
        )
    }

    /// Reads the first lines of a file. The error says which line is wrong and how.
    pub fn parse(text: &str) -> Result<Record, (usize, String)> {
        let mut lines = text.lines();
        let mut value = |number: usize, key: &str| {
            lines
                .next()
                .and_then(|line| line.strip_prefix(key))
                .and_then(|rest| rest.strip_prefix(' '))
                .ok_or_else(|| (number, format!("expected `{key}` and a value")))
        };
        let edition = value(1, "edition")?.to_owned();
        let players = value(2, "players")?;
        let players = players
            .parse()
            .map_err(|_| (2, format!("`{players}` is no number of players")))?;
        let seed = value(3, "seed")?;
        let seed = seed
            .parse()
            .map_err(|_| (3, format!("`{seed}` is no seed")))?;
        Ok(Record {
            edition,
            players,
            seed,
        })
    }

    /// Plays the game and writes it down.
    pub fn write(&self, table: &Arc<Table>) -> Result<String, Fault> {
        let names = Names::of(table);
        let mut text = self.head();
        let mut streams = Streams::new(self.seed);
        let mut game = Game::new(Arc::clone(table), Windows::Public);
        let mut list = Choices::new();
        let mut log = Log::default();
        let mut pending = game.go_on(&mut streams.chance, Some(&mut log), &mut list);
        for number in 0..MAX_DECISIONS {
            for happened in log.events.drain(..) {
                let sentence = event::sentence(&game, &names, &happened);
                let _ = writeln!(text, "  {sentence} [{}]", happened.rule.id());
            }
            let seat = match pending {
                Pending::Decide(seat) => seat,
                Pending::Over => {
                    let _ = writeln!(text, "{}", event::over(game.ending()));
                    let _ = writeln!(text, "hash {:016x}", Digest::of(&game.state));
                    return Ok(text);
                }
                other => return Err(self.fault(number, format!("stopped at {other:?}"))),
            };
            if list.is_empty() {
                return Err(self.fault(number, "a decision without choices".into()));
            }
            let made = match list.as_slice() {
                [only] => *only,
                several => Policy::Random.pick(several, &mut streams.mind),
            };
            let kind = decision::kind(&game, &list).unwrap_or("decision");
            let words = choice::write(&game, &names, seat, made);
            let _ = writeln!(text, "{} {kind} of {}: {words}", seat.number(), list.len());
            pending = game.make(made, &mut streams.chance, Some(&mut log), &mut list);
        }
        Err(self.fault(MAX_DECISIONS, "the game does not end".into()))
    }

    fn fault(&self, decision: u64, what: String) -> Fault {
        Fault {
            seed: self.seed,
            decision: Some(decision),
            what,
        }
    }
}

/// The first line in which two texts differ, counted from 1, with both versions of it.
pub fn first_difference<'a>(one: &'a str, other: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let (mut one, mut other) = (one.lines(), other.lines());
    for number in 1.. {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => {
                let end = "(the end)";
                return Some((number, a.unwrap_or(end), b.unwrap_or(end)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_is_read_back() {
        let record = Record {
            edition: "somewhere".into(),
            players: 3,
            seed: 42,
        };
        assert_eq!(Record::parse(&record.head()), Ok(record));
    }

    #[test]
    fn a_damaged_head_is_refused_with_its_line() {
        let line = |text: &str| Record::parse(text).map_err(|(line, _)| line).err();
        assert_eq!(line(""), Some(1));
        assert_eq!(line("edition x\nplayers two\nseed 1\n"), Some(2));
        assert_eq!(line("edition x\nplayers 2\nplayers 2\n"), Some(3));
    }

    #[test]
    fn the_first_difference_is_found() {
        assert_eq!(first_difference("a\nb", "a\nb"), None);
        assert_eq!(first_difference("a\nb", "a\nc"), Some((2, "b", "c")));
        assert_eq!(first_difference("a", "a\nc"), Some((2, "(the end)", "c")));
    }
}

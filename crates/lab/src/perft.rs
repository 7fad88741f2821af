//! Counts of choice sequences from named positions, and the files that hold them.
//!
//! ```text
//! edition somewhere
//! position opening seed 1 players 2 at setup
//! 1 2
//! 2 12
//! position first-turn seed 7 players 2 at action round 1
//! 1 31
//! ```
//!
//! A line `depth count` says how many sequences of so many choices there are. A sequence that reaches
//! the end of the game earlier counts as one. Dice and draws are fixed by the sequence itself, so a
//! count changes only when the rules, the content or the order of questions changes.

use crate::{
    playout::{MAX_DECISIONS, Policy, Streams, packed},
    seed::derive,
};
use gloryhex_engine::{Choice, Choices, Game, Pending, Phase, Seeded, Table, Windows};
use std::{fmt, sync::Arc};

/// A perft file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftFile {
    /// Name of the edition.
    pub edition: String,
    /// Comment lines at the top, kept when the file is written anew.
    pub head: Vec<String>,
    /// The positions with their counts.
    pub positions: Vec<Position>,
}

/// A position reached by random play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// A single word.
    pub name: String,
    /// The seed of the game.
    pub seed: u64,
    /// Players.
    pub players: u8,
    /// Where random play stops: at the first decision with several options in this phase …
    pub phase: Phase,
    /// … of this round or a later one.
    pub round: u8,
    /// Depths and counts.
    pub counts: Vec<(u8, u64)>,
}

/// Something wrong in a perft file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for PerftError {}

const PHASES: &[(&str, Phase)] = &[
    ("setup", Phase::Setup),
    ("start", Phase::Start),
    ("action", Phase::Action),
    ("power", Phase::Power),
    ("end", Phase::End),
];

fn phase_name(phase: Phase) -> &'static str {
    PHASES
        .iter()
        .find(|(_, p)| *p == phase)
        .map_or("over", |(name, _)| name)
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position {
            name,
            seed,
            players,
            ..
        } = self;
        let at = phase_name(self.phase);
        write!(f, "position {name} seed {seed} players {players} at {at}")?;
        if self.phase != Phase::Setup {
            write!(f, " round {}", self.round)?;
        }
        Ok(())
    }
}

impl fmt::Display for PerftFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.head {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "edition {}", self.edition)?;
        for position in &self.positions {
            writeln!(f, "\n{position}")?;
            for (depth, count) in &position.counts {
                writeln!(f, "{depth} {count}")?;
            }
        }
        Ok(())
    }
}

/// The words of a line with the columns they begin in.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split(' ')
        .scan(1, |column, word| {
            let at = *column;
            *column += word.chars().count() + 1;
            Some((at, word))
        })
        .filter(|(_, word)| !word.is_empty())
}

fn number<T: std::str::FromStr>(
    line: usize,
    end: usize,
    word: Option<(usize, &str)>,
    what: &str,
) -> Result<T, PerftError> {
    let (column, text) = word.unwrap_or((end, ""));
    text.parse().map_err(|_| PerftError {
        line,
        column,
        message: format!("expected {what}, found `{text}`"),
    })
}

impl PerftFile {
    /// Reads a perft file.
    pub fn parse(text: &str) -> Result<PerftFile, PerftError> {
        let mut file = PerftFile {
            edition: String::new(),
            head: Vec::new(),
            positions: Vec::new(),
        };
        for (ix, raw) in text.lines().enumerate() {
            let line = ix + 1;
            let end = raw.chars().count() + 1;
            if raw.starts_with('#') {
                if file.edition.is_empty() {
                    file.head.push(raw.into());
                }
                continue;
            }
            let mut words = words(raw);
            let Some((column, key)) = words.next() else {
                continue;
            };
            let fail = |column: usize, message: &str| {
                Err(PerftError {
                    line,
                    column,
                    message: message.into(),
                })
            };
            match key {
                "edition" => match words.next() {
                    Some((_, name)) => file.edition = name.into(),
                    None => return fail(end, "expected the name of an edition"),
                },
                "position" => file.positions.push(position(line, end, &mut words)?),
                _ => {
                    let depth = number(line, end, Some((column, key)), "`position` or a depth")?;
                    let count = number(line, end, words.next(), "a count")?;
                    match file.positions.last_mut() {
                        Some(position) => position.counts.push((depth, count)),
                        None => return fail(column, "expected `position` before counts"),
                    }
                }
            }
            if let Some((column, word)) = words.next() {
                return fail(column, &format!("expected nothing more, found `{word}`"));
            }
        }
        if file.edition.is_empty() {
            return Err(PerftError {
                line: 1,
                column: 1,
                message: "expected `edition` and its name".into(),
            });
        }
        Ok(file)
    }
}

fn position<'a>(
    line: usize,
    end: usize,
    words: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<Position, PerftError> {
    let fail = |column: usize, message: String| {
        Err(PerftError {
            line,
            column,
            message,
        })
    };
    let Some((_, name)) = words.next() else {
        return fail(end, "expected a name for the position".into());
    };
    let mut position = Position {
        name: name.into(),
        seed: 1,
        players: 2,
        phase: Phase::Setup,
        round: 0,
        counts: Vec::new(),
    };
    while let Some((column, key)) = words.next() {
        match key {
            "seed" => position.seed = number(line, end, words.next(), "a seed")?,
            "players" => position.players = number(line, end, words.next(), "a number of players")?,
            "round" => position.round = number(line, end, words.next(), "a round")?,
            "at" => {
                let (column, word) = words.next().unwrap_or((end, ""));
                match PHASES.iter().find(|(name, _)| *name == word) {
                    Some((_, phase)) => position.phase = *phase,
                    None => {
                        let known: Vec<&str> = PHASES.iter().map(|(name, _)| *name).collect();
                        let known = known.join(", ");
                        return fail(column, format!("expected one of {known}; found `{word}`"));
                    }
                }
            }
            other => {
                return fail(
                    column,
                    format!("expected seed, players, at or round; found `{other}`"),
                );
            }
        }
    }
    Ok(position)
}

/// Plays at random until the position is reached.
pub fn reach(table: &Arc<Table>, position: &Position) -> Result<Game, String> {
    let mut streams = Streams::new(position.seed);
    let mut game = Game::new(Arc::clone(table), Windows::Public);
    let mut list = Choices::new();
    let mut pending = game.go_on(&mut streams.chance, None, &mut list);
    for _ in 0..MAX_DECISIONS {
        match pending {
            Pending::Decide(_) => {}
            other => return Err(format!("the position is never reached: {other:?}")),
        }
        if list.is_empty() {
            return Err("a decision without choices".into());
        }
        let clock = &game.state.clock;
        let there = clock.phase == position.phase && clock.round >= position.round;
        if there && list.len() > 1 {
            return Ok(game);
        }
        let choice = Policy::Random.pick(&list, &mut streams.mind);
        pending = game.make(choice, &mut streams.chance, None, &mut list);
    }
    Err("the position is never reached".into())
}

/// Counts for a position that has none: one depth after the other, until there are many sequences.
pub fn fresh_counts(game: &Game) -> Result<Vec<(u8, u64)>, String> {
    const MANY: u64 = 5_000;
    const DEEPEST: u8 = 12;
    let mut counts = Vec::new();
    for depth in 1..=DEEPEST {
        let found = count(game, depth)?;
        counts.push((depth, found));
        if found > MANY {
            break;
        }
    }
    Ok(counts)
}

/// Counts the sequences of `depth` choices from a position.
pub fn count(game: &Game, depth: u8) -> Result<u64, String> {
    let mut lists: Vec<Choices> = (0..=depth).map(|_| Choices::new()).collect();
    walk(game.clone(), None, &mut lists, 0)
}

/// Counts the sequences from a position, after a choice if there is one. There is a list for this decision and for each
/// one after it.
fn walk(
    mut game: Game,
    made: Option<Choice>,
    lists: &mut [Choices],
    path: u64,
) -> Result<u64, String> {
    let mut chance = Seeded::new(path);
    let Some((list, deeper)) = lists.split_first_mut() else {
        return Ok(1);
    };
    let pending = match made {
        Some(choice) => game.make(choice, &mut chance, None, list),
        None => game.go_on(&mut chance, None, list),
    };
    match pending {
        Pending::Decide(_) => {}
        Pending::Over => return Ok(1),
        other => return Err(format!("stopped at {other:?}")),
    }
    if list.is_empty() {
        return Err("a decision without choices".into());
    }
    match deeper.len() {
        0 => return Ok(1),
        1 => return Ok(list.len() as u64),
        _ => {}
    }
    let mut total = 0;
    for choice in list.as_slice() {
        let path = derive(path, packed(*choice));
        total += walk(game.clone(), Some(*choice), deeper, derive(path, 1 << 32))?;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_as_it_was_read() {
        let text = "# why\nedition x\n\nposition opening seed 1 players 2 at setup\n1 2\n2 12\n\n\
                    position late seed 9 players 3 at power round 2\n1 5\n";
        let file = PerftFile::parse(text).expect("it is sound");
        assert_eq!(file.positions.len(), 2);
        assert_eq!(file.to_string(), text);
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_place() {
        let place = |text: &str| PerftFile::parse(text).map_err(|e| (e.line, e.column)).err();
        assert_eq!(place(""), Some((1, 1)));
        assert_eq!(place("edition x\n1 2"), Some((2, 1)));
        assert_eq!(place("edition x\nposition a seed one"), Some((2, 17)));
        assert_eq!(place("edition x\nposition a at noon"), Some((2, 15)));
        assert_eq!(place("edition x\nposition a\n1 2 3"), Some((3, 5)));
        assert_eq!(place("edition x\nposition a\n1"), Some((3, 2)));
    }
}

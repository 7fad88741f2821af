//! Puzzles: scenario files with a position, a question, and an answer that was checked by looking at everything that can
//! happen.
//!
//! A file holds one puzzle. Under its heading, beside the lines every scenario has, stand
//!
//! ```text
//! seat: 1                                    who is asked
//! answer: 73.15 charge farasa d4             what wins most often, and how often in a hundred games
//! tempting: 41.20 attack yurik tik bow       what looks better and is worse
//! because: …                                 what speaks for the answer, and what against the tempting choice
//! solved: beginner 1/8, adept 0/4            who finds it how often
//! ```
//!
//! **Deliberately absent**: finding puzzles (the lab) and choosing one for a day (whoever shows them).

use crate::{
    choice,
    names::Names,
    problem::Problem,
    scenario::{self, Scenario},
};
use gloryhex_editions::Content;
use gloryhex_engine::{Choice, Choices, Game, Later, Pending};
use gloryhex_model::Seat;
use std::{fmt::Write, sync::Arc};

/// A choice in the notation, and how often in a hundred games it wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The choice.
    pub choice: String,
    /// In a hundred games.
    pub wins: f64,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its heading.
    pub title: String,
    /// What it asks, in words.
    pub question: String,
    /// Who is asked.
    pub seat: Seat,
    /// What wins most often; several choices may win equally often.
    pub answers: Vec<Rated>,
    /// What is worse, the most tempting first.
    pub tempting: Vec<Rated>,
    /// What speaks for the answer and against the others.
    pub because: Vec<String>,
    /// How many of how many tries each level solved.
    pub solved: Vec<(String, u32, u32)>,
    /// The position.
    pub scenario: Scenario,
}

/// A puzzle set up, with somebody to decide.
pub struct Posed {
    /// The game.
    pub game: Game,
    /// The choices of the seat that is asked.
    pub offered: Choices,
    /// What everything is called.
    pub names: Arc<Names>,
}

impl Posed {
    /// Reads a choice of a seat.
    ///
    /// # Errors
    /// The text is no choice.
    pub fn read(&self, seat: Seat, text: &str) -> Result<Choice, Problem> {
        choice::read(&self.game, &self.names, seat, &self.offered, text)
    }
}

fn wrong(file: &str, line: usize, message: impl Into<String>) -> Problem {
    Problem::here(1, message).at(file, line)
}

/// Reads `73.15 charge farasa d4`.
fn rated(text: &str) -> Option<Rated> {
    let (wins, choice) = text.trim().split_once(' ')?;
    let wins = wins.parse::<f64>().ok()?;
    (0.0..=100.0).contains(&wins).then(|| Rated {
        choice: choice.trim().to_owned(),
        wins,
    })
}

/// Reads `adept 0/4, veteran 2/4`.
fn tries(text: &str) -> Option<Vec<(String, u32, u32)>> {
    let one = |part: &str| {
        let (level, counts) = part.trim().split_once(' ')?;
        let (solved, of) = counts.trim().split_once('/')?;
        let (solved, of) = (solved.parse().ok()?, of.parse().ok()?);
        (solved <= of && of > 0).then(|| (level.to_owned(), solved, of))
    };
    text.split(',').map(one).collect()
}

impl Puzzle {
    /// Reads a puzzle of an edition.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn read(
        content: &Content,
        edition: &str,
        file: &str,
        text: &str,
    ) -> Result<Puzzle, Vec<Problem>> {
        let scenarios = scenario::read(content, file, text, Some(edition))?;
        let Ok([scenario]) = <[Scenario; 1]>::try_from(scenarios) else {
            let message = "expected exactly one scenario, the position of the puzzle";
            return Err(vec![wrong(file, 1, message)]);
        };
        let mut puzzle = Puzzle {
            title: scenario.name.clone(),
            question: String::new(),
            seat: Seat(255),
            answers: Vec::new(),
            tempting: Vec::new(),
            because: Vec::new(),
            solved: Vec::new(),
            scenario,
        };
        let mut problems = Vec::new();
        let mut lines = text.lines().enumerate();
        for (ix, line) in lines.by_ref().take_while(|(_, l)| !l.starts_with("```")) {
            let mut no = |expected: &str| problems.push(wrong(file, ix + 1, expected));
            match line.split_once(": ") {
                Some(("seat", number)) => match number.trim().parse::<u8>() {
                    Ok(n @ 1..=4) => puzzle.seat = Seat(n - 1),
                    _ => no("expected `seat: ` and a number from 1 to 4"),
                },
                Some(("answer", text)) => match rated(text) {
                    Some(rated) => puzzle.answers.push(rated),
                    None => no("expected `answer: 73.15 CHOICE`, wins in a hundred games first"),
                },
                Some(("tempting", text)) => match rated(text) {
                    Some(rated) => puzzle.tempting.push(rated),
                    None => no("expected `tempting: 41.20 CHOICE`, wins in a hundred games first"),
                },
                Some(("because", text)) => puzzle.because.push(text.trim().to_owned()),
                Some(("solved", text)) => match tries(text) {
                    Some(tries) => puzzle.solved = tries,
                    None => no("expected `solved: adept 1/4, veteran 3/4`"),
                },
                Some(("rules" | "editions" | "cards", _)) => {}
                _ if line.starts_with('#') || line.trim().is_empty() => {}
                _ => {
                    if !puzzle.question.is_empty() {
                        puzzle.question.push(' ');
                    }
                    puzzle.question.push_str(line.trim());
                }
            }
        }
        for (missing, what) in [
            (puzzle.seat == Seat(255), "`seat: 1`"),
            (puzzle.answers.is_empty(), "`answer: 73.15 CHOICE`"),
            (puzzle.question.is_empty(), "a question in words"),
        ] {
            if missing {
                problems.push(wrong(file, 1, format!("expected a line {what}")));
            }
        }
        match problems.is_empty() {
            true => Ok(puzzle),
            false => Err(problems),
        }
    }

    /// The puzzle as a file.
    pub fn write(&self, position: &str) -> String {
        let mut text = format!("# {}\n\n", self.title);
        let _ = writeln!(text, "seat: {}", self.seat.number());
        for (word, list) in [("answer", &self.answers), ("tempting", &self.tempting)] {
            for rated in list {
                let _ = writeln!(text, "{word}: {:.2} {}", rated.wins, rated.choice);
            }
        }
        for sentence in &self.because {
            let _ = writeln!(text, "because: {sentence}");
        }
        let solved = self.solved.iter();
        let solved: Vec<String> = solved.map(|(l, n, of)| format!("{l} {n}/{of}")).collect();
        if !solved.is_empty() {
            let _ = writeln!(text, "solved: {}", solved.join(", "));
        }
        let _ = write!(text, "\n{}\n\n```scenario\n{position}```\n", self.question);
        text
    }

    /// Sets the position up, with the seat that is asked to decide.
    ///
    /// # Errors
    /// It cannot be set up, or somebody else decides.
    pub fn pose(&self, content: &Content) -> Result<Posed, Problem> {
        let file = &self.scenario.file;
        let edition = self.scenario.editions.first().map_or("", String::as_str);
        let begun = scenario::position(content, &self.scenario, edition)
            .map_err(|no| wrong(file, no.line, no.message))?;
        let mut game = begun.game;
        let mut offered = Choices::new();
        match game.go_on(&mut Later, None, &mut offered) {
            Pending::Decide(seat) if seat == self.seat => Ok(Posed {
                game,
                offered,
                names: begun.names,
            }),
            _ => Err(wrong(
                file,
                self.scenario.line,
                format!("player {} does not decide here", self.seat.number()),
            )),
        }
    }

    /// Whether a choice is an answer.
    pub fn solves(&self, posed: &Posed, made: Choice) -> bool {
        let same = |rated: &Rated| posed.read(self.seat, &rated.choice) == Ok(made);
        self.answers.iter().any(same)
    }

    /// How hard it is, from 1 to 5: by how many of the tries failed.
    pub fn stars(&self) -> u8 {
        let (solved, of) = self
            .solved
            .iter()
            .fold((0, 0), |(a, b), (_, n, of)| (a + n, b + of));
        match of {
            0 => 3,
            _ => 1 + ((4 * (of - solved) + of / 2) / of) as u8,
        }
    }
}

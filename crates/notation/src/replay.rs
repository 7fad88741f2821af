//! Replays: the seed, the table and every choice of a game, and the hash of how it ended.

use crate::{
    choice, hash,
    names::Names,
    problem::Problem,
    save::{ENGINE, TableSpec, other_content, read_json},
};
use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Choice, Choices, Game, Pending, Seeded, Windows};
use gloryhex_model::Seat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of the format of replays.
pub const FORMAT: u32 = 2;

/// A game as its inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The version of the format.
    pub format: u32,
    /// The version of the engine that wrote it.
    pub engine: String,
    /// The hash of the content it was played with.
    pub content: u64,
    /// The table.
    pub table: TableSpec,
    /// The seed of the dice and draws.
    pub seed: u64,
    /// Whether every window for reactions was opened.
    pub all_windows: bool,
    /// The choices, each with its seat: `1: move brute c4`.
    pub inputs: Vec<String>,
    /// The hash of the last state.
    pub hash: u64,
}

/// Why a replay does not end as it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The number of the input, from 1; one more than there are for the end.
    pub input: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl Replay {
    /// The start of a replay.
    pub fn new(spec: &Spec, content: &Content, seed: u64, windows: Windows) -> Replay {
        Replay {
            format: FORMAT,
            engine: ENGINE.to_owned(),
            content: content.hash,
            table: TableSpec::from(spec),
            seed,
            all_windows: windows == Windows::Public,
            inputs: Vec::new(),
            hash: 0,
        }
    }
    /// Adds a choice that is about to be made.
    pub fn record(&mut self, game: &Game, names: &Names, seat: Seat, made: Choice) {
        let text = choice::write(game, names, seat, made);
        self.inputs.push(format!("{}: {text}", seat.number()));
    }
    /// Notes how the game stands.
    pub fn close(&mut self, game: &Game) {
        self.hash = hash::of_state(&game.state);
    }
    /// The replay as text.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
    /// Reads a replay.
    ///
    /// # Errors
    /// Where the file is damaged and what was expected there.
    pub fn read(file: &str, text: &str) -> Result<Replay, Problem> {
        read_json(file, text)
    }
    /// What differs from this program, in words; empty if nothing does.
    pub fn other_version(&self, content: &Content) -> Vec<String> {
        let mut list = Vec::new();
        if self.format != FORMAT {
            list.push(format!(
                "written in format {}, this is {FORMAT}",
                self.format
            ));
        }
        if self.engine != ENGINE {
            list.push(format!("made by engine {}, this is {ENGINE}", self.engine));
        }
        if self.content != content.hash {
            list.push(other_content(self.content, content.hash));
        }
        list
    }
    /// Plays the game again and compares its end.
    ///
    /// # Errors
    /// The input at which it goes another way.
    pub fn verify(&self, content: &Content) -> Result<Game, Divergence> {
        let off = |input: usize, message: String| Err(Divergence { input, message });
        let table = match content.table(&self.table.spec()) {
            Ok(table) => Arc::new(table),
            Err(problem) => return off(0, problem.to_string()),
        };
        let names = Names::of(&table);
        let windows = if self.all_windows {
            Windows::Public
        } else {
            Windows::Playable
        };
        let mut game = Game::new(table, windows);
        let mut chance = Seeded::new(self.seed);
        let mut list = Choices::new();
        let mut pending = game.go_on(&mut chance, None, &mut list);
        for (ix, input) in self.inputs.iter().enumerate() {
            let (seat, text) = input.split_once(": ").unwrap_or(("", input));
            let seat = Seat(seat.parse::<u8>().unwrap_or(0).wrapping_sub(1));
            if pending != Pending::Decide(seat) {
                return off(ix + 1, format!("expected `{input}`, got {pending:?}"));
            }
            let made = match choice::read(&game, &names, seat, &list, text) {
                Ok(made) => made,
                Err(problem) => return off(ix + 1, problem.to_string()),
            };
            pending = match game.play(seat, made, &mut chance, None, &mut list) {
                Ok(pending) => pending,
                Err(refusal) => {
                    let id = refusal.rule.id();
                    return off(
                        ix + 1,
                        format!("`{input}` is refused by {id}: {}", refusal.remedy),
                    );
                }
            };
        }
        let found = hash::of_state(&game.state);
        if found != self.hash {
            return off(
                self.inputs.len() + 1,
                format!("expected the end {:016x}, got {found:016x}", self.hash),
            );
        }
        Ok(game)
    }
}

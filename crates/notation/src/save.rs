//! Saves: a game written down so that it can be gone on with, and the description of its table.

use crate::{hash, problem::Problem, sound};
use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Game, State, Variant, Windows};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::sync::Arc;

/// The version of the format of saves. It grows whenever the state is laid out anew.
pub const FORMAT: u32 = 4;
/// The version of the engine that writes them.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// What lies on the table, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSpec {
    /// Edition.
    pub edition: String,
    /// Players.
    pub players: u8,
    /// Ways to play: artefact, fixed-format, sudden-death, quickstart.
    pub variant: Vec<String>,
    /// Warbands by seat.
    pub warbands: Vec<String>,
    /// Decks by seat.
    pub decks: Vec<String>,
    /// Boards that may be chosen; empty for those of the core set.
    pub boards: Vec<String>,
    /// Boards that seats have settled on before the game, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_boards: Vec<String>,
}

impl From<&Spec> for TableSpec {
    fn from(spec: &Spec) -> TableSpec {
        let ways = spec.variant.words();
        TableSpec {
            edition: spec.edition.clone(),
            players: spec.players,
            variant: ways.into_iter().map(str::to_owned).collect(),
            warbands: spec.warbands.clone(),
            decks: spec.decks.clone(),
            boards: spec.boards.clone(),
            own_boards: spec.own_boards.clone(),
        }
    }
}

impl TableSpec {
    /// The same for the content.
    pub fn spec(&self) -> Spec {
        let has = |word: &str| self.variant.iter().any(|known| known == word);
        Spec {
            variant: Variant {
                artefact: has("artefact"),
                fixed_format: has("fixed-format"),
                sudden_death: has("sudden-death"),
                quick_start: has("quickstart"),
            },
            warbands: self.warbands.clone(),
            decks: self.decks.clone(),
            boards: self.boards.clone(),
            own_boards: self.own_boards.clone(),
            ..Spec::core(&self.edition, self.players)
        }
    }
}

/// A game written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The version of the format.
    pub format: u32,
    /// The version of the engine that wrote it.
    pub engine: String,
    /// The hash of the rules it was played by.
    pub rules: u64,
    /// The hash of the content it was played with.
    pub content: u64,
    /// The table.
    pub table: TableSpec,
    /// The hash of table and state, by which damage is found.
    pub check: u64,
    /// The state.
    pub state: State,
}

impl Save {
    /// Writes a game down.
    pub fn of(game: &Game, spec: &Spec, content: &Content) -> Save {
        let table = TableSpec::from(spec);
        Save {
            format: FORMAT,
            engine: ENGINE.to_owned(),
            rules: hash::of(&game.table.rules),
            content: content.hash,
            check: hash::of(&(&table, &game.state)),
            table,
            state: game.state,
        }
    }
    /// The save as text.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
    /// Reads a save.
    ///
    /// # Errors
    /// Where the file is damaged and what was expected there.
    pub fn read(file: &str, text: &str) -> Result<Save, Problem> {
        let Head { format } = read_json(file, text)?;
        if format != FORMAT {
            let said = format!(
                "expected format {FORMAT}, found {format}: the save was made by another version of the \
                 program; play it on with that one, or begin a new game"
            );
            let problem = Problem::here(1, said);
            return Err(problem.at(file, 1));
        }
        let save: Save = read_json(file, text)?;
        if hash::of(&(&save.table, &save.state)) != save.check {
            let problem = Problem::here(1, "the save was damaged or changed after it was written");
            return Err(problem.at(file, 1));
        }
        Ok(save)
    }
    /// The game to go on with.
    ///
    /// # Errors
    /// The table cannot be laid, rules or content are not those it was played with, or the state is none of a
    /// game.
    pub fn game(&self, content: &Content, windows: Windows) -> Result<Game, String> {
        let table = content
            .table(&self.table.spec())
            .map_err(|problem| problem.to_string())?;
        if content.hash != self.content {
            return Err(other_content(self.content, content.hash));
        }
        if hash::of(&table.rules) != self.rules {
            return Err(format!(
                "made by engine {} with other rules; this is engine {ENGINE}",
                self.engine
            ));
        }
        let impossible =
            |why: sound::Unsound| format!("{why}; the save was changed after it was written");
        sound::counts(&self.state, table.players).map_err(impossible)?;
        let game = Game::at(Arc::new(table), self.state, windows);
        sound::game(&game).map_err(impossible)?;
        Ok(game)
    }
}

/// What every version of the format begins with.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

/// That something was made with other content than there is.
pub fn other_content(then: u64, now: u64) -> String {
    format!(
        "made with other cards, boards or rule texts: content {then:016x}, loaded is {now:016x}; packs are named with --content"
    )
}

/// Reads JSON; what is wrong with it is said with line and column.
pub(crate) fn read_json<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|error| {
        Problem::here(error.column().max(1), error.to_string()).at(file, error.line().max(1))
    })
}

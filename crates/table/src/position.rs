//! A game on the table written down so that another version of the program can go on with it.
//!
//! A position is read by names and compared with what was read: one with something in it that this version
//! does not know, or without something that it needs, is refused and never guessed at.

use gloryhex_engine::{Event, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the layout of states. It is raised when a part of a state keeps its name and shape but
/// means something else; other differences are found by reading.
pub const LAYOUT: u32 = 2;

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The last entry that it contains.
    pub at: u32,
    /// The number of choices that count.
    pub made: usize,
    /// The game.
    pub state: State,
    /// What happened before, as far as it was written down and can be read.
    pub happened: Vec<(u32, Event)>,
    /// For each choice, whether it cannot be unseen.
    pub told: Vec<bool>,
    /// Whether what happened was written down at all.
    pub whole: bool,
    /// Whether chance began anew just then, so that the choices after it can be made again.
    pub fresh: bool,
}

#[derive(Deserialize)]
struct Written {
    layout: u32,
    at: u32,
    made: usize,
    state: Value,
    happened: Option<Vec<(u32, Value)>>,
    told: Vec<bool>,
    fresh: bool,
}

/// The same while it is written.
#[derive(Serialize)]
struct Writing<'a> {
    layout: u32,
    engine: &'a str,
    at: u32,
    made: usize,
    state: &'a State,
    happened: Option<&'a [(u32, Event)]>,
    told: &'a [bool],
    fresh: bool,
}

impl Position {
    /// The position as text, by the version `engine`.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, engine: &str) -> Result<String, serde_json::Error> {
        serde_json::to_string(&Writing {
            layout: LAYOUT,
            engine,
            at: self.at,
            made: self.made,
            state: &self.state,
            happened: self.whole.then_some(&self.happened),
            told: &self.told,
            fresh: self.fresh,
        })
    }

    /// Reads a position of any version.
    ///
    /// # Errors
    /// Why this version cannot go on with it.
    pub fn read(text: &str) -> Result<Position, String> {
        let written: Written = serde_json::from_str(text)
            .map_err(|error| format!("the stored position is damaged: {error}"))?;
        let layout = written.layout;
        if layout != LAYOUT {
            return Err(format!(
                "the stored position has layout {layout}, this version reads {LAYOUT}"
            ));
        }
        let state: State = serde_json::from_value(written.state.clone())
            .map_err(|error| format!("this version reads positions otherwise: {error}"))?;
        if serde_json::to_value(state).ok().as_ref() != Some(&written.state) {
            return Err("the stored position has parts that this version does not know".to_owned());
        }
        let whole = written.happened.is_some();
        let events = written.happened.unwrap_or_default().into_iter();
        let happened =
            events.filter_map(|(at, event)| Some((at, serde_json::from_value(event).ok()?)));
        Ok(Position {
            at: written.at,
            made: written.made,
            state,
            happened: happened.collect(),
            told: written.told,
            whole,
            fresh: written.fresh,
        })
    }
}

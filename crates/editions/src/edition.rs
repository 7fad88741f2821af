//! An edition: its rules, its words among them, how its decks are built, and what its positions are worth.
//!
//! The four printed ones are values in this crate. Others are read from `.edition` files of a pack: one JSON
//! object with every field of [`Edition`] and of the ruleset in it. There is no edition to inherit from there
//! either, so that a switch which is new to the engine has to be answered in every file.

use crate::{content::Problem, format::Format};
use gloryhex_engine::{
    Ruleset,
    ruleset::{RoundStep, SetupStep, TurnStep},
};
use gloryhex_model::{MAX_SEATS, Weighing, slug_of};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An edition.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static"), deny_unknown_fields)]
pub struct Edition {
    /// Its rules.
    pub rules: Ruleset,
    /// The set whose boards are played on unless others are asked for.
    pub core_set: Cow<'static, str>,
    /// How its decks are built, the usual way first.
    pub formats: Vec<Format>,
    /// What counts how much to opponents.
    pub weighing: Weighing,
}

impl Edition {
    /// Its name, the prefix of its rule ids.
    pub fn name(&self) -> &str {
        &self.rules.name
    }

    /// Reads an `.edition` file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(path: &str, text: &str) -> Result<Edition, Problem> {
        // An edition's words are kept as long as the program runs, like those of the printed ones.
        let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
        let edition: Edition = serde_json::from_str(kept).map_err(|error| {
            Problem(format!(
                "error: {path}:{}:{}: {error}\n = help: an edition answers every field; write one of the others with `gloryhex editions write NAME` and change it\n",
                error.line(),
                error.column(),
            ))
        })?;
        match edition.fault() {
            None => Ok(edition),
            Some(fault) => Err(Problem(format!("error: {path}: {fault}\n"))),
        }
    }

    /// The edition as the text of an `.edition` file.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Why no game can be played by these values, if none can.
    fn fault(&self) -> Option<String> {
        let rules = &self.rules;
        let (fewest, most) = rules.players;
        if rules.name.is_empty() || slug_of(&rules.name) != rules.name {
            return Some(format!(
                "`{}` is no name of an edition: use a-z, 0-9 and `-`",
                rules.name
            ));
        }
        if fewest < 2 || fewest > most || usize::from(most) > MAX_SEATS {
            return Some(format!(
                "`players` are {fewest} to {most}: expected two numbers from 2 to {MAX_SEATS}"
            ));
        }
        if rules.rounds == 0 {
            return Some("`rounds` is 0: expected at least one round".to_owned());
        }
        let idle = (fewest..=most).find(|n| rules.turns[usize::from(*n)] == 0);
        if let Some(players) = idle {
            return Some(format!("`turns` gives {players} players no turn"));
        }
        let once = |step| rules.setup.iter().filter(|s| **s == step).count() == 1;
        let steps = [
            SetupStep::Boards,
            SetupStep::Tokens,
            SetupStep::Hands,
            SetupStep::Deploy,
        ];
        if !steps.into_iter().all(once) {
            return Some("`setup` has each of its four steps once".to_owned());
        }
        if !rules.round.contains(&RoundStep::Turns) || !rules.turn.contains(&TurnStep::Activation) {
            return Some("`round` needs `Turns` and `turn` needs `Activation`".to_owned());
        }
        if self.formats.is_empty() {
            return Some("`formats` is empty: expected a way to build decks".to_owned());
        }
        None
    }
}

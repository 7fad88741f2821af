//! `gloryhex bot`: one of our players as a program that speaks the protocol of docs/bots.md.

use crate::{packs::content, trouble::Trouble};
use clap::Args;
use gloryhex_editions::Spec;
use gloryhex_engine::{Game, Seeded, Table, View, Windows};
use gloryhex_lab::bot::VERSION;
use gloryhex_search::{Kind, Policy, Turn};
use serde_json::{Value, json};
use std::{
    io::{BufRead, Write, stdin, stdout},
    sync::Arc,
};

/// `gloryhex bot`
#[derive(Args)]
pub struct Bot {
    /// The player: random, greedy, search:1000, search:500ms or a level
    #[arg(long, default_value = "greedy")]
    player: String,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn bot(ask: &Bot) -> Result<(), Trouble> {
    let kind: Kind = ask.player.parse().map_err(Trouble::input)?;
    let mut player = kind.player(ask.seed);
    let mut chance = Seeded::new(ask.seed);
    let mut table: Option<Arc<Table>> = None;
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)
            .map_err(|error| Trouble::input(format!("expected a JSON object a line: {error}")))?;
        let answer = match message["type"].as_str() {
            Some("hello") => json!({
                "type": "hello",
                "version": VERSION,
                "name": kind.to_string(),
                "wants": ["state"],
            }),
            Some("start") => {
                table = Some(Arc::new(lay(&message["spec"])?));
                continue;
            }
            Some("choose") => {
                let Some(table) = &table else {
                    return Err(Trouble::input("`choose` came before `start`"));
                };
                choose(table, &message, player.as_mut(), &mut chance)?
            }
            Some("result") => return Ok(()),
            _ => continue,
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn lay(spec: &Value) -> Result<Table, Trouble> {
    let names = |field: &str| -> Vec<String> {
        let list = spec[field].as_array().into_iter().flatten();
        list.filter_map(|name| name.as_str().map(str::to_owned))
            .collect()
    };
    let spec = Spec {
        warbands: names("warbands"),
        decks: names("decks"),
        boards: names("boards"),
        own_boards: names("own_boards"),
        ..Spec::core(
            spec["edition"].as_str().unwrap_or_default(),
            spec["players"].as_u64().unwrap_or(2) as u8,
        )
    };
    content().table(&spec).map_err(Trouble::input)
}

fn choose(
    table: &Arc<Table>,
    message: &Value,
    player: &mut dyn Policy,
    chance: &mut Seeded,
) -> Result<Value, Trouble> {
    let view: View = serde_json::from_value(message["state"].clone())
        .map_err(|error| Trouble::input(format!("`state` cannot be read: {error}")))?;
    let seat = view
        .viewer
        .ok_or_else(|| Trouble::input("`state` is a spectator's"))?;
    let state = view.sample(table, chance);
    let game = Game::at(Arc::clone(table), state, Windows::Playable);
    let mut choices = gloryhex_engine::Choices::new();
    game.list_anew(&mut choices);
    let turn = Turn {
        game: &game,
        seat,
        choices: &choices,
    };
    let index = match choices.as_slice() {
        [] => 0,
        several => {
            let picked = player.pick(&turn);
            several.iter().position(|c| *c == picked).unwrap_or(0)
        }
    };
    Ok(json!({"type": "choice", "id": message["id"], "index": index}))
}

//! A finished game looked at again, on request: made once, kept for whoever asks next.

use super::{
    Site,
    id::GameId,
    replay::{over_only, whole},
};
use crate::{
    error::{Oops, Result},
    wire::{named, people_names},
};
use axum::{Json, extract::State};
use gloryhex_engine::Windows;
use gloryhex_lab::analysis::Told;
use gloryhex_search::{Budget, Record, analyse};
use serde_json::Value;
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// Analyses kept at most.
const KEPT: usize = 64;

/// Games analysed lately, the newest first, by id.
#[derive(Default)]
pub struct Analyses(Mutex<VecDeque<(String, Value)>>);

impl Analyses {
    fn find(&self, id: &str) -> Option<Value> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(other, _)| other == id);
        found.map(|(_, value)| value.clone())
    }
    fn keep(&self, id: String, value: Value) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((id, value));
        kept.truncate(KEPT);
    }
}

/// Ends the work when nobody waits for it any more.
struct Waited(Arc<AtomicBool>);

impl Drop for Waited {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub async fn analysis(State(site): State<Site>, GameId(id): GameId) -> Result<Json<Value>> {
    let hall = site.rooms.hall();
    let play = whole(&site, &id).await?.play;
    over_only(&play)?;
    if let Some(known) = hall.analyses.find(&id) {
        return Ok(Json(known));
    }
    let permit = Arc::clone(&hall.studies).acquire_owned().await;
    let budget = Budget::Iterations(hall.config.opponents.analysis);
    let stop = Arc::new(AtomicBool::new(false));
    let waited = Waited(Arc::clone(&stop));
    let content = Arc::clone(&hall.content);
    let look = move || {
        let inputs = play.inputs();
        let record = Record {
            table: Arc::clone(&play.on_table()?.game.table),
            windows: Windows::Public,
            seed: inputs.seed,
            reseeds: inputs.reseeds,
            choices: inputs.choices,
        };
        let found = analyse(&record, budget, &|_| {}, &stop).map_err(Oops::internal)?;
        let told = Told::new(&content, play.plan.edition.clone(), &record, found);
        let mut json = told.json();
        call_by_name(&mut json, &people_names(&play));
        Ok(json)
    };
    let found: Result<Value> = tokio::task::spawn_blocking(look)
        .await
        .map_err(Oops::internal)?;
    drop((permit, waited));
    let found = found?;
    hall.analyses.keep(id, found.clone());
    Ok(Json(found))
}

/// Calls the players by their names in everything that is told in words.
fn call_by_name(told: &mut Value, names: &[String]) {
    match told {
        Value::Array(list) => list.iter_mut().for_each(|one| call_by_name(one, names)),
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if key.ends_with("Words") => *text = named(text, names),
                    other => call_by_name(other, names),
                }
            }
        }
        _ => {}
    }
}

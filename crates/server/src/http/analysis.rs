//! A finished game looked at again, on request: made once, kept for whoever asks next.

use super::{Site, id::GameId, replay::whole};
use crate::error::{Oops, Result};
use axum::{Json, extract::State};
use gloryhex_search::Budget;
use gloryhex_table::story;
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
    story::over_only(&play)?;
    if let Some(known) = hall.analyses.find(&id) {
        return Ok(Json(known));
    }
    let permit = Arc::clone(&hall.studies).acquire_owned().await;
    let budget = Budget::Iterations(hall.config.opponents.analysis);
    let stop = Arc::new(AtomicBool::new(false));
    let waited = Waited(Arc::clone(&stop));
    let content = Arc::clone(&hall.content);
    let look = move || Ok(story::analysis(&content, &play, budget, &stop)?);
    let found: Result<Value> = tokio::task::spawn_blocking(look)
        .await
        .map_err(Oops::internal)?;
    drop((permit, waited));
    let found = found?;
    hall.analyses.keep(id, found.clone());
    Ok(Json(found))
}

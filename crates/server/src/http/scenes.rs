//! Lessons and puzzles. Nothing is kept of them; whoever asks says how far they have come.

use super::{Site, library::body};
use crate::error::{Oops, Result};
use axum::{
    Json,
    extract::{Path, State, rejection::JsonRejection},
};
use gloryhex_protocol::{Code, LessonFace, PuzzleFace, SceneAnswer, SceneAsk};
use gloryhex_table::scenes;

type Asked = std::result::Result<Json<SceneAsk>, JsonRejection>;

pub async fn lessons(State(site): State<Site>) -> Result<Json<Vec<LessonFace>>> {
    Ok(Json(scenes::lessons(&site.rooms.hall().content)?))
}

pub async fn puzzles(
    State(site): State<Site>,
    Path(edition): Path<String>,
) -> Result<Json<Vec<PuzzleFace>>> {
    Ok(Json(scenes::puzzles(&site.rooms.hall().content, &edition)?))
}

/// Works something out on a thread where that may take a while.
async fn apart(
    work: impl FnOnce() -> gloryhex_table::Result<SceneAnswer> + Send + 'static,
) -> Result<Json<SceneAnswer>> {
    let done = tokio::task::spawn_blocking(work).await;
    match done {
        Ok(answer) => Ok(Json(answer?)),
        Err(_) => Err(Oops::new(Code::Internal, "The engine stumbled over this.")),
    }
}

pub async fn in_lesson(
    State(site): State<Site>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Json<SceneAnswer>> {
    let asked = body(asked)?;
    let content = site.rooms.hall().content.clone();
    apart(move || scenes::in_lesson(&content, &id, asked)).await
}

pub async fn at_puzzle(
    State(site): State<Site>,
    Path((edition, id)): Path<(String, String)>,
    asked: Asked,
) -> Result<Json<SceneAnswer>> {
    let asked = body(asked)?;
    let content = site.rooms.hall().content.clone();
    apart(move || scenes::at_puzzle(&content, &edition, &id, asked)).await
}

//! Looking at a game again, and playing on from a moment of it.

use super::{Site, games, guard::Client, id::GameId, library::body};
use crate::{
    error::{Oops, Result},
    film::{self, Film},
    limits::Thing,
    upgrade,
};
use axum::{
    Extension, Json,
    extract::{Path, State, rejection::JsonRejection},
    http::header,
    response::{IntoResponse, Response},
};
use gloryhex_protocol::{Code, ContinueGame, JoinGame, Ticket};
use gloryhex_table::{kept::Opened, seating, story};
use serde_json::Value;
use std::sync::Arc;

pub(super) async fn whole(site: &Site, id: &str) -> Result<Opened> {
    upgrade::look(site.rooms.hall(), id).await
}

/// The film of a game that is over or closed; made now if it was not.
async fn film(site: &Site, id: &str) -> Result<Option<Film>> {
    let hall = site.rooms.hall();
    let read = async || {
        let parts = hall.store.shown(id).await?;
        let read = tokio::task::spawn_blocking(move || Film::read(&parts));
        read.await.map_err(Oops::internal)
    };
    let kept: Option<Film> = read().await?;
    if kept.as_ref().is_some_and(|film| film.story.is_some()) {
        return Ok(kept);
    }
    match whole(site, id).await {
        Ok(opened) if opened.play.is_over() => {
            film::keep_now(hall, id).await;
            match read().await? {
                Some(film) if film.story.is_some() => Ok(Some(film)),
                // What is kept is damaged: it is played again.
                _ => {
                    let content = Arc::clone(&hall.content);
                    let shoot = move || Ok(Film::read(&[film::film(&content, &opened)?]));
                    let shoot = tokio::task::spawn_blocking(shoot);
                    shoot.await.map_err(Oops::internal)?
                }
            }
        }
        Ok(_) => Ok(None),
        // Closed: what there is.
        Err(oops) if oops.0.code == Code::WrongStage && kept.is_some() => Ok(kept),
        Err(oops) => Err(oops),
    }
}

pub async fn moment(
    State(site): State<Site>,
    GameId(id): GameId,
    Path((_, position)): Path<(String, u32)>,
) -> Result<Json<Value>> {
    if let Some(film) = film(&site, &id).await? {
        let moment = tokio::task::spawn_blocking(move || film.moment(position));
        return Ok(Json(moment.await.map_err(Oops::internal)?));
    }
    let opened = whole(&site, &id).await?;
    let content = Arc::clone(&site.rooms.hall().content);
    let look = move || {
        let moment = story::moment(&content, &opened, position)?;
        serde_json::to_value(moment).map_err(Oops::internal)
    };
    let moment = tokio::task::spawn_blocking(look);
    Ok(Json(moment.await.map_err(Oops::internal)??))
}

pub async fn story(State(site): State<Site>, GameId(id): GameId) -> Result<Json<Value>> {
    match film(&site, &id).await? {
        Some(Film {
            story: Some(story), ..
        }) => Ok(Json(story)),
        Some(_) => Err(Oops::new(
            Code::WrongStage,
            "This game was closed before its end; it can be watched, and its record is kept.",
        )),
        None => Err(story::not_over().into()),
    }
}

pub async fn download(State(site): State<Site>, GameId(id): GameId) -> Result<Response> {
    let written = match film(&site, &id).await {
        Ok(Some(Film {
            replay: Some(replay),
            ..
        })) => replay,
        Ok(None) => return Err(story::not_over().into()),
        // Sudden death rounds that were filmed when they were no file.
        Ok(Some(Film { story: Some(_), .. })) => written(&site, &id).await?,
        // Closed: the record as it is stored.
        Ok(Some(_)) => record(&site, &id).await?,
        Err(oops) if oops.0.code == Code::WrongStage => record(&site, &id).await?,
        Err(oops) => return Err(oops),
    };
    let text = serde_json::to_string_pretty(&written).map_err(Oops::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"gloryhex-{id}.json\""),
        ),
    ];
    Ok((headers, text).into_response())
}

/// A game as a file, written anew.
async fn written(site: &Site, id: &str) -> Result<Value> {
    let opened = whole(site, id).await?;
    let written = story::written(&site.rooms.hall().content, &opened)?;
    serde_json::to_value(written).map_err(Oops::internal)
}

/// The record of a game that cannot go on.
async fn record(site: &Site, id: &str) -> Result<Value> {
    let store = &site.rooms.hall().store;
    let stored = store.game(id).await?;
    let entries = store.record(id).await?;
    Ok(serde_json::json!({
        "closed": store.glance(id).await?.ending,
        "version": stored.engine,
        "content": stored.content,
        "plan": stored.plan,
        "entries": entries,
    }))
}

pub async fn go_on(
    State(site): State<Site>,
    GameId(id): GameId,
    Extension(Client(holder)): Extension<Client>,
    wish: std::result::Result<Json<ContinueGame>, JsonRejection>,
) -> Result<Json<Ticket>> {
    let wish = body(wish)?;
    let whole = whole(&site, &id).await?;
    story::over_only(&whole.play)?;
    let hall = Arc::clone(site.rooms.hall());
    let rewind = move || {
        let then = whole.kept.upto(&hall.content, wish.at)?;
        seating::go_on(&then, &wish, || hall.next_seed())
    };
    let plan = tokio::task::spawn_blocking(rewind)
        .await
        .map_err(Oops::internal)??;
    site.addresses.make(holder, Thing::Game)?;
    let ticket = games::open(&site, plan, JoinGame::default(), None).await?;
    Ok(Json(ticket))
}

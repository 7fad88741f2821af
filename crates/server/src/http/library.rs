//! Editions, cards, boards, rules and decks.

use super::Site;
use crate::{
    content,
    error::{Oops, Result},
};
use axum::{
    Json,
    extract::{Path, Query, State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use gloryhex_protocol::{DeckCheck, DeckList, DeckSuggestion, EditionFace, Here};
use gloryhex_table::decks;
use serde::Deserialize;

/// A request body, or the reason why it is none.
pub fn body<T>(body: std::result::Result<Json<T>, JsonRejection>) -> Result<T> {
    match body {
        Ok(Json(body)) => Ok(body),
        Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Oops::new(
            gloryhex_protocol::Code::TooLarge,
            rejection.body_text(),
        )),
        Err(rejection) => Err(Oops::new(
            gloryhex_protocol::Code::Malformed,
            rejection.body_text(),
        )),
    }
}

pub async fn editions(State(site): State<Site>) -> Json<Vec<EditionFace>> {
    Json(content::editions(&site.rooms.hall().content))
}

/// What a page has to know of the server it came from.
pub async fn here(State(site): State<Site>) -> Json<Here> {
    let hall = site.rooms.hall();
    let url = hall.config.public_url.as_ref();
    Json(Here {
        public_url: url.map(|url| url.text().to_owned()),
        levels: hall.levels.told(),
    })
}

/// An answer that only changes with the content.
fn lasting(site: &Site, headers: &HeaderMap, json: impl IntoResponse) -> Response {
    let tag = format!("\"{:x}\"", site.rooms.hall().content.hash);
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, json).into_response()
}

pub async fn content(
    State(site): State<Site>,
    Path(edition): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let content = content::content(&site.rooms.hall().content, &edition)?;
    Ok(lasting(&site, &headers, Json(content)))
}

pub async fn rules(
    State(site): State<Site>,
    Path(edition): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    content::known_edition(&site.rooms.hall().content, &edition)?;
    let rules = site.rooms.hall().rules.get(&edition);
    Ok(lasting(
        &site,
        &headers,
        Json(rules.cloned().unwrap_or_default()),
    ))
}

#[derive(Deserialize)]
pub struct For {
    edition: String,
    #[serde(default)]
    warband: String,
    /// For a suggestion: the same seed gives the same deck.
    #[serde(default)]
    seed: u64,
}

pub async fn check_deck(
    State(site): State<Site>,
    Query(asked): Query<For>,
    list: std::result::Result<Json<DeckList>, JsonRejection>,
) -> Result<Json<DeckCheck>> {
    let list = body(list)?;
    let content = &site.rooms.hall().content;
    let found = decks::check(content, &asked.edition, &asked.warband, &list)?;
    Ok(Json(found))
}

pub async fn suggest_deck(
    State(site): State<Site>,
    Query(asked): Query<For>,
    list: std::result::Result<Json<DeckList>, JsonRejection>,
) -> Result<Json<DeckSuggestion>> {
    let list = body(list)?;
    let content = &site.rooms.hall().content;
    let (edition, warband) = (&asked.edition, &asked.warband);
    let found = decks::suggest(content, edition, warband, asked.seed, &list)?;
    Ok(Json(found))
}

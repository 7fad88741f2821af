//! The id of a game in an address.

use crate::error::Oops;
use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::request::Parts,
};
use gloryhex_protocol::Code;

/// The longest id.
const LONGEST: usize = 40;

/// An id that could be a game's. Anything else is refused before the database sees it.
pub struct GameId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for GameId {
    type Rejection = Oops;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameId, Oops> {
        let wrong = || {
            let message = "The id of a game has small letters and digits only, and 40 at most.";
            Oops::new(Code::Malformed, message)
        };
        let params = RawPathParams::from_request_parts(parts, state).await;
        let params = params.map_err(|_| wrong())?;
        let id = params.iter().find(|(name, _)| *name == "id");
        let id = id.map(|(_, id)| id).unwrap_or_default();
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        match (1..=LONGEST).contains(&id.len()) && id.bytes().all(fits) {
            true => Ok(GameId(id.to_owned())),
            false => Err(wrong()),
        }
    }
}

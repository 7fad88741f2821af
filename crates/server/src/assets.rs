//! The web client, which travels inside the binary.

use axum::{
    body::Body,
    http::{Response, StatusCode, Uri, header},
    response::IntoResponse,
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// A file of the client, or its page for every address the client itself knows.
pub async fn serve(uri: Uri) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path).filter(|_| !path.is_empty()) {
        // Vite puts a hash into the names below assets/, so those never change.
        let keep = match path.starts_with("assets/") {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        let kind = file.metadata.mimetype().to_owned();
        let headers = [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, keep.to_owned()),
        ];
        return (headers, file.data.into_owned()).into_response();
    }
    let asks_for_file = path
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains('.'));
    match Files::get("index.html") {
        Some(_) if asks_for_file => {
            crate::error::Oops::not_found("There is no such file.").into_response()
        }
        Some(page) => {
            let headers = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CACHE_CONTROL, "no-cache"),
            ];
            (headers, page.data.into_owned()).into_response()
        }
        None => {
            let words = "The web client is not part of this build. Install Node.js 20 or newer, run \
                         `npm ci && npm run build` in the folder `web`, and build again.";
            (StatusCode::NOT_FOUND, words).into_response()
        }
    }
}

/// Whether the client is part of this build.
pub fn there() -> bool {
    Files::get("index.html").is_some()
}

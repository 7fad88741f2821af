//! Everything over plain HTTP, and the door to the WebSockets.

pub mod analysis;
mod devices;
mod games;
mod guard;
mod id;
mod ladders;
mod library;
mod matches;
mod players;
pub mod replay;
mod scenes;
mod tournaments;

pub use games::store as store_game;

use crate::{assets, limits::Addresses, rooms::Rooms, socket};
use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, State, WebSocketUpgrade},
    http::{StatusCode, header},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use guard::Client;
use id::GameId;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use tower_http::{
    compression::CompressionLayer,
    timeout::TimeoutLayer,
    trace::{DefaultMakeSpan, DefaultOnResponse, TraceLayer},
};

/// What handlers work with.
#[derive(Clone)]
pub struct Site {
    /// The rooms.
    pub rooms: Rooms,
    /// Who may do how much.
    pub addresses: Addresses,
}

/// The longest request body: a deck list fits many times.
const BODY: usize = 64 * 1024;
/// The longest frame a socket reads at all; what is longer closes it.
const FRAME: usize = 1024 * 1024;

/// What a socket reads at once. Messages of clients are short; a longer one takes several reads.
const READ: usize = 2 * 1024;
/// What a socket gathers before it writes; what waits for a slow client waits in its outbox.
const WRITE: usize = 16 * 1024;

/// All routes.
pub fn router(site: Site) -> Router {
    let body = TimeoutLayer::with_status_code(
        StatusCode::REQUEST_TIMEOUT,
        site.rooms.hall().config.limits.body,
    );
    let with_bodies = Router::new()
        .route("/api/decks/check", post(library::check_deck))
        .route("/api/decks/suggest", post(library::suggest_deck))
        .route("/api/games", post(games::make))
        .route("/api/lessons/{id}", post(scenes::in_lesson))
        .route("/api/puzzles/{edition}/{id}", post(scenes::at_puzzle))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/continue", post(replay::go_on))
        .route("/api/players", post(players::take))
        .route("/api/players/restore", post(players::restore))
        .route("/api/players/me/rename", post(players::rename))
        .route("/api/players/me/renew", post(players::renew))
        .route("/api/players/me/forget", post(players::forget))
        .route("/api/players/me/block", post(players::block))
        .route("/api/players/me/withdraw", post(devices::withdraw))
        .route("/api/tournaments", post(tournaments::make))
        .route("/api/tournaments/{id}/enter", post(tournaments::enter))
        .route("/api/tournaments/{id}/drop", post(tournaments::leave))
        .route("/api/tournaments/{id}/next", post(tournaments::next))
        .route("/api/tournaments/{id}/result", post(tournaments::result))
        .route("/api/tournaments/{id}/pause", post(tournaments::pause))
        .route("/api/tournaments/{id}/clock", post(tournaments::clock))
        .route("/api/tournaments/{id}/guests", post(tournaments::guests))
        .route(
            "/api/tournaments/{id}/uninvite",
            post(tournaments::uninvite),
        )
        .route("/api/tournaments/{id}/end", post(tournaments::end))
        .route("/api/matches", post(matches::make))
        .route("/api/matches/{id}/sit", post(matches::sit))
        .route("/api/matches/{id}/choose", post(matches::choose))
        .route("/api/matches/{id}/own", post(matches::own_view))
        .route("/api/matches/{id}/leave", post(matches::leave))
        .route("/api/ladders", post(ladders::open))
        .route("/api/ladders/{id}/join", post(ladders::join))
        .route("/api/ladders/{id}/leave", post(ladders::leave))
        .route("/api/ladders/{id}/challenge", post(ladders::challenge))
        .route("/api/ladders/{id}/answer", post(ladders::answer))
        .route("/api/ladders/{id}/withdraw", post(ladders::withdraw))
        .layer(body);
    Router::new()
        .route("/api/here", get(library::here))
        .route("/api/editions", get(library::editions))
        .route("/api/content/{edition}", get(library::content))
        .route("/api/rules/{edition}", get(library::rules))
        .route("/api/lessons", get(scenes::lessons))
        .route("/api/puzzles/{edition}", get(scenes::puzzles))
        .route("/api/games", get(games::lobby))
        .route("/api/games/{id}", get(games::summary))
        .route("/api/games/{id}/at/{position}", get(replay::moment))
        .route("/api/games/{id}/story", get(replay::story))
        .route("/api/games/{id}/replay", get(replay::download))
        .route("/api/games/{id}/analysis", get(analysis::analysis))
        .route("/api/games/{id}/socket", get(open_socket))
        .route("/api/games/{id}/seat", post(players::seat))
        .route("/api/matches/{id}", get(matches::view))
        .route("/api/tournaments", get(tournaments::list))
        .route("/api/tournaments/{id}", get(tournaments::view))
        .route("/api/tournaments/{id}/{file}", get(tournaments::file))
        .route("/api/ladders", get(ladders::list))
        .route("/api/ladders/{id}", get(ladders::view))
        .route("/api/players/me", get(players::me))
        .route("/api/players/me/turns", get(players::turns))
        .route("/api/players/me/blocked", get(players::blocked))
        .route("/api/players/me/devices", get(devices::list))
        .route("/api/players/me/export", get(players::export))
        .route("/api/players/{name}", get(players::profile))
        .route("/api/{*rest}", get(nothing_here).post(nothing_here))
        .route("/ws/{id}", get(open_socket))
        .route("/health", get(health))
        .fallback(get(assets::serve))
        .merge(with_bodies)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(site.clone(), guard::guard))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(DefaultMakeSpan::new().level(tracing::Level::DEBUG))
                .on_response(DefaultOnResponse::new().level(tracing::Level::DEBUG)),
        )
        .with_state(site)
}

async fn nothing_here() -> Response {
    crate::error::Oops::not_found("There is nothing at this address.").into_response()
}

async fn open_socket(
    State(site): State<Site>,
    GameId(id): GameId,
    Extension(Client(holder)): Extension<Client>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let counted = match site.addresses.open_socket(holder) {
        Ok(counted) => counted,
        Err(oops) => return oops.into_response(),
    };
    upgrade
        .max_message_size(FRAME)
        .max_frame_size(FRAME)
        .read_buffer_size(READ)
        .write_buffer_size(WRITE)
        .on_upgrade(move |socket| socket::serve(site.rooms, id, socket, counted))
}

async fn health(State(site): State<Site>) -> Response {
    match site.rooms.hall().store.healthy().await {
        Ok(()) => (StatusCode::OK, "ok\n").into_response(),
        Err(oops) => (StatusCode::SERVICE_UNAVAILABLE, format!("{oops}\n")).into_response(),
    }
}

/// How often what was measured is added up.
const COUNT_UP: std::time::Duration = std::time::Duration::from_secs(5);

/// The recorder of all metrics in this process.
pub fn recorder() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let install = || {
        let buckets = [
            0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0,
        ];
        let builder = PrometheusBuilder::new().set_buckets(&buckets).ok()?;
        builder.install_recorder().ok()
    };
    HANDLE.get_or_init(install).as_ref()
}

/// Adds up what was measured, for ever: until then every single figure is in memory.
pub async fn count_up() {
    loop {
        tokio::time::sleep(COUNT_UP).await;
        if let Some(handle) = recorder() {
            handle.run_upkeep();
        }
    }
}

/// The figures of this process, for a port of their own.
pub fn figures() -> Router {
    Router::new().route("/metrics", get(metrics))
}

async fn metrics() -> Response {
    match recorder() {
        Some(handle) => {
            let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
            (kind, handle.render()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

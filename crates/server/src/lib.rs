//! The server: games over HTTP and WebSockets, stored before they are acknowledged.
//!
//! [`start`] opens the database and the port and returns at once; [`serve`] does so, prints the
//! address and runs until it is told to stop. **Deliberately absent**: rules (the engine's), texts of
//! choices and events (the notation's), the shape of messages (the protocol's).

pub mod clock;
pub mod config;
pub mod entry;
pub mod error;
pub mod kills;
pub mod load;
pub mod play;
pub mod record;
pub mod socket;
pub mod store;
pub mod token;

mod assets;
mod content;
mod decks;
mod http;
mod limits;
mod opponents;
mod outbox;
mod room;
mod rooms;
mod summary;
mod wire;

pub use clock::Clock;
pub use config::{Config, Limits, Opponents, Paces};
pub use error::{Oops, Result};

use gloryhex_editions::Content;
use room::Hall;
use rooms::Rooms;
use std::{net::SocketAddr, sync::Arc, time::Duration};
use store::Store;
use tokio::{sync::Semaphore, sync::oneshot, task::JoinHandle};

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    tasks: Vec<JoinHandle<()>>,
    rooms: Rooms,
}

impl Running {
    /// Stops listening and closes the database.
    pub async fn stop(mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        for task in self.tasks.drain(..) {
            task.abort();
        }
        self.rooms.hall().store.close().await;
    }

    /// How many games are in memory.
    pub fn rooms(&self) -> usize {
        self.rooms.count()
    }
}

/// Starts a server and returns when it listens.
///
/// # Errors
/// The database or the port cannot be used.
pub async fn start(config: Config) -> Result<Running> {
    start_with(config, None).await
}

/// Starts a server with content of one's own instead of that inside the binary.
///
/// # Errors
/// The database or the port cannot be used.
pub async fn start_with(config: Config, content: Option<Arc<Content>>) -> Result<Running> {
    http::recorder();
    let store = Store::open(&config.data, config.database.as_deref()).await?;
    let content = match content {
        Some(content) => content,
        None => Arc::new(
            Content::load(&[])
                .map_err(|problems| Oops::invalid(problems.first().map_or("", |p| &p.0)))?,
        ),
    };
    let rules = gloryhex_editions::NAMES
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), content::rules(&content, name).ok()?)));
    let hall = Arc::new(Hall {
        key: store.key().await?,
        minds: Arc::new(Semaphore::new(config.opponents.at_once.max(1))),
        rules: rules.collect(),
        analyses: http::analysis::Analyses::default(),
        games: 0.into(),
        store: store.clone(),
        content,
        config,
    });
    let rooms = Rooms::new(Arc::clone(&hall));
    let site = http::Site {
        rooms: rooms.clone(),
        addresses: limits::Addresses::new(hall.config.limits),
    };
    let listener = tokio::net::TcpListener::bind(hall.config.listen)
        .await
        .map_err(|error| {
            let place = hall.config.listen;
            Oops::invalid(format!(
                "{place} cannot be used: {error}; choose another port."
            ))
        })?;
    let address = listener.local_addr().map_err(Oops::internal)?;
    let (stop, stopped) = oneshot::channel::<()>();
    let app = http::router(site).into_make_service_with_connect_info::<SocketAddr>();
    let serving = tokio::spawn(async move {
        let wait = async {
            let _ = stopped.await;
        };
        if let Err(error) = axum::serve(listener, app)
            .with_graceful_shutdown(wait)
            .await
        {
            tracing::error!(%error, "the server stopped");
        }
    });
    let listening = tokio::spawn(rooms.clone().listen(store.news()));
    let archiving = tokio::spawn(archive(Arc::clone(&hall)));
    tracing::info!(%address, "listening");
    Ok(Running {
        address,
        stop: Some(stop),
        tasks: vec![serving, listening, archiving],
        rooms,
    })
}

async fn archive(hall: Arc<Hall>) {
    let clock = &hall.config.clock;
    let mut skipped = clock.watch();
    loop {
        let untouched = hall.config.limits.archive.saturating_sub(clock.ahead());
        match hall.store.archive(untouched).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "archived"),
            Err(oops) => tracing::warn!(%oops, "cannot archive"),
        }
        tokio::select! {
            Ok(()) = skipped.changed() => {}
            () = tokio::time::sleep(Duration::from_secs(3600)) => {}
        }
    }
}

/// Starts a server with this content, tells `ready` its address, and runs until it is interrupted.
///
/// # Errors
/// The database or the port cannot be used.
pub async fn serve(
    config: Config,
    content: Arc<Content>,
    ready: impl FnOnce(SocketAddr, bool),
) -> Result<()> {
    let running = start_with(config, Some(content)).await?;
    ready(running.address, assets::there());
    let _ = tokio::signal::ctrl_c().await;
    running.stop().await;
    Ok(())
}

//! The server: games over HTTP and WebSockets, stored before they are acknowledged.
//!
//! [`start`] opens the database and the port and returns at once; [`serve`] does so, prints the
//! address and runs until it is told to stop. **Deliberately absent**: rules (the engine's), texts of
//! choices and events (the notation's), the shape of messages (the protocol's), what a room does with a game (the table's).

pub mod clock;
pub mod config;
pub mod error;
pub mod film;
pub mod kills;
pub mod load;
pub mod players;
pub mod socket;
pub mod store;
pub mod token;
pub mod trial;

mod assets;
mod beside;
mod contests;
mod errands;
mod http;
mod keeper;
mod ladders;
mod limits;
mod listen;
mod matches;
mod minds;
mod outbox;
mod private;
mod room;
mod rooms;
mod tournaments;
mod upgrade;

/// What a room keeps of a game, which the table knows how to play.
pub use gloryhex_table::{entry, play, position, record};

use gloryhex_table::{content, opponents, summary, take_back};

pub use clock::Clock;
pub use config::{Config, Limits, Network, Opponents, Paces, PublicUrl};
pub use error::{Oops, Result};

use gloryhex_editions::Content;
use room::Hall;
use rooms::Rooms;
use std::{net::SocketAddr, sync::Arc, time::Duration};
use store::Store;
use tokio::{sync::Semaphore, sync::oneshot, task::JoinHandle};

/// Requests that are being answered when the server stops have this long.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it tells figures about itself, if it does.
    pub metrics: Option<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    tasks: Vec<JoinHandle<()>>,
    rooms: Rooms,
}

impl Running {
    /// Stops listening, lets what is under way come to its end, and closes the database.
    pub async fn stop(mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        // Requests are answered; sockets would stay open for ever.
        let mut tasks = self.tasks.drain(..);
        if let Some(mut serving) = tasks.next()
            && tokio::time::timeout(LAST_WORDS, &mut serving)
                .await
                .is_err()
        {
            serving.abort();
        }
        for task in tasks {
            task.abort();
        }
        self.rooms.rest().await;
        self.rooms.hall().store.close().await;
    }

    /// Lets the SQLite file grow no further than to so many pages, as if the disk were full; 0 takes the
    /// limit away.
    pub fn limit_pages(&self, pages: u32) {
        self.rooms.hall().store.limit_pages(pages);
    }

    /// How often an opponent has begun to think in this process.
    pub fn thoughts(&self) -> u64 {
        self.rooms.hall().minds.begun()
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
    let rules = content
        .edition_names()
        .filter_map(|name| Some((name.to_owned(), content::rules(&content, name).ok()?)));
    let hall = Arc::new(Hall {
        key: store.key().await?,
        minds: minds::Minds::new(config.opponents.at_once, config.opponents.wait),
        studies: Arc::new(Semaphore::new(1)),
        rules: rules.collect(),
        ratings: players::Ratings::default(),
        levels: players::Levels::measured()?,
        ladders: ladders::Ladders::default(),
        tournaments: tournaments::Tournaments::default(),
        matches: matches::Matches::default(),
        errands: tokio::sync::Notify::new(),
        analyses: http::analysis::Analyses::default(),
        keeper: keeper::Keeper::default(),
        games: 0.into(),
        started: config.clock.wall(),
        store: store.clone(),
        content,
        config,
    });
    let rooms = Rooms::new(Arc::clone(&hall));
    let site = http::Site {
        rooms: rooms.clone(),
        addresses: limits::Addresses::new(hall.config.limits),
    };
    let listener = bind(hall.config.listen).await?;
    let figures = match hall.config.metrics {
        Some(place) => Some(bind(place).await?),
        None => None,
    };
    let metrics = figures
        .as_ref()
        .and_then(|listener| listener.local_addr().ok());
    let address = listener.local_addr().map_err(Oops::internal)?;
    let (stop, stopped) = oneshot::channel::<()>();
    let addresses = site.addresses.clone();
    let doing = tokio::spawn(errands::run(site.clone()));
    let serving = tokio::spawn(listen::serve(
        listener,
        http::router(site),
        addresses,
        hall.config.clone(),
        async {
            let _ = stopped.await;
        },
    ));
    let listening = tokio::spawn(rooms.clone().listen(store.news()));
    let archiving = tokio::spawn(archive(Arc::clone(&hall)));
    let minding = tokio::spawn(rooms.clone().mind_clocks());
    tracing::info!(%address, "listening");
    let mut tasks = vec![
        serving,
        listening,
        archiving,
        minding,
        doing,
        tokio::spawn(http::count_up()),
    ];
    if let Some(listener) = figures {
        tasks.push(tokio::spawn(async move {
            let served = axum::serve(listener, http::figures()).await;
            tracing::warn!(?served, "figures are not told any more");
        }));
    }
    Ok(Running {
        address,
        metrics,
        stop: Some(stop),
        tasks,
        rooms,
    })
}

/// Looks whether there is an opponent of this level.
///
/// # Errors
/// There is none; those there are are named.
pub fn known_opponent(level: &str) -> Result<()> {
    Ok(opponents::opponent(level, 0, Duration::ZERO).map(drop)?)
}

async fn bind(place: SocketAddr) -> Result<tokio::net::TcpListener> {
    let bound = tokio::net::TcpListener::bind(place).await;
    bound.map_err(|error| {
        Oops::invalid(format!(
            "{place} cannot be used: {error}; choose another port."
        ))
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

/// Starts a server with this content, tells `ready` its address, and runs until it is interrupted
/// or asked to end.
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
    told_to_stop().await;
    tracing::info!("stopping");
    running.stop().await;
    Ok(())
}

/// Waits until the process is interrupted or asked to end.
#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut term) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = term.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// Waits until the process is interrupted.
#[cfg(not(unix))]
async fn told_to_stop() {
    let _ = tokio::signal::ctrl_c().await;
}

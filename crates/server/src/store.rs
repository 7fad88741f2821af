//! The database: SQLite or PostgreSQL with the same statements.
//!
//! Entries of a game are numbered without gaps, and the number is the key: of two processes that
//! append at one position only one succeeds. Appends of many games share transactions, so that one
//! disk flush serves them all; nothing is acknowledged before its transaction is on disk.

use crate::{
    entry::{Entry, Plan},
    error::{Oops, Result},
    token::Key,
};
use gloryhex_protocol::{GameSummary, Settings};
use sqlx::{
    AnyPool, Row,
    any::AnyPoolOptions,
    postgres::{PgListener, PgPoolOptions},
};
use std::{path::Path, sync::Arc, time::Duration};
use tokio::sync::{broadcast, mpsc, oneshot};

/// Appends that share a transaction at most.
const BATCH: usize = 256;
/// The time between two tidyings of the database file.
const TIDY: Duration = Duration::from_secs(5);
/// The channel on which processes that share a PostgreSQL database talk.
const CHANNEL: &str = "gloryhex";

/// News from another process.
#[derive(Clone, Debug)]
pub enum News {
    /// A game has new entries.
    Entries {
        /// Which game.
        game: String,
    },
    /// Who is connected to a game there.
    Presence {
        /// Which game.
        game: String,
        /// Which process.
        node: u32,
        /// Connected seats, as bits.
        seats: u8,
        /// Spectators.
        spectators: u32,
    },
    /// The connection to the database was lost and is back: anything may have happened.
    Everything,
}

/// The database.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    postgres: bool,
    writer: mpsc::Sender<Append>,
    news: broadcast::Sender<News>,
    node: u32,
}

struct Append {
    game: String,
    at: u32,
    body: String,
    stage: String,
    glance: String,
    reply: oneshot::Sender<Result<bool>>,
}

/// A game as stored.
pub struct Stored {
    /// How it was made.
    pub plan: Plan,
    /// When, in Unix seconds.
    pub made: i64,
    /// Whether it was archived.
    pub archived: bool,
}

impl Store {
    /// Opens the database, makes it if it is a file that is not there, and brings it up to date.
    ///
    /// # Errors
    /// The folder or the database cannot be used.
    pub async fn open(data: &Path, database: Option<&str>) -> Result<Store> {
        sqlx::any::install_default_drivers();
        let postgres = database.is_some();
        let url = match database {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                url.to_owned()
            }
            Some(_) => {
                return Err(Oops::invalid(
                    "The database address must begin with postgres://; leave it out to use a SQLite file.",
                ));
            }
            None => {
                std::fs::create_dir_all(data)
                    .map_err(|error| Oops::invalid(format!("{}: {error}", data.display())))?;
                let file = std::path::absolute(data.join("gloryhex.sqlite"))
                    .map_err(|error| Oops::invalid(format!("{}: {error}", data.display())))?;
                format!("sqlite://{}?mode=rwc", file.display())
            }
        };
        let pool = AnyPoolOptions::new()
            .max_connections(if postgres { 8 } else { 4 })
            .acquire_timeout(Duration::from_secs(60))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if !postgres {
                        for pragma in [
                            "PRAGMA busy_timeout = 60000",
                            "PRAGMA journal_mode = WAL",
                            "PRAGMA synchronous = FULL",
                            "PRAGMA foreign_keys = ON",
                            "PRAGMA wal_autocheckpoint = 0",
                        ] {
                            sqlx::query(pragma).execute(&mut *connection).await?;
                        }
                    }
                    Ok(())
                })
            })
            .connect(&url)
            .await
            .map_err(|error| Oops::invalid(format!("The database cannot be opened: {error}")))?;
        sqlx::migrate!("./migrations")
            .run(&pool)
            .await
            .map_err(|error| {
                Oops::invalid(format!(
                    "The database cannot be brought up to date: {error}"
                ))
            })?;
        let node = u32::from_le_bytes(crate::token::random());
        let (writer, appends) = mpsc::channel(1024);
        let (news, _) = broadcast::channel(4096);
        tokio::spawn(write(pool.clone(), postgres, node, appends));
        if !postgres {
            tokio::spawn(tidy(pool.clone()));
        }
        if postgres {
            let listener = listen(&url).await?;
            tokio::spawn(pass_on(listener, node, news.clone()));
        }
        Ok(Store {
            pool,
            postgres,
            writer,
            news,
            node,
        })
    }

    /// News from other processes.
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Whether other processes may serve the same games.
    pub fn shared(&self) -> bool {
        self.postgres
    }

    /// The key that signs tokens, made on first use.
    pub async fn key(&self) -> Result<Key> {
        sqlx::query("INSERT INTO secrets (name, value) VALUES ('key', $1) ON CONFLICT DO NOTHING")
            .bind(Key::generate())
            .execute(&self.pool)
            .await?;
        let text: String = sqlx::query("SELECT value FROM secrets WHERE name = 'key'")
            .fetch_one(&self.pool)
            .await?
            .try_get(0)?;
        Key::from_text(&text).ok_or_else(|| Oops::internal("the stored key is broken"))
    }

    /// Makes a game.
    pub async fn make(&self, id: &str, plan: &Plan, glance: &GameSummary) -> Result<()> {
        sqlx::query(
            "INSERT INTO games (id, plan, stage, listed, made, touched, glance) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(id)
        .bind(json(plan)?)
        .bind(stage_word(glance))
        .bind(i64::from(plan.public))
        .bind(now())
        .bind(now())
        .bind(json(glance)?)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// A game's plan.
    pub async fn game(&self, id: &str) -> Result<Stored> {
        let row = sqlx::query("SELECT plan, made, stage FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?
            .ok_or_else(|| {
                Oops::not_found("There is no such game; the lobby lists those there are.")
            })?;
        let plan: String = row.try_get(0)?;
        let stage: String = row.try_get(2)?;
        Ok(Stored {
            plan: serde_json::from_str(&plan).map_err(Oops::internal)?,
            made: row.try_get(1)?,
            archived: stage == "archived",
        })
    }

    /// The entries of a game after a position, in order.
    pub async fn entries(&self, id: &str, after: u32) -> Result<Vec<(u32, Entry)>> {
        let rows =
            sqlx::query("SELECT at, body FROM entries WHERE game = $1 AND at > $2 ORDER BY at")
                .bind(id)
                .bind(i64::from(after))
                .fetch_all(&self.pool)
                .await?;
        let mut entries = Vec::with_capacity(rows.len());
        for row in rows {
            let at: i64 = row.try_get(0)?;
            let body: String = row.try_get(1)?;
            let entry = serde_json::from_str(&body).map_err(Oops::internal)?;
            entries.push((u32::try_from(at).map_err(Oops::internal)?, entry));
        }
        Ok(entries)
    }

    /// Appends an entry at a position; `false` if there is one already. Returns when it is on disk.
    pub async fn append(
        &self,
        game: &str,
        at: u32,
        entry: &Entry,
        glance: &GameSummary,
    ) -> Result<bool> {
        let (reply, answer) = oneshot::channel();
        let append = Append {
            game: game.to_owned(),
            at,
            body: json(entry)?,
            stage: stage_word(glance),
            glance: json(glance)?,
            reply,
        };
        let gone = |_| Oops::internal("the writer is gone");
        self.writer.send(append).await.map_err(|_| gone(()))?;
        answer.await.map_err(|_| gone(()))?
    }

    /// Games for the lobby: public ones that wait or run, and those that ended lately.
    pub async fn lobby(&self) -> Result<Vec<GameSummary>> {
        let rows = sqlx::query(
            "SELECT glance FROM games WHERE listed = 1 AND stage IN ('waiting', 'running', 'over') \
             ORDER BY CASE stage WHEN 'waiting' THEN 0 WHEN 'running' THEN 1 ELSE 2 END, touched DESC LIMIT 100",
        )
        .fetch_all(&self.pool)
        .await?;
        let mut games = Vec::with_capacity(rows.len());
        for row in rows {
            let glance: String = row.try_get(0)?;
            games.push(serde_json::from_str(&glance).map_err(Oops::internal)?);
        }
        Ok(games)
    }

    /// A seat's preferences.
    pub async fn settings(&self, game: &str, seat: u8) -> Result<Settings> {
        let row = sqlx::query("SELECT body FROM preferences WHERE game = $1 AND seat = $2")
            .bind(game)
            .bind(i64::from(seat))
            .fetch_optional(&self.pool)
            .await?;
        Ok(match row {
            Some(row) => {
                let body: String = row.try_get(0)?;
                serde_json::from_str(&body).unwrap_or_default()
            }
            None => Settings::default(),
        })
    }

    /// Keeps a seat's preferences.
    pub async fn keep_settings(&self, game: &str, seat: u8, settings: Settings) -> Result<()> {
        sqlx::query(
            "INSERT INTO preferences (game, seat, body) VALUES ($1, $2, $3) \
             ON CONFLICT (game, seat) DO UPDATE SET body = excluded.body",
        )
        .bind(game)
        .bind(i64::from(seat))
        .bind(json(&settings)?)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Archives games that nobody touched for a time. Says how many.
    pub async fn archive(&self, untouched: Duration) -> Result<u64> {
        let before = now() - i64::try_from(untouched.as_secs()).unwrap_or(i64::MAX / 2);
        let done = sqlx::query(
            "UPDATE games SET stage = 'archived' WHERE stage IN ('waiting', 'running') AND touched <= $1",
        )
        .bind(before)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected())
    }

    /// Takes a game out of the archive again.
    pub async fn restore(&self, id: &str, glance: &GameSummary) -> Result<()> {
        sqlx::query("UPDATE games SET stage = $1, touched = $2 WHERE id = $3")
            .bind(stage_word(glance))
            .bind(now())
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Tells other processes who is connected here.
    pub async fn tell_presence(&self, game: &str, seats: u8, spectators: u32) -> Result<()> {
        if self.postgres {
            sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)")
                .bind(CHANNEL)
                .bind(format!("p {game} {} {seats} {spectators}", self.node))
                .fetch_all(&self.pool)
                .await?;
        }
        Ok(())
    }

    /// Whether the database answers.
    pub async fn healthy(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// Closes all connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Moves what was written from SQLite's log into the file now and then, beside the writer: a choice that
/// happened to fill the log would wait for it.
async fn tidy(pool: AnyPool) {
    while !pool.is_closed() {
        tokio::time::sleep(TIDY).await;
        let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
            .execute(&pool)
            .await;
        if let Err(error) = done
            && !pool.is_closed()
        {
            tracing::warn!(%error, "the log of the database was not put away");
        }
    }
}

async fn write(pool: AnyPool, postgres: bool, node: u32, mut appends: mpsc::Receiver<Append>) {
    let mut batch = Vec::with_capacity(BATCH);
    while appends.recv_many(&mut batch, BATCH).await > 0 {
        // The same order in every process, so that two of them never wait for each other.
        batch.sort_by(|a, b| (&a.game, a.at).cmp(&(&b.game, b.at)));
        let result = write_batch(&pool, postgres, node, &batch).await;
        match result {
            Ok(stored) => {
                for (append, stored) in batch.drain(..).zip(stored) {
                    let _ = append.reply.send(Ok(stored));
                }
            }
            Err(error) => {
                let oops = Oops::from(error);
                for append in batch.drain(..) {
                    let _ = append.reply.send(Err(oops.clone()));
                }
            }
        }
    }
}

async fn write_batch(
    pool: &AnyPool,
    postgres: bool,
    node: u32,
    batch: &[Append],
) -> std::result::Result<Vec<bool>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut stored = Vec::with_capacity(batch.len());
    for append in batch {
        let done = sqlx::query(
            "INSERT INTO entries (game, at, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(&append.game)
        .bind(i64::from(append.at))
        .bind(&append.body)
        .execute(&mut *transaction)
        .await?;
        let new = done.rows_affected() == 1;
        stored.push(new);
        if !new {
            continue;
        }
        sqlx::query("UPDATE games SET stage = $1, touched = $2, glance = $3 WHERE id = $4")
            .bind(&append.stage)
            .bind(now())
            .bind(&append.glance)
            .bind(&append.game)
            .execute(&mut *transaction)
            .await?;
        if postgres {
            sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)")
                .bind(CHANNEL)
                .bind(format!("e {} {node}", append.game))
                .fetch_all(&mut *transaction)
                .await?;
        }
    }
    transaction.commit().await?;
    metrics::counter!("gloryhex_entries_stored_total").increment(batch.len() as u64);
    Ok(stored)
}

async fn listen(url: &str) -> Result<PgListener> {
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(Duration::from_secs(60))
        .connect(url)
        .await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

async fn pass_on(mut listener: PgListener, node: u32, news: broadcast::Sender<News>) {
    loop {
        let item = match listener.try_recv().await {
            Ok(Some(notification)) => match read_news(notification.payload(), node) {
                Some(item) => item,
                None => continue,
            },
            Ok(None) => News::Everything,
            Err(error) => {
                tracing::warn!(%error, "no news from the database");
                tokio::time::sleep(Duration::from_secs(1)).await;
                News::Everything
            }
        };
        if news.send(item).is_err() && news.receiver_count() == 0 && news.strong_count() <= 1 {
            return;
        }
    }
}

fn read_news(payload: &str, own: u32) -> Option<News> {
    let mut words = payload.split(' ');
    let kind = words.next()?;
    let game = words.next()?.to_owned();
    let node: u32 = words.next()?.parse().ok()?;
    if node == own {
        return None;
    }
    match kind {
        "e" => Some(News::Entries { game }),
        "p" => Some(News::Presence {
            game,
            node,
            seats: words.next()?.parse().ok()?,
            spectators: words.next()?.parse().ok()?,
        }),
        _ => None,
    }
}

fn stage_word(glance: &GameSummary) -> String {
    use gloryhex_protocol::Stage;
    match glance.stage {
        Stage::Waiting => "waiting",
        Stage::Running => "running",
        Stage::Over => "over",
        Stage::Archived => "archived",
    }
    .to_owned()
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(Oops::internal)
}

/// Unix time in seconds.
pub fn now() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(0))
}

/// Shared by everything that serves.
pub type SharedStore = Arc<Store>;

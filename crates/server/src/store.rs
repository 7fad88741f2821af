//! The database: SQLite or PostgreSQL with the same statements.
//!
//! Entries of a game are numbered without gaps, and the number is the key: of two processes that
//! append at one position only one succeeds. Appends of many games share transactions, so that one
//! disk flush serves them all; nothing is acknowledged before its transaction is on disk.

mod access;
mod contests;
mod devices;
mod errands;
mod forget;
mod journal;
mod kept;
mod players;
mod statements;
mod talk;
mod waits;
mod writer;

use crate::{
    entry::{Entry, Plan},
    error::{Oops, Result},
    players::Ended,
    token::Key,
};
use access::Access;
pub use devices::Device;
pub use errands::Errand;
pub use forget::Forgotten;
use gloryhex_lab::replay::VERSION;
use gloryhex_protocol::{GameSummary, Settings, Stage};
pub use players::RatedResult;
use sqlx::{AnyPool, Row, any::AnyRow, pool::PoolConnection, postgres::PgListener};
use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};
pub use talk::Spoken;
use tokio::sync::broadcast;
use writer::{Append, Job, NewGame, Value, Writer};

/// The channel on which processes that share a PostgreSQL database talk.
const CHANNEL: &str = "gloryhex";
/// A look at the health of the database that takes longer says that it is not well,
const HEALTH: Duration = Duration::from_millis(900);
/// and it is not looked at more often than this.
const LOOKED: Duration = Duration::from_secs(1);

/// News from another process.
#[derive(Clone, Debug)]
pub enum News {
    /// Games have new entries.
    Entries {
        /// Which games.
        games: Vec<String>,
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
    /// Another process asks who is connected here.
    Asked {
        /// To which game.
        game: String,
    },
    /// A player wishes to be asked otherwise than before.
    Settings {
        /// In which game.
        game: String,
    },
    /// Somebody at a game was forgotten.
    Forgotten {
        /// Which game.
        game: String,
    },
    /// Somebody in a ladder, a tournament or a match was forgotten.
    Rewritten {
        /// Which contest.
        contest: String,
    },
    /// Somebody said something at a table.
    Talk {
        /// At which game.
        game: String,
    },
    /// The connection to the database was lost and is back: anything may have happened.
    Everything,
}

/// When the database was last looked at, and what was found.
type Look = (Instant, Result<()>);

/// The database.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    access: Access,
    writer: Writer,
    news: broadcast::Sender<News>,
    node: u32,
    looked: Arc<Mutex<Option<Look>>>,
}

/// What is known beside an entry.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// When it is, in Unix milliseconds.
    pub when: u64,
    /// How the game ended with it, if somebody with a name played it or it belongs to a match.
    pub ended: Option<&'a Ended>,
    /// The match that is to be told, if it ended with it.
    pub told: Option<&'a str>,
}

/// A game as stored.
pub struct Stored {
    /// How it was made.
    pub plan: Plan,
    /// When, in Unix seconds.
    pub made: i64,
    /// Whether it was archived.
    pub archived: bool,
    /// The version it was made with; empty for the first ones, which did not say.
    pub engine: String,
    /// The content it was made with.
    pub content: String,
}

impl Store {
    /// Opens the database, makes it if it is a file that is not there, and brings it up to date.
    ///
    /// # Errors
    /// The folder or the database cannot be used.
    pub async fn open(data: &Path, database: Option<&str>) -> Result<Store> {
        let access = Access::new(data, database)?;
        let pool = access.open().await?;
        let node = u32::from_le_bytes(crate::token::random());
        let (news, _) = broadcast::channel(4096);
        if access.postgres {
            let listener = access.listen(CHANNEL).await?;
            tokio::spawn(pass_on(listener, node, news.clone()));
        }
        Ok(Store {
            writer: Writer::start(access.clone(), node).map_err(Oops::internal)?,
            pool,
            access,
            news,
            node,
            looked: Arc::default(),
        })
    }

    /// News from other processes.
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Whether other processes may serve the same games.
    pub fn shared(&self) -> bool {
        self.access.postgres
    }

    /// Lets the SQLite file grow no further than to so many pages, as if the disk were full; 0 takes the
    /// limit away.
    pub fn limit_pages(&self, pages: u32) {
        // SQLite cannot unset the limit, but its largest is as good as none.
        let pages = if pages == 0 { 0xffff_fffe } else { pages };
        self.access.most_pages.store(pages, Ordering::Relaxed);
    }

    async fn connection(&self) -> Result<PoolConnection<sqlx::Any>> {
        Ok(self.pool.acquire().await?)
    }

    /// Rows that are read. A connection that saw an error is not used again.
    async fn read(&self, sql: &'static str, values: &[Value]) -> Result<Vec<AnyRow>> {
        let mut query = sqlx::query(sql);
        for value in values {
            query = match value {
                Value::Text(text) => query.bind(text.as_str()),
                Value::Number(number) => query.bind(*number),
                Value::Bytes(bytes) => query.bind(bytes.as_slice()),
            };
        }
        let mut connection = self.connection().await?;
        let rows = query.fetch_all(&mut *connection).await;
        if rows.is_err() {
            connection.close_on_drop();
        }
        Ok(rows?)
    }

    async fn change(&self, sql: &'static str, values: Vec<Value>) -> Result<u64> {
        self.writer.write(Job::Other(sql, values)).await
    }

    /// The key that signs tokens, made on first use.
    pub async fn key(&self) -> Result<Key> {
        let made = vec![Value::Text(Key::generate())];
        let sql = "INSERT INTO secrets (name, value) VALUES ('key', $1) ON CONFLICT DO NOTHING";
        self.change(sql, made).await?;
        let sql = "SELECT value FROM secrets WHERE name = 'key'";
        let rows = self.read(sql, &[]).await?;
        let text: Option<String> = rows.first().and_then(|row| row.try_get(0).ok());
        text.and_then(|text| Key::from_text(&text))
            .ok_or_else(|| Oops::internal("the stored key is broken"))
    }

    /// Makes a game, with this content.
    pub async fn make(
        &self,
        id: &str,
        plan: &Plan,
        glance: &GameSummary,
        content: &str,
    ) -> Result<()> {
        let new = NewGame {
            id: id.to_owned(),
            plan: json(plan)?,
            engine: VERSION,
            content: content.to_owned(),
            listed: plan.public,
            glance: glance.clone(),
        };
        self.writer.write(Job::Make(Box::new(new))).await?;
        Ok(())
    }

    /// A game's plan.
    pub async fn game(&self, id: &str) -> Result<Stored> {
        let sql = "SELECT plan, made, stage, engine, content FROM games WHERE id = $1";
        let rows = self.read(sql, &[text(id)]).await?;
        let row = rows.first().ok_or_else(no_game)?;
        let plan: String = row.try_get(0)?;
        let stage: String = row.try_get(2)?;
        Ok(Stored {
            plan: serde_json::from_str(&plan).map_err(Oops::internal)?,
            made: row.try_get(1)?,
            archived: stage == "archived",
            engine: row.try_get(3)?,
            content: row.try_get(4)?,
        })
    }

    /// The entries of a game after a position, in order.
    pub async fn entries(&self, id: &str, after: u32) -> Result<Vec<(u32, Entry)>> {
        let sql = "SELECT at, body FROM entries WHERE game = $1 AND at > $2 \
             UNION SELECT at, body FROM journal WHERE game = $1 AND at > $2 ORDER BY at";
        let after = Value::Number(i64::from(after));
        let rows = self.read(sql, &[text(id), after]).await?;
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
    /// `listed` if the lobby shows the game.
    pub async fn append(
        &self,
        game: &str,
        at: u32,
        entry: &Entry,
        glance: GameSummary,
        listed: bool,
    ) -> Result<bool> {
        let beside = Beside {
            when: u64::try_from(now()).unwrap_or(0) * 1000,
            ended: None,
            told: None,
        };
        self.append_beside(game, at, entry, glance, listed, beside)
            .await
    }

    /// The same with what is known beside the entry: together they are stored, or not at all.
    pub async fn append_beside(
        &self,
        game: &str,
        at: u32,
        entry: &Entry,
        glance: GameSummary,
        listed: bool,
        beside: Beside<'_>,
    ) -> Result<bool> {
        let append = Append {
            beside: players::beside(game, entry, beside)?,
            game: game.to_owned(),
            at,
            body: json(entry)?,
            listed,
            turned: !matches!(entry, Entry::Choose { .. }) || glance.stage == Stage::Over,
            glance: Arc::new(glance),
        };
        Ok(self.writer.write(Job::Append(Box::new(append))).await? == 1)
    }

    /// Games for the lobby: public ones that wait or run, and those that ended lately. A row that cannot be
    /// read is left out.
    pub async fn lobby(&self) -> Result<Vec<GameSummary>> {
        let sql = "SELECT id, glance FROM games WHERE listed = 1 AND stage IN ('waiting', 'running', 'over') \
             ORDER BY CASE stage WHEN 'waiting' THEN 0 WHEN 'running' THEN 1 ELSE 2 END, touched DESC LIMIT 100";
        let read = |row: AnyRow| {
            let id: String = row.try_get(0).unwrap_or_default();
            let glance = row.try_get(1).map_err(|error| error.to_string());
            let game = glance.and_then(|glance: String| {
                serde_json::from_str(&glance).map_err(|error| error.to_string())
            });
            game.inspect_err(
                |error| tracing::error!(game = %id, %error, "the lobby cannot show a game"),
            )
            .ok()
        };
        let rows = self.read(sql, &[]).await?;
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// The preferences of a game's seats. What cannot be read is left out.
    pub async fn settings(&self, game: &str) -> Result<Vec<(u8, Settings)>> {
        let sql = "SELECT seat, body FROM preferences WHERE game = $1";
        let rows = self.read(sql, &[text(game)]).await?;
        let read = |row: &AnyRow| {
            let seat: i64 = row.try_get(0).ok()?;
            let body: String = row.try_get(1).ok()?;
            Some((u8::try_from(seat).ok()?, serde_json::from_str(&body).ok()?))
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Keeps a seat's preferences, and tells other processes that there are new ones.
    pub async fn keep_settings(&self, game: &str, seat: u8, settings: Settings) -> Result<()> {
        let sql = "INSERT INTO preferences (game, seat, body) VALUES ($1, $2, $3) \
             ON CONFLICT (game, seat) DO UPDATE SET body = excluded.body";
        let seat = Value::Number(i64::from(seat));
        let values = vec![text(game), seat, Value::Text(json(&settings)?)];
        self.change(sql, values).await?;
        self.tell(format!("s {} {game}", self.node)).await
    }

    /// Archives games that nobody touched for a time. Says how many.
    pub async fn archive(&self, untouched: Duration) -> Result<u64> {
        let before = now() - i64::try_from(untouched.as_secs()).unwrap_or(i64::MAX / 2);
        let sql = "UPDATE games SET stage = 'archived' WHERE stage IN ('waiting', 'running') AND touched <= $1";
        self.change(sql, vec![Value::Number(before)]).await
    }

    /// Takes a game out of the archive again.
    pub async fn restore(&self, id: &str, glance: &GameSummary) -> Result<()> {
        let sql = "UPDATE games SET stage = $1, touched = $2 WHERE id = $3";
        let stage = Value::Text(stage_word(glance));
        let values = vec![stage, Value::Number(now()), text(id)];
        self.change(sql, values).await.map(drop)
    }

    /// Whether games can be read and written, found out within a second: something is read, and something
    /// is written that takes space.
    ///
    /// # Errors
    /// What is wrong.
    pub async fn healthy(&self) -> Result<()> {
        let looked = || self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((when, found)) = looked().as_ref()
            && when.elapsed() < LOOKED
        {
            return found.clone();
        }
        let look = async {
            self.read("SELECT 1 FROM games LIMIT 1", &[]).await?;
            self.writer.write(Job::Pulse).await
        };
        let found = match tokio::time::timeout(HEALTH, look).await {
            Ok(done) => done.map(drop),
            Err(_) => Err(self
                .writer
                .health
                .trouble()
                .unwrap_or_else(|| Oops::unavailable("The database does not answer."))),
        };
        *looked() = Some((Instant::now(), found.clone()));
        found
    }

    /// Waits until all that was to be written is, and closes all connections.
    pub async fn close(&self) {
        self.writer.finish().await;
        self.pool.close().await;
    }
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
    let node: u32 = words.next()?.parse().ok()?;
    if node == own {
        return None;
    }
    match kind {
        "e" => Some(News::Entries {
            games: words.map(str::to_owned).collect(),
        }),
        "p" => Some(News::Presence {
            game: words.next()?.to_owned(),
            node,
            seats: words.next()?.parse().ok()?,
            spectators: words.next()?.parse().ok()?,
        }),
        "q" => Some(News::Asked {
            game: words.next()?.to_owned(),
        }),
        "s" => Some(News::Settings {
            game: words.next()?.to_owned(),
        }),
        "f" => Some(News::Forgotten {
            game: words.next()?.to_owned(),
        }),
        "c" => Some(News::Rewritten {
            contest: words.next()?.to_owned(),
        }),
        "t" => Some(News::Talk {
            game: words.next()?.to_owned(),
        }),
        _ => None,
    }
}

fn no_game() -> Oops {
    Oops::not_found("There is no such game; the lobby lists those there are.")
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn stage_word(glance: &GameSummary) -> String {
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

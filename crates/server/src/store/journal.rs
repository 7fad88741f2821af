//! The journal of SQLite: the newest entries of all games, in the order they came.
//!
//! In `entries` everything of a game lies together, so choices in a thousand games change a thousand pages, each
//! of which goes to the disk twice. In the journal they lie one behind the other and fill a page or two. Once the
//! journal is long, the games of its oldest rows are moved to `entries`, each with all it has here, so that a
//! page there is changed once for many entries. Whoever reads a game reads both tables.
//!
//! What this knows of the journal is read from the database when a connection is new or another process wrote, and
//! belongs to the transaction that is under way: if that fails, it is forgotten.

use super::{
    statements::{Sql, places, sliced},
    writer::Append,
};
use sqlx::{AnyConnection, Row};
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

/// When the journal holds so many entries, the oldest are moved,
const LONG: usize = 33 * 1024;
/// until it holds so many.
const SHORT: usize = 32 * 1024;
/// Games of which it is remembered where they end though the journal has nothing of them.
const REMEMBERED: usize = 16 * 1024;
/// Rows that were moved are deleted together, when there are so many.
const SWEPT: i64 = 1024;

/// What is in the journal.
pub(super) struct Journal {
    /// What the database called its own state when the journal was read; another process changes it by writing.
    version: i64,
    /// The number of the next row.
    next: i64,
    /// Rows below this number have been deleted.
    swept: i64,
    /// Rows that are still to be moved.
    held: usize,
    games: HashMap<Arc<str>, Kept>,
    /// Rows in the order they came. Those that were moved since are passed over.
    order: VecDeque<(i64, Arc<str>)>,
}

/// What the journal has of a game.
struct Kept {
    /// Where in the game its last entry is.
    last: i64,
    /// Its rows, the oldest first; none if all were moved.
    rows: Vec<i64>,
}

impl Journal {
    /// Reads the journal again, if there is none yet or another process has written. To be called inside of a
    /// transaction that keeps others from writing.
    pub async fn current(connection: &mut AnyConnection, known: Option<Journal>) -> Sql<Journal> {
        let version: i64 = sqlx::query("PRAGMA data_version")
            .fetch_one(&mut *connection)
            .await?
            .try_get(0)?;
        match known {
            Some(journal) if journal.version == version => Ok(journal),
            _ => Journal::read(connection, version).await,
        }
    }

    async fn read(connection: &mut AnyConnection, version: i64) -> Sql<Journal> {
        let rows = sqlx::query("SELECT n, game, at FROM journal ORDER BY n")
            .fetch_all(connection)
            .await?;
        let mut journal = Journal {
            version,
            next: 1,
            swept: 1,
            held: 0,
            games: HashMap::new(),
            order: VecDeque::new(),
        };
        for row in rows {
            let game: String = row.try_get(1)?;
            journal.next = row.try_get(0)?;
            journal.note(&game, row.try_get(2)?);
        }
        journal.swept = journal.order.front().map_or(journal.next, |(n, _)| *n);
        Ok(journal)
    }

    /// Notes the next row.
    fn note(&mut self, game: &str, at: i64) {
        let name = match self.games.get_key_value(game) {
            Some((name, _)) => Arc::clone(name),
            None => Arc::from(game),
        };
        let kept = self.games.entry(Arc::clone(&name)).or_insert(Kept {
            last: at,
            rows: Vec::new(),
        });
        kept.last = at;
        kept.rows.push(self.next);
        self.order.push_back((self.next, name));
        self.held += 1;
        self.next += 1;
    }

    /// Appends those entries, in the order of their games and numbers, at whose position there is none yet. Says which.
    pub async fn append(
        &mut self,
        connection: &mut AnyConnection,
        entries: &[(usize, &Append)],
    ) -> Sql<Vec<bool>> {
        let first = self.next;
        let mut fresh = Vec::with_capacity(entries.len());
        for (_, entry) in entries {
            let last = match self.games.get(entry.game.as_str()) {
                Some(kept) => kept.last,
                None => last_moved(connection, &entry.game).await?,
            };
            let at = i64::from(entry.at);
            fresh.push(at > last);
            if at > last {
                self.note(&entry.game, at);
            }
        }
        let new = entries.iter().zip(&fresh).filter(|(_, fresh)| **fresh);
        let rows: Vec<(i64, &Append)> = (first..).zip(new.map(|((_, entry), _)| *entry)).collect();
        for slice in sliced(&rows) {
            let places = places(slice.len(), 4);
            let sql = format!("INSERT INTO journal (n, game, at, body) VALUES {places}");
            let mut query = sqlx::query(&sql);
            for (n, entry) in slice {
                let at = i64::from(entry.at);
                query = query.bind(n).bind(&entry.game).bind(at).bind(&entry.body);
            }
            query.execute(&mut *connection).await?;
        }
        Ok(fresh)
    }

    /// Moves the games of the oldest rows to their place, if the journal is long.
    pub async fn shorten(&mut self, connection: &mut AnyConnection) -> Sql<()> {
        if self.held >= LONG {
            self.shorten_to(connection, SHORT).await?;
            self.sweep(connection, SWEPT).await?;
        }
        Ok(())
    }

    /// Moves everything to its place.
    pub async fn empty(&mut self, connection: &mut AnyConnection) -> Sql<()> {
        self.shorten_to(connection, 0).await?;
        self.sweep(connection, 1).await
    }

    async fn shorten_to(&mut self, connection: &mut AnyConnection, length: usize) -> Sql<()> {
        let mut rows = Vec::new();
        while self.held > length
            && let Some((_, game)) = self.order.pop_front()
        {
            if let Some(kept) = self.games.get_mut(&game) {
                self.held -= kept.rows.len();
                rows.append(&mut kept.rows);
            }
        }
        for slice in sliced(&rows) {
            let sql = format!(
                "INSERT INTO entries (game, at, body) SELECT game, at, body FROM journal WHERE n IN {}",
                places(1, slice.len())
            );
            let mut query = sqlx::query(&sql);
            for n in slice {
                query = query.bind(n);
            }
            query.execute(&mut *connection).await?;
        }
        if self.games.len() > REMEMBERED {
            self.games.retain(|_, kept| !kept.rows.is_empty());
        }
        Ok(())
    }

    /// Deletes rows that were moved, if they are at least so many.
    async fn sweep(&mut self, connection: &mut AnyConnection, least: i64) -> Sql<()> {
        let moved = |(n, game): &(i64, Arc<str>)| {
            let kept = self.games.get(game).and_then(|kept| kept.rows.first());
            kept.is_none_or(|first| first > n)
        };
        let passed = self.order.iter().take_while(|row| moved(row)).count();
        self.order.drain(..passed);
        let keep = self.order.front().map_or(self.next, |(n, _)| *n);
        if keep - self.swept >= least {
            let sql = "DELETE FROM journal WHERE n < $1";
            sqlx::query(sql).bind(keep).execute(connection).await?;
            self.swept = keep;
        }
        Ok(())
    }
}

/// Where the last entry of a game is that is in its place.
async fn last_moved(connection: &mut AnyConnection, game: &str) -> Sql<i64> {
    let sql = "SELECT COALESCE(MAX(at), -1) FROM entries WHERE game = $1";
    let row = sqlx::query(sql).bind(game).fetch_one(connection).await?;
    row.try_get(0)
}

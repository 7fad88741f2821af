//! What processes agree on while a game waits for somebody: who has been away for how long, when a clock runs
//! out that nobody watches, and in which process an opponent thinks.

use super::{CHANNEL, Store, Value, json, now, text};
use crate::{error::Result, room::Absence};
use gloryhex_protocol::{GameSummary, Stage};
use sqlx::Row;
use std::time::Duration;

/// A game that was touched so many seconds ago is not played in any process.
const PLAYED: i64 = 180;

impl Store {
    /// Writes one row by itself and says whether it was written. Processes that share a database would wait
    /// for each other's transactions otherwise.
    async fn alone(&self, sql: &'static str, values: Vec<Value>) -> Result<bool> {
        match self.access.postgres {
            true => Ok(!self.read(sql, &values).await?.is_empty()),
            false => Ok(self.change(sql, values).await? > 0),
        }
    }

    /// Keeps since when a seat is away or back; what was noted later stays.
    pub async fn keep_absence(&self, game: &str, seat: u8, absence: Absence) -> Result<()> {
        let sql = "INSERT INTO absences (game, seat, noted, body) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game, seat) DO UPDATE SET noted = excluded.noted, body = excluded.body \
             WHERE absences.noted <= excluded.noted RETURNING 1";
        let values = vec![
            text(game),
            Value::Number(i64::from(seat)),
            number(absence.noted),
            Value::Text(json(&absence)?),
        ];
        self.alone(sql, values).await.map(drop)
    }

    /// How long the seats of a game have been away, as far as that was noted. What cannot be read is left out.
    pub async fn absences(&self, game: &str) -> Result<Vec<(u8, Absence)>> {
        let sql = "SELECT seat, body FROM absences WHERE game = $1";
        let rows = self.read(sql, &[text(game)]).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let seat: i64 = row.try_get(0).ok()?;
            let body: String = row.try_get(1).ok()?;
            Some((u8::try_from(seat).ok()?, serde_json::from_str(&body).ok()?))
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Remembers when the clock of a game runs out that leaves the memory.
    pub async fn keep_flag(&self, game: &str, due: u64) -> Result<()> {
        let sql = "INSERT INTO flags (game, due) VALUES ($1, $2) \
             ON CONFLICT (game) DO UPDATE SET due = excluded.due RETURNING 1";
        self.alone(sql, vec![text(game), number(due)])
            .await
            .map(drop)
    }

    /// Games whose clock has run out while they were not in memory. Each is told to one process, once.
    pub async fn flags(&self, now: u64) -> Result<Vec<String>> {
        let sql = "SELECT game FROM flags WHERE due <= $1 ORDER BY due LIMIT 100";
        let rows = self.read(sql, &[number(now)]).await?;
        let mut mine = Vec::new();
        for row in rows {
            let game: String = row.try_get(0)?;
            let sql = "DELETE FROM flags WHERE game = $1 AND due <= $2 RETURNING 1";
            if self.alone(sql, vec![text(&game), number(now)]).await? {
                mine.push(game);
            }
        }
        Ok(mine)
    }

    /// Games under way whose clock nobody looks after: not remembered for later, and not played in another
    /// process just now. A row that cannot be read is left out.
    pub async fn clocked(&self) -> Result<Vec<String>> {
        let sql = "SELECT id, glance FROM games WHERE stage = 'running' AND touched <= $1 \
             AND NOT EXISTS (SELECT 1 FROM flags WHERE flags.game = games.id)";
        let until = match self.access.postgres {
            true => now() - PLAYED,
            false => i64::MAX,
        };
        let rows = self.read(sql, &[Value::Number(until)]).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let id: String = row.try_get(0).ok()?;
            let glance: String = row.try_get(1).ok()?;
            let glance: GameSummary = serde_json::from_str(&glance).ok()?;
            (glance.clock.is_some() && glance.stage == Stage::Running).then_some(id)
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Claims the right to have an opponent think about a position, for a time. `None` if it is claimed,
    /// otherwise until when another process has it.
    pub async fn claim(
        &self,
        game: &str,
        at: u32,
        now: u64,
        time: Duration,
    ) -> Result<Option<u64>> {
        if !self.access.postgres {
            return Ok(None);
        }
        let until = now.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX / 4));
        let sql = "INSERT INTO minds (game, at, node, until) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game) DO UPDATE SET at = excluded.at, node = excluded.node, until = excluded.until \
             WHERE minds.at < excluded.at \
             OR (minds.at = excluded.at AND (minds.node = excluded.node OR minds.until <= $5)) RETURNING 1";
        let values = vec![
            text(game),
            Value::Number(i64::from(at)),
            Value::Number(i64::from(self.node)),
            number(until),
            number(now),
        ];
        if self.alone(sql, values).await? {
            return Ok(None);
        }
        let sql = "SELECT until FROM minds WHERE game = $1";
        let rows = self.read(sql, &[text(game)]).await?;
        let until: i64 = match rows.first() {
            Some(row) => row.try_get(0)?,
            None => 0,
        };
        Ok(Some(u64::try_from(until).unwrap_or(0)))
    }

    /// Tells other processes something about a game that they are to read or to answer.
    pub(super) async fn tell(&self, news: String) -> Result<()> {
        if self.access.postgres {
            let sql = "SELECT CAST(pg_notify($1, $2) AS TEXT)";
            self.read(sql, &[text(CHANNEL), Value::Text(news)]).await?;
        }
        Ok(())
    }

    /// Asks other processes who is connected there.
    pub async fn ask_presence(&self, game: &str) -> Result<()> {
        self.tell(format!("q {} {game}", self.node)).await
    }

    /// Tells other processes who is connected here.
    pub async fn tell_presence(&self, game: &str, seats: u8, spectators: u32) -> Result<()> {
        self.tell(format!("p {} {game} {seats} {spectators}", self.node))
            .await
    }
}

fn number(number: u64) -> Value {
    Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

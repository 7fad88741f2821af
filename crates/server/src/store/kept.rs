//! What is kept of a game beside its entries: positions and what was shown.

use super::{Job, Store, Value, json, stage_word, text};
use crate::error::{Oops, Result};
use gloryhex_protocol::GameSummary;
use sqlx::Row;

impl Store {
    /// Keeps a position. `base` if the game goes on from it under another version; older ones that are not
    /// such are forgotten.
    pub async fn keep_position(&self, game: &str, at: u32, base: bool, body: String) -> Result<()> {
        let at = Value::Number(i64::from(at));
        let base = Value::Number(i64::from(base));
        let keep = "INSERT INTO positions (game, at, base, body) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game, at) DO UPDATE SET base = excluded.base, body = excluded.body";
        let forget = "DELETE FROM positions WHERE game = $1 AND at < $2 AND base = 0";
        let statements = vec![
            (keep, vec![text(game), at.clone(), base, Value::Text(body)]),
            (forget, vec![text(game), at]),
        ];
        self.writer.write(Job::All(statements)).await.map(drop)
    }

    /// The positions of a game, the newest first.
    pub async fn positions(&self, game: &str) -> Result<Vec<(u32, String)>> {
        let sql = "SELECT at, body FROM positions WHERE game = $1 ORDER BY at DESC";
        let rows = self.read(sql, &[text(game)]).await?;
        let mut positions = Vec::with_capacity(rows.len());
        for row in rows {
            let at: i64 = row.try_get(0)?;
            positions.push((u32::try_from(at).map_err(Oops::internal)?, row.try_get(1)?));
        }
        Ok(positions)
    }

    /// Keeps what was shown of a game up to a position, unless somebody was forgotten since so many sat there by name.
    pub async fn keep_shown(
        &self,
        game: &str,
        upto: u32,
        engine: &str,
        body: Vec<u8>,
        named: i64,
    ) -> Result<()> {
        let sql = "INSERT INTO shown (game, upto, engine, body) SELECT $1, $2, $3, $4 \
             WHERE (SELECT COUNT(*) FROM seated WHERE game = $1) = $5 ON CONFLICT (game, upto) DO NOTHING";
        let upto = Value::Number(i64::from(upto));
        let values = vec![
            text(game),
            upto,
            text(engine),
            Value::Bytes(body),
            Value::Number(named),
        ];
        self.change(sql, values).await.map(drop)
    }

    /// How many seats of a game have a name that somebody took.
    pub async fn named(&self, game: &str) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM seated WHERE game = $1";
        let rows = self.read(sql, &[text(game)]).await?;
        Ok(rows.first().map_or(Ok(0), |row| row.try_get(0))?)
    }

    /// What was shown of a game, the oldest part first.
    pub async fn shown(&self, game: &str) -> Result<Vec<Vec<u8>>> {
        let sql = "SELECT body FROM shown WHERE game = $1 ORDER BY upto";
        let rows = self.read(sql, &[text(game)]).await?;
        let read = |row: &sqlx::any::AnyRow| Ok(row.try_get(0)?);
        rows.iter().map(read).collect()
    }

    /// The last position up to which it is kept what was shown.
    pub async fn shown_upto(&self, game: &str) -> Result<u32> {
        let sql = "SELECT upto FROM shown WHERE game = $1 ORDER BY upto DESC LIMIT 1";
        let rows = self.read(sql, &[text(game)]).await?;
        let upto: i64 = match rows.first() {
            Some(row) => row.try_get(0)?,
            None => 0,
        };
        u32::try_from(upto).map_err(Oops::internal)
    }

    /// The game at a glance, as it was last stored.
    pub async fn glance(&self, game: &str) -> Result<GameSummary> {
        let sql = "SELECT glance FROM games WHERE id = $1";
        let rows = self.read(sql, &[text(game)]).await?;
        let row = rows.first().ok_or_else(super::no_game)?;
        let glance: String = row.try_get(0)?;
        serde_json::from_str(&glance).map_err(Oops::internal)
    }

    /// Writes a game's row.
    pub async fn keep_glance(&self, game: &str, glance: &GameSummary) -> Result<()> {
        let sql = "UPDATE games SET stage = $1, glance = $2 WHERE id = $3";
        let values = vec![
            Value::Text(stage_word(glance)),
            Value::Text(json(glance)?),
            text(game),
        ];
        self.writer.write(Job::Other(sql, values)).await.map(drop)
    }

    /// The entries of a game as they are stored, whether this version can read them or not.
    pub async fn record(&self, game: &str) -> Result<Vec<(u32, serde_json::Value)>> {
        let sql = "SELECT at, body FROM entries WHERE game = $1 \
             UNION SELECT at, body FROM journal WHERE game = $1 ORDER BY at";
        let rows = self.read(sql, &[text(game)]).await?;
        let mut record = Vec::with_capacity(rows.len());
        for row in rows {
            let at: i64 = row.try_get(0)?;
            let body: String = row.try_get(1)?;
            let body = serde_json::from_str(&body).unwrap_or(serde_json::Value::String(body));
            record.push((u32::try_from(at).map_err(Oops::internal)?, body));
        }
        Ok(record)
    }
}

//! What people said at tables, and whom somebody does not want to meet, in the database.

use super::{Store, Value, json, text};
use crate::error::{Oops, Result};
use gloryhex_protocol::Saying;
use sqlx::Row;

/// So much of what was said at a table is kept in memory and shown.
const SHOWN: i64 = 200;

/// Something that was said, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// Its id.
    pub id: String,
    /// When, in Unix milliseconds.
    pub when: u64,
    /// What.
    pub saying: Saying,
}

fn number(value: u64) -> Value {
    Value::Number(i64::try_from(value).unwrap_or(i64::MAX))
}

impl Store {
    /// Keeps what somebody said, and tells other processes that there is something new.
    pub async fn keep_spoken(&self, game: &str, spoken: &Spoken) -> Result<()> {
        let sql = "INSERT INTO said (id, game, seat, at, spoken, body) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT DO NOTHING";
        let values = vec![
            text(&spoken.id),
            text(game),
            Value::Number(i64::from(spoken.saying.seat)),
            Value::Number(i64::from(spoken.saying.at)),
            number(spoken.when),
            Value::Text(json(&spoken.saying.words)?),
        ];
        self.change(sql, values).await?;
        self.tell(format!("t {} {game}", self.node)).await
    }

    /// What was said at a table lately, the oldest first. What cannot be read is left out.
    pub async fn spoken(&self, game: &str) -> Result<Vec<Spoken>> {
        let sql = "SELECT id, seat, at, spoken, body FROM said WHERE game = $1 \
             ORDER BY spoken DESC, id DESC LIMIT $2";
        let rows = self.read(sql, &[text(game), Value::Number(SHOWN)]).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let (seat, at): (i64, i64) = (row.try_get(1).ok()?, row.try_get(2).ok()?);
            let (when, body): (i64, String) = (row.try_get(3).ok()?, row.try_get(4).ok()?);
            Some(Spoken {
                id: row.try_get(0).ok()?,
                when: u64::try_from(when).ok()?,
                saying: Saying {
                    seat: u8::try_from(seat).ok()?,
                    at: u32::try_from(at).ok()?,
                    words: serde_json::from_str(&body).ok()?,
                },
            })
        };
        Ok(rows.iter().rev().filter_map(read).collect())
    }

    /// What somebody said wherever they sat, the last first: the game, when, and the words as stored.
    pub async fn spoken_by(&self, player: &str) -> Result<Vec<(String, u64, String)>> {
        let sql = "SELECT said.game, said.spoken, said.body FROM said JOIN seated \
             ON seated.game = said.game AND seated.seat = said.seat WHERE seated.player = $1 \
             ORDER BY said.spoken DESC, said.id";
        let rows = self.read(sql, &[text(player)]).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let when: i64 = row.try_get(1)?;
            let when = u64::try_from(when).unwrap_or(0);
            Ok((row.try_get(0)?, when, row.try_get(2)?))
        };
        rows.iter().map(read).collect()
    }

    /// Blocks somebody, or no longer does.
    pub async fn block(&self, player: &str, other: &str, when: u64, on: bool) -> Result<()> {
        let both = vec![text(player), text(other)];
        let done = match on {
            true => {
                let sql = "INSERT INTO blocked (player, other, since) VALUES ($1, $2, $3) \
                     ON CONFLICT DO NOTHING";
                let values = both.into_iter().chain([number(when)]).collect();
                self.change(sql, values).await
            }
            false => {
                let sql = "DELETE FROM blocked WHERE player = $1 AND other = $2";
                self.change(sql, both).await
            }
        };
        done.map(drop)
    }

    /// Whom somebody has blocked, by id and name, the first first.
    pub async fn blocked_by(&self, player: &str) -> Result<Vec<(String, String)>> {
        let sql = "SELECT players.id, players.name FROM blocked JOIN players ON players.id = blocked.other \
             WHERE blocked.player = $1 ORDER BY blocked.since, players.id";
        let rows = self.read(sql, &[text(player)]).await?;
        let read = |row: &sqlx::any::AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(read).collect()
    }

    /// Whether the first has blocked the second.
    pub async fn blocks(&self, player: &str, other: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM blocked WHERE player = $1 AND other = $2";
        Ok(!self
            .read(sql, &[text(player), text(other)])
            .await?
            .is_empty())
    }

    /// Who sits at a game under a name, by id, and the name.
    pub async fn names_at(&self, game: &str) -> Result<Vec<(String, String)>> {
        let sql = "SELECT DISTINCT players.id, players.name FROM seated \
             JOIN players ON players.id = seated.player WHERE seated.game = $1";
        let rows = self.read(sql, &[text(game)]).await?;
        let read = |row: &sqlx::any::AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        let names: std::result::Result<_, sqlx::Error> = rows.iter().map(read).collect();
        names.map_err(Oops::from)
    }
}

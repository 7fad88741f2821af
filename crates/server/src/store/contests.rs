//! Ladders and tournaments in the database. What an entry means is not known here.

use super::{Store, Value, text, writer::Job};
use crate::{
    error::{Oops, Result},
    players::Ended,
};
use sqlx::Row;
use std::collections::HashMap;

/// Contests that are listed.
const LISTED: i64 = 100;

impl Store {
    /// Makes a contest.
    pub async fn make_contest(
        &self,
        id: &str,
        kind: &str,
        plan: String,
        maker: &str,
        made: u64,
    ) -> Result<()> {
        let sql = "INSERT INTO contests (id, kind, plan, maker, made) VALUES ($1, $2, $3, $4, $5)";
        let made = Value::Number(i64::try_from(made).unwrap_or(i64::MAX));
        let values = vec![text(id), text(kind), Value::Text(plan), text(maker), made];
        self.change(sql, values).await.map(drop)
    }

    /// The plan of a contest of a kind.
    pub async fn contest(&self, id: &str, kind: &str) -> Result<Option<String>> {
        let sql = "SELECT plan FROM contests WHERE id = $1 AND kind = $2";
        let rows = self.read(sql, &[text(id), text(kind)]).await?;
        Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
    }

    /// Contests of a kind, the newest first.
    pub async fn contests(&self, kind: &str) -> Result<Vec<String>> {
        let sql = "SELECT id FROM contests WHERE kind = $1 ORDER BY made DESC, id LIMIT $2";
        let rows = self.read(sql, &[text(kind), Value::Number(LISTED)]).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// What happened to a contest after a position, in order.
    pub async fn contest_entries(&self, id: &str, after: u32) -> Result<Vec<(u32, String)>> {
        let sql = "SELECT at, body FROM contest_entries WHERE contest = $1 AND at > $2 ORDER BY at";
        let rows = self
            .read(sql, &[text(id), Value::Number(i64::from(after))])
            .await?;
        let read = |row: &sqlx::any::AnyRow| {
            let at: i64 = row.try_get(0)?;
            Ok((u32::try_from(at).map_err(Oops::internal)?, row.try_get(1)?))
        };
        rows.iter().map(read).collect()
    }

    /// Adds what happened at a position; `false` if something else was there first.
    pub async fn add_contest_entry(&self, id: &str, at: u32, body: String) -> Result<bool> {
        let sql = "INSERT INTO contest_entries (contest, at, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let values = vec![text(id), Value::Number(i64::from(at)), Value::Text(body)];
        Ok(self.change(sql, values).await? == 1)
    }

    /// Notes that somebody is in a contest, so that their name is found with it.
    pub async fn join_contest(&self, id: &str, player: &str) -> Result<()> {
        let sql =
            "INSERT INTO contest_players (contest, player) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.change(sql, vec![text(id), text(player)])
            .await
            .map(drop)
    }

    /// The names of everybody who is or was in a contest, by id. Whoever was forgotten has none.
    pub async fn contest_names(&self, id: &str) -> Result<HashMap<String, String>> {
        let sql = "SELECT players.id, players.name FROM contest_players \
             JOIN players ON players.id = contest_players.player WHERE contest_players.contest = $1";
        let rows = self.read(sql, &[text(id)]).await?;
        let read = |row: &sqlx::any::AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(read).collect()
    }

    /// The contests of a kind that somebody is or was in.
    pub async fn contests_of(&self, player: &str, kind: &str) -> Result<Vec<String>> {
        let sql = "SELECT contests.id FROM contest_players JOIN contests ON contests.id = contest_players.contest \
             WHERE contest_players.player = $1 AND contests.kind = $2 ORDER BY contests.made DESC, contests.id";
        let rows = self.read(sql, &[text(player), text(kind)]).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// All contests that somebody made, or is or was in.
    pub async fn every_contest_of(&self, player: &str) -> Result<Vec<String>> {
        let sql = "SELECT id FROM contests WHERE maker = $1 \
             OR id IN (SELECT contest FROM contest_players WHERE player = $1) ORDER BY id";
        let rows = self.read(sql, &[text(player)]).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// When a contest was made, in Unix milliseconds, and by whom.
    pub async fn contest_made(&self, id: &str) -> Result<Option<(u64, String)>> {
        let sql = "SELECT made, maker FROM contests WHERE id = $1";
        let rows = self.read(sql, &[text(id)]).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let made: i64 = row.try_get(0)?;
            Ok((u64::try_from(made).unwrap_or(0), row.try_get(1)?))
        };
        rows.first().map(read).transpose()
    }

    /// Keeps the seats of a game free for these players, by seat.
    pub async fn promise(&self, game: &str, players: &[&str]) -> Result<()> {
        let sql =
            "INSERT INTO promised (game, seat, player) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let seats = (0i64..).zip(players).map(|(seat, player)| {
            let values = vec![text(game), Value::Number(seat), text(player)];
            (sql, values)
        });
        let job = Job::All(seats.collect());
        self.writer.write(job).await.map(drop)
    }

    /// The seats of a game that are kept free for somebody, as bits.
    pub async fn promised(&self, game: &str, player: &str) -> Result<u8> {
        let sql = "SELECT seat FROM promised WHERE game = $1 AND player = $2";
        let rows = self.read(sql, &[text(game), text(player)]).await?;
        let seats = rows.iter().filter_map(|row| row.try_get::<i64, _>(0).ok());
        Ok(seats.fold(0, |set, seat| set | 1 << (seat & 7)))
    }

    /// How a game ended and when, in Unix milliseconds, once it has.
    pub async fn result_of(&self, game: &str) -> Result<Option<(u64, Ended)>> {
        let sql = "SELECT ended, body FROM results WHERE game = $1";
        let rows = self.read(sql, &[text(game)]).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let (ended, body): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        let result = serde_json::from_str(&body).map_err(Oops::internal)?;
        Ok(Some((u64::try_from(ended).unwrap_or(0), result)))
    }
}

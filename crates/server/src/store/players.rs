//! People who took a name, in the database: who they are, where they sit, how their games ended.

use super::{Beside, Store, Value, errands::noted, json, text, writer::Job};
use crate::{
    error::{Oops, Result},
    players::{Ended, Gone, Player},
};
use gloryhex_protocol::GameSummary;
use serde::de::DeserializeOwned;
use sqlx::{Row, any::AnyRow};

/// A result as stored.
pub struct RatedResult {
    /// The game.
    pub game: String,
    /// When it ended, in Unix milliseconds.
    pub ended: i64,
    /// Edition.
    pub edition: String,
    /// Whether it was rated.
    pub rated: bool,
    /// How it ended.
    pub result: Ended,
}

/// Names are looked up so many games back.
const MOST: i64 = 5000;

fn number(value: u64) -> Value {
    Value::Number(i64::try_from(value).unwrap_or(i64::MAX))
}

fn read_json<T: DeserializeOwned>(row: &AnyRow, column: usize) -> Result<T> {
    let body: String = row.try_get(column)?;
    serde_json::from_str(&body).map_err(Oops::internal)
}

fn player(row: &AnyRow) -> Result<Player> {
    let keys: i64 = row.try_get(3)?;
    let made: i64 = row.try_get(4)?;
    Ok(Player {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        phrase: row.try_get(2)?,
        keys: u32::try_from(keys).map_err(Oops::internal)?,
        made: u64::try_from(made).unwrap_or(0),
        device: 0,
    })
}

impl Store {
    /// Keeps somebody new; `false` if the name is taken.
    pub async fn add_player(&self, new: &Player, folded: &str) -> Result<bool> {
        let sql = "INSERT INTO players (id, name, folded, phrase, keys, made) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
        let values = vec![
            text(&new.id),
            text(&new.name),
            text(folded),
            text(&new.phrase),
            Value::Number(i64::from(new.keys)),
            number(new.made),
        ];
        Ok(self.change(sql, values).await? == 1)
    }

    /// Somebody by id.
    pub async fn player(&self, id: &str) -> Result<Option<Player>> {
        let sql = "SELECT id, name, phrase, keys, made FROM players WHERE id = $1";
        let rows = self.read(sql, &[text(id)]).await?;
        rows.first().map(player).transpose()
    }

    /// Somebody by name, as names are looked for.
    pub async fn player_named(&self, folded: &str) -> Result<Option<Player>> {
        let sql = "SELECT id, name, phrase, keys, made FROM players WHERE folded = $1";
        let rows = self.read(sql, &[text(folded)]).await?;
        rows.first().map(player).transpose()
    }

    /// Gives somebody another name; `false` if it is taken.
    pub async fn rename_player(&self, id: &str, name: &str, folded: &str) -> Result<bool> {
        let sql = "UPDATE players SET name = $2, folded = $3 WHERE id = $1 \
             AND NOT EXISTS (SELECT 1 FROM players WHERE folded = $3 AND id <> $1)";
        let values = vec![text(id), text(name), text(folded)];
        Ok(self.change(sql, values).await? == 1)
    }

    /// Gives somebody another recovery phrase, and lets the keys up to now open nothing any more.
    pub async fn renew_player(&self, id: &str, phrase: &str, keys: u32) -> Result<bool> {
        let sql = "UPDATE players SET phrase = $2, keys = $3 + 1 WHERE id = $1 AND keys = $3";
        let values = vec![text(id), text(phrase), Value::Number(i64::from(keys))];
        Ok(self.change(sql, values).await? == 1)
    }

    /// The seats that somebody has at a game, as bits.
    pub async fn seats_of(&self, game: &str, player: &str) -> Result<u8> {
        let sql = "SELECT seat FROM seated WHERE game = $1 AND player = $2";
        let rows = self.read(sql, &[text(game), text(player)]).await?;
        let seats = rows.iter().filter_map(|row| row.try_get::<i64, _>(0).ok());
        Ok(seats.fold(0, |set, seat| set | 1 << (seat & 7)))
    }

    /// Games of somebody that wait or are being played, the last touched first, and their seats at each, as bits.
    pub async fn current_games(&self, player: &str) -> Result<Vec<(GameSummary, u8)>> {
        let sql = "SELECT games.glance, seated.seat FROM seated JOIN games ON games.id = seated.game \
             WHERE seated.player = $1 AND games.stage IN ('waiting', 'running') \
             ORDER BY games.touched DESC, games.id LIMIT 50";
        let rows = self.read(sql, &[text(player)]).await?;
        let mut games: Vec<(GameSummary, u8)> = Vec::with_capacity(rows.len());
        for row in &rows {
            let seat: i64 = row.try_get(1)?;
            let bit = 1 << (seat & 7);
            // What cannot be read is left out.
            let Ok(glance) = read_json::<GameSummary>(row, 0) else {
                continue;
            };
            match games.iter_mut().find(|(game, _)| game.id == glance.id) {
                Some((_, seats)) => *seats |= bit,
                None => games.push((glance, bit)),
            }
        }
        Ok(games)
    }

    /// How somebody's games ended, the last first, and the seat at each.
    pub async fn results_of(&self, player: &str) -> Result<Vec<(RatedResult, u8)>> {
        let sql = "SELECT results.game, results.ended, results.edition, results.rated, results.body, seated.seat \
             FROM seated JOIN results ON results.game = seated.game \
             WHERE seated.player = $1 ORDER BY results.ended DESC, results.game LIMIT $2";
        let rows = self.read(sql, &[text(player), Value::Number(MOST)]).await?;
        let read = |row: &AnyRow| {
            let seat: i64 = row.try_get(5)?;
            Ok((stored(row)?, u8::try_from(seat).map_err(Oops::internal)?))
        };
        let mut results: Vec<(RatedResult, u8)> = rows.iter().map(read).collect::<Result<_>>()?;
        results.retain(|(stored, _)| !stored.result.seats.is_empty());
        Ok(results)
    }

    /// Rated results after one of them, in the order in which they count, and how many there are in all.
    pub async fn rated_after(&self, ended: i64, game: &str) -> Result<(Vec<RatedResult>, usize)> {
        let sql = "SELECT COUNT(*) FROM results WHERE rated = 1";
        let rows = self.read(sql, &[]).await?;
        let all: i64 = rows.first().map_or(Ok(0), |row| row.try_get(0))?;
        let sql = "SELECT game, ended, edition, rated, body FROM results WHERE rated = 1 \
             AND (ended > $1 OR (ended = $1 AND game > $2)) ORDER BY ended, game";
        let rows = self.read(sql, &[Value::Number(ended), text(game)]).await?;
        let new = rows.iter().map(stored).collect::<Result<Vec<_>>>()?;
        Ok((new, usize::try_from(all).unwrap_or(0)))
    }

    /// Forgets somebody. Games stay with those who played them too, but with nobody's name: what is written about
    /// them is written anew, and what was shown of them is shown no more as it was. Says which games these are.
    pub async fn forget_player(&self, id: &str) -> Result<Vec<String>> {
        let gone = Gone::new(id);
        let seated = "SELECT game, seat FROM seated WHERE player = $1";
        let mut statements: Vec<(&'static str, Vec<Value>)> = Vec::new();
        let mut games = Vec::new();
        for row in self.read(seated, &[text(id)]).await? {
            let game: String = row.try_get(0)?;
            let seat: i64 = row.try_get(1)?;
            self.forget_at(&game, seat, &gone, &mut statements).await?;
            games.push(game);
        }
        statements.push(("DELETE FROM seated WHERE player = $1", vec![text(id)]));
        for sql in [
            "DELETE FROM contest_players WHERE player = $1",
            "DELETE FROM promised WHERE player = $1",
            "DELETE FROM blocked WHERE player = $1 OR other = $1",
            "DELETE FROM devices WHERE player = $1",
            "DELETE FROM players WHERE id = $1",
        ] {
            statements.push((sql, vec![text(id)]));
        }
        self.writer.write(Job::All(statements)).await?;
        for game in &games {
            self.tell(format!("f {} {game}", self.node)).await?;
        }
        Ok(games)
    }

    /// Writes how a game looks now, in place of anything older that was still to be written of it.
    pub async fn show_anew(&self, game: &str, glance: GameSummary) -> Result<()> {
        let anew = Job::Glance(game.to_owned(), Box::new(glance));
        self.writer.write(anew).await.map(drop)
    }

    /// What must be written anew for somebody to be forgotten at a seat.
    async fn forget_at(
        &self,
        game: &str,
        seat: i64,
        gone: &Gone,
        statements: &mut Vec<(&'static str, Vec<Value>)>,
    ) -> Result<()> {
        let sql = "SELECT plan, glance FROM games WHERE id = $1";
        for row in self.read(sql, &[text(game)]).await? {
            let plan = gone.plan(row.try_get(0)?, seat);
            let glance = gone.glance(row.try_get(1)?, seat);
            let (plan, glance) = (blank(game, plan), blank(game, glance));
            let sql = "UPDATE games SET plan = $2, glance = $3 WHERE id = $1";
            statements.push((
                sql,
                vec![text(game), Value::Text(plan), Value::Text(glance)],
            ));
        }
        for (at, entry) in self.record(game).await? {
            let body = match serde_json::from_value(entry) {
                Ok(entry) => match gone.entry(entry) {
                    Some(entry) => json(&entry)?,
                    None => continue,
                },
                Err(error) => blank(game, Err(Oops::internal(error))),
            };
            let at = Value::Number(i64::from(at));
            let values = vec![text(game), at, Value::Text(body)];
            let sql = "UPDATE entries SET body = $3 WHERE game = $1 AND at = $2";
            statements.push((sql, values.clone()));
            let sql = "UPDATE journal SET body = $3 WHERE game = $1 AND at = $2";
            statements.push((sql, values));
        }
        let sql = "SELECT body FROM results WHERE game = $1";
        for row in self.read(sql, &[text(game)]).await? {
            let result = read_json(&row, 0).and_then(|result: Ended| json(&gone.result(result)));
            let sql = "UPDATE results SET body = $2 WHERE game = $1";
            let values = vec![text(game), Value::Text(blank(game, result))];
            statements.push((sql, values));
        }
        statements.push(("DELETE FROM shown WHERE game = $1", vec![text(game)]));
        let sql = "DELETE FROM said WHERE game = $1 AND seat = $2";
        statements.push((sql, vec![text(game), Value::Number(seat)]));
        Ok(())
    }
}

/// What is written in place of something that cannot be read: nothing, as nobody knows whose name is in it.
fn blank(game: &str, anew: Result<String>) -> String {
    anew.unwrap_or_else(|oops| {
        tracing::error!(game, %oops, "what cannot be read is forgotten");
        "{}".to_owned()
    })
}

/// A result. One that cannot be read is of a game at which nobody sat, which counts for nobody.
fn stored(row: &AnyRow) -> Result<RatedResult> {
    let rated: i64 = row.try_get(3)?;
    let (game, edition): (String, String) = (row.try_get(0)?, row.try_get(2)?);
    let result = read_json(row, 4).unwrap_or_else(|oops| {
        tracing::error!(game, %oops, "a result cannot be read and is left out");
        Ended {
            edition: edition.clone(),
            rated: false,
            seats: Vec::new(),
            agreed: false,
        }
    });
    Ok(RatedResult {
        game,
        ended: row.try_get(1)?,
        edition,
        rated: rated == 1,
        result,
    })
}

/// What is written together with an entry: who sits where, and how the game ended.
pub(super) fn beside(
    game: &str,
    entry: &crate::entry::Entry,
    Beside { when, ended, told }: Beside<'_>,
) -> Result<Vec<(&'static str, Vec<Value>)>> {
    let mut statements = Vec::new();
    if let crate::entry::Entry::Join {
        seat,
        player: Some(player),
        ..
    } = entry
    {
        let sql = "INSERT INTO seated (game, seat, player, since) VALUES ($1, $2, $3, $4) \
             ON CONFLICT DO NOTHING";
        let seat = Value::Number(i64::from(*seat));
        statements.push((sql, vec![text(game), seat, text(player), number(when)]));
    }
    if let Some(ended) = ended {
        let sql = "INSERT INTO results (game, ended, edition, rated, body) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT DO NOTHING";
        let values = vec![
            text(game),
            number(when),
            text(&ended.edition),
            Value::Number(i64::from(ended.rated)),
            Value::Text(json(ended)?),
        ];
        statements.push((sql, values));
    }
    statements.extend(told.map(|contest| noted(contest, when)));
    Ok(statements)
}

//! People who took a name, in the database: who they are, where they sit, how their games ended.

use super::{Beside, Store, Value, errands::noted, json, text, writer::Job};
use crate::{
    error::{Oops, Result},
    players::{Ended, Player},
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

    /// Where somebody sits or sat, and since when in Unix milliseconds, the first first.
    pub async fn seated_at(&self, player: &str) -> Result<Vec<(String, u8, u64)>> {
        let sql =
            "SELECT game, seat, since FROM seated WHERE player = $1 ORDER BY since, game, seat";
        let rows = self.read(sql, &[text(player)]).await?;
        let read = |row: &AnyRow| {
            let (seat, since): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
            let seat = u8::try_from(seat).map_err(Oops::internal)?;
            Ok((row.try_get(0)?, seat, u64::try_from(since).unwrap_or(0)))
        };
        rows.iter().map(read).collect()
    }

    /// Seats that are kept free for somebody.
    pub async fn promised_to(&self, player: &str) -> Result<Vec<(String, i64)>> {
        let sql = "SELECT game, seat FROM promised WHERE player = $1 ORDER BY game, seat";
        let rows = self.read(sql, &[text(player)]).await?;
        let read = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(read).collect()
    }

    /// How a game was made and how it looks at a glance, as it is written.
    pub async fn written(&self, game: &str) -> Result<Option<(String, String)>> {
        let sql = "SELECT plan, glance FROM games WHERE id = $1";
        let rows = self.read(sql, &[text(game)]).await?;
        let read = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.first().map(read).transpose()
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

    /// How somebody's games ended, the last first, and the seat at each; so many at most.
    pub async fn results_of(&self, player: &str, most: u32) -> Result<Vec<(RatedResult, u8)>> {
        let sql = "SELECT results.game, results.ended, results.edition, results.rated, results.body, seated.seat \
             FROM seated JOIN results ON results.game = seated.game \
             WHERE seated.player = $1 ORDER BY results.ended DESC, results.game LIMIT $2";
        let values = [text(player), Value::Number(i64::from(most))];
        let rows = self.read(sql, &values).await?;
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

    /// Writes how a game looks now, in place of anything older that was still to be written of it.
    pub async fn show_anew(&self, game: &str, glance: GameSummary) -> Result<()> {
        let anew = Job::Glance(game.to_owned(), Box::new(glance));
        self.writer.write(anew).await.map(drop)
    }
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

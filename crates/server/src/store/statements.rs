//! The statements of the writer, one function each.

use super::{
    CHANNEL, now,
    writer::{Append, NewGame, Value},
};
use gloryhex_protocol::GameSummary;
use sqlx::AnyConnection;

/// The version of what is stored about a game.
const FORMAT: i64 = 2;
/// Rows a statement writes at once, the longest first; each length is prepared once.
const ROWS: [usize; 7] = [64, 32, 16, 8, 4, 2, 1];
/// As much as a look at the health of the database writes.
const PULSE: usize = 16 * 1024;

pub(super) type Sql<T> = std::result::Result<T, sqlx::Error>;

/// Cuts a list into slices of lengths that statements are prepared for.
pub(super) fn sliced<T>(mut rest: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = ROWS.iter().find(|length| **length <= rest.len())?;
        let (slice, after) = rest.split_at(*length);
        rest = after;
        Some(slice)
    })
}

/// `($1, $2), ($3, $4)`: the places of so many rows with so many values each.
pub(super) fn places(rows: usize, values: usize) -> String {
    let place = |n: usize| format!("${n}");
    let row = |row: usize| {
        let places: Vec<String> = (1..=values).map(|n| place(row * values + n)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// Makes a game.
pub(super) async fn make(connection: &mut AnyConnection, new: &NewGame) -> Sql<u64> {
    let values = [
        Value::Text(new.id.clone()),
        Value::Text(new.plan.clone()),
        Value::Text(super::stage_word(&new.glance)),
        Value::Number(i64::from(new.listed)),
        Value::Number(now()),
        Value::Text(json(&new.glance)?),
        Value::Text(new.engine.to_owned()),
        Value::Text(new.content.clone()),
        Value::Number(FORMAT),
    ];
    let sql = "INSERT INTO games (id, plan, stage, listed, made, touched, glance, engine, content, format) \
               VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)";
    run(connection, sql, &values).await
}

/// Any statement, and how many rows it changed.
pub(super) async fn run(
    connection: &mut AnyConnection,
    sql: &'static str,
    values: &[Value],
) -> Sql<u64> {
    let mut query = sqlx::query(sql);
    for value in values {
        query = match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
            Value::Bytes(bytes) => query.bind(bytes),
        };
    }
    Ok(query.execute(connection).await?.rows_affected())
}

/// Writes something that takes space.
pub(super) async fn pulse(connection: &mut AnyConnection, node: u32) -> Sql<()> {
    let values = [
        Value::Number(i64::from(node)),
        Value::Text("-".repeat(PULSE)),
    ];
    let sql = "INSERT INTO pulse (node, filler) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    run(connection, sql, &values).await.map(drop)
}

/// Appends entries to a database that other processes write to as well, and tells them. Says which are new, or
/// nothing if that cannot be known because several were written `together`.
pub(super) async fn append_shared(
    connection: &mut AnyConnection,
    node: u32,
    appends: &[(usize, &Append)],
    together: bool,
) -> Sql<Option<Vec<bool>>> {
    let mut added = Vec::with_capacity(appends.len());
    let slices: Vec<_> = match together {
        true => sliced(appends).collect(),
        false => appends.chunks(1).collect(),
    };
    for slice in slices {
        let new = append(connection, slice).await?;
        if new != slice.len() as u64 && slice.len() > 1 {
            return Ok(None);
        }
        added.extend(slice.iter().map(|_| new > 0));
        if new > 0 {
            let games: Vec<&str> = slice.iter().map(|(_, a)| a.game.as_str()).collect();
            let news = format!("e {node} {}", games.join(" "));
            notify(connection, &news).await?;
        }
    }
    Ok(Some(added))
}

/// Appends entries and says how many of them are new.
async fn append(connection: &mut AnyConnection, entries: &[(usize, &Append)]) -> Sql<u64> {
    let places = places(entries.len(), 3);
    let sql =
        format!("INSERT INTO entries (game, at, body) VALUES {places} ON CONFLICT DO NOTHING");
    let mut query = sqlx::query(&sql);
    for (_, entry) in entries {
        query = query
            .bind(&entry.game)
            .bind(i64::from(entry.at))
            .bind(&entry.body);
    }
    Ok(query.execute(connection).await?.rows_affected())
}

/// Tells the other processes something.
async fn notify(connection: &mut AnyConnection, news: &str) -> Sql<()> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)")
        .bind(CHANNEL)
        .bind(news)
        .fetch_all(connection)
        .await
        .map(drop)
}

/// Writes a game's row. One that has only become a little older never undoes what another process did.
pub(super) async fn glance(
    connection: &mut AnyConnection,
    game: &str,
    turned: bool,
    summary: &GameSummary,
) -> Sql<u64> {
    let values = [
        Value::Text(super::stage_word(summary)),
        Value::Number(now()),
        Value::Text(json(summary)?),
        Value::Text(game.to_owned()),
    ];
    let sql = match turned {
        true => "UPDATE games SET stage = $1, touched = $2, glance = $3 WHERE id = $4",
        false => "UPDATE games SET touched = $2, glance = $3 WHERE id = $4 AND stage = $1",
    };
    run(connection, sql, &values).await
}

fn json(value: &impl serde::Serialize) -> Sql<String> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

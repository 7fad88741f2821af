//! The journal of SQLite: entries are found wherever they lie, and none is taken twice.

mod common;

use common::*;
use gloryhex_protocol::{GameSummary, Ticket};
use gloryhex_server::{entry::Entry, store::Store};
use sqlx::{AnyConnection, Connection as _, Row as _};
use std::path::Path;

/// Makes games, and stops the server that made them.
async fn games(data: &Path, count: usize) -> (Vec<String>, GameSummary) {
    let server = start(config(data)).await;
    let mut games = Vec::new();
    for _ in 0..count {
        let mut new = game("shadespire", vec![human("Ada"), human("Bo")]);
        new.hot_seat = true;
        let ticket: Ticket = post(server.address, "/api/games", &new).await;
        games.push(ticket.game);
    }
    let glance = get(server.address, &format!("/api/games/{}", games[0])).await;
    server.stop().await;
    (games, glance)
}

/// Appends an entry; `false` if its position is taken.
async fn append(store: &Store, game: &str, at: u32, glance: &GameSummary) -> bool {
    let entry = Entry::Next {
        game: "another".to_owned(),
    };
    let stored = store.append(game, at, &entry, glance.clone(), false);
    stored.await.unwrap()
}

/// The positions of a game's entries from the tenth on.
async fn positions(store: &Store, game: &str) -> Vec<u32> {
    let entries = store.entries(game, 9).await.unwrap();
    entries.into_iter().map(|(at, _)| at).collect()
}

async fn rows(data: &Path, table: &str) -> i64 {
    let address = format!("sqlite://{}", data.join("gloryhex.sqlite").display());
    let mut inside = AnyConnection::connect(&address).await.unwrap();
    let sql = format!("SELECT COUNT(*) FROM {table} WHERE at > 9");
    let row = sqlx::query(&sql).fetch_one(&mut inside).await.unwrap();
    row.get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_journal_is_shortened_and_every_entry_is_found() {
    let data = tempfile::tempdir().unwrap();
    let (games, glance) = games(data.path(), 48).await;
    let store = Store::open(data.path(), None).await.unwrap();
    let mut tasks = Vec::new();
    for game in games.clone() {
        let (store, glance) = (store.clone(), glance.clone());
        tasks.push(tokio::spawn(async move {
            for at in 10..760 {
                assert!(append(&store, &game, at, &glance).await);
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let (journal, moved) = (
        rows(data.path(), "journal").await,
        rows(data.path(), "entries").await,
    );
    assert!(journal > 0 && moved > 0, "{journal} and {moved}");
    let whole: Vec<u32> = (10..760).collect();
    for game in &games {
        assert_eq!(positions(&store, game).await, whole);
    }
    store.close().await;
    assert_eq!(rows(data.path(), "journal").await, 0);
    assert_eq!(rows(data.path(), "entries").await, 48 * 750);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_taken_once_whoever_writes() {
    let data = tempfile::tempdir().unwrap();
    let (games, glance) = games(data.path(), 1).await;
    let game = &games[0];
    let one = Store::open(data.path(), None).await.unwrap();
    let two = Store::open(data.path(), None).await.unwrap();
    assert!(append(&one, game, 10, &glance).await);
    assert!(!append(&one, game, 10, &glance).await);
    assert!(!append(&two, game, 10, &glance).await);
    assert!(append(&two, game, 11, &glance).await);
    assert!(!append(&one, game, 11, &glance).await);
    assert!(append(&one, game, 12, &glance).await);
    for store in [&one, &two] {
        assert_eq!(positions(store, game).await, [10, 11, 12]);
    }
    one.close().await;
    assert!(append(&two, game, 13, &glance).await);
    assert_eq!(positions(&two, game).await, [10, 11, 12, 13]);
    two.close().await;
    assert_eq!(rows(data.path(), "entries").await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_is_found_when_nobody_could_close_the_journal() {
    let data = tempfile::tempdir().unwrap();
    let (games, glance) = games(data.path(), 1).await;
    let left = Store::open(data.path(), None).await.unwrap();
    for at in 10..14 {
        assert!(append(&left, &games[0], at, &glance).await);
    }
    let store = Store::open(data.path(), None).await.unwrap();
    assert_eq!(positions(&store, &games[0]).await, [10, 11, 12, 13]);
    assert!(!append(&store, &games[0], 13, &glance).await, "it is taken");
    store.close().await;
}

//! Games outlive the version that began them: they go on, or are closed with their record; and what was
//! once shown can always be watched.

mod common;

use common::*;
use flate2::read::GzDecoder;
use gloryhex_editions::Content;
use gloryhex_protocol::{ClientMessage, GameSummary, ServerMessage, Stage, Ticket};
use gloryhex_server::{
    Running,
    entry::Entry,
    position::{LAYOUT, Position},
    store::Store,
    token::Purpose,
};
use serde_json::Value;
use sqlx::{AnyConnection, Connection, Executor, Row};
use std::{
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
};

const OTHER: &str = "0.0.1+other";

async fn inside(data: &Path) -> AnyConnection {
    sqlx::any::install_default_drivers();
    let file = data.join("gloryhex.sqlite");
    let url = format!("sqlite://{}", file.display());
    AnyConnection::connect(&url).await.expect("it opens")
}

async fn hot_seat(server: &Running, edition: &str) -> Ticket {
    let mut new = game(edition, vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    new.public = true;
    post(server.address, "/api/games", &new).await
}

async fn play_some(server: &Running, ticket: &Ticket, choices: usize, seed: u64) -> u32 {
    let mut client = Client::sit(server.address, ticket).await.seed(seed);
    let mut last = 0;
    for _ in 0..choices {
        assert!(client.my_turn().await);
        last = client.step().await;
    }
    client.close().await;
    last
}

/// Says that all games here were made by another version.
async fn made_by_another(data: &Path) -> AnyConnection {
    let mut inside = inside(data).await;
    let sql = format!("UPDATE games SET engine = '{OTHER}'");
    inside.execute(sql.as_str()).await.unwrap();
    inside
}

/// The words of an early choice are changed, as if it meant something else by now.
async fn rules_changed(inside: &mut AnyConnection, game: &str) {
    let sql = "SELECT at, body FROM entries WHERE game = $1 AND body LIKE '%\"choose\"%' ORDER BY at LIMIT 1";
    let row = sqlx::query(sql)
        .bind(game)
        .fetch_one(&mut *inside)
        .await
        .unwrap();
    let (at, body): (i64, String) = (row.get(0), row.get(1));
    let mut entry: Entry = serde_json::from_str(&body).unwrap();
    if let Entry::Choose { choice, .. } = &mut entry {
        "what nobody can say any more".clone_into(choice);
    }
    sqlx::query("UPDATE entries SET body = $1 WHERE game = $2 AND at = $3")
        .bind(serde_json::to_string(&entry).unwrap())
        .bind(game)
        .bind(at)
        .execute(inside)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_first_version_go_on_or_are_closed_with_their_record() {
    let data = tempfile::tempdir().unwrap();
    let mut file = Vec::new();
    let packed = std::fs::File::open("tests/fixtures/6e5a6d8.sqlite.gz").unwrap();
    GzDecoder::new(packed).read_to_end(&mut file).unwrap();
    std::fs::write(data.path().join("gloryhex.sqlite"), file).unwrap();
    let store = Store::open(data.path(), None).await.unwrap();
    let key = store.key().await.unwrap();
    store.close().await;
    let server = start(config(data.path())).await;
    let listed: Vec<GameSummary> = get(server.address, "/api/games").await;
    assert_eq!(listed.len(), 3);
    for game in listed {
        let path = format!("/api/games/{}", game.id);
        let now: GameSummary = get(server.address, &path).await;
        let (status, replay) = http(server.address, "GET", &format!("{path}/replay"), "").await;
        let closed = now
            .ending
            .as_ref()
            .is_some_and(|why| why.contains("Its record is kept"));
        println!("{} {:?}: {:?}", game.id, now.stage, now.ending);
        match (game.stage, closed) {
            (Stage::Over, false) => {
                // That version kept no pictures: its moments are played again, or said to be lost with the reason.
                let (seen, moment) =
                    http(server.address, "GET", &format!("{path}/at/60"), "").await;
                let moment: Value = serde_json::from_str(&moment).unwrap();
                let replay: Value = serde_json::from_str(&replay).unwrap();
                match seen {
                    200 => {
                        assert_eq!(moment["view"]["at"], 60);
                        assert_eq!(replay["version"], "an early version");
                    }
                    409 => {
                        let why = moment["message"].as_str().unwrap();
                        assert!(why.ends_with("Its record is kept."), "{why}");
                        let entries = replay["entries"].as_array().unwrap();
                        assert_eq!(entries.len() as u32, game.at);
                    }
                    other => panic!("{other}: {moment}"),
                }
            }
            (Stage::Over | Stage::Running, true) => {
                assert_eq!((now.stage, status), (Stage::Over, 200));
                let record: Value = serde_json::from_str(&replay).unwrap();
                let entries = record["entries"].as_array().unwrap();
                assert_eq!(
                    entries.len() as u32,
                    game.at,
                    "every entry is in the record"
                );
            }
            (Stage::Running, false) => {
                assert_eq!(now.stage, Stage::Running);
                assert_eq!(now.at, game.at + 1, "one entry says that it goes on");
                let ticket = Ticket {
                    token: key.sign(Purpose::Play, &game.id, 0b11),
                    game: game.id,
                    seats: vec![0, 1],
                    invites: vec![],
                };
                play_some(&server, &ticket, 10, 1).await;
            }
            other => panic!("{other:?}"),
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_another_version_goes_on_and_its_new_version_is_remembered() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let ticket = hot_seat(&server, "harrowdeep").await;
    let last = play_some(&server, &ticket, 40, 1).await;
    server.stop().await;
    drop(made_by_another(data.path()).await);
    // It goes on, is stopped, and goes on again from where it went on.
    for (round, (from, more)) in [(last + 1, 45), (last + 1 + 45, 5)].into_iter().enumerate() {
        let server = start(config(data.path())).await;
        let path = format!("/api/games/{}", ticket.game);
        let now: GameSummary = get(server.address, &path).await;
        assert_eq!((now.at, now.stage), (from, Stage::Running), "round {round}");
        let mut client =
            Client::hello(server.address, &ticket.game, Some(&ticket.token), None).await;
        let log = client.until(|message| match message {
            ServerMessage::Welcome { log, .. } => Some(log.len()),
            _ => None,
        });
        assert!(log.await > 40, "what happened before is still told");
        client.close().await;
        play_some(&server, &ticket, more, 2).await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_rules_changed_a_game_goes_on_from_its_stored_position() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let ticket = hot_seat(&server, "harrowdeep").await;
    let last = play_some(&server, &ticket, 50, 1).await;
    let path = format!("/api/games/{}", ticket.game);
    let seen: Value = get(server.address, &format!("{path}/at/{last}")).await;
    server.stop().await;
    let mut inside = made_by_another(data.path()).await;
    rules_changed(&mut inside, &ticket.game).await;
    drop(inside);
    let server = start(config(data.path())).await;
    let now: GameSummary = get(server.address, &path).await;
    assert_eq!((now.at, now.stage), (last + 1, Stage::Running));
    let then: Value = get(server.address, &format!("{path}/at/{}", last + 1)).await;
    assert_eq!(then["view"]["fighters"], seen["view"]["fighters"]);
    assert_eq!(
        then["log"], seen["log"],
        "what happened before is still told"
    );
    // To its end, and then all of it can be watched, what the other version showed included.
    let mut client = Client::sit(server.address, &ticket).await.seed(5);
    client.play_out().await;
    let early: Value = get(server.address, &format!("{path}/at/20")).await;
    assert_eq!(early["view"]["at"], 20);
    let late: Value = get(server.address, &format!("{path}/at/{}", last + 10)).await;
    assert_eq!(late["view"]["at"], last + 10);
    let (early, late) = (
        early["log"].as_array().unwrap(),
        late["log"].as_array().unwrap(),
    );
    assert_eq!(early[..], late[..early.len()]);
    let replay: Value = get(server.address, &format!("{path}/replay")).await;
    assert!(replay["version"].as_str().unwrap().starts_with(OTHER));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_any_position_a_game_is_played_again_from_its_start() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let ticket = hot_seat(&server, "shadespire").await;
    let last = play_some(&server, &ticket, 40, 1).await;
    server.stop().await;
    let mut inside = made_by_another(data.path()).await;
    let sql = "SELECT body FROM positions";
    let row = inside.fetch_one(sql).await.unwrap();
    let position = Position::read(row.get(0)).unwrap();
    assert_eq!((position.made, position.whole), (40, true));
    inside.execute("DELETE FROM positions").await.unwrap();
    drop(inside);
    let server = start(config(data.path())).await;
    let path = format!("/api/games/{}", ticket.game);
    let now: GameSummary = get(server.address, &path).await;
    assert_eq!(
        (now.at, now.stage),
        (last + 1, Stage::Running),
        "it is played again from its start"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_cannot_be_read_closes_the_game_politely_and_only_for_this_version() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let ticket = hot_seat(&server, "harrowdeep").await;
    let last = play_some(&server, &ticket, 50, 1).await;
    server.stop().await;
    let mut inside = made_by_another(data.path()).await;
    rules_changed(&mut inside, &ticket.game).await;
    let row = inside
        .fetch_one("SELECT body FROM positions")
        .await
        .unwrap();
    let body: String = row.get(0);
    let mut strange: Value = serde_json::from_str(&body).unwrap();
    strange["layout"] = (LAYOUT + 1).into();
    let mut fields: Value = serde_json::from_str(&body).unwrap();
    fields["state"]["of another version"] = 1.into();
    for (body, why) in [
        (strange.to_string(), "layout"),
        (fields.to_string(), "does not know"),
        ("nonsense".to_owned(), "damaged"),
    ] {
        let sql = "UPDATE positions SET body = $1";
        sqlx::query(sql)
            .bind(&body)
            .execute(&mut inside)
            .await
            .unwrap();
        let server = start(config(data.path())).await;
        let path = format!("/api/games/{}", ticket.game);
        let now: GameSummary = get(server.address, &path).await;
        let told = now.ending.unwrap_or_default();
        assert_eq!((now.stage, now.at), (Stage::Over, last));
        assert!(told.contains(why) && told.contains(OTHER), "{told}");
        let record: Value = get(server.address, &format!("{path}/replay")).await;
        assert_eq!(
            record["entries"].as_array().map(Vec::len),
            Some(last as usize)
        );
        let watched: Value = get(server.address, &format!("{path}/at/30")).await;
        assert_eq!(watched["view"]["at"], 30, "what was shown can be watched");
        let listed: Vec<GameSummary> = get(server.address, "/api/games").await;
        assert_eq!(listed.len(), 1);
        server.stop().await;
        let sql = "UPDATE games SET stage = 'running', glance = REPLACE(glance, '\"over\"', '\"running\"')";
        inside.execute(sql).await.unwrap();
    }
    // The version that can read it goes on.
    sqlx::query("UPDATE positions SET body = $1")
        .bind(&body)
        .execute(&mut inside)
        .await
        .unwrap();
    let server = start(config(data.path())).await;
    play_some(&server, &ticket, 5, 3).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_watched_as_it_was_whatever_became_of_the_rules() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let ticket = hot_seat(&server, "shadespire").await;
    let mut client = Client::sit(server.address, &ticket).await.seed(9);
    client.play_out().await;
    let path = format!("/api/games/{}", ticket.game);
    let mut seen: Vec<(String, Value)> = Vec::new();
    for page in ["at/10", "at/77", "at/100000", "story", "replay"] {
        let page = format!("{path}/{page}");
        seen.push((page.clone(), get(server.address, &page).await));
    }
    server.stop().await;
    let mut inside = made_by_another(data.path()).await;
    // Not one of its entries can be read any more.
    inside
        .execute("UPDATE entries SET body = '{}' WHERE at > 2")
        .await
        .unwrap();
    inside.execute("DELETE FROM positions").await.unwrap();
    drop(inside);
    let server = start(config(data.path())).await;
    for (page, then) in seen {
        let now: Value = get(server.address, &page).await;
        assert_eq!(now, then, "{page}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pack_may_come_and_go_under_games() {
    let data = tempfile::tempdir().unwrap();
    let pack = PathBuf::from("../../docs/homebrew/pack");
    let plain = Arc::new(Content::load(&[]).unwrap());
    let more = Arc::new(Content::load(&[pack]).unwrap_or_else(|problems| panic!("{problems:?}")));
    let edition = ["shadespire", "nightvault", "harrowdeep", "embergard"]
        .into_iter()
        .find(|edition| more.warbands(edition).len() > plain.warbands(edition).len())
        .expect("the pack has a warband");
    let extra = *more
        .warbands(edition)
        .iter()
        .find(|name| !plain.warbands(edition).contains(name))
        .unwrap();
    let with = async |content: &Arc<Content>| {
        let started = gloryhex_server::start_with(config(data.path()), Some(Arc::clone(content)));
        started.await.unwrap()
    };
    let server = with(&plain).await;
    let core = hot_seat(&server, edition).await;
    play_some(&server, &core, 20, 1).await;
    server.stop().await;

    let server = with(&more).await;
    play_some(&server, &core, 10, 2).await;
    let mut new = game(edition, vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    extra.clone_into(&mut new.seats[0].warband);
    let packed: Ticket = post(server.address, "/api/games", &new).await;
    play_some(&server, &packed, 20, 3).await;
    server.stop().await;

    let server = with(&plain).await;
    play_some(&server, &core, 10, 4).await;
    let path = format!("/api/games/{}", packed.game);
    let now: GameSummary = get(server.address, &path).await;
    let told = now.ending.unwrap_or_default();
    assert!(
        told.contains(extra) && told.contains("record is kept"),
        "{told}"
    );
    server.stop().await;

    // It is there again, and so is the game.
    let server = with(&more).await;
    play_some(&server, &packed, 10, 5).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_back_in_a_long_game_leads_to_what_was_there_before() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let ticket = hot_seat(&server, "harrowdeep").await;
    let mut client = Client::sit(server.address, &ticket).await.seed(1);
    let mut seen = Vec::new();
    for _ in 0..70 {
        assert!(client.my_turn().await);
        seen.push(client.view.as_ref().unwrap().fighters.clone());
        client.step().await;
    }
    // Back over the moment that is kept at the sixty-fourth choice.
    for back in (60..70).rev() {
        assert!(client.my_turn().await);
        let at = client.at();
        client.say(&ClientMessage::Undo { at }).await;
        while client.at() == at {
            client.next().await.unwrap();
        }
        let now = &client.view.as_ref().unwrap().fighters;
        assert_eq!(now, &seen[back], "after {back} choices");
    }
    server.stop().await;
}

#[test]
fn a_replay_of_the_first_version_is_equal_or_says_that_it_is_of_another() {
    let text = std::fs::read_to_string("tests/fixtures/6e5a6d8.replay.json").unwrap();
    let replay: gloryhex_lab::replay::Replay = serde_json::from_str(&text).unwrap();
    let content = Content::load(&[]).unwrap();
    let table = replay.table(&content).unwrap();
    let strange = replay.strange(content.hash);
    let played = replay.verify(&table);
    assert!(played.is_ok() || !strange.is_empty(), "{played:?}");
    assert!(
        strange
            .iter()
            .any(|line| line.contains("played with version 0.1.0,"))
    );
}

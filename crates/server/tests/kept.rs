//! Databases and replays of earlier versions, kept from the first one on: their games go on or are closed with
//! their record, with a pack there or gone, and what was shown of finished ones is shown for ever.
//!
//! `GLORYHEX_WRITE_FIXTURE=NAME=PROGRAM cargo test -p gloryhex-server --test kept a_version` adds those that a program
//! makes; its version goes by NAME, which is best that of its commit.

mod common;

use common::{cluster::Cluster, cups::*, *};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use gloryhex_editions::Content;
use gloryhex_lab::replay::{Replay, VERSION};
use gloryhex_protocol::{
    AtMatch, ClientMessage, ClockRules, EnterTournament, GameSummary, JoinGame, LadderFace,
    LadderView, NewGame, NewLadder, OwnSide, Phrase, PlayerProfile, ServerMessage, Stage,
    TableFace, Ticket, TournamentFace, TournamentStage, TournamentView, Words,
};
use gloryhex_server::{Config, Running, store::Store, token::Key, token::Purpose};
use serde_json::{Map, Value};
use sqlx::{AnyConnection, Column, Connection, Executor, Row, migrate::Migrator};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};

const FOLDER: &str = "tests/fixtures";
const PACK: &str = "../../docs/homebrew/pack";

/// The content there is without packs, and with the sample pack.
fn contents() -> [Arc<Content>; 2] {
    let pack = PathBuf::from(PACK);
    let load = |packs: &[PathBuf]| {
        let read = Content::load(packs);
        Arc::new(read.unwrap_or_else(|problems| panic!("{problems:?}")))
    };
    [load(&[]), load(&[pack])]
}

/// The edition and the name of the pack's warband.
fn extra([plain, more]: &[Arc<Content>; 2]) -> (&'static str, String) {
    let found = gloryhex_editions::NAMES.into_iter().find_map(|edition| {
        let known = plain.warbands(edition);
        let all = more.warbands(edition);
        let new = all.iter().find(|name| !known.contains(name))?;
        Some((edition, (*new).to_owned()))
    });
    found.expect("the pack has a warband")
}

fn unpack(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let packed = std::fs::File::open(file).unwrap();
    GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    bytes
}

fn pack(file: &Path, bytes: &[u8]) {
    let mut packed = GzEncoder::new(std::fs::File::create(file).unwrap(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap();
}

/// The names of the versions that are kept, by the end of their files.
fn kept(end: &str) -> Vec<String> {
    let files = std::fs::read_dir(FOLDER).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .filter_map(|name| name.strip_suffix(end).map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// Plays on, to the end at most. A socket says only so much at once, so many take turns.
async fn play_some(to: SocketAddr, ticket: &Ticket, choices: usize) {
    let mut left = choices;
    while left > 0 {
        let mut client = Client::sit(to, ticket).await.seed(left as u64);
        for _ in 0..left.min(25) {
            if !client.my_turn().await {
                return;
            }
            client.step().await;
            left -= 1;
        }
        client.close().await;
    }
}

/// What is shown of a finished game, page by page.
async fn pages(to: SocketAddr, game: &str) -> Map<String, Value> {
    let mut shown = Map::new();
    for page in ["at/5", "at/40", "at/100000", "story", "replay"] {
        let path = format!("/api/games/{game}/{page}");
        shown.insert(path.clone(), get(to, &path).await);
    }
    shown
}

/// The name of whoever was there from the first version on that knew names.
const ADA: &str = "Ada Kept";

/// People with names: a rated game that ended, a ladder, a tournament whose match has begun, and a few words.
async fn people_play(to: SocketAddr) {
    let (ada, bo) = (take(to, ADA).await, take(to, "Bo Kept").await);
    let rated = NewGame {
        rated: true,
        ..game("shadespire", vec![human(""), human("")])
    };
    let maker: Ticket = post_as(to, &ada.key, "/api/games", &rated).await;
    let join = JoinGame {
        invite: maker.invites.first().cloned(),
        ..JoinGame::default()
    };
    let path = format!("/api/games/{}/join", maker.game);
    let guest: Ticket = post_as(to, &bo.key, &path, &join).await;
    let mut client = Client::sit(to, &maker).await;
    let words = Words::Phrase(Phrase::Hello);
    client.say(&ClientMessage::Say { words }).await;
    client
        .until(|message| matches!(message, ServerMessage::Said { .. }).then_some(()))
        .await;
    give_up(to, &guest).await;
    let new = NewLadder {
        name: "Thursdays".to_owned(),
        edition: "nightvault".to_owned(),
        days: None,
        rated: true,
    };
    let ladder: LadderView = post_as(to, &ada.key, "/api/ladders", &new).await;
    let path = format!("/api/ladders/{}/join", ladder.face.id);
    let _: LadderView = post_as(to, &bo.key, &path, &()).await;
    // The answers are those of another version.
    let made: Value = post_as(to, &ada.key, "/api/tournaments", &swiss(1, 0)).await;
    let path = format!("/api/tournaments/{}", made["face"]["id"].as_str().unwrap());
    for key in [&ada.key, &bo.key] {
        let wish = EnterTournament::default();
        let _: Value = post_as(to, key, &format!("{path}/enter"), &wish).await;
    }
    let view: Value = post_as(to, &ada.key, &format!("{path}/next"), &()).await;
    let table: TableFace = serde_json::from_value(view["rounds"][0]["tables"][0].clone()).unwrap();
    let keys = table.sides.map(|side| match side {
        Some(0) => ada.key.as_str(),
        _ => bo.key.as_str(),
    });
    let tickets = sit(to, &table, keys).await;
    play_some(to, &tickets[0], 1).await;
}

/// The people, ladders, tournaments and matches of a kept version: nothing of them is lost, and the match goes on.
async fn people_go_on(name: &str, to: SocketAddr, key: &Key) {
    let profile: PlayerProfile = get(to, "/api/players/Ada%20Kept").await;
    assert_eq!((profile.played, profile.won), (1, 1), "{name}");
    assert!(profile.ratings[0].value > 1500, "{name}");
    let ladders: Vec<LadderFace> = get(to, "/api/ladders").await;
    assert_eq!((ladders.len(), ladders[0].players), (1, 2), "{name}");
    assert_eq!(ladders[0].champion.as_deref(), Some(ADA), "{name}");
    let tournaments: Vec<TournamentFace> = get(to, "/api/tournaments").await;
    assert_eq!(
        (tournaments.len(), tournaments[0].entrants),
        (1, 2),
        "{name}"
    );
    let path = format!("/api/tournaments/{}", tournaments[0].id);
    let view: TournamentView = get(to, &path).await;
    let table = &view.rounds[0].tables[0];
    assert_eq!(table.result, None, "{name}");
    let series = table.series.clone().expect("there is a match");
    let at = AtMatch {
        token: Some(key.sign(Purpose::Play, &series, 1)),
    };
    // A game that this version cannot play any more is played anew.
    let own: OwnSide = post(to, &format!("/api/matches/{series}/own"), &at).await;
    let game = own.ticket.expect("a game has begun").game;
    let _ = http(to, "GET", &format!("/api/games/{game}"), "").await;
    let own: OwnSide = post(to, &format!("/api/matches/{series}/own"), &at).await;
    give_up(to, &own.ticket.expect("a game is played")).await;
    let view: TournamentView = get(to, &path).await;
    let result = view.rounds[0].tables[0].result.expect("it ended");
    assert_eq!(result.winner, Some(1), "{name}");
    assert_eq!(view.face.stage, TournamentStage::Over, "{name}");
}

/// Whether a kept version knew names, and so contests.
async fn knew_names(data: &Path) -> bool {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", data.join("gloryhex.sqlite").display());
    let mut inside = AnyConnection::connect(&url).await.unwrap();
    let sql = "SELECT version FROM _sqlx_migrations WHERE version = 7";
    !inside.fetch_all(sql).await.unwrap().is_empty()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_contests_of_kept_versions_go_on() {
    let contents = contents();
    let mut some = 0;
    for name in kept(".sqlite.gz") {
        let data = tempfile::tempdir().unwrap();
        let file = unpack(&Path::new(FOLDER).join(format!("{name}.sqlite.gz")));
        std::fs::write(data.path().join("gloryhex.sqlite"), file).unwrap();
        if knew_names(data.path()).await {
            let (server, key) = open(&name, data.path(), &contents[1]).await;
            people_go_on(&name, server.address, &key).await;
            server.stop().await;
            some += 1;
        }
    }
    assert!(some >= 1, "no kept version knew names");
}

/// A PostgreSQL database as a kept version would have left it: brought so far as its SQLite file was, and with what is
/// in that.
async fn moved_to_postgres(data: &Path, url: &str) {
    sqlx::any::install_default_drivers();
    let file = format!("sqlite://{}", data.join("gloryhex.sqlite").display());
    let mut from = AnyConnection::connect(&file).await.unwrap();
    let mut to = AnyConnection::connect(url).await.unwrap();
    let sql = "SELECT version FROM _sqlx_migrations ORDER BY version";
    let rows = from.fetch_all(sql).await.unwrap();
    let known: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
    let mut then = Migrator::new(Path::new("migrations")).await.unwrap();
    then.migrations
        .to_mut()
        .retain(|migration| known.contains(&migration.version));
    assert_eq!(then.migrations.len(), known.len());
    then.run(&mut to).await.unwrap();
    // Games and contests first: the others refer to them.
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\' \
               ORDER BY name NOT IN ('games', 'contests', 'players'), name";
    for table in from.fetch_all(sql).await.unwrap() {
        let table: String = table.get(0);
        let sql = format!("SELECT * FROM {table}");
        for row in from.fetch_all(sql.as_str()).await.unwrap() {
            let columns: Vec<&str> = row.columns().iter().map(|column| column.name()).collect();
            let places: Vec<String> = (1..=columns.len()).map(|n| format!("${n}")).collect();
            let sql = format!(
                "INSERT INTO {table} ({}) VALUES ({})",
                columns.join(", "),
                places.join(", ")
            );
            let mut insert = sqlx::query(&sql);
            for n in 0..columns.len() {
                insert = match (row.try_get::<i64, _>(n), row.try_get::<String, _>(n)) {
                    (Ok(number), _) => insert.bind(number),
                    (Err(_), Ok(text)) => insert.bind(text),
                    (Err(_), Err(_)) => insert.bind(row.get::<Vec<u8>, _>(n)),
                };
            }
            insert.execute(&mut to).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_versions_go_on_on_postgres() {
    let contents = contents();
    for name in kept(".sqlite.gz") {
        let cluster = Cluster::start();
        let data = tempfile::tempdir().unwrap();
        let file = unpack(&Path::new(FOLDER).join(format!("{name}.sqlite.gz")));
        std::fs::write(data.path().join("gloryhex.sqlite"), file).unwrap();
        let names = knew_names(data.path()).await;
        moved_to_postgres(data.path(), &cluster.url).await;
        let settings = || Config {
            database: Some(cluster.url.clone()),
            ..config(data.path())
        };
        let store = Store::open(data.path(), Some(&cluster.url)).await.unwrap();
        let key = store.key().await.unwrap();
        store.close().await;
        let content = Some(Arc::clone(&contents[1]));
        let server = gloryhex_server::start_with(settings(), content).await;
        let server = server.unwrap();
        let games: Vec<GameSummary> = get(server.address, "/api/games").await;
        assert!(games.len() >= 3, "{name}");
        for game in games.iter().filter(|game| game.stage == Stage::Running) {
            let closed = under_way(&server, &key, game).await;
            println!(
                "{name} on PostgreSQL, {} {}: {closed:?}",
                game.id, game.edition
            );
        }
        if names {
            people_go_on(&name, server.address, &key).await;
        }
        server.stop().await;
    }
}

/// Not a test of its own: has a program play games and keeps them, where that is wished.
#[tokio::test(flavor = "multi_thread")]
async fn a_version_is_added_if_asked() {
    let Ok(wish) = std::env::var("GLORYHEX_WRITE_FIXTURE") else {
        return;
    };
    let (name, program) = wish.split_once('=').expect("NAME=PROGRAM");
    let contents = contents();
    let data = tempfile::tempdir().unwrap();
    let mut child = Command::new(program)
        .args(["serve", "--port", "0", "--content", PACK, "--data"])
        .arg(data.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut ready = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut ready).unwrap();
    let to: SocketAddr = ready
        .trim()
        .rsplit_once("http://")
        .and_then(|(_, rest)| rest.trim_end_matches('/').parse().ok())
        .expect("it says where it listens");
    let make = async |edition: &str, warband: &str, clock: Option<ClockRules>| -> Ticket {
        let mut new = game(edition, vec![human("Ada"), human("Bo")]);
        (new.hot_seat, new.public, new.clock) = (true, true, clock);
        warband.clone_into(&mut new.seats[0].warband);
        post(to, "/api/games", &new).await
    };
    for edition in gloryhex_editions::NAMES {
        play_some(to, &make(edition, "", None).await, 45).await;
    }
    let (edition, warband) = extra(&contents);
    play_some(to, &make(edition, &warband, None).await, 45).await;
    let clock = ClockRules {
        bank: 600_000,
        increment: 5,
        away: 600_000,
    };
    play_some(to, &make("harrowdeep", "", Some(clock)).await, 10).await;
    let ended = make("nightvault", "", None).await;
    play_some(to, &ended, usize::MAX).await;
    let shown = pages(to, &ended.game).await;
    people_play(to).await;
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    assert!(child.wait().unwrap().success());
    let place = |end: &str| Path::new(FOLDER).join(format!("{name}{end}"));
    let replay = &shown[&format!("/api/games/{}/replay", ended.game)];
    std::fs::write(place(".replay.json"), replay.to_string()).unwrap();
    pack(
        &place(".shown.gz"),
        Value::from(shown.clone()).to_string().as_bytes(),
    );
    let file = std::fs::read(data.path().join("gloryhex.sqlite")).unwrap();
    pack(&place(".sqlite.gz"), &file);
}

/// Opens the database of a kept version with this content.
async fn open(name: &str, data: &Path, content: &Arc<Content>) -> (Running, Key) {
    let file = unpack(&Path::new(FOLDER).join(format!("{name}.sqlite.gz")));
    std::fs::write(data.join("gloryhex.sqlite"), file).unwrap();
    let store = Store::open(data, None).await.unwrap();
    let key = store.key().await.unwrap();
    store.close().await;
    let content = Some(Arc::clone(content));
    let server = gloryhex_server::start_with(config(data), content).await;
    (server.unwrap(), key)
}

/// Looks at a game that was under way. `None` if it goes on, otherwise why it was closed.
async fn under_way(server: &Running, key: &Key, then: &GameSummary) -> Option<String> {
    let path = format!("/api/games/{}", then.id);
    let now: GameSummary = get(server.address, &path).await;
    if now.stage == Stage::Running {
        // One entry may say that another version goes on.
        assert!(now.at == then.at || now.at == then.at + 1);
        let ticket = Ticket {
            token: key.sign(Purpose::Play, &then.id, 0b11),
            game: then.id.clone(),
            seats: vec![0, 1],
            invites: vec![],
        };
        play_some(server.address, &ticket, 10).await;
        let on: GameSummary = get(server.address, &path).await;
        assert!(on.at > now.at, "it goes on");
        return None;
    }
    let why = now.ending.expect("why it was closed");
    assert!(why.ends_with(" Its record is kept."), "{why}");
    let record: Value = get(server.address, &format!("{path}/replay")).await;
    let entries = record["entries"].as_array().map(Vec::len);
    assert_eq!(
        entries,
        Some(then.at as usize),
        "every entry is in the record"
    );
    Some(why)
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_every_kept_version_go_on_or_are_closed_with_their_record() {
    let contents = contents();
    let (_, warband) = extra(&contents);
    let names = kept(".sqlite.gz");
    assert!(names.len() >= 2, "{names:?}");
    for name in names {
        for (packed, content) in [(false, &contents[0]), (true, &contents[1])] {
            let data = tempfile::tempdir().unwrap();
            let (server, key) = open(&name, data.path(), content).await;
            let games: Vec<GameSummary> = get(server.address, "/api/games").await;
            assert!(games.len() >= 3, "{name}");
            for game in &games {
                let of_the_pack = game.seats.iter().any(|seat| seat.warband == warband);
                if game.stage == Stage::Running {
                    let closed = under_way(&server, &key, game).await;
                    println!(
                        "{name}, pack {packed}, {} {}: {closed:?}",
                        game.id, game.edition
                    );
                    if of_the_pack && !packed {
                        let why = closed.expect("it cannot go on without the pack");
                        assert!(why.contains(&warband), "{why}");
                    }
                }
            }
            server.stop().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_of_kept_versions_are_shown_as_they_were() {
    let contents = contents();
    let names = kept(".shown.gz");
    assert!(!names.is_empty());
    for name in names {
        let shown = unpack(&Path::new(FOLDER).join(format!("{name}.shown.gz")));
        let shown: Map<String, Value> = serde_json::from_slice(&shown).unwrap();
        assert_eq!(shown.len(), 5);
        for content in &contents {
            let data = tempfile::tempdir().unwrap();
            let (server, _) = open(&name, data.path(), content).await;
            for (path, then) in &shown {
                let now: Value = get(server.address, path).await;
                assert_eq!(&now, then, "{name}: {path}");
            }
            server.stop().await;
        }
    }
}

#[test]
fn replays_of_kept_versions_are_equal_or_say_that_they_are_of_another() {
    let content = Content::embedded();
    let names = kept(".replay.json");
    assert!(names.len() >= 2, "{names:?}");
    for name in names {
        let file = Path::new(FOLDER).join(format!("{name}.replay.json"));
        let text = std::fs::read_to_string(file).unwrap();
        let replay: Replay = serde_json::from_str(&text).unwrap();
        let table = replay.table(content).unwrap();
        let strange = replay.strange(content.hash);
        let played = replay.verify(&table);
        let own = replay.version == VERSION;
        assert!(!own || played.is_ok(), "{name}: {played:?}");
        assert!(played.is_ok() || !strange.is_empty(), "{name}: {played:?}");
        let other = |line: &String| line.starts_with("played with version ");
        assert_eq!(strange.iter().any(other), !own, "{name}: {strange:?}");
    }
}

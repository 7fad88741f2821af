//! Databases and replays of earlier versions, kept from the first one on: their games go on or are closed with
//! their record, with a pack there or gone, and what was shown of finished ones is shown for ever.
//!
//! `GLORYHEX_WRITE_FIXTURE=NAME=PROGRAM cargo test -p gloryhex-server --test kept a_version` adds those that a program
//! makes; its version goes by NAME, which is best that of its commit.

mod common;

use common::*;
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use gloryhex_editions::Content;
use gloryhex_lab::replay::{Replay, VERSION};
use gloryhex_protocol::{ClockRules, GameSummary, Stage, Ticket};
use gloryhex_server::{Running, store::Store, token::Key, token::Purpose};
use serde_json::{Map, Value};
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

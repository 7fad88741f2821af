//! Matches and tournaments go on though nobody opens their pages: in these tests nobody does, the database is looked
//! into instead.

mod common;

use common::{cluster::Cluster, cups::*, *};
use gloryhex_protocol::{
    AtMatch, ChooseForMatch, ClockRules, GameSummary, MatchTicket, MatchView, NewMatch, OwnSide,
    PlayerKey, SitAtMatch, Stage, Ticket, TournamentStage, TournamentView,
};
use gloryhex_server::{
    Config, Running,
    entry::{Entry, Leaving},
    players::{Ended, EndedSeat},
    store::{Beside, Store},
};
use sqlx::{AnyConnection, Connection, Executor, Row};
use std::{
    net::SocketAddr,
    path::Path,
    time::{Duration, Instant},
};

const DAY: Duration = Duration::from_secs(24 * 3600);
const WARBANDS: [&str; 2] = ["Steelheart's Champions", "Garrek's Reavers"];

/// The database of a server, looked into from outside.
async fn inside(data: &Path, database: Option<&str>) -> AnyConnection {
    sqlx::any::install_default_drivers();
    let file = data.join("gloryhex.sqlite");
    let own = format!("sqlite://{}", file.display());
    let url = database.unwrap_or(&own);
    AnyConnection::connect(url).await.expect("it opens")
}

/// What was written about a contest.
async fn written(inside: &mut AnyConnection, id: &str) -> Vec<serde_json::Value> {
    let sql = "SELECT body FROM contest_entries WHERE contest = $1 ORDER BY at";
    let rows = sqlx::query(sql).bind(id).fetch_all(inside).await.unwrap();
    let read = |row: sqlx::any::AnyRow| serde_json::from_str(row.get(0)).unwrap();
    rows.into_iter().map(read).collect()
}

/// Waits until so many entries of a kind were written; without anybody's looking it happens soon or never.
async fn comes(inside: &mut AnyConnection, id: &str, what: &str, count: usize) {
    let began = Instant::now();
    loop {
        let all = written(inside, id).await;
        if all.iter().filter(|entry| entry["do"] == what).count() >= count {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{what}: {all:?}");
        tokio::task::yield_now().await;
    }
}

fn new_match(clock: Option<ClockRules>) -> NewMatch {
    NewMatch {
        edition: "shadespire".to_owned(),
        variant: vec![],
        best_of: 3,
        decide: false,
        clock,
        boards: vec![],
        public: false,
        rated: false,
        name: String::new(),
    }
}

/// Two with names at a match.
async fn two(to: SocketAddr, people: &[PlayerKey; 2], new: &NewMatch) -> String {
    let one: MatchTicket = post_as(to, &people[0].key, "/api/matches", new).await;
    let sit = SitAtMatch {
        invite: one.invite.clone(),
        ..SitAtMatch::default()
    };
    let path = format!("/api/matches/{}/sit", one.id);
    let _: MatchTicket = post_as(to, &people[1].key, &path, &sit).await;
    one.id
}

async fn choose(to: SocketAddr, id: &str, player: &PlayerKey, warband: &str) -> OwnSide {
    let wish = ChooseForMatch {
        token: None,
        warband: warband.to_owned(),
        deck: None,
    };
    post_as(to, &player.key, &format!("/api/matches/{id}/choose"), &wish).await
}

async fn ticket(to: SocketAddr, id: &str, player: &PlayerKey) -> Ticket {
    let path = format!("/api/matches/{id}/own");
    let own: OwnSide = post_as(to, &player.key, &path, &AtMatch::default()).await;
    own.ticket.expect("a game was made")
}

/// Two who have chosen and play the first game of three.
async fn begun(to: SocketAddr) -> ([PlayerKey; 2], String) {
    let people = [take(to, "Ada").await, take(to, "Bo").await];
    let id = two(to, &people, &new_match(None)).await;
    for (player, warband) in people.iter().zip(WARBANDS) {
        choose(to, &id, player, warband).await;
    }
    (people, id)
}

/// What is stored with the end of a game that the first side gives up.
fn given_up(people: &[PlayerKey; 2]) -> Ended {
    let seat = |n: usize| EndedSeat {
        player: people[n].key.split('.').next().map(str::to_owned),
        name: people[n].name.clone(),
        level: None,
        worth: None,
        warband: WARBANDS[n].to_owned(),
        glory: 0,
        won: n == 1,
        drawn: false,
        gone: false,
    };
    Ended {
        edition: "shadespire".to_owned(),
        rated: false,
        seats: vec![seat(0), seat(1)],
        agreed: false,
    }
}

async fn unwatched(settings: Config) {
    let (data, database) = (settings.data.clone(), settings.database.clone());
    let server = start(settings.clone()).await;
    let (people, id) = begun(server.address).await;
    let mut inside = inside(&data, database.as_deref()).await;
    comes(&mut inside, &id, "game", 1).await;
    // The first game ends: the second one is made, and both sit at it.
    let first = ticket(server.address, &id, &people[0]).await;
    give_up(server.address, &first).await;
    comes(&mut inside, &id, "game", 2).await;
    let entries = written(&mut inside, &id).await;
    let second = entries.last().unwrap()["game"].as_str().unwrap().to_owned();
    assert_ne!(second, first.game);
    let sql = "SELECT 1 FROM seated WHERE game = $1";
    let began = Instant::now();
    let seated = async |inside: &mut AnyConnection| {
        let rows = sqlx::query(sql).bind(&second).fetch_all(inside);
        rows.await.unwrap().len()
    };
    while seated(&mut inside).await < 2 {
        assert!(began.elapsed() < Duration::from_secs(60));
    }
    server.stop().await;

    // A server that stops the moment the second game is over: only that is stored, and the next one goes on from it.
    let store = Store::open(&data, database.as_deref()).await.unwrap();
    let at = store.entries(&second, 0).await.unwrap().len() as u32 + 1;
    let glance = GameSummary {
        stage: Stage::Over,
        ..store.glance(&second).await.unwrap()
    };
    let leave = Entry::Leave {
        seat: 0,
        why: Leaving::Resigned,
    };
    let ended = given_up(&people);
    let beside = Beside {
        when: settings.clock.wall(),
        ended: Some(&ended),
        told: Some(&id),
    };
    let stored = store.append_beside(&second, at, &leave, glance, false, beside);
    assert!(stored.await.unwrap());
    store.close().await;
    let server = start(settings).await;
    comes(&mut inside, &id, "ended", 2).await;
    let view: MatchView = get(server.address, &format!("/api/matches/{id}")).await;
    assert_eq!(view.ending.and_then(|ending| ending.winner), Some(1));
    assert_eq!(view.games.len(), 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_game_of_a_match_is_made_though_nobody_looks() {
    let data = tempfile::tempdir().unwrap();
    unwatched(config(data.path())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_game_of_a_match_is_made_on_postgres_too() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    unwatched(Config {
        database: Some(cluster.url.clone()),
        ..config(data.path())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_too_late_has_lost_though_nobody_looks() {
    let data = tempfile::tempdir().unwrap();
    let settings = config(data.path());
    let clock = settings.clock.clone();
    let server = start(settings).await;
    let to = server.address;
    let people = [take(to, "Ada").await, take(to, "Bo").await];
    let rules = ClockRules {
        bank: 600,
        increment: 10,
        away: 300,
    };
    let id = two(to, &people, &new_match(Some(rules))).await;
    choose(to, &id, &people[1], WARBANDS[1]).await;
    let mut inside = inside(data.path(), None).await;
    clock.skip(Duration::from_secs(610));
    comes(&mut inside, &id, "late", 1).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rounds_of_a_league_follow_one_another_though_nobody_looks() {
    let data = tempfile::tempdir().unwrap();
    let settings = config(data.path());
    let clock = settings.clock.clone();
    let server = start(settings.clone()).await;
    let to = server.address;
    let mut people: Vec<PlayerKey> = Vec::new();
    for n in 0..4 {
        people.push(take(to, &format!("Player {n}")).await);
    }
    let mut league = swiss(2, 0);
    league.days = Some(7);
    let made: TournamentView = post_as(to, &people[0].key, "/api/tournaments", &league).await;
    let id = made.face.id;
    for person in &people {
        enter(to, &id, &person.key).await;
    }
    next(to, &id, &people[0].key).await;
    let mut inside = inside(data.path(), None).await;
    // Eight days later nobody has played: the round is closed, and the next one begins.
    clock.skip(8 * DAY + DAY / 2);
    comes(&mut inside, &id, "round", 2).await;
    comes(&mut inside, &id, "match", 4).await;
    server.stop().await;
    // So it goes on after a restart.
    let server = start(settings).await;
    clock.skip(9 * DAY);
    comes(&mut inside, &id, "close", 2).await;
    let path = format!("/api/tournaments/{id}");
    let view: TournamentView = get(server.address, &path).await;
    assert_eq!(view.face.stage, TournamentStage::Over);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_hears_of_a_match_though_nobody_looks() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let people = [take(to, "Ada").await, take(to, "Bo").await];
    let made: TournamentView = post_as(to, &people[0].key, "/api/tournaments", &swiss(1, 0)).await;
    let id = made.face.id;
    for person in &people {
        enter(to, &id, &person.key).await;
    }
    let view = next(to, &id, &people[0].key).await;
    let table = view.rounds[0].tables[0].clone();
    let keys = table
        .sides
        .map(|side| people[side.unwrap() as usize].key.as_str());
    let tickets = sit(to, &table, keys).await;
    give_up(to, &tickets[0]).await;
    let mut inside = inside(data.path(), None).await;
    comes(&mut inside, &id, "told", 1).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_make_the_next_game_once() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let settings = || Config {
        database: Some(cluster.url.clone()),
        ..config(data.path())
    };
    let servers: [Running; 2] = [start(settings()).await, start(settings()).await];
    let to = [servers[0].address, servers[1].address];
    let (people, id) = begun(to[0]).await;
    let first = ticket(to[0], &id, &people[0]).await;
    give_up(to[0], &first).await;
    // Both are asked at once, and do it by themselves as well.
    let path = format!("/api/matches/{id}");
    let looks = (0..8).map(|n| {
        let (path, to) = (path.clone(), to[n % 2]);
        tokio::spawn(async move { get::<MatchView>(to, &path).await })
    });
    for look in looks.collect::<Vec<_>>() {
        let view = look.await.unwrap();
        assert_eq!(view.games.len(), 2);
    }
    let mut inside = inside(data.path(), Some(&cluster.url)).await;
    let row = inside
        .fetch_one("SELECT COUNT(DISTINCT game), COUNT(*) FROM seated")
        .await
        .unwrap();
    let (games, seats): (i64, i64) = (row.get(0), row.get(1));
    assert_eq!((games, seats), (2, 4), "nobody sits at a game of no match");
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_another_version_had_to_close_is_played_anew() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let (people, id) = begun(server.address).await;
    let first = ticket(server.address, &id, &people[0]).await;
    server.stop().await;
    // The beginning of the game cannot be read by this version, and no position of it is kept.
    let mut inside = inside(data.path(), None).await;
    for sql in [
        "UPDATE games SET engine = '0.0.1+other'",
        "UPDATE entries SET body = '{}' WHERE at = 2",
        "DELETE FROM positions",
    ] {
        inside.execute(sql).await.unwrap();
    }
    let server = start(config(data.path())).await;
    let to = server.address;
    // Whoever comes back to its table finds it closed.
    let (_, text) = http(to, "GET", &format!("/api/games/{}", first.game), "").await;
    assert!(text.contains("Its record is kept."), "{text}");
    let again = ticket(to, &id, &people[0]).await;
    assert_ne!(again.game, first.game);
    let view: MatchView = get(to, &format!("/api/matches/{id}")).await;
    assert_eq!((view.games.len(), view.sides[1].won), (1, 0));
    give_up(to, &again).await;
    comes(&mut inside, &id, "game", 3).await;
    server.stop().await;
}

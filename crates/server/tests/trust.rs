//! Nothing is lost: full disks, logs that stay small, ends on request, wrong databases, damaged rows.

mod common;

use common::{process::*, *};
use gloryhex_protocol::{ClientMessage, Code, GameSummary, ServerMessage, Stage, Ticket};
use gloryhex_server::{entry::Entry, store::Store};
use sqlx::{AnyConnection, Connection, Executor, Row};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Not a test of its own: the processes of the tests below.
#[test]
fn serve_in_this_process() {
    serve_if_asked();
}

/// The database of a server, looked into from outside.
async fn inside(data: &Path) -> AnyConnection {
    sqlx::any::install_default_drivers();
    let file = data.join("gloryhex.sqlite");
    let url = format!("sqlite://{}", file.display());
    AnyConnection::connect(&url).await.expect("it opens")
}

async fn hot_seat(server: std::net::SocketAddr, public: bool) -> Ticket {
    let mut new = game("shadespire", vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    new.public = public;
    post(server, "/api/games", &new).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_is_told_and_passes() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let mut tickets = Vec::new();
    let mut clients = Vec::new();
    for seed in 0..4 {
        let ticket = hot_seat(server.address, false).await;
        clients.push(Client::sit(server.address, &ticket).await.seed(seed));
        tickets.push(ticket);
    }
    let mut acknowledged: Vec<Vec<(u32, String)>> = vec![Vec::new(); clients.len()];
    // The file may not grow any more: sooner or later a choice finds no room.
    server.limit_pages(1);
    let mut full = 0;
    let mut rounds = 0;
    while full < 12 {
        rounds += 1;
        assert!(rounds < 2000, "the disk is never full");
        for (client, kept) in clients.iter_mut().zip(&mut acknowledged) {
            if !client.my_turn().await {
                continue;
            }
            let (at, choice, seat) = (client.at(), client.pick().unwrap(), None);
            let wish = ClientMessage::Choose {
                at,
                choice: choice.clone(),
                seat,
            };
            client.say(&wish).await;
            let answer = client.until(|message| match message {
                ServerMessage::Accepted { at } => Some(Ok(*at)),
                ServerMessage::Error { problem } => Some(Err(problem.clone())),
                _ => None,
            });
            match answer.await {
                Ok(at) => kept.push((at, choice)),
                Err(problem) => {
                    full += 1;
                    assert_eq!(problem.code, Code::Unavailable, "{problem:?}");
                    assert!(problem.message.contains("disk is full"), "{problem:?}");
                }
            }
        }
    }
    let began = Instant::now();
    let why = loop {
        match http(server.address, "GET", "/health", "").await {
            (503, why) => break why,
            _ => assert!(began.elapsed() < Duration::from_secs(10)),
        }
    };
    assert!(why.contains("disk is full"), "{why}");

    // There is room again, and everybody goes on where they are.
    server.limit_pages(0);
    for (client, kept) in clients.iter_mut().zip(&mut acknowledged) {
        for _ in 0..10 {
            if client.my_turn().await {
                let choice = client.pick().unwrap();
                let seen = (client.at(), choice.clone());
                client.choose(choice).await;
                let answer = client.until(|message| match message {
                    ServerMessage::Accepted { at } => Some(*at),
                    ServerMessage::Error { problem } => panic!("{problem:?}"),
                    _ => None,
                });
                kept.push((answer.await, seen.1));
            }
        }
    }
    while http(server.address, "GET", "/health", "").await.0 != 200 {}
    drop(clients);
    server.stop().await;
    let store = Store::open(data.path(), None).await.unwrap();
    for (ticket, kept) in tickets.iter().zip(&acknowledged) {
        let stored = store.entries(&ticket.game, 0).await.unwrap();
        let choices: Vec<(u32, String)> = stored
            .into_iter()
            .filter_map(|(at, entry)| match entry {
                Entry::Choose { choice, .. } => Some((at, choice)),
                _ => None,
            })
            .collect();
        assert_eq!(&choices, kept, "exactly what was acknowledged is stored");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_keeps_nothing_else_from_being_written() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let game = hot_seat(server.address, false).await.game;
    let glance: GameSummary = get(server.address, &format!("/api/games/{game}")).await;
    server.stop().await;
    let store = Store::open(data.path(), None).await.unwrap();
    for at in 3..9 {
        // There is no such game, so the database refuses it in the middle of a transaction.
        let wishes = store.keep_settings("nosuch", 0, Default::default()).await;
        assert!(wishes.is_err());
        let entry = Entry::Next {
            game: "another".to_owned(),
        };
        let stored = store.append(&game, at, &entry, glance.clone(), false).await;
        assert_eq!(stored, Ok(true), "{at}");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_beside_the_database_stays_small_under_load() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let mut games = Vec::new();
    for _ in 0..64 {
        games.push(hot_seat(server.address, false).await.game);
    }
    let glance: GameSummary = get(server.address, &format!("/api/games/{}", games[0])).await;
    server.stop().await;
    let store = Store::open(data.path(), None).await.unwrap();
    let mut tasks = Vec::new();
    for game in games {
        let (store, glance) = (store.clone(), glance.clone());
        tasks.push(tokio::spawn(async move {
            for at in 3..200 {
                let entry = Entry::Next {
                    // More in all than the log may hold, so that it must be put away meanwhile.
                    game: "x".repeat(3000),
                };
                let stored = store.append(&game, at, &entry, glance.clone(), true).await;
                assert!(stored.unwrap());
            }
        }));
    }
    let log = data.path().join("gloryhex.sqlite-wal");
    let mut largest = 0;
    while !tasks.iter().all(|task| task.is_finished()) {
        largest = largest.max(log.metadata().map_or(0, |file| file.len()));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for task in tasks {
        task.await.unwrap();
    }
    println!("the log had {largest} bytes at most");
    assert!(largest < 24 << 20, "{largest} bytes");
    store.close().await;
    assert_eq!(log.metadata().map_or(0, |file| file.len()), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_asked_to_end_ends_well() {
    let data = tempfile::tempdir().unwrap();
    let server = Process::start(data.path(), None);
    let ticket = hot_seat(server.address, true).await;
    let mut ada = Client::sit(server.address, &ticket).await.seed(3);
    let mut last = 0;
    for _ in 0..20 {
        assert!(ada.my_turn().await);
        last = ada.step().await;
    }
    let began = Instant::now();
    assert!(server.ask_to_end(), "its status says that all is well");
    assert!(began.elapsed() < Duration::from_secs(20));
    let log = data.path().join("gloryhex.sqlite-wal");
    assert_eq!(log.metadata().map_or(0, |file| file.len()), 0);
    // The row that the lobby shows is right to the last choice.
    let mut inside = inside(data.path()).await;
    let row = inside.fetch_one("SELECT glance FROM games").await.unwrap();
    let glance: GameSummary = serde_json::from_str(row.get(0)).unwrap();
    assert_eq!((glance.at, glance.stage), (last, Stage::Running));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_database_says_so_within_seconds() {
    let data = tempfile::tempdir().unwrap();
    // Something that takes connections and never says a word.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    for (url, why) in [
        (
            format!("postgres://ada:secret@127.0.0.1:{port}/games"),
            "does not answer",
        ),
        (
            "postgres://ada:secret@127.0.0.1:1/games".to_owned(),
            "refused",
        ),
        ("mysql://127.0.0.1/games".to_owned(), "postgres://"),
    ] {
        let began = Instant::now();
        let opened = Store::open(data.path(), Some(&url)).await;
        let Err(oops) = opened else {
            panic!("{url} is opened")
        };
        let told = oops.to_string();
        assert!(told.contains(why), "{url}: {told}");
        assert!(!told.contains("secret"), "{told}");
        assert!(began.elapsed() < Duration::from_secs(8), "{url}");
    }
    std::fs::write(
        data.path().join("gloryhex.sqlite"),
        "no database ".repeat(99),
    )
    .unwrap();
    let Err(oops) = Store::open(data.path(), None).await else {
        panic!("a text is opened")
    };
    assert!(oops.to_string().contains("gloryhex.sqlite"), "{oops}");

    let newer = tempfile::tempdir().unwrap();
    Store::open(newer.path(), None).await.unwrap().close().await;
    let mut inside = inside(newer.path()).await;
    let sql = "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 2";
    inside.execute(sql).await.unwrap();
    let Err(oops) = Store::open(newer.path(), None).await else {
        panic!("a newer database is opened")
    };
    assert!(oops.to_string().contains("newer version"), "{oops}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_damaged_row_never_breaks_a_list() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(hot_seat(server.address, true).await.game);
    }
    let mut inside = inside(data.path()).await;
    for (game, glance) in [(&games[0], "{\"id\": 3}"), (&games[1], "nonsense")] {
        sqlx::query("UPDATE games SET glance = $1 WHERE id = $2")
            .bind(glance)
            .bind(game)
            .execute(&mut inside)
            .await
            .unwrap();
    }
    let listed: Vec<GameSummary> = get(server.address, "/api/games").await;
    let listed: Vec<&str> = listed.iter().map(|game| game.id.as_str()).collect();
    assert_eq!(listed, [games[2].as_str()]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_contest_or_result_never_breaks_a_list_or_anybody_else() {
    use common::cups::{enter, next, swiss};
    use gloryhex_protocol::{
        LadderFace, LadderView, NewLadder, OwnProfile, PlayerKey, RestorePlayer, TournamentFace,
        TournamentView,
    };
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let mut people: Vec<PlayerKey> = Vec::new();
    for n in 0..4 {
        people.push(take(to, &format!("Player {n}")).await);
    }
    let key = people[0].key.clone();
    let mut tournaments = Vec::new();
    for _ in 0..3 {
        let made: TournamentView = post_as(to, &key, "/api/tournaments", &swiss(2, 0)).await;
        let id = made.face.id;
        for person in &people {
            enter(to, &id, &person.key).await;
        }
        next(to, &id, &key).await;
        tournaments.push(id);
    }
    let new = NewLadder {
        name: "Thursdays".to_owned(),
        edition: "nightvault".to_owned(),
        days: None,
        rated: true,
    };
    let mut ladders = Vec::new();
    for _ in 0..2 {
        let opened: LadderView = post_as(to, &key, "/api/ladders", &new).await;
        ladders.push(opened.face.id);
    }
    // Two rated games that the first player wins.
    for _ in 0..2 {
        let new = gloryhex_protocol::NewGame {
            rated: true,
            ..game("shadespire", vec![human(""), human("")])
        };
        let maker: Ticket = post_as(to, &key, "/api/games", &new).await;
        let join = gloryhex_protocol::JoinGame {
            invite: maker.invites.first().cloned(),
            ..Default::default()
        };
        let path = format!("/api/games/{}/join", maker.game);
        let guest: Ticket = post_as(to, &people[1].key, &path, &join).await;
        give_up(to, &guest).await;
    }
    let view: TournamentView = get(to, &format!("/api/tournaments/{}", tournaments[1])).await;
    let damaged = view.rounds[0].tables[0].series.clone().unwrap();
    server.stop().await;
    let mut inside = inside(data.path()).await;
    let first = "(SELECT game FROM results ORDER BY ended LIMIT 1)";
    for sql in [
        format!(
            "UPDATE contests SET plan = 'nonsense' WHERE id = '{}'",
            tournaments[0]
        ),
        format!(
            "UPDATE contests SET plan = '{{}}' WHERE id = '{}'",
            ladders[0]
        ),
        format!("UPDATE contests SET plan = '[]' WHERE id = '{damaged}'"),
        format!(
            "UPDATE contest_entries SET body = '7' WHERE contest = '{}' AND at = 2",
            tournaments[2]
        ),
        format!("UPDATE results SET body = 'nonsense' WHERE game = {first}"),
    ] {
        inside.execute(sql.as_str()).await.unwrap();
    }
    drop(inside);
    let server = start(config(data.path())).await;
    let to = server.address;
    let listed: Vec<TournamentFace> = get(to, "/api/tournaments").await;
    let mut listed: Vec<&str> = listed.iter().map(|face| face.id.as_str()).collect();
    listed.sort_unstable();
    let mut there = vec![tournaments[1].as_str(), tournaments[2].as_str()];
    there.sort_unstable();
    assert_eq!(listed, there);
    let listed: Vec<LadderFace> = get(to, "/api/ladders").await;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].id, ladders[1]);
    // A table whose match is damaged waits for the organiser; the others are played.
    let view: TournamentView = get(to, &format!("/api/tournaments/{}", tournaments[1])).await;
    assert_eq!(view.entrants.len(), 4);
    let seats = |who: usize| view.rounds[0].tables[1].sides[who].unwrap() as usize;
    let keys = [0, 1].map(|who| people[seats(who)].key.as_str());
    common::cups::play(to, &view.rounds[0].tables[1], keys, 0).await;
    let view: TournamentView = get(to, &format!("/api/tournaments/{}", tournaments[1])).await;
    assert!(view.rounds[0].tables[1].result.is_some());
    // A result that cannot be read counts for nobody; the other one does.
    let (status, own) = http_as(to, &key, "GET", "/api/players/me", "").await;
    assert_eq!(status, 200, "{own}");
    let own: OwnProfile = serde_json::from_str(&own).unwrap();
    let rated = &own.profile.ratings[0];
    assert_eq!((rated.games, rated.value > 1500), (1, true));
    // Who sits at all that is damaged can be forgotten even so.
    let wish = RestorePlayer {
        name: "Player 1".to_owned(),
        phrase: people[1].phrase.clone().unwrap(),
    };
    let () = post_as(to, &people[1].key, "/api/players/me/forget", &wish).await;
    assert_eq!(http(to, "GET", "/api/players/Player%201", "").await.0, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_rows_beside_a_game_do_not_keep_it_from_being_played_or_watched() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let ended = hot_seat(server.address, true).await;
    let mut client = Client::sit(server.address, &ended).await.seed(2);
    client.play_out().await;
    let page = format!("/api/games/{}/at/60", ended.game);
    let then: serde_json::Value = get(server.address, &page).await;
    let under_way = hot_seat(server.address, true).await;
    let mut client = Client::sit(server.address, &under_way).await.seed(3);
    for _ in 0..40 {
        assert!(client.my_turn().await);
        client.step().await;
    }
    server.stop().await;
    let mut inside = inside(data.path()).await;
    for sql in [
        "UPDATE shown SET body = X'00112233'",
        "UPDATE preferences SET body = 'nonsense'",
        "UPDATE positions SET body = '{}'",
        "INSERT INTO absences (game, seat, noted, body) SELECT id, 9, 0, '[]' FROM games",
        "INSERT INTO flags (game, due) SELECT id, 0 FROM games",
    ] {
        inside.execute(sql).await.unwrap();
    }
    drop(inside);
    let server = start(config(data.path())).await;
    let now: serde_json::Value = get(server.address, &page).await;
    assert_eq!(now, then, "it is played again instead");
    let mut client = Client::sit(server.address, &under_way).await.seed(4);
    for _ in 0..5 {
        assert!(client.my_turn().await);
        client.step().await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_so_many_entries_and_then_can_only_be_given_up() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.entries = 40;
    let server = start(settings).await;
    let new = game("shadespire", vec![human("Ada"), human("")]);
    let tickets = two_players(server.address, &new).await;
    let mut ada = Client::sit(server.address, &tickets[0]).await;
    let mut bo = Client::sit(server.address, &tickets[1]).await;
    // Offered and withdrawn, again and again.
    for _ in 0..19 {
        for offer in [true, false] {
            ada.say(&ClientMessage::OfferDraw { offer }).await;
        }
    }
    ada.say(&ClientMessage::OfferDraw { offer: true }).await;
    let problem = ada.error().await;
    assert_eq!(problem.code, Code::TooMany);
    assert_eq!(
        problem.message,
        "Too much has happened in this game; it can only be given up."
    );
    bo.say(&ClientMessage::Resign).await;
    let over = |m: &ServerMessage| matches!(m, ServerMessage::Over { .. }).then_some(());
    ada.until(over).await;
    server.stop().await;
}

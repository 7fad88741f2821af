//! The same server on PostgreSQL, and two processes that serve one game.

mod common;

use common::{cluster::Cluster, process::*, *};
use gloryhex_protocol::{ClientMessage, Code, GameSummary, ServerMessage, Stage};

/// Not a test of its own: the processes of the tests below.
#[test]
fn serve_in_this_process() {
    serve_if_asked();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_share_a_game_and_survive_each_other() {
    let cluster = Cluster::start();
    // They share nothing but the database.
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut one = Process::start(folders[0].path(), Some(&cluster.url));
    let two = Process::start(folders[1].path(), Some(&cluster.url));
    let new = game("harrowdeep", vec![human("Ada"), human("")]);
    let tickets = two_players(one.address, &new).await;
    let id = &tickets[0].game;

    // Each player talks to another process, and a spectator to the second one.
    let mut ada = Client::sit(one.address, &tickets[0]).await.seed(21);
    let mut guest = Client::sit(two.address, &tickets[1]).await.seed(22);
    let mut spectator = Client::hello(two.address, id, None, None).await;
    for _ in 0..20 {
        tokio::select! {
            mine = ada.my_turn() => { assert!(mine); ada.step().await; }
            mine = guest.my_turn() => { assert!(mine); guest.step().await; }
        }
    }
    let last = ada.at().max(guest.at());
    let seen = spectator.until(|message| match message {
        ServerMessage::Update { view, .. } if view.at >= last => Some(view.at),
        _ => None,
    });
    assert!(seen.await >= last);

    // A process dies; its player goes on with the other one.
    one.kill();
    let mut ada = Client::sit(two.address, &tickets[0]).await.seed(23);
    while ada.at() == 0 {
        ada.next().await.unwrap();
    }
    assert!(ada.at() >= last, "what was acknowledged is still there");
    tokio::join!(ada.play_out(), guest.play_out());
    let summary: GameSummary = get(two.address, &format!("/api/games/{id}")).await;
    assert_eq!(summary.stage, Stage::Over);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_never_store_two_choices_at_one_position() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let one = Process::start(data.path(), Some(&cluster.url));
    let two = Process::start(data.path(), Some(&cluster.url));
    let mut new = game("shadespire", vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    let ticket: gloryhex_protocol::Ticket = post(one.address, "/api/games", &new).await;
    // Two tabs of the same seats, on two processes, choose at the same time.
    let mut left = Client::sit(one.address, &ticket).await.seed(1);
    let mut right = Client::sit(two.address, &ticket).await.seed(2);
    let (mut accepted, mut lost) = (0, 0);
    for _ in 0..25 {
        assert!(left.my_turn().await && right.my_turn().await);
        while left.at() != right.at() {
            let behind = if left.at() < right.at() {
                &mut left
            } else {
                &mut right
            };
            behind.next().await.unwrap();
        }
        let at = left.at();
        let (a, b) = (left.pick().unwrap(), right.pick().unwrap());
        let say = |choice| ClientMessage::Choose {
            at,
            choice,
            seat: None,
        };
        tokio::join!(async { left.say(&say(a)).await }, async {
            right.say(&say(b)).await
        });
        let answer = |message: &ServerMessage| match message {
            ServerMessage::Accepted { .. } => Some(true),
            ServerMessage::Error { .. } => Some(false),
            _ => None,
        };
        let (x, y) = tokio::join!(left.until(answer), right.until(answer));
        assert!(x ^ y || (x && y), "one of two choices must count");
        accepted += u32::from(x) + u32::from(y);
        lost += u32::from(!x) + u32::from(!y);
        for client in [&mut left, &mut right] {
            while client.at() == at {
                client.next().await.unwrap();
            }
        }
    }
    let summary: GameSummary = get(one.address, &format!("/api/games/{}", ticket.game)).await;
    let other: GameSummary = get(two.address, &format!("/api/games/{}", ticket.game)).await;
    assert_eq!(summary.at, other.at);
    // Two entries seated the players; everything else is a choice that was acknowledged.
    assert_eq!(summary.at, 2 + accepted, "{lost} lost");
}

#[tokio::test(flavor = "multi_thread")]
async fn play_goes_on_by_itself_when_the_database_comes_back() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.database = Some(cluster.url.clone());
    let server = start(config).await;
    let mut new = game("shadespire", vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    let ticket: gloryhex_protocol::Ticket = post(server.address, "/api/games", &new).await;
    let mut ada = Client::sit(server.address, &ticket).await.seed(1);
    for _ in 0..5 {
        assert!(ada.my_turn().await);
        ada.step().await;
    }
    assert_eq!(http(server.address, "GET", "/health", "").await.0, 200);

    cluster.stop();
    assert!(ada.my_turn().await);
    let (at, choice) = (ada.at(), ada.pick().unwrap());
    let say = ClientMessage::Choose {
        at,
        choice,
        seat: None,
    };
    ada.say(&say).await;
    let problem = ada.error().await;
    assert_eq!(problem.code, Code::Unavailable, "{problem:?}");
    // It is not looked at more often than every second.
    let began = std::time::Instant::now();
    while http(server.address, "GET", "/health", "").await.0 == 200 {
        assert!(began.elapsed() < std::time::Duration::from_secs(10));
    }
    let asked = std::time::Instant::now();
    let (status, why) = http(server.address, "GET", "/health", "").await;
    assert_eq!(status, 503);
    assert!(asked.elapsed() < std::time::Duration::from_secs(2), "{why}");

    cluster.wake();
    let stored = loop {
        ada.say(&say).await;
        let answer = ada.until(|message| match message {
            ServerMessage::Accepted { at } => Some(Ok(*at)),
            ServerMessage::Error { problem } => Some(Err(problem.clone())),
            _ => None,
        });
        match answer.await {
            Ok(at) => break at,
            Err(problem) => assert_eq!(problem.code, Code::Unavailable, "{problem:?}"),
        }
    };
    assert_eq!(stored, at + 1);
    while http(server.address, "GET", "/health", "").await.0 != 200 {}
    for _ in 0..5 {
        assert!(ada.my_turn().await);
        ada.step().await;
    }
    server.stop().await;
}

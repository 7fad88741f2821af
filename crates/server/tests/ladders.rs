//! Ladder campaigns over the wire: the cases of the book, a week by the test clock, and every right tried without
//! having it.

mod common;

use common::{cluster::Cluster, *};
use gloryhex_protocol::{
    ClimbDeed, Code, GameSummary, JoinGame, LadderAnswer, LadderChallenge, LadderFace, LadderView,
    NewLadder, PlayerKey, RestorePlayer, Ticket, TournamentView,
};
use gloryhex_server::Config;
use std::{net::SocketAddr, time::Duration};

const DAY: Duration = Duration::from_secs(24 * 3600);

fn order(view: &LadderView) -> Vec<&str> {
    view.rungs.iter().map(|rung| rung.name.as_str()).collect()
}

fn new(days: Option<u32>) -> NewLadder {
    NewLadder {
        name: "Thursdays".to_owned(),
        edition: "nightvault".to_owned(),
        days,
        rated: true,
    }
}

/// A ladder that these stand on in this order.
async fn ladder(to: SocketAddr, players: &[&PlayerKey]) -> String {
    let opened: LadderView = post_as(to, &players[0].key, "/api/ladders", &new(None)).await;
    let id = opened.face.id;
    for player in &players[1..] {
        let _: LadderView = post_as(to, &player.key, &format!("/api/ladders/{id}/join"), &()).await;
    }
    id
}

/// One challenges, the other accepts: the id of the game.
async fn agreed(to: SocketAddr, id: &str, from: &PlayerKey, other: &PlayerKey) -> String {
    let wish = LadderChallenge {
        to: other.name.clone(),
    };
    let path = format!("/api/ladders/{id}");
    let view: LadderView = post_as(to, &from.key, &format!("{path}/challenge"), &wish).await;
    let open = view.challenges.iter().find(|c| c.game.is_none());
    let yes = LadderAnswer {
        challenge: open.unwrap().number,
        accept: true,
    };
    let view: LadderView = post_as(to, &other.key, &format!("{path}/answer"), &yes).await;
    let accepted = view.challenges.iter().find(|c| c.number == yes.challenge);
    accepted.unwrap().game.clone().unwrap()
}

/// Both sit down and the second gives up.
async fn first_wins(to: SocketAddr, game: &str, winner: &PlayerKey, loser: &PlayerKey) {
    let path = format!("/api/games/{game}/join");
    let join = JoinGame::default();
    let _: Ticket = post_as(to, &winner.key, &path, &join).await;
    let summary: GameSummary = get(to, &format!("/api/games/{game}")).await;
    assert!(summary.seats.iter().all(|seat| seat.warband.is_empty()));
    let lost: Ticket = post_as(to, &loser.key, &path, &join).await;
    give_up(to, &lost).await;
}

async fn campaign(settings: Config) {
    let clock = settings.clock.clone();
    let server = start(settings.clone()).await;
    let to = server.address;
    let (ada, bo, cy) = (
        take(to, "Ada").await,
        take(to, "Bo").await,
        take(to, "Cy").await,
    );
    let id = ladder(to, &[&ada, &bo, &cy]).await;
    let path = format!("/api/ladders/{id}");
    let view: LadderView = get(to, &path).await;
    assert_eq!(order(&view), ["Ada", "Bo", "Cy"]);
    assert_eq!(view.face.champion.as_deref(), Some("Ada"));

    // The lower winner swaps; the higher one climbs a rung; if the first wins, the loser drops one.
    let game = agreed(to, &id, &cy, &ada).await;
    first_wins(to, &game, &cy, &ada).await;
    let view: LadderView = get(to, &path).await;
    assert_eq!(order(&view), ["Cy", "Bo", "Ada"]);
    assert!(view.challenges.is_empty());
    let game = agreed(to, &id, &ada, &bo).await;
    first_wins(to, &game, &bo, &ada).await;
    let view: LadderView = get(to, &path).await;
    assert_eq!(order(&view), ["Bo", "Cy", "Ada"]);
    clock.skip(4 * DAY);
    let game = agreed(to, &id, &bo, &cy).await;
    first_wins(to, &game, &bo, &cy).await;

    // The server stops before anybody looks: nothing is lost.
    server.stop().await;
    let server = start(settings).await;
    let to = server.address;
    let view: LadderView = get(to, &path).await;
    assert_eq!(order(&view), ["Bo", "Ada", "Cy"]);
    let last = view.steps.last().unwrap();
    assert_eq!(
        (last.what, &last.players[..]),
        (ClimbDeed::Won, &["Bo".to_owned(), "Cy".to_owned()][..])
    );
    assert_eq!((view.rungs[0].played, view.rungs[0].won), (2, 2));

    // A week without a game drops Ada to the bottom; the others played four days after her.
    clock.skip(3 * DAY + DAY / 2);
    let view: LadderView = get(to, &path).await;
    assert_eq!(order(&view), ["Bo", "Cy", "Ada"]);
    assert_eq!(view.steps.last().unwrap().what, ClimbDeed::Idle);
    let faces: Vec<LadderFace> = get(to, "/api/ladders").await;
    assert_eq!((faces.len(), faces[0].players), (1, 3));

    // Whoever is forgotten leaves the ladder, and the name stands nowhere on it.
    let wish = RestorePlayer {
        name: "Cy".to_owned(),
        phrase: cy.phrase.clone().unwrap(),
    };
    let () = post_as(to, &cy.key, "/api/players/me/forget", &wish).await;
    let (_, text) = http(to, "GET", &path, "").await;
    assert!(!text.contains("\"Cy\""), "{text}");
    let view: LadderView = serde_json::from_str(&text).unwrap();
    assert_eq!(order(&view), ["Bo", "Ada"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_moves_as_the_book_says() {
    let data = tempfile::tempdir().unwrap();
    campaign(config(data.path())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_moves_the_same_on_postgres() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.database = Some(cluster.url.clone());
    campaign(config).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_others_about() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let (cy, eve) = (take(to, "Cy").await, take(to, "Eve").await);
    let id = ladder(to, &[&ada, &bo, &cy]).await;
    let path = |what: &str| format!("/api/ladders/{id}/{what}");
    let to_bo = LadderChallenge {
        to: "Bo".to_owned(),
    };
    // Without a name nothing at all; without standing on the ladder no challenge.
    for what in ["join", "leave", "challenge", "answer", "withdraw"] {
        let (status, problem) = refused_as(to, "", &path(what), &to_bo).await;
        assert_eq!((status, problem.code), (403, Code::BadToken), "{what}");
    }
    let (status, problem) = refused_as(to, &eve.key, &path("challenge"), &to_bo).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (422, "Only who stands on this ladder can do that.")
    );
    let (status, _) = refused_as(to, &eve.key, &path("leave"), &()).await;
    assert_eq!(status, 422);
    let (status, _) = refused_as(to, &bo.key, &path("challenge"), &to_bo).await;
    assert_eq!(status, 422, "nobody challenges themselves");

    let view: LadderView = post_as(to, &ada.key, &path("challenge"), &to_bo).await;
    let number = view.challenges[0].number;
    let answer = |accept| LadderAnswer {
        challenge: number,
        accept,
    };
    // Only Bo answers, and only Ada takes it back.
    for other in [&ada, &cy, &eve] {
        for accept in [true, false] {
            let (status, problem) =
                refused_as(to, &other.key, &path("answer"), &answer(accept)).await;
            assert_eq!((status, problem.code), (403, Code::NotSeated));
        }
    }
    for other in [&bo, &cy, &eve] {
        let (status, _) = refused_as(to, &other.key, &path("withdraw"), &answer(false)).await;
        assert_eq!(status, 403);
    }
    let unknown = LadderAnswer {
        challenge: 77,
        accept: true,
    };
    let (status, _) = refused_as(to, &bo.key, &path("answer"), &unknown).await;
    assert_eq!(status, 403);
    let view: LadderView = post_as(to, &bo.key, &path("answer"), &answer(true)).await;
    let game = view.challenges[0].game.clone().unwrap();
    let (status, _) = refused_as(to, &bo.key, &path("answer"), &answer(true)).await;
    assert_eq!(status, 422, "it was answered");

    // The seats of the game are kept for the two.
    let join = format!("/api/games/{game}/join");
    for key in ["", &cy.key, &eve.key] {
        let (status, problem) = refused_as(to, key, &join, &JoinGame::default()).await;
        assert_eq!((status, problem.code), (409, Code::Full));
    }
    let seat: Ticket = post_as(to, &bo.key, &join, &JoinGame::default()).await;
    assert_eq!(seat.seats, [1]);
    // Not begun, it can be called off by the two, and by nobody else.
    let (status, _) = refused_as(to, &cy.key, &path("withdraw"), &answer(false)).await;
    assert_eq!(status, 403);
    let seat: Ticket = post_as(to, &ada.key, &join, &JoinGame::default()).await;
    assert_eq!(seat.seats, [0]);
    let (status, problem) = refused_as(to, &ada.key, &path("withdraw"), &answer(false)).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (409, "The game has begun; play it, or give it up.")
    );
    let (status, _) = http(to, "GET", "/api/ladders/nosuchladder", "").await;
    assert_eq!(status, 404);
    let (status, _) = refused_as(to, &ada.key, "/api/ladders/nosuchladder/join", &()).await;
    assert_eq!(status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_with_a_date_ends_and_an_address_opens_only_so_many() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.contests_per_hour = 2;
    let clock = settings.clock.clone();
    let server = start(settings).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let opened: LadderView = post_as(to, &ada.key, "/api/ladders", &new(Some(10))).await;
    assert!(!opened.face.over);
    clock.skip(11 * DAY);
    let path = format!("/api/ladders/{}", opened.face.id);
    let view: LadderView = get(to, &path).await;
    assert!(view.face.over);
    let (status, problem) = refused_as(to, &bo.key, &format!("{path}/join"), &()).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (422, "This ladder has ended.")
    );
    for bad in [Some(0), Some(100_000)] {
        let (status, _) = refused_as(to, &ada.key, "/api/ladders", &new(bad)).await;
        assert_eq!(status, 400);
    }
    let _: LadderView = post_as(to, &ada.key, "/api/ladders", &new(None)).await;
    let (status, problem) = refused_as(to, &ada.key, "/api/ladders", &new(None)).await;
    assert_eq!((status, problem.code), (429, Code::Busy));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_sends_only_so_many_challenges_and_makes_only_so_many_tournaments() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    (
        settings.limits.contests_per_hour,
        settings.limits.challenges_per_hour,
    ) = (2, 2);
    let server = start(settings).await;
    let to = server.address;
    let people = [
        take(to, "Ada").await,
        take(to, "Bo").await,
        take(to, "Cy").await,
    ];
    let id = ladder(to, &people.each_ref()).await;
    let path = format!("/api/ladders/{id}/challenge");
    let wish = |other: &PlayerKey| LadderChallenge {
        to: other.name.clone(),
    };
    for other in &people[1..] {
        let _: LadderView = post_as(to, &people[0].key, &path, &wish(other)).await;
    }
    // The address counts, not the name.
    let (status, problem) = refused_as(to, &people[1].key, &path, &wish(&people[2])).await;
    assert_eq!((status, problem.code), (429, Code::Busy));
    let new = common::cups::swiss(3, 0);
    let _: TournamentView = post_as(to, &people[0].key, "/api/tournaments", &new).await;
    let (status, problem) = refused_as(to, &people[1].key, "/api/tournaments", &new).await;
    assert_eq!((status, problem.code), (429, Code::Busy));
}

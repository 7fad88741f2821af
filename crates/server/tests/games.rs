//! Whole games over real sockets.

mod common;

use common::*;
use gloryhex_protocol::{ClientMessage, GameSummary, Moment, ServerMessage, Stage, Story};

#[tokio::test(flavor = "multi_thread")]
async fn two_players_finish_a_game_in_every_edition() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    for edition in gloryhex_editions::NAMES {
        let tickets = two_players(to, &game(edition, vec![human("Ada"), human("")])).await;
        let mut ada = Client::sit(to, &tickets[0]).await.seed(7);
        let mut guest = Client::sit(to, &tickets[1]).await.seed(11);
        tokio::join!(ada.play_out(), guest.play_out());
        let ending = ada.view.as_ref().unwrap().ending.clone().unwrap();
        assert_eq!(
            ada.view.as_ref().unwrap().ending,
            guest.view.as_ref().unwrap().ending
        );
        assert!(!ending.winners.is_empty(), "{edition}: {ending:?}");
        let summary: GameSummary = get(to, &format!("/api/games/{}", tickets[0].game)).await;
        assert_eq!(summary.stage, Stage::Over);
        assert_eq!(summary.seats[0].name, "Ada");
        assert_eq!(summary.seats[1].name, "Guest");

        let id = &tickets[0].game;
        let story: Story = get(to, &format!("/api/games/{id}/story")).await;
        assert!(!story.log.is_empty());
        let half: Moment = get(to, &format!("/api/games/{id}/at/{}", summary.at / 2)).await;
        assert_eq!(half.last, summary.at);
        assert!(half.view.at <= summary.at / 2);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_an_opponent_and_opponents_play_each_other() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let ticket: gloryhex_protocol::Ticket = post(
        to,
        "/api/games",
        &game("harrowdeep", vec![human("Ada"), computer()]),
    )
    .await;
    let mut ada = Client::sit(to, &ticket).await;
    ada.play_out().await;
    assert!(ada.is_over());

    let watched: gloryhex_protocol::Ticket = post(
        to,
        "/api/games",
        &game("embergard", vec![computer(), computer()]),
    )
    .await;
    assert!(watched.seats.is_empty());
    let mut spectator = Client::hello(to, &watched.game, None, None).await;
    assert!(!spectator.my_turn().await);
    assert!(spectator.is_over());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_players_finish_a_game_and_one_may_resign() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let seats = vec![human("Ada"), computer(), computer(), computer()];
    let ticket: gloryhex_protocol::Ticket =
        post(to, "/api/games", &game("shadespire", seats)).await;
    let mut ada = Client::sit(to, &ticket).await;
    for _ in 0..10 {
        assert!(ada.my_turn().await);
        ada.step().await;
    }
    ada.say(&ClientMessage::Resign).await;
    let ending = ada
        .until(|message| match message {
            ServerMessage::Over { ending } => Some(ending.clone()),
            _ => None,
        })
        .await;
    assert!(
        !ending.winners.contains(&0) || ending.winners.len() > 1,
        "{ending:?}"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_screen_serves_both_seats_of_a_hot_seat_game() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let mut new = game("nightvault", vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    let ticket: gloryhex_protocol::Ticket = post(to, "/api/games", &new).await;
    assert_eq!(ticket.seats, [0, 1]);
    let mut both = Client::sit(to, &ticket).await;
    let mut deciders = [false; 2];
    while both.my_turn().await {
        let view = both.view.as_ref().unwrap();
        let decider = view.decision.as_ref().unwrap().seat;
        assert_eq!(view.viewer, Some(decider));
        deciders[decider as usize] = true;
        both.step().await;
    }
    assert_eq!(deciders, [true, true]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_a_seeded_server_can_be_played_again() {
    let mut games = Vec::new();
    for seed in [5, 5, 6] {
        let data = tempfile::tempdir().unwrap();
        let mut seeded = config(data.path());
        seeded.seed = Some(seed);
        let server = start(seeded).await;
        let new = game("harrowdeep", vec![human("Ada"), computer()]);
        let mut views = Vec::new();
        for _ in 0..2 {
            let ticket: gloryhex_protocol::Ticket = post(server.address, "/api/games", &new).await;
            let mut ada = Client::sit(server.address, &ticket).await.seed(3);
            for _ in 0..12 {
                assert!(ada.my_turn().await);
                ada.step().await;
            }
            assert!(ada.my_turn().await);
            views.push(ada.view.clone().unwrap());
        }
        assert_ne!(views[0], views[1], "each game has dice of its own");
        games.push(views);
        server.stop().await;
    }
    assert_eq!(games[0], games[1]);
    assert_ne!(games[0], games[2]);
}

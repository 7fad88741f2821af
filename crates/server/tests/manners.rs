//! Taking back, drawing, resigning, clocks, matches, the lobby and spectators.

mod common;

use common::*;
use gloryhex_protocol::{
    ClientMessage, ClockRules, Code, ContinueGame, GameSummary, JoinGame, SeatKind, ServerMessage,
    Stage, Ticket,
};
use gloryhex_server::Clock;
use std::time::Duration;

/// Two clients at a new game, both welcomed.
async fn pair(
    to: std::net::SocketAddr,
    new: &gloryhex_protocol::NewGame,
) -> ([Ticket; 2], [Client; 2]) {
    let tickets = two_players(to, new).await;
    let mut clients = [
        Client::sit(to, &tickets[0]).await.seed(31),
        Client::sit(to, &tickets[1]).await.seed(32),
    ];
    for client in &mut clients {
        client
            .until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
            .await;
    }
    (tickets, clients)
}

/// Brings both clients to the same position and says who decides.
async fn decider(clients: &mut [Client; 2]) -> usize {
    loop {
        let target = clients[0].at().max(clients[1].at());
        for client in clients.iter_mut() {
            while client.at() < target {
                client.next().await.unwrap();
            }
        }
        if let Some(who) = clients.iter().position(|client| client.choices.is_some()) {
            return who;
        }
        clients[0].next().await.unwrap();
    }
}

/// Plays until whoever decides can take a step back for free afterwards, and takes that step.
async fn until_free(clients: &mut [Client; 2]) -> (usize, u32) {
    for _ in 0..200 {
        let who = decider(clients).await;
        let before = clients[who].at();
        clients[who].step().await;
        let free = clients[who]
            .choices
            .as_ref()
            .is_some_and(|choices| choices.undo_free);
        if free {
            return (who, before);
        }
    }
    panic!("no free step was found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_told_nothing_is_taken_back_at_once() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let (_, mut clients) = pair(
        server.address,
        &game("harrowdeep", vec![human("Ada"), human("")]),
    )
    .await;
    let (who, before) = until_free(&mut clients).await;
    let at = clients[who].at();
    clients[who].say(&ClientMessage::Undo { at: at - 1 }).await;
    clients[who].expect_error(Code::Stale).await;
    clients[who].say(&ClientMessage::Undo { at }).await;
    for client in &mut clients {
        let forgotten = client
            .until(|message| match message {
                ServerMessage::Update {
                    forget_after, view, ..
                } => forget_after.map(|to| (to, view.at)),
                _ => None,
            })
            .await;
        assert_eq!(forgotten, (before, at + 1));
    }
    assert!(
        clients[who].choices.is_some(),
        "the same player chooses anew"
    );
    clients[who].step().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_that_the_others_are_asked() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let (_, mut clients) = pair(
        server.address,
        &game("shadespire", vec![human("Ada"), human("")]),
    )
    .await;
    // Until both have chosen something, the first one's choice before the other's.
    let mut chosen = [false; 2];
    let mut who = 0;
    while chosen != [true, true] || who == 0 {
        who = decider(&mut clients).await;
        clients[who].step().await;
        chosen[who] = true;
    }
    decider(&mut clients).await;
    let last = clients[0].at();
    for (agree, asker) in [(false, 0), (true, 0)] {
        let at = clients[0].at();
        clients[asker].say(&ClientMessage::Undo { at }).await;
        let asked = |message: &ServerMessage| match message {
            ServerMessage::UndoAsked { seat, to } => Some((*seat, *to)),
            ServerMessage::Error { problem } => panic!("{problem:?}"),
            _ => None,
        };
        let (seat, to) = clients[1].until(asked).await;
        assert_eq!(seat, asker as u8);
        assert!(to < last);
        clients[1].say(&ClientMessage::AnswerUndo { agree }).await;
        let answered = clients[0]
            .until(|message| match message {
                ServerMessage::UndoAnswered { seat, agreed, .. } => Some((*seat, *agreed)),
                _ => None,
            })
            .await;
        assert_eq!(answered, (asker as u8, agree), "it names who asked");
    }
    decider(&mut clients).await;
    assert!(clients[0].choices.is_some(), "the asker chooses anew");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_needs_both_and_a_resignation_one() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let over = |message: &ServerMessage| match message {
        ServerMessage::Over { ending } => Some(ending.clone()),
        _ => None,
    };
    let (_, mut clients) = pair(to, &game("embergard", vec![human("Ada"), human("")])).await;
    clients[0]
        .say(&ClientMessage::OfferDraw { offer: true })
        .await;
    clients[1]
        .until(|m| {
            matches!(
                m,
                ServerMessage::DrawOffered {
                    seat: 0,
                    stands: true
                }
            )
            .then_some(())
        })
        .await;
    clients[0]
        .say(&ClientMessage::AnswerDraw { agree: true })
        .await;
    clients[0].expect_error(Code::Invalid).await;
    clients[1]
        .say(&ClientMessage::AnswerDraw { agree: true })
        .await;
    let ending = clients[0].until(over).await;
    assert_eq!((ending.how.as_str(), ending.winners.len()), ("agreed", 2));

    let (_, mut clients) = pair(to, &game("embergard", vec![human("Ada"), human("")])).await;
    clients[1].say(&ClientMessage::Resign).await;
    let ending = clients[0].until(over).await;
    assert_eq!(
        (ending.how.as_str(), &ending.winners[..]),
        ("resigned", &[0][..])
    );
    clients[0].say(&ClientMessage::Resign).await;
    clients[0].expect_error(Code::WrongStage).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_out_for_who_sits_and_for_who_went_away() {
    let data = tempfile::tempdir().unwrap();
    let settings = config(data.path());
    let clock = settings.clock.clone();
    let server = start(settings).await;
    for (leave, how, bank) in [(false, "time", 3000), (true, "away", 30_000)] {
        let mut new = game("nightvault", vec![human("Ada"), human("")]);
        new.clock = Some(ClockRules {
            bank,
            increment: 0,
            away: 2000,
        });
        let (_, mut clients) = pair(server.address, &new).await;
        let slow = decider(&mut clients).await;
        let shown = clients[slow].view.as_ref().unwrap().players[slow].clock;
        let shown = shown.unwrap();
        assert!(shown.running && shown.left <= bank * 1000, "{shown:?}");
        let [first, second] = clients;
        let (gone, mut stays) = match slow {
            0 => (first, second),
            _ => (second, first),
        };
        let mut kept = None;
        if leave {
            gone.close().await;
            let left = |message: &ServerMessage| match message {
                ServerMessage::Presence { connected, .. } => (!connected[slow]).then_some(()),
                _ => None,
            };
            stays.until(left).await;
        } else {
            kept = Some(gone);
        }
        clock.skip(Duration::from_secs(1000));
        stays.say(&ClientMessage::Ping).await;
        stays
            .until(|m| matches!(m, ServerMessage::Pong).then_some(()))
            .await;
        assert!(!stays.is_over());
        clock.skip(Duration::from_secs(2000));
        let ending = stays
            .until(|message| match message {
                ServerMessage::Over { ending } => Some(ending.clone()),
                _ => None,
            })
            .await;
        assert_eq!(ending.how, how);
        assert_eq!(ending.winners, [1 - slow as u8]);
        drop(kept);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_until_it_is_decided() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let mut new = game("shadespire", vec![human("Ada"), human("")]);
    new.best_of = 3;
    let (mut tickets, mut clients) = pair(to, &new).await;
    for (number, won) in [(1u8, [1u8, 0]), (2, [2, 0]), (1, [1, 0])] {
        clients[1].say(&ClientMessage::Resign).await;
        for client in &mut clients {
            client
                .until(|m| matches!(m, ServerMessage::Over { .. }).then_some(()))
                .await;
        }
        let summary: GameSummary = get(to, &format!("/api/games/{}", tickets[0].game)).await;
        let series = summary.series.unwrap();
        assert_eq!((series.number, &series.won[..]), (number, &won[..]));
        for client in &mut clients {
            client.say(&ClientMessage::Rematch).await;
        }
        let mut next = Vec::new();
        for client in &mut clients {
            let ticket = client.until(|message| match message {
                ServerMessage::NextGame { game, token, .. } if !game.is_empty() => {
                    Some((game.clone(), token.clone().unwrap()))
                }
                _ => None,
            });
            next.push(ticket.await);
        }
        assert_eq!(next[0].0, next[1].0);
        for ((game, token), (ticket, client)) in
            next.into_iter().zip(tickets.iter_mut().zip(&mut clients))
        {
            ticket.game = game;
            ticket.token = token;
            *client = Client::sit(to, ticket).await;
            client
                .until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
                .await;
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_seat_is_found_in_the_lobby_and_spectators_see_no_hand() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let mut new = game("harrowdeep", vec![human("Ada"), seat(SeatKind::Open, "")]);
    new.public = true;
    let maker: Ticket = post(to, "/api/games", &new).await;
    let hidden: Ticket = post(
        to,
        "/api/games",
        &game("harrowdeep", vec![human("Eve"), human("")]),
    )
    .await;
    let lobby: Vec<GameSummary> = get(to, "/api/games").await;
    assert!(
        lobby
            .iter()
            .any(|listed| listed.id == maker.game && listed.stage == Stage::Waiting)
    );
    assert!(lobby.iter().all(|listed| listed.id != hidden.game));

    let mut ada = Client::sit(to, &maker).await;
    ada.until(|m| matches!(m, ServerMessage::Waiting { seats, .. } if seats == &[0]).then_some(()))
        .await;
    let join = JoinGame {
        name: "Bo".to_owned(),
        ..JoinGame::default()
    };
    let guest: Ticket = post(to, &format!("/api/games/{}/join", maker.game), &join).await;
    assert_eq!(guest.seats, [1]);
    ada.until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
        .await;
    let mut clients = [ada, Client::sit(to, &guest).await];
    let mut spectator = Client::hello(to, &maker.game, None, None).await;
    for _ in 0..40 {
        let who = decider(&mut clients).await;
        clients[who].step().await;
    }
    let last = decider(&mut clients).await;
    while spectator.at() < clients[last].at() {
        spectator.next().await.unwrap();
    }
    let view = spectator.view.as_ref().unwrap();
    assert_eq!(view.viewer, None);
    for player in &view.players {
        assert!(player.power_hand.cards.is_empty() && player.power_deck.cards.is_empty());
    }
    let own = &clients[0].view.as_ref().unwrap().players[0];
    assert_eq!(own.power_hand.cards.len(), own.power_hand.count as usize);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_can_be_continued_from_any_moment() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (tickets, mut clients) = pair(to, &game("shadespire", vec![human("Ada"), human("")])).await;
    for _ in 0..30 {
        let who = decider(&mut clients).await;
        clients[who].step().await;
    }
    // What is taken back is not part of the replay, and chance begins anew.
    let (who, _) = until_free(&mut clients).await;
    let at = clients[who].at();
    clients[who].say(&ClientMessage::Undo { at }).await;
    for client in &mut clients {
        while client.at() <= at {
            client.next().await.unwrap();
        }
    }
    for _ in 0..30 {
        let who = decider(&mut clients).await;
        clients[who].step().await;
    }
    // A pass that is the only choice may be made for whoever goes on before they have said their wishes.
    let mut who = decider(&mut clients).await;
    while clients[who].choices.as_ref().unwrap().list.len() == 1 {
        clients[who].step().await;
        who = decider(&mut clients).await;
    }
    let then = clients[who].view.clone().unwrap();
    clients[0].say(&ClientMessage::Resign).await;
    clients[0]
        .until(|m| matches!(m, ServerMessage::Over { .. }).then_some(()))
        .await;
    let path = format!("/api/games/{}/continue", tickets[0].game);
    let wish = ContinueGame {
        at: then.at,
        seat: who as u8,
        level: "beginner".to_owned(),
    };
    let ticket: Ticket = post(to, &path, &wish).await;
    let mut again = Client::sit(to, &ticket).await;
    again
        .until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
        .await;
    let now = again.view.clone().unwrap();
    assert_eq!(now.fighters, then.fighters);
    assert_eq!(now.players[who].power_hand, then.players[who].power_hand);
    assert_eq!(
        now.decision.as_ref().map(|d| &d.kind),
        then.decision.as_ref().map(|d| &d.kind)
    );
    again.play_out().await;
    // Both games can be downloaded and verified: the one broken off and the one that went on from it.
    for (game, cut) in [(&tickets[0].game, Some("resigned")), (&ticket.game, None)] {
        let path = format!("/api/games/{game}/replay");
        let replay: gloryhex_lab::replay::Replay = get(to, &path).await;
        assert_eq!(replay.cut.as_deref(), cut);
        let table = replay.table(gloryhex_editions::Content::embedded());
        let told = replay.verify(&table.unwrap());
        assert!(told.is_ok(), "{told:?}");
    }
    let path = format!("/api/games/{}/analysis", tickets[0].game);
    let found: serde_json::Value = get(to, &path).await;
    let curve = found["curve"].as_array().unwrap();
    assert!(curve.len() > 20 && found["cancelled"] == false, "{found}");
    assert_eq!(get::<serde_json::Value>(to, &path).await, found);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn windows_are_passed_for_who_does_not_want_to_be_asked() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let ticket: Ticket = post(
        to,
        "/api/games",
        &game("shadespire", vec![human("Ada"), computer()]),
    )
    .await;
    let mut ada = Client::sit(to, &ticket).await;
    let settings = gloryhex_protocol::Settings {
        reactions: gloryhex_protocol::AutoPass::Pass,
        power_steps: gloryhex_protocol::AutoPass::Pass,
        until_my_turn: false,
        ..gloryhex_protocol::Settings::default()
    };
    ada.say(&ClientMessage::Settings { settings }).await;
    let mut passed = 0;
    for _ in 0..400 {
        if !ada.my_turn().await || passed >= 3 {
            break;
        }
        let kind = ada
            .view
            .as_ref()
            .unwrap()
            .decision
            .as_ref()
            .unwrap()
            .kind
            .clone();
        if kind == "power-step" || kind == "reaction" {
            // Nobody answers; the server passes on its own.
            let at = ada.at();
            while ada.at() == at {
                ada.next().await.unwrap();
            }
            passed += 1;
        } else {
            ada.step().await;
        }
    }
    assert!(passed >= 3);
    let mut again = Client::sit(to, &ticket).await;
    let kept = again.until(|message| match message {
        ServerMessage::Welcome { settings, .. } => Some(*settings),
        _ => None,
    });
    assert_eq!(kept.await, settings);
    server.stop().await;
}

/// Lets time pass until no game is in memory. Rooms may hear late that everybody has left, so it passes
/// more than once.
async fn until_empty(server: &gloryhex_server::Running, clock: &Clock, time: Duration) {
    while server.rooms() > 0 {
        clock.skip(time);
        for _ in 0..150 {
            if server.rooms() > 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_games_leave_the_memory_and_come_back() {
    let data = tempfile::tempdir().unwrap();
    let settings = config(data.path());
    let clock = settings.clock.clone();
    let (idle, archive) = (settings.limits.idle, settings.limits.archive);
    let server = start(settings).await;
    let to = server.address;
    let mut new = game("embergard", vec![human("Ada"), human("")]);
    new.public = true;
    let (tickets, mut clients) = pair(to, &new).await;
    let who = decider(&mut clients).await;
    let mut at = clients[who].step().await;
    let [a, b] = clients;
    a.close().await;
    b.close().await;
    let listed = async || {
        let lobby: Vec<GameSummary> = get(to, "/api/games").await;
        lobby.iter().any(|game| game.id == tickets[0].game)
    };
    for (time, archived) in [(idle, false), (archive, true)] {
        until_empty(&server, &clock, time + Duration::from_secs(1)).await;
        while listed().await == archived {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mut clients = [
            Client::sit(to, &tickets[0]).await,
            Client::sit(to, &tickets[1]).await,
        ];
        let who = decider(&mut clients).await;
        assert_eq!(clients[who].at(), at);
        assert!(server.rooms() == 1 && listed().await);
        at = clients[who].step().await;
        let [a, b] = clients;
        a.close().await;
        b.close().await;
    }
    server.stop().await;
}

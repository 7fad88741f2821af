//! What two players say at the same time: draws, resignations and taking back, in one process and in two.

mod common;

use common::{cluster::Cluster, *};
use gloryhex_protocol::{
    ClientMessage, Code, Ending, GameSummary, JoinGame, NewGame, Problem, ServerMessage, Stage,
    Ticket,
};
use std::net::SocketAddr;

const OFFER: ClientMessage = ClientMessage::OfferDraw { offer: true };
const WITHDRAW: ClientMessage = ClientMessage::OfferDraw { offer: false };
const ACCEPT: ClientMessage = ClientMessage::AnswerDraw { agree: true };
const AGREE: ClientMessage = ClientMessage::AnswerUndo { agree: true };

fn new() -> NewGame {
    game("shadespire", vec![human("Ada"), human("")])
}

async fn sit(to: SocketAddr, ticket: &Ticket, seed: u64) -> Client {
    let mut client = Client::sit(to, ticket).await.seed(seed);
    client
        .until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
        .await;
    client
}

async fn pair(to: [SocketAddr; 2], new: &NewGame) -> ([Ticket; 2], [Client; 2]) {
    let tickets = two_players(to[0], new).await;
    let clients = [
        sit(to[0], &tickets[0], 31).await,
        sit(to[1], &tickets[1], 32).await,
    ];
    (tickets, clients)
}

fn ended(message: &ServerMessage) -> Option<Ending> {
    match message {
        ServerMessage::Over { ending } => Some(ending.clone()),
        _ => None,
    }
}

/// Plays until both have chosen something and the first one decides no longer.
async fn both_chose(clients: &mut [Client; 2]) {
    let mut chosen = [false; 2];
    let mut who = 0;
    while chosen != [true, true] || who == 0 {
        let at = clients[0].at().max(clients[1].at());
        for client in clients.iter_mut() {
            while client.at() < at {
                client.next().await.unwrap();
            }
        }
        who = clients
            .iter()
            .position(|client| client.choices.is_some())
            .expect("somebody decides");
        clients[who].step().await;
        chosen[who] = true;
    }
    let at = clients[0].at().max(clients[1].at());
    for client in clients.iter_mut() {
        while client.at() < at {
            client.next().await.unwrap();
        }
    }
}

fn over() -> Problem {
    Problem::new(Code::WrongStage, "The game is over.")
}

#[tokio::test(flavor = "multi_thread")]
async fn two_offers_at_once_are_an_agreement() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = [server.address; 2];
    let (_, mut clients) = pair(to, &new()).await;
    let [ada, bo] = &mut clients;
    tokio::join!(ada.say(&OFFER), bo.say(&OFFER));
    for client in &mut clients {
        let ending = client.until(ended).await;
        assert_eq!((&*ending.how, &ending.winners[..]), ("agreed", &[0, 1][..]));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_whoever_offers_a_draw_withdraws_it_and_nobody_offers_twice() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let (_, mut clients) = pair([server.address; 2], &new()).await;
    let stale = |message: &str| Problem::new(Code::Stale, message);
    clients[1].say(&WITHDRAW).await;
    assert_eq!(
        clients[1].error().await,
        stale("You do not offer a draw now.")
    );
    clients[0].say(&OFFER).await;
    clients[0].say(&OFFER).await;
    assert_eq!(clients[0].error().await, stale("You offer a draw already."));
    clients[1].say(&WITHDRAW).await;
    assert_eq!(
        clients[1].error().await,
        stale("You do not offer a draw now.")
    );
    clients[0].say(&WITHDRAW).await;
    let withdrawn = |message: &ServerMessage| match message {
        ServerMessage::DrawOffered { seat, stands } => (!stands).then_some(*seat),
        _ => None,
    };
    assert_eq!(clients[1].until(withdrawn).await, 0);
    clients[1].say(&ACCEPT).await;
    assert_eq!(clients[1].error().await, stale("Nobody offers a draw now."));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_taken_back_after_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = [server.address; 2];
    let (tickets, mut clients) = pair(to, &new()).await;
    both_chose(&mut clients).await;
    let at = clients[0].at();
    clients[0].say(&ClientMessage::Undo { at }).await;
    clients[1]
        .until(|m| matches!(m, ServerMessage::UndoAsked { seat: 0, .. }).then_some(()))
        .await;
    // The question is open when the game ends: it goes with it.
    clients[1].say(&ClientMessage::Resign).await;
    let answered = clients[0].until(|message| match message {
        ServerMessage::UndoAnswered { agreed, reason, .. } => Some((*agreed, reason.clone())),
        _ => None,
    });
    assert_eq!(
        answered.await,
        (false, Some("The game is over.".to_owned()))
    );
    let path = format!("/api/games/{}", tickets[0].game);
    let then: GameSummary = get(server.address, &path).await;
    for message in [AGREE, ClientMessage::AnswerUndo { agree: false }] {
        clients[1].say(&message).await;
        assert_eq!(clients[1].error().await, over());
    }
    for message in [
        ClientMessage::Undo { at: at + 9 },
        OFFER,
        ACCEPT,
        ClientMessage::Resign,
    ] {
        clients[0].say(&message).await;
        assert_eq!(clients[0].error().await, over(), "{message:?}");
    }
    let now: GameSummary = get(server.address, &path).await;
    assert_eq!(
        (now.at, now.stage, &now.ending),
        (then.at, Stage::Over, &then.ending)
    );
    // Somebody who comes now hears of no question and no offer.
    let mut late = sit(server.address, &tickets[0], 1).await;
    late.say(&ClientMessage::Ping).await;
    late.until(|message| match message {
        ServerMessage::UndoAsked { .. } | ServerMessage::DrawOffered { .. } => {
            panic!("{message:?}")
        }
        ServerMessage::Pong => Some(()),
        _ => None,
    })
    .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_question_about_taking_back_is_answered_before_the_next() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let (_, mut clients) = pair([server.address; 2], &new()).await;
    both_chose(&mut clients).await;
    let at = clients[0].at();
    clients[0].say(&ClientMessage::Undo { at }).await;
    let (_, to) = clients[1]
        .until(|message| match message {
            ServerMessage::UndoAsked { seat, to } => Some((*seat, *to)),
            _ => None,
        })
        .await;
    clients[0].say(&ClientMessage::Undo { at }).await;
    let told = "Somebody asks to take a choice back already; that is answered first.";
    assert_eq!(clients[0].error().await, Problem::new(Code::Stale, told));
    clients[0].say(&AGREE).await;
    clients[0].expect_error(Code::Invalid).await;
    clients[1].say(&AGREE).await;
    let back = clients[0].until(|message| match message {
        ServerMessage::Update { forget_after, .. } => *forget_after,
        _ => None,
    });
    assert_eq!(back.await, to);
    clients[1].say(&AGREE).await;
    let told = "Nobody asks to take a choice back now.";
    assert_eq!(clients[1].error().await, Problem::new(Code::Stale, told));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_left_a_game_of_three_has_no_say_in_it() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let three = game("shadespire", vec![human("Ada"), human(""), human("")]);
    let maker: Ticket = post(to, "/api/games", &three).await;
    let mut tickets = vec![maker.clone()];
    for invite in &maker.invites {
        let join = JoinGame {
            invite: Some(invite.clone()),
            ..JoinGame::default()
        };
        tickets.push(post(to, &format!("/api/games/{}/join", maker.game), &join).await);
    }
    let mut clients = Vec::new();
    for ticket in &tickets {
        clients.push(sit(to, ticket, 7).await);
    }
    clients[0].say(&ClientMessage::Resign).await;
    let left = Problem::new(Code::WrongStage, "You have left this game.");
    for message in [
        ClientMessage::Resign,
        OFFER,
        ACCEPT,
        ClientMessage::Undo { at: 1000 },
        AGREE,
    ] {
        clients[0].say(&message).await;
        assert_eq!(clients[0].error().await, left, "{message:?}");
    }
    // The others go on, and two of two agree.
    clients[1].say(&OFFER).await;
    clients[1]
        .until(|m| matches!(m, ServerMessage::DrawOffered { seat: 1, .. }).then_some(()))
        .await;
    clients[2].say(&OFFER).await;
    let ending = clients[1].until(ended).await;
    assert_eq!(ending.how, "agreed");
    server.stop().await;
}

/// The answer to something said: how the game ended, or why it was not taken.
async fn answer(client: &mut Client) -> Result<Ending, Problem> {
    client
        .until(|message| match message {
            ServerMessage::Over { ending } => Some(Ok(ending.clone())),
            ServerMessage::Error { problem } => Some(Err(problem.clone())),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_and_resignations_that_cross_in_two_servers_end_the_game_once() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let mut servers = Vec::new();
    for _ in 0..2 {
        let mut settings = config(data.path());
        settings.database = Some(cluster.url.clone());
        servers.push(start(settings).await);
    }
    let to = [servers[0].address, servers[1].address];
    for round in 0..12 {
        let (tickets, mut clients) = pair(to, &new()).await;
        let [ada, bo] = &mut clients;
        let (first, second, how) = match round % 3 {
            0 => (OFFER, OFFER, &["agreed"][..]),
            1 => (
                ClientMessage::Resign,
                ClientMessage::Resign,
                &["resigned"][..],
            ),
            _ => {
                bo.say(&OFFER).await;
                let offered = |message: &ServerMessage| {
                    matches!(message, ServerMessage::DrawOffered { .. }).then_some(())
                };
                ada.until(offered).await;
                (ACCEPT, ClientMessage::Resign, &["agreed", "resigned"][..])
            }
        };
        tokio::join!(ada.say(&first), bo.say(&second));
        let mut endings = Vec::new();
        for client in &mut clients {
            let ending = loop {
                match answer(client).await {
                    Ok(ending) => break ending,
                    Err(problem) => assert_eq!(problem, over(), "round {round}"),
                }
            };
            endings.push(ending);
        }
        assert_eq!(endings[0], endings[1], "round {round}");
        assert!(how.contains(&&*endings[0].how), "{round}: {endings:?}");
        for to in to {
            let now: GameSummary = get(to, &format!("/api/games/{}", tickets[0].game)).await;
            let entries = if round % 3 == 1 { 3 } else { 4 };
            assert_eq!((now.stage, now.at), (Stage::Over, entries), "round {round}");
        }
    }
    for server in servers {
        server.stop().await;
    }
}

//! Coming back: after a lost connection, in another tab, and after the server was killed.

mod common;

use common::{process::*, *};
use gloryhex_protocol::{GameView, ServerMessage, Ticket};

fn welcome(message: &ServerMessage) -> Option<(GameView, bool, Vec<u32>)> {
    match message {
        ServerMessage::Welcome {
            view, whole, log, ..
        } => Some((
            (**view).clone(),
            *whole,
            log.iter().map(|line| line.at).collect(),
        )),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_hears_what_it_missed() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let tickets = two_players(to, &game("harrowdeep", vec![human("Ada"), human("")])).await;
    let mut clients = [
        Client::sit(to, &tickets[0]).await.seed(3),
        Client::sit(to, &tickets[1]).await.seed(4),
    ];
    for _ in 0..12 {
        step_any(&mut clients).await;
    }
    let seen = clients[0].at();
    let [first, mut second] = clients;
    first.close().await;
    // The other one plays on as long as it is its turn.
    while second.choices.is_some() {
        second.step().await;
        if second.choices.is_none() {
            break;
        }
    }
    let ticket = &tickets[0];
    let mut back = Client::hello(to, &ticket.game, Some(&ticket.token), Some(seen)).await;
    let (view, whole, lines) = back.until(welcome).await;
    assert!(!whole);
    assert!(lines.iter().all(|at| *at > seen), "{lines:?} after {seen}");
    assert!(view.at >= seen);
    let mut anew = Client::hello(to, &ticket.game, Some(&ticket.token), None).await;
    let (_, whole, lines) = anew.until(welcome).await;
    assert!(whole && lines.iter().any(|at| *at <= seen));
    server.stop().await;
}

/// Lets whoever has to choose take one step; both are up to date afterwards.
async fn step_any(clients: &mut [Client; 2]) {
    loop {
        let [a, b] = clients;
        let who = match (a.choices.is_some(), b.choices.is_some()) {
            (true, _) => 0,
            (_, true) => 1,
            _ => {
                tokio::select! {
                    _ = a.next() => {}
                    _ = b.next() => {}
                }
                continue;
            }
        };
        let at = clients[who].step().await;
        let other = &mut clients[1 - who];
        while other.at() < at {
            other.next().await.unwrap();
        }
        return;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_of_a_seat_show_the_same() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let new = game("embergard", vec![human("Ada"), computer()]);
    let ticket: Ticket = post(to, "/api/games", &new).await;
    let mut tabs = [
        Client::sit(to, &ticket).await.seed(5),
        Client::sit(to, &ticket).await.seed(6),
    ];
    for round in 0..30 {
        for tab in &mut tabs {
            assert!(tab.my_turn().await);
        }
        let at = tabs[0].at().max(tabs[1].at());
        for tab in &mut tabs {
            while tab.at() < at {
                tab.next().await.unwrap();
            }
        }
        assert_eq!(tabs[0].view, tabs[1].view);
        assert_eq!(tabs[0].choices, tabs[1].choices);
        tabs[round % 2].step().await;
        let other = &mut tabs[1 - round % 2];
        while other.at() == at {
            other.next().await.unwrap();
        }
    }
    server.stop().await;
}

/// Not a test of its own: the process that the test below kills.
#[test]
fn serve_in_this_process() {
    serve_if_asked();
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Process::start(data.path(), None);
    let new = game("shadespire", vec![human("Ada"), human("")]);
    let tickets = two_players(server.address, &new).await;
    let mut last = 0;
    let mut seen: Option<[GameView; 2]> = None;
    for life in 0..5 {
        let to = server.address;
        let mut clients = [
            Client::sit(to, &tickets[0]).await.seed(life),
            Client::sit(to, &tickets[1]).await.seed(life + 100),
        ];
        for (ix, client) in clients.iter_mut().enumerate() {
            let (view, ..) = client.until(welcome).await;
            assert!(view.at >= last, "an acknowledged choice was lost");
            if let Some(seen) = seen.as_ref().filter(|_| view.at == last) {
                assert_eq!(view.fighters, seen[ix].fighters);
                assert_eq!(view.players[ix].power_hand, seen[ix].players[ix].power_hand);
                assert_eq!(view.decision, seen[ix].decision);
            }
        }
        for _ in 0..12 {
            step_any(&mut clients).await;
        }
        last = clients[0].at().max(clients[1].at());
        seen = Some(
            clients
                .each_ref()
                .map(|client| client.view.clone().unwrap()),
        );
        if life % 2 == 0 {
            // A choice on its way when the server dies may be stored or not, but nothing else changes.
            let who = usize::from(clients[0].choices.is_none());
            if let Some(choice) = clients[who].pick() {
                clients[who].choose(choice).await;
            }
        }
        server.kill();
        server = Process::start(data.path(), None);
    }
}

/// Plays both seats of a hot-seat game until the connection is lost; gives the last position that was
/// acknowledged.
async fn play_on(
    to: std::net::SocketAddr,
    ticket: Ticket,
    seed: u64,
    acknowledged: tokio::sync::mpsc::UnboundedSender<()>,
) -> u32 {
    let mut client = Client::sit(to, &ticket).await.seed(seed);
    let mut last = 0;
    while let Some(at) = client.try_step().await {
        last = at;
        let _ = acknowledged.send(());
    }
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_after_a_kill_at_any_moment() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Process::start(data.path(), None);
    let mut tickets: Vec<Ticket> = Vec::new();
    for edition in gloryhex_editions::NAMES {
        let mut new = game(edition, vec![human("Ada"), human("Bo")]);
        new.hot_seat = true;
        tickets.push(post(server.address, "/api/games", &new).await);
    }
    for (life, moment) in [(1, 7), (2, 40), (3, 90), (4, 23)] {
        let (acknowledged, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let tasks: Vec<_> = (0..)
            .zip(&tickets)
            .map(|(ix, ticket)| {
                let (to, seed) = (server.address, life * 10 + ix);
                tokio::spawn(play_on(to, ticket.clone(), seed, acknowledged.clone()))
            })
            .collect();
        // All four play; the server dies in the middle of whatever it does then.
        for _ in 0..moment {
            heard.recv().await.unwrap();
        }
        server.kill();
        let mut last = Vec::new();
        for task in tasks {
            last.push(task.await.unwrap());
        }
        server = Process::start(data.path(), None);
        for (ticket, last) in tickets.iter().zip(last) {
            let path = format!("/api/games/{}", ticket.game);
            let now: gloryhex_protocol::GameSummary = get(server.address, &path).await;
            assert!(now.at >= last, "an acknowledged choice was lost");
        }
    }
    let mut client = Client::sit(server.address, &tickets[0]).await;
    client.play_out().await;
    assert!(client.is_over());
}

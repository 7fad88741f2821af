//! Coming back: after a lost connection, in another tab, and after the server was killed.

mod common;

use common::{process::*, *};
use gloryhex_protocol::{GameView, ServerMessage};

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

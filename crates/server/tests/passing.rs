//! Passes that are made for players: when, and how they are taken back.

mod common;

use common::*;
use gloryhex_protocol::{
    AutoPass, ClientMessage, Leave, NewGame, ServerMessage, Settings, Ticket, Verb,
};
use gloryhex_server::Clock;
use std::{net::SocketAddr, time::Duration};

/// So long that only the clock's being set forward can end it.
const LONG: Duration = Duration::from_secs(1000);

fn wishes(reactions: AutoPass, power_steps: AutoPass) -> ClientMessage {
    ClientMessage::Settings {
        settings: Settings {
            reactions,
            power_steps,
            until_my_turn: false,
            ..Settings::default()
        },
    }
}

fn kind(client: &Client) -> String {
    let decision = client.view.as_ref().and_then(|view| view.decision.as_ref());
    decision.map_or(String::new(), |decision| decision.kind.clone())
}

fn is_window(kind: &str) -> bool {
    matches!(kind, "reaction" | "power-step" | "score" | "upgrade")
}

/// Whether a pass is made for somebody who wants no questions.
fn passed_for(client: &Client) -> bool {
    let Some(choices) = &client.choices else {
        return false;
    };
    let idle = |verb| matches!(verb, Verb::Pass | Verb::Done);
    let mut verbs = choices.list.iter().map(|choice| choice.verb);
    match kind(client).as_str() {
        "reaction" | "power-step" => verbs.any(idle),
        "score" | "upgrade" => verbs.all(idle),
        _ => false,
    }
}

/// Whether the client's last choice can be taken back.
fn leave(client: &Client) -> Option<(Leave, Option<String>)> {
    let back = client.view.as_ref()?.take_back.clone()?;
    Some((back.leave, back.why))
}

/// Waits for the answer to a ping, so that everything due before it has happened.
async fn settle(client: &mut Client) {
    client.say(&ClientMessage::Ping).await;
    client
        .until(|m| matches!(m, ServerMessage::Pong).then_some(()))
        .await;
}

/// Takes back and says to which position the game went.
async fn take_back(client: &mut Client) -> Option<u32> {
    let at = client.at();
    client.say(&ClientMessage::Undo { at }).await;
    client
        .until(|message| match message {
            ServerMessage::Update { forget_after, .. } => forget_after.map(Some),
            ServerMessage::Error { .. } => Some(None),
            ServerMessage::UndoAnswered { reason, .. } => panic!("{reason:?}"),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_opponent_leaves_time_to_take_back_what_came_before_an_automatic_pass() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.paces.breath = LONG;
    let clock = settings.clock.clone();
    let server = start(settings).await;
    let (mut taken, mut refused) = (0, 0);
    // Not every game has both, and how an opponent plays may depend on the time it was given.
    'games: for seed in 5..15 {
        let new = game("shadespire", vec![human("Ada"), computer()]);
        let ticket: Ticket = post(server.address, "/api/games", &new).await;
        let mut ada = Client::sit(server.address, &ticket).await.seed(seed);
        ada.say(&wishes(AutoPass::Pass, AutoPass::Pass)).await;
        'game: for _ in 0..400 {
            // Nobody is in the way of what cannot be unseen any more.
            while ada.choices.is_none() || passed_for(&ada) {
                if ada.is_over() {
                    break 'game;
                }
                clock.skip(LONG);
                settle(&mut ada).await;
            }
            if let Some((Leave::Never, Some(why))) = leave(&ada)
                && why.contains("nobody to agree")
                && refused == 0
            {
                let at = ada.at();
                ada.say(&ClientMessage::Undo { at }).await;
                let answer = ada.until(|message| match message {
                    ServerMessage::UndoAnswered { reason, agreed, .. } => {
                        Some((*agreed, reason.clone()))
                    }
                    _ => None,
                });
                assert_eq!(answer.await, (false, Some(why)), "as the button said");
                refused += 1;
            }
            let turn = kind(&ada) == "activation";
            let before = ada.at();
            ada.step().await;
            // An opponent that has its turn after Ada was passed for waits with what cannot be unseen.
            while turn && (ada.choices.is_none() || passed_for(&ada)) && !ada.is_over() {
                let now = ada.at();
                let free = leave(&ada).is_some_and(|(leave, _)| leave == Leave::Free);
                if free && now >= before + 2 && ada.choices.is_none() {
                    if let Some(to) = take_back(&mut ada).await {
                        // Positions grow by what is taken back too, so only the first is known exactly.
                        assert!(to == before || (taken > 0 && to < before), "{to} {before}");
                        assert_eq!(kind(&ada), "activation", "the pass went with it");
                        taken += 1;
                        break;
                    }
                } else if free {
                    settle(&mut ada).await;
                } else {
                    break;
                }
            }
            if taken >= 1 && refused >= 1 {
                break 'games;
            }
        }
    }
    assert!(taken >= 1 && refused >= 1, "{taken} {refused}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn against_people_an_automatic_pass_is_taken_back_with_the_choice_before_it() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.paces.passes = LONG;
    let clock = settings.clock.clone();
    let server = start(settings).await;
    for edition in ["harrowdeep", "shadespire"] {
        let new = game(edition, vec![human("Ada"), human("")]);
        let mut clients = seated(server.address, &new).await;
        let no_questions = wishes(AutoPass::Pass, AutoPass::Pass);
        clients[0].say(&no_questions).await;
        settle(&mut clients[0]).await;
        take_back_one(&mut clients, &clock).await;
    }
    server.stop().await;
}

/// Plays until the first player was passed for after a choice of hers, and has her take that back.
async fn take_back_one(clients: &mut [Client; 2], clock: &Clock) {
    let (mut before, mut passed): (Option<u32>, Option<u32>) = (None, None);
    loop {
        let who = decider(clients).await;
        assert!(!clients[0].is_over(), "she was never passed for");
        if passed_for(&clients[0]) {
            // The server passes.
            clock.skip(LONG * 4);
            settle(&mut clients[0]).await;
            passed = before;
        } else if who == 0 {
            let at = clients[0].at();
            (before, passed) = (Some(at), None);
            let choice = clients[0].pick().expect("a choice");
            clients[0].choose(choice).await;
            settle(&mut clients[0]).await;
            while clients[0].at() == at {
                clock.skip(LONG * 4);
                settle(&mut clients[0]).await;
            }
        } else if let Some(to) = passed.take() {
            // Ada has chosen, and then the server has passed for her.
            let (leave, why) = leave(&clients[0]).expect("she has chosen something");
            let at = clients[0].at();
            clients[0].say(&ClientMessage::Undo { at }).await;
            if leave == Leave::Ask {
                let asked = clients[1].until(|message| match message {
                    ServerMessage::UndoAsked { to, .. } => Some(*to),
                    _ => None,
                });
                assert_eq!(asked.await, to);
                let agree = ClientMessage::AnswerUndo { agree: true };
                clients[1].say(&agree).await;
                assert!(why.is_some(), "the button says why");
            }
            let gone = clients[0].until(|message| match message {
                ServerMessage::Update { forget_after, .. } => *forget_after,
                ServerMessage::Error { problem } => panic!("{problem:?}"),
                _ => None,
            });
            assert_eq!(gone.await, to, "the pass goes with the choice before it");
            assert!(clients[0].choices.is_some(), "she chooses anew");
            return;
        } else {
            clients[1].step().await;
        }
    }
}

/// Two clients at a new game.
async fn seated(to: SocketAddr, new: &NewGame) -> [Client; 2] {
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
    clients
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
        if clients[0].is_over() {
            return 0;
        }
        clients[0].next().await.unwrap();
    }
}

/// The steps in which the clock is set forward, in hundredths of the usual time.
const MARKS: [u32; 13] = [30, 45, 55, 65, 75, 85, 100, 115, 135, 160, 200, 270, 400];

/// Sets the clock forward step by step until the client's game goes on, and says in which step it did.
async fn when_it_goes_on(client: &mut Client, clock: &Clock, spent: u32) -> usize {
    let at = client.at();
    let mut now = spent;
    for (step, mark) in MARKS.into_iter().enumerate() {
        if mark <= now {
            continue;
        }
        clock.skip(LONG * (mark - now) / 100);
        now = mark;
        settle(client).await;
        if client.at() > at {
            return step;
        }
    }
    panic!("nothing happened");
}

/// How far two samples of steps are apart: the greatest difference of their shares, times what makes it the same
/// for samples of any size (Kolmogorov and Smirnov; above 1.95 once in a thousand times).
fn apart(a: &[usize], b: &[usize]) -> f64 {
    let share = |sample: &[usize], step| {
        sample.iter().filter(|s| **s <= step).count() as f64 / sample.len() as f64
    };
    let most = (0..MARKS.len())
        .map(|step| (share(a, step) - share(b, step)).abs())
        .fold(0.0, f64::max);
    let (n, m) = (a.len() as f64, b.len() as f64);
    most * (n * m / (n + m)).sqrt()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_of_a_pass_does_not_tell_whether_something_could_be_played() {
    const WANTED: usize = 60;
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.paces.passes = LONG;
    let clock = settings.clock.clone();
    let server = start(settings).await;
    // Nothing could be played; something could but Ada wants no questions; she was asked and passed soon.
    let mut times: [Vec<usize>; 3] = Default::default();
    'games: for round in 0.. {
        let editions = ["shadespire", "harrowdeep", "nightvault", "embergard"];
        let new = game(editions[round % 4], vec![human("Ada"), human("")]);
        let mut clients = seated(server.address, &new).await;
        let mut asked = true;
        let able = wishes(AutoPass::WhenAble, AutoPass::WhenAble);
        clients[0].say(&able).await;
        settle(&mut clients[0]).await;
        while !clients.iter().any(Client::is_over) {
            if times.iter().all(|sample| sample.len() >= WANTED) {
                break 'games;
            }
            let who = decider(&mut clients).await;
            let kind = kind(&clients[who]);
            if who == 1 || !is_window(&kind) {
                clients[who].step().await;
                continue;
            }
            let ada = &mut clients[0];
            let list = &ada.choices.as_ref().unwrap().list;
            let idle = |verb| matches!(verb, Verb::Pass | Verb::Done);
            let Some(pass) = list.iter().find(|choice| idle(choice.verb)) else {
                ada.step().await;
                continue;
            };
            let pass = pass.id.clone();
            if list.iter().all(|choice| idle(choice.verb)) {
                times[0].push(when_it_goes_on(ada, &clock, 0).await);
                continue;
            }
            // In turns.
            asked = !asked;
            if asked || matches!(kind.as_str(), "score" | "upgrade") {
                ada.choose(pass).await;
                times[2].push(when_it_goes_on(ada, &clock, 0).await);
            } else {
                ada.say(&wishes(AutoPass::Pass, AutoPass::Pass)).await;
                times[1].push(when_it_goes_on(ada, &clock, 0).await);
                ada.say(&able).await;
                settle(ada).await;
            }
        }
    }
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let apart = apart(&times[a], &times[b]);
        assert!(apart < 1.95, "{a} and {b} are {apart} apart: {times:?}");
    }
    // They take as long as people might, not always the same time.
    let steps: std::collections::HashSet<usize> = times.iter().flatten().copied().collect();
    assert!(steps.len() > 8, "{steps:?}");
    server.stop().await;
}

//! Players' clocks: what a restart, coming and going, and two processes do not change.

mod common;

use common::{cluster::Cluster, *};
use gloryhex_protocol::{
    AutoPass, ClientMessage, Clock as Shown, ClockRules, Ending, GameSummary, NewGame,
    ServerMessage, Settings, Stage, Ticket,
};
use gloryhex_server::{Clock, Config, Running, entry::Entry, store::Store};
use std::{net::SocketAddr, path::Path, time::Duration};

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A game with a clock.
fn timed(bank: u32, away: u32) -> NewGame {
    let mut new = game("nightvault", vec![human("Ada"), human("")]);
    new.clock = Some(ClockRules {
        bank,
        increment: 0,
        away,
    });
    new
}

/// A server's settings with this clock.
fn by(clock: &Clock, data: &Path) -> Config {
    Config {
        clock: clock.clone(),
        ..config(data)
    }
}

/// Sits down and waits for the first picture.
async fn sit(to: SocketAddr, ticket: &Ticket) -> Client {
    let mut client = Client::sit(to, ticket).await;
    client
        .until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
        .await;
    client
}

/// Waits for the answer to a ping, so that everything due before it has happened.
async fn settle(client: &mut Client) {
    client.say(&ClientMessage::Ping).await;
    client
        .until(|m| matches!(m, ServerMessage::Pong).then_some(()))
        .await;
}

/// The clock of a seat as a fresh socket is shown it.
async fn shown(to: SocketAddr, game: &str, seat: usize) -> Shown {
    let mut watcher = Client::hello(to, game, None, None).await;
    watcher
        .until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
        .await;
    let clock = watcher.view.as_ref().unwrap().players[seat].clock;
    watcher.close().await;
    clock.expect("the game has clocks")
}

/// Waits until a client hears that a seat is there or not.
async fn hears(client: &mut Client, seat: usize, there: bool) {
    client
        .until(|message| match message {
            ServerMessage::Presence { connected, .. } => (connected[seat] == there).then_some(()),
            _ => None,
        })
        .await;
}

async fn over(client: &mut Client) -> Ending {
    client
        .until(|message| match message {
            ServerMessage::Over { ending } => Some(ending.clone()),
            _ => None,
        })
        .await
}

/// About so many milliseconds, with what the test itself takes.
fn about(shown: u32, seconds: u32) {
    let off = shown.abs_diff(seconds * 1000);
    assert!(off < 60_000, "{shown} ms instead of {seconds} s");
}

/// Two clients at a game, and who decides.
async fn begun(to: SocketAddr, new: &NewGame) -> ([Ticket; 2], [Client; 2], usize) {
    let tickets = two_players(to, new).await;
    let clients = [sit(to, &tickets[0]).await, sit(to, &tickets[1]).await];
    let slow = clients.iter().position(|c| c.choices.is_some()).unwrap();
    (tickets, clients, slow)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_gives_back_no_time() {
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let server = start(by(&clock, data.path())).await;
    let (tickets, clients, slow) = begun(server.address, &timed(5000, 3000)).await;
    let id = tickets[0].game.clone();
    clock.skip(secs(1000));
    about(shown(server.address, &id, slow).await.left, 4000);
    server.stop().await;
    drop(clients);
    // What ran before the restart and what ran during it.
    clock.skip(secs(500));
    let server = start(by(&clock, data.path())).await;
    let to = server.address;
    about(shown(to, &id, slow).await.left, 3500);
    // A choice takes it off the clock for good.
    let mut back = sit(to, &tickets[slow]).await;
    clock.skip(secs(500));
    back.step().await;
    about(shown(to, &id, slow).await.left, 3000);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_down_takes_nobodys_last_minute() {
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let server = start(by(&clock, data.path())).await;
    let (tickets, clients, slow) = begun(server.address, &timed(600, 3000)).await;
    server.stop().await;
    drop(clients);
    clock.skip(secs(4000));
    let server = start(by(&clock, data.path())).await;
    let to = server.address;
    let mut other = sit(to, &tickets[1 - slow]).await;
    let back = sit(to, &tickets[slow]).await;
    let left = back.view.as_ref().unwrap().players[slow].clock.unwrap();
    about(left.left, 60);
    clock.skip(secs(61));
    let ending = over(&mut other).await;
    assert_eq!(
        (&*ending.how, &ending.winners[..]),
        ("time", &[1 - slow as u8][..])
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn coming_and_going_does_not_stop_the_clock_of_who_is_away() {
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let server = start(by(&clock, data.path())).await;
    let to = server.address;
    let (tickets, clients, slow) = begun(to, &timed(5000, 1000)).await;
    let [first, second] = clients;
    let (mut comes, mut waits) = match slow {
        0 => (first, second),
        _ => (second, first),
    };
    // Three times almost half of what is allowed, with a glance at the game in between.
    for times in 1..=2 {
        comes.close().await;
        hears(&mut waits, slow, false).await;
        clock.skip(secs(400));
        settle(&mut waits).await;
        assert!(!waits.is_over());
        let away = shown(to, &tickets[0].game, slow).await;
        assert!(!away.running);
        about(away.away.unwrap(), 1000 - 400 * times);
        about(away.left, 5000);
        comes = sit(to, &tickets[slow]).await;
        hears(&mut waits, slow, true).await;
    }
    comes.close().await;
    hears(&mut waits, slow, false).await;
    clock.skip(secs(201));
    let ending = over(&mut waits).await;
    assert_eq!(
        (&*ending.how, &ending.winners[..]),
        ("away", &[1 - slow as u8][..])
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_does_not_forget_who_was_away_and_for_how_long() {
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let server = start(by(&clock, data.path())).await;
    let (tickets, clients, slow) = begun(server.address, &timed(5000, 2000)).await;
    let [first, second] = clients;
    let (goes, mut waits) = match slow {
        0 => (first, second),
        _ => (second, first),
    };
    goes.close().await;
    hears(&mut waits, slow, false).await;
    clock.skip(secs(700));
    settle(&mut waits).await;
    server.stop().await;
    clock.skip(secs(300));
    let server = start(by(&clock, data.path())).await;
    let away = shown(server.address, &tickets[0].game, slow).await;
    about(away.away.unwrap(), 1000);
    about(away.left, 5000);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_both_have_left_ends_though_nobody_looks_at_it() {
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let mut settings = by(&clock, data.path());
    // The game leaves the memory long before the time is over.
    settings.limits.idle = secs(100);
    let server = start(settings).await;
    let to = server.address;
    let mut new = timed(5000, 3000);
    new.public = true;
    let (tickets, clients, slow) = begun(to, &new).await;
    for client in clients {
        client.close().await;
    }
    let stage = async || {
        let lobby: Vec<GameSummary> = get(to, "/api/games").await;
        lobby[0].clone()
    };
    // The server may hear late that everybody has left, so the time passes more than once.
    for _ in 0..20 {
        clock.skip(secs(101));
        let began = std::time::Instant::now();
        while server.rooms() > 0 && began.elapsed() < secs(3) {
            stage().await;
        }
    }
    assert_eq!(server.rooms(), 0);
    assert_eq!(stage().await.stage, Stage::Running);
    clock.skip(secs(3000));
    let ended = loop {
        let now = stage().await;
        if now.stage == Stage::Over {
            break now;
        }
    };
    assert_eq!(ended.id, tickets[0].game);
    let told = ended.ending.unwrap();
    let winner = &ended.seats[1 - slow].name;
    assert!(told.contains(winner), "{told}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_back_is_taken_back_without_its_time() {
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let server = start(by(&clock, data.path())).await;
    let to = server.address;
    let mut new = timed(5000, 3000);
    new.hot_seat = true;
    let ticket: Ticket = post(to, "/api/games", &new).await;
    let mut both = sit(to, &ticket).await.seed(3);
    let seat = both.view.as_ref().unwrap().decision.as_ref().unwrap().seat as usize;
    both.step().await;
    clock.skip(secs(1000));
    let at = both.at();
    both.say(&ClientMessage::Undo { at }).await;
    while both.at() == at {
        both.next().await.unwrap();
    }
    about(shown(to, &ticket.game, seat).await.left, 4000);
    server.stop().await;
}

/// Two servers in this process that share nothing but a database and the time.
async fn two(cluster: &Cluster, clock: &Clock, data: &Path) -> [Running; 2] {
    let settings = || Config {
        database: Some(cluster.url.clone()),
        ..by(clock, data)
    };
    [start(settings()).await, start(settings()).await]
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_agree_about_who_is_there_and_whose_clock_runs() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let servers = two(&cluster, &clock, data.path()).await;
    let [one, two] = [servers[0].address, servers[1].address];
    let tickets = two_players(one, &timed(5000, 1000)).await;
    // Both seats are played at the first server; the second one opens the game later.
    let mut clients = [sit(one, &tickets[0]).await, sit(one, &tickets[1]).await];
    let slow = clients.iter().position(|c| c.choices.is_some()).unwrap();
    clock.skip(secs(100));
    for client in &mut clients {
        settle(client).await;
    }
    let mut watcher = Client::hello(two, &tickets[0].game, None, None).await;
    hears(&mut watcher, slow, true).await;
    let both = async |clock: fn(Shown) -> u32, seconds: u32| {
        for to in [one, two] {
            about(clock(shown(to, &tickets[0].game, slow).await), seconds);
        }
    };
    both(|clock| clock.left, 4900).await;

    // Whoever decides leaves the first server: the second one knows, and shows the same.
    let [first, second] = clients;
    let (goes, mut stays) = match slow {
        0 => (first, second),
        _ => (second, first),
    };
    goes.close().await;
    hears(&mut watcher, slow, false).await;
    hears(&mut stays, slow, false).await;
    clock.skip(secs(5));
    settle(&mut stays).await;
    both(|clock| clock.left, 4900).await;
    both(|clock| clock.away.expect("away"), 995).await;

    // And comes back to the second one.
    let mut back = sit(two, &tickets[slow]).await;
    hears(&mut stays, slow, true).await;
    clock.skip(secs(5));
    settle(&mut stays).await;
    both(|clock| clock.left, 4895).await;
    back.step().await;
    let at = back.at();
    while stays.at() < at {
        stays.next().await.unwrap();
    }
    both(|clock| clock.left, 4895).await;
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_takes_its_players_with_it_in_the_eyes_of_the_other() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let [one, two] = two(&cluster, &clock, data.path()).await;
    let tickets = two_players(one.address, &timed(5000, 1000)).await;
    let mut clients = [
        sit(one.address, &tickets[0]).await,
        sit(one.address, &tickets[1]).await,
    ];
    settle(&mut clients[0]).await;
    let mut watcher = Client::hello(two.address, &tickets[0].game, None, None).await;
    watcher
        .until(|message| match message {
            ServerMessage::Presence { connected, .. } => {
                connected.iter().all(|there| *there).then_some(())
            }
            _ => None,
        })
        .await;
    // It says good-bye when it is stopped.
    one.stop().await;
    watcher
        .until(|message| match message {
            ServerMessage::Presence { connected, .. } => {
                (!connected.iter().any(|there| *there)).then_some(())
            }
            _ => None,
        })
        .await;
    clock.skip(secs(1001));
    assert_eq!(over(&mut watcher).await.how, "away");
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_agree_about_what_a_seat_wishes() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let servers = two(&cluster, &clock, data.path()).await;
    let tickets = two_players(servers[0].address, &timed(5000, 1000)).await;
    // Two tabs of one seat, one at each server; both have the game open before the wish changes.
    let mut tabs = [
        sit(servers[0].address, &tickets[0]).await,
        sit(servers[1].address, &tickets[0]).await,
    ];
    for tab in &mut tabs {
        settle(tab).await;
    }
    let settings = Settings {
        reactions: AutoPass::Pass,
        power_steps: AutoPass::WhenAble,
        until_my_turn: true,
        ..Settings::default()
    };
    tabs[0].say(&ClientMessage::Settings { settings }).await;
    settle(&mut tabs[0]).await;
    let ticket = &tickets[0];
    loop {
        let to = servers[1].address;
        let mut again = Client::hello(to, &ticket.game, Some(&ticket.token), None).await;
        let kept = again.until(|message| match message {
            ServerMessage::Welcome { settings, .. } => Some(*settings),
            _ => None,
        });
        // The news needs a moment; without any it never comes.
        if kept.await == settings {
            break;
        }
    }
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_opponent_thinks_on_one_server_only() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let servers = two(&cluster, &clock, data.path()).await;
    let new = game("shadespire", vec![human("Ada"), computer()]);
    let ticket: Ticket = post(servers[0].address, "/api/games", &new).await;
    let mut tabs = [
        sit(servers[0].address, &ticket).await.seed(5),
        sit(servers[1].address, &ticket).await.seed(6),
    ];
    for round in 0..40 {
        for tab in &mut tabs {
            assert!(tab.my_turn().await);
        }
        let at = tabs[0].at().max(tabs[1].at());
        for tab in &mut tabs {
            while tab.at() < at {
                tab.next().await.unwrap();
            }
        }
        tabs[round % 2].step().await;
        let other = &mut tabs[1 - round % 2];
        while other.at() == at {
            other.next().await.unwrap();
        }
    }
    let thoughts: u64 = servers.iter().map(Running::thoughts).sum();
    for server in servers {
        server.stop().await;
    }
    let store = Store::open(data.path(), Some(&cluster.url)).await.unwrap();
    let stored = store.entries(&ticket.game, 0).await.unwrap();
    let made = stored
        .iter()
        .filter(|(_, entry)| matches!(entry, Entry::Choose { seat: 1, .. }))
        .count() as u64;
    store.close().await;
    assert!(made > 5, "{made}");
    assert!(
        thoughts <= made + 1,
        "{thoughts} thoughts for {made} choices"
    );
}

//! Whatever a client sends, it gets a precise answer, the conversation goes on and nothing changes.

mod common;

use common::*;
use gloryhex_protocol::{
    ClientMessage, Code, GameSummary, JoinGame, ServerMessage, Ticket, VERSION,
};
use gloryhex_server::{Limits, socket};

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_are_answered_and_change_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let tickets = two_players(to, &game("harrowdeep", vec![human("Ada"), human("")])).await;
    let id = &tickets[0].game;

    let mut client = Client::open(to, id).await;
    client.say(&ClientMessage::Ping).await;
    client.expect_error(Code::HelloFirst).await;
    let hello = |token: Option<&str>, version: u32, game: &str| ClientMessage::Hello {
        game: game.to_owned(),
        token: token.map(str::to_owned),
        last_seen: None,
        version,
    };
    client.say(&hello(Some("p1.nonsense"), VERSION, id)).await;
    client.expect_error(Code::BadToken).await;
    client.say(&hello(None, VERSION + 1, id)).await;
    client.expect_error(Code::Version).await;
    client.say(&hello(None, VERSION, "other")).await;
    client.expect_error(Code::NotFound).await;
    client
        .say(&hello(Some(&tickets[0].token), VERSION, id))
        .await;
    client
        .until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
        .await;
    client
        .say(&hello(Some(&tickets[0].token), VERSION, id))
        .await;
    client.expect_error(Code::Malformed).await;

    for text in [
        "",
        "{",
        "null",
        "[]",
        "{\"type\":\"choose\"}",
        "{\"type\":\"fly\"}",
        "🎲",
    ] {
        client.say_text(text.to_owned()).await;
        client.expect_error(Code::Malformed).await;
    }
    client.say_bytes(vec![0, 159, 146, 150]).await;
    client.expect_error(Code::Malformed).await;
    client.say_text("x".repeat(5000)).await;
    client.expect_error(Code::TooLarge).await;
    client
        .say_text(format!(
            "{{\"type\":\"why-not\",\"choice\":\"{}\"}}",
            "y".repeat(4000)
        ))
        .await;
    let problem = client.error().await;
    assert!(matches!(problem.code, Code::Malformed | Code::TooLarge));

    let before: GameSummary = get(to, &format!("/api/games/{id}")).await;
    let mut other = Client::sit(to, &tickets[1]).await;
    other
        .until(|m| matches!(m, ServerMessage::Welcome { .. }).then_some(()))
        .await;
    let (decider, waiter) = match client.choices.is_some() {
        true => (&mut client, &mut other),
        false => (&mut other, &mut client),
    };
    let at = decider.at();
    let choose = |at: u32, choice: &str| ClientMessage::Choose {
        at,
        choice: choice.to_owned(),
        seat: None,
    };
    waiter.say(&choose(at, "pass")).await;
    waiter.expect_error(Code::NotYourTurn).await;
    decider.say(&choose(at - 1, "pass")).await;
    decider.expect_error(Code::Stale).await;
    decider.say(&choose(at + 100, "pass")).await;
    decider.expect_error(Code::Stale).await;
    decider.say(&choose(at, "dance wildly")).await;
    decider.expect_error(Code::Malformed).await;
    decider.say(&choose(at, "pass")).await;
    let refusal = decider
        .until(|message| match message {
            ServerMessage::Refused { refusal } => Some(refusal.clone()),
            ServerMessage::Accepted { .. } => panic!("a pass is not on offer in set-up"),
            _ => None,
        })
        .await;
    assert!(refusal.rule.starts_with("harrowdeep."), "{refusal:?}");
    assert!(!refusal.title.is_empty() && !refusal.text.is_empty() && !refusal.remedy.is_empty());
    decider
        .say(&ClientMessage::WhyNot {
            choice: "pass".to_owned(),
        })
        .await;
    decider
        .until(|m| matches!(m, ServerMessage::Refused { .. }).then_some(()))
        .await;
    decider
        .say(&ClientMessage::AnswerUndo { agree: true })
        .await;
    decider.expect_error(Code::Stale).await;
    decider
        .say(&ClientMessage::AnswerDraw { agree: true })
        .await;
    decider.expect_error(Code::Stale).await;
    decider.say(&ClientMessage::Rematch).await;
    decider.expect_error(Code::WrongStage).await;
    decider
        .say(&ClientMessage::Choose {
            at,
            choice: "pass".to_owned(),
            seat: Some(200),
        })
        .await;
    decider.expect_error(Code::NotSeated).await;

    let mut spectator = Client::hello(to, id, None, None).await;
    spectator.say(&choose(at, "pass")).await;
    spectator.expect_error(Code::NotSeated).await;
    spectator.say(&ClientMessage::Resign).await;
    spectator.expect_error(Code::NotSeated).await;

    let after: GameSummary = get(to, &format!("/api/games/{id}")).await;
    assert_eq!(before.at, after.at);
    decider.step().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_answered_in_json() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.games_per_hour = 3;
    let server = start(settings).await;
    let to = server.address;
    let code = |answer: (u16, gloryhex_protocol::Problem)| (answer.0, answer.1.code);
    assert_eq!(
        code(refused(to, "GET", "/api/games/nope", "").await),
        (404, Code::NotFound)
    );
    assert_eq!(
        code(refused(to, "GET", "/api/nothing", "").await),
        (404, Code::NotFound)
    );
    assert_eq!(
        code(refused(to, "GET", "/api/content/monopoly", "").await),
        (404, Code::NotFound)
    );
    assert_eq!(
        code(refused(to, "POST", "/api/games", "{").await),
        (400, Code::Malformed)
    );
    let large = " ".repeat(100_000);
    assert_eq!(
        code(refused(to, "POST", "/api/games", &large).await),
        (413, Code::TooLarge)
    );
    let new = |edit: fn(&mut gloryhex_protocol::NewGame)| {
        let mut new = game("nightvault", vec![human("Ada"), computer()]);
        edit(&mut new);
        serde_json::to_string(&new).unwrap()
    };
    let broken = [
        new(|new| new.edition = "chess".to_owned()),
        new(|new| new.seats.truncate(1)),
        new(|new| new.seats.extend(vec![computer(); 5])),
        new(|new| new.variant.push("chaos".to_owned())),
        new(|new| new.variant.push("artefact".to_owned())),
        new(|new| new.best_of = 7),
        new(|new| new.boards.push("Atlantis".to_owned())),
        new(|new| new.seats[0].warband = "The Beatles".to_owned()),
        new(|new| {
            new.seats[1] = seat(
                gloryhex_protocol::SeatKind::Opponent {
                    level: "god".to_owned(),
                },
                "",
            )
        }),
    ];
    for body in broken {
        let (status, problem) = refused(to, "POST", "/api/games", &body).await;
        assert!(matches!(status, 400 | 404), "{body}: {status} {problem:?}");
        assert!(problem.message.len() > 10);
    }
    let tickets = two_players(to, &game("nightvault", vec![human("Ada"), human("")])).await;
    let path = format!("/api/games/{}/join", tickets[0].game);
    let join = |invite: Option<&str>| {
        let invite = invite.map(str::to_owned);
        serde_json::to_string(&JoinGame {
            invite,
            ..JoinGame::default()
        })
        .unwrap()
    };
    let used = join(tickets[0].invites.first().map(String::as_str));
    assert_eq!(
        code(refused(to, "POST", &path, &used).await),
        (409, Code::Full)
    );
    assert_eq!(
        code(refused(to, "POST", &path, &join(Some("i1.x"))).await),
        (403, Code::BadToken)
    );
    assert_eq!(
        code(refused(to, "POST", &path, &join(None)).await),
        (409, Code::Full)
    );
    let replay = format!("/api/games/{}/replay", tickets[0].game);
    assert_eq!(
        code(refused(to, "GET", &replay, "").await),
        (409, Code::WrongStage)
    );
    let fine = new(|_| {});
    for _ in 0..2 {
        assert_eq!(http(to, "POST", "/api/games", &fine).await.0, 200);
    }
    assert_eq!(
        code(refused(to, "POST", "/api/games", &fine).await),
        (429, Code::Busy)
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_come_too_fast_are_dropped() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits = Limits {
        messages_per_second: 1,
        burst: 20,
        ..Limits::default()
    };
    let server = start(settings).await;
    let to = server.address;
    let ticket: Ticket = post(
        to,
        "/api/games",
        &game("embergard", vec![human(""), human("")]),
    )
    .await;
    let mut client = Client::sit(to, &ticket).await;
    let ping = serde_json::to_string(&ClientMessage::Ping).unwrap();
    let taken = |message: &ServerMessage| match message {
        ServerMessage::Pong => Some(true),
        ServerMessage::Error { problem } if problem.code == Code::TooMany => Some(false),
        _ => None,
    };
    client.say_all(vec![ping; 200]).await;
    let mut pongs = 0;
    for _ in 0..200 {
        pongs += u32::from(client.until(taken).await);
    }
    assert!((1..200).contains(&pongs), "{pongs}");
    // The connection survives, and messages count again once the bucket has filled.
    loop {
        client.say(&ClientMessage::Ping).await;
        if client.until(taken).await {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_thousand_broken_messages_do_no_harm() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let tickets = two_players(to, &game("harrowdeep", vec![human("Ada"), human("")])).await;
    let id = tickets[0].game.clone();
    let before: GameSummary = get(to, &format!("/api/games/{id}")).await;
    let seeds = [
        r#"{"type":"hello","game":"x","token":"p1.AAAA","last_seen":3,"version":1}"#,
        r#"{"type":"choose","at":3,"choice":"token c4","seat":null}"#,
        r#"{"type":"why-not","choice":"move brute c4 via d4,d5"}"#,
        r#"{"type":"odds","choice":"attack brute orc axe"}"#,
        r#"{"type":"undo","at":2}"#,
        r#"{"type":"answer-undo","agree":true}"#,
        r#"{"type":"offer-draw","offer":maybe}"#,
        r#"{"type":"settings","settings":{"reactions":"ask"}}"#,
    ];
    let mut random = 0x2545_f491_4f6c_dd1du64;
    let mut roll = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let mut clients = [
        Client::sit(to, &tickets[0]).await,
        Client::hello(to, &id, None, None).await,
    ];
    let mut sent = 0u32;
    while sent < 100_000 {
        let mut batch = Vec::new();
        for _ in 0..1000 {
            let mut bytes = seeds[roll(seeds.len())].as_bytes().to_vec();
            for _ in 0..=roll(6) {
                let at = roll(bytes.len().max(1));
                match roll(4) {
                    0 if !bytes.is_empty() => {
                        bytes.remove(at);
                    }
                    1 => bytes.insert(at.min(bytes.len()), roll(256) as u8),
                    2 if !bytes.is_empty() => bytes[at] = b"{}[]\",:0-9e"[roll(11)],
                    _ => bytes.truncate(at),
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            // What happens to be a whole message is none of the broken ones.
            if socket::read(&text, 4096).is_err() {
                batch.push(text);
            }
        }
        let client = &mut clients[roll(2)];
        let n = batch.len();
        client.say_all(batch).await;
        for _ in 0..n {
            let problem = client.error().await;
            assert!(
                matches!(problem.code, Code::Malformed | Code::TooLarge),
                "{problem:?}"
            );
        }
        client.heard.clear();
        sent += n as u32;
    }
    let after: GameSummary = get(to, &format!("/api/games/{id}")).await;
    assert_eq!(before.at, after.at);
    clients[0].say(&ClientMessage::Ping).await;
    clients[0]
        .until(|m| matches!(m, ServerMessage::Pong).then_some(()))
        .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_holds_so_many_sockets_and_the_figures_are_told() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.sockets_per_address = 1;
    settings.metrics = Some(([127, 0, 0, 1], 0).into());
    let server = start(settings).await;
    let to = server.address;
    let mut new = game("shadespire", vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    let ticket: Ticket = post(to, "/api/games", &new).await;
    let mut client = Client::sit(to, &ticket).await;
    assert!(client.my_turn().await);
    client.step().await;
    let second = tokio_tungstenite::connect_async(format!("ws://{to}/ws/{}", ticket.game)).await;
    match second {
        Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
            assert_eq!(answer.status(), 429)
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        http(to, "GET", "/health", "").await,
        (200, "ok\n".to_owned())
    );
    let (status, page) = http(to, "GET", "/metrics", "").await;
    assert!(
        status == 404 || !page.contains("gloryhex_sockets"),
        "{page}"
    );
    let (_, figures) = http(server.metrics.unwrap(), "GET", "/metrics", "").await;
    for name in [
        "gloryhex_sockets",
        "gloryhex_rooms",
        "gloryhex_games_made_total",
        "gloryhex_choices_total",
        "gloryhex_entries_stored_total",
        "gloryhex_choice_seconds_bucket",
        "gloryhex_append_seconds_bucket",
    ] {
        assert!(figures.contains(name), "{name} is missing");
    }
    server.stop().await;
}

//! Nobody is shut out: who asks too much, too slowly or in another's name is stopped, and others are not.

mod common;

use common::*;
use futures_util::{SinkExt, StreamExt};
use gloryhex_protocol::{ClientMessage, Code, ServerMessage, Ticket};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

/// A request with headers of one's own: the whole answer.
async fn ask(to: SocketAddr, line: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut stream = TcpStream::connect(to).await.expect("it listens");
    let mut request = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    if !headers.iter().any(|(name, _)| *name == "Host") {
        request += &format!("Host: {to}\r\n");
    }
    request += &format!(
        "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream
        .write_all(request.as_bytes())
        .await
        .expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("it answers");
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> u16 {
    answer[9..12].parse().expect("a status")
}

async fn ticket(to: SocketAddr) -> Ticket {
    let mut new = game("shadespire", vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    post(to, "/api/games", &new).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_the_headers_of_a_careful_site() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    for line in [
        "GET /",
        "GET /api/editions",
        "GET /api/nothing",
        "GET /health",
        "POST /api/games",
    ] {
        let answer = ask(to, line, &[], "").await.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self';",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
            "permissions-policy: ",
        ] {
            assert!(answer.contains(header), "{line}: {header} in {answer}");
        }
        assert!(!answer.contains("unsafe-inline") && !answer.contains("unsafe-eval"));
        assert!(!answer.contains("strict-transport"), "there is no TLS here");
        let stored = answer.contains("cache-control: no-store");
        assert_eq!(stored, line.contains("/api/"), "{line}: {answer}");
    }
    let proxied = [
        ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-For", "192.0.2.1"),
    ];
    let answer = ask(to, "GET /api/editions", &proxied, "").await;
    assert!(answer.to_lowercase().contains("strict-transport-security"));
    // Figures are for whoever runs the server.
    assert!(server.metrics.is_none());
    let answer = ask(to, "GET /metrics", &[], "").await;
    assert!(!answer.contains("gloryhex_"), "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.origins = vec!["https://friend.example".to_owned()];
    let server = start(settings).await;
    let to = server.address;
    let new = serde_json::to_string(&game("shadespire", vec![human("Ada"), computer()])).unwrap();
    let own = format!("http://{to}");
    for (headers, fine) in [
        (vec![("Origin", own.as_str())], true),
        (vec![("Origin", "https://friend.example")], true),
        (vec![], true),
        (vec![("Origin", "https://evil.example")], false),
        (vec![("Origin", "null")], false),
        (vec![("Origin", "http://127.0.0.1:1")], false),
        (vec![("Sec-Fetch-Site", "cross-site")], false),
        (
            vec![("Host", "play.example"), ("Origin", "https://play.example")],
            true,
        ),
        (
            vec![
                ("Host", "play.example"),
                ("Origin", "https://play.example.evil"),
            ],
            false,
        ),
    ] {
        let answer = ask(to, "POST /api/games", &headers, &new).await;
        assert_eq!(status(&answer), if fine { 200 } else { 403 }, "{headers:?}");
        // Looking is free: such an answer cannot be read by another site's page.
        let answer = ask(to, "GET /api/editions", &headers, "").await;
        assert_eq!(status(&answer), 200);
    }
    let game = ticket(to).await.game;
    for (origin, fine) in [(own.as_str(), true), ("https://evil.example", false)] {
        let mut request = format!("ws://{to}/ws/{game}")
            .into_client_request()
            .unwrap();
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
        match connect_async(request).await {
            Ok(_) => assert!(fine, "{origin}"),
            Err(Error::Http(answer)) => assert!(!fine && answer.status() == 403, "{origin}"),
            Err(other) => panic!("{other}"),
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_count_by_address_over_all_routes() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.requests_per_second = 1;
    settings.limits.requests_at_once = 30;
    let server = start(settings).await;
    let to = server.address;
    let from = |address: &'static str| vec![("X-Forwarded-For", address)];
    // Every address of the network counts, and so does every route.
    let routes = [
        "GET /api/editions",
        "GET /api/games",
        "GET /api/games/none",
        "GET /api/games/none/story",
    ];
    let mut refused = None;
    for n in 0..60 {
        let address = ["2001:db8:5:6::1", "2001:db8:5:6::2", "2001:db8:5:6:7:8:9:a"][n % 3];
        let answer = ask(to, routes[n % 4], &from(address), "").await;
        if status(&answer) == 429 {
            assert!(answer.to_lowercase().contains("retry-after: "), "{answer}");
            refused = Some(n);
            break;
        }
    }
    let refused = refused.expect("it is too much at some time");
    assert!((10..40).contains(&refused), "after {refused}");
    // Others are not held up, whatever the first one writes into the header itself.
    let answer = ask(to, "GET /api/editions", &from("2001:db8:5:7::1"), "").await;
    assert_eq!(status(&answer), 200);
    let forged = [("X-Forwarded-For", "198.51.100.9, 2001:db8:5:6::3")];
    let answer = ask(to, "GET /api/games/none/analysis", &forged, "").await;
    assert_eq!(status(&answer), 429);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_count_by_address_over_all_sockets() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.address_messages = 10;
    let server = start(settings).await;
    let to = server.address;
    let ticket = ticket(to).await;
    let mut clients = Vec::new();
    for _ in 0..3 {
        clients.push(Client::hello(to, &ticket.game, Some(&ticket.token), None).await);
    }
    let ping = serde_json::to_string(&ClientMessage::Ping).unwrap();
    let taken = |message: &ServerMessage| match message {
        ServerMessage::Pong => Some(true),
        ServerMessage::Error { problem } if problem.code == Code::TooMany => Some(false),
        _ => None,
    };
    let mut pongs = 0;
    for client in &mut clients {
        client.say_all(vec![ping.clone(); 40]).await;
        for _ in 0..40 {
            pongs += u32::from(client.until(taken).await);
        }
    }
    // Three hellos and what comes in while this runs are in it as well.
    assert!((20..110).contains(&pongs), "{pongs}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_count_by_address() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.connections_per_address = 3;
    settings.proxies.clear();
    let server = start(settings).await;
    let to = server.address;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(to).await.unwrap();
        // An answer shows that it is counted.
        let request = format!("GET /health HTTP/1.1\r\nHost: {to}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut some = [0; 12];
        stream.read_exact(&mut some).await.unwrap();
        held.push(stream);
    }
    let mut fourth = TcpStream::connect(to).await.unwrap();
    let mut nothing = Vec::new();
    let read = fourth.read_to_end(&mut nothing).await;
    assert!(read.is_err() || nothing.is_empty(), "it is closed at once");
    drop(held);
    // The places are free again as soon as the server has seen them go.
    loop {
        let mut stream = TcpStream::connect(to).await.unwrap();
        let request = format!("GET /health HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n\r\n");
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        if answer.starts_with(b"HTTP/1.1 200") {
            break;
        }
        tokio::task::yield_now().await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_is_not_waited_for() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.first_byte = Duration::from_millis(200);
    settings.limits.body = Duration::from_millis(200);
    settings.limits.hello = Duration::from_millis(300);
    settings.limits.silence = Duration::from_millis(200);
    let server = start(settings).await;
    let to = server.address;
    let game = ticket(to).await.game;
    // No byte at all, half a head, and no more after an answer: the connection ends.
    for said in [
        "",
        "GET /health HTTP/1.1\r\nHos",
        "GET /health HTTP/1.1\r\nHost: a\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(to).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        assert_eq!(
            answer.starts_with(b"HTTP/1.1 200"),
            said.ends_with("\r\n\r\n")
        );
    }
    // A body that never comes.
    let mut stream = TcpStream::connect(to).await.unwrap();
    let head = format!(
        "POST /api/games HTTP/1.1\r\nHost: {to}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    assert!(
        answer.starts_with(b"HTTP/1.1 408"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    // A socket without a hello.
    let mut silent = Client::open(to, &game).await;
    assert!(silent.next().await.is_none(), "it is closed");
    // One that reads and answers pings stays for as long as it likes, though it says nothing.
    let mut there = Client::hello(to, &game, None, None).await;
    let pings = there.pings(10).await;
    assert_eq!(pings, 10);
    there.say(&ClientMessage::Ping).await;
    there
        .until(|m| matches!(m, ServerMessage::Pong).then_some(()))
        .await;
    // One that has stopped to answer is let go.
    let gone = Client::hello(to, &game, None, None).await;
    assert!(gone.deaf().await, "it is closed");
    server.stop().await;
}

impl Client {
    /// Waits for pings, which are answered by the library. Says how many came.
    async fn pings(&mut self, wanted: usize) -> usize {
        let mut found = 0;
        while found < wanted {
            match self.socket().next().await {
                Some(Ok(Message::Ping(_))) => {
                    found += 1;
                    // The answer goes out with the next flush.
                    self.socket().flush().await.expect("still connected");
                }
                Some(Ok(_)) => {}
                other => panic!("after {found} pings: {other:?}"),
            }
        }
        found
    }
    /// Reads bytes without ever answering a ping. Says whether the connection was closed.
    async fn deaf(self) -> bool {
        let mut stream = self.into_stream();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        !bytes.is_empty()
    }
}

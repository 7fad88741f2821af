//! A server in this process and clients that speak to it over real sockets.
#![allow(dead_code)]

pub mod cluster;
pub mod cups;
pub mod process;

use futures_util::{SinkExt, StreamExt};
use gloryhex_editions::Content;
use gloryhex_protocol::{
    AutoPass, Choices, ClientMessage, Code, GameView, JoinGame, NewGame, NewPlayer, NewSeat,
    PlayerKey, Problem, SeatKind, ServerMessage, Settings, Ticket, VERSION,
};
use gloryhex_server::{Config, Limits, Opponents, Paces, Running};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    net::SocketAddr,
    path::Path,
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// Longest wait for one message: only a real hang takes so long.
const WAIT: Duration = Duration::from_secs(600);

/// Settings for tests: any port, no pace, generous limits, and the same dice in every run.
pub fn config(data: &Path) -> Config {
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        limits: Limits {
            messages_per_second: 100_000,
            burst: 100_000,
            games_per_hour: 10_000,
            names_per_hour: 10_000,
            attempts_per_hour: 10_000,
            contests_per_hour: 10_000,
            challenges_per_hour: 10_000,
            requests_per_second: 100_000,
            requests_at_once: 100_000,
            address_messages: 100_000,
            ..Limits::default()
        },
        opponents: Opponents {
            analysis: 4,
            ..Opponents::default()
        },
        paces: Paces {
            opponents: Duration::ZERO,
            passes: Duration::ZERO,
            breath: Duration::ZERO,
            ..Paces::default()
        },
        seed: Some(1),
        ..Config::new(data)
    }
}

/// A server on any port.
pub async fn start(config: Config) -> Running {
    static CONTENT: OnceLock<Arc<Content>> = OnceLock::new();
    let content = CONTENT.get_or_init(|| Arc::new(Content::load(&[]).expect("it is read")));
    let started = gloryhex_server::start_with(config, Some(Arc::clone(content)));
    started.await.expect("it starts")
}

/// A human seat.
pub fn human(name: &str) -> NewSeat {
    seat(SeatKind::Human, name)
}

/// A seat for the easiest opponent.
pub fn computer() -> NewSeat {
    let level = "random".to_owned();
    seat(SeatKind::Opponent { level }, "")
}

pub fn seat(kind: SeatKind, name: &str) -> NewSeat {
    NewSeat {
        kind,
        name: name.to_owned(),
        warband: String::new(),
        deck: None,
    }
}

/// A game between these seats.
pub fn game(edition: &str, seats: Vec<NewSeat>) -> NewGame {
    NewGame {
        edition: edition.to_owned(),
        variant: vec![],
        seats,
        hot_seat: false,
        public: false,
        best_of: 1,
        decide: false,
        clock: None,
        boards: vec![],
        rated: false,
        own_boards: vec![],
    }
}

/// An HTTP request on a connection of its own: status and body.
pub async fn http(to: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    http_as(to, "", method, path, body).await
}

/// The same by somebody who proves a name with a key; nobody if it is empty.
pub async fn http_as(
    to: SocketAddr,
    key: &str,
    method: &str,
    path: &str,
    body: &str,
) -> (u16, String) {
    let mut stream = TcpStream::connect(to).await.expect("it listens");
    let proof = match key {
        "" => String::new(),
        key => format!("Authorization: Bearer {key}\r\n"),
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         {proof}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream
        .write_all(request.as_bytes())
        .await
        .expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("it answers");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer[9..12].parse().expect("a status");
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let body = match answer.to_lowercase().contains("transfer-encoding: chunked") {
        true => unchunk(body),
        false => body.to_owned(),
    };
    (status, body)
}

fn unchunk(mut body: &str) -> String {
    let mut out = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < size {
            break;
        }
        out.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    out
}

/// A request that succeeds.
pub async fn post<T: DeserializeOwned>(to: SocketAddr, path: &str, body: &impl Serialize) -> T {
    let body = serde_json::to_string(body).expect("it is written");
    let (status, text) = http(to, "POST", path, &body).await;
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).expect("the answer is read")
}

/// A request that succeeds.
pub async fn get<T: DeserializeOwned>(to: SocketAddr, path: &str) -> T {
    let (status, text) = http(to, "GET", path, "").await;
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).expect("the answer is read")
}

/// The error a request is answered with.
pub async fn refused(to: SocketAddr, method: &str, path: &str, body: &str) -> (u16, Problem) {
    let (status, text) = http(to, method, path, body).await;
    let problem = serde_json::from_str(&text);
    (
        status,
        problem.unwrap_or_else(|_| panic!("{status} {text}")),
    )
}

/// A request that succeeds, by somebody who proves a name.
pub async fn post_as<T: DeserializeOwned>(
    to: SocketAddr,
    key: &str,
    path: &str,
    body: &impl Serialize,
) -> T {
    let body = serde_json::to_string(body).expect("it is written");
    let (status, text) = http_as(to, key, "POST", path, &body).await;
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).expect("the answer is read")
}

/// The error that a request by somebody who proves a name is answered with.
pub async fn refused_as(
    to: SocketAddr,
    key: &str,
    path: &str,
    body: &impl Serialize,
) -> (u16, Problem) {
    let body = serde_json::to_string(body).expect("it is written");
    let (status, text) = http_as(to, key, "POST", path, &body).await;
    let problem = serde_json::from_str(&text);
    (
        status,
        problem.unwrap_or_else(|_| panic!("{status} {text}")),
    )
}

/// Takes a name.
pub async fn take(to: SocketAddr, name: &str) -> PlayerKey {
    let name = name.to_owned();
    post(to, "/api/players", &NewPlayer { name }).await
}

/// Whoever sits at a seat gives the game up; over, when everybody knows it.
pub async fn give_up(to: SocketAddr, ticket: &Ticket) {
    let mut client = Client::sit(to, ticket).await;
    client.say(&ClientMessage::Resign).await;
    let over =
        |message: &ServerMessage| matches!(message, ServerMessage::Over { .. }).then_some(());
    client.until(over).await;
}

/// Makes a game and joins its second seat by invitation.
pub async fn two_players(to: SocketAddr, new: &NewGame) -> [Ticket; 2] {
    let maker: Ticket = post(to, "/api/games", new).await;
    let join = JoinGame {
        invite: maker.invites.first().cloned(),
        name: "Guest".to_owned(),
        ..JoinGame::default()
    };
    let guest = post(to, &format!("/api/games/{}/join", maker.game), &join).await;
    [maker, guest]
}

/// A client.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub view: Option<GameView>,
    pub choices: Option<Choices>,
    /// All text received.
    pub heard: Vec<String>,
    mind: u64,
}

impl Client {
    /// Connects without a word.
    pub async fn open(to: SocketAddr, game: &str) -> Client {
        let (socket, _) = connect_async(format!("ws://{to}/ws/{game}"))
            .await
            .expect("it connects");
        Client {
            socket,
            view: None,
            choices: None,
            heard: Vec::new(),
            mind: 1,
        }
    }
    /// Connects and says hello.
    pub async fn hello(
        to: SocketAddr,
        game: &str,
        token: Option<&str>,
        seen: Option<u32>,
    ) -> Client {
        let mut client = Client::open(to, game).await;
        client
            .say(&ClientMessage::Hello {
                game: game.to_owned(),
                token: token.map(str::to_owned),
                last_seen: seen,
                version: VERSION,
            })
            .await;
        client
    }
    /// Takes a seat that wants to be asked everything, so that nothing is passed for it.
    pub async fn sit(to: SocketAddr, ticket: &Ticket) -> Client {
        let mut client = Client::hello(to, &ticket.game, Some(&ticket.token), None).await;
        let settings = Settings {
            reactions: AutoPass::Ask,
            power_steps: AutoPass::Ask,
            until_my_turn: false,
            ..Settings::default()
        };
        client.say(&ClientMessage::Settings { settings }).await;
        client
    }
    pub fn seed(mut self, seed: u64) -> Client {
        self.mind = seed.wrapping_mul(2).wrapping_add(1);
        self
    }
    pub async fn say(&mut self, message: &ClientMessage) {
        let text = serde_json::to_string(message).expect("it is written");
        self.say_text(text).await;
    }
    pub async fn say_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.expect("sent");
    }
    pub async fn say_bytes(&mut self, bytes: Vec<u8>) {
        self.socket
            .send(Message::binary(bytes))
            .await
            .expect("sent");
    }
    /// Says many things at once.
    pub async fn say_all(&mut self, texts: Vec<String>) {
        for text in texts {
            self.socket.feed(Message::text(text)).await.expect("taken");
        }
        self.socket.flush().await.expect("sent");
    }
    /// The next message, or `None` when the connection is closed.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        loop {
            let message = timeout(WAIT, self.socket.next())
                .await
                .expect("an answer in time");
            let text = match message? {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => continue,
            };
            let message: ServerMessage = serde_json::from_str(&text).expect("a known message");
            self.heard.push(text.as_str().to_owned());
            match &message {
                ServerMessage::Welcome { view, choices, .. }
                | ServerMessage::Update { view, choices, .. } => {
                    self.view = Some((**view).clone());
                    self.choices = choices.clone();
                }
                _ => {}
            }
            return Some(message);
        }
    }
    /// Waits for a message that `wanted` takes.
    pub async fn until<T>(&mut self, mut wanted: impl FnMut(&ServerMessage) -> Option<T>) -> T {
        for _ in 0..10_000 {
            let message = self.next().await.expect("still connected");
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
        panic!("it never came");
    }
    /// Waits for an error.
    pub async fn error(&mut self) -> Problem {
        self.until(|message| match message {
            ServerMessage::Error { problem } => Some(problem.clone()),
            _ => None,
        })
        .await
    }
    pub async fn expect_error(&mut self, code: Code) {
        let problem = self.error().await;
        assert_eq!(problem.code, code, "{problem:?}");
        assert!(!problem.message.is_empty());
    }
    /// Waits until this client has to choose, or the game is over (`false`).
    pub async fn my_turn(&mut self) -> bool {
        loop {
            if self.is_over() {
                return false;
            }
            if self.choices.is_some() {
                return true;
            }
            assert!(self.next().await.is_some(), "still connected");
        }
    }
    pub fn is_over(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.ending.is_some())
    }
    pub fn at(&self) -> u32 {
        self.view.as_ref().map_or(0, |view| view.at)
    }
    /// A random choice among those on offer.
    pub fn pick(&mut self) -> Option<String> {
        let list = &self.choices.as_ref()?.list;
        self.mind = self
            .mind
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let ix = (self.mind >> 33) as usize % list.len();
        Some(list[ix].id.clone())
    }
    /// Sends a choice for the position seen last.
    pub async fn choose(&mut self, choice: String) {
        self.choices = None;
        let at = self.at();
        let seat = None;
        self.say(&ClientMessage::Choose { at, choice, seat }).await;
    }
    /// Chooses at random and waits until it is acknowledged; says at which position it was stored.
    pub async fn step(&mut self) -> u32 {
        let choice = self.pick().expect("it is this client's turn");
        self.choose(choice.clone()).await;
        self.until(|message| match message {
            ServerMessage::Accepted { at } => Some(*at),
            ServerMessage::Error { problem } => panic!("{choice}: {problem:?}"),
            ServerMessage::Refused { refusal } => panic!("{choice}: {refusal:?}"),
            _ => None,
        })
        .await
    }
    /// Chooses at random as soon as it can; `None` if the connection is lost before the answer comes.
    pub async fn try_step(&mut self) -> Option<u32> {
        while self.choices.is_none() && !self.is_over() {
            self.next().await?;
        }
        let (at, choice, seat) = (self.at(), self.pick()?, None);
        self.choices = None;
        let message = ClientMessage::Choose { at, choice, seat };
        let text = serde_json::to_string(&message).expect("it is written");
        self.socket.send(Message::text(text)).await.ok()?;
        loop {
            match self.next().await? {
                ServerMessage::Accepted { at } => return Some(at),
                ServerMessage::Error { problem } => panic!("{problem:?}"),
                ServerMessage::Refused { refusal } => panic!("{refusal:?}"),
                _ => {}
            }
        }
    }
    /// Plays at random to the end.
    pub async fn play_out(&mut self) {
        while self.my_turn().await {
            let choice = self.pick().expect("a choice");
            self.choose(choice).await;
        }
    }
    /// The socket itself.
    pub fn socket(&mut self) -> &mut WebSocketStream<MaybeTlsStream<TcpStream>> {
        &mut self.socket
    }
    /// The connection under the socket.
    pub fn into_stream(self) -> MaybeTlsStream<TcpStream> {
        self.socket.into_inner()
    }
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}

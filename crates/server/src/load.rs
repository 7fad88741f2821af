//! Bots that play through real sockets, to see how much a server bears.
//!
//! Every game has two bots that choose at random, one choice per game and beat of the clock. What is
//! measured is the time from sending a choice to its acknowledgement, which comes after it is stored.

use crate::{
    config::{Config, Limits},
    error::{Oops, Result},
};
use futures_util::{SinkExt, StreamExt};
use gloryhex_protocol::{
    AutoPass, ClientMessage, JoinGame, NewGame, NewSeat, SeatKind, Settings, Ticket, VERSION,
};
use serde::Deserialize;
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{MissedTickBehavior, interval_at},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// What to put on the server.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// Games at once.
    pub games: u32,
    /// Choices per second in each game.
    pub rate: f64,
    /// How long to measure.
    pub time: Duration,
    /// Edition.
    pub edition: String,
    /// A PostgreSQL database to use instead of a file.
    pub database: Option<String>,
}

/// How far a measurement is.
#[derive(Clone, Copy, Debug)]
pub struct LoadProgress {
    /// Share of the time, from 0 to 1.
    pub share: f64,
    /// Choices acknowledged so far.
    pub choices: u64,
    /// Games that have begun.
    pub games: u64,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct LoadReport {
    /// Choices acknowledged.
    pub choices: u64,
    /// Messages that were answered with an error.
    pub errors: u64,
    /// Games played to their end.
    pub finished: u64,
    /// How long it took, set-up excluded.
    pub time: Duration,
    latencies: Vec<u32>,
}

impl LoadReport {
    /// Choices per second.
    pub fn per_second(&self) -> f64 {
        self.choices as f64 / self.time.as_secs_f64().max(1e-9)
    }
    /// The latency below which this share of the choices lies.
    pub fn percentile(&self, share: f64) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        let ix = (share * last as f64).round() as usize;
        let micros = self.latencies.get(ix.min(last)).copied().unwrap_or(0);
        Duration::from_micros(u64::from(micros))
    }
}

#[derive(Default)]
struct Counts {
    choices: AtomicU64,
    errors: AtomicU64,
    begun: AtomicU64,
    finished: AtomicU64,
    latencies: Mutex<Vec<u32>>,
}

/// Starts a server on a port and in a folder of its own, and loads it.
///
/// # Errors
/// The server cannot be started or a bot cannot connect.
pub async fn load(plan: LoadPlan, mut progress: impl FnMut(LoadProgress)) -> Result<LoadReport> {
    let name = format!("gloryhex-load-{}", crate::token::game_id());
    let folder = std::env::temp_dir().join(name);
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        database: plan.database.clone(),
        limits: Limits {
            games_per_hour: u32::MAX,
            sockets_per_address: u32::MAX,
            messages_per_second: 1000,
            ..Limits::default()
        },
        ..Config::new(&folder)
    };
    let server = crate::start(config).await?;
    let report = run(server.address, plan, &mut progress).await;
    server.stop().await;
    let _ = std::fs::remove_dir_all(&folder);
    report
}

/// Loads a server that runs already.
///
/// # Errors
/// A bot cannot connect.
pub async fn run(
    to: SocketAddr,
    plan: LoadPlan,
    progress: &mut impl FnMut(LoadProgress),
) -> Result<LoadReport> {
    let counts = Arc::new(Counts::default());
    let plan = Arc::new(plan);
    let beat = Duration::from_secs_f64(1.0 / plan.rate.clamp(0.01, 1000.0));
    // Bots come in over a few seconds and are spread over the beat.
    let arrive = Duration::from_millis(u64::from(plan.games) * 10);
    let begin = Instant::now() + arrive + Duration::from_millis(500);
    let end = begin + plan.time;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..plan.games {
        let (plan, counts) = (Arc::clone(&plan), Arc::clone(&counts));
        tasks.spawn(async move {
            tokio::time::sleep(Duration::from_millis(u64::from(number) * 10)).await;
            let mut mind = u64::from(number) * 2 + 1;
            while Instant::now() < end {
                play(to, &plan.edition, beat, (begin, end), &mut mind, &counts).await?;
            }
            Ok::<(), Oops>(())
        });
    }
    let whole = (arrive + plan.time).as_secs_f64();
    let started = Instant::now();
    while Instant::now() < end {
        let now = LoadProgress {
            share: (started.elapsed().as_secs_f64() / whole).min(1.0),
            choices: counts.choices.load(Ordering::Relaxed),
            games: counts.begun.load(Ordering::Relaxed),
        };
        progress(now);
        tokio::time::sleep(Duration::from_millis(200)).await;
        while let Some(done) = tasks.try_join_next() {
            done.map_err(Oops::internal)??;
        }
    }
    tasks.abort_all();
    let mut latencies = std::mem::take(
        &mut *counts
            .latencies
            .lock()
            .unwrap_or_else(PoisonError::into_inner),
    );
    latencies.sort_unstable();
    let choices = latencies.len() as u64;
    progress(LoadProgress {
        share: 1.0,
        choices,
        games: counts.begun.load(Ordering::Relaxed),
    });
    Ok(LoadReport {
        choices,
        errors: counts.errors.load(Ordering::Relaxed),
        finished: counts.finished.load(Ordering::Relaxed),
        time: plan.time,
        latencies,
    })
}

/// As much of a message as a bot reads.
#[derive(Deserialize)]
pub(crate) struct Heard<'a> {
    #[serde(rename = "type", borrow)]
    pub kind: std::borrow::Cow<'a, str>,
    #[serde(borrow)]
    pub choices: Option<Offer<'a>>,
    pub view: Option<Seen>,
    pub at: Option<u32>,
}

#[derive(Deserialize)]
pub(crate) struct Offer<'a> {
    #[serde(borrow)]
    pub list: Vec<Named<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct Named<'a> {
    #[serde(borrow)]
    pub id: std::borrow::Cow<'a, str>,
}

#[derive(Deserialize)]
pub(crate) struct Seen {
    pub at: u32,
    pub ending: Option<serde::de::IgnoredAny>,
}

pub(crate) type Line = WebSocketStream<TcpStream>;

/// One game from its making to its end, or until the time is over.
async fn play(
    to: SocketAddr,
    edition: &str,
    beat: Duration,
    (begin, end): (Instant, Instant),
    mind: &mut u64,
    counts: &Counts,
) -> Result<()> {
    let tickets = seats(to, edition).await?;
    let mut lines = [sit(to, &tickets[0]).await?, sit(to, &tickets[1]).await?];
    counts.begun.fetch_add(1, Ordering::Relaxed);
    let first = tokio::time::Instant::now() + beat.mul_f64((*mind % 97) as f64 / 97.0);
    let mut ticks = interval_at(first, beat);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut ready: Option<(usize, u32, String)> = None;
    let mut sent: Option<Instant> = None;
    loop {
        let [left, right] = &mut lines;
        let (who, message) = tokio::select! {
            message = left.next() => (0, message),
            message = right.next() => (1, message),
            _ = ticks.tick() => {
                if Instant::now() >= end {
                    return Ok(());
                }
                if let (Some((who, at, choice)), None) = (ready.take(), sent) {
                    say(&mut lines[who], &ClientMessage::Choose { at, choice, seat: None }).await?;
                    sent = Some(Instant::now());
                }
                continue;
            }
        };
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(_)) => continue,
            Some(Err(error)) => return Err(Oops::internal(error)),
            None => return Err(Oops::internal("a bot was cut off")),
        };
        let heard: Heard<'_> = serde_json::from_str(&text).map_err(Oops::internal)?;
        match &*heard.kind {
            "accepted" => {
                if let Some(sent) = sent.take()
                    && sent >= begin
                {
                    let micros = u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX);
                    counts.choices.fetch_add(1, Ordering::Relaxed);
                    let mut all = counts
                        .latencies
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    all.push(micros);
                }
            }
            "error" | "refused" => {
                sent = None;
                counts.errors.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
        let Some(view) = heard.view else { continue };
        if view.ending.is_some() {
            counts.finished.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        if let Some(offer) = heard.choices.filter(|offer| !offer.list.is_empty()) {
            *mind = mind.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let ix = (*mind >> 33) as usize % offer.list.len();
            ready = Some((who, view.at, offer.list[ix].id.clone().into_owned()));
        }
    }
}

async fn seats(to: SocketAddr, edition: &str) -> Result<[Ticket; 2]> {
    let human = |name: &str| NewSeat {
        kind: SeatKind::Human,
        name: name.to_owned(),
        warband: String::new(),
        deck: None,
    };
    let new = NewGame {
        edition: edition.to_owned(),
        variant: Vec::new(),
        seats: vec![human("Bot A"), human("Bot B")],
        hot_seat: false,
        public: false,
        best_of: 1,
        clock: None,
        boards: Vec::new(),
    };
    let maker: Ticket = post(to, "/api/games", &new).await?;
    let join = JoinGame {
        invite: maker.invites.first().cloned(),
        ..JoinGame::default()
    };
    let guest = post(to, &format!("/api/games/{}/join", maker.game), &join).await?;
    Ok([maker, guest])
}

pub(crate) async fn post<T: serde::de::DeserializeOwned>(
    to: SocketAddr,
    path: &str,
    body: &impl serde::Serialize,
) -> Result<T> {
    let body = serde_json::to_string(body).map_err(Oops::internal)?;
    let mut stream = TcpStream::connect(to).await.map_err(Oops::internal)?;
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.0\r\nHost: {to}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream
        .write_all(request.as_bytes())
        .await
        .map_err(Oops::internal)?;
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .await
        .map_err(Oops::internal)?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).map_err(|_| Oops::internal(format!("{path}: {body}")))
}

pub(crate) async fn sit(to: SocketAddr, ticket: &Ticket) -> Result<Line> {
    let stream = TcpStream::connect(to).await.map_err(Oops::internal)?;
    stream.set_nodelay(true).map_err(Oops::internal)?;
    let address = format!("ws://{to}/ws/{}", ticket.game);
    let (mut line, _) = client_async(address, stream)
        .await
        .map_err(Oops::internal)?;
    say(
        &mut line,
        &ClientMessage::Hello {
            game: ticket.game.clone(),
            token: Some(ticket.token.clone()),
            last_seen: None,
            version: VERSION,
        },
    )
    .await?;
    let settings = Settings {
        reactions: AutoPass::Ask,
        power_steps: AutoPass::Ask,
        until_my_turn: false,
    };
    say(&mut line, &ClientMessage::Settings { settings }).await?;
    Ok(line)
}

pub(crate) async fn say(line: &mut Line, message: &ClientMessage) -> Result<()> {
    let text = serde_json::to_string(message).map_err(Oops::internal)?;
    line.send(Message::text(text)).await.map_err(Oops::internal)
}

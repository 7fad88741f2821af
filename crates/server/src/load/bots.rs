//! The bots themselves: one task for each game, with its sockets.

use super::{BotsReport, LoadPlan, Percentiles};
use crate::error::{Oops, Result};
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
    sync::{Semaphore, watch},
    task::JoinSet,
    time::{MissedTickBehavior, interval_at},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// How far the bots are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// All games are made and joined; no socket is open.
    Made,
    /// Everybody sits and has seen the game.
    Seated,
    /// The time is over; the sockets are still open.
    Played,
}

#[derive(Default)]
struct Counts {
    errors: AtomicU64,
    begun: AtomicU64,
    finished: AtomicU64,
    lowered: AtomicU64,
    latencies: Mutex<Vec<u32>>,
    decisions: Mutex<Vec<u32>>,
}

fn note(list: &Mutex<Vec<u32>>, since: Instant) {
    let micros = u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX);
    let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
    list.push(micros);
}

fn sorted(list: &Mutex<Vec<u32>>) -> Percentiles {
    let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
    Percentiles::of(&mut list)
}

/// Games made, joined or opened at the same time.
const AT_ONCE: usize = 32;
/// Games are at different points when the time begins, as they are on a server that has run for a while: each
/// has made fewer choices than this. Otherwise all would come to their dearest choices in the same second.
const OPENING: u32 = 64;

/// Makes games, plays them for the plan's time, and tells what it measured. `at` is asked at every stage and
/// the bots go on when it answers.
///
/// # Errors
/// A bot cannot connect or is cut off.
pub async fn run<A: Future<Output = Result<()>>>(
    to: SocketAddr,
    plan: &LoadPlan,
    mut progress: impl FnMut(f64, u64),
    mut at: impl FnMut(Stage, &BotsReport) -> A,
) -> Result<BotsReport> {
    let counts = Arc::new(Counts::default());
    let nothing = BotsReport::default();
    let few = Arc::new(Semaphore::new(AT_ONCE));
    let mut making = JoinSet::new();
    for number in 0..plan.games {
        let (plan, few) = (plan.clone(), Arc::clone(&few));
        making.spawn(async move {
            let _permit = few.acquire_owned().await.map_err(Oops::internal)?;
            Ok::<_, Oops>((number, seats(to, &plan).await?))
        });
    }
    let mut made = Vec::new();
    while let Some(done) = making.join_next().await {
        made.push(done.map_err(Oops::internal)??);
    }
    at(Stage::Made, &nothing).await?;
    let mut sitting = JoinSet::new();
    for (number, tickets) in made {
        let few = Arc::clone(&few);
        sitting.spawn(async move {
            let _permit = few.acquire_owned().await.map_err(Oops::internal)?;
            Ok::<_, Oops>((number, Seated::new(to, &tickets).await?))
        });
    }
    let mut seated = Vec::new();
    while let Some(done) = sitting.join_next().await {
        seated.push(done.map_err(Oops::internal)??);
    }
    at(Stage::Seated, &nothing).await?;
    let mut opening = JoinSet::new();
    for (number, mut game) in seated {
        let few = Arc::clone(&few);
        opening.spawn(async move {
            let _permit = few.acquire_owned().await.map_err(Oops::internal)?;
            game.open(number).await?;
            Ok::<_, Oops>((number, game))
        });
    }
    let mut opened = Vec::new();
    while let Some(done) = opening.join_next().await {
        opened.push(done.map_err(Oops::internal)??);
    }

    let beat = Duration::from_secs_f64(1.0 / plan.rate.clamp(0.01, 1000.0));
    // The first beats are not measured: everybody begins at once.
    let begin = Instant::now() + beat.min(Duration::from_secs(3));
    let end = begin + plan.time;
    let (stop, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    for (number, seated) in opened {
        let (plan, counts) = (plan.clone(), Arc::clone(&counts));
        let mut stopped = stopped.clone();
        tasks.spawn(async move {
            let mut mind = mind_of(number);
            let mut next = Some(seated);
            while Instant::now() < end {
                let mut seated = match next.take() {
                    Some(seated) => seated,
                    None => Seated::new(to, &seats(to, &plan).await?).await?,
                };
                counts.begun.fetch_add(1, Ordering::Relaxed);
                if !play(&mut seated, beat, (begin, end), &mut mind, &counts).await? {
                    next = Some(seated);
                }
            }
            // Sockets stay open until everything is measured.
            let _ = stopped.changed().await;
            drop(next);
            Ok::<(), Oops>(())
        });
    }
    let whole = (end - Instant::now()).as_secs_f64();
    let started = Instant::now();
    while Instant::now() < end + Duration::from_millis(500) {
        let choices = counts.latencies.lock().map_or(0, |all| all.len()) as u64;
        progress((started.elapsed().as_secs_f64() / whole).min(1.0), choices);
        tokio::time::sleep(Duration::from_millis(200)).await;
        while let Some(done) = tasks.try_join_next() {
            done.map_err(Oops::internal)??;
        }
    }
    let latencies = sorted(&counts.latencies);
    let report = BotsReport {
        choices: latencies.count,
        errors: counts.errors.load(Ordering::Relaxed),
        begun: counts.begun.load(Ordering::Relaxed),
        finished: counts.finished.load(Ordering::Relaxed),
        lowered: counts.lowered.load(Ordering::Relaxed),
        latencies,
        decisions: sorted(&counts.decisions),
    };
    at(Stage::Played, &report).await?;
    let _ = stop.send(true);
    tasks.join_all().await;
    Ok(report)
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
    #[serde(borrow)]
    pub level: Option<std::borrow::Cow<'a, str>>,
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
    pub decision: Option<Decided>,
}

#[derive(Deserialize)]
pub(crate) struct Decided {
    pub seat: u8,
}

pub(crate) type Line = WebSocketStream<TcpStream>;

/// Where the chance of a game's bots begins.
fn mind_of(number: u32) -> u64 {
    u64::from(number) * 2 + 1
}

/// The sockets of a game, and what each was sent first.
struct Seated {
    lines: Vec<Line>,
    first: Vec<(usize, Message)>,
    /// The socket that is to choose, the position it has seen, and its choice.
    ready: Option<(usize, u32, String)>,
}

impl Seated {
    async fn new(to: SocketAddr, tickets: &[Ticket]) -> Result<Seated> {
        let (mut lines, mut first) = (Vec::new(), Vec::new());
        for (who, ticket) in tickets.iter().enumerate() {
            let mut line = sit(to, ticket).await?;
            first.push((who, heard(line.next().await)?));
            lines.push(line);
        }
        Ok(Seated {
            lines,
            first,
            ready: None,
        })
    }

    /// Makes the first choices of a game without waiting for its beat. Stops early where the game ends or a
    /// choice is refused.
    async fn open(&mut self, number: u32) -> Result<()> {
        let mut mind = mind_of(number);
        let mut left = number % OPENING;
        while left > 0 {
            if self.choose().await? {
                left -= 1;
            }
            let (who, message) = self.next().await?;
            let Message::Text(text) = message else {
                continue;
            };
            let heard: Heard<'_> = serde_json::from_str(&text).map_err(Oops::internal)?;
            let ended = heard
                .view
                .as_ref()
                .is_some_and(|view| view.ending.is_some());
            if ended || matches!(&*heard.kind, "error" | "refused") {
                break;
            }
            self.consider(who, &heard, &mut mind);
        }
        Ok(())
    }

    /// Sends the choice that is ready, if there is one.
    async fn choose(&mut self) -> Result<bool> {
        let Some((who, at, choice)) = self.ready.take() else {
            return Ok(false);
        };
        let choose = ClientMessage::Choose {
            at,
            choice,
            seat: None,
        };
        say(&mut self.lines[who], &choose).await?;
        Ok(true)
    }

    /// Picks one of the choices that were offered, if any were.
    fn consider(&mut self, who: usize, heard: &Heard<'_>, mind: &mut u64) {
        let (Some(view), Some(offer)) = (&heard.view, &heard.choices) else {
            return;
        };
        if !offer.list.is_empty() {
            *mind = mind.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let ix = (*mind >> 33) as usize % offer.list.len();
            self.ready = Some((who, view.at, offer.list[ix].id.clone().into_owned()));
        }
    }

    /// The next message and whose it is.
    async fn next(&mut self) -> Result<(usize, Message)> {
        if let Some(first) = self.first.pop() {
            return Ok(first);
        }
        match &mut self.lines[..] {
            [left, right] => tokio::select! {
                message = left.next() => Ok((0, heard(message)?)),
                message = right.next() => Ok((1, heard(message)?)),
            },
            [only] => Ok((0, heard(only.next().await)?)),
            _ => Err(Oops::internal("a bot has no seat")),
        }
    }
}

type Received = Option<std::result::Result<Message, tokio_tungstenite::tungstenite::Error>>;

fn heard(message: Received) -> Result<Message> {
    match message {
        Some(Ok(message)) => Ok(message),
        Some(Err(error)) => Err(Oops::internal(error)),
        None => Err(Oops::internal("a bot was cut off")),
    }
}

/// Plays a game to its end, or until the time is over. Tells whether it ended.
async fn play(
    seated: &mut Seated,
    beat: Duration,
    (begin, end): (Instant, Instant),
    mind: &mut u64,
    counts: &Counts,
) -> Result<bool> {
    // Each game begins at a moment of its own within the beat, as people do.
    let moment = mind.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11;
    let first = tokio::time::Instant::now() + beat.mul_f64(moment as f64 / (1_u64 << 53) as f64);
    let mut ticks = interval_at(first, beat);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sent: Option<Instant> = None;
    let mut thinks: Option<Instant> = None;
    loop {
        let (who, message) = tokio::select! {
            message = seated.next() => message?,
            _ = ticks.tick() => {
                if Instant::now() >= end {
                    return Ok(false);
                }
                if sent.is_none() && seated.choose().await? {
                    sent = Some(Instant::now());
                }
                continue;
            }
        };
        let Message::Text(text) = message else {
            continue;
        };
        let heard: Heard<'_> = serde_json::from_str(&text).map_err(Oops::internal)?;
        match &*heard.kind {
            "accepted" => {
                if let Some(sent) = sent.take().filter(|sent| *sent >= begin) {
                    note(&counts.latencies, sent);
                }
            }
            "error" | "refused" => {
                sent = None;
                counts.errors.fetch_add(1, Ordering::Relaxed);
            }
            "lowered" if heard.level.is_some() => {
                counts.lowered.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
        let Some(view) = &heard.view else { continue };
        if let Some(since) = thinks.take().filter(|since| *since >= begin) {
            note(&counts.decisions, since);
        }
        if view.ending.is_some() {
            counts.finished.fetch_add(1, Ordering::Relaxed);
            return Ok(true);
        }
        let others = |seat: u8| usize::from(seat) >= seated.lines.len();
        thinks = view
            .decision
            .as_ref()
            .filter(|d| others(d.seat))
            .map(|_| Instant::now());
        seated.consider(who, &heard, mind);
    }
}

async fn seats(to: SocketAddr, plan: &LoadPlan) -> Result<Vec<Ticket>> {
    let seat = |kind: SeatKind, name: &str| NewSeat {
        kind,
        name: name.to_owned(),
        warband: String::new(),
        deck: None,
    };
    let other = match &plan.opponent {
        Some(level) => seat(
            SeatKind::Opponent {
                level: level.clone(),
            },
            "",
        ),
        None => seat(SeatKind::Human, "Bot B"),
    };
    let new = NewGame {
        edition: plan.edition.clone(),
        variant: Vec::new(),
        seats: vec![seat(SeatKind::Human, "Bot A"), other],
        hot_seat: false,
        public: false,
        best_of: 1,
        decide: false,
        clock: None,
        boards: Vec::new(),
        rated: false,
        own_boards: Vec::new(),
    };
    let maker: Ticket = post(to, "/api/games", &new).await?;
    if plan.opponent.is_some() {
        return Ok(vec![maker]);
    }
    let join = JoinGame {
        invite: maker.invites.first().cloned(),
        ..JoinGame::default()
    };
    let guest = post(to, &format!("/api/games/{}/join", maker.game), &join).await?;
    Ok(vec![maker, guest])
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
    // A bot reads little at a time and a lot of bots need little memory.
    let small = WebSocketConfig::default().read_buffer_size(8 * 1024);
    let (mut line, _) = client_async_with_config(address, stream, Some(small))
        .await
        .map_err(Oops::internal)?;
    say(
        &mut line,
        &ClientMessage::Hello {
            game: ticket.game.clone(),
            token: Some(ticket.token.clone()).filter(|token| !token.is_empty()),
            last_seen: None,
            version: VERSION,
        },
    )
    .await?;
    let settings = Settings {
        reactions: AutoPass::Ask,
        power_steps: AutoPass::Ask,
        until_my_turn: false,
        ..Settings::default()
    };
    say(&mut line, &ClientMessage::Settings { settings }).await?;
    Ok(line)
}

pub(crate) async fn say(line: &mut Line, message: &ClientMessage) -> Result<()> {
    let text = serde_json::to_string(message).map_err(Oops::internal)?;
    line.send(Message::text(text)).await.map_err(Oops::internal)
}

//! Killing a server again and again while bots play, and counting what it had acknowledged and no longer has.
//!
//! The server is a process of its own, ended without warning. Every choice that was acknowledged is written
//! down with its position; after the last kill all of them are looked for in what is stored.

use crate::{
    entry::Entry,
    error::{Oops, Result},
    load::{Heard, Line, post, say, sit},
    store::Store,
};
use futures_util::StreamExt;
use gloryhex_protocol::{ClientMessage, Code, NewGame, NewSeat, SeatKind, Ticket};
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

/// The time after which what could not be stored is said again.
const AGAIN: Duration = Duration::from_millis(200);
/// The time between two choices of a game, within the rate a client is allowed.
const BREATH: Duration = Duration::from_millis(60);

/// What to do to a server.
#[derive(Clone, Debug)]
pub struct KillPlan {
    /// The program that serves when its arguments begin with `serve --port 0` and end with `--data DIR`.
    pub program: PathBuf,
    /// How often it is killed.
    pub kills: u32,
    /// Games played at once.
    pub games: u32,
    /// Edition.
    pub edition: String,
    /// A PostgreSQL database the servers are to use instead of a file.
    pub database: Option<String>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KillReport {
    /// Times the server was killed.
    pub kills: u32,
    /// Games that were played.
    pub games: u64,
    /// Choices that were acknowledged, each looked for afterwards.
    pub acknowledged: u64,
    /// Of these, how many are not stored as they were acknowledged.
    pub lost: u64,
    /// Choices on their way when the server was killed: they may be stored or not.
    pub on_their_way: u64,
}

/// One game: how to sit down in it, and what was acknowledged in it.
pub(crate) struct Played {
    /// How to sit down.
    pub ticket: Ticket,
    /// What was acknowledged, with the positions.
    pub acknowledged: Vec<(u32, String)>,
    on_their_way: u64,
    /// Whether it came to its end.
    pub over: bool,
    /// Whether another version closed it.
    pub closed: bool,
}

/// A server in a process of its own; killed when dropped.
pub(crate) struct Process {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Starts a server.
    ///
    /// # Errors
    /// It does not say where it listens.
    pub fn start(program: &Path, data: &Path, database: Option<&str>) -> Result<Process> {
        let mut command = Command::new(program);
        // What fails is meant to; whoever wants to read of it says so.
        let log = std::env::var("GLORYHEX_LOG").unwrap_or_else(|_| "off".to_owned());
        match database {
            Some(url) => command.env("DATABASE_URL", url),
            None => command.env_remove("DATABASE_URL"),
        };
        let mut child = command
            .args(["serve", "--port", "0", "--pace", "0"])
            // All bots come from here.
            .args(["--per-address", "1000", "--data"])
            .arg(data)
            .env("GLORYHEX_LOG", log)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(Oops::internal)?;
        let out = child.stdout.take().map(BufReader::new);
        let mut lines = out
            .into_iter()
            .flat_map(BufRead::lines)
            .map_while(std::result::Result::ok);
        let address = lines.find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            rest.trim_end_matches('/').parse().ok()
        });
        match address {
            Some(address) => Ok(Process { child, address }),
            None => Err(Oops::internal("the server did not say where it listens")),
        }
    }
    /// Asks it to end, and waits until it has.
    ///
    /// # Errors
    /// It does not end well.
    pub fn ask_to_end(mut self) -> Result<()> {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status();
        asked.map_err(Oops::internal)?;
        match self.child.wait().map_err(Oops::internal)? {
            status if status.success() => Ok(()),
            status => Err(Oops::invalid(format!(
                "a server that was asked to end: {status}"
            ))),
        }
    }
    /// Kills it without warning.
    ///
    /// # Errors
    /// It cannot be killed.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill().map_err(Oops::internal)?;
        self.child.wait().map_err(Oops::internal)?;
        Ok(())
    }
}

/// Plays, kills, starts again, and looks. `progress` hears how many kills are done and what was
/// acknowledged so far.
///
/// # Errors
/// The server cannot be started, or refuses a game that goes on.
pub async fn kill(plan: KillPlan, mut progress: impl FnMut(u32, u64)) -> Result<KillReport> {
    let name = format!("gloryhex-kills-{}", crate::token::game_id());
    let data = std::env::temp_dir().join(name);
    let report = run(&plan, &data, &mut progress).await;
    let _ = std::fs::remove_dir_all(&data);
    report
}

async fn run(
    plan: &KillPlan,
    data: &Path,
    progress: &mut impl FnMut(u32, u64),
) -> Result<KillReport> {
    let mut games: Vec<Played> = Vec::new();
    let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
    for life in 0..plan.kills {
        let server = Process::start(&plan.program, data, plan.database.as_deref())?;
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let enough = 1 + (chance >> 33) % (u64::from(plan.games) * 25);
        let seed = u64::from(life);
        let bots = Bots::send(server.address, games, plan.games, &plan.edition, seed).await?;
        // It dies in the middle of whatever it does then, or when all games are over.
        bots.until(enough, Duration::from_secs(600)).await?;
        server.kill()?;
        games = bots.come_home().await?;
        let acknowledged = games
            .iter()
            .map(|game| game.acknowledged.len() as u64)
            .sum();
        progress(life + 1, acknowledged);
    }
    let mut report = KillReport {
        kills: plan.kills,
        games: games.len() as u64,
        ..KillReport::default()
    };
    let store = Store::open(data, plan.database.as_deref()).await?;
    for game in &games {
        let stored = store.entries(&game.ticket.game, 0).await?;
        let there = |at: u32, wanted: &str| {
            stored.iter().any(|(position, entry)| {
                *position == at && matches!(entry, Entry::Choose { choice, .. } if choice == wanted)
            })
        };
        let lost = game
            .acknowledged
            .iter()
            .filter(|(at, choice)| !there(*at, choice));
        report.lost += lost.count() as u64;
        report.acknowledged += game.acknowledged.len() as u64;
        report.on_their_way += game.on_their_way;
    }
    store.close().await;
    Ok(report)
}

/// What bots have met so far.
#[derive(Default)]
struct Met {
    acknowledged: AtomicU64,
    refused: AtomicU64,
}

/// Bots at their tables.
pub(crate) struct Bots {
    tasks: Vec<JoinHandle<Result<Played>>>,
    over: Vec<Played>,
    met: Arc<Met>,
}

impl Bots {
    /// Sends bots to the games that go on, and to new ones until there are enough.
    ///
    /// # Errors
    /// A game cannot be made.
    pub async fn send(
        to: SocketAddr,
        mut games: Vec<Played>,
        enough: u32,
        edition: &str,
        seed: u64,
    ) -> Result<Bots> {
        let goes_on = |game: &Played| !game.over && !game.closed;
        while games.iter().filter(|game| goes_on(game)).count() < enough as usize {
            games.push(Played {
                ticket: post(to, "/api/games", &hot_seat(edition)).await?,
                acknowledged: Vec::new(),
                on_their_way: 0,
                over: false,
                closed: false,
            });
        }
        let met = Arc::new(Met::default());
        let (going, over): (Vec<Played>, Vec<Played>) = games.into_iter().partition(goes_on);
        let tasks = (0..).zip(going).map(|(number, game)| {
            let met = Arc::clone(&met);
            tokio::spawn(play(to, game, seed * 1000 + number, met))
        });
        Ok(Bots {
            tasks: tasks.collect(),
            over,
            met,
        })
    }

    /// Waits until so many more choices were acknowledged, or all games are over.
    ///
    /// # Errors
    /// It takes too long.
    pub async fn until(&self, more: u64, patience: Duration) -> Result<()> {
        let acknowledged = || self.met.acknowledged.load(Ordering::Relaxed);
        let (enough, began) = (acknowledged() + more, Instant::now());
        while acknowledged() < enough && !self.tasks.iter().all(JoinHandle::is_finished) {
            if began.elapsed() > patience {
                return Err(Oops::invalid("play does not go on"));
            }
            tokio::time::sleep(Duration::from_micros(500)).await;
        }
        Ok(())
    }

    /// Choices that were refused because nothing could be stored.
    pub fn refused(&self) -> u64 {
        self.met.refused.load(Ordering::Relaxed)
    }

    /// Waits until all lines are broken or games over.
    ///
    /// # Errors
    /// A bot was refused something that it should have got.
    pub async fn come_home(self) -> Result<Vec<Played>> {
        let mut games = self.over;
        for task in self.tasks {
            games.push(task.await.map_err(Oops::internal)??);
        }
        Ok(games)
    }
}

/// A game whose two seats one bot plays.
fn hot_seat(edition: &str) -> NewGame {
    let human = |name: &str| NewSeat {
        kind: SeatKind::Human,
        name: name.to_owned(),
        warband: String::new(),
        deck: None,
    };
    NewGame {
        edition: edition.to_owned(),
        variant: Vec::new(),
        seats: vec![human("Bot A"), human("Bot B")],
        hot_seat: true,
        public: false,
        best_of: 1,
        decide: false,
        clock: None,
        boards: Vec::new(),
        rated: false,
        own_boards: Vec::new(),
    }
}

/// Plays on until the game is over or the line breaks. What cannot be stored now is said again later.
async fn play(to: SocketAddr, mut game: Played, seed: u64, met: Arc<Met>) -> Result<Played> {
    let Ok(mut line) = sit(to, &game.ticket).await else {
        return Ok(game);
    };
    let mut mind = seed.wrapping_mul(2).wrapping_add(1);
    let mut sent: Option<(u32, String)> = None;
    let mut next: Option<(u32, String)> = None;
    let last = game.acknowledged.last().map_or(0, |(at, _)| *at);
    while let Some(Ok(message)) = line.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        let heard: Heard<'_> = serde_json::from_str(&text).map_err(Oops::internal)?;
        match (&*heard.kind, heard.at) {
            ("accepted", Some(at)) => {
                if let Some((_, choice)) = sent.take() {
                    game.acknowledged.push((at, choice));
                    met.acknowledged.fetch_add(1, Ordering::Relaxed);
                }
            }
            ("error", _) => match code(&text) {
                Code::Unavailable => {
                    met.refused.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(AGAIN).await;
                    match sent.take() {
                        Some(again) => next = Some(again),
                        // The settings could not be kept, or the game not be opened.
                        None if next.is_none() => break,
                        None => {}
                    }
                }
                // It had been stored though the answer did not come, and the picture follows.
                Code::Stale if sent.is_some() => {
                    sent = None;
                    game.on_their_way += 1;
                }
                Code::WrongStage if sent.is_none() => {
                    game.closed = true;
                    break;
                }
                _ => return Err(Oops::internal(format!("refused: {text}"))),
            },
            ("refused", _) => return Err(Oops::internal(format!("refused: {text}"))),
            _ => {}
        }
        if let Some(view) = heard.view {
            if view.at < last {
                return Err(Oops::internal(format!(
                    "the game came back at {} after {last} was acknowledged",
                    view.at
                )));
            }
            game.over = view.ending.is_some();
            next = heard
                .choices
                .filter(|offer| !offer.list.is_empty())
                .map(|offer| {
                    mind = mind.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let pick = &offer.list[(mind >> 33) as usize % offer.list.len()];
                    (view.at, pick.id.clone().into_owned())
                });
        }
        if game.over && sent.is_none() {
            break;
        }
        if sent.is_none()
            && let Some((at, choice)) = next.take()
        {
            tokio::time::sleep(BREATH).await;
            sent = Some((at, choice.clone()));
            if choose(&mut line, at, choice).await.is_err() {
                break;
            }
        }
    }
    game.on_their_way += u64::from(sent.is_some());
    Ok(game)
}

/// What kind of error a message tells of.
fn code(text: &str) -> Code {
    #[derive(serde::Deserialize)]
    struct Told {
        problem: gloryhex_protocol::Problem,
    }
    serde_json::from_str(text).map_or(Code::Internal, |told: Told| told.problem.code)
}

async fn choose(line: &mut Line, at: u32, choice: String) -> Result<()> {
    let seat = None;
    say(line, &ClientMessage::Choose { at, choice, seat }).await
}

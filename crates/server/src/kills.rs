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
use gloryhex_protocol::{ClientMessage, NewGame, NewSeat, SeatKind, Ticket};
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio_tungstenite::tungstenite::Message;

/// The time between two choices of a game, within the rate a client is allowed.
const BREATH: Duration = Duration::from_millis(60);

/// What to do to a server.
#[derive(Clone, Debug)]
pub struct KillPlan {
    /// The program that serves when its arguments are `serve --port 0 --data DIR`.
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
struct Played {
    ticket: Ticket,
    acknowledged: Vec<(u32, String)>,
    on_their_way: u64,
    over: bool,
}

struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(program: &Path, data: &Path, database: Option<&str>) -> Result<Process> {
        let mut command = Command::new(program);
        match database {
            Some(url) => command.env("DATABASE_URL", url),
            None => command.env_remove("DATABASE_URL"),
        };
        let mut child = command
            .args(["serve", "--port", "0", "--pace", "0", "--data"])
            .arg(data)
            .env("GLORYHEX_LOG", "error")
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
    fn kill(mut self) -> Result<()> {
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
    let acknowledged = Arc::new(AtomicU64::new(0));
    for life in 0..plan.kills {
        let server = Process::start(&plan.program, data, plan.database.as_deref())?;
        while games.iter().filter(|game| !game.over).count() < plan.games as usize {
            games.push(Played {
                ticket: post(server.address, "/api/games", &hot_seat(&plan.edition)).await?,
                acknowledged: Vec::new(),
                on_their_way: 0,
                over: false,
            });
        }
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let until = acknowledged.load(Ordering::Relaxed)
            + 1
            + (chance >> 33) % (u64::from(plan.games) * 25);
        let mut bots = Vec::new();
        let (over, going) = games.into_iter().partition(|game| game.over);
        games = over;
        for (number, game) in (0..).zip::<Vec<Played>>(going) {
            let seed = u64::from(life) * 1000 + number;
            bots.push(tokio::spawn(play(
                server.address,
                game,
                seed,
                Arc::clone(&acknowledged),
            )));
        }
        // It dies in the middle of whatever it does then, or when all games are over.
        while acknowledged.load(Ordering::Relaxed) < until
            && !bots.iter().all(|bot| bot.is_finished())
        {
            tokio::time::sleep(Duration::from_micros(500)).await;
        }
        server.kill()?;
        for bot in bots {
            games.push(bot.await.map_err(Oops::internal)??);
        }
        progress(life + 1, acknowledged.load(Ordering::Relaxed));
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
        clock: None,
        boards: Vec::new(),
    }
}

/// Plays on until the game is over or the line breaks.
async fn play(
    to: SocketAddr,
    mut game: Played,
    seed: u64,
    count: Arc<AtomicU64>,
) -> Result<Played> {
    let Ok(mut line) = sit(to, &game.ticket).await else {
        return Ok(game);
    };
    let mut mind = seed.wrapping_mul(2).wrapping_add(1);
    let mut sent: Option<String> = None;
    let mut next: Option<(u32, String)> = None;
    let last = game.acknowledged.last().map_or(0, |(at, _)| *at);
    while let Some(Ok(message)) = line.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        let heard: Heard<'_> = serde_json::from_str(&text).map_err(Oops::internal)?;
        match (&*heard.kind, heard.at) {
            ("accepted", Some(at)) => {
                if let Some(choice) = sent.take() {
                    game.acknowledged.push((at, choice));
                    count.fetch_add(1, Ordering::Relaxed);
                }
            }
            ("error" | "refused", _) => return Err(Oops::internal(format!("refused: {text}"))),
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
            sent = Some(choice.clone());
            if choose(&mut line, at, choice).await.is_err() {
                break;
            }
        }
    }
    game.on_their_way += u64::from(sent.is_some());
    Ok(game)
}

async fn choose(line: &mut Line, at: u32, choice: String) -> Result<()> {
    let seat = None;
    say(line, &ClientMessage::Choose { at, choice, seat }).await
}

//! Bots that play through real sockets, to see how much a server bears.
//!
//! Every game has two bots that choose at random, or one and an opponent, one choice per game and beat of the
//! clock. What is measured is the time from sending a choice to its acknowledgement, which comes after it is
//! stored; how long opponents take; and the memory of the server. The bots are another process,
//! so that the memory measured is the server's own.

mod bots;
mod memory;

pub(crate) use bots::{Heard, Line, post, say, sit};
pub use bots::{Stage, run};
pub use memory::Memory;

use crate::{
    config::{Config, Limits},
    error::{Oops, Result},
};
use memory::resident;
use serde::{Deserialize, Serialize};
use std::{
    io::{BufRead, BufReader, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

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
    /// The level of the opponent every bot meets instead of another bot.
    pub opponent: Option<String>,
    /// A PostgreSQL database to use instead of a file.
    pub database: Option<String>,
}

/// Times in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Percentiles {
    /// How many.
    pub count: u64,
    /// Half of them took no longer.
    pub half: u32,
    /// Nine out of ten.
    pub p90: u32,
    /// 95 out of a hundred.
    pub p95: u32,
    /// 99 out of a hundred.
    pub p99: u32,
    /// The longest.
    pub most: u32,
}

impl Percentiles {
    fn of(list: &mut [u32]) -> Percentiles {
        list.sort_unstable();
        let last = list.len().saturating_sub(1) as f64;
        let at = |share: f64| {
            list.get((share * last).round() as usize)
                .copied()
                .unwrap_or(0)
        };
        Percentiles {
            count: list.len() as u64,
            half: at(0.5),
            p90: at(0.9),
            p95: at(0.95),
            p99: at(0.99),
            most: at(1.0),
        }
    }
}

/// What the bots saw.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct BotsReport {
    /// Choices acknowledged.
    pub choices: u64,
    /// Messages that were answered with an error.
    pub errors: u64,
    /// Games begun.
    pub begun: u64,
    /// Games played to their end.
    pub finished: u64,
    /// Times that an opponent began to play below its level.
    pub lowered: u64,
    /// From a choice to its acknowledgement.
    pub latencies: Percentiles,
    /// From a picture in which an opponent decides to the next one.
    pub decisions: Percentiles,
}

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct LoadReport {
    /// By the bots.
    pub bots: BotsReport,
    /// The server's memory, where the system tells.
    pub memory: Option<Memory>,
}

/// Starts a server on a port and in a folder of its own, and has `program load --against` load it.
///
/// # Errors
/// The server or the bots cannot be started, or a bot fails.
pub async fn load(
    plan: LoadPlan,
    program: PathBuf,
    progress: impl FnMut(f64, u64) + Send + 'static,
) -> Result<LoadReport> {
    let name = format!("gloryhex-load-{}", crate::token::game_id());
    let folder = std::env::temp_dir().join(name);
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        database: plan.database.clone(),
        limits: Limits {
            games_per_hour: u32::MAX,
            sockets_per_address: u32::MAX,
            connections_per_address: u32::MAX,
            requests_per_second: u32::MAX,
            requests_at_once: u32::MAX,
            address_messages: u32::MAX,
            messages_per_second: 1000,
            // Bots that sit already are silent until all others sit.
            silence: Duration::from_secs(600),
            ..Limits::default()
        },
        ..Config::new(&folder)
    };
    let (clock, idle) = (config.clock.clone(), config.limits.idle);
    let server = crate::start(config).await?;
    let mut memory = Memory {
        games: u64::from(plan.games),
        sockets: u64::from(plan.games) * if plan.opponent.is_some() { 1 } else { 2 },
        bare: resident().unwrap_or(0),
        ..Memory::default()
    };
    let address = server.address;
    let driven = tokio::task::spawn_blocking(move || {
        drive(&program, address, &plan, &mut memory, progress).map(|bots| (bots, memory))
    });
    let report = match driven.await.map_err(Oops::internal)? {
        Ok((bots, mut memory)) => {
            tokio::time::sleep(SETTLE).await;
            memory.left = resident().unwrap_or(0);
            // Nobody is there any more: when they have been idle for long enough, rooms close.
            clock.skip(idle + Duration::from_secs(1));
            let began = tokio::time::Instant::now();
            while server.rooms() > 0 && began.elapsed() < CLOSE {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            tokio::time::sleep(SETTLE).await;
            memory.closed = resident().unwrap_or(0);
            memory.begun = bots.begun;
            memory.open = server.rooms() as u64;
            let memory = resident().map(|_| memory);
            Ok(LoadReport { bots, memory })
        }
        Err(oops) => Err(oops),
    };
    server.stop().await;
    let _ = std::fs::remove_dir_all(&folder);
    report
}

/// The time in which all rooms close, each of which keeps what was shown of its game.
const CLOSE: Duration = Duration::from_secs(300);
/// The time in which sockets close and memory goes back to the system.
const SETTLE: Duration = Duration::from_secs(8);

struct Bots(Child);

impl Drop for Bots {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs the bots and looks at the memory at every stage.
fn drive(
    program: &Path,
    to: SocketAddr,
    plan: &LoadPlan,
    memory: &mut Memory,
    mut progress: impl FnMut(f64, u64),
) -> Result<BotsReport> {
    let mut command = Command::new(program);
    command
        .args(["load", "--against", &to.to_string()])
        .args(["--games", &plan.games.to_string()])
        .args(["--rate", &plan.rate.to_string()])
        .args(["--seconds", &plan.time.as_secs().to_string()])
        .args(["--edition", &plan.edition]);
    if let Some(level) = &plan.opponent {
        command.args(["--opponent", level]);
    }
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut bots = Bots(child.map_err(Oops::internal)?);
    let out = bots.0.stdout.take().map(BufReader::new);
    let mut go_on = bots.0.stdin.take();
    let mut found = None;
    for line in out.into_iter().flat_map(BufRead::lines) {
        let line = line.map_err(Oops::internal)?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "made" => memory.made = resident().unwrap_or(0),
            "seated" => memory.seated = resident().unwrap_or(0),
            "played" => {
                memory.played = resident().unwrap_or(0);
                found = serde_json::from_str(rest).ok();
            }
            _ => {
                let mut numbers = rest.split(' ');
                let share = numbers.next().and_then(|text| text.parse().ok());
                let choices = numbers.next().and_then(|text| text.parse().ok());
                progress(share.unwrap_or(0.0), choices.unwrap_or(0));
                continue;
            }
        }
        if let Some(go_on) = &mut go_on {
            go_on.write_all(b"\n").map_err(Oops::internal)?;
        }
    }
    found.ok_or_else(|| Oops::internal("the bots gave up"))
}

/// Plays as the bots of another process, which reads from standard output how far they are and
/// answers on standard input when they are to go on.
///
/// # Errors
/// A bot cannot connect or is cut off.
pub async fn against(to: SocketAddr, plan: &LoadPlan) -> Result<()> {
    let tell = |line: String| {
        let mut out = std::io::stdout();
        let _ = writeln!(out, "{line}");
        let _ = out.flush();
    };
    let progress = |share: f64, choices: u64| tell(format!("progress {share} {choices}"));
    let at = |stage: Stage, report: &BotsReport| {
        let report = serde_json::to_string(report).unwrap_or_default();
        tell(match stage {
            Stage::Made => "made".to_owned(),
            Stage::Seated => "seated".to_owned(),
            Stage::Played => format!("played {report}"),
        });
        async {
            let read = || std::io::stdin().read_line(&mut String::new());
            let answer = tokio::task::spawn_blocking(read).await;
            answer.map_err(Oops::internal)?.map_err(Oops::internal)?;
            Ok(())
        }
    };
    run(to, plan, progress, at).await.map(|_| ())
}

//! A day's play in a few minutes: bots play while the server is killed and stopped, the disk fills up, the
//! database restarts, and another version takes over. In the end nothing may be lost, and what every seat is
//! shown must be what the stored record comes to when it is played again elsewhere.

mod cluster;

use crate::{
    entry::Entry,
    error::{Oops, Result},
    kills::{Bots, Played, Process},
    load::say,
    store::Store,
    token::Purpose,
    upgrade,
};
use cluster::{Cluster, binaries, finish, is_root};
use futures_util::StreamExt;
use gloryhex_editions::Content;
use gloryhex_model::Seat;
use gloryhex_protocol::{ClientMessage, VERSION};
use gloryhex_table::shown::{self, Viewer};
use serde_json::Value;
use sqlx::{Connection, Executor};
use std::{
    fs::{self, File},
    io::Write,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};
use tokio::net::TcpStream;
use tokio_tungstenite::{client_async, tungstenite::Message};

/// Something that takes longer than this never comes.
const PATIENCE: Duration = Duration::from_secs(180);
/// The size of the small disk.
const DISK: &str = "size=64m";

/// What to do.
#[derive(Clone, Debug)]
pub struct TrialPlan {
    /// The program that serves.
    pub program: PathBuf,
    /// An earlier version of it, which plays the beginning.
    pub before: Option<PathBuf>,
    /// Games at once.
    pub games: u32,
    /// How often everything happens.
    pub rounds: u32,
    /// Edition.
    pub edition: String,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct TrialReport {
    /// Times the server was killed.
    pub kills: u32,
    /// Times it was asked to end.
    pub stops: u32,
    /// Times the disk was full.
    pub full_disks: u32,
    /// Times the database was restarted.
    pub restarts: u32,
    /// Times another version took over.
    pub upgrades: u32,
    /// Games played, and how many of them came to their end.
    pub games: u64,
    /// Games played to their end.
    pub finished: u64,
    /// Games that another version had to close.
    pub closed: u64,
    /// Choices that were acknowledged.
    pub acknowledged: u64,
    /// Of these, how many are not stored.
    pub lost: u64,
    /// Choices that were refused with the reason while nothing could be stored.
    pub refused: u64,
    /// Pictures compared with those of an independent replay.
    pub views: u64,
    /// Of these, how many differ.
    pub different: u64,
    /// What could not be tried here, and why.
    pub untried: Vec<String>,
}

/// What happens in a life of a server, and how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    Killed,
    Stopped,
    /// Nothing can be stored for a while.
    Trouble,
    /// Another version takes over.
    Followed,
}

const LIVES: [Life; 6] = [
    Life::Killed,
    Life::Followed,
    Life::Trouble,
    Life::Killed,
    Life::Stopped,
    Life::Trouble,
];

/// Plays through everything, on SQLite and, if it is there, on PostgreSQL.
///
/// # Errors
/// A server cannot be started, refuses a game that goes on, or does not recover.
pub async fn trial(plan: TrialPlan, mut progress: impl FnMut(&str)) -> Result<TrialReport> {
    let content = Content::load(&[])
        .map_err(|problems| Oops::invalid(problems.first().map_or("", |p| &p.0)))?;
    let mut report = TrialReport::default();
    let name = format!("gloryhex-trial-{}", crate::token::game_id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).map_err(Oops::internal)?;
    let mut half = Half {
        plan: &plan,
        content: &content,
        data: folder.join("data"),
        small: None,
        cluster: None,
    };
    let mut done = half.small_disk(&mut report);
    if done.is_ok() {
        done = half.run(&mut report, &mut progress).await;
    }
    half.small = None;
    if done.is_ok() {
        done = match binaries() {
            Some(binaries) => {
                half.data = folder.join("beside");
                half.cluster = Some(Cluster::start(folder.join("postgres"), binaries)?);
                half.run(&mut report, &mut progress).await
            }
            None => {
                let why = "restarts of the database: PostgreSQL is not installed";
                report.untried.push(why.to_owned());
                Ok(())
            }
        };
    }
    drop(half);
    let _ = fs::remove_dir_all(&folder);
    done.map(|()| report)
}

/// A small file system; gone when dropped.
struct SmallDisk(PathBuf);

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = finish(Command::new("umount").arg("-l").arg(&self.0));
    }
}

/// The trial on one kind of database.
struct Half<'a> {
    plan: &'a TrialPlan,
    content: &'a Content,
    data: PathBuf,
    small: Option<SmallDisk>,
    cluster: Option<Cluster>,
}

impl Half<'_> {
    fn small_disk(&mut self, report: &mut TrialReport) -> Result<()> {
        fs::create_dir_all(&self.data).map_err(Oops::internal)?;
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", DISK, "none"])
            .arg(&self.data);
        match is_root() && finish(&mut mount).is_ok() {
            true => self.small = Some(SmallDisk(self.data.clone())),
            false => report
                .untried
                .push("a full disk: only root can make a small one".to_owned()),
        }
        Ok(())
    }

    fn url(&self) -> Option<&str> {
        self.cluster.as_ref().map(|cluster| cluster.url.as_str())
    }

    async fn run(&self, report: &mut TrialReport, progress: &mut impl FnMut(&str)) -> Result<()> {
        let mut games: Vec<Played> = Vec::new();
        let mut program = self.plan.before.as_ref().unwrap_or(&self.plan.program);
        for round in 0..self.plan.rounds {
            for life in LIVES {
                let number = report.kills + report.stops;
                let server = Process::start(program, &self.data, self.url())?;
                let bots = Bots::send(
                    server.address,
                    games,
                    self.plan.games,
                    &self.plan.edition,
                    u64::from(number),
                )
                .await?;
                bots.until(u64::from(self.plan.games) * 8, PATIENCE).await?;
                if life == Life::Trouble {
                    self.trouble(&bots, server.address, report).await?;
                }
                match life {
                    Life::Stopped => {
                        server.ask_to_end()?;
                        report.stops += 1;
                    }
                    _ => {
                        server.kill()?;
                        report.kills += 1;
                    }
                }
                report.refused += bots.refused();
                games = bots.come_home().await?;
                if life == Life::Followed {
                    report.upgrades += 1;
                    match std::ptr::eq(program, &raw const self.plan.program) {
                        true => self.pretend().await?,
                        false => program = &self.plan.program,
                    }
                }
                let acknowledged: usize = games.iter().map(|game| game.acknowledged.len()).sum();
                let kind = if self.cluster.is_some() {
                    "PostgreSQL"
                } else {
                    "SQLite"
                };
                progress(&format!(
                    "{kind}, round {}: {life:?}; {acknowledged} choices in {} games",
                    round + 1,
                    games.len()
                ));
            }
        }
        self.check(&games, report).await
    }

    /// Nothing can be stored for a while: the disk is full, or the database away.
    async fn trouble(
        &self,
        bots: &Bots,
        server: SocketAddr,
        report: &mut TrialReport,
    ) -> Result<()> {
        let full = self.data.join("ballast");
        match (&self.cluster, &self.small) {
            (Some(cluster), _) => {
                cluster.stop()?;
                report.restarts += 1;
            }
            (None, Some(_)) => {
                fill(&full)?;
                report.full_disks += 1;
            }
            (None, None) => return Ok(()),
        }
        let began = Instant::now();
        let before = bots.refused();
        while bots.refused() < before + 3 || healthy(server).await {
            if began.elapsed() > PATIENCE {
                return Err(Oops::invalid("nobody was told that nothing can be stored"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        match &self.cluster {
            Some(cluster) => cluster.wake()?,
            None => fs::remove_file(&full).map_err(Oops::internal)?,
        }
        bots.until(u64::from(self.plan.games) * 4, PATIENCE).await?;
        let began = Instant::now();
        while !healthy(server).await {
            if began.elapsed() > PATIENCE {
                return Err(Oops::invalid("it never says that it is well again"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Without an earlier version at hand, all games are said to have been made by one.
    async fn pretend(&self) -> Result<()> {
        sqlx::any::install_default_drivers();
        let file = self.data.join("gloryhex.sqlite");
        let url = match self.url() {
            Some(url) => url.to_owned(),
            None => format!("sqlite://{}", file.display()),
        };
        let mut connection = sqlx::AnyConnection::connect(&url).await?;
        connection
            .execute("UPDATE games SET engine = 'another'")
            .await?;
        connection.close().await?;
        Ok(())
    }

    /// Looks for every choice that was acknowledged, and compares what every seat is shown.
    async fn check(&self, games: &[Played], report: &mut TrialReport) -> Result<()> {
        let server = Process::start(&self.plan.program, &self.data, self.url())?;
        let mut shown: Vec<Vec<(Option<u8>, Value)>> = Vec::new();
        let store = Store::open(&self.data, self.url()).await?;
        let key = store.key().await?;
        for game in games {
            let id = &game.ticket.game;
            let mut pictures = Vec::new();
            for seat in [None, Some(0), Some(1)] {
                let token = seat.map(|seat: u8| key.sign(Purpose::Play, id, 1 << seat));
                if let Some(view) = picture(server.address, id, token).await? {
                    pictures.push((seat, view));
                }
            }
            report.closed += u64::from(pictures.is_empty());
            shown.push(pictures);
        }
        server.ask_to_end()?;
        report.stops += 1;
        for (game, pictures) in games.iter().zip(shown) {
            let id = &game.ticket.game;
            let stored = store.entries(id, 0).await?;
            let there = |at: u32, wanted: &str| {
                stored.iter().any(|(position, entry)| {
                    *position == at
                        && matches!(entry, Entry::Choose { choice, .. } if choice == wanted)
                })
            };
            let lost = game
                .acknowledged
                .iter()
                .filter(|(at, choice)| !there(*at, choice));
            report.lost += lost.count() as u64;
            report.acknowledged += game.acknowledged.len() as u64;
            report.games += 1;
            report.finished += u64::from(game.over);
            if pictures.is_empty() {
                continue;
            }
            let kept = upgrade::read(&store, self.content, id).await?;
            let opened = kept.open(self.content)?;
            let on = opened.play.on_table()?;
            for (seat, seen) in pictures {
                let viewer = match (opened.play.is_over(), seat) {
                    (true, _) => Viewer::All,
                    (false, Some(seat)) => Viewer::Seat(Seat(seat)),
                    (false, None) => Viewer::Public,
                };
                let view = shown::view(&opened.play, on, viewer);
                let own = serde_json::to_value(view).map_err(Oops::internal)?;
                report.views += 1;
                if plain(own) != plain(seen) {
                    report.different += 1;
                    tracing::error!(game = %id, ?seat, "a seat is shown something else");
                }
            }
        }
        store.close().await;
        Ok(())
    }
}

/// A picture without what is not in the record: who is there, and how late it is.
fn plain(mut view: Value) -> Value {
    if let Some(players) = view["players"].as_array_mut() {
        for player in players.iter_mut().filter_map(Value::as_object_mut) {
            player.remove("connected");
            player.remove("clock");
        }
    }
    view
}

/// What a seat is shown when it sits down; `None` if the game is closed.
async fn picture(to: SocketAddr, game: &str, token: Option<String>) -> Result<Option<Value>> {
    let stream = TcpStream::connect(to).await.map_err(Oops::internal)?;
    let address = format!("ws://{to}/ws/{game}");
    let (mut line, _) = client_async(address, stream)
        .await
        .map_err(Oops::internal)?;
    let hello = ClientMessage::Hello {
        game: game.to_owned(),
        token,
        last_seen: None,
        version: VERSION,
    };
    say(&mut line, &hello).await?;
    while let Some(Ok(message)) = line.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        let mut heard: Value = serde_json::from_str(&text).map_err(Oops::internal)?;
        match heard["type"].as_str() {
            Some("welcome") => return Ok(Some(heard["view"].take())),
            Some("error") if heard["problem"]["code"] == "wrong-stage" => return Ok(None),
            Some("error") => return Err(Oops::invalid(format!("refused: {text}"))),
            _ => {}
        }
    }
    Err(Oops::invalid("a seat is shown nothing"))
}

/// Fills a file system to the last byte.
fn fill(ballast: &Path) -> Result<()> {
    let mut file = File::create(ballast).map_err(Oops::internal)?;
    let mut block = vec![0u8; 1 << 20];
    while !block.is_empty() {
        if file.write_all(&block).is_err() {
            block.truncate(block.len() / 2);
        }
    }
    Ok(())
}

/// Whether a server says that it is well.
async fn healthy(to: SocketAddr) -> bool {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let ask = async {
        let mut stream = TcpStream::connect(to).await?;
        let request = format!("GET /health HTTP/1.0\r\nHost: {to}\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok::<String, std::io::Error>(answer)
    };
    ask.await.is_ok_and(|answer| answer.contains(" 200 "))
}

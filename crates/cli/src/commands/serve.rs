//! `gloryhex serve` and `gloryhex load`: the game in the browser, and bots that put weight on it.

use crate::{
    args::Edition,
    packs::content,
    trouble::{Trouble, tell},
};
use clap::Args;
use gloryhex_server::{
    Config, Network, Paces, PublicUrl,
    kills::KillPlan,
    load::{LoadPlan, LoadReport, Percentiles},
    trial::TrialPlan,
};
use std::{
    io::{IsTerminal, Write, stderr, stdout},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

/// `gloryhex serve`
#[derive(Args)]
pub struct Serve {
    /// Port; 0 takes any free one
    #[arg(long, default_value_t = 8042)]
    port: u16,
    /// Address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Folder for games, made on first start; DATABASE_URL names a PostgreSQL database instead
    #[arg(long, default_value = "gloryhex-data", value_name = "DIR")]
    data: PathBuf,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Milliseconds between an opponent's choices, and before a pass is made for a player; GLORYHEX_PACE
    /// says the same
    #[arg(long, value_name = "MS")]
    pace: Option<u64>,
    /// Let the dice and draws of every game follow from this number and from how many games were made
    /// before it, so that all can be played again; not for games between people, who could know them
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go by a clock that is so many seconds ahead of the machine's, to try out what days and weeks do
    #[arg(long, value_name = "SECONDS", default_value_t = 0, hide = true)]
    ahead: u64,
    /// Believe proxies of this address or network when they say for whom they ask (X-Forwarded-For); those on
    /// this machine are believed anyway
    #[arg(long, value_name = "NETWORK")]
    trust_proxy: Vec<Network>,
    /// Let pages of this other site play here, e.g. https://games.example.org
    #[arg(long, value_name = "SITE")]
    origin: Vec<String>,
    /// The address under which people elsewhere reach this server, e.g. https://games.example.org; invitations and
    /// other links begin with it
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Tell figures for Prometheus on this address, e.g. 127.0.0.1:9042, at /metrics; without it nowhere
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Allow so many times as much to one address, where many people share one
    #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    per_address: u32,
}

impl Default for Serve {
    fn default() -> Serve {
        Serve {
            port: 8042,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            data: "gloryhex-data".into(),
            open: false,
            pace: None,
            ahead: 0,
            seed: None,
            trust_proxy: Vec::new(),
            origin: Vec::new(),
            public_url: None,
            metrics: None,
            per_address: 1,
        }
    }
}

/// `gloryhex load`
#[derive(Args)]
pub struct Load {
    /// Kill a server so many times while games are played, and count what it had acknowledged and lost;
    /// --rate and --seconds do not matter then
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    kill: Option<u32>,
    /// A day's play in a few minutes: kills, a full disk, restarts of the database and another version; in
    /// the end nothing may be lost, and every seat be shown what an independent replay comes to
    #[arg(long, conflicts_with_all = ["kill", "rate", "seconds"])]
    trial: bool,
    /// How often everything happens in a trial
    #[arg(long, default_value_t = 3, requires = "trial", value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// An earlier version of this program, which plays the beginning of a trial
    #[arg(long, value_name = "PROGRAM", requires = "trial")]
    before: Option<PathBuf>,
    /// Games at once
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,
    /// Choices per second in each game
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// Seconds to measure
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// The edition
    #[arg(long, default_value_t = Edition::usual())]
    edition: Edition,
    /// Every bot meets an opponent of this level instead of another bot
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    opponent: Option<String>,
    /// Be the bots of a server that runs already, for `load` itself
    #[arg(long, hide = true, value_name = "ADDRESS")]
    against: Option<SocketAddr>,
}

/// A level of an opponent, if there is such a one.
fn level(text: &str) -> Result<String, String> {
    let known = gloryhex_server::known_opponent(text);
    known.map_or_else(|oops| Err(oops.to_string()), |()| Ok(text.to_owned()))
}

/// What a server or bots run on. Memory that games leave goes back to the system meanwhile.
fn runtime() -> Result<tokio::runtime::Runtime, Trouble> {
    crate::counting::give_back();
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // A thread looks for news from the network after so many tasks, not after 61: with thousands of games a
        // task takes a tenth of a millisecond, and whoever has just sent something would wait for all of them.
        .event_interval(7)
        .global_queue_interval(7)
        .on_thread_park(crate::counting::give_back_before_waiting)
        .build()
        .map_err(Trouble::input)
}

/// Serves until interrupted.
pub fn serve(serve: &Serve) -> Result<(), Trouble> {
    let level = std::env::var("GLORYHEX_LOG").unwrap_or_else(|_| "info".to_owned());
    let filter = tracing_subscriber::EnvFilter::try_new(level).map_err(Trouble::input)?;
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr);
    if stderr().is_terminal() {
        logs.compact().init();
    } else {
        logs.json().init();
    }
    let mut paces = Paces::default();
    if let Some(pace) = pace(serve)? {
        paces.opponents = pace;
        paces.passes = pace;
        paces.breath = pace * 2;
    }
    let usual = Config::new(&serve.data);
    usual.clock.skip(Duration::from_secs(serve.ahead));
    let proxies = usual.proxies.iter().chain(&serve.trust_proxy);
    let config = Config {
        listen: SocketAddr::new(serve.host, serve.port),
        paces,
        seed: serve.seed,
        database: database(),
        limits: usual.limits.for_many(serve.per_address),
        proxies: proxies.copied().collect(),
        // A page under that address is the server's own, whatever name a proxy asks for it by.
        origins: serve
            .origin
            .iter()
            .cloned()
            .chain(serve.public_url.as_ref().map(|url| url.text().to_owned()))
            .collect(),
        public_url: serve.public_url.clone(),
        metrics: serve.metrics,
        ..usual
    };
    let open = serve.open;
    let public = serve.public_url.clone();
    let ready = move |address: SocketAddr, with_client: bool| {
        let page = format!("http://{address}/");
        let _ = writeln!(stdout(), "Gloryhex is ready: {page}");
        match &public {
            Some(url) => {
                let _ = writeln!(stdout(), "Others reach it at {}/", url.text());
            }
            None if address.ip().is_loopback() => {
                let _ = writeln!(
                    stdout(),
                    "Only this machine reaches it; --host 0.0.0.0 lets others in, --public-url names the address they use."
                );
            }
            None => {}
        }
        if !with_client {
            let _ = writeln!(
                stdout(),
                "The web client is not part of this build; install Node.js 20 or newer and build with --release."
            );
        }
        if open {
            open_page(&page);
        }
    };
    let served = runtime()?.block_on(gloryhex_server::serve(
        config,
        std::sync::Arc::clone(content()),
        ready,
    ));
    served.map_err(Trouble::input)
}

fn pace(serve: &Serve) -> Result<Option<Duration>, Trouble> {
    let named = std::env::var("GLORYHEX_PACE").ok();
    let named = named.filter(|text| !text.is_empty());
    let said = match (serve.pace, named) {
        (Some(pace), _) => Some(pace),
        (None, None) => None,
        (None, Some(text)) => Some(text.parse().map_err(|_| {
            let wrong = format!("GLORYHEX_PACE is a number of milliseconds, not `{text}`.");
            Trouble::input(wrong)
        })?),
    };
    Ok(said.map(Duration::from_millis))
}

fn open_page(page: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = Command::new(opener)
        .arg(page)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if quiet.is_err() {
        tell(format_args!(
            "No browser could be opened; open {page} yourself."
        ));
    }
}

/// The PostgreSQL database to use instead of a file, if one is named.
fn database() -> Option<String> {
    let url = std::env::var("DATABASE_URL").ok()?;
    (!url.is_empty()).then_some(url)
}

/// Puts bots on a server of its own and reports.
pub fn load(load: &Load) -> Result<(), Trouble> {
    if load.trial {
        return trial(load);
    }
    if let Some(kills) = load.kill {
        return kill(load, kills);
    }
    let plan = LoadPlan {
        games: load.games,
        rate: load.rate,
        time: Duration::from_secs(load.seconds),
        edition: load.edition.name().to_owned(),
        opponent: load.opponent.clone(),
        database: database(),
    };
    if let Some(address) = load.against {
        let played = runtime()?.block_on(gloryhex_server::load::against(address, &plan));
        return played.map_err(Trouble::input);
    }
    let program = std::env::current_exe().map_err(Trouble::input)?;
    let LoadReport { bots, memory } = runtime()?
        .block_on(gloryhex_server::load::load(plan, program, show))
        .map_err(Trouble::input)?;
    if stderr().is_terminal() {
        tell("");
    }
    let mut out = stdout();
    writeln!(
        out,
        "{} games at {} choices/s each for {} s: {} choices, {:.1}/s, {} errors, {} games finished",
        load.games,
        load.rate,
        load.seconds,
        bots.choices,
        bots.choices as f64 / load.seconds as f64,
        bots.errors,
        bots.finished
    )?;
    writeln!(out, "latency ms: {}", times(&bots.latencies))?;
    if load.opponent.is_some() {
        writeln!(
            out,
            "opponents' decisions, {} of them, ms: {}; {} times one began to play below its level",
            bots.decisions.count,
            times(&bots.decisions),
            bots.lowered
        )?;
    }
    if let Some(memory) = memory {
        let kb = |bytes: u64| bytes / 1000;
        let mb = |bytes: u64| bytes as f64 / 1e6;
        writeln!(
            out,
            "memory: {} kB a game, {} kB a socket, {} kB a game that was played, sockets included",
            kb(memory.per_game()),
            kb(memory.per_socket()),
            kb(memory.per_played())
        )?;
        writeln!(
            out,
            "in all, MB: {:.1} bare, {:.1} with {} games, {:.1} with {} sockets, {:.1} after the play, {:.1} with \
             nobody there, {:.1} with no game",
            mb(memory.bare),
            mb(memory.made),
            memory.games,
            mb(memory.seated),
            memory.sockets,
            mb(memory.played),
            mb(memory.left),
            mb(memory.closed)
        )?;
        if memory.open > 0 {
            writeln!(out, "{} games did not close in time", memory.open)?;
        }
    }
    Ok(())
}

/// Plays through a day and reports.
fn trial(load: &Load) -> Result<(), Trouble> {
    let plan = TrialPlan {
        program: std::env::current_exe().map_err(Trouble::input)?,
        before: load.before.clone(),
        games: load.games,
        rounds: load.rounds,
        edition: load.edition.name().to_owned(),
    };
    let show = |line: &str| tell(format_args!("{line}"));
    let report = runtime()?
        .block_on(gloryhex_server::trial::trial(plan, show))
        .map_err(Trouble::input)?;
    let mut out = stdout();
    for line in &report.untried {
        writeln!(out, "not tried: {line}")?;
    }
    writeln!(
        out,
        "{} kills, {} stops, {} full disks, {} restarts of the database, {} other versions",
        report.kills, report.stops, report.full_disks, report.restarts, report.upgrades
    )?;
    writeln!(
        out,
        "{} games, {} finished, {} closed: {} acknowledged choices checked, {} lost; {} refused while nothing could be stored",
        report.games,
        report.finished,
        report.closed,
        report.acknowledged,
        report.lost,
        report.refused
    )?;
    writeln!(
        out,
        "{} views compared with an independent replay, {} differ",
        report.views, report.different
    )?;
    match (report.lost, report.different) {
        (0, 0) => Ok(()),
        _ => Err(Trouble::Failed),
    }
}

fn times(times: &Percentiles) -> String {
    let ms = |micros: u32| f64::from(micros) / 1000.0;
    format!(
        "p50 {:.1}, p90 {:.1}, p95 {:.1}, p99 {:.1}, max {:.1}",
        ms(times.half),
        ms(times.p90),
        ms(times.p95),
        ms(times.p99),
        ms(times.most)
    )
}

/// Kills servers and reports what became of what they had acknowledged.
fn kill(load: &Load, kills: u32) -> Result<(), Trouble> {
    let plan = KillPlan {
        program: std::env::current_exe().map_err(Trouble::input)?,
        kills,
        games: load.games,
        edition: load.edition.name().to_owned(),
        database: database(),
    };
    let tell = |done: u32, acknowledged: u64| {
        if stderr().is_terminal() {
            let line = format!("\r{done} of {kills} kills  {acknowledged} choices ");
            let _ = stderr().write_all(line.as_bytes());
        }
    };
    let report = runtime()?
        .block_on(gloryhex_server::kills::kill(plan, tell))
        .map_err(Trouble::input)?;
    if stderr().is_terminal() {
        let _ = writeln!(stderr());
    }
    writeln!(
        stdout(),
        "{} kills in {} games: {} acknowledged choices checked, {} lost; {} were on their way",
        report.kills,
        report.games,
        report.acknowledged,
        report.lost,
        report.on_their_way
    )?;
    match report.lost {
        0 => Ok(()),
        _ => Err(Trouble::Failed),
    }
}

fn show(share: f64, choices: u64) {
    const WIDTH: usize = 32;
    let mut err = stderr();
    if !err.is_terminal() {
        return;
    }
    let full = (share * WIDTH as f64) as usize;
    let bar = "█".repeat(full.min(WIDTH)) + &"░".repeat(WIDTH - full.min(WIDTH));
    let _ = write!(err, "\r{bar} {:3.0}%  {choices} choices ", share * 100.0);
}

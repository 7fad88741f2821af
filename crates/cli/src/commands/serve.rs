//! `gloryhex serve` and `gloryhex load`: the game in the browser, and bots that put weight on it.

use crate::{
    args::Edition,
    packs::content,
    trouble::{Trouble, tell},
};
use clap::Args;
use gloryhex_server::{
    Config, Paces,
    kills::KillPlan,
    load::{LoadPlan, LoadProgress},
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
}

impl Default for Serve {
    fn default() -> Serve {
        Serve {
            port: 8042,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            data: "gloryhex-data".into(),
            open: false,
            pace: None,
            seed: None,
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
    #[arg(long, value_enum, default_value_t = Edition::Harrowdeep)]
    edition: Edition,
}

fn runtime() -> Result<tokio::runtime::Runtime, Trouble> {
    tokio::runtime::Runtime::new().map_err(Trouble::input)
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
    }
    let config = Config {
        listen: SocketAddr::new(serve.host, serve.port),
        paces,
        seed: serve.seed,
        database: database(),
        ..Config::new(&serve.data)
    };
    let open = serve.open;
    let ready = move |address: SocketAddr, with_client: bool| {
        let page = format!("http://{address}/");
        let _ = writeln!(stdout(), "Gloryhex is ready: {page}");
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
    if let Some(kills) = load.kill {
        return kill(load, kills);
    }
    let plan = LoadPlan {
        games: load.games,
        rate: load.rate,
        time: Duration::from_secs(load.seconds),
        edition: load.edition.name().to_owned(),
        database: database(),
    };
    let report = runtime()?
        .block_on(gloryhex_server::load::load(plan, show))
        .map_err(Trouble::input)?;
    if stderr().is_terminal() {
        tell("");
    }
    let ms = |share: f64| report.percentile(share).as_secs_f64() * 1000.0;
    let mut out = stdout();
    writeln!(
        out,
        "{} games at {} choices/s each for {} s: {} choices, {:.1}/s, {} errors, {} games finished",
        load.games,
        load.rate,
        load.seconds,
        report.choices,
        report.per_second(),
        report.errors,
        report.finished
    )?;
    writeln!(
        out,
        "latency ms: p50 {:.1}, p90 {:.1}, p99 {:.1}, max {:.1}",
        ms(0.5),
        ms(0.9),
        ms(0.99),
        ms(1.0)
    )?;
    Ok(())
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

fn show(progress: LoadProgress) {
    const WIDTH: usize = 32;
    let mut err = stderr();
    if !err.is_terminal() {
        return;
    }
    let full = (progress.share * WIDTH as f64) as usize;
    let bar = "█".repeat(full.min(WIDTH)) + &"░".repeat(WIDTH - full.min(WIDTH));
    let _ = write!(
        err,
        "\r{bar} {:3.0}%  {} games  {} choices ",
        progress.share * 100.0,
        progress.games,
        progress.choices
    );
}

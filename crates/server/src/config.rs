//! What a server can be told when it starts.

use crate::clock::Clock;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes any free one.
    pub listen: SocketAddr,
    /// The folder for the SQLite file; made if it is not there.
    pub data: PathBuf,
    /// A `postgres://` address to use instead of the SQLite file.
    pub database: Option<String>,
    /// Limits.
    pub limits: Limits,
    /// How opponents behave.
    pub opponents: Opponents,
    /// How fast things happen that nobody asked for.
    pub paces: Paces,
    /// Chance in every game follows from this number and from how many games this process made before it;
    /// without it, from nothing anybody could know.
    pub seed: Option<u64>,
    /// The time that players' clocks and idle games go by.
    pub clock: Clock,
}

/// What one client or address may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest message in bytes.
    pub message_bytes: usize,
    /// Messages a second on one socket.
    pub messages_per_second: u32,
    /// Messages that may come at once.
    pub burst: u32,
    /// Games an address may make in an hour.
    pub games_per_hour: u32,
    /// Sockets an address may hold.
    pub sockets_per_address: u32,
    /// A game nobody looks at leaves the memory after this time.
    pub idle: Duration,
    /// A game nobody touches is archived after this time.
    pub archive: Duration,
}

/// How opponents behave.
#[derive(Clone, Copy, Debug)]
pub struct Opponents {
    /// The longest one may think about a choice.
    pub think: Duration,
    /// How many may think at once.
    pub at_once: usize,
    /// Iterations of the search for each decision of a game that is analysed.
    pub analysis: u32,
}

/// How fast things happen that nobody asked for. Neither time depends on what a player holds.
#[derive(Clone, Copy, Debug)]
pub struct Paces {
    /// The shortest time between two choices of an opponent, so that people can follow.
    pub opponents: Duration,
    /// A pass is made for a player after this time.
    pub passes: Duration,
    /// How often people are told that an opponent thinks.
    pub thinking: Duration,
}

impl Default for Paces {
    fn default() -> Paces {
        Paces {
            opponents: Duration::from_millis(350),
            passes: Duration::from_millis(700),
            thinking: Duration::from_millis(250),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 4096,
            messages_per_second: 20,
            burst: 60,
            games_per_hour: 120,
            sockets_per_address: 256,
            idle: Duration::from_secs(600),
            archive: Duration::from_secs(30 * 24 * 3600),
        }
    }
}

impl Default for Opponents {
    fn default() -> Opponents {
        Opponents {
            think: Duration::from_secs(5),
            at_once: std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)),
            analysis: 100,
        }
    }
}

impl Config {
    /// The defaults: loopback, port 8042, a folder for the data.
    pub fn new(data: impl Into<PathBuf>) -> Config {
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8042),
            data: data.into(),
            database: None,
            limits: Limits::default(),
            opponents: Opponents::default(),
            paces: Paces::default(),
            seed: None,
            clock: Clock::default(),
        }
    }
}

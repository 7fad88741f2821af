//! What a server can be told when it starts.

use crate::clock::Clock;
use axum::http::Uri;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
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
    /// Proxies that are believed when they say for whom they ask.
    pub proxies: Vec<Network>,
    /// Other sites whose pages may play here, e.g. `https://games.example.org`.
    pub origins: Vec<String>,
    /// The address under which people elsewhere reach this server, which links to give away begin with.
    pub public_url: Option<PublicUrl>,
    /// Where figures about the server are told, on a port of their own; nowhere without it.
    pub metrics: Option<SocketAddr>,
}

/// The address under which people reach a server: `https://games.example.org`, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// As links begin with it: without a slash at its end.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let wrong = || {
            format!(
                "`{text}` is no address of a server; write https://games.example.org, with a port if it has one and without a path"
            )
        };
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let scheme = uri.scheme_str().filter(|s| matches!(*s, "http" | "https"));
        let place = uri
            .authority()
            .filter(|place| !place.as_str().contains('@'));
        let (Some(scheme), Some(place)) = (scheme, place) else {
            return Err(wrong());
        };
        let bare = matches!(uri.path(), "" | "/") && uri.query().is_none() && !text.contains('#');
        match bare && !place.host().is_empty() {
            true => Ok(PublicUrl(format!("{scheme}://{place}").to_lowercase())),
            false => Err(wrong()),
        }
    }
}

/// An address or a network of addresses: `192.0.2.7`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address is in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let same = |own: u128, other: u128, all: u8| {
            let rest = u32::from(all - self.bits);
            own.checked_shr(rest) == other.checked_shr(rest)
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                same(own.to_bits().into(), other.to_bits().into(), 32)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => same(own.to_bits(), other.to_bits(), 128),
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("`{text}` is no network; write 10.0.0.0/8, fd00::/8 or one address");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let all = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(all), |bits| bits.parse().map_err(|_| wrong()))?;
        match bits <= all {
            true => Ok(Network { address, bits }),
            false => Err(wrong()),
        }
    }
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
    /// Names an address may take in an hour.
    pub names_per_hour: u32,
    /// Ladders and tournaments an address may make in an hour.
    pub contests_per_hour: u32,
    /// Challenges an address may send in an hour.
    pub challenges_per_hour: u32,
    /// Recovery phrases an address may try, or have made, in an hour.
    pub attempts_per_hour: u32,
    /// Sockets an address may hold.
    pub sockets_per_address: u32,
    /// Connections an address may hold, sockets not counted; proxies carry as many as come.
    pub connections_per_address: u32,
    /// Work that an address may ask for in a second: a simple request is 1.
    pub requests_per_second: u32,
    /// Work that it may ask for at once.
    pub requests_at_once: u32,
    /// Messages a second from one address, on all its sockets; three times as many may come at once.
    pub address_messages: u32,
    /// The time in which the head of a request must come.
    pub first_byte: Duration,
    /// The time in which a body must come and be answered where one is sent.
    pub body: Duration,
    /// The time in which a socket must say hello.
    pub hello: Duration,
    /// A socket from which nothing is heard is asked whether it is there after this time, and closed after
    /// three of them.
    pub silence: Duration,
    /// Entries a game may have; after that it can only be given up. No game played to win comes near.
    pub entries: u32,
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
    /// The longest one may have to wait until it may think; the others think shorter for that.
    pub wait: Duration,
    /// Iterations of the search for each decision of a game that is analysed.
    pub analysis: u32,
}

/// How fast things happen that nobody asked for. Neither time depends on what a player holds.
#[derive(Clone, Copy, Debug)]
pub struct Paces {
    /// The shortest time between two choices of an opponent, so that people can follow.
    pub opponents: Duration,
    /// A pass is made for a player after about this time: half of them sooner, none after four times as long.
    pub passes: Duration,
    /// How long after a person's choice an opponent makes one that could not be unseen, if the person was
    /// passed for in between: time to take the choice back.
    pub breath: Duration,
    /// How often people are told that an opponent thinks.
    pub thinking: Duration,
}

impl Default for Paces {
    fn default() -> Paces {
        Paces {
            opponents: Duration::from_millis(350),
            passes: Duration::from_millis(700),
            breath: Duration::from_millis(1500),
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
            names_per_hour: 10,
            attempts_per_hour: 20,
            contests_per_hour: 5,
            challenges_per_hour: 60,
            sockets_per_address: 256,
            connections_per_address: 256,
            requests_per_second: 50,
            requests_at_once: 600,
            address_messages: 400,
            first_byte: Duration::from_secs(15),
            body: Duration::from_secs(20),
            hello: Duration::from_secs(15),
            silence: Duration::from_secs(25),
            entries: 50_000,
            idle: Duration::from_secs(600),
            archive: Duration::from_secs(30 * 24 * 3600),
        }
    }
}

impl Limits {
    /// The same with so many times as much for one address, where many people share one.
    #[must_use]
    pub fn for_many(self, times: u32) -> Limits {
        Limits {
            games_per_hour: self.games_per_hour.saturating_mul(times),
            names_per_hour: self.names_per_hour.saturating_mul(times),
            attempts_per_hour: self.attempts_per_hour.saturating_mul(times),
            contests_per_hour: self.contests_per_hour.saturating_mul(times),
            challenges_per_hour: self.challenges_per_hour.saturating_mul(times),
            sockets_per_address: self.sockets_per_address.saturating_mul(times),
            connections_per_address: self.connections_per_address.saturating_mul(times),
            requests_per_second: self.requests_per_second.saturating_mul(times),
            requests_at_once: self.requests_at_once.saturating_mul(times),
            address_messages: self.address_messages.saturating_mul(times),
            ..self
        }
    }
}

impl Default for Opponents {
    fn default() -> Opponents {
        Opponents {
            think: Duration::from_secs(5),
            at_once: std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)),
            wait: Duration::from_millis(1500),
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
            // Only a program on this machine connects from there: a proxy, or its owner.
            proxies: vec![
                Network {
                    address: Ipv4Addr::new(127, 0, 0, 0).into(),
                    bits: 8,
                },
                Network {
                    address: Ipv6Addr::LOCALHOST.into(),
                    bits: 128,
                },
            ],
            origins: Vec::new(),
            public_url: None,
            metrics: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_to_give_away_is_a_servers_and_nothing_more() {
        let read = |text: &str| text.parse::<PublicUrl>().map(|url| url.text().to_owned());
        assert_eq!(
            read("https://Games.example.org/").as_deref(),
            Ok("https://games.example.org")
        );
        assert_eq!(
            read("http://192.168.1.7:8042").as_deref(),
            Ok("http://192.168.1.7:8042")
        );
        assert_eq!(
            read("http://[2001:db8::7]:80").as_deref(),
            Ok("http://[2001:db8::7]:80")
        );
        for broken in [
            "",
            "games.example.org",
            "ftp://games.example.org",
            "https://",
            "/",
            "https://a.example/games",
            "https://a.example?x",
            "https://a.example/#x",
            "https://me@a.example",
            "javascript:alert(1)",
        ] {
            let told = read(broken).unwrap_err();
            assert_eq!(
                told,
                format!(
                    "`{broken}` is no address of a server; write https://games.example.org, with a port if it has one and without a path"
                )
            );
        }
    }

    #[test]
    fn a_network_knows_its_addresses() {
        let inside = |net: &str, address: &str| {
            let net: Network = net.parse().unwrap();
            net.contains(address.parse().unwrap())
        };
        assert!(inside("10.0.0.0/8", "10.200.3.4") && !inside("10.0.0.0/8", "11.0.0.1"));
        assert!(inside("192.0.2.7", "::ffff:192.0.2.7") && !inside("192.0.2.7", "192.0.2.8"));
        assert!(inside("fd00::/8", "fd12::1") && !inside("fd00::/8", "fe80::1"));
        assert!(inside("0.0.0.0/0", "198.51.100.1") && !inside("0.0.0.0/0", "2001:db8::1"));
        for broken in ["", "ten", "10.0.0.0/33", "::/129", "10.0.0.0/x"] {
            assert!(broken.parse::<Network>().is_err(), "{broken}");
        }
    }
}

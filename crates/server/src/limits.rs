//! How much one socket or address may ask for.
//!
//! Addresses are counted as whoever holds them: one IPv4 address, or one IPv6 network of 64 bits, whose
//! holder has all the rest of it. Everything an address does counts together: connections, requests, sockets,
//! the messages on all of them, and games.

use crate::{
    config::Limits,
    error::{Oops, Result},
};
use gloryhex_protocol::Code;
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Addresses remembered before those that ask for nothing are forgotten.
const REMEMBERED: usize = 10_000;
/// Something that an address may make only so often in an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A game.
    Game,
    /// A name.
    Name,
    /// An attempt to prove a name.
    Attempt,
    /// A ladder or a tournament.
    Contest,
    /// A challenge.
    Challenge,
}

/// How many kinds of them there are.
const THINGS: usize = 5;

/// How long something that was made counts.
const HOUR: Duration = Duration::from_secs(3600);

/// A bucket of messages that refills with time.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    level: f64,
    rate: f64,
    size: f64,
    last: Instant,
}

impl Bucket {
    /// A full bucket for the messages of one socket.
    pub fn new(limits: &Limits) -> Bucket {
        Bucket::of(limits.messages_per_second, limits.burst)
    }
    /// A full bucket of a size that refills at a rate.
    fn of(rate: u32, size: u32) -> Bucket {
        Bucket {
            level: f64::from(size),
            rate: f64::from(rate),
            size: f64::from(size),
            last: Instant::now(),
        }
    }
    /// Takes one message out, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        self.take_many(1.0, now)
    }
    /// Takes so much out, if it is there.
    fn take_many(&mut self, many: f64, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.last).as_secs_f64();
        self.level = (self.level + since * self.rate).min(self.size);
        self.last = self.last.max(now);
        if self.level < many {
            return false;
        }
        self.level -= many;
        true
    }
    fn is_full(&self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.last).as_secs_f64();
        self.level + since * self.rate >= self.size
    }
}

/// Whoever holds an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Holder(IpAddr);

impl Holder {
    /// Who holds this address.
    pub fn of(address: IpAddr) -> Holder {
        Holder(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            address => address,
        })
    }
}

#[derive(Debug)]
struct Held {
    connections: u32,
    sockets: u32,
    requests: Bucket,
    messages: Bucket,
    /// When each [`Thing`] was made in the last hour.
    made: [Vec<Instant>; THINGS],
}

impl Held {
    fn new(limits: &Limits) -> Held {
        Held {
            connections: 0,
            sockets: 0,
            requests: Bucket::of(limits.requests_per_second, limits.requests_at_once),
            messages: Bucket::of(
                limits.address_messages,
                limits.address_messages.saturating_mul(3),
            ),
            made: Default::default(),
        }
    }
    fn rests(&self, now: Instant) -> bool {
        self.connections == 0
            && self.sockets == 0
            && self.requests.is_full(now)
            && self.messages.is_full(now)
            && self
                .made
                .iter()
                .flatten()
                .all(|made| now.duration_since(*made) >= HOUR)
    }
}

/// What everybody holds.
#[derive(Clone, Debug)]
pub struct Addresses {
    limits: Limits,
    seen: Arc<Mutex<HashMap<Holder, Held>>>,
}

/// What is counted as long as this lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Connection,
    Socket,
}

/// A connection or a socket that is counted as long as this lives.
#[derive(Debug)]
pub struct Counted {
    addresses: Addresses,
    holder: Holder,
    kind: Kind,
}

impl Counted {
    /// Counts a message with all others from the same address; `false` if there are too many.
    pub fn message(&self) -> bool {
        let now = Instant::now();
        let mut seen = self.addresses.seen();
        let held = self.addresses.held(&mut seen, self.holder);
        held.messages.take(now)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(held) = self.addresses.seen().get_mut(&self.holder) {
            let count = match self.kind {
                Kind::Connection => &mut held.connections,
                Kind::Socket => &mut held.sockets,
            };
            *count = count.saturating_sub(1);
        }
    }
}

impl Addresses {
    /// Nobody seen yet.
    pub fn new(limits: Limits) -> Addresses {
        Addresses {
            limits,
            seen: Arc::default(),
        }
    }
    fn seen(&self) -> MutexGuard<'_, HashMap<Holder, Held>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn held<'a>(&self, seen: &'a mut HashMap<Holder, Held>, holder: Holder) -> &'a mut Held {
        if seen.len() >= REMEMBERED && !seen.contains_key(&holder) {
            let now = Instant::now();
            seen.retain(|_, held| !held.rests(now));
        }
        seen.entry(holder)
            .or_insert_with(|| Held::new(&self.limits))
    }
    fn count(&self, holder: Holder, kind: Kind) -> Option<Counted> {
        let mut seen = self.seen();
        let held = self.held(&mut seen, holder);
        let (count, most) = match kind {
            Kind::Connection => (&mut held.connections, self.limits.connections_per_address),
            Kind::Socket => (&mut held.sockets, self.limits.sockets_per_address),
        };
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted {
            addresses: self.clone(),
            holder,
            kind,
        })
    }
    /// Counts a connection, or refuses it.
    pub fn connect(&self, holder: Holder) -> Option<Counted> {
        self.count(holder, Kind::Connection)
    }
    /// Counts a socket, or refuses it.
    pub fn open_socket(&self, holder: Holder) -> Result<Counted> {
        self.count(holder, Kind::Socket).ok_or_else(|| {
            Oops::new(
                Code::Busy,
                "Too many connections from your address; close some first.",
            )
        })
    }
    /// Counts a request that is so much work, or refuses it.
    pub fn request(&self, holder: Holder, work: f64) -> Result<()> {
        let mut seen = self.seen();
        let held = self.held(&mut seen, holder);
        match held.requests.take_many(work, Instant::now()) {
            true => Ok(()),
            false => Err(Oops::new(
                Code::Busy,
                "Too many requests from your address; wait a few seconds and try again.",
            )),
        }
    }
    /// Counts something that is made, or refuses it.
    pub fn make(&self, holder: Holder, thing: Thing) -> Result<()> {
        let mut seen = self.seen();
        let (most, refusal) = match thing {
            Thing::Game => (
                self.limits.games_per_hour,
                "Too many games were made from your address in the last hour; play one of them first.",
            ),
            Thing::Name => (
                self.limits.names_per_hour,
                "Too many names were taken from your address in the last hour; keep one of them.",
            ),
            Thing::Contest => (
                self.limits.contests_per_hour,
                "Too many ladders and tournaments were made from your address in the last hour; join one of them.",
            ),
            Thing::Challenge => (
                self.limits.challenges_per_hour,
                "Too many challenges came from your address in the last hour; wait for an answer.",
            ),
            Thing::Attempt => (
                self.limits.attempts_per_hour,
                "Too many recovery phrases were tried from your address in the last hour; try again later.",
            ),
        };
        let held = self.held(&mut seen, holder);
        let now = Instant::now();
        let made = &mut held.made[thing as usize];
        made.retain(|made| now.duration_since(*made) < HOUR);
        if made.len() >= most as usize {
            return Err(Oops::new(Code::Busy, refusal));
        }
        made.push(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(address: &str) -> Holder {
        Holder::of(address.parse().unwrap())
    }

    #[test]
    fn a_bucket_empties_and_refills() {
        let limits = Limits {
            burst: 3,
            messages_per_second: 10,
            ..Limits::default()
        };
        let mut bucket = Bucket::new(&limits);
        let start = Instant::now();
        assert!((0..3).all(|_| bucket.take(start)));
        assert!(!bucket.take(start));
        assert!(bucket.take(start + Duration::from_millis(150)));
        assert!(!bucket.take(start + Duration::from_millis(150)));
    }

    #[test]
    fn an_address_holds_so_many_sockets() {
        let addresses = Addresses::new(Limits {
            sockets_per_address: 1,
            ..Limits::default()
        });
        let here = holder("127.0.0.1");
        let socket = addresses.open_socket(here).unwrap();
        assert_eq!(addresses.open_socket(here).unwrap_err().0.code, Code::Busy);
        drop(socket);
        assert!(addresses.open_socket(here).is_ok());
    }

    #[test]
    fn a_network_of_64_bits_is_one_holder() {
        assert_eq!(holder("2001:db8:1:2::3"), holder("2001:db8:1:2:ffff::9"));
        assert_ne!(holder("2001:db8:1:2::3"), holder("2001:db8:1:3::3"));
        assert_eq!(holder("::ffff:192.0.2.7"), holder("192.0.2.7"));
        assert_ne!(holder("192.0.2.8"), holder("192.0.2.7"));
    }

    #[test]
    fn messages_count_over_all_sockets_of_an_address() {
        let addresses = Addresses::new(Limits {
            address_messages: 2,
            ..Limits::default()
        });
        let sockets: Vec<Counted> = (0..3)
            .map(|_| addresses.open_socket(holder("2001:db8::1")).unwrap())
            .collect();
        let taken = (0..9).filter(|n| sockets[n % 3].message()).count();
        assert_eq!(taken, 6, "three times what comes in a second");
        let other = addresses.open_socket(holder("192.0.2.1")).unwrap();
        assert!(other.message(), "others are not held up");
    }

    #[test]
    fn those_who_rest_are_forgotten() {
        let addresses = Addresses::new(Limits::default());
        for n in 0..2 * REMEMBERED as u32 {
            let holder = Holder::of(std::net::Ipv4Addr::from(n).into());
            drop(addresses.connect(holder));
        }
        assert!(addresses.seen().len() <= REMEMBERED);
    }
}

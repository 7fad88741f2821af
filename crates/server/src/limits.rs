//! How much one socket or address may ask for.

use crate::{
    config::Limits,
    error::{Oops, Result},
};
use gloryhex_protocol::Code;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// A bucket of messages that refills with time.
#[derive(Debug)]
pub struct Bucket {
    level: f64,
    rate: f64,
    size: f64,
    last: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(limits: &Limits) -> Bucket {
        Bucket {
            level: f64::from(limits.burst),
            rate: f64::from(limits.messages_per_second),
            size: f64::from(limits.burst),
            last: Instant::now(),
        }
    }
    /// Takes one message out, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.last).as_secs_f64();
        self.level = (self.level + since * self.rate).min(self.size);
        self.last = now;
        if self.level < 1.0 {
            return false;
        }
        self.level -= 1.0;
        true
    }
}

#[derive(Debug, Default)]
struct Address {
    sockets: u32,
    made: Vec<Instant>,
}

/// What every address holds.
#[derive(Clone, Debug)]
pub struct Addresses {
    limits: Limits,
    seen: Arc<Mutex<HashMap<IpAddr, Address>>>,
}

/// A socket that is counted as long as this lives.
#[derive(Debug)]
pub struct Counted {
    addresses: Addresses,
    address: IpAddr,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut seen = self.addresses.seen();
        if let Some(entry) = seen.get_mut(&self.address) {
            entry.sockets = entry.sockets.saturating_sub(1);
            if entry.sockets == 0 && entry.made.is_empty() {
                seen.remove(&self.address);
            }
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
    fn seen(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, Address>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Counts a socket, or refuses it.
    pub fn open_socket(&self, address: IpAddr) -> Result<Counted> {
        let mut seen = self.seen();
        let entry = seen.entry(address).or_default();
        if entry.sockets >= self.limits.sockets_per_address {
            return Err(Oops::new(
                Code::Busy,
                "Too many connections from your address; close some first.",
            ));
        }
        entry.sockets += 1;
        drop(seen);
        Ok(Counted {
            addresses: self.clone(),
            address,
        })
    }
    /// Counts a game that is made, or refuses it.
    pub fn make_game(&self, address: IpAddr) -> Result<()> {
        let mut seen = self.seen();
        let entry = seen.entry(address).or_default();
        let now = Instant::now();
        entry
            .made
            .retain(|made| now.duration_since(*made) < Duration::from_secs(3600));
        if entry.made.len() >= self.limits.games_per_hour as usize {
            return Err(Oops::new(
                Code::Busy,
                "Too many games were made from your address in the last hour; play one of them first.",
            ));
        }
        entry.made.push(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let here: IpAddr = [127, 0, 0, 1].into();
        let socket = addresses.open_socket(here).unwrap();
        assert_eq!(addresses.open_socket(here).unwrap_err().0.code, Code::Busy);
        drop(socket);
        assert!(addresses.open_socket(here).is_ok());
    }
}

//! The time that rooms go by: that of the machine, which tests can set forward.

use std::{sync::Arc, time::Duration};
use tokio::{sync::watch, time::Instant};

/// A clock. Copies show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Arc<watch::Sender<Duration>>);

impl Default for Clock {
    fn default() -> Clock {
        Clock(Arc::new(watch::Sender::new(Duration::ZERO)))
    }
}

impl Clock {
    /// The time now.
    pub fn now(&self) -> Instant {
        Instant::now() + self.ahead()
    }
    /// The time now in Unix milliseconds, which a restart does not change and other servers know too.
    pub fn wall(&self) -> u64 {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let all = since.unwrap_or_default() + self.ahead();
        u64::try_from(all.as_millis()).unwrap_or(u64::MAX)
    }
    /// Sets the clock forward; whoever waits by it wakes up.
    pub fn skip(&self, time: Duration) {
        self.0.send_modify(|ahead| *ahead += time);
    }
    /// How far the clock is ahead of the machine's.
    pub(crate) fn ahead(&self) -> Duration {
        *self.0.borrow()
    }
    /// Tells when the clock has been set forward.
    pub(crate) fn watch(&self) -> watch::Receiver<Duration> {
        self.0.subscribe()
    }
    /// Waits until the clock shows a time.
    pub(crate) async fn sleep_until(&self, when: Instant) {
        tokio::time::sleep_until(when - self.ahead()).await;
    }
}

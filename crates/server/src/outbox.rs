//! What waits to be sent to one client.
//!
//! A client that reads slowly is not cut off: when too much waits, messages that show the game are
//! dropped, and once the rest has gone out the room shows it the game anew. Answers to the client's
//! own messages are never dropped. **Deliberately absent**: the socket itself.

use axum::extract::ws::Utf8Bytes;
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;

/// Messages that may wait before those that show the game are dropped.
const SHOWN: usize = 128;
/// The same in bytes, behind the first message that waits: a few whole pictures of a game.
const SHOWN_BYTES: usize = 256 * 1024;
/// Answers that may wait; a client that asks for more without reading is cut off.
const ANSWERS: usize = 1024;
/// The same in bytes, behind the first message that waits.
const ANSWERS_BYTES: usize = 1024 * 1024;

/// What comes next for the writer of a socket.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Send this.
    Text(Utf8Bytes),
    /// Everything was sent, but something had been dropped: ask the room to show the game anew.
    Behind,
    /// Nothing more will come.
    Closed,
}

/// How far a client is from having seen the game as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    All,
    /// Something was dropped.
    Behind,
    /// The room has been asked to show the game anew.
    Asked,
}

#[derive(Debug, Default)]
struct Waiting {
    queue: VecDeque<(bool, Utf8Bytes)>,
    /// Of all in the queue.
    bytes: usize,
    seen: Seen,
    closed: bool,
}

/// The messages for one client, in order.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    filled: Notify,
    emptied: Notify,
}

impl Waiting {
    /// What would wait behind the first message if this one waited too. The first itself may have any length: a
    /// long game's whole picture must get through.
    fn behind_with(&self, text: &Utf8Bytes) -> usize {
        let first = self.queue.front();
        first.map_or(0, |(_, first)| self.bytes - first.len() + text.len())
    }
}

impl Outbox {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message that shows the game, unless the client is behind anyway.
    pub fn show(&self, text: Utf8Bytes) {
        let mut waiting = self.waiting();
        if waiting.closed || waiting.seen != Seen::All {
            return;
        }
        if waiting.queue.len() >= SHOWN || waiting.behind_with(&text) > SHOWN_BYTES {
            waiting.queue.retain(|(answer, _)| *answer);
            waiting.bytes = waiting.queue.iter().map(|(_, text)| text.len()).sum();
            waiting.seen = Seen::Behind;
            metrics::counter!("gloryhex_clients_behind_total").increment(1);
        } else {
            waiting.bytes += text.len();
            waiting.queue.push_back((false, text));
        }
        drop(waiting);
        self.filled.notify_one();
    }

    /// Adds an answer. `false` if the client has left far too many of them unread.
    pub fn answer(&self, text: Utf8Bytes) -> bool {
        let mut waiting = self.waiting();
        if waiting.queue.len() >= ANSWERS || waiting.behind_with(&text) > ANSWERS_BYTES {
            return false;
        }
        waiting.bytes += text.len();
        waiting.queue.push_back((true, text));
        drop(waiting);
        self.filled.notify_one();
        true
    }

    /// Waits until the client has read most of what it was sent.
    pub async fn room(&self) {
        loop {
            let emptied = self.emptied.notified();
            {
                let waiting = self.waiting();
                let little = waiting.queue.len() < ANSWERS / 2 && waiting.bytes < ANSWERS_BYTES / 2;
                if waiting.closed || little {
                    return;
                }
            }
            emptied.await;
        }
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting().queue.is_empty()
    }

    /// The room is about to show the game anew.
    pub fn caught_up(&self) {
        self.waiting().seen = Seen::All;
    }

    /// Nothing more will be added; what waits still goes out.
    pub fn close(&self) {
        self.waiting().closed = true;
        self.filled.notify_one();
        self.emptied.notify_one();
    }

    /// The next thing to do for the one task that sends.
    pub async fn next(&self) -> Next {
        loop {
            let filled = self.filled.notified();
            {
                let mut waiting = self.waiting();
                if let Some((_, text)) = waiting.queue.pop_front() {
                    waiting.bytes -= text.len();
                    if waiting.queue.is_empty() {
                        waiting.queue.shrink_to(4);
                    }
                    drop(waiting);
                    self.emptied.notify_one();
                    return Next::Text(text);
                }
                if waiting.closed {
                    return Next::Closed;
                }
                if waiting.seen == Seen::Behind {
                    waiting.seen = Seen::Asked;
                    return Next::Behind;
                }
            }
            filled.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_client_skips_pictures_and_keeps_answers() {
        let outbox = Outbox::default();
        outbox.show("old".into());
        assert!(outbox.answer("answer".into()));
        for _ in 0..2 * SHOWN {
            outbox.show("picture".into());
        }
        assert_eq!(outbox.next().await, Next::Text("answer".into()));
        assert_eq!(outbox.next().await, Next::Behind);
        outbox.show("not yet".into());
        outbox.caught_up();
        outbox.show("anew".into());
        outbox.close();
        outbox.show("too late".into());
        assert_eq!(outbox.next().await, Next::Text("anew".into()));
        assert_eq!(outbox.next().await, Next::Closed);
    }

    #[tokio::test]
    async fn answers_have_an_end() {
        let outbox = Outbox::default();
        let taken = (0..2 * ANSWERS).filter(|_| outbox.answer("a".into()));
        assert_eq!(taken.count(), ANSWERS);
        let long = "a".repeat(10_000);
        let outbox = Outbox::default();
        let taken = (0..ANSWERS).filter(|_| outbox.answer(long.clone().into()));
        assert_eq!(taken.count(), 1 + ANSWERS_BYTES / long.len());
    }

    #[tokio::test]
    async fn long_pictures_wait_in_bounded_memory() {
        let outbox = Outbox::default();
        let picture = Utf8Bytes::from("p".repeat(SHOWN_BYTES * 2));
        outbox.show(picture.clone());
        let small = Utf8Bytes::from("p".repeat(SHOWN_BYTES / 4));
        for _ in 0..4 {
            outbox.show(small.clone());
        }
        assert_eq!(outbox.waiting().bytes, picture.len() + SHOWN_BYTES);
        outbox.show("p".into());
        assert_eq!(outbox.waiting().bytes, 0);
        assert_eq!(outbox.next().await, Next::Behind);
    }

    #[tokio::test]
    async fn a_picture_of_any_length_and_what_follows_it_arrive() {
        let outbox = Outbox::default();
        let picture = Utf8Bytes::from("p".repeat(ANSWERS_BYTES * 2));
        outbox.show(picture.clone());
        outbox.show("presence".into());
        assert!(outbox.answer("answer".into()));
        assert_eq!(outbox.next().await, Next::Text(picture));
        assert_eq!(outbox.next().await, Next::Text("presence".into()));
        assert_eq!(outbox.next().await, Next::Text("answer".into()));
    }

    #[tokio::test]
    async fn a_client_is_listened_to_again_when_it_has_read() {
        let outbox = Outbox::default();
        for _ in 0..2 {
            assert!(outbox.answer("a".repeat(ANSWERS_BYTES / 2).into()));
        }
        tokio::select! {
            biased;
            () = outbox.room() => panic!("it has read nothing yet"),
            () = std::future::ready(()) => {}
        }
        let reads = async {
            outbox.next().await;
            outbox.next().await;
        };
        tokio::join!(outbox.room(), reads);
    }
}

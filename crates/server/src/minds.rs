//! The queue in which opponents wait to think: fair by game, with a wait that has an end.
//!
//! Few may think at once, in the order in which they asked, and a game has one place in the queue. Whoever
//! may think is told for how long: so long that everybody behind can begin before having waited
//! longer than allowed. A level that cannot be played in that time gives way to a lower one.
//! **Deliberately absent**: thinking itself.

use gloryhex_search::Level;
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{sync::oneshot, time::Instant};

/// The least time anybody is given; enough to look at a choice or two.
const LEAST: Duration = Duration::from_millis(5);

/// Those who think and those who wait to.
pub struct Minds {
    at_once: usize,
    wait: Duration,
    queue: Mutex<Queue>,
    begun: AtomicU64,
}

#[derive(Default)]
struct Queue {
    thinking: usize,
    waiting: VecDeque<Waiting>,
}

struct Waiting {
    game: String,
    since: Instant,
    go: oneshot::Sender<Place>,
}

/// The right to think. Whoever comes next begins when it is dropped.
pub struct Place {
    minds: Option<Arc<Minds>>,
    /// For how long.
    pub time: Duration,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(minds) = self.minds.take() {
            minds.next();
        }
    }
}

impl Minds {
    /// So many think at once, and nobody is to wait longer than this for a place.
    pub fn new(at_once: usize, wait: Duration) -> Arc<Minds> {
        Arc::new(Minds {
            at_once: at_once.max(1),
            wait,
            queue: Mutex::default(),
            begun: AtomicU64::new(0),
        })
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many have begun to think.
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// How many wait.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.queue().waiting.len()
    }

    /// Waits for a place. `None` if the same game asked again meanwhile, which takes over where this one
    /// stood in the queue.
    pub async fn place(self: &Arc<Self>, game: &str) -> Option<Place> {
        let (go, turn) = oneshot::channel();
        {
            let mut queue = self.queue();
            match queue.waiting.iter_mut().find(|other| other.game == game) {
                Some(older) => older.go = go,
                None => queue.waiting.push_back(Waiting {
                    game: game.to_owned(),
                    since: Instant::now(),
                    go,
                }),
            }
            metrics::gauge!("gloryhex_minds_waiting").set(queue.waiting.len() as f64);
            if queue.thinking < self.at_once {
                queue.thinking += 1;
                drop(queue);
                self.next();
            }
        }
        turn.await.ok()
    }

    /// Somebody is done: whoever comes next begins.
    fn next(self: &Arc<Self>) {
        loop {
            let mut queue = self.queue();
            let Some(next) = queue.waiting.pop_front() else {
                queue.thinking -= 1;
                return;
            };
            let now = Instant::now();
            let time = self.share(&queue, now);
            drop(queue);
            metrics::histogram!("gloryhex_mind_wait_seconds")
                .record((now - next.since).as_secs_f64());
            let place = Place {
                minds: Some(Arc::clone(self)),
                time,
            };
            match next.go.send(place) {
                Ok(()) => {
                    self.begun.fetch_add(1, Ordering::Relaxed);
                    return;
                }
                // Nobody waits for this one any more: its place is passed on.
                Err(mut place) => drop(place.minds.take()),
            }
        }
    }

    /// How long the next one may think, so that everybody behind begins in time.
    fn share(&self, queue: &Queue, now: Instant) -> Duration {
        let left = |(ahead, other): (u32, &Waiting)| {
            let until = (other.since + self.wait).saturating_duration_since(now);
            until * self.at_once as u32 / ahead
        };
        let shares = (1..).zip(&queue.waiting).map(left);
        shares.min().unwrap_or(Duration::MAX).max(LEAST)
    }
}

/// The level that can be played in a given time, if it is not the one asked for.
pub fn lowered(level: Level, time: Duration) -> Option<Level> {
    let needs = |level: Level| match level {
        Level::Beginner | Level::Adept => Duration::ZERO,
        Level::Veteran => Duration::from_millis(30),
        Level::Champion => Duration::from_millis(200),
    };
    let able = |other: &Level| *other <= level && needs(*other) <= time;
    let best = Level::ALL.into_iter().rev().find(able)?;
    (best != level).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays so many games for a minute of made-up time with somebody who thinks as long as allowed, and
    /// tells the longest wait, the longest thought and how many choices each game got.
    async fn crowd(games: usize, at_once: usize) -> (Duration, Duration, Vec<u32>) {
        let minds = Minds::new(at_once, Duration::from_secs(2));
        let end = Instant::now() + Duration::from_secs(60);
        let play = |number: usize| {
            let minds = Arc::clone(&minds);
            tokio::spawn(async move {
                let (mut waited, mut thought, mut choices) = (Duration::ZERO, Duration::ZERO, 0);
                while Instant::now() < end {
                    let asked = Instant::now();
                    let place = minds.place(&number.to_string()).await.expect("a place");
                    waited = waited.max(asked.elapsed());
                    let think = place.time.min(Level::Champion.time());
                    thought = thought.max(think);
                    tokio::time::sleep(think).await;
                    choices += 1;
                }
                (waited, thought, choices)
            })
        };
        let games: Vec<_> = (0..games).map(play).collect();
        let (mut waited, mut thought, mut choices) = (Duration::ZERO, Duration::ZERO, Vec::new());
        for game in games {
            let (w, t, c) = game.await.expect("it is played");
            (waited, thought) = (waited.max(w), thought.max(t));
            choices.push(c);
        }
        (waited, thought, choices)
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_long_however_many_think() {
        for (games, at_once) in [(1, 1), (3, 1), (40, 1), (40, 2), (300, 1)] {
            let (waited, _, choices) = crowd(games, at_once).await;
            // Timers tell milliseconds, of which three hundred make a difference.
            let most = Duration::from_millis(if games > 100 { 3000 } else { 2100 });
            assert!(
                waited <= most,
                "{games} games, {at_once} at once: {waited:?}"
            );
            let (few, many) = (choices.iter().min(), choices.iter().max());
            let fair = few.zip(many).is_some_and(|(few, many)| many - few <= 2);
            assert!(fair, "{games} games, {at_once} at once: {choices:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn with_room_for_all_everybody_thinks_as_long_as_it_likes() {
        let (waited, thought, _) = crowd(2, 2).await;
        assert_eq!((waited, thought), (Duration::ZERO, Level::Champion.time()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_has_one_place_and_those_who_leave_hold_up_nobody() {
        let minds = Minds::new(1, Duration::from_secs(2));
        let first = minds.place("a").await.expect("a place");
        let ask = |game: &'static str| {
            let minds = Arc::clone(&minds);
            tokio::spawn(async move { minds.place(game).await })
        };
        let (older, gone) = (ask("b"), ask("c"));
        tokio::task::yield_now().await;
        let newer = ask("b");
        let last = ask("d");
        tokio::task::yield_now().await;
        gone.abort();
        assert!(older.await.expect("no panic").is_none());
        drop(first);
        drop(newer.await.expect("no panic").expect("b's place"));
        assert!(last.await.expect("no panic").is_some());
        let free = minds.place("e").await;
        assert!(free.is_some());
    }

    #[test]
    fn a_level_without_time_gives_way_to_the_next_lower() {
        let at = |ms| lowered(Level::Champion, Duration::from_millis(ms));
        assert_eq!(at(1000), None);
        assert_eq!(at(62), Some(Level::Veteran));
        assert_eq!(at(6), Some(Level::Adept));
        assert_eq!(lowered(Level::Beginner, Duration::ZERO), None);
        assert_eq!(lowered(Level::Veteran, Duration::from_millis(62)), None);
    }
}

//! One game being played: a task that takes everything about it in turn.
//!
//! A choice is tried on a copy of the game, stored, and only then acknowledged and shown. What other
//! processes stored meanwhile is taken over first. The parts of a room are in the files beside: what
//! clients ask for (`requests`), what the clock and opponents do (`timing`), what is sent (`announce`).

mod announce;
mod requests;
mod timing;

pub use announce::text;
pub use requests::clean_name;

use crate::{
    config::Config,
    entry::{Entry, chance_seed},
    error::{Oops, Result},
    http::analysis::Analyses,
    outbox::Outbox,
    play::{Play, Tried},
    record::{Change, UndoAsked},
    rooms::Rooms,
    store::{Store, now},
    summary::summary,
    token::{Key, random},
};
use gloryhex_editions::Content;
use gloryhex_protocol::{
    Board, ClientMessage, Code, GameSummary, JoinGame, RuleEntry, Settings, Stage,
};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Semaphore, mpsc, oneshot},
    time::Instant,
};

/// What everything in a server shares.
pub struct Hall {
    /// Settings.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// Cards, boards, rules.
    pub content: Arc<Content>,
    /// Rules indexes by edition.
    pub rules: HashMap<String, Vec<RuleEntry>>,
    /// Signs tokens.
    pub key: Key,
    /// How many opponents may think at once.
    pub minds: Arc<Semaphore>,
    /// Games analysed lately.
    pub analyses: Analyses,
    /// How many games this process has made.
    pub games: AtomicU32,
}

impl Hall {
    /// The secret that chance in the next game follows from.
    pub fn next_seed(&self) -> u64 {
        let number = self.games.fetch_add(1, Ordering::Relaxed);
        match self.config.seed {
            Some(seed) => chance_seed(seed, number),
            None => u64::from_le_bytes(random()),
        }
    }
}

/// Something asked of a room.
pub enum Ask {
    /// A socket opens.
    Connect(Socket, Option<u32>),
    /// A socket says something.
    Say(u64, ClientMessage),
    /// A socket that read slowly can take more now.
    ShowAnew(u64),
    /// A socket is gone.
    Disconnect(u64),
    /// Somebody takes a seat; answers with the seats as bits.
    Join(Box<JoinGame>, Invited, oneshot::Sender<Result<u8>>),
    /// The game at a glance.
    Summary(oneshot::Sender<GameSummary>),
    /// Another process stored something.
    News,
    /// Who is connected in another process.
    Presence(u32, u8, u32),
    /// An opponent thinks.
    Thinking(u8, f32),
    /// An opponent has chosen at a position, and how long it thought if there was something to choose.
    Thought(u32, u8, Option<gloryhex_engine::Choice>, Option<Duration>),
}

/// By what right somebody takes a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invited {
    /// Made the game: takes the first human seat, or all of them on a hot seat.
    Maker,
    /// Holds an invitation to these seats, as bits.
    To(u8),
    /// Found an open seat in the lobby.
    Nobody,
}

/// A socket as the room knows it.
pub struct Socket {
    /// Its number in this process.
    pub id: u64,
    /// The seats it plays, as bits.
    pub seats: u8,
    /// Where its messages go.
    pub out: Arc<Outbox>,
    /// Set when its client asks and asks and does not read the answers: it is closed.
    pub lost: AtomicBool,
    /// Dropped with the socket, which tells its task to close.
    pub alive: oneshot::Sender<()>,
}

/// A room.
pub struct Room {
    hall: Arc<Hall>,
    rooms: Rooms,
    play: Play,
    made: i64,
    sockets: HashMap<u64, Socket>,
    settings: [Settings; 4],
    board: Board,
    inbox: mpsc::Sender<Ask>,
    timing: timing::Timing,
}

impl Room {
    /// Loads a game and starts its room.
    ///
    /// # Errors
    /// There is no such game, or its entries no longer fit.
    pub async fn open(hall: Arc<Hall>, rooms: Rooms, id: &str) -> Result<mpsc::Sender<Ask>> {
        let stored = hall.store.game(id).await?;
        let entries = hall.store.entries(id, 0).await?;
        let play = Play::load(&hall.content, id, Arc::new(stored.plan), &entries)?;
        if stored.archived {
            let glance = summary(&play, stored.made, now(), 0);
            hall.store.restore(id, &glance).await?;
        }
        let mut settings = [Settings::default(); 4];
        for (seat, settings) in (0u8..)
            .zip(settings.iter_mut())
            .take(play.record.chairs.len())
        {
            *settings = hall.store.settings(id, seat).await?;
        }
        let (inbox, asks) = mpsc::channel(256);
        let mut room = Room {
            rooms,
            board: Board::default(),
            made: stored.made,
            sockets: HashMap::new(),
            settings,
            inbox: inbox.clone(),
            timing: timing::Timing::new(hall.config.clock.now()),
            play,
            hall,
        };
        room.board = room.board_now();
        tokio::spawn(room.run(asks));
        Ok(inbox)
    }

    async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        metrics::gauge!("gloryhex_rooms").increment(1.0);
        self.prepare();
        let clock = self.hall.config.clock.clone();
        let mut skipped = clock.watch();
        loop {
            let wake = self.wake_at();
            tokio::select! {
                ask = asks.recv() => match ask {
                    Some(ask) => self.take(ask).await,
                    None => break,
                },
                Ok(()) = skipped.changed() => {}
                () = clock.sleep_until(wake) => {
                    if self.may_close() {
                        self.rooms.forget(&self.play.id, &self.inbox);
                        asks.close();
                        // Whoever asked at the last moment is served by the next room.
                        while let Some(ask) = asks.recv().await {
                            self.rooms.hand_over(self.play.id.clone(), ask).await;
                        }
                        break;
                    }
                    self.tick().await;
                }
            }
        }
        metrics::gauge!("gloryhex_rooms").decrement(1.0);
        tracing::debug!(game = %self.play.id, "room closed");
    }

    async fn take(&mut self, ask: Ask) {
        self.timing.touched = self.now();
        match ask {
            Ask::Connect(socket, last_seen) => self.connect(socket, last_seen).await,
            Ask::Say(id, message) => self.hear(id, message).await,
            Ask::ShowAnew(id) => self.show_anew(id),
            Ask::Disconnect(id) => self.disconnect(id).await,
            Ask::Join(join, right, reply) => {
                let answer = self.join(*join, right).await;
                let _ = reply.send(answer);
            }
            Ask::Summary(reply) => {
                let _ = reply.send(self.summary());
            }
            Ask::News => {
                if let Err(oops) = self.catch_up().await {
                    tracing::warn!(game = %self.play.id, %oops, "cannot catch up");
                }
            }
            Ask::Presence(node, seats, spectators) => self.heard_of(node, seats, spectators),
            Ask::Thinking(seat, progress) => self.show_thinking(seat, progress),
            Ask::Thought(at, seat, choice, took) => self.thought(at, seat, choice, took).await,
        }
        self.sockets
            .retain(|_, socket| !socket.lost.load(Ordering::Relaxed));
    }

    fn summary(&self) -> GameSummary {
        summary(&self.play, self.made, now(), self.spectators())
    }

    /// Stores an entry and takes it over; everybody hears of it. Nothing changes on an error.
    async fn store(&mut self, entry: Entry, tried: Option<Tried>) -> Result<()> {
        let before = self.play.record.at;
        let at = before + 1;
        let mut next = self.play.clone();
        let change = next.add(&self.hall.content, at, &entry, tried)?;
        let glance = summary(&next, self.made, now(), self.spectators());
        let began = Instant::now();
        let stored = self
            .hall
            .store
            .append(&self.play.id, at, &entry, &glance)
            .await;
        metrics::histogram!("gloryhex_append_seconds").record(began.elapsed().as_secs_f64());
        match stored {
            Ok(true) => {
                let asked = std::mem::replace(&mut self.play, next).record.undo;
                self.changed(before, asked, &entry, &change);
                Ok(())
            }
            Ok(false) => {
                self.catch_up().await?;
                Err(stale())
            }
            Err(oops) => {
                // The entry may have been stored even so.
                let stored = self.hall.store.entries(&self.play.id, before).await?;
                let ours = stored.first() == Some(&(at, entry));
                self.take_over(stored)?;
                if ours { Ok(()) } else { Err(oops) }
            }
        }
    }

    /// Takes over what other processes stored.
    async fn catch_up(&mut self) -> Result<()> {
        let entries = self
            .hall
            .store
            .entries(&self.play.id, self.play.record.at)
            .await?;
        self.take_over(entries)
    }

    fn take_over(&mut self, entries: Vec<(u32, Entry)>) -> Result<()> {
        for (at, entry) in entries {
            let (before, asked) = (self.play.record.at, self.play.record.undo);
            let change = self.play.add(&self.hall.content, at, &entry, None)?;
            self.changed(before, asked, &entry, &change);
        }
        Ok(())
    }

    /// The game changed: tell everybody and get ready for the next decision. `asked` is the question
    /// that was open before, whether to take a choice back.
    fn changed(&mut self, before: u32, asked: Option<UndoAsked>, entry: &Entry, change: &Change) {
        self.announce(before, entry, change);
        if let Some(asked) = asked.filter(|_| self.play.record.undo.is_none()) {
            self.announce_undo(asked, entry, change);
        }
        self.prepare();
    }

    fn spectators(&self) -> u32 {
        let here = self.sockets.values().filter(|s| s.seats == 0).count();
        u32::try_from(here).unwrap_or(0) + self.timing.spectators_elsewhere(self.now())
    }

    /// Seats somebody is connected for, here or in another process, as bits.
    fn connected(&self) -> u8 {
        let here = self.sockets.values().fold(0, |set, s| set | s.seats);
        here | self.timing.seats_elsewhere(self.now())
    }

    /// The time that the room goes by.
    fn now(&self) -> Instant {
        self.hall.config.clock.now()
    }

    fn may_close(&self) -> bool {
        let idle = self.now() - self.timing.touched >= self.hall.config.limits.idle;
        let waits = !self.timing.busy() || self.play.stage() != Stage::Running;
        idle && self.sockets.is_empty() && waits
    }

    fn wake_at(&self) -> Instant {
        let idle = self.timing.touched + self.hall.config.limits.idle;
        let idle = idle.max(self.now() + Duration::from_secs(1));
        [self.timing.next(), self.flag_falls(), self.heartbeat()]
            .into_iter()
            .flatten()
            .fold(idle, Instant::min)
    }
}

/// The game has gone on.
pub fn stale() -> Oops {
    Oops::new(
        Code::Stale,
        "The game has gone on since; look at it again and choose anew.",
    )
}

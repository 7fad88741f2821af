//! One game being played: a task that takes everything about it in turn.
//!
//! A choice is tried on a copy of the game, stored, and only then acknowledged and shown. What other
//! processes stored meanwhile is taken over first. The parts of a room are in the files beside: what
//! clients ask for (`requests`), what happens by itself (`timing`), players' clocks (`clocks`), who is connected
//! (`presence`), opponents (`thinking`), what people say (`talk`), what is sent (`announce`).

mod advice;
mod announce;
mod clocks;
mod passing;
mod presence;
mod requests;
mod talk;
mod thinking;
mod timing;

pub use announce::text;
pub use clocks::Absence;

use crate::{
    config::Config,
    entry::Entry,
    error::{Oops, Result},
    film,
    http::analysis::Analyses,
    keeper::Keeper,
    ladders::Ladders,
    matches::Matches,
    minds::Minds,
    outbox::Outbox,
    play::{Back, Play, Tried},
    players::{Ended, Levels, Ratings},
    record::{Change, MARK, UndoAsked},
    rooms::Rooms,
    store::{Beside, Store, now},
    summary::summary,
    token::{Key, random},
    tournaments::Tournaments,
    upgrade::{self, Entered},
};
use gloryhex_editions::Content;
use gloryhex_engine::Seed;
use gloryhex_protocol::{ClientMessage, Code, GameSummary, JoinGame, RuleEntry, Settings, Stage};
use gloryhex_search::Level;
use gloryhex_table::{
    asks::{Found, stale},
    seating::{Invited, Known},
    shown::Ground,
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
    sync::{Notify, Semaphore, mpsc, oneshot},
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
    /// Opponents that think or wait to.
    pub minds: Arc<Minds>,
    /// How many games may be analysed at once, which takes longer than any opponent thinks.
    pub studies: Arc<Semaphore>,
    /// How strong everybody is who plays rated games.
    pub ratings: Ratings,
    /// How strong the opponents' levels were measured to be.
    pub levels: Levels,
    /// Ladder campaigns.
    pub ladders: Ladders,
    /// Tournaments and leagues.
    pub tournaments: Tournaments,
    /// Matches.
    pub matches: Matches,
    /// Told when a match is to be looked at.
    pub errands: Notify,
    /// Games analysed lately.
    pub analyses: Analyses,
    /// Positions that wait to be kept.
    pub keeper: Keeper,
    /// How many games this process has made.
    pub games: AtomicU32,
    /// When this process began, in Unix milliseconds.
    pub started: u64,
}

impl Hall {
    /// The secret that chance in the next game follows from.
    pub fn next_seed(&self) -> Seed {
        let number = self.games.fetch_add(1, Ordering::Relaxed);
        match self.config.seed {
            Some(seed) => Seed::repeatable(seed).anew(number),
            None => Seed::Cipher(random()),
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
    /// Somebody, perhaps with a name, takes a seat; answers with the seats as bits.
    Join(
        Box<(JoinGame, Option<Known>)>,
        Invited,
        oneshot::Sender<Result<u8>>,
    ),
    /// Seats, as bits, give the game up because they give up the match.
    Resign(u8),
    /// The game at a glance.
    Summary(oneshot::Sender<GameSummary>),
    /// The same for a list, which does not keep the game in memory.
    Look(oneshot::Sender<GameSummary>),
    /// The server is about to stop.
    Rest(oneshot::Sender<()>),
    /// Another process stored something.
    News,
    /// Who is connected in another process.
    Presence(u32, u8, u32),
    /// Another process asks who is connected here.
    WhoIsThere,
    /// Another process stored a seat's preferences.
    Settings,
    /// Somebody said something in another process.
    Talk,
    /// Somebody who sits here was forgotten.
    Forgotten,
    /// An opponent thinks.
    Thinking(u8, f32),
    /// Another process has an opponent think about a position, until then.
    ThinksElsewhere(u32, Instant),
    /// An opponent has chosen at a position.
    Thought(u32, u8, thinking::Thought),
    /// A hint about a position is ready.
    Advised(u32, Found),
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
    /// The level that each opponent was last told to play at instead of its own.
    lowered: [Option<Level>; 4],
    /// What the battlefield that everybody has seen was drawn from.
    ground: Ground,
    inbox: mpsc::Sender<Ask>,
    timing: timing::Timing,
    advice: advice::Advice,
    talk: talk::Talk,
}

impl Room {
    /// Loads a game and starts its room.
    ///
    /// # Errors
    /// There is no such game, or its entries no longer fit.
    pub async fn open(hall: Arc<Hall>, rooms: Rooms, id: &str) -> Result<mpsc::Sender<Ask>> {
        let Entered {
            opened,
            made,
            archived,
        } = upgrade::enter(&hall, id).await?;
        let play = opened.play;
        if archived {
            let glance = summary(&play, made, now(), 0);
            hall.store.restore(id, &glance).await?;
        }
        let absences = match play.plan.clock {
            Some(_) => hall.store.absences(id).await?,
            None => Vec::new(),
        };
        let (inbox, asks) = mpsc::channel(256);
        let mut room = Room {
            rooms,
            ground: Ground::default(),
            made,
            sockets: HashMap::new(),
            settings: [Settings::default(); 4],
            lowered: [None; 4],
            inbox: inbox.clone(),
            timing: timing::Timing::new(hall.config.clock.now(), hall.config.clock.wall()),
            advice: advice::Advice::default(),
            talk: talk::Talk::new(hall.store.spoken(id).await?),
            play,
            hall,
        };
        room.ground = room.ground_now();
        room.read_settings().await?;
        room.recall(absences);
        if room.hall.store.shared() {
            room.timing.hearsay = Some(room.now() + presence::HEARSAY);
            room.hall.store.ask_presence(id).await?;
        }
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
                        self.rest().await;
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
        if !matches!(ask, Ask::Look(_)) {
            self.timing.touched = self.now();
        }
        match ask {
            Ask::Connect(socket, last_seen) => self.connect(socket, last_seen).await,
            Ask::Say(id, message) => self.hear(id, message).await,
            Ask::ShowAnew(id) => self.show_anew(id),
            Ask::Disconnect(id) => self.disconnect(id).await,
            Ask::Join(join, right, reply) => {
                let (join, who) = *join;
                let answer = self.join(join, right, who).await;
                let _ = reply.send(answer);
            }
            Ask::Resign(seats) => {
                if let Err(oops) = self.resign(seats).await {
                    tracing::debug!(game = %self.play.id, %oops, "nothing to give up");
                }
            }
            Ask::Summary(reply) | Ask::Look(reply) => {
                let _ = reply.send(self.summary());
            }
            Ask::Rest(reply) => {
                if self.hall.store.shared() && !self.sockets.is_empty() {
                    self.say_presence(0, 0).await;
                }
                self.rest().await;
                let _ = reply.send(());
            }
            Ask::News => {
                if let Err(oops) = self.catch_up().await {
                    tracing::warn!(game = %self.play.id, %oops, "cannot catch up");
                }
            }
            Ask::Presence(node, seats, spectators) => self.heard_of(node, seats, spectators),
            Ask::WhoIsThere => {
                if !self.sockets.is_empty() {
                    self.tell_presence().await;
                }
            }
            Ask::Settings => match self.read_settings().await {
                Ok(()) => {
                    self.prepare();
                    self.listeners_changed();
                }
                Err(oops) => {
                    tracing::warn!(game = %self.play.id, %oops, "preferences cannot be read");
                }
            },
            Ask::Forgotten => {
                if let Err(oops) = self.forget_names().await {
                    tracing::warn!(game = %self.play.id, %oops, "names cannot be read anew");
                }
            }
            Ask::Talk => {
                if let Err(oops) = self.catch_up_talk().await {
                    tracing::warn!(game = %self.play.id, %oops, "what was said cannot be read");
                }
            }
            Ask::ThinksElsewhere(at, until) => self.thinks_elsewhere(at, until),
            Ask::Thinking(seat, progress) => self.show_thinking(seat, progress),
            Ask::Thought(at, seat, thought) => self.thought(at, seat, thought).await,
            Ask::Advised(at, found) => self.advised(at, found),
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
        let asked = self.play.record.undo;
        if at > self.hall.config.limits.entries && !matches!(entry, Entry::Leave { .. }) {
            let message = "Too much has happened in this game; it can only be given up.";
            return Err(Oops::new(Code::TooMany, message));
        }
        // The game is a step ahead of what is stored until that is certain; nobody sees it meanwhile.
        let (change, back) = self.step(at, &entry, tried).await?;
        let glance = self.summary();
        let chairs = &self.play.record.chairs;
        // Whoever has a name sees in a list whose turn it is.
        let listed = self.play.plan.public || chairs.iter().any(|chair| chair.player.is_some());
        let ended = Ended::of(&self.play, &self.hall.levels);
        let beside = Beside {
            when: self.hall.config.clock.wall(),
            ended: ended.as_ref(),
            told: ended.as_ref().and(self.play.match_id()),
        };
        let began = Instant::now();
        let stored = self
            .hall
            .store
            .append_beside(&self.play.id, at, &entry, glance, listed, beside)
            .await;
        metrics::histogram!("gloryhex_append_seconds").record(began.elapsed().as_secs_f64());
        match stored {
            Ok(true) => {
                if ended.is_some() && self.play.match_id().is_some() {
                    self.hall.errands.notify_one();
                }
                self.changed(before, asked, &entry, &change);
                Ok(())
            }
            Ok(false) => {
                self.play.undo_step(back);
                self.catch_up().await?;
                Err(stale().into())
            }
            Err(oops) => {
                self.play.undo_step(back);
                // The entry may have been stored even so.
                let Ok(stored) = self.hall.store.entries(&self.play.id, before).await else {
                    return Err(oops);
                };
                let ours = stored.first() == Some(&(at, entry));
                self.take_over(stored)?;
                if ours { Ok(()) } else { Err(oops) }
            }
        }
    }

    /// Takes an entry that is about to be stored. One that takes choices back may have to make many others
    /// again, and does so off the threads that serve.
    async fn step(
        &mut self,
        at: u32,
        entry: &Entry,
        tried: Option<Tried>,
    ) -> Result<(Change, Back)> {
        let rewinds = matches!(
            entry,
            Entry::TakeBack { .. } | Entry::AnswerUndo { agree: true, .. }
        );
        if !rewinds {
            return Ok(self.play.step(&self.hall.content, at, entry, tried)?);
        }
        let empty = Play::new(&self.play.id, Arc::clone(&self.play.plan));
        let mut play = std::mem::replace(&mut self.play, empty);
        let (content, entry) = (Arc::clone(&self.hall.content), entry.clone());
        let step = tokio::task::spawn_blocking(move || {
            let done = play.step(&content, at, &entry, tried);
            (play, done)
        });
        let (play, done) = step.await.map_err(Oops::internal)?;
        self.play = play;
        Ok(done?)
    }

    /// Reads anew who sits here: somebody may have been forgotten. Everybody who is there is shown it.
    async fn forget_names(&mut self) -> Result<()> {
        self.catch_up().await?;
        let stored = self.hall.store.game(&self.play.id).await?;
        let entries = self.hall.store.entries(&self.play.id, 0).await?;
        let before = self.play.record.chairs.clone();
        let written = entries.iter().map(|(_, entry)| entry);
        self.play.reseat(&stored.plan, written);
        if self.play.record.chairs == before {
            return Ok(());
        }
        self.talk = talk::Talk::new(self.hall.store.spoken(&self.play.id).await?);
        let glance = self.summary();
        self.hall.store.show_anew(&self.play.id, glance).await?;
        for socket in self.sockets.values() {
            self.welcome(socket, None);
        }
        Ok(())
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
        self.keep(entry, change);
        if let Some(asked) = asked.filter(|_| self.play.record.undo.is_none()) {
            self.announce_undo(asked, entry, change);
        }
        self.prepare();
    }

    /// Keeps now and then what another version of the program would need to go on, and what was shown once
    /// the game is over.
    fn keep(&self, entry: &Entry, change: &Change) {
        let made = self.play.record.made.len();
        if self.play.is_over() {
            if !matches!(entry, Entry::Again { .. } | Entry::Next { .. }) {
                let (hall, id) = (Arc::clone(&self.hall), self.play.id.clone());
                tokio::spawn(async move { film::keep(&hall, &id).await });
            }
        } else if matches!(change, Change::Choice(_))
            && made.is_multiple_of(MARK)
            && let Some(position) = self.play.position(false)
        {
            Keeper::keep(&self.hall, &self.play.id, position);
        }
    }

    /// Keeps what another version of the program would need to go on, and when a clock runs out: the room is
    /// about to close.
    async fn rest(&self) {
        if let Some(due) = self.flag_due()
            && let Err(oops) = self.hall.store.keep_flag(&self.play.id, due).await
        {
            tracing::warn!(game = %self.play.id, %oops, "nobody will look at a clock");
        }
        if self.play.stage() == Stage::Running
            && let Some(position) = self.play.position(true)
        {
            film::keep_position(&self.hall, &self.play.id, &position).await;
            film::keep(&self.hall, &self.play.id).await;
        }
    }

    /// Reads what the seats wish to be asked.
    async fn read_settings(&mut self) -> Result<()> {
        for (seat, settings) in self.hall.store.settings(&self.play.id).await? {
            if let Some(own) = self.settings.get_mut(seat as usize) {
                *own = settings;
            }
        }
        Ok(())
    }

    /// The time that the room goes by.
    fn now(&self) -> Instant {
        self.hall.config.clock.now()
    }

    fn may_close(&self) -> bool {
        let limit = self.hall.config.limits.idle;
        let idle = self.now() - self.timing.touched >= limit;
        let waits = !self.timing.busy() || self.play.stage() != Stage::Running;
        // A clock that runs out soon is waited for.
        let soon = |falls: Instant| falls < self.now() + limit;
        idle && self.sockets.is_empty() && waits && !self.flag_falls().is_some_and(soon)
    }

    fn wake_at(&self) -> Instant {
        let idle = self.timing.touched + self.hall.config.limits.idle;
        let idle = idle.max(self.now() + Duration::from_secs(1));
        [
            self.timing.next(),
            self.flag_falls(),
            self.heartbeat(),
            self.doubts(),
        ]
        .into_iter()
        .flatten()
        .fold(idle, Instant::min)
    }
}

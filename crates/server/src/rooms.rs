//! The rooms of this process, opened when somebody needs them.

use crate::{
    contests::forget_contest,
    error::{Oops, Result},
    room::{Ask, Hall, Room},
    store::News,
};
use gloryhex_protocol::GameSummary;
use std::{
    collections::HashMap,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::{broadcast, mpsc, oneshot};

/// The time that all rooms together have to put their games away when the server stops.
const REST: Duration = Duration::from_secs(60);

/// How often clocks are looked at in games that are not in memory.
const FLAGS: Duration = Duration::from_secs(10);
/// Every so many times those are looked for that nobody looks after.
const ORPHANS: u64 = 6;

/// The rooms.
#[derive(Clone)]
pub struct Rooms(Arc<Inner>);

struct Inner {
    hall: Arc<Hall>,
    open: Mutex<HashMap<String, Slot>>,
}

type Slot = Arc<tokio::sync::Mutex<Option<mpsc::Sender<Ask>>>>;

impl Rooms {
    /// No rooms yet.
    pub fn new(hall: Arc<Hall>) -> Rooms {
        Rooms(Arc::new(Inner {
            hall,
            open: Mutex::default(),
        }))
    }

    /// What the server shares.
    pub fn hall(&self) -> &Arc<Hall> {
        &self.0.hall
    }

    fn slots(&self) -> std::sync::MutexGuard<'_, HashMap<String, Slot>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.slots().len()
    }

    /// The room of a game, opened if it is not.
    async fn enter(&self, id: &str) -> Result<mpsc::Sender<Ask>> {
        let slot = Arc::clone(self.slots().entry(id.to_owned()).or_default());
        let mut room = slot.lock().await;
        if let Some(room) = room.as_ref().filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        // Every socket asks, but few open: what that takes is not part of each.
        let open = Room::open(Arc::clone(&self.0.hall), self.clone(), id);
        match Box::pin(open).await {
            Ok(inbox) => {
                *room = Some(inbox.clone());
                Ok(inbox)
            }
            Err(oops) => {
                drop(room);
                self.slots().remove(id);
                Err(oops)
            }
        }
    }

    /// Asks something of a game's room.
    ///
    /// # Errors
    /// There is no such game, or its room cannot be opened.
    pub async fn ask(&self, id: &str, mut ask: Ask) -> Result<()> {
        // A room may close between finding and asking it; then a new one is opened.
        for _ in 0..3 {
            match self.enter(id).await?.send(ask).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(back)) => ask = back,
            }
        }
        Err(Oops::internal(format!("the room of {id} keeps closing")))
    }

    /// The game at a glance.
    ///
    /// # Errors
    /// There is no such game.
    pub async fn summary(&self, id: &str) -> Result<GameSummary> {
        let (reply, answer) = oneshot::channel();
        self.ask(id, Ask::Summary(reply)).await?;
        answer.await.map_err(Oops::internal)
    }

    /// The game at a glance if it is played in this process now; nobody opens a room for it.
    pub async fn glance(&self, id: &str) -> Option<GameSummary> {
        let (reply, answer) = oneshot::channel();
        let room = self.present(id).await?;
        room.send(Ask::Look(reply)).await.ok()?;
        answer.await.ok()
    }

    /// Has all rooms keep what another version of the program would need to go on.
    pub async fn rest(&self) {
        let ids: Vec<String> = self.slots().keys().cloned().collect();
        let mut told = Vec::with_capacity(ids.len());
        for id in ids {
            if let Some(room) = self.present(&id).await {
                let (reply, answer) = oneshot::channel();
                if room.send(Ask::Rest(reply)).await.is_ok() {
                    told.push(answer);
                }
            }
        }
        let all = async {
            for answer in told {
                let _ = answer.await;
            }
        };
        if tokio::time::timeout(REST, all).await.is_err() {
            tracing::warn!("not all games were put away in time");
        }
    }

    /// A room closes.
    pub fn forget(&self, id: &str, inbox: &mpsc::Sender<Ask>) {
        let mut slots = self.slots();
        let own = slots.get(id).is_some_and(|slot| {
            let held = slot.try_lock();
            held.is_ok_and(|room| room.as_ref().is_some_and(|room| room.same_channel(inbox)))
        });
        if own {
            slots.remove(id);
        }
    }

    /// Asks something of the room that takes a closed one's place.
    pub fn hand_over(&self, id: String, ask: Ask) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            if let Err(oops) = self.ask(&id, ask).await {
                tracing::warn!(game = %id, %oops, "a room could not be opened again");
            }
        })
    }

    /// The room of a game, if it is open. Waits for one that is just being opened, which may have
    /// read the game before the news came.
    async fn present(&self, id: &str) -> Option<mpsc::Sender<Ask>> {
        let slot = Arc::clone(self.slots().get(id)?);
        let room = slot.lock().await;
        room.clone()
    }

    /// Somebody at a game was forgotten: if it is played here, their name goes from the table at once.
    pub async fn forgotten(&self, game: &str) {
        if let Some(room) = self.present(game).await {
            let _ = room.send(Ask::Forgotten).await;
        }
    }

    /// Passes news from other processes on to the rooms here, for ever.
    pub async fn listen(self, mut news: broadcast::Receiver<News>) {
        loop {
            let item = match news.recv().await {
                Ok(item) => item,
                Err(broadcast::error::RecvError::Lagged(_)) => News::Everything,
                Err(broadcast::error::RecvError::Closed) => return,
            };
            match item {
                News::Entries { games } => {
                    for game in games {
                        if let Some(room) = self.present(&game).await {
                            let _ = room.send(Ask::News).await;
                        }
                    }
                }
                News::Presence {
                    game,
                    node,
                    seats,
                    spectators,
                } => {
                    if let Some(room) = self.present(&game).await {
                        let _ = room.send(Ask::Presence(node, seats, spectators)).await;
                    }
                }
                News::Asked { game } => {
                    if let Some(room) = self.present(&game).await {
                        let _ = room.send(Ask::WhoIsThere).await;
                    }
                }
                News::Settings { game } => {
                    if let Some(room) = self.present(&game).await {
                        let _ = room.send(Ask::Settings).await;
                    }
                }
                News::Forgotten { game } => self.forgotten(&game).await,
                News::Rewritten { contest } => forget_contest(self.hall(), &contest).await,
                News::Talk { game } => {
                    if let Some(room) = self.present(&game).await {
                        let _ = room.send(Ask::Talk).await;
                    }
                }
                News::Everything => {
                    let ids: Vec<String> = self.slots().keys().cloned().collect();
                    for id in ids {
                        if let Some(room) = self.present(&id).await {
                            let _ = room.send(Ask::News).await;
                            let _ = room.send(Ask::Settings).await;
                            let _ = room.send(Ask::Talk).await;
                        }
                    }
                }
            }
        }
    }

    /// Has clocks run out for players who never come back, for ever: in games that have left the memory, and in
    /// those of a process that ended without a word.
    pub async fn mind_clocks(self) {
        let hall = Arc::clone(self.hall());
        let mut skipped = hall.config.clock.watch();
        for beat in 0u64.. {
            let mut games = match hall.store.flags(hall.config.clock.wall()).await {
                Ok(games) => games,
                Err(oops) => {
                    tracing::warn!(%oops, "clocks cannot be looked at");
                    Vec::new()
                }
            };
            if beat.is_multiple_of(ORPHANS)
                && let Ok(orphans) = hall.store.clocked().await
            {
                let open = |id: &String| self.slots().contains_key(id);
                games.extend(orphans.into_iter().filter(|id| !open(id)));
            }
            for game in games {
                // A room that opens looks at its clock by itself.
                if let Err(oops) = self.ask(&game, Ask::News).await {
                    tracing::warn!(%game, %oops, "a clock cannot be looked at");
                }
            }
            tokio::select! {
                Ok(()) = skipped.changed() => {}
                () = tokio::time::sleep(FLAGS) => {}
            }
        }
    }
}

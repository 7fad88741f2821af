//! Who is connected to a game, here and in other processes that share the database.

use super::Room;
use gloryhex_protocol::{SeatKind, Stage};
use std::time::Duration;
use tokio::time::Instant;

/// How often processes that share a game tell each other who is connected.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// How long such news is believed.
const BELIEVED: Duration = Duration::from_secs(30);
/// How long other processes have to say who is connected when a game is opened.
pub(super) const HEARSAY: Duration = Duration::from_secs(2);

/// Who is connected in another process.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere {
    /// Connected seats, as bits.
    pub seats: u8,
    /// Spectators.
    pub spectators: u32,
    heard: Instant,
}

impl Room {
    fn fresh(&self) -> impl Iterator<Item = &Elsewhere> {
        let now = self.now();
        let all = self.timing.elsewhere.values();
        all.filter(move |other| now - other.heard < BELIEVED)
    }

    /// How many watch.
    pub(super) fn spectators(&self) -> u32 {
        let here = self.sockets.values().filter(|s| s.seats == 0).count();
        let elsewhere: u32 = self.fresh().map(|other| other.spectators).sum();
        u32::try_from(here).unwrap_or(0).saturating_add(elsewhere)
    }

    /// Seats somebody is connected for, here or in another process, as bits.
    pub(super) fn connected(&self) -> u8 {
        let here = self.sockets.values().fold(0, |set, s| set | s.seats);
        self.fresh().fold(here, |set, other| set | other.seats)
    }

    /// Somebody came or went.
    pub(super) fn presence_changed(&mut self) {
        if self.note_absences(false) {
            // Another clock runs now.
            self.show_again();
        }
        let computer = self.play.decider().is_some_and(|seat| {
            let chair = &self.play.record.chairs[seat.ix()];
            matches!(chair.kind, SeatKind::Opponent { .. })
        });
        if computer && self.timing.thinking_at.is_none() {
            self.prepare();
        }
        self.announce_presence();
    }

    /// Another process says who is connected there.
    pub(super) fn heard_of(&mut self, node: u32, seats: u8, spectators: u32) {
        let news = Elsewhere {
            seats,
            spectators,
            heard: self.now(),
        };
        let before = self.timing.elsewhere.insert(node, news);
        let before = before.map_or((0, 0), |other| (other.seats, other.spectators));
        let asked = self.timing.hearsay.take().is_some();
        if asked || before != (seats, spectators) {
            self.presence_changed();
        }
    }

    /// When somebody who is connected elsewhere is no longer believed to be, or what nobody has said so far is
    /// taken for a no.
    pub(super) fn doubts(&self) -> Option<Instant> {
        let said = |other: &&Elsewhere| other.seats != 0 || other.spectators != 0;
        let all = self.timing.elsewhere.values().filter(said);
        let first = all.map(|other| other.heard + BELIEVED).min();
        first.into_iter().chain(self.timing.hearsay).min()
    }

    /// What is not believed any more is forgotten.
    pub(super) fn doubt(&mut self) {
        let now = self.now();
        self.timing.hearsay = self.timing.hearsay.filter(|until| now < *until);
        self.timing
            .elsewhere
            .retain(|_, other| now - other.heard < BELIEVED);
        self.presence_changed();
    }

    /// When the other processes are told again who is here.
    pub(super) fn heartbeat(&self) -> Option<Instant> {
        let running = self.play.stage() == Stage::Running && !self.sockets.is_empty();
        (self.hall.store.shared() && running).then(|| self.timing.told_presence + HEARTBEAT)
    }

    /// Tells the other processes who is here.
    pub(super) async fn tell_presence(&mut self) {
        self.timing.told_presence = self.now();
        let seats = self.sockets.values().fold(0, |set, s| set | s.seats);
        let spectators = self.sockets.values().filter(|s| s.seats == 0).count() as u32;
        self.say_presence(seats, spectators).await;
    }

    /// Tells the other processes that so many are here.
    pub(super) async fn say_presence(&self, seats: u8, spectators: u32) {
        let told = self
            .hall
            .store
            .tell_presence(&self.play.id, seats, spectators);
        if let Err(oops) = told.await {
            tracing::warn!(%oops, "others could not be told who is here");
        }
    }
}

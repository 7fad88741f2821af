//! What a room sends to whom.

use super::{Room, Socket, thinking::lowered_now};
use crate::{
    entry::Entry,
    record::{Change, UndoAsked},
    token::Purpose,
};
use axum::extract::ws::Utf8Bytes;
use gloryhex_model::Seat;
use gloryhex_protocol::{Clock, GameView, Problem, ServerMessage, Settings};
use gloryhex_table::{
    audience::{self, Step},
    seating::seats,
    shown::{self, Ground, Viewer},
};
use std::cell::RefCell;

/// A message that is longer makes no room for the next one.
const LONG: usize = 64 * 1024;

impl Room {
    /// What the battlefield is drawn from now.
    pub(super) fn ground_now(&self) -> Ground {
        let on = self.play.table.as_ref();
        on.map_or_else(Ground::default, Ground::of)
    }

    /// Tells everybody what an entry changed.
    pub(super) fn announce(&mut self, before: u32, entry: &Entry, change: &Change) {
        match change {
            Change::Begin => {
                self.ground = self.ground_now();
                for socket in self.sockets.values() {
                    self.welcome(socket, None);
                }
                return;
            }
            Change::Choice(_) | Change::Rewind { .. } => {
                let ground = self.ground_now();
                let on = self.play.table.as_ref().filter(|_| ground != self.ground);
                let board = on.map(shown::board);
                self.ground = ground;
                self.update(Step::of(before, change, board.as_ref()));
            }
            Change::GoOn { .. } | Change::Other => {}
        }
        self.announce_entry(entry);
        if self.play.is_over() && !matches!(entry, Entry::Again { .. } | Entry::Next { .. }) {
            self.announce_end();
        }
    }

    fn announce_entry(&self, entry: &Entry) {
        match entry {
            Entry::Join { .. } | Entry::Begin => {
                for socket in self.sockets.values() {
                    self.welcome(socket, None);
                }
            }
            Entry::Again { .. } | Entry::Next { .. } => {
                for socket in self.sockets.values() {
                    self.tell_next(socket);
                }
            }
            other => {
                if let Some(said) = audience::said(other) {
                    self.to_all(&said);
                }
            }
        }
    }

    /// The question whether to take a choice back is settled.
    pub(super) fn announce_undo(&self, asked: UndoAsked, entry: &Entry, change: &Change) {
        self.to_all(&audience::undo_settled(&self.play, asked, entry, change));
    }

    fn announce_end(&self) {
        if let Some(on) = &self.play.table {
            let ending = shown::ending(&self.play, on);
            self.to_all(&ServerMessage::Over { ending });
            for socket in self.sockets.values() {
                self.welcome(socket, None);
            }
        }
    }

    /// The next game of a match or the rematch, as far as it is known.
    fn tell_next(&self, socket: &Socket) {
        let game = self.play.record.next.clone();
        let sign = |game: &String| self.hall.key.sign(Purpose::Play, game, socket.seats);
        self.to(
            socket,
            &ServerMessage::NextGame {
                token: game.as_ref().filter(|_| socket.seats != 0).map(sign),
                game: game.unwrap_or_default(),
                wanted_by: seats(self.play.record.again),
            },
        );
    }

    /// Sends a socket all there is to know.
    pub(super) fn welcome(&self, socket: &Socket, last_seen: Option<u32>) {
        let own = seats(socket.seats).first().copied();
        let settings = own.map_or_else(Settings::default, |seat| self.settings[seat as usize & 3]);
        let (content, play) = (&self.hall.content, &self.play);
        let fill = |view: &mut GameView| self.fill(view);
        let welcome = audience::welcome(content, play, socket.seats, last_seen, settings, &fill);
        let Some(welcome) = welcome else {
            let free = seats(self.play.record.free());
            let invite = |seat: u8| {
                self.hall
                    .key
                    .sign(Purpose::Invite, &self.play.id, 1 << seat)
            };
            let seated = socket.seats != 0;
            self.to(
                socket,
                &ServerMessage::Waiting {
                    summary: Box::new(self.summary()),
                    seats: seats(socket.seats),
                    invites: free.into_iter().filter(|_| seated).map(invite).collect(),
                },
            );
            return;
        };
        self.to(socket, &welcome);
        if self.play.is_over() && (self.play.record.again != 0 || self.play.record.next.is_some()) {
            self.tell_next(socket);
        }
        for question in audience::open_questions(&self.play) {
            self.to(socket, &question);
        }
        self.tell_talk(socket);
        for (seat, level) in (0..).zip(self.lowered) {
            if level.is_some() {
                self.to(socket, &lowered_now(seat, level));
            }
        }
    }

    /// Fills presence and clocks into a view.
    fn fill(&self, view: &mut GameView) {
        let connected = self.connected();
        let decider = self.play.decider();
        for player in &mut view.players {
            let seat = player.seat;
            player.connected = connected >> seat & 1 == 1;
            player.clock = self.play.plan.clock.map(|_| Clock {
                left: self.clock_left(seat),
                running: decider == Some(Seat(seat)) && !self.decider_away(),
                away: self.away_left(seat),
            });
        }
    }

    /// Shows everybody the game as it is: only who is there, or a clock, has changed.
    pub(super) fn show_again(&self) {
        self.update(Step {
            before: self.play.record.at,
            forget_after: None,
            board: None,
        });
    }

    /// Shows everybody the game after a step, each message written once for all who see the same.
    pub(super) fn update(&self, step: Step<'_>) {
        let Some(on) = &self.play.table else { return };
        let (content, play) = (&self.hall.content, &self.play);
        let decider = self.play.decider();
        let mut made: Vec<((Viewer, Viewer, bool), Utf8Bytes)> = Vec::new();
        for socket in self.sockets.values() {
            let own = socket.seats;
            let viewer = audience::viewer(play, own);
            let decides = decider.is_some_and(|seat| own >> seat.0 & 1 == 1);
            let wants = (viewer, audience::reader(own, viewer), decides);
            let ready = made
                .iter()
                .find(|(same, _)| *same == wants)
                .map(|(_, text)| text.clone());
            let text = ready.unwrap_or_else(|| {
                let fill = |view: &mut GameView| self.fill(view);
                let text = text(&audience::update(content, play, on, own, step, &fill));
                made.push((wants, text.clone()));
                text
            });
            socket.out.show(text);
        }
    }

    /// Tells everybody who is there.
    pub(super) fn announce_presence(&self) {
        let connected = self.connected();
        let chairs = self.play.record.chairs.len();
        self.to_all(&ServerMessage::Presence {
            connected: (0..chairs).map(|seat| connected >> seat & 1 == 1).collect(),
            spectators: self.spectators(),
        });
    }

    pub(super) fn show_thinking(&self, seat: u8, progress: f32) {
        self.to_all(&ServerMessage::Thinking { seat, progress });
    }

    pub(super) fn to(&self, socket: &Socket, message: &ServerMessage) {
        socket.out.show(text(message));
    }

    pub(super) fn to_all(&self, message: &ServerMessage) {
        let text = text(message);
        for socket in self.sockets.values() {
            socket.out.show(text.clone());
        }
    }

    pub(super) fn error(&self, id: u64, problem: Problem) {
        if let Some(socket) = self.sockets.get(&id) {
            answer(socket, &ServerMessage::Error { problem });
        }
    }
}

/// A message as it crosses the wire.
pub fn text(message: &ServerMessage) -> Utf8Bytes {
    thread_local! {
        static DRAFT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    // Written where there is room already, and kept in no more than it needs.
    DRAFT.with_borrow_mut(|draft| {
        draft.clear();
        draft.shrink_to(LONG);
        match serde_json::to_writer(&mut *draft, message) {
            Ok(()) => String::from_utf8(draft.clone()).unwrap_or_default().into(),
            Err(_) => Utf8Bytes::default(),
        }
    })
}

/// Answers a client's own message. A client that does not read its answers is cut off.
pub(super) fn answer(socket: &Socket, message: &ServerMessage) {
    if !socket.out.answer(text(message)) {
        socket
            .lost
            .store(true, std::sync::atomic::Ordering::Relaxed);
        metrics::counter!("gloryhex_clients_cut_off_total").increment(1);
    }
}

//! What a room sends to whom.

use super::{Room, Socket, thinking::lowered_now};
use crate::{
    entry::Entry,
    play::OnTable,
    record::{Change, UndoAsked},
    token::Purpose,
    wire::{self, Ground, Viewer},
};
use axum::extract::ws::Utf8Bytes;
use gloryhex_model::Seat;
use gloryhex_protocol::{Board, Choices, Clock, GameView, LogLine, Problem, ServerMessage};
use std::cell::RefCell;

/// A message that is longer makes no room for the next one.
const LONG: usize = 64 * 1024;

/// The seats in a set of bits.
pub(super) fn seats(bits: u8) -> Vec<u8> {
    (0..8).filter(|seat| bits >> seat & 1 == 1).collect()
}

impl Room {
    /// Whose eyes a socket looks through: on a hot seat, those of whoever decides or decided last.
    fn viewer(&self, socket: &Socket) -> Viewer {
        if self.play.is_over() {
            return Viewer::All;
        }
        let own = |seat: &u8| socket.seats >> seat & 1 == 1;
        let decider = self.play.decider().map(|seat| seat.0).filter(own);
        let last = || {
            self.play
                .record
                .made
                .iter()
                .rev()
                .map(|made| made.seat)
                .find(own)
        };
        let first = || seats(socket.seats).first().copied();
        match decider.or_else(last).or_else(first) {
            Some(seat) => Viewer::Seat(Seat(seat)),
            None => Viewer::Public,
        }
    }

    /// Whose eyes read a socket's log: everybody's where several share the screen, so that a line that names a card one
    /// of them drew does not stay there for the next.
    fn reader(socket: &Socket, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(_) if socket.seats.count_ones() > 1 => Viewer::Public,
            Viewer::Seat(_) | Viewer::Public | Viewer::All => viewer,
        }
    }

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
                let new_board = on.map(wire::board);
                self.ground = ground;
                let forget_after = match change {
                    Change::Rewind { to, .. } => Some(*to),
                    _ => None,
                };
                self.update(before, forget_after, new_board);
            }
            Change::GoOn { .. } | Change::Other => {}
        }
        self.announce_entry(entry);
        if self.play.is_over() && !matches!(entry, Entry::Again { .. } | Entry::Next { .. }) {
            self.announce_end();
        }
    }

    fn announce_entry(&self, entry: &Entry) {
        match *entry {
            Entry::Join { .. } | Entry::Begin => {
                for socket in self.sockets.values() {
                    self.welcome(socket, None);
                }
            }
            Entry::AskUndo { seat, to } => {
                self.to_all(&ServerMessage::UndoAsked { seat, to });
            }
            Entry::OfferDraw { seat, offer } => {
                let stands = offer;
                self.to_all(&ServerMessage::DrawOffered { seat, stands });
            }
            Entry::AnswerDraw { seat, agree } => {
                let stands = agree;
                self.to_all(&ServerMessage::DrawOffered { seat, stands });
            }
            Entry::Again { .. } | Entry::Next { .. } => {
                for socket in self.sockets.values() {
                    self.tell_next(socket);
                }
            }
            Entry::Choose { .. }
            | Entry::AnswerUndo { .. }
            | Entry::TakeBack { .. }
            | Entry::GoOn { .. }
            | Entry::Leave { .. } => {}
        }
    }

    /// The question whether to take a choice back is settled.
    pub(super) fn announce_undo(&self, asked: UndoAsked, entry: &Entry, change: &Change) {
        let agreed = matches!(change, Change::Rewind { .. });
        let names = wire::people_names(&self.play);
        let reason = match entry {
            _ if agreed => None,
            Entry::AnswerUndo { seat, .. } => {
                let name = names.get(*seat as usize).cloned().unwrap_or_default();
                Some(format!("{name} would rather play on."))
            }
            _ if self.play.is_over() => Some("The game is over.".to_owned()),
            _ => Some("The game went on.".to_owned()),
        };
        self.to_all(&ServerMessage::UndoAnswered {
            seat: asked.seat,
            agreed,
            reason,
        });
    }

    fn announce_end(&self) {
        if let Some(on) = &self.play.table {
            let ending = wire::ending(&self.play, on);
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
        let Some(on) = &self.play.table else {
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
        let viewer = self.viewer(socket);
        let viewers: Vec<Viewer> = match viewer {
            Viewer::Seat(_) => seats(socket.seats)
                .into_iter()
                .map(|seat| Viewer::Seat(Seat(seat)))
                .collect(),
            other => vec![other],
        };
        let after = last_seen.filter(|seen| {
            *seen >= self.play.record.rewound_at
                && *seen <= self.play.record.at
                && viewer != Viewer::All
        });
        let own = seats(socket.seats).first().copied();
        self.to(
            socket,
            &ServerMessage::Welcome {
                table: Box::new(wire::table(&self.hall.content, &self.play, on, &viewers)),
                seats: seats(socket.seats),
                board: wire::board(on),
                view: Box::new(self.view(on, viewer)),
                log: wire::lines(&self.play, on, Self::reader(socket, viewer), after),
                whole: after.is_none(),
                choices: self.choices_for(on, socket),
                settings: own
                    .map_or_else(Default::default, |seat| self.settings[seat as usize & 3]),
            },
        );
        if self.play.is_over() && (self.play.record.again != 0 || self.play.record.next.is_some()) {
            self.tell_next(socket);
        }
        if let Some(undo) = self.play.record.undo {
            let (seat, to) = (undo.seat, undo.to);
            self.to(socket, &ServerMessage::UndoAsked { seat, to });
        }
        let running = !self.play.is_over();
        for seat in seats(self.play.record.draw).into_iter().filter(|_| running) {
            self.to(socket, &ServerMessage::DrawOffered { seat, stands: true });
        }
        for (seat, level) in (0..).zip(self.lowered) {
            if level.is_some() {
                self.to(socket, &lowered_now(seat, level));
            }
        }
    }

    fn choices_for(&self, on: &OnTable, socket: &Socket) -> Option<Choices> {
        let decider = self.play.decider()?;
        (socket.seats >> decider.0 & 1 == 1)
            .then(|| wire::choices(&self.hall.content, &self.play, on, decider))
    }

    /// The game for one viewer, with presence and clocks.
    fn view(&self, on: &OnTable, viewer: Viewer) -> GameView {
        let mut view = wire::view(&self.play, on, viewer);
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
        view
    }

    pub(super) fn update(&self, before: u32, forget_after: Option<u32>, board: Option<Board>) {
        let Some(on) = &self.play.table else { return };
        let mut made: Vec<((Viewer, Viewer, bool), Utf8Bytes)> = Vec::new();
        for socket in self.sockets.values() {
            let viewer = self.viewer(socket);
            let choices = self.choices_for(on, socket);
            let reader = Self::reader(socket, viewer);
            let wants = (viewer, reader, choices.is_some());
            let ready = made
                .iter()
                .find(|(same, _)| *same == wants)
                .map(|(_, text)| text.clone());
            let text = ready.unwrap_or_else(|| {
                let log: Vec<LogLine> = wire::lines(&self.play, on, reader, Some(before));
                let text = text(&ServerMessage::Update {
                    view: Box::new(self.view(on, viewer)),
                    log,
                    forget_after,
                    board: board.clone(),
                    choices,
                });
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

//! What happens in a room without anybody asking: opponents, passes made for a player, clocks.

use super::{Room, thinking::Thought};
use crate::{
    entry::{Entry, Leaving},
    error::Oops,
    opponents::least,
    take_back::{Leave, take_back},
};
use gloryhex_engine::{Choice, What};
use gloryhex_model::Seat;
use gloryhex_protocol::{Code, SeatKind, Stage};
use std::{collections::HashMap, time::Duration};
use tokio::time::Instant;

/// How often processes that share a game tell each other who is connected.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// How long to wait before storing is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// How long such news is believed.
const BELIEVED: Duration = Duration::from_secs(30);

/// A choice that will be made.
#[derive(Clone, Copy)]
pub(super) struct Soon {
    when: Instant,
    seat: Seat,
    choice: Choice,
    by: By,
}

/// Who makes a choice that will be made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// The server, for a player who does not want to be asked or has left.
    Nobody,
    /// A person, by this socket.
    Person(u64),
    /// An opponent.
    Opponent,
}

impl Soon {
    /// A pass for somebody who does not want to be asked.
    pub(super) fn passed_for(when: Instant, seat: Seat, choice: Choice) -> Soon {
        let by = By::Nobody;
        Soon {
            when,
            seat,
            choice,
            by,
        }
    }
    /// A person's choice that is held for a moment.
    pub(super) fn held(when: Instant, seat: Seat, choice: Choice, socket: u64) -> Soon {
        let by = By::Person(socket);
        Soon {
            when,
            seat,
            choice,
            by,
        }
    }
}

/// What a room waits for.
pub struct Timing {
    /// The last time anybody asked anything.
    pub touched: Instant,
    /// A choice that will be made.
    pub(super) soon: Option<Soon>,
    /// When the game came to the decision that is pending.
    pub(super) began: Instant,
    /// When a person last chose something.
    pub(super) chosen: Option<Instant>,
    /// The position an opponent thinks about.
    pub(super) thinking_at: Option<u32>,
    /// How long an opponent thought when it last had something to think about.
    pub(super) usual: Duration,
    /// Since when the clock of whoever decides runs, and what it had run before.
    since: Instant,
    charged: Duration,
    /// Since when whoever decides is away.
    away: Option<Instant>,
    /// The position these are about.
    at: Option<u32>,
    told_presence: Instant,
    elsewhere: HashMap<u32, (u8, u32, Instant)>,
}

impl Timing {
    /// Nothing to wait for.
    pub fn new(now: Instant) -> Timing {
        Timing {
            touched: now,
            soon: None,
            began: now,
            chosen: None,
            thinking_at: None,
            usual: Duration::ZERO,
            since: now,
            charged: Duration::ZERO,
            away: None,
            at: None,
            told_presence: now,
            elsewhere: HashMap::new(),
        }
    }
    /// The next moment at which something is due.
    pub fn next(&self) -> Option<Instant> {
        self.soon.map(|soon| soon.when)
    }
    /// Whether something is due without anybody asking.
    pub fn busy(&self) -> bool {
        self.soon.is_some() || self.thinking_at.is_some()
    }
    fn fresh(&self, now: Instant) -> impl Iterator<Item = (u8, u32)> {
        self.elsewhere
            .values()
            .filter(move |(_, _, heard)| now - *heard < BELIEVED)
            .map(|(seats, spectators, _)| (*seats, *spectators))
    }
    /// Seats connected to other processes.
    pub fn seats_elsewhere(&self, now: Instant) -> u8 {
        self.fresh(now).fold(0, |set, (seats, _)| set | seats)
    }
    /// Spectators of other processes.
    pub fn spectators_elsewhere(&self, now: Instant) -> u32 {
        self.fresh(now).map(|(_, spectators)| spectators).sum()
    }
}

impl Room {
    /// Gets ready for the decision that is pending now.
    pub(super) fn prepare(&mut self) {
        let now = self.now();
        let moved = Some(self.play.record.moved_at);
        if self.timing.at != moved {
            self.timing.at = moved;
            self.timing.began = now;
            self.timing.soon = None;
            self.timing.since = now;
            self.timing.charged = Duration::ZERO;
            self.timing.away = None;
        }
        let Some(seat) = self.play.decider() else {
            self.timing.soon = None;
            return;
        };
        // What somebody has chosen already stays chosen.
        self.timing.soon = self.timing.soon.filter(|soon| soon.by != By::Nobody);
        if self.timing.soon.is_some() {
            return;
        }
        let Some(on) = &self.play.table else { return };
        let chair = &self.play.record.chairs[seat.ix()];
        if chair.left.is_some() {
            self.timing.soon = least(&on.game).map(|choice| Soon::passed_for(now, seat, choice));
            return;
        }
        match &chair.kind {
            SeatKind::Opponent { level } => {
                let level = level.clone();
                self.think(seat, &level);
            }
            SeatKind::Human | SeatKind::Open => {
                let here = self.connected() >> seat.0 & 1 == 1;
                self.timing.away = (!here).then_some(self.timing.away.unwrap_or(now));
                self.timing.soon = self.pass_for(seat);
            }
        }
    }

    pub(super) async fn thought(&mut self, at: u32, seat: u8, thought: Thought) {
        self.tell_lowered(seat, &thought);
        let Thought { choice, took, .. } = thought;
        self.timing.usual = took.unwrap_or(self.timing.usual);
        if self.timing.thinking_at == Some(at) {
            self.timing.thinking_at = None;
        }
        let current = self.play.record.moved_at == at && self.play.decider() == Some(Seat(seat));
        if !current {
            self.prepare();
            return;
        }
        let fallback = || self.play.table.as_ref().and_then(|on| least(&on.game));
        let Some(choice) = choice.or_else(fallback) else {
            return;
        };
        let seat = Seat(seat);
        let soon = Soon {
            when: self.now(),
            seat,
            choice,
            by: By::Opponent,
        };
        if let Some(when) = self.breath(seat, choice) {
            self.timing.soon = Some(Soon { when, ..soon });
        } else if let Err(oops) = self.choose(seat, choice, None, false).await {
            tracing::error!(game = %self.play.id, %oops, ?choice, "an opponent's choice failed");
            self.try_again(soon, &oops);
        }
    }

    /// A choice that nobody asked for could not be stored: it is made when that is possible again.
    fn try_again(&mut self, soon: Soon, oops: &Oops) {
        if oops.0.code == Code::Unavailable && self.play.decider() == Some(soon.seat) {
            let when = self.now() + AGAIN;
            self.timing.soon = Some(Soon { when, ..soon });
        }
    }

    /// How long an opponent waits with a choice that could not be unseen: a player who was not asked since
    /// their last choice has a moment to take that back.
    fn breath(&self, seat: Seat, choice: Choice) -> Option<Instant> {
        let when = self.timing.chosen? + self.hall.config.paces.breath;
        if when <= self.now() {
            return None;
        }
        let person = |seat: u8| self.play.record.people() >> seat & 1 == 1;
        let made = &self.play.record.made;
        let last = made
            .iter()
            .rposition(|made| person(made.seat) && !made.auto)?;
        let passed_for = made[last..].iter().any(|made| made.auto);
        let free = take_back(&self.play, 1 << made[last].seat)?.leave == Leave::Free;
        let tells = || self.play.try_choice(seat, choice).is_ok_and(|t| t.tells());
        (passed_for && free && tells()).then_some(when)
    }

    /// Something is due.
    pub(super) async fn tick(&mut self) {
        let now = self.now();
        if let Some(soon) = self.timing.soon.filter(|soon| soon.when <= now) {
            self.timing.soon = None;
            let auto = soon.by == By::Nobody;
            let made = self.choose(soon.seat, soon.choice, None, auto).await;
            match (made, soon.by) {
                (made, By::Person(socket)) => self.acknowledge(socket, made),
                (Err(oops), _) => {
                    tracing::warn!(game = %self.play.id, %oops, "a choice could not be made");
                    self.try_again(soon, &oops);
                }
                (Ok(()), _) => {}
            }
            return;
        }
        if self.flag_falls().is_some_and(|when| when <= now)
            && let Some(seat) = self.play.decider()
        {
            let why = if self.timing.away.is_some() {
                Leaving::Away
            } else {
                Leaving::Time
            };
            let leave = Entry::Leave { seat: seat.0, why };
            if let Err(oops) = self.store(leave, None).await {
                tracing::warn!(game = %self.play.id, %oops, "a clock could not be stopped");
            }
        }
        if self.heartbeat().is_some_and(|when| when <= now) {
            self.tell_presence().await;
        }
    }

    /// When whoever decides loses by the clock.
    pub(super) fn flag_falls(&self) -> Option<Instant> {
        let rules = self.play.plan.clock?;
        let seat = self.play.decider()?;
        let chair = &self.play.record.chairs[seat.ix()];
        if chair.kind != SeatKind::Human || chair.left.is_some() {
            return None;
        }
        match self.timing.away {
            Some(away) => Some(away + Duration::from_secs(u64::from(rules.away))),
            None => {
                // Once nothing is left the moment lies in the past, and stays there.
                match self.clock_left(seat.0) {
                    0 => Some(self.timing.since),
                    left => Some(self.now() + Duration::from_millis(u64::from(left))),
                }
            }
        }
    }

    /// Milliseconds left on a seat's clock.
    pub(super) fn clock_left(&self, seat: u8) -> u32 {
        let Some(rules) = self.play.plan.clock else {
            return 0;
        };
        let turns = self.play.table.as_ref().map_or(0, |on| {
            let own = |what: &What| matches!(what, What::TurnBegan { seat: s, .. } if s.0 == seat);
            on.happened.iter().filter(|(_, e)| own(&e.what)).count() as u64
        });
        let given = (u64::from(rules.bank) + u64::from(rules.increment) * turns) * 1000;
        let running = match self.play.decider() {
            Some(decider) if decider.0 == seat => u64::from(self.running()),
            _ => 0,
        };
        let used = self.play.record.chairs[seat as usize].spent + running;
        u32::try_from(given.saturating_sub(used)).unwrap_or(u32::MAX)
    }

    /// Milliseconds the clock of whoever decides has run for this decision.
    pub(super) fn running(&self) -> u32 {
        let now = match self.timing.away {
            Some(_) => Duration::ZERO,
            None => self.now() - self.timing.since,
        };
        u32::try_from((self.timing.charged + now).as_millis()).unwrap_or(u32::MAX)
    }

    /// Milliseconds until a seat loses for being away, if that clock runs.
    pub(super) fn away_left(&self, seat: u8) -> Option<u32> {
        let rules = self.play.plan.clock?;
        let decides = self.play.decider() == Some(Seat(seat));
        let away = self.timing.away.filter(|_| decides)?;
        let limit = Duration::from_secs(u64::from(rules.away));
        u32::try_from(limit.saturating_sub(self.now() - away).as_millis()).ok()
    }

    /// Somebody came or went.
    pub(super) async fn presence_changed(&mut self) {
        if let Some(seat) = self.play.decider() {
            let here = self.connected() >> seat.0 & 1 == 1;
            let now = self.now();
            match (here, self.timing.away) {
                (true, Some(_)) => {
                    self.timing.away = None;
                    self.timing.since = now;
                }
                (false, None) => {
                    self.timing.charged += now - self.timing.since;
                    self.timing.away = Some(now);
                }
                _ => {}
            }
            let computer = matches!(
                self.play.record.chairs[seat.ix()].kind,
                SeatKind::Opponent { .. }
            );
            if computer && self.timing.thinking_at.is_none() {
                self.prepare();
            }
        }
        self.announce_presence();
    }

    pub(super) fn heard_of(&mut self, node: u32, seats: u8, spectators: u32) {
        let news = (seats, spectators, self.now());
        let before = self.timing.elsewhere.insert(node, news);
        if before.map(|(seats, spectators, _)| (seats, spectators)) != Some((seats, spectators)) {
            self.announce_presence();
            self.timing.away = match self.play.decider() {
                Some(seat) if self.connected() >> seat.0 & 1 == 1 => None,
                _ => self.timing.away,
            };
        }
    }

    /// When the other processes are told again who is here.
    pub(super) fn heartbeat(&self) -> Option<Instant> {
        let running = self.play.stage() == Stage::Running && !self.sockets.is_empty();
        (self.hall.store.shared() && running).then(|| self.timing.told_presence + HEARTBEAT)
    }

    pub(super) async fn tell_presence(&mut self) {
        self.timing.told_presence = self.now();
        let seats = self.sockets.values().fold(0, |set, s| set | s.seats);
        let spectators = self.sockets.values().filter(|s| s.seats == 0).count() as u32;
        let told = self
            .hall
            .store
            .tell_presence(&self.play.id, seats, spectators);
        if let Err(oops) = told.await {
            tracing::warn!(%oops, "others could not be told who is here");
        }
    }
}

//! What happens in a room without anybody asking, and when: opponents, passes made for a player, clocks that run
//! out.

use super::{Room, clocks::Absence, presence::Elsewhere, thinking::Thought};
use crate::{
    entry::{Entry, Leaving},
    error::Oops,
    opponents::least,
    take_back::{Leave, take_back},
};
use gloryhex_engine::Choice;
use gloryhex_model::Seat;
use gloryhex_protocol::{Code, SeatKind};
use std::{collections::HashMap, time::Duration};
use tokio::time::Instant;

/// How long to wait before storing is tried again.
const AGAIN: Duration = Duration::from_secs(1);

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
    /// The position that another process has an opponent think about, and until when it may.
    pub(super) thinks_elsewhere: Option<(u32, Instant)>,
    /// When the pending decision came up here, in Unix milliseconds.
    pub(super) began_wall: u64,
    /// Milliseconds of the pending decision that are not taken off a clock.
    pub(super) forgiven: u64,
    /// How long the seats have been away.
    pub(super) absences: [Absence; 4],
    /// Nobody loses by the clock before this time, because it could not be stored.
    pub(super) flag_again: Option<Instant>,
    /// The position these are about, and the decision.
    at: Option<u32>,
    decision: Option<u32>,
    /// When the other processes were last told who is here.
    pub(super) told_presence: Instant,
    /// Until when the others may say who is connected there, after the game was opened.
    pub(super) hearsay: Option<Instant>,
    /// Who is connected in other processes.
    pub(super) elsewhere: HashMap<u32, Elsewhere>,
}

impl Timing {
    /// Nothing to wait for.
    pub fn new(now: Instant, wall: u64) -> Timing {
        Timing {
            touched: now,
            soon: None,
            began: now,
            chosen: None,
            thinking_at: None,
            usual: Duration::ZERO,
            thinks_elsewhere: None,
            began_wall: wall,
            forgiven: 0,
            absences: Default::default(),
            flag_again: None,
            at: None,
            decision: None,
            told_presence: now,
            hearsay: None,
            elsewhere: HashMap::new(),
        }
    }
    /// The next moment at which something is due.
    pub fn next(&self) -> Option<Instant> {
        let again = self.thinks_elsewhere.map(|(_, until)| until);
        self.soon
            .map(|soon| soon.when)
            .into_iter()
            .chain(again)
            .min()
    }
    /// Whether something is due without anybody asking.
    pub fn busy(&self) -> bool {
        self.soon.is_some() || self.thinking_at.is_some()
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
            self.timing.thinks_elsewhere = None;
        }
        let decision = Some(self.play.record.since.at);
        if self.timing.decision != decision {
            let opened = self.timing.decision.is_none();
            self.timing.decision = decision;
            self.timing.began_wall = self.hall.config.clock.wall();
            if !opened {
                self.timing.forgiven = 0;
            }
            self.note_absences(!opened);
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
            self.timing.soon = least(&on.choices).map(|choice| Soon::passed_for(now, seat, choice));
            return;
        }
        match &chair.kind {
            SeatKind::Opponent { level } => {
                let level = level.clone();
                self.think(seat, &level);
            }
            SeatKind::Human | SeatKind::Open => {
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
        let fallback = || self.play.table.as_ref().and_then(|on| least(&on.choices));
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
            let why = match self.decider_away() {
                true => Leaving::Away,
                false => Leaving::Time,
            };
            let leave = Entry::Leave { seat: seat.0, why };
            if let Err(oops) = self.store(leave, None).await {
                tracing::warn!(game = %self.play.id, %oops, "a clock could not be stopped");
                self.timing.flag_again = Some(now + AGAIN);
            }
        }
        if self.heartbeat().is_some_and(|when| when <= now) {
            self.tell_presence().await;
        }
        if self.doubts().is_some_and(|when| when <= now) {
            self.doubt();
        }
        let waited = |(_, until): (u32, Instant)| until <= now;
        if self.timing.thinks_elsewhere.is_some_and(waited) {
            self.timing.thinks_elsewhere = None;
            self.prepare();
        }
    }
}

//! What happens in a room without anybody asking: opponents, passes made for a player, clocks.

use super::{Ask, Room};
use crate::{
    entry::{Entry, Leaving, chance_seed},
    opponents::{self, least, only_pass},
};
use gloryhex_engine::{Choice, What};
use gloryhex_model::Seat;
use gloryhex_protocol::{AutoPass, SeatKind, Settings, Stage};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::time::{Instant, interval_at};

/// How often processes that share a game tell each other who is connected.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// How long such news is believed.
const BELIEVED: Duration = Duration::from_secs(30);

/// What a room waits for.
pub struct Timing {
    /// The last time anybody asked anything.
    pub touched: Instant,
    /// Make this choice for the seat at this time.
    soon: Option<(Instant, u8, Choice)>,
    /// The position an opponent thinks about.
    thinking_at: Option<u32>,
    /// How long an opponent thought when it last had something to think about.
    usual: Duration,
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
        self.soon.map(|(when, ..)| when)
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
            self.timing.since = now;
            self.timing.charged = Duration::ZERO;
            self.timing.away = None;
        }
        self.timing.soon = None;
        let Some(seat) = self.play.decider() else {
            return;
        };
        let Some(on) = &self.play.table else { return };
        let chair = &self.play.record.chairs[seat.ix()];
        if chair.left.is_some() {
            self.timing.soon = least(&on.game).map(|choice| (now, seat.0, choice));
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
                self.timing.soon = self.pass_for(seat, now);
            }
        }
    }

    /// The pass to be made for a player who does not want to be asked, after a time that does not
    /// depend on what the player holds.
    fn pass_for(&self, seat: Seat, now: Instant) -> Option<(Instant, u8, Choice)> {
        let on = self.play.table.as_ref()?;
        let settings: Settings = self.settings[seat.ix()];
        let kind = gloryhex_notation::decision::kind(&on.game)?;
        let wish = match kind {
            "reaction" => settings.reactions,
            "power-step" => settings.power_steps,
            // Everybody is asked here, lest the others learn who could do something.
            "score" | "upgrade" => match settings.power_steps {
                AutoPass::Ask => AutoPass::Ask,
                AutoPass::WhenAble | AutoPass::Pass => AutoPass::WhenAble,
            },
            _ => return None,
        };
        let until_my_turn = settings.until_my_turn && !matches!(kind, "score" | "upgrade");
        let (nothing_else, pass) = only_pass(&on.game);
        let pass = pass?;
        let skip = match wish {
            AutoPass::Ask => until_my_turn,
            AutoPass::WhenAble => nothing_else || until_my_turn,
            AutoPass::Pass => true,
        };
        // With nobody else at the table there is nobody to learn from the time.
        let alone = self.play.record.people() & !(1 << seat.0) == 0;
        let paces = self.hall.config.paces;
        let pace = if alone { Duration::ZERO } else { paces.passes };
        skip.then(|| (now + pace, seat.0, pass))
    }

    fn think(&mut self, seat: Seat, level: &str) {
        let at = self.play.record.moved_at;
        let people = self.play.record.people() != 0;
        if self.timing.thinking_at == Some(at) || (!people && self.sockets.is_empty()) {
            return;
        }
        let Some(on) = &self.play.table else { return };
        let seed = chance_seed(!self.play.plan.seed, at);
        let (mut think, paces) = (self.hall.config.opponents.think, self.hall.config.paces);
        let window = gloryhex_notation::decision::kind(&on.game) == Some("reaction");
        if window {
            think = think.min(paces.opponents.max(Duration::from_millis(100)));
        }
        let mut mind = match opponents::opponent(level, seed, think) {
            Ok(mind) => mind,
            Err(oops) => {
                tracing::error!(%oops, game = %self.play.id, "no opponent");
                return;
            }
        };
        self.timing.thinking_at = Some(at);
        let (game, inbox) = (on.game.clone(), self.inbox.clone());
        let minds = Arc::clone(&self.hall.minds);
        // With nothing to think about it takes its usual time all the same; otherwise the others would
        // learn that it holds nothing of use.
        let trivial = only_pass(&game).0;
        let pace = match (window, trivial) {
            // Windows come in dozens: always the same short time, whether there is an answer or not.
            (true, _) if !opponents::ponders(level) => paces.opponents / 5,
            (true, _) | (false, false) => paces.opponents,
            (false, true) => paces.opponents.max(self.timing.usual),
        };
        let began = Instant::now();
        tokio::spawn(async move {
            let mut thought = tokio::spawn(async move {
                let permit = minds.acquire_owned().await.ok()?;
                let started = Instant::now();
                let choose = move || mind.choose(&game, seat);
                let choice = tokio::task::spawn_blocking(choose).await.ok().flatten();
                let took = (!trivial && !window).then(|| started.elapsed());
                drop(permit);
                tokio::time::sleep_until(began + pace).await;
                Some((choice, took))
            });
            let mut ticks = interval_at(began + paces.thinking, paces.thinking);
            // How often that is told depends on the time alone.
            let thought = loop {
                tokio::select! {
                    thought = &mut thought => break thought.ok().flatten(),
                    _ = ticks.tick() => {
                        let share = began.elapsed().as_secs_f32() / think.as_secs_f32().max(0.1);
                        let _ = inbox.try_send(Ask::Thinking(seat.0, share.min(1.0)));
                    }
                }
            };
            let (choice, took) = thought.unwrap_or_default();
            let _ = inbox.send(Ask::Thought(at, seat.0, choice, took)).await;
        });
    }

    pub(super) async fn thought(
        &mut self,
        at: u32,
        seat: u8,
        choice: Option<Choice>,
        took: Option<Duration>,
    ) {
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
        if let Some(choice) = choice.or_else(fallback)
            && let Err(oops) = self.choose(Seat(seat), choice, None).await
        {
            tracing::error!(game = %self.play.id, %oops, ?choice, "an opponent's choice failed");
        }
    }

    /// Something is due.
    pub(super) async fn tick(&mut self) {
        let now = self.now();
        if let Some((when, seat, choice)) = self.timing.soon
            && when <= now
        {
            self.timing.soon = None;
            if let Err(oops) = self.choose(Seat(seat), choice, None).await {
                tracing::warn!(game = %self.play.id, %oops, "a pass could not be made");
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

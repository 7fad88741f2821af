//! Players' clocks and absences.
//!
//! A clock runs for whoever decides and is there. For whoever decides and is away it stops, and the allowance for
//! being away is used up instead; that comes back as slowly as it goes, so that coming and going gains
//! nothing. Both follow from what is stored: when a decision came up is in its entry, absences are noted when
//! they begin and end. A restart gives nothing back, and processes that share a game agree.

use super::Room;
use gloryhex_model::Seat;
use gloryhex_protocol::{SeatKind, Stage};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

/// What a player has left at least when a server is back that was down while the player's time ran.
const MERCY: u64 = 60_000;

/// How long a seat has been away while the others waited for it. Times are Unix milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// The decision that `idle` is about.
    pub at: u32,
    /// Milliseconds away in that decision, when this was noted.
    pub idle: u64,
    /// How much of the allowance was used, when this was noted.
    pub used: u64,
    /// When this was noted.
    pub noted: u64,
    /// Whether the seat is away and decides, since then.
    pub away: bool,
}

impl Absence {
    /// How much of the allowance is used: it goes while the seat is away and decides, and comes back otherwise.
    pub fn used(&self, now: u64) -> u64 {
        let since = now.saturating_sub(self.noted);
        match self.away {
            true => self.used + since,
            false => self.used.saturating_sub(since),
        }
    }

    /// Milliseconds away in a decision.
    pub fn idle(&self, at: u32, now: u64) -> u64 {
        match (self.at == at, self.away) {
            (false, _) => 0,
            (true, false) => self.idle,
            (true, true) => self.idle + now.saturating_sub(self.noted),
        }
    }

    /// From now on the seat is away and decides, or not.
    #[must_use]
    pub fn turn(&self, at: u32, away: bool, now: u64) -> Absence {
        let now = now.max(self.noted);
        Absence {
            at,
            idle: self.idle(at, now),
            used: self.used(now),
            noted: now,
            away,
        }
    }
}

impl Room {
    /// The time in Unix milliseconds, to be stored where the game has clocks.
    pub(super) fn stamp(&self) -> u64 {
        match self.play.plan.clock {
            Some(_) => self.hall.config.clock.wall(),
            None => 0,
        }
    }

    /// When the pending decision came up.
    fn since(&self) -> u64 {
        match self.play.record.since.when {
            0 => self.timing.began_wall,
            when => when,
        }
    }

    /// Whether somebody is there for a seat. While other processes have not said yet, somebody may be there.
    fn here(&self, seat: u8) -> bool {
        let unknown = self.timing.hearsay.is_some_and(|until| self.now() < until);
        unknown || self.connected() >> seat & 1 == 1
    }

    /// Takes over what was noted about absences before this room was opened.
    pub(super) fn recall(&mut self, absences: Vec<(u8, Absence)>) {
        for (seat, absence) in absences {
            if let Some(own) = self.timing.absences.get_mut(seat as usize) {
                *own = absence;
            }
        }
        let (Some(rules), Some(seat)) = (self.play.plan.clock, self.play.decider()) else {
            return;
        };
        let at = self.play.record.since.at;
        let absence = &mut self.timing.absences[seat.ix()];
        if absence.away && absence.at != at {
            // Its end was not noted: it came with this decision at the latest.
            *absence = absence.turn(at, false, self.play.record.since.when);
        }
        // Nobody could play while there was no server; it takes nobody's last minute.
        if self.since() < self.hall.started {
            let now = self.hall.config.clock.wall();
            let allowed = u64::from(rules.away) * 1000;
            let absence = &mut self.timing.absences[seat.ix()];
            let most = allowed.saturating_sub(MERCY.min(allowed));
            if absence.away && absence.used(now) > most {
                let turned = absence.turn(at, true, now);
                *absence = Absence {
                    used: most,
                    ..turned
                };
            }
            let bank = self.bank(seat.0);
            let most = bank.saturating_sub(MERCY.min(bank));
            self.timing.forgiven = u64::from(self.running()).saturating_sub(most);
        }
    }

    /// Notes who is away while the others wait, and who no longer is. `turned` if the decision has just come up.
    pub(super) fn note_absences(&mut self, turned: bool) -> bool {
        if self.play.plan.clock.is_none() || self.play.stage() != Stage::Running {
            return false;
        }
        let at = self.play.record.since.at;
        let now = match turned {
            true => self.since(),
            false => self.hall.config.clock.wall(),
        };
        let decider = self.play.decider().map(|seat| seat.0);
        let mut changed = false;
        for seat in 0..self.play.record.chairs.len() as u8 {
            let chair = &self.play.record.chairs[seat as usize];
            let waits =
                decider == Some(seat) && chair.kind == SeatKind::Human && chair.left.is_none();
            let away = waits && !self.here(seat);
            let absence = self.timing.absences[seat as usize];
            if away == absence.away && !(away && absence.at != at) {
                continue;
            }
            let absence = absence.turn(at, away, now);
            self.timing.absences[seat as usize] = absence;
            changed = true;
            let (hall, game) = (Arc::clone(&self.hall), self.play.id.clone());
            tokio::spawn(async move {
                if let Err(oops) = hall.store.keep_absence(&game, seat, absence).await {
                    tracing::warn!(%game, %oops, "an absence is not noted");
                }
            });
        }
        changed
    }

    /// When whoever decides loses by the clock.
    pub(super) fn flag_falls(&self) -> Option<Instant> {
        let rules = self.play.plan.clock?;
        let seat = self.play.decider()?;
        let chair = &self.play.record.chairs[seat.ix()];
        if chair.kind != SeatKind::Human || chair.left.is_some() {
            return None;
        }
        let absence = &self.timing.absences[seat.ix()];
        let left = match absence.away {
            true => {
                let used = absence.used(self.hall.config.clock.wall());
                (u64::from(rules.away) * 1000).saturating_sub(used)
            }
            false => u64::from(self.clock_left(seat.0)),
        };
        // Once nothing is left the moment lies in the past, and stays there.
        let falls = match left {
            0 => self.timing.began,
            left => self.now() + Duration::from_millis(left),
        };
        Some(
            self.timing
                .flag_again
                .map_or(falls, |again| falls.max(again)),
        )
    }

    /// The same in Unix milliseconds, for whoever looks after the game when it is not in memory.
    pub(super) fn flag_due(&self) -> Option<u64> {
        let left = self.flag_falls()?.saturating_duration_since(self.now());
        let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX / 4);
        Some(self.hall.config.clock.wall() + left)
    }

    /// Whether whoever decides is away.
    pub(super) fn decider_away(&self) -> bool {
        let seat = self.play.decider();
        seat.is_some_and(|seat| self.timing.absences[seat.ix()].away)
    }

    /// Milliseconds that were left on a seat's clock when the pending decision came up.
    fn bank(&self, seat: u8) -> u64 {
        let Some(rules) = self.play.plan.clock else {
            return 0;
        };
        let table = self.play.table.as_ref();
        let turns = table.map_or(0, |on| u64::from(on.turns(seat)));
        let given = (u64::from(rules.bank) + u64::from(rules.increment) * turns) * 1000;
        given.saturating_sub(self.play.record.chairs[seat as usize].spent)
    }

    /// Milliseconds left on a seat's clock.
    pub(super) fn clock_left(&self, seat: u8) -> u32 {
        let running = match self.play.decider() {
            Some(decider) if decider.0 == seat => u64::from(self.running()),
            _ => 0,
        };
        u32::try_from(self.bank(seat).saturating_sub(running)).unwrap_or(u32::MAX)
    }

    /// Milliseconds the clock of whoever decides has run for this decision.
    pub(super) fn running(&self) -> u32 {
        let (now, at) = (self.hall.config.clock.wall(), self.play.record.since.at);
        let idle = self
            .play
            .decider()
            .map_or(0, |seat| self.timing.absences[seat.ix()].idle(at, now));
        let ran = now.saturating_sub(self.since());
        let ran = ran.saturating_sub(idle + self.timing.forgiven);
        u32::try_from(ran).unwrap_or(u32::MAX)
    }

    /// What a choice or its being taken back takes off a clock.
    pub(super) fn spent(&self) -> u32 {
        match self.play.plan.clock {
            Some(_) => self.running(),
            None => 0,
        }
    }

    /// Milliseconds until a seat loses for being away, if that clock runs.
    pub(super) fn away_left(&self, seat: u8) -> Option<u32> {
        let rules = self.play.plan.clock?;
        let decides = self.play.decider() == Some(Seat(seat));
        let absence = self.timing.absences.get(seat as usize);
        let absence = absence.filter(|absence| decides && absence.away)?;
        let used = absence.used(self.hall.config.clock.wall());
        u32::try_from((u64::from(rules.away) * 1000).saturating_sub(used)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Absence;

    #[test]
    fn coming_and_going_does_not_give_back_what_is_used_of_the_allowance() {
        let mut absence = Absence::default();
        let mut now = 1_000_000;
        // Nine minutes away and one second there, again and again.
        for times in 1..=5 {
            absence = absence.turn(7, true, now);
            now += 540_000;
            absence = absence.turn(7, false, now);
            now += 1_000;
            assert_eq!(absence.used(now), times * 539_000);
            assert_eq!(absence.idle(7, now), times * 540_000);
        }
        assert_eq!(absence.idle(8, now), 0, "another decision");
        assert_eq!(absence.used(now + 10_000_000), 0, "it comes back in time");
    }

    #[test]
    fn a_clock_that_is_set_back_gives_nothing_back() {
        let away = Absence::default().turn(7, true, 5_000);
        assert_eq!((away.used(4_000), away.idle(7, 4_000)), (0, 0));
        let back = away.turn(7, false, 4_000);
        assert_eq!(back.noted, 5_000);
    }
}

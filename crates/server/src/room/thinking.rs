//! Opponents at work in a room: a place in the queue, thought on a thread of its own, and what people
//! are told meanwhile.
//!
//! How long a choice takes depends on the queue and on what everybody sees, never on what the opponent
//! holds: with nothing to think about it takes as long as otherwise.

use super::{Ask, Hall, Room};
use crate::{
    minds,
    opponents::{self, only_pass},
};
use gloryhex_engine::Choice;
use gloryhex_model::Seat;
use gloryhex_protocol::ServerMessage;
use gloryhex_search::Level;
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, interval_at};

/// A process that has claimed the right to think has so much longer than it takes, until another one thinks.
const CLAIM: Duration = Duration::from_secs(10);
/// Whether an opponent may think is looked at again after this time at the earliest.
const LOOK: Duration = Duration::from_secs(1);

/// What an opponent came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thought {
    /// Its choice; none if it was not asked in the end.
    pub choice: Option<Choice>,
    /// How long it thought, if there was something to choose.
    pub took: Option<Duration>,
    /// The level it played at instead of its own, because too many think.
    pub lowered: Option<Level>,
}

impl Room {
    pub(super) fn think(&mut self, seat: Seat, level: &str) {
        let at = self.play.record.moved_at;
        let people = self.play.record.people() != 0;
        let elsewhere = self.timing.thinks_elsewhere.is_some_and(|(on, _)| on == at);
        let unseen = !people && self.sockets.is_empty();
        if self.timing.thinking_at == Some(at) || elsewhere || unseen {
            return;
        }
        let Some(on) = &self.play.table else { return };
        let seed = self.play.plan.seed.mind(at);
        let (mut think, paces) = (self.hall.config.opponents.think, self.hall.config.paces);
        let window = on.kind() == Some("reaction");
        if window {
            think = think.min(paces.opponents.max(Duration::from_millis(100)));
        }
        let ponders = opponents::ponders(level);
        if let Err(oops) = opponents::opponent(level, seed, think) {
            tracing::error!(%oops, game = %self.play.id, "no opponent");
            return;
        }
        self.timing.thinking_at = Some(at);
        let (game, choices) = (on.game.clone(), Arc::clone(&on.choices));
        let inbox = self.inbox.clone();
        let (hall, minds) = (Arc::clone(&self.hall), Arc::clone(&self.hall.minds));
        let (id, level) = (self.play.id.clone(), level.to_owned());
        // With nothing to think about it takes its usual time all the same; otherwise the others would
        // learn that it holds nothing of use.
        let rated = self.play.plan.rated;
        let trivial = only_pass(&choices).0;
        let usual = self.timing.usual;
        let pace = match (window, trivial) {
            // Windows come in dozens: always the same short time, whether there is an answer or not.
            (true, _) if !ponders => paces.opponents / 5,
            (true, _) | (false, false) => paces.opponents,
            (false, true) => paces.opponents.max(usual),
        };
        let began = Instant::now();
        let claimed = think + self.hall.config.opponents.wait + CLAIM;
        tokio::spawn(async move {
            if let Err(until) = claim(&hall, &id, at, claimed).await {
                let _ = inbox.send(Ask::ThinksElsewhere(at, until)).await;
                return;
            }
            let mut thought = tokio::spawn(async move {
                let place = minds.place(&id).await?;
                let started = Instant::now();
                let time = think.min(place.time);
                let own = Level::from_name(&level);
                // Who plays for a rating meets the level that was measured.
                let own = own.filter(|_| !rated);
                let lowered = own.and_then(|own| minds::lowered(own, place.time));
                let named = lowered.map_or(level.as_str(), |lower| lower.name());
                let mut mind = opponents::opponent(named, seed, time).ok()?;
                let choose = move || mind.choose(&game, seat, &choices);
                let choice = tokio::task::spawn_blocking(choose).await.ok().flatten();
                let took = (!trivial && !window).then(|| started.elapsed());
                drop(place);
                let least = match (window, trivial) {
                    (true, _) if ponders => time.min(paces.opponents),
                    (false, true) => time.min(usual),
                    _ => Duration::ZERO,
                };
                tokio::time::sleep_until((began + pace).max(started + least)).await;
                Some(Thought {
                    choice,
                    took,
                    lowered,
                })
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
            let ask = Ask::Thought(at, seat.0, thought.unwrap_or_default());
            let _ = inbox.send(ask).await;
        });
    }

    /// Another process has the opponent think; it is looked at again if nothing comes of that.
    pub(super) fn thinks_elsewhere(&mut self, at: u32, until: Instant) {
        if self.timing.thinking_at == Some(at) {
            self.timing.thinking_at = None;
        }
        if self.play.record.moved_at == at {
            self.timing.thinks_elsewhere = Some((at, until));
        } else {
            self.prepare();
        }
    }

    /// Tells people when an opponent begins or ends to play below its level.
    pub(super) fn tell_lowered(&mut self, seat: u8, thought: &Thought) {
        // A choice that needs no thought tells nothing about how full the machine is.
        if thought.took.is_some()
            && let Some(told) = self.lowered.get_mut(seat as usize)
            && *told != thought.lowered
        {
            *told = thought.lowered;
            self.to_all(&lowered_now(seat, thought.lowered));
        }
    }
}

/// Claims the right to think about a position among all processes that share the game.
///
/// # Errors
/// Another process has it; until then.
async fn claim(
    hall: &Hall,
    game: &str,
    at: u32,
    time: Duration,
) -> std::result::Result<(), Instant> {
    let clock = &hall.config.clock;
    let wall = clock.wall();
    match hall.store.claim(game, at, wall, time).await {
        Ok(None) => Ok(()),
        Ok(Some(until)) => {
            let wait = Duration::from_millis(until.saturating_sub(wall)).max(LOOK);
            Err(clock.now() + wait.min(time))
        }
        Err(oops) => {
            tracing::warn!(%game, %oops, "an opponent waits for the database");
            Err(clock.now() + LOOK)
        }
    }
}

/// What people are told about the level an opponent plays at.
pub(super) fn lowered_now(seat: u8, level: Option<Level>) -> ServerMessage {
    ServerMessage::Lowered {
        seat,
        level: level.map(|level| level.name().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Config, Opponents, Paces,
        load::{Line, post, sit},
    };
    use futures_util::StreamExt;
    use gloryhex_protocol::{NewGame, NewSeat, SeatKind, ServerMessage, Ticket};
    use std::{sync::Arc, time::Duration};

    async fn lowered(line: &mut Line) -> Option<String> {
        loop {
            let heard = line.next().await.expect("a message").expect("a message");
            let Ok(text) = heard.to_text() else { continue };
            if let Ok(ServerMessage::Lowered { level, .. }) = serde_json::from_str(text) {
                return level;
            }
        }
    }

    #[tokio::test]
    async fn people_are_told_while_an_opponent_plays_below_its_level() {
        let folder = tempfile::tempdir().expect("a folder");
        let still = Duration::ZERO;
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            opponents: Opponents {
                think: Duration::from_millis(20),
                at_once: 1,
                wait: Duration::ZERO,
                ..Opponents::default()
            },
            paces: Paces {
                opponents: still,
                passes: still,
                ..Paces::default()
            },
            seed: Some(1),
            ..Config::new(folder.path())
        };
        let server = crate::start(config).await.expect("it starts");
        let minds = Arc::clone(&server.rooms.hall().minds);
        let held = minds.place("held").await;
        let champion = NewSeat {
            kind: SeatKind::Opponent {
                level: "champion".to_owned(),
            },
            name: String::new(),
            warband: String::new(),
            deck: None,
        };
        let new = NewGame {
            edition: "shadespire".to_owned(),
            variant: Vec::new(),
            seats: vec![champion.clone(), champion],
            hot_seat: false,
            public: false,
            best_of: 1,
            decide: false,
            clock: None,
            boards: Vec::new(),
            rated: false,
            own_boards: Vec::new(),
        };
        let ticket: Ticket = post(server.address, "/api/games", &new)
            .await
            .expect("made");
        let mut line = sit(server.address, &ticket).await.expect("a seat");
        while minds.waiting() < 1 {
            tokio::task::yield_now().await;
        }
        // Somebody else waits, and may not be kept waiting at all.
        let others = Arc::clone(&minds);
        let other = tokio::spawn(async move { others.place("other").await });
        while minds.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        drop(held);
        assert_eq!(lowered(&mut line).await.as_deref(), Some("adept"));
        drop(other.await.expect("no panic"));
        assert_eq!(lowered(&mut line).await, None);
        server.stop().await;
    }
}

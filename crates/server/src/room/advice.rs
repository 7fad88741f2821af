//! What a player may ask before choosing: what a Charge leads to, and what somebody who knows the game would do.
//!
//! A hint is thought about on a thread of its own, one at a time per room and as many at once as there are
//! minds for opponents, by nothing but what the asking seat can see.

use super::{Ask, Room, stale};
use crate::{
    error::{Oops, Result},
    wire,
};
use gloryhex_engine::Choice;
use gloryhex_model::Seat;
use gloryhex_protocol::{Code, Hint, ServerMessage};
use gloryhex_search::{Budget, hint};
use std::{sync::Arc, time::Duration};

/// How long a hint is thought about.
const THOUGHT: Duration = Duration::from_millis(700);
/// How many choices it names.
const NAMED: usize = 3;

/// What a search found: the choice, the chance to win after it, and what speaks for it.
pub type Found = Vec<(Choice, f32, String)>;

/// The last hint of a room.
#[derive(Default)]
pub struct Advice {
    /// Who is waiting, and for which position.
    waiting: Option<(u64, u32, Seat)>,
    /// The last one, for whoever asks again.
    known: Option<(u32, Seat, Vec<Hint>)>,
}

impl Room {
    /// The position that is asked about, if it is the present one and the seat decides there.
    fn asked_now(&self, own: u8, at: u32) -> Result<Seat> {
        let seat = self.acting(own, None)?;
        self.running_only()?;
        if at < self.play.record.moved_at || at > self.play.record.at {
            return Err(stale());
        }
        match self.play.decider() {
            Some(decider) if decider == seat => Ok(seat),
            _ => Err(Oops::new(
                Code::NotYourTurn,
                "It is not for you to decide now.",
            )),
        }
    }

    pub(super) fn strikes(&self, id: u64, own: u8, at: u32, fighter: u8) -> Result<()> {
        let seat = self.asked_now(own, at)?;
        let on = self.play.on_table()?;
        let list = wire::strikes(&self.hall.content, &self.play, on, seat, fighter);
        self.reply(id, &ServerMessage::Strikes { at, fighter, list });
        Ok(())
    }

    pub(super) fn hint(&mut self, id: u64, own: u8, at: u32) -> Result<()> {
        let seat = self.asked_now(own, at)?;
        let moved = self.play.record.moved_at;
        if let Some((known, by, list)) = &self.advice.known
            && (*known, *by) == (moved, seat)
        {
            let list = list.clone();
            self.reply(id, &ServerMessage::Hints { at, list });
            return Ok(());
        }
        if self.advice.waiting.is_some() {
            return Err(Oops::new(
                Code::TooMany,
                "A hint is being thought about already.",
            ));
        }
        self.advice.waiting = Some((id, at, seat));
        let (game, inbox) = (self.play.on_table()?.game.clone(), self.inbox.clone());
        let minds = Arc::clone(&self.hall.minds);
        let queue = format!("hint {}", self.play.id);
        let seed = self.play.plan.seed.mind(moved);
        tokio::spawn(async move {
            // A place of its own: it does not push the game's opponent out of the queue.
            let place = minds.place(&queue).await;
            let time = place
                .as_ref()
                .map_or(THOUGHT, |place| THOUGHT.min(place.time));
            let think = move || {
                let found = hint(&game, seat, NAMED, Budget::Time(time), seed);
                let told = found.into_iter().map(|h| (h.choice, h.wins, h.reason));
                told.collect::<Found>()
            };
            let found = tokio::task::spawn_blocking(think).await.unwrap_or_default();
            drop(place);
            let _ = inbox.send(Ask::Advised(moved, found)).await;
        });
        Ok(())
    }

    /// A hint is ready.
    pub(super) fn advised(&mut self, moved: u32, found: Found) {
        let Some((id, at, seat)) = self.advice.waiting.take() else {
            return;
        };
        let current = self.play.record.moved_at == moved && self.play.decider() == Some(seat);
        let list = match self.play.on_table() {
            Ok(on) if current => {
                let people = wire::people_names(&self.play);
                let told = |(choice, wins, reason)| Hint {
                    choice: on.write(seat, choice),
                    label: wire::label(on, &people, seat, choice),
                    wins,
                    reason,
                };
                found.into_iter().map(told).collect()
            }
            _ => Vec::new(),
        };
        if current {
            self.advice.known = Some((moved, seat, list.clone()));
        }
        self.reply(id, &ServerMessage::Hints { at, list });
    }
}

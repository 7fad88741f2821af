//! What a player may ask before choosing: what a Charge leads to, and what somebody who knows the game would do.
//!
//! A hint is thought about on a thread of its own, one at a time per room and as many at once as there are
//! minds for opponents, by nothing but what the asking seat can see.

use super::{Ask, Room};
use crate::error::{Oops, Result};
use gloryhex_model::Seat;
use gloryhex_protocol::{Code, Hint, SeatKind, ServerMessage};
use gloryhex_search::{Budget, hint};
use gloryhex_table::asks::{self, Found};
use std::{sync::Arc, time::Duration};

/// How long a hint is thought about.
const THOUGHT: Duration = Duration::from_millis(700);
/// How many choices it names.
const NAMED: usize = 3;

/// The last hint of a room.
#[derive(Default)]
pub struct Advice {
    /// Who is waiting, and for which position.
    waiting: Option<(u64, u32, Seat)>,
    /// The last one, for whoever asks again.
    known: Option<(u32, Seat, Vec<Hint>)>,
}

impl Room {
    pub(super) fn strikes(&self, id: u64, own: u8, at: u32, fighter: u8) -> Result<()> {
        let strikes = asks::strikes(&self.hall.content, &self.play, own, at, fighter)?;
        self.reply(id, &strikes);
        Ok(())
    }

    pub(super) fn hint(&mut self, id: u64, own: u8, at: u32) -> Result<()> {
        let seat = asks::asked_now(&self.play, own, at)?;
        if self.play.plan.rated {
            return Err(Oops::invalid("There are no hints in a rated game."));
        }
        if self.has_secret_deck(own) {
            return Err(Oops::invalid(
                "There are no hints where somebody else plays a deck of their own: they would tell what is in it.",
            ));
        }
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
        let on = self.play.on_table()?;
        let (game, choices) = (on.game.clone(), Arc::clone(&on.choices));
        let inbox = self.inbox.clone();
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
                let found = hint(&game, seat, &choices, NAMED, Budget::Time(time), seed);
                let told = found.into_iter().map(|h| (h.choice, h.wins, h.reason));
                told.collect::<Found>()
            };
            let found = tokio::task::spawn_blocking(think).await.unwrap_or_default();
            drop(place);
            let _ = inbox.send(Ask::Advised(moved, found)).await;
        });
        Ok(())
    }

    /// Whether a person at another screen plays a deck of their own. A hint is thought about with the cards of the real
    /// deck, dealt anew, so its figures depend on what is in it.
    fn has_secret_deck(&self, own: u8) -> bool {
        let chairs = (0u8..).zip(&self.play.record.chairs);
        let mut others = chairs.filter(|(seat, _)| own >> seat & 1 == 0);
        others.any(|(_, chair)| {
            let deck = chair.deck.as_ref();
            chair.kind == SeatKind::Human && deck.is_some_and(|deck| !deck.cards.is_empty())
        })
    }

    /// A hint is ready.
    pub(super) fn advised(&mut self, moved: u32, found: Found) {
        let Some((id, at, seat)) = self.advice.waiting.take() else {
            return;
        };
        let current = self.play.record.moved_at == moved && self.play.decider() == Some(seat);
        let list = match current {
            true => asks::hints(&self.play, seat, found),
            false => Vec::new(),
        };
        if current {
            self.advice.known = Some((moved, seat, list.clone()));
        }
        self.reply(id, &ServerMessage::Hints { at, list });
    }
}

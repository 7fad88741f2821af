//! How somebody who wants to be forgotten disappears from what is written about games that others played too: the
//! name becomes nobody's, the id one that leads nowhere. Results stay, so that nobody else's rating changes.

use super::Ended;
use crate::{
    entry::{Entry, Plan},
    error::{Oops, Result},
    record::GONE,
    token::game_id,
};
use gloryhex_protocol::GameSummary;

/// The name in place of one that was forgotten.
const NOBODY: &str = "Somebody";

/// Somebody who is to be forgotten.
pub struct Gone {
    id: String,
    /// What stands in place of the id, the same in all results: their ratings follow from each other.
    instead: String,
}

impl Gone {
    /// Forgets the player of this id.
    pub fn new(id: &str) -> Gone {
        Gone {
            id: id.to_owned(),
            instead: format!("{GONE}{}", game_id()),
        }
    }

    /// The plan of a game without the name at a seat.
    pub fn plan(&self, body: String, seat: i64) -> Result<String> {
        let mut plan: Plan = serde_json::from_str(&body).map_err(Oops::internal)?;
        let seat = usize::try_from(seat).unwrap_or(usize::MAX);
        if let Some(seat) = plan.seats.get_mut(seat)
            && !seat.name.is_empty()
        {
            seat.name = NOBODY.to_owned();
        }
        serde_json::to_string(&plan).map_err(Oops::internal)
    }

    /// The game at a glance without the name at a seat. How it ended is told with names, and so not any more.
    pub fn glance(&self, body: String, seat: i64) -> Result<String> {
        let mut glance: GameSummary = serde_json::from_str(&body).map_err(Oops::internal)?;
        let seat = usize::try_from(seat).unwrap_or(usize::MAX);
        let old = glance.seats.get_mut(seat).map(|seat| {
            seat.known = false;
            std::mem::replace(&mut seat.name, NOBODY.to_owned())
        });
        if let (Some(old), Some(ending)) = (old, &mut glance.ending)
            && !old.is_empty()
        {
            *ending = ending.replace(&old, NOBODY);
        }
        serde_json::to_string(&glance).map_err(Oops::internal)
    }

    /// An entry without the name, if it was in it.
    pub fn entry(&self, entry: Entry) -> Option<Entry> {
        match entry {
            Entry::Join {
                seat,
                warband,
                deck,
                when,
                player: Some(player),
                ..
            } if player == self.id => Some(Entry::Join {
                seat,
                name: NOBODY.to_owned(),
                warband,
                deck,
                when,
                player: Some(self.instead.clone()),
            }),
            _ => None,
        }
    }

    /// A result without the name.
    pub fn result(&self, mut result: Ended) -> Ended {
        for seat in &mut result.seats {
            if seat.player.as_ref() == Some(&self.id) {
                seat.player = Some(self.instead.clone());
                seat.name = NOBODY.to_owned();
            }
        }
        result
    }
}

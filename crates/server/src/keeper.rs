//! Keeps positions of games that are played, beside the play: one after the other, of each game the newest.
//!
//! Games that were begun together come to their marks together. Whoever chooses is not to wait while
//! thousands of positions are written, so these wait instead, and a newer one takes an older one's place.

use crate::{film, position::Position, room::Hall};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The positions that wait.
#[derive(Default)]
pub struct Keeper(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    positions: HashMap<String, Box<Position>>,
    /// Their games, those that have waited longest first.
    order: VecDeque<String>,
    /// Whether somebody is at work.
    busy: bool,
}

impl Waiting {
    fn add(&mut self, game: &str, position: Box<Position>) {
        if self.positions.insert(game.to_owned(), position).is_none() {
            self.order.push_back(game.to_owned());
        }
    }

    fn next(&mut self) -> Option<(String, Box<Position>)> {
        while let Some(game) = self.order.pop_front() {
            if let Some(position) = self.positions.remove(&game) {
                return Some((game, position));
            }
        }
        *self = Waiting::default();
        None
    }
}

impl Keeper {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a position kept when its turn comes.
    pub fn keep(hall: &Arc<Hall>, game: &str, position: Position) {
        let mut waiting = hall.keeper.waiting();
        waiting.add(game, Box::new(position));
        if !waiting.busy {
            waiting.busy = true;
            drop(waiting);
            tokio::spawn(work(Arc::clone(hall)));
        }
    }
}

async fn work(hall: Arc<Hall>) {
    loop {
        let next = hall.keeper.waiting().next();
        let Some((game, position)) = next else { return };
        film::keep_position(&hall, &game, &position).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_editions::{Content, Spec};
    use gloryhex_engine::State;

    fn position(at: u32) -> Box<Position> {
        let content = Content::embedded();
        let table = content.table(&Spec::core("shadespire", 2));
        let table = table.unwrap_or_else(|problem| panic!("{problem}"));
        Box::new(Position {
            at,
            made: 0,
            state: State::new(&table),
            happened: Vec::new(),
            told: Vec::new(),
            whole: false,
            fresh: true,
        })
    }

    #[test]
    fn of_each_game_the_newest_position_is_kept_and_the_first_to_come_is_first() {
        let mut waiting = Waiting::default();
        waiting.add("a", position(32));
        waiting.add("b", position(32));
        waiting.add("a", position(64));
        let mut kept = Vec::new();
        while let Some((game, position)) = waiting.next() {
            kept.push((game, position.at));
        }
        assert_eq!(kept, [("a".to_owned(), 64), ("b".to_owned(), 32)]);
        assert!(!waiting.busy);
    }
}

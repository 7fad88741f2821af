//! Dealing anew what a seat cannot know.

use gloryhex_engine::{Game, Seeded, View};
use gloryhex_model::Seat;

/// The game as it could be, as far as the seat knows. Two games that look the same to the seat give
/// the same result.
pub fn imagine(game: &Game, seat: Seat, chance: &mut Seeded) -> Game {
    game.determinise(seat, chance)
}

/// A seat's knowledge of a game, from which it can be imagined again and again.
pub struct Memory<'a> {
    game: &'a Game,
    view: View,
}

impl<'a> Memory<'a> {
    /// What the seat knows.
    pub fn of(game: &'a Game, seat: Seat) -> Memory<'a> {
        Memory {
            game,
            view: game.view(Some(seat)),
        }
    }
    /// Imagines the game once more.
    pub fn imagine(&self, chance: &mut Seeded) -> Game {
        let mut game = self.game.clone();
        game.state = self.view.sample(&self.game.table, chance);
        game
    }
}

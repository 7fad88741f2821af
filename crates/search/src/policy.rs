//! What an opponent is: something that picks from the choices offered to a seat.

use crate::imagine::imagine;
use gloryhex_engine::{Choice, Game, Seeded, Windows};
use gloryhex_model::Seat;

/// A decision to be made. The game is imagined: what the seat cannot know has been dealt anew.
pub struct Turn<'a> {
    /// The game as the seat imagines it.
    pub game: &'a Game,
    /// Who decides.
    pub seat: Seat,
    /// The choices, at least one.
    pub choices: &'a [Choice],
}

/// Something that picks a choice.
pub trait Policy: Send {
    /// Picks one of the choices of the turn.
    fn pick(&mut self, turn: &Turn<'_>) -> Choice;

    /// What speaks for the last pick, of a player who explains.
    fn said(&self) -> Option<&str> {
        None
    }
    /// Decides in a real game: imagines it from the seat's point of view and picks. A single choice is
    /// taken without a thought.
    fn decide(&mut self, game: &Game, seat: Seat, choices: &[Choice], seed: u64) -> Choice {
        if let [only] = choices {
            return *only;
        }
        let mut imagined = imagine(game, seat, &mut Seeded::new(seed));
        // Where people are asked so that nothing is told by asking, thought need not stop.
        imagined.windows = Windows::Playable;
        let turn = Turn {
            game: &imagined,
            seat,
            choices,
        };
        self.pick(&turn)
    }
}

/// Every choice is equally likely.
#[derive(Clone, Debug)]
pub struct Random(Seeded);

impl Random {
    /// With a seed.
    pub fn new(seed: u64) -> Random {
        Random(Seeded::new(seed))
    }
}

impl Policy for Random {
    fn pick(&mut self, turn: &Turn<'_>) -> Choice {
        let nth = self.0.below(turn.choices.len() as u32);
        turn.choices[nth as usize]
    }
    fn decide(&mut self, game: &Game, seat: Seat, choices: &[Choice], _: u64) -> Choice {
        self.pick(&Turn {
            game,
            seat,
            choices,
        })
    }
}

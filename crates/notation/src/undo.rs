//! Taking back: never past a revealed card, a die or another player's decision without consent.

use gloryhex_engine::{Event, Game, What};
use gloryhex_model::Seat;

/// Whether the last choice can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// Nobody has to agree.
    Free,
    /// The others have to agree, and why.
    NeedsConsent(&'static str),
    /// There is nothing to take back.
    Nothing,
}

#[derive(Clone, Debug)]
struct Step {
    before: Game,
    seat: Seat,
    why: Option<&'static str>,
}

/// Games before each choice, the last on top.
#[derive(Clone, Debug, Default)]
pub struct UndoStack {
    steps: Vec<Step>,
}

impl UndoStack {
    /// Remembers a choice: the game before it, who made it, and what came of it.
    pub fn push(&mut self, before: Game, seat: Seat, events: &[Event]) {
        let why = events.iter().find_map(|event| reveals(&event.what));
        self.steps.push(Step { before, seat, why });
    }
    /// Whether `seat` can take the last choice back.
    pub fn policy(&self, seat: Seat) -> Undo {
        match self.steps.last() {
            None => Undo::Nothing,
            Some(step) if step.seat != seat => {
                Undo::NeedsConsent("another player has decided since")
            }
            Some(step) => step.why.map_or(Undo::Free, Undo::NeedsConsent),
        }
    }
    /// Takes the last choice back and gives the game before it. The caller has asked the policy.
    pub fn pop(&mut self) -> Option<Game> {
        self.steps.pop().map(|step| step.before)
    }
    /// How many choices can be taken back.
    pub fn len(&self) -> usize {
        self.steps.len()
    }
    /// Whether there is nothing to take back.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

/// Why what happened cannot be unseen, if it cannot.
fn reveals(what: &What) -> Option<&'static str> {
    Some(match what {
        What::RolledOff { .. } | What::Rolled { .. } | What::Rerolled { .. } => "dice were rolled",
        What::CardDrawn { .. } => "a card was drawn",
        What::CardPlayed { .. }
        | What::Reacted { .. }
        | What::Scored { .. }
        | What::Revealed { .. }
        | What::CardDiscarded { .. }
        | What::UpgradeGiven { .. } => "a card was shown",
        What::TokenRevealed { .. } | What::Delved { .. } => "a token was turned",
        _ => return None,
    })
}

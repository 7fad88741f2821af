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
        let why = shown(events);
        self.steps.push(Step { before, seat, why });
    }
    /// Whether `seat` can take the last choice back.
    pub fn policy(&self, seat: Seat) -> Undo {
        policy(self.steps.last().map(|step| (step.seat, step.why)), seat)
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

/// Whether `seat` can take the last choice back: who made it, and why it cannot be unseen.
pub fn policy(last: Option<(Seat, Option<&'static str>)>, seat: Seat) -> Undo {
    match last {
        None => Undo::Nothing,
        Some((other, _)) if other != seat => Undo::NeedsConsent("another player has decided since"),
        Some((_, why)) => why.map_or(Undo::Free, Undo::NeedsConsent),
    }
}

/// Why what came of a choice cannot be unseen, if it cannot.
pub fn shown(events: &[Event]) -> Option<&'static str> {
    events.iter().find_map(|event| reveals(&event.what))
}

fn reveals(what: &What) -> Option<&'static str> {
    Some(match what {
        What::RolledOff { .. } | What::Rolled { .. } | What::Rerolled { .. } => "dice were rolled",
        What::CardDrawn { .. } => "a card was drawn",
        What::CardPlayed { .. }
        | What::Reacted { .. }
        | What::Scored { .. }
        | What::Revealed { .. }
        | What::CardDiscarded { .. }
        | What::CardShown { .. }
        | What::CardNamed { .. }
        | What::UpgradeGiven { .. } => "a card was shown",
        What::TokenRevealed { .. } | What::Delved { .. } => "a token was turned",
        _ => return None,
    })
}

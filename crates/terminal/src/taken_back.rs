//! What can be taken back in a terminal game: one's own last choice, with whatever had to follow it, as long as
//! nothing was shown since that cannot be unseen.

use gloryhex_engine::{Event, Game, Seeded};
use gloryhex_model::Seat;
use gloryhex_notation::undo;

/// A choice that was made.
struct Made {
    before: Game,
    chance: Seeded,
    seat: Seat,
    /// Whether it was the only one there was.
    forced: bool,
    /// Why what came of it cannot be unseen.
    why: Option<&'static str>,
}

/// The choices since the last one that can no longer be taken back.
#[derive(Default)]
pub struct TakenBack {
    made: Vec<Made>,
}

impl TakenBack {
    /// Remembers a choice about to be made.
    pub fn remember(&mut self, before: &Game, chance: &Seeded, seat: Seat, forced: bool) {
        self.made.push(Made {
            before: before.clone(),
            chance: chance.clone(),
            seat,
            forced,
            why: None,
        });
    }

    /// What came of the last choice.
    pub fn saw(&mut self, events: &[Event]) {
        if let Some(last) = self.made.last_mut() {
            last.why = last.why.or(undo::shown(events));
            if last.why.is_some() {
                // Nothing before it can be taken back either.
                let keep = self.made.len() - 1;
                self.made.drain(..keep);
            }
        }
    }

    /// The game before the seat's last choice, and chance as it was then.
    ///
    /// # Errors
    /// Why it cannot be taken back.
    pub fn back(&mut self, seat: Seat) -> Result<(Game, Seeded), String> {
        let own = self.made.iter().rposition(|made| !made.forced);
        let no = |why: &str| Err(format!("This cannot be taken back: {why}."));
        let Some(own) = own else {
            return match self.made.last().and_then(|made| made.why) {
                Some(why) => no(why),
                None => Err("There is nothing to take back yet.".to_owned()),
            };
        };
        if self.made[own].seat != seat {
            return no("another player has decided since");
        }
        if let Some(why) = self.made[own..].iter().find_map(|made| made.why) {
            return no(why);
        }
        self.made.truncate(own + 1);
        match self.made.pop() {
            Some(made) => Ok((made.before, made.chance)),
            None => no("it is gone"),
        }
    }
}

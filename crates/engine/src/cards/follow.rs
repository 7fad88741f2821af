//! Whether every step of a card can be followed, as far as that can be told beforehand: its steps are walked without
//! changing the game, and choices are tried in turn.
//!
//! Whether one step can be followed is told in its verb's file ([`super::steps`]). What comes after a step that
//! changes the battlefield, or after a roll, cannot be told and is taken to be possible.

use super::steps::{self, Followed};
use crate::{card_run::CardRun, effect::Source, run::Sight};
use gloryhex_cardlang::CardCode;

/// Steps looked at before a card is taken to be possible.
const BUDGET: u32 = 3000;

/// A walk through a card's steps.
pub(crate) struct Walk<'a> {
    /// The game as it is.
    pub sight: Sight<'a>,
    /// The card's code.
    pub code: &'a CardCode,
    /// Steps that may still be looked at.
    left: u32,
    /// The furthest step so far.
    far: u16,
}

impl<'a> Walk<'a> {
    /// Through a card, if there is one.
    fn new(sight: Sight<'a>, source: Source) -> Option<Walk<'a>> {
        Some(Walk {
            sight,
            code: sight.table.code(source)?,
            left: BUDGET,
            far: 0,
        })
    }
    /// Whether everything can be followed from where a card is.
    pub fn from(&mut self, mut card: CardRun) -> bool {
        loop {
            self.left = self.left.saturating_sub(1);
            self.far = self.far.max(card.pc);
            let Some(step) = self.code.code.get(card.pc as usize).copied() else {
                return true;
            };
            if self.left == 0 {
                return true;
            }
            card.pc += 1;
            match steps::of(&step).follow(self, &mut card) {
                Followed::No => return false,
                Followed::Yes => return true,
                Followed::On => {}
            }
        }
    }
}

/// Whether a card can be followed from where it is.
pub fn can_be_followed(sight: Sight<'_>, card: &CardRun) -> bool {
    Walk::new(sight, card.source).is_some_and(|mut walk| walk.from(*card))
}

/// The step that keeps a card from being followed: the furthest one that can be reached.
pub fn stuck(sight: Sight<'_>, card: &CardRun) -> Option<u16> {
    let mut walk = Walk::new(sight, card.source)?;
    (!walk.from(*card)).then_some(walk.far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::Trial;

    #[test]
    fn a_card_is_stuck_at_the_first_step_that_cannot_be_followed() {
        let trial = Trial::ploy("spend 1 gain 2");
        let card = trial.card();
        assert!(!can_be_followed(trial.sight(), &card));
        let at = stuck(trial.sight(), &card).expect("nobody has glory to spend");
        let step = trial
            .game
            .table
            .code(card.source)
            .map(|code| code.code[usize::from(at)]);
        assert!(
            matches!(step, Some(gloryhex_cardlang::Instr::SpendGlory(_))),
            "{step:?}"
        );
    }

    #[test]
    fn choices_are_tried_until_one_can_be_followed() {
        let body = "choose a: friend where leader pick t: token move t to hex(a)";
        let mut trial = Trial::ploy(body);
        assert!(!trial.follows());
        trial.token(1, "c3");
        assert!(trial.follows());
        assert_eq!(stuck(trial.sight(), &trial.card()), None);
    }
}

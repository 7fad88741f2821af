//! `slay`: a fighter is taken out of action at once.

use super::prelude::*;
use crate::{event::By, ops::harm};

impl Step for instr::Slay {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            let seat = card.source.seat;
            harm::take_out(run, fighter, By::Warband(seat));
            let bind = Bind {
                seat,
                ..Bind::fighter(fighter)
            };
            cards::fire(run, Trigger::TakenOut, bind, Also::NOTHING);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        Followed::yes_if(standing(walk.sight, card, self.who).is_some())
    }
}

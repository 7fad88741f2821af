//! `slay`: a fighter is taken out of action at once.

use super::parts::*;
use crate::{event::By, ops::harm};

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    if let Some(fighter) = standing(run.sight(), card, who) {
        let seat = card.source.seat;
        harm::take_out(run, fighter, By::Warband(seat));
        let bind = Bind {
            seat,
            ..Bind::fighter(fighter)
        };
        cards::fire(run, Trigger::TakenOut, bind, Also::NOTHING);
    }
}

pub(super) fn follow(sight: Sight<'_>, card: &CardRun, who: Ref) -> Followed {
    Followed::yes_if(standing(sight, card, who).is_some())
}

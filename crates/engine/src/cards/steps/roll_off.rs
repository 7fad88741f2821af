//! `roll_off`: all players roll off, and the card goes on with the winner.

use super::{prelude::*, taken};
use crate::frames::roll_off::{Purpose, RollOff};
use gloryhex_model::SeatSet;

impl Step for instr::RollOff {
    fn act(&self, run: &mut Run<'_>, _: &CardRun) {
        let everybody = SeatSet::first(run.state.clock.players);
        run.push(Frame::RollOff(RollOff::new(Purpose::Card, everybody)));
    }
}

/// The roll-off of the card being resolved has a winner.
pub fn told(run: &mut Run<'_>, winner: Seat) {
    let card = run.state.card();
    let step = card.and_then(|card| taken(run.sight(), card));
    if let Some(Instr::RollOff(instr::RollOff { slot })) = step {
        bind(run, slot, i16::from(winner.0));
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::trial::{ASH, DOCK, Trial};
    use gloryhex_model::Face::{Crit, Sup1};

    #[test]
    fn the_card_goes_on_with_the_winner() {
        let body = "roll_off w each f: fighters where leader and owner(f) = w { damage f 1 }";
        for (dice, hurt) in [([Crit, Sup1], [1, 0]), ([Sup1, Crit], [0, 1])] {
            let mut trial = Trial::ploy(body).dice(&dice);
            trial.play(&[]);
            let damage = [ASH, DOCK].map(|who| trial.fighter(who).damage);
            assert_eq!(damage, hurt);
        }
    }
}

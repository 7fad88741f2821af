//! `gain`, `spend` and `track`: a player's glory and tracker.

use super::prelude::*;
use crate::ops::glory;
use gloryhex_cardlang::{
    LAST_STEP,
    binding::{Binding, slot_of},
};
use gloryhex_model::Counter;

/// A player gains glory.
impl Step for instr::Gain {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let seat = seat_of(run.sight(), card, self.seat);
        let n = amount(run, card, self.n);
        glory::gain(run, seat, n, Rule::SequenceFollowAll);
        let fallen = whose_fall(run, card);
        if fallen.is_some() {
            let fallen = run.state.fighter_mut(fallen);
            let (winner, before) = fallen.reward();
            if winner == seat {
                fallen.set_reward(seat, before.saturating_add(n));
            }
        }
        if self.spent {
            run.state.seats[seat].spent += n;
        }
    }
}

/// A player spends glory.
impl Step for instr::SpendGlory {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let seat = seat_of(run.sight(), card, self.seat);
        let n = amount(run, card, self.n).min(run.state.seats[seat].unspent());
        glory::spend(run, seat, n, Rule::SequenceFollowAll);
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let seat = seat_of(walk.sight, card, self.seat);
        let has = i16::from(walk.sight.state.seats[seat].unspent());
        Followed::on_if(has >= value(walk.sight, card, self.n))
    }
}

/// A tracker goes on.
impl Step for instr::Track {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let seat = seat_of(run.sight(), card, self.seat);
        let n = amount(run, card, self.n);
        let tracker = &mut run.state.seats[seat].counts[Counter::Tracker as usize];
        let before = *tracker;
        *tracker = before.saturating_add(n).min(LAST_STEP);
        let step = *tracker;
        if step > before {
            run.emit(Rule::PowerPlot, What::Tracked { seat, step });
            let bind = Bind {
                fighter: whose_fall(run, card),
                ..Bind::seat(seat)
            };
            cards::fire(run, Trigger::TrackerAdvanced, bind, Also::NOTHING);
        }
    }
}

/// The fighter whose fall the clause being resolved waited for.
pub(super) fn whose_fall(run: &Run<'_>, card: &CardRun) -> FighterId {
    let clause = clause_of(run.sight(), card);
    let trigger = clause.and_then(|clause| clause.role.trigger());
    let slot = trigger
        .filter(|trigger| *trigger == Trigger::TakenOut)
        .and_then(|trigger| slot_of(trigger, Binding::Fighter));
    let fallen = slot.and_then(|slot| fighter_of(run.sight(), card, Ref(slot)));
    fallen.unwrap_or(FighterId::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{Trial, YOU};

    #[test]
    fn glory_is_gained_and_spent_if_there_is_enough() {
        let mut trial = Trial::ploy("spend 1 gain 2");
        assert!(!trial.follows());
        trial.game.state.seats[YOU].glory = 3;
        assert!(trial.follows());
        trial.play(&[]);
        let you = &trial.game.state.seats[YOU];
        assert_eq!((you.glory, you.spent), (5, 1));
    }

    #[test]
    fn a_tracker_stops_at_its_last_step() {
        let mut trial = Trial::ploy("track 99");
        trial.play(&[]);
        let steps = trial.game.state.seats[YOU].count(Counter::Tracker);
        assert_eq!(steps, LAST_STEP);
    }
}

//! `track`: a tracker goes on.

use super::prelude::*;
use gloryhex_cardlang::{
    LAST_STEP,
    binding::{Binding, slot_of},
};
use gloryhex_model::Counter;

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
    let code = run.table.code(card.source);
    let clause = code.and_then(|code| code.clauses.get(usize::from(card.clause)));
    let trigger = clause.and_then(|clause| clause.role.trigger());
    let slot = trigger
        .filter(|trigger| *trigger == Trigger::TakenOut)
        .and_then(|trigger| slot_of(trigger, Binding::Fighter));
    let fallen = slot.and_then(|slot| fighter_of(run.sight(), card, Ref(slot)));
    fallen.unwrap_or(FighterId::NONE)
}

//! Gaining and spending glory.

use crate::{bind::Bind, cards, event::What, run::Run};
use gloryhex_model::{Rule, Seat, Trigger};

/// A player gains glory.
pub fn gain(run: &mut Run<'_>, seat: Seat, glory: u8, rule: Rule) {
    if glory == 0 {
        return;
    }
    let player = &mut run.state.seats[seat];
    player.glory = player.glory.saturating_add(glory);
    run.emit(rule, What::Gained { seat, glory });
    let bind = Bind {
        number: glory,
        ..Bind::seat(seat)
    };
    cards::tell(run, Trigger::GloryGained, bind);
}

/// A player spends glory; the caller has checked that there is enough.
pub fn spend(run: &mut Run<'_>, seat: Seat, glory: u8, rule: Rule) {
    run.state.seats[seat].spent += glory;
    run.emit(rule, What::Spent { seat, glory });
}

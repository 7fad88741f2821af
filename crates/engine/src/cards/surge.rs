//! Objectives: which surge objectives a moment meets, and which can be scored in an end phase.

use super::{
    eval::Context,
    index::bits,
    moment::{ENDS_ACTION, Moment},
};
use crate::{
    bits::Bits,
    effect::Source,
    event::What,
    frame::Frame,
    frames::surge::Surge as SurgeFrame,
    ruleset::Surge,
    run::{Run, Sight},
    state::Phase,
};
use gloryhex_cardlang::Role;
use gloryhex_model::{FighterId, MAX_SEATS, Rule, Seat};

/// The surge objectives in hand that wait for the moment or, if `look`, for none: 32 bits for each seat.
#[inline(always)]
fn waiting(sight: Sight<'_>, moment: &Moment, look: bool) -> u128 {
    let clock = &sight.state.clock;
    let index = &sight.table.index;
    let later = sight.rules().surge == Surge::AtOnceThenLaterAction;
    let now = index.waits.surge.0 & moment.set().0;
    let mut all = 0;
    for seat in sight.state.all_seats() {
        let player = &sight.state.seats[seat];
        let holding = index.of(seat);
        let grown = later & (clock.actions.wrapping_sub(player.fresh_until) < 128);
        let fresh = if grown { 0 } else { player.objectives.fresh() };
        let standing = if look { holding.standing } else { 0 };
        let mask = Bits(now).fold(standing, |mask, trigger| {
            mask | holding.surge[trigger as usize]
        });
        let held = player.objectives.hand() & !fresh & !player.objectives.revealed() & mask;
        all |= u128::from(held) << (32 * (seat.0 & 3));
    }
    all
}

/// Whether objectives whose condition speaks of no moment are looked at.
#[inline(always)]
fn looks(sight: Sight<'_>, moment: &Moment) -> bool {
    sight.rules().surge == Surge::AtOnceThenLaterAction && looked_at(sight, moment)
}

/// The surge objectives that are met at a moment, by seat.
pub type Met = [u32; MAX_SEATS];

/// The surge objectives that are met at the moment and pay at once, if any.
#[inline(always)]
pub fn meets_surge(sight: Sight<'_>, moment: &Moment) -> Option<Met> {
    let at_once = sight.rules().surge != Surge::InStep;
    if !(awaited(sight, moment) & at_once & in_phase(sight)) {
        return None;
    }
    let look = looks(sight, moment);
    let mask = waiting(sight, moment, look);
    if mask == 0 {
        return None;
    }
    let mut any = false;
    let mut found = [0; MAX_SEATS];
    for at in bits(mask) {
        let (seat, slot) = (Seat(at >> 5), at & 31);
        let met = met(sight, seat, slot, moment, look);
        found[seat.ix()] |= u32::from(met) << slot;
        any |= met;
    }
    any.then_some(found)
}

/// The objectives that were found to be met at a moment pay at once.
pub fn pay(run: &mut Run<'_>, met: &Met) {
    for seat in run.state.all_seats() {
        run.state.seats[seat].objectives.reveal(met[seat.ix()]);
    }
    run.push(Frame::Surge(SurgeFrame));
}

/// Whether any surge objective in the decks could be met at such a moment.
#[inline(always)]
fn awaited(sight: Sight<'_>, moment: &Moment) -> bool {
    let index = &sight.table.index;
    (index.waits.surge.0 & moment.set().0 != 0) | (index.any_standing & looked_at(sight, moment))
}

/// Whether conditions that hold for a while are looked at: after an action, and whatever counts as one.
#[inline(always)]
fn looked_at(sight: Sight<'_>, moment: &Moment) -> bool {
    moment.set().0 & (ENDS_ACTION | sight.rules().objectives_after.0) != 0
}

fn in_phase(sight: Sight<'_>) -> bool {
    matches!(sight.state.clock.phase, Phase::Action | Phase::Power)
        && !sight.table.variant.sudden_death
}

/// Surge objectives whose condition is met are revealed; whether any is.
#[inline(always)]
pub fn reveal(run: &mut Run<'_>, moment: &Moment) -> bool {
    if !awaited(run.sight(), moment) || !in_phase(run.sight()) {
        return false;
    }
    let mut any = false;
    let look = looks(run.sight(), moment);
    for at in bits(waiting(run.sight(), moment, look)) {
        let (seat, slot) = (Seat(at >> 5), at & 31);
        if met(run.sight(), seat, slot, moment, look) {
            run.state.seats[seat].objectives.reveal(1 << slot);
            any = true;
            if run.rules().surge == Surge::InStep {
                let source = Source {
                    seat,
                    slot: Source::OBJECTIVES + slot,
                };
                run.emit(Rule::ObjectiveSurge, What::Revealed { source });
            }
        }
    }
    any
}

/// Surge objectives whose condition is met pay at once, or wait for their step.
#[inline(always)]
pub fn surge(run: &mut Run<'_>, moment: &Moment) {
    if awaited(run.sight(), moment) {
        pay_those_met(run, moment);
    }
}

#[inline(never)]
fn pay_those_met(run: &mut Run<'_>, moment: &Moment) {
    if reveal(run, moment) && run.rules().surge != Surge::InStep {
        run.push(Frame::Surge(SurgeFrame));
    }
}

#[inline(always)]
fn met(sight: Sight<'_>, seat: Seat, slot: u8, moment: &Moment, look: bool) -> bool {
    let standing = look && sight.table.index.of(seat).standing >> slot & 1 == 1;
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    let Some(mut context) = Context::new(sight, source, FighterId::NONE) else {
        return false;
    };
    context.code.clauses.iter().any(|clause| {
        let (Role::Score { .. }, Some(trigger)) = (clause.role, clause.role.trigger()) else {
            return false;
        };
        if !standing && !moment.is(trigger) {
            return false;
        }
        context.slots = moment.slots(trigger);
        context.holds(clause.when)
    })
}

/// Whether an objective is never scored in an end phase.
pub fn is_surge(sight: Sight<'_>, seat: Seat, slot: u8) -> bool {
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    let surges = |role: Role| match role {
        Role::Score { timing, .. } => matches!(timing, gloryhex_cardlang::Timing::Surge(_)),
        _ => true,
    };
    sight
        .table
        .code(source)
        .is_some_and(|code| code.clauses.iter().all(|clause| surges(clause.role)))
}

/// Whether a Role::Score clause can be scored in an end phase.
#[inline(always)]
pub fn scorable(sight: Sight<'_>, seat: Seat, slot: u8) -> Option<usize> {
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    let context = Context::new(sight, source, FighterId::NONE)?;
    let last = sight.state.clock.round >= sight.rules().rounds;
    context.code.clauses.iter().position(|clause| {
        let Role::Score { timing, .. } = clause.role else {
            return false;
        };
        let now = match timing {
            gloryhex_cardlang::Timing::EndPhase => true,
            gloryhex_cardlang::Timing::LastEndPhase => last,
            gloryhex_cardlang::Timing::Surge(_) => false,
        };
        now && context.holds(clause.when)
    })
}

//! Objectives: which surge objectives a moment meets, and which can be scored in an end phase.

use super::{
    eval::Context,
    index::Index,
    moment::{ENDS_ACTION, Moment},
    passes::Passes,
};
use crate::{
    bits::Bits,
    effect::Source,
    event::What,
    frame::Frame,
    frames::surge::Surge as SurgeFrame,
    ruleset::{Ruleset, Surge},
    run::{Run, Sight},
    state::{Phase, Player},
};
use gloryhex_cardlang::Role;
use gloryhex_model::{FighterId, MAX_SEATS, Rule, Seat};

/// Surge objectives, by seat.
pub type Met = [u32; MAX_SEATS];

/// Those of a seat's surge objectives that are in hand and may be scored.
#[inline(always)]
pub fn held(sight: Sight<'_>, player: &Player, among: u32) -> u32 {
    let later = sight.rules().surge == Surge::AtOnceThenLaterAction;
    let since = sight.state.clock.actions.wrapping_sub(player.fresh_until);
    let grown = later & (since < 128);
    let fresh = player.objectives.fresh() & u32::from(grown).wrapping_sub(1);
    player.objectives.hand() & !fresh & !player.objectives.revealed() & among
}

/// Whether objectives whose condition speaks of no moment are looked at.
#[inline(always)]
pub fn looks(rules: &Ruleset, moment: &Moment) -> bool {
    (rules.surge == Surge::AtOnceThenLaterAction) & looked_at(rules, moment)
}

/// Whether any objective that may be scored is met, whatever it waits for.
pub fn any_met(sight: Sight<'_>, moment: &Moment) -> bool {
    let look = looks(sight.rules(), moment);
    in_phase(sight)
        && sight.state.all_seats().any(|seat| {
            let held = held(sight, &sight.state.seats[seat], u32::MAX);
            Bits(held.into()).any(|slot| some_clause_holds(sight, seat, slot, moment, look))
        })
}

/// Those of the surge objectives that wait for a moment which are met at it, if any.
#[inline(always)]
pub fn those_met(sight: Sight<'_>, moment: &Moment, waiting: &Met, look: bool) -> Option<Met> {
    let mut found = [0; MAX_SEATS];
    let mut any = false;
    // Two seats at a time: mostly no others play.
    for first in (0..MAX_SEATS).step_by(2) {
        let both = u64::from(waiting[first]) | (u64::from(waiting[first + 1]) << 32);
        for at in Bits(both) {
            let (seat, slot) = (first + usize::from(at >> 5), at & 31);
            let met = met(sight, Seat(seat as u8), slot, moment, look);
            found[seat & (MAX_SEATS - 1)] |= u32::from(met) << slot;
            any |= met;
        }
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
pub fn awaited(index: &Index, rules: &Ruleset, moment: &Moment) -> bool {
    (index.waits.surge.0 & moment.set().0 != 0) | (index.any_standing & looked_at(rules, moment))
}

/// Whether conditions that hold for a while are looked at: after an action, and whatever counts as one.
#[inline(always)]
fn looked_at(rules: &Ruleset, moment: &Moment) -> bool {
    moment.set().0 & (ENDS_ACTION | rules.objectives_after.0) != 0
}

/// Whether surge objectives are scored now.
#[inline(always)]
pub fn in_phase(sight: Sight<'_>) -> bool {
    let phase = sight.state.clock.phase;
    let scores = (phase == Phase::Action) | (phase == Phase::Power);
    scores & !sight.table.variant.sudden_death
}

/// Surge objectives whose condition is met are revealed; whether any is.
#[inline(always)]
pub fn reveal(run: &mut Run<'_>, moment: &Moment) -> bool {
    let told = run.table.index.passes.has(Passes::LISTENERS);
    let awaited = !told || awaited(&run.table.index, run.rules(), moment);
    if !awaited || !in_phase(run.sight()) {
        return false;
    }
    let mut any = false;
    let look = looks(run.rules(), moment);
    for seat in run.state.all_seats() {
        let waiting = run.table.index.ears.of(moment).ears[seat.ix()].surge;
        let surge = if told { waiting } else { u32::MAX };
        for slot in Bits(held(run.sight(), &run.state.seats[seat], surge).into()) {
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
    }
    any
}

/// Surge objectives whose condition is met pay at once, or wait for their step.
#[inline(always)]
pub fn surge(run: &mut Run<'_>, moment: &Moment) {
    let told = run.table.index.passes.has(Passes::LISTENERS);
    if !told || awaited(&run.table.index, run.rules(), moment) {
        pay_those_met(run, moment);
    }
}

#[inline(never)]
fn pay_those_met(run: &mut Run<'_>, moment: &Moment) {
    if reveal(run, moment) && run.rules().surge != Surge::InStep {
        run.push(Frame::Surge(SurgeFrame));
    }
}

/// Whether an objective in hand that waits for the moment is met.
#[inline(always)]
fn met(sight: Sight<'_>, seat: Seat, slot: u8, moment: &Moment, look: bool) -> bool {
    let told = sight.table.index.passes.has(Passes::LISTENERS);
    let score = sight.table.index.waiting.score(seat, slot);
    let Some(score) = score.filter(|_| told) else {
        return some_clause_holds(sight, seat, slot, moment, look);
    };
    let slots = moment.slots_of(score.trigger);
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    if !score.admits(&slots) {
        return false;
    }
    let Some(mut context) = Context::new(sight, source, FighterId::NONE) else {
        return false;
    };
    context.slots = slots;
    context.holds(score.when)
}

/// The same for an objective with several clauses.
#[inline(never)]
fn some_clause_holds(sight: Sight<'_>, seat: Seat, slot: u8, moment: &Moment, look: bool) -> bool {
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

//! Objectives: which surge objectives a moment meets, and which can be scored in an end phase.

use super::{eval::Context, index::bits, moment::Moment};
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
use gloryhex_model::{FighterId, Rule, Seat};

/// The surge objectives in hand that wait for the moment.
#[inline(always)]
fn waiting(sight: Sight<'_>, seat: Seat, moment: &Moment) -> (u32, u32) {
    let clock = &sight.state.clock;
    let player = &sight.state.seats[seat];
    let holding = sight.table.index.of(seat);
    let later = sight.rules().surge == Surge::AtOnceThenLaterAction;
    let grown = later && clock.actions.wrapping_sub(player.fresh_until) < 128;
    let fresh = if grown { 0 } else { player.objectives.fresh() };
    let standing = if later && looked_at(sight, moment) {
        holding.standing
    } else {
        0
    };
    let now = holding.waits.surge.0 & moment.set().0;
    let mask = Bits(now).fold(standing, |mask, trigger| {
        mask | holding.surge[trigger as usize]
    });
    (
        player.objectives.hand() & !fresh & !player.objectives.revealed() & mask,
        standing,
    )
}

/// Whether a surge objective is met at the moment and pays at once.
#[inline(always)]
pub fn meets_surge(sight: Sight<'_>, moment: &Moment) -> bool {
    awaited(sight, moment)
        && in_phase(sight)
        && sight.rules().surge != Surge::InStep
        && sight.state.all_seats().any(|seat| {
            let (mask, standing) = waiting(sight, seat, moment);
            bits(u128::from(mask))
                .any(|slot| met(sight, seat, slot, moment, standing >> slot & 1 == 1))
        })
}

/// Whether any surge objective in the decks could be met at such a moment.
#[inline(always)]
fn awaited(sight: Sight<'_>, moment: &Moment) -> bool {
    let index = &sight.table.index;
    index.waits.surge.0 & moment.set().0 != 0 || index.any_standing && looked_at(sight, moment)
}

/// Whether conditions that hold for a while are looked at: after an action, and whatever counts as one.
#[inline(always)]
fn looked_at(sight: Sight<'_>, moment: &Moment) -> bool {
    moment.ends_action() || sight.rules().objectives_after.0 & moment.set().0 != 0
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
    for seat in run.state.all_seats() {
        let (mask, standing) = waiting(run.sight(), seat, moment);
        for slot in bits(u128::from(mask)) {
            if met(run.sight(), seat, slot, moment, standing >> slot & 1 == 1) {
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
pub fn surge(run: &mut Run<'_>, moment: &Moment) {
    if reveal(run, moment) && run.rules().surge != Surge::InStep {
        run.push(Frame::Surge(SurgeFrame));
    }
}

#[inline(always)]
fn met(sight: Sight<'_>, seat: Seat, slot: u8, moment: &Moment, standing: bool) -> bool {
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
        let now = moment.triggers().any(|each| each == trigger);
        context.slots = moment.slots(trigger);
        (now || standing) && context.holds(clause.when)
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

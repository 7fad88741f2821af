//! Objectives: which surge objectives a moment meets, and which can be scored in an end phase.

use super::{
    moment::{ENDS_ACTION, Moment},
    ready::triggers,
};
use crate::{
    bits::Bits,
    cards::{eval::Context, index::Index, passes::Passes},
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

/// Those of a seat's objectives that are in hand and may be scored.
fn held(sight: Sight<'_>, player: &Player, among: u32) -> u32 {
    let later = sight.rules().surge == Surge::AtOnceThenLaterAction;
    let since = sight.state.clock.actions.wrapping_sub(player.fresh_until);
    let fresh = match later && since < 128 {
        true => 0,
        false => player.objectives.fresh(),
    };
    player.objectives.hand() & !fresh & !player.objectives.revealed() & among
}

/// Whether objectives whose condition speaks of no moment are looked at.
fn looks(rules: &Ruleset, moment: &Moment) -> bool {
    rules.surge == Surge::AtOnceThenLaterAction && looked_at(rules, moment)
}

/// The objectives of a seat that wait for a moment, wherever they are.
#[inline(always)]
fn waiting(sight: Sight<'_>, seat: Seat, moment: &Moment, look: bool) -> u32 {
    let index = &sight.table.index;
    if !index.passes.has(Passes::LISTENERS) {
        return u32::MAX;
    }
    let holding = index.of(seat);
    let all = triggers(moment.set().0 & index.waits.surge.0);
    let own = all.fold(0, |set, trigger| set | holding.surge[trigger.ix()]);
    own | if look { holding.standing } else { 0 }
}

/// The surge objectives that are met at a moment, if any.
pub fn those_met(sight: Sight<'_>, moment: &Moment) -> Option<Met> {
    if !awaited(&sight.table.index, sight.rules(), moment) || !in_phase(sight) {
        return None;
    }
    let look = looks(sight.rules(), moment);
    let mut found = [0; MAX_SEATS];
    for seat in sight.state.all_seats() {
        let player = &sight.state.seats[seat];
        let here = player.objectives.hand() & waiting(sight, seat, moment, look);
        if here != 0 {
            let waiting = Bits(held(sight, player, here).into());
            let met = waiting.filter(|slot| met(sight, seat, *slot, moment, look));
            found[seat.ix() & (MAX_SEATS - 1)] = met.fold(0, |set, slot| set | 1 << slot);
        }
    }
    (found != [0; MAX_SEATS]).then_some(found)
}

/// The objectives that were found to be met at a moment pay at once.
pub fn pay(run: &mut Run<'_>, met: &Met) {
    for seat in run.state.all_seats() {
        run.state.seats[seat].objectives.reveal(met[seat.ix()]);
    }
    run.push(Frame::Surge(SurgeFrame));
}

/// Whether any surge objective in the decks could be met at such a moment.
fn awaited(index: &Index, rules: &Ruleset, moment: &Moment) -> bool {
    !index.passes.has(Passes::LISTENERS)
        || index.waits.surge.0 & moment.set().0 != 0
        || index.any_standing && looked_at(rules, moment)
}

/// Whether conditions that hold for a while are looked at: after an action, and whatever counts as one.
fn looked_at(rules: &Ruleset, moment: &Moment) -> bool {
    moment.set().0 & (ENDS_ACTION | rules.objectives_after.0) != 0
}

/// Whether surge objectives are scored now.
fn in_phase(sight: Sight<'_>) -> bool {
    let phase = sight.state.clock.phase;
    matches!(phase, Phase::Action | Phase::Power) && !sight.table.variant.sudden_death
}

/// Surge objectives whose condition is met are revealed; whether any is.
pub fn reveal(run: &mut Run<'_>, moment: &Moment) -> bool {
    let Some(found) = those_met(run.sight(), moment) else {
        return false;
    };
    for seat in run.state.all_seats() {
        let met = found[seat.ix() & (MAX_SEATS - 1)];
        run.state.seats[seat].objectives.reveal(met);
        if run.rules().surge == Surge::InStep {
            for slot in Bits(met.into()) {
                let slot = Source::OBJECTIVES + slot;
                let source = Source { seat, slot };
                run.emit(Rule::ObjectiveSurge, What::Revealed { source });
            }
        }
    }
    true
}

/// Surge objectives whose condition is met pay at once, or wait for their step.
pub fn surge(run: &mut Run<'_>, moment: &Moment) {
    if reveal(run, moment) && run.rules().surge != Surge::InStep {
        run.push(Frame::Surge(SurgeFrame));
    }
}

/// Whether an objective in hand is met at a moment; those whose condition speaks of no moment are looked at if `look`.
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

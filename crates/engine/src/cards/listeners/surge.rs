//! Objectives: which surge objectives a moment meets, and which can be scored in an end phase.

use super::{
    listener::{Listener, Way},
    moment::{ENDS_ACTION, Moment},
};
use crate::cards::{Ban, forbids_scoring, forbids_seat};
use crate::{
    bits::Bits,
    cards::{eval::Context, index::Places},
    effect::Source,
    event::What,
    frame::Frame,
    frames::surge::Surge as SurgeFrame,
    ruleset::Surge,
    run::{Run, Sight},
    state::{Phase, Player},
};
use gloryhex_cardlang::{NOBODY, Role, Slots, Timing};
use gloryhex_model::{FighterId, MAX_SEATS, Rule, Seat};

/// Surge objectives, by seat.
type Met = [u32; MAX_SEATS];

/// The objectives of a player that are in hand and may be scored at once.
fn ready(sight: Sight<'_>, player: &Player) -> u32 {
    let later = sight.rules().surge == Surge::AtOnceThenLaterAction;
    let since = sight.state.clock.actions.wrapping_sub(player.fresh_until);
    let fresh = match later && since < 128 {
        true => 0,
        false => player.objectives.fresh(),
    };
    player.objectives.hand() & !fresh & !player.objectives.revealed()
}

/// Whether objectives whose condition speaks of no moment are looked at: after an action, and whatever counts as one.
fn looks(sight: Sight<'_>, moment: &Moment) -> bool {
    let rules = sight.rules();
    rules.surge == Surge::AtOnceThenLaterAction
        && moment.set().0 & (ENDS_ACTION.0 | rules.objectives_after.0) != 0
}

/// The surge objectives that are met at a moment, if any.
pub fn those_met(sight: Sight<'_>, moment: &Moment) -> Option<Met> {
    let phase = sight.state.clock.phase;
    let acting = matches!(phase, Phase::Action | Phase::Power);
    // What waits for a moment of its own may be met before the first turn of a round, and in the end phase.
    let at_once = sight.rules().surge == Surge::AtOnceThenLaterAction;
    let aside = at_once && matches!(phase, Phase::Start | Phase::End);
    if !(acting || aside) || sight.table.variant.sudden_death {
        return None;
    }
    let index = &sight.table.index;
    let looks = acting && index.waits_always(Way::Score) && looks(sight, moment);
    let now = index.waits(Way::Score) & moment.set().0;
    if !looks && now == 0 {
        return None;
    }
    let awaited = moment
        .triggers()
        .filter(|trigger| now >> *trigger as u32 & 1 == 1);
    let mut found = [0; MAX_SEATS];
    for seat in sight.state.all_seats() {
        let ready = ready(sight, &sight.state.seats[seat]);
        let there = Places {
            hand: u128::from(ready) << Source::OBJECTIVES,
            play: 0,
        };
        let met = &mut found[seat.ix() & (MAX_SEATS - 1)];
        for at in awaited.clone().map(Some).chain(looks.then_some(None)) {
            if !index.of(seat).hears(Way::Score, at, there) {
                continue;
            }
            let mut slots = None;
            for listener in index.of(seat).listeners(Way::Score, at) {
                let bit = 1 << (listener.source.slot - Source::OBJECTIVES);
                if ready & !*met & bit == 0 {
                    continue;
                }
                let bound = || at.map_or([NOBODY; 8], |trigger| moment.slots(trigger));
                let slot = listener.source.slot - Source::OBJECTIVES;
                if is_met(sight, listener, slots.get_or_insert_with(bound))
                    && !forbids_scoring(sight, seat, slot)
                {
                    *met |= bit;
                }
            }
        }
        if *met != 0 && forbids_seat(sight, seat, Ban::Score) {
            *met = 0;
        }
    }
    (found != [0; MAX_SEATS]).then_some(found)
}

/// Whether the condition of an objective holds with what is bound.
fn is_met(sight: Sight<'_>, by: &Listener, slots: &Slots) -> bool {
    let context = Context::new(sight, by.source, FighterId::NONE);
    context.is_some_and(|mut context| {
        context.slots = *slots;
        context.holds(context.code.clauses[usize::from(by.clause)].when)
    })
}

/// Surge objectives whose condition is met pay at once, or wait for their step.
pub fn surge(run: &mut Run<'_>, moment: &Moment) {
    let Some(found) = those_met(run.sight(), moment) else {
        return;
    };
    let in_step = run.rules().surge == Surge::InStep;
    for seat in run.state.all_seats() {
        let met = found[seat.ix() & (MAX_SEATS - 1)];
        run.state.seats[seat].objectives.reveal(met);
        for slot in Bits(met.into()).filter(|_| in_step) {
            let slot = Source::OBJECTIVES + slot;
            let source = Source { seat, slot };
            run.emit(Rule::ObjectiveSurge, What::Revealed { source });
        }
    }
    if !in_step {
        run.push(Frame::Surge(SurgeFrame));
    }
}

/// Whether an objective is never scored in an end phase.
pub fn is_surge(sight: Sight<'_>, seat: Seat, slot: u8) -> bool {
    let surges = |role: Role| match role {
        Role::Score { timing, .. } => matches!(timing, Timing::Surge(_)),
        _ => true,
    };
    let slot = Source::OBJECTIVES + slot;
    let code = sight.table.code(Source { seat, slot });
    code.is_some_and(|code| code.clauses.iter().all(|clause| surges(clause.role)))
}

/// The clause by which an objective can be scored in an end phase, if there is one.
pub fn scorable(sight: Sight<'_>, seat: Seat, slot: u8) -> Option<usize> {
    if forbids_scoring(sight, seat, slot) {
        return None;
    }
    let slot = Source::OBJECTIVES + slot;
    let context = Context::new(sight, Source { seat, slot }, FighterId::NONE)?;
    let last = sight.state.clock.round >= sight.rules().rounds;
    context.code.clauses.iter().position(|clause| {
        let Role::Score { timing, .. } = clause.role else {
            return false;
        };
        let now = match timing {
            Timing::EndPhase => true,
            Timing::LastEndPhase => last,
            Timing::Surge(_) => false,
        };
        now && context.holds(clause.when)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, Trial, YOU};
    use crate::{bind::Bind, cards::Also};
    use gloryhex_model::Trigger;

    const CARDS: &str = "objective \"Now\" glory 1 { score after move where fighter is friendly }
        objective \"Later\" glory 1 { score at end_phase when any(friends) }";

    fn moved() -> Moment {
        Moment {
            trigger: Trigger::MoveDone,
            bind: Bind::fighter(ASH),
            also: Also::NOTHING,
        }
    }

    #[test]
    fn a_surge_objective_is_met_at_its_moment_and_another_in_an_end_phase() {
        let trial = Trial::new(CARDS);
        let sight = trial.sight();
        assert_eq!(those_met(sight, &moved()), Some([0b01, 0, 0, 0]));
        assert!(is_surge(sight, YOU, 0) && !is_surge(sight, YOU, 1));
        assert_eq!(
            [0, 1].map(|slot| scorable(sight, YOU, slot)),
            [None, Some(0)]
        );
    }

    #[test]
    fn nothing_is_met_by_an_objective_that_is_not_in_hand() {
        let mut trial = Trial::new(CARDS);
        trial.game.state.seats[YOU].objectives.to_discard(0b01);
        assert_eq!(those_met(trial.sight(), &moved()), None);
    }
}

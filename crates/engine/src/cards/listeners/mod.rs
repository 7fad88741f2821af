//! Who waits for a moment: cards that react, things that happen of themselves, surge objectives, inspiration and
//! lasting effects.
//!
//! A moment comes ([`fire`]) in the middle of a step and is looked at when the step is over. Whether it brings
//! anything is one question, [`interest`]; if so a window is opened in which something happens or somebody may react.
//! The window itself is a frame. Which cards wait for which moment is known from the start (`cards::index`).

pub mod inspire;
pub mod listener;
pub mod moment;
pub mod surge;
pub mod wear;

use super::{
    Also,
    index::Index,
    offer,
    passes::Passes,
    watches::{self, Noted},
};
use crate::{
    bind::Bind,
    frame::Frame,
    frames::window::{self, Window},
    ruleset::{Inspire, Ruleset, Surge},
    run::{Run, Sight, Upcoming, Windows},
};
use gloryhex_model::{Seat, Trigger, trigger::TriggerSet};
use inspire::note_inspire;
use listener::Way;
use moment::{ENDS_ACTION, Moment};

/// Moments, besides the ends of actions, at which lasting effects may wear out.
const WEARS: TriggerSet = TriggerSet::of(&[
    Trigger::AttackRolled,
    Trigger::AttackJudged,
    Trigger::DamageDealt,
    Trigger::SpellDone,
]);

/// Moments at which illusions may break of themselves (Harrowdeep p.37).
const BREAKS: TriggerSet = TriggerSet::of(&[Trigger::PhaseEnd, Trigger::DamageDealt]);

/// Moments that a card may still undo. Only what stands of them is counted and Inspires.
pub(super) const UNDOABLE: TriggerSet = TriggerSet::of(&[Trigger::DamageDealt, Trigger::Chosen]);

/// A moment has come. What it brings is looked at when the present step is over.
pub fn fire(run: &mut Run<'_>, trigger: Trigger, bind: Bind, also: Also) {
    let mut moment = Moment::new(trigger, bind, also);
    join_fall(run, &mut moment);
    if run.table.watches.notes(Noted::Holders) {
        watches::note_holders(run);
    }
    let set = moment.set().0;
    if set & run.table.watches.triggers & !UNDOABLE.0 != 0 {
        watches::note(run, &moment);
    }
    if set & (ENDS_ACTION.0 | WEARS.0) != 0 && !run.state.effects.is_empty() {
        wear::wear_out(run, &moment);
    }
    note_inspire(run);
    let counts = run.rules().objectives_after.0 & set != 0;
    let actions = &mut run.state.clock.actions;
    *actions = actions.wrapping_add(u8::from(counts));
    let public = usize::from(run.windows == Windows::Public);
    let heard = run.table.index.heard[public] & (set | moment.reaction_set().0) != 0;
    if heard || inspire::is_anyone_due(run) {
        run.later(Upcoming::Moment(moment));
    }
}

/// A moment that could have been undone was not: it is counted, and those whom it Inspires are due.
pub fn stand(run: &mut Run<'_>, trigger: Trigger, bind: Bind) {
    let moment = Moment::new(trigger, bind, Also::NOTHING);
    if run.table.watches.triggers >> trigger as u32 & 1 == 1 {
        watches::note(run, &moment);
    }
    inspire::turn_at(run, &moment, TriggerSet::of(&[trigger]));
}

/// A moment that Inspires and is no moment otherwise: nobody reacts to it, and it is not counted.
pub fn only_inspire(run: &mut Run<'_>, trigger: Trigger, bind: Bind) {
    let moment = Moment::new(trigger, bind, Also::NOTHING);
    inspire::turn_at(run, &moment, TriggerSet::of(&[trigger]));
}

/// Whether some card at the table waits for a moment, or players are asked at it whatever lies in their decks.
pub fn is_awaited(run: &Run<'_>, trigger: Trigger) -> bool {
    let index = &run.table.index;
    let asked = run.windows == Windows::Public && index.windows >> trigger as u32 & 1 == 1;
    asked || index.waited.contains(trigger)
}

/// Whether some card at the table waits for a moment or counts it.
pub fn is_heard(run: &Run<'_>, trigger: Trigger) -> bool {
    run.table.index.waited.contains(trigger)
        || run.table.watches.triggers >> trigger as u32 & 1 == 1
}

/// A moment has come that is only looked at where some card at the table waits for it or counts it, or where players are
/// asked whatever lies in their decks.
pub fn tell(run: &mut Run<'_>, trigger: Trigger, bind: Bind) {
    if is_awaited(run, trigger) {
        return fire(run, trigger, bind, Also::NOTHING);
    }
    if run.table.watches.triggers >> trigger as u32 & 1 == 1 {
        watches::note(run, &Moment::new(trigger, bind, Also::NOTHING));
    }
    note_inspire(run);
}

/// The moments at which anybody may have something to do, without and with windows by public information.
pub fn heard(index: &Index, rules: &Ruleset) -> [u128; 2] {
    if !index.passes.has(Passes::LISTENERS) {
        return [u128::MAX; 2];
    }
    let always = index.waits_always(Way::Turn);
    let turns = (always || index.waits(Way::Turn) != 0) && rules.inspire != Inspire::InStep;
    let every = |yes: bool, set: u128| if yes { set } else { 0 };
    [false, true].map(|public| {
        index.waited.0
            | ENDS_ACTION.0
            | BREAKS.0
            | every(turns && always, u128::MAX)
            | every(index.waits_always(Way::Score), rules.objectives_after.0)
            | every(turns || public, index.windows)
    })
}

/// Where falls wait for the end of the attack, the one moment is reacted to at the other.
fn join_fall(run: &Run<'_>, moment: &mut Moment) {
    if !run.rules().falls_wait_for_attack {
        return;
    }
    let Some(attack) = run.state.attack() else {
        return;
    };
    let (about, fell) = (moment.bind.fighter, attack.fell());
    if moment.trigger == Trigger::TakenOut && [fell, attack.beside].contains(&about) {
        moment.also = moment.also.and(Also::WAITS);
    }
    if moment.trigger == Trigger::AttackDone && attack.target == about && fell.is_some() {
        moment.also = moment.also.and(Also::FALL);
        moment.bind.fallen(fell);
    }
}

/// Opens a window for a moment.
pub fn open(run: &mut Run<'_>, moment: Moment) {
    run.push(Frame::Window(Window::new(moment)));
}

/// Settles a moment that brings nothing. Whether it might now that a fighter was turned: then the window for that is
/// to be opened with [`reopen`].
pub fn pass_by(run: &mut Run<'_>, moment: &Moment) -> bool {
    if inspire::inspire(run, moment) {
        return true;
    }
    if run.rules().surge == Surge::InStep {
        surge::surge(run, moment);
    }
    false
}

/// Opens the window of a moment at which fighters were turned, and looks at surge objectives again.
pub fn reopen(run: &mut Run<'_>, moment: Moment) {
    let seat = run.state.active();
    run.push(Frame::Window(Window::settled(moment, seat)));
    surge::surge(run, &moment);
}

/// Whether a moment brings something that takes a window: it happens of itself, or somebody may react to it.
pub(crate) fn interest(sight: Sight<'_>, moment: &Moment, windows: Windows) -> bool {
    // At the end of its window a choice stands, or has been undone.
    moment.trigger == Trigger::Chosen
        || sight.rules().surge != Surge::InStep && surge::those_met(sight, moment).is_some()
        || illusions_break(sight, moment)
        || window::gather(sight, Window::new(*moment)).any()
        || somebody_reacts(sight, moment)
        || opens(sight, moment, windows)
}

/// Whether somebody is offered something at a moment.
fn somebody_reacts(sight: Sight<'_>, moment: &Moment) -> bool {
    let waits = sight.table.index.waits(Way::React) & moment.reaction_set().0 != 0;
    if !waits && sight.state.effects.is_empty() && moment.granting().is_none() {
        return false;
    }
    let mut any = false;
    for seat in sight.state.all_seats() {
        for free in [false, true] {
            if !any && offer::waits(sight, moment, seat, free) {
                offer::reactions(sight, moment, seat, free, &mut |_| any = true);
            }
        }
    }
    any
}

/// Whether a window opens by public information: somebody with cards in hand could react.
fn opens(sight: Sight<'_>, moment: &Moment, windows: Windows) -> bool {
    let held = |seat: Seat| sight.state.seats[seat].power.hand() != 0;
    windows == Windows::Public
        && moment.trigger != Trigger::AttackPicked
        && !sight.table.variant.sudden_death
        && moment.reaction_set().0 & sight.windows() != 0
        && sight.state.all_seats().any(held)
}

/// Whether illusions may break at the moment of themselves.
fn illusions_break(sight: Sight<'_>, moment: &Moment) -> bool {
    let index = &sight.table.index;
    let worn = |seat: Seat| index.of(seat).illusions & sight.state.seats[seat].power.equipped();
    BREAKS.contains(moment.trigger) && sight.state.all_seats().any(|seat| worn(seat) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::Trial;

    fn heard_with(card: &str, inspire: Inspire) -> [u128; 2] {
        let trial = Trial::new(card);
        let mut rules = trial.game.table.rules.clone();
        rules.inspire = inspire;
        rules.objectives_after = TriggerSet::of(&[Trigger::CardResolved]);
        heard(&trial.game.table.index, &rules)
    }

    #[test]
    fn a_moment_is_heard_for_each_reason_there_is() {
        let ploy = "ploy \"Trial\" { draw 1 power }";
        let windows = Trial::new(ploy).game.table.index.windows;
        let always = ENDS_ACTION.0 | BREAKS.0;
        let none = heard_with(ploy, Inspire::AfterAction);
        assert_eq!(none, [always, always | windows]);

        let awaited =
            "ploy \"Trial\" { reaction after returned where fighter is friendly draw 1 power }";
        let [heard, _] = heard_with(awaited, Inspire::AfterAction);
        assert_eq!(heard, always | 1 << Trigger::Returned as u32);

        let standing =
            "objective \"Trial\" glory 1 { score after move when any(friends where inspired) }";
        let [heard, _] = heard_with(standing, Inspire::AfterAction);
        let card = 1 << Trigger::CardResolved as u32;
        assert_eq!(heard, always | 1 << Trigger::MoveDone as u32 | card);

        let inspires = "upgrade \"Trial\" cost 1 { inspire when any(enemies where out) }";
        assert_eq!(heard_with(inspires, Inspire::AfterAction), [u128::MAX; 2]);
        assert_eq!(heard_with(inspires, Inspire::InStep)[0], always);

        let turns = "upgrade \"Trial\" cost 1 { inspire after move where fighter is bearer }";
        let [heard, _] = heard_with(turns, Inspire::AfterAction);
        assert_eq!(heard, always | windows | 1 << Trigger::MoveDone as u32);
    }
}

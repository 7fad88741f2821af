//! Who waits for a moment: cards that react, things that happen of themselves, surge objectives, inspiration and
//! lasting effects.
//!
//! A moment comes ([`fire`]) in the middle of a step and is looked at when the step is over. What it brings is one
//! question, [`interest`]: nothing, or a window in which something happens or somebody may react. The window itself is
//! a frame. Which cards wait for which moment is known from the start ([`index`]).

pub mod index;
pub mod inspire;
pub mod moment;
pub mod quiet_sides;
pub mod ready;
pub mod surge;
pub mod wear;

use super::{Also, index::Index, passes::Passes, watches};
use crate::{
    bind::Bind,
    frame::Frame,
    frames::window::{self, Window},
    ruleset::{Inspire, Ruleset, Surge},
    run::{Known, Later, Run, Sight, Windows},
};
use gloryhex_model::{Seat, Trigger};
use inspire::note_inspire;
use moment::{ENDS_ACTION, Moment};

/// Moments at which lasting effects may wear out.
const WEARS: u64 = ENDS_ACTION
    | 1 << Trigger::AttackRolled as u64
    | 1 << Trigger::AttackJudged as u64
    | 1 << Trigger::DamageDealt as u64
    | 1 << Trigger::SpellDone as u64;

/// Moments at which illusions may break of themselves (Harrowdeep p.37).
const BREAKS: u64 = 1 << Trigger::PhaseEnd as u64 | 1 << Trigger::DamageDealt as u64;

/// Moments that are looked at whoever waits for them: others come with the end of an action.
const ALWAYS: u64 = ENDS_ACTION | BREAKS;

/// A moment has come. What it brings is looked at when the present step is over.
#[inline(always)]
pub fn fire(run: &mut Run<'_>, trigger: Trigger, bind: Bind, also: Also) {
    let mut moment = Moment {
        trigger,
        bind,
        also,
    };
    if matches!(trigger, Trigger::TakenOut | Trigger::AttackDone) {
        join_fall(run, &mut moment);
    }
    let set = moment.set().0;
    if set & run.table.index.watches.triggers != 0 {
        watches::note(run, &moment);
    }
    if set & WEARS != 0 && !run.state.effects.is_empty() {
        wear::wear_out(run, &moment);
    }
    if set & run.table.index.inspiring != 0 {
        note_inspire(run);
    }
    let counts = run.rules().objectives_after.0 & set != 0;
    let actions = &mut run.state.clock.actions;
    *actions = actions.wrapping_add(u8::from(counts));
    let public = usize::from(run.windows == Windows::Public);
    let heard = set | moment.reaction_set().0;
    if run.table.index.heard[public] & heard != 0 {
        look_later(run, moment);
    }
}

#[inline(never)]
fn look_later(run: &mut Run<'_>, moment: Moment) {
    run.later(Later::Moment(moment));
}

/// Whether fighters may be turned at any moment: those whose time has come are at the next there is.
fn turns_at_any(index: &Index, rules: &Ruleset) -> bool {
    index.any_inspire && rules.inspire != Inspire::InStep
}

/// The moments at which a condition without a moment of its own may come to hold that Inspires at the next Inspire
/// step, though it may hold no longer then (Harrowdeep p.18).
pub fn inspiring(index: &Index, rules: &Ruleset) -> u64 {
    if !index.any_always || rules.inspire != Inspire::InStep {
        return 0;
    }
    if index.always_by_sides && index.passes.has(Passes::LISTENERS) {
        return 1 << Trigger::TakenOut as u64 | 1 << Trigger::BecameInspired as u64;
    }
    u64::MAX
}

/// The moments at which anybody may have something to do, without and with windows by public information.
pub fn heard(index: &Index, rules: &Ruleset) -> [u64; 2] {
    let turns = turns_at_any(index, rules);
    let every = |yes: bool, set: u64| if yes { set } else { 0 };
    [false, true].map(|public| {
        index.waited.0
            | every(turns && index.any_always, u64::MAX)
            | ALWAYS
            | every(index.any_standing, rules.objectives_after.0)
            | every(turns || public, index.windows)
    })
}

/// Where falls wait for the end of the attack, the one moment is reacted to at the other.
#[inline(never)]
fn join_fall(run: &Run<'_>, moment: &mut Moment) {
    let Some(attack) = run.state.attack() else {
        return;
    };
    if !run.rules().falls_wait_for_attack {
        return;
    }
    let about = moment.bind.fighter;
    match moment.trigger {
        Trigger::TakenOut if attack.fell() == about || attack.beside == about => {
            moment.also = moment.also.and(Also::WAITS);
        }
        Trigger::AttackDone if attack.target == about && attack.fell().is_some() => {
            moment.also = moment.also.and(Also::FALL);
            moment.bind.fallen(attack.fell());
        }
        _ => {}
    }
}

/// Opens a window for a moment.
pub fn open(run: &mut Run<'_>, moment: Moment) {
    run.push(Frame::Window(Window::new(moment)));
}

/// Settles a moment at which nobody has anything to do or to decide. Whether somebody might have, now that
/// a fighter was turned: then the window for that is to be opened with [`reopen`].
pub fn pass_by(run: &mut Run<'_>, moment: &Moment, waited: bool) -> bool {
    let turned = inspire::inspire(run, moment);
    if turned && waited {
        return true;
    }
    if turned || run.rules().surge == Surge::InStep {
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

/// What a moment brings.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Interest {
    /// Nothing that takes a frame of its own.
    Nothing {
        /// Some card waits for such moments, but has nothing to do as things are.
        waited: bool,
    },
    /// A window, with what has been found out about it as things are.
    Window(Known),
}

/// What a moment brings as things are.
pub(crate) fn interest(sight: Sight<'_>, moment: &Moment, windows: Windows) -> Interest {
    let index = &sight.table.index;
    if !index.passes.has(Passes::LISTENERS) {
        return by_looking(sight, moment, windows);
    }
    if sight.rules().surge != Surge::InStep
        && let Some(met) = surge::those_met(sight, moment)
    {
        return Interest::Window(Known::Met(met));
    }
    let (set, react) = (moment.set().0, moment.reaction_set().0);
    let waits = &index.waits;
    let (auto, reacts) = (waits.auto.0 & set, (waits.react.0 | waits.free.0) & react);
    let lasting = index.lasting_triggers.0 & (set | react);
    let lasts = lasting != 0
        && sight
            .state
            .effects
            .iter()
            .any(|effect| index.lasting_of(effect.source).0 & lasting != 0);
    if lasts || illusions_break(sight, moment) {
        return Interest::Window(Known::Calm);
    }
    if auto != 0 {
        let due = window::on_cards(sight, Window::new(*moment));
        if due.any() {
            return Interest::Window(Known::Due(due));
        }
    }
    if reacts != 0 && ready::somebody_reacts(sight, moment) || opens(sight, moment, windows) {
        return Interest::Window(Known::Undue);
    }
    Interest::Nothing {
        waited: auto | reacts | lasting != 0,
    }
}

/// As [`interest`], by looking at every card that is where it must be.
#[cold]
#[inline(never)]
fn by_looking(sight: Sight<'_>, moment: &Moment, windows: Windows) -> Interest {
    let surges = sight.rules().surge != Surge::InStep && surge::those_met(sight, moment).is_some();
    let due = || window::gather(sight, Window::new(*moment)).any();
    let happens = surges || illusions_break(sight, moment) || due();
    match happens || ready::somebody_reacts(sight, moment) || opens(sight, moment, windows) {
        true => Interest::Window(Known::Nothing),
        false => Interest::Nothing { waited: true },
    }
}

/// Whether a window opens by public information: somebody with cards in hand could react.
fn opens(sight: Sight<'_>, moment: &Moment, windows: Windows) -> bool {
    let held = |seat: Seat| sight.state.seats[seat].power.hand() != 0;
    windows == Windows::Public
        && !sight.table.variant.sudden_death
        && moment.reaction_set().0 & sight.windows() != 0
        && sight.state.all_seats().any(held)
}

/// Whether illusions may break at the moment of themselves.
fn illusions_break(sight: Sight<'_>, moment: &Moment) -> bool {
    let index = &sight.table.index;
    let worn = |seat: Seat| index.of(seat).illusions & sight.state.seats[seat].power.equipped();
    index.any_illusions
        && BREAKS >> moment.trigger as u64 & 1 == 1
        && sight.state.all_seats().any(|seat| worn(seat) != 0)
}

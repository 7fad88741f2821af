//! A moment has come: whether something happens at it, and whether a window for reactions opens. Who is
//! Inspired is in [`super::inspire`], which objectives are met in [`super::surge`].
//!
//! A moment is looked at when the step in which it came is over. The window itself, and what happens
//! of itself inside it, is a frame.

use super::{
    Also,
    index::{Call, Heard, Index},
    inspire::{inspire, note_inspire},
    moment::{ENDS_ACTION, Moment},
    ready, statics,
    surge::{self, Met},
};
use crate::{
    attack::Attack,
    bind::Bind,
    bits::Bits,
    card_run::CardRun,
    effect::{Effect, Until},
    frame::Frame,
    frames::{
        card,
        window::{self, Window},
    },
    ops::lasting,
    ruleset::{Inspire, Ruleset, Surge},
    run::{Known, Later, Run, Sight, Windows},
};
use gloryhex_cardlang::{Clause, Role, Static, Subject};
use gloryhex_model::{FighterId, MAX_SEATS, Seat, SeatSet, Stat, Trigger};
use std::hint::cold_path;

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

/// A moment has come. What it brings is looked at when the present step is over. Most callers know which
/// moment it is, so what only some bring about is decided where they call.
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
    if set & WEARS != 0 && !run.state.effects.is_empty() {
        wear_out(run, &moment);
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
pub fn turns_at_any(index: &Index, rules: &Ruleset) -> bool {
    index.any_inspire && rules.inspire != Inspire::InStep
}

/// The moments at which a condition without a moment of its own may come to hold that Inspires at the next Inspire
/// step, though it may hold no longer then (Harrowdeep p.18).
pub fn inspiring(index: &Index, rules: &Ruleset) -> u64 {
    if !index.any_always || rules.inspire != Inspire::InStep {
        return 0;
    }
    if index.always_by_sides {
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
        Trigger::TakenOut if attack.fell() == about || attack.beside() == about => {
            moment.also = moment.also.and(Also::WAITS);
        }
        Trigger::AttackDone if attack.target == about && attack.fell().is_some() => {
            moment.also = moment.also.and(Also::FALL);
            moment.bind.fallen(attack.fell());
        }
        _ => {}
    }
}

/// Effects that serve only the first attack, move, damage or spell note that it has come.
#[inline(never)]
fn wear_out(run: &mut Run<'_>, moment: &Moment) {
    let (mut acting, mut first) = (false, false);
    for effect in run.state.effects.iter() {
        acting |= effect.term.until() == Until::ThisAction;
        first |= effect.term.first() & (effect.used == 0);
    }
    if acting && moment.ends_action() && !charging(run) {
        lasting::action_ends(run);
    }
    if !first {
        return;
    }
    let noted = matches!(
        moment.trigger,
        Trigger::AttackRolled
            | Trigger::AttackJudged
            | Trigger::MoveDone
            | Trigger::DamageDealt
            | Trigger::SpellDone
    );
    if !noted {
        return;
    }
    let nth = run.state.n_attacks;
    let mut marked = [false; crate::effect::MAX_EFFECTS];
    {
        let sight = run.sight();
        let attack = sight.state.attack();
        for (ix, effect) in sight.state.effects.iter().enumerate() {
            marked[ix] = effect.term.first()
                && effect.used == 0
                && effect.in_force()
                && serves(sight, effect, moment, attack);
        }
    }
    if !marked.contains(&true) {
        return;
    }
    let in_attack = matches!(
        moment.trigger,
        Trigger::AttackRolled | Trigger::AttackJudged
    );
    for (effect, marked) in run.state.effects.iter_mut().zip(marked) {
        if marked {
            effect.used = if in_attack { nth } else { u8::MAX };
        }
    }
    lasting::lay_aside(run);
    if !in_attack {
        lasting::end(run, |effect| effect.term.first() && effect.used == u8::MAX);
    }
}

fn charging(run: &Run<'_>) -> bool {
    run.state
        .stack
        .iter()
        .any(|frame| matches!(frame, Frame::Charge(charge) if charge.stage < 2))
}

/// Whether some rule of the effect has been applied to what the moment is about.
fn serves(sight: Sight<'_>, effect: &Effect, moment: &Moment, attack: Option<&Attack>) -> bool {
    let Some(mut context) = statics::effect_context(sight, effect) else {
        return false;
    };
    if moment.trigger == Trigger::MoveDone {
        let mover = moment.bind.fighter;
        let charges = |frame: &Frame| matches!(frame, Frame::Charge(c) if c.fighter == mover);
        context.busy = statics::intent(sight.state.stack.iter().any(charges));
        context.about = mover;
    }
    let acts_now = context.code.clauses.iter().any(|clause| {
        clause.effect == effect.number
            && clause
                .role
                .trigger()
                .is_some_and(|trigger| moment.is(trigger))
    });
    if acts_now {
        return false;
    }
    context.code.clauses.iter().any(|clause| {
        let Role::Static(rule) = clause.role else {
            return false;
        };
        if clause.effect != effect.number {
            return false;
        }
        let applies = |fighter: FighterId, attack| {
            fighter.is_some() && statics::applies(&context, clause, rule, fighter, attack).is_some()
        };
        match moment.trigger {
            Trigger::AttackRolled | Trigger::AttackJudged => {
                let Some(attack) = attack else { return false };
                let of_move = matches!(
                    rule.what,
                    Static::Modify {
                        stat: Stat::Move | Stat::Wizard,
                        ..
                    } | Static::DamageCap(_)
                        | Static::DamageCapTurn(_)
                        | Static::ThroughFighters
                        | Static::Ethereal
                        | Static::Teleport(_)
                        | Static::Trait(_)
                );
                // What is said of fighters for the first attack is over with it, whoever makes it.
                match rule.subject {
                    // Who supports in the first attack is said of whoever makes it.
                    Subject::Attack if matches!(rule.what, Static::NoSupport(_)) => true,
                    Subject::Attack => applies(attack.attacker, Some(attack)),
                    Subject::Fighter => !of_move,
                }
            }
            Trigger::MoveDone => {
                let of_move = matches!(
                    rule.what,
                    Static::Modify {
                        stat: Stat::Move,
                        ..
                    } | Static::ThroughFighters
                        | Static::Ethereal
                        | Static::Teleport(_)
                        | Static::Trait(_)
                );
                of_move && applies(moment.bind.fighter, None)
            }
            Trigger::DamageDealt => {
                let cap = matches!(rule.what, Static::DamageCap(_) | Static::DamageCapTurn(_));
                cap && applies(moment.bind.fighter, attack)
            }
            Trigger::SpellDone => {
                let of_spell = matches!(
                    rule.what,
                    Static::Innate(_)
                        | Static::Modify {
                            stat: Stat::Wizard,
                            ..
                        }
                );
                of_spell && applies(moment.bind.fighter, None)
            }
            _ => false,
        }
    })
}

/// Opens a window for a moment, at which there is something to do as things are if it is known what.
pub fn open(run: &mut Run<'_>, moment: Moment, need: Option<Need>) {
    let window = match need {
        Some(Need::Window { due: false }) => Window::undue(moment),
        Some(Need::Window { due: true }) if run.rules().surge != Surge::InStep => {
            Window::new(moment, true)
        }
        _ => Window::new(moment, false),
    };
    run.push(Frame::Window(window));
}

/// Settles a moment at which nobody has anything to do or to decide. Whether somebody might have, now that
/// a fighter was turned: then the window for that is to be opened with [`reopen`].
pub fn pass_by(run: &mut Run<'_>, moment: &Moment, waited: bool) -> bool {
    let turned = inspire(run, moment);
    run.turned |= turned;
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

/// What a moment needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing that takes a frame of its own.
    Nothing {
        /// Some card waits for such moments, but has nothing to do as things are.
        waited: bool,
    },
    /// A window, and no surge objective is met as things are.
    Window {
        /// Something may happen of itself.
        due: bool,
    },
    /// A window in which surge objectives pay.
    Surge,
}

/// Whether it is plain that a moment brings nothing, with so many players at most. Hardly anything branches:
/// whoever asks knows best what to expect.
#[inline(always)]
pub fn is_idle<const N: usize>(run: &Run<'_>, moment: &Moment) -> bool {
    let heard = run.table.index.ears.of(moment);
    if heard.call.has(Call::BREAKS.and(Call::MARKS)) {
        return false;
    }
    let minded = Call::OPENS
        .only_if(run.windows == Windows::Public)
        .and(Call::LASTING.only_if(!run.state.effects.is_empty()));
    let here = heard.minds::<N>(run.state, moment.bind.seat);
    here | heard.call.among(minded) | u64::from(moment.beyond()) == 0
}

/// What of that which waits for a moment is where it must be.
struct Here {
    /// The surge objectives that may be scored.
    waiting: Met,
    /// Whether there are any.
    scores: bool,
    /// Whether somebody has a card that reacts.
    reacts: bool,
    /// Whether something may happen of itself.
    happens: bool,
    /// Who has a card that is always in play and may react.
    standing: SeatSet,
}

impl Here {
    /// With so many players at most. Those who do not play have nothing anywhere.
    #[inline(always)]
    fn among<const N: usize>(sight: Sight<'_>, heard: &Heard, about: Seat) -> Here {
        let mut waiting = [0; MAX_SEATS];
        let (mut scores, mut cards, mut autos) = (0, 0, 0);
        let (mut happens, mut standing) = (false, 0);
        let players = sight.state.seats.0.iter().zip(&heard.ears);
        for ((player, ear), at) in players.zip(0..N as u8) {
            let power = &player.power;
            let surge = surge::held(sight, player, ear.surge);
            waiting[usize::from(at)] = surge;
            scores |= surge;
            cards |= ear.hand & power.hand() | ear.play & power.equipped();
            autos |= ear.auto & power.equipped();
            happens |= ear.happens;
            standing |= u8::from(ear.may_react(about)) << at;
        }
        Here {
            waiting,
            scores: scores != 0,
            reacts: cards != 0,
            happens: happens | (autos != 0),
            standing: SeatSet(standing),
        }
    }
    #[cold]
    #[inline(never)]
    fn among_all(sight: Sight<'_>, heard: &Heard, about: Seat) -> Here {
        Here::among::<MAX_SEATS>(sight, heard, about)
    }
}

/// Whether something may happen at the moment that takes a frame of its own.
#[inline(always)]
pub fn need(run: &mut Run<'_>, moment: &Moment) -> Need {
    let sight = run.sight();
    let index = &run.table.index;
    let heard = index.ears.of(moment);
    let plain = moment.is_plain();
    let call = if plain {
        heard.call
    } else {
        Call::of(index, run.rules(), moment)
    };
    let (waited, breaks) = (call.has(Call::WAITED), call.has(Call::BREAKS));
    let opens = call.has(Call::OPENS);
    let open = (run.windows == Windows::Public) & opens & (sight.windows() != 0);
    let pays = call.has(Call::SURGES) & surge::in_phase(sight);
    if !(pays | waited | open | breaks) {
        cold_path();
        return Need::Nothing { waited };
    }
    let here = match sight.state.clock.players {
        0..=2 => Here::among::<2>(sight, heard, moment.bind.seat),
        _ => Here::among_all(sight, heard, moment.bind.seat),
    };
    let (reacts, happens) = (here.reacts | !plain, here.happens | !plain);
    let standing = here.standing;
    if here.scores & pays
        && let Some(met) = surge::those_met(sight, moment, &here.waiting, call.has(Call::LOOKS))
    {
        run.known = Known::Met(met);
        return Need::Surge;
    }
    let lasts = call.has(Call::LASTING) & !sight.state.effects.is_empty();
    if !((reacts | !standing.is_empty() | happens | lasts) & waited | open | breaks) {
        return Need::Nothing { waited };
    }
    let (set, react) = (moment.set().0, moment.reaction_set().0);
    let lasting = lasts
        && sight
            .state
            .effects
            .iter()
            .any(|effect| index.lasting_of(effect.source).0 & (set | react) != 0);
    let broken =
        |seat: Seat| index.of(seat).illusions & sight.state.seats[seat].power.equipped() != 0;
    if lasting || breaks && sight.state.all_seats().any(broken) {
        return Need::Window { due: true };
    }
    if happens && index.waits.auto.0 & set != 0 {
        // No illusion breaks, and no lasting effect waits.
        let due = window::on_cards(sight, Window::new(*moment, true));
        if due.any() {
            run.known = Known::Due(due);
            return Need::Window { due: true };
        }
    }
    let sight = run.sight();
    let left = |at: u8| {
        let ear = &heard.ears[usize::from(at) & (MAX_SEATS - 1)];
        !ear.is_spent(Seat(at), &sight.state.used)
    };
    if (reacts || Bits(standing.0.into()).any(left)) && ready::somebody_reacts(sight, moment) {
        return Need::Window { due: false };
    }
    let held = |seat: Seat| sight.state.seats[seat].power.hand() != 0;
    if open {
        cold_path();
        if !sight.table.variant.sudden_death && sight.state.all_seats().any(held) {
            return Need::Window { due: false };
        }
    }
    Need::Nothing { waited }
}

/// Whether illusions may break at the moment of themselves.
pub fn breaks_illusions(trigger: Trigger) -> bool {
    BREAKS >> trigger as u64 & 1 == 1
}

/// Whether a card has kept something for the end of its effect.
pub fn has_end(run: &Run<'_>, effect: &Effect) -> bool {
    run.table.code(effect.source).is_some_and(|code| {
        code.clauses
            .iter()
            .any(|clause| clause.effect == effect.number && clause.role == Role::Expire)
    })
}

/// A lasting effect ended: what the card has kept for that happens now.
pub fn expire(run: &mut Run<'_>, effect: &Effect) {
    let Some(code) = run.table.code(effect.source) else {
        return;
    };
    let at_its_end =
        |clause: &Clause| clause.effect == effect.number && clause.role == Role::Expire;
    let Some(ix) = code.clauses.iter().position(at_its_end) else {
        return;
    };
    let mut context_holds = false;
    if let Some(context) = statics::effect_context(run.sight(), effect) {
        context_holds = context.holds(code.clauses[ix].when);
    }
    if context_holds {
        card::begin(
            run,
            CardRun {
                source: effect.source,
                me: effect.me,
                clause: ix as u8,
                slots: effect.slots,
                effect: effect.number,
                ..CardRun::NONE
            },
        );
    }
}

/// How long an effect of a card lasts, in the terms of the game.
pub fn until_of(until: gloryhex_cardlang::Until) -> Until {
    use gloryhex_cardlang::Until as Said;
    match until {
        Said::Attack => Until::ThisAttack,
        Said::Action => Until::ThisAction,
        Said::Activation => Until::ThisActivation,
        Said::NextActivation => Until::NextActivation,
        Said::Activations => Until::Countdown,
        Said::NextSpell => Until::NextSpell,
        Said::Phase => Until::Phase,
        Said::Round => Until::Round,
        Said::Group => Until::Replaced,
        Said::GroupOrRound => Until::RoundOrReplaced,
        Said::Game => Until::Game,
    }
}

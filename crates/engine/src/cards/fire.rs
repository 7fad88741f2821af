//! A moment has come: what happens of itself, who is Inspired, which surge objectives are met, and
//! whether a window for reactions opens.
//!
//! A moment is looked at when the step in which it came is over. The window itself, and what happens
//! of itself inside it, is a frame.

use super::{
    Also,
    domain::card_number,
    eval::{Context, number_of},
    index::{Kind, bits},
    statics::{self, in_play},
};
use crate::{
    attack::Attack,
    bind::Bind,
    bits::Bits,
    card_run::CardRun,
    effect::{Effect, Source, Until},
    event::What,
    frame::Frame,
    frames::{card, surge::Surge as SurgeFrame, window::Window},
    ops::{harm, lasting},
    ruleset::{Inspire, Surge},
    run::{Later, Run, Sight, Windows},
    state::{Fighter, Phase},
};
use gloryhex_cardlang::{
    Ban, Binding, Clause, Role, Slots, Static, Subject, binding::bindings, op::NOBODY,
};
use gloryhex_model::{FighterId, Rule, Seat, Stat, Trigger, trigger::TriggerSet};
use serde::{Deserialize, Serialize};

/// A moment: what it is, what it is about, and the moments that share its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moment {
    /// What it is.
    pub trigger: Trigger,
    /// What it is about.
    pub bind: Bind,
    /// What it is at the same time.
    pub also: Also,
}

/// Moments that may share the window of another.
const SHARED: [(Also, Trigger); 3] = [
    (Also::ACTION, Trigger::ActionDone),
    (Also::CHARGE, Trigger::ChargeDone),
    (Also::ACTIVATION, Trigger::ActivationDone),
];

/// The sets of moments that share a window, by the bits of [`Also`].
const SHARED_SETS: [u64; 8] = {
    let mut sets = [0; 8];
    let mut also = 0;
    while also < 8 {
        let mut nth = 0;
        while nth < SHARED.len() {
            if Also(also as u8).has(SHARED[nth].0) {
                sets[also] |= 1 << SHARED[nth].1 as u64;
            }
            nth += 1;
        }
        also += 1;
    }
    sets
};

/// A few triggers, in order.
#[derive(Clone, Copy, Debug)]
pub struct Triggers {
    list: [Trigger; 5],
    at: u8,
    len: u8,
}

impl Default for Triggers {
    fn default() -> Triggers {
        Triggers {
            list: [Trigger::MovePicked; 5],
            at: 0,
            len: 0,
        }
    }
}

impl Triggers {
    #[inline]
    fn push(&mut self, trigger: Trigger) {
        self.list[usize::from(self.len)] = trigger;
        self.len += 1;
    }
}

impl Iterator for Triggers {
    type Item = Trigger;

    #[inline]
    fn next(&mut self) -> Option<Trigger> {
        let next = self.list.get(usize::from(self.at)).copied();
        let next = next.filter(|_| self.at < self.len);
        self.at += u8::from(next.is_some());
        next
    }
}

impl Moment {
    /// The moment itself, then those that share its window.
    #[inline]
    pub fn triggers(&self) -> Triggers {
        let mut list = Triggers::default();
        list.push(self.trigger);
        if self.also.0 & 7 != 0 {
            for (bit, trigger) in SHARED {
                if self.also.has(bit) && trigger != self.trigger {
                    list.push(trigger);
                }
            }
        }
        list
    }
    /// The triggers that may be reacted to at the moment.
    #[inline]
    pub fn reactions(&self) -> Triggers {
        let mut list = Triggers::default();
        if !self.also.has(Also::WAITS) {
            list = self.triggers();
        }
        if self.also.has(Also::FALL) {
            list.push(Trigger::TakenOut);
        }
        list
    }
    /// All triggers it may have, those that may be reacted to in the order of [`Moment::reactions`].
    #[inline]
    pub fn in_order(&self) -> [Trigger; 5] {
        [
            self.trigger,
            Trigger::ActionDone,
            Trigger::ChargeDone,
            Trigger::ActivationDone,
            Trigger::TakenOut,
        ]
    }
    /// All its triggers.
    #[inline]
    pub fn set(&self) -> TriggerSet {
        TriggerSet(1 << self.trigger as u64 | SHARED_SETS[usize::from(self.also.0 & 7)])
    }
    /// All triggers that may be reacted to.
    #[inline]
    pub fn reaction_set(&self) -> TriggerSet {
        let own = if self.also.has(Also::WAITS) {
            0
        } else {
            self.set().0
        };
        let fall = u64::from(self.also.has(Also::FALL)) << Trigger::TakenOut as u64;
        TriggerSet(own | fall)
    }
    /// Whether an action or an activation ends with it.
    pub fn ends_action(&self) -> bool {
        self.also.0 & 7 != 0
            || matches!(
                self.trigger,
                Trigger::MoveDone
                    | Trigger::AttackDone
                    | Trigger::ChargeDone
                    | Trigger::ActionDone
                    | Trigger::ActivationDone
            )
    }
    fn is_attack(&self) -> bool {
        matches!(
            self.trigger,
            Trigger::AttackDeclared
                | Trigger::AttackRolled
                | Trigger::DefenceRolled
                | Trigger::AttackJudged
                | Trigger::DriveBackDue
                | Trigger::DrivenBack
                | Trigger::AttackDone
        )
    }
    /// The slots of a clause that waits for one of the moment's triggers.
    pub fn slots(&self, trigger: Trigger) -> Slots {
        let mut slots = [NOBODY; 8];
        self.fill(trigger, &mut slots);
        slots
    }
    /// Puts what the trigger provides into the last slots.
    pub fn fill(&self, trigger: Trigger, slots: &mut Slots) {
        let bind = &self.bind;
        let seat = |seat: Seat| {
            if seat == Seat::NONE {
                NOBODY
            } else {
                i16::from(seat.0)
            }
        };
        for (nth, binding) in bindings(trigger).iter().enumerate() {
            slots[7 - nth] = match binding {
                Binding::Fighter if self.is_attack() && trigger != Trigger::TakenOut => {
                    number_of(bind.other)
                }
                Binding::Fighter => number_of(bind.fighter),
                Binding::Attacker if trigger == Trigger::ChargeDone && !self.is_attack() => {
                    number_of(bind.fighter)
                }
                Binding::Attacker => number_of(bind.other),
                Binding::Target if self.is_attack() => number_of(bind.fighter),
                Binding::Target => NOBODY,
                Binding::Card => card_number(bind.source()),
                Binding::Seat => seat(bind.seat),
                Binding::Number => i16::from(bind.number),
            };
        }
    }
}

/// A moment has come. What it brings is looked at when the present step is over.
pub fn fire(run: &mut Run<'_>, trigger: Trigger, bind: Bind, also: Also) {
    let mut also = also;
    let fell = run
        .state
        .attack()
        .is_some_and(|attack| attack.is(Attack::TOOK_OUT) && attack.target == bind.fighter);
    if fell && run.rules().falls_wait_for_attack {
        match trigger {
            Trigger::TakenOut => also = also.and(Also::WAITS),
            Trigger::AttackDone => also = also.and(Also::FALL),
            _ => {}
        }
    }
    let moment = Moment {
        trigger,
        bind,
        also,
    };
    if !run.state.effects.is_empty() {
        wear_out(run, &moment);
    }
    let index = &run.table.index;
    let set = moment.set().0;
    let waited = index.waited.0 & set != 0 || index.any_always;
    let due =
        moment.ends_action() || trigger == Trigger::PhaseEnd || trigger == Trigger::DamageDealt;
    if waited || due || run.rules().windows.0 & set != 0 {
        run.later(Later::Moment(moment));
    }
}

/// Effects that serve only the first attack, move, damage or spell note that it has come.
fn wear_out(run: &mut Run<'_>, moment: &Moment) {
    if moment.ends_action() && !charging(run) {
        lasting::action_ends(run);
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
                .is_some_and(|trigger| moment.triggers().any(|each| each == trigger))
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

/// Opens a window for a moment; `calm` if it is known that no surge objective is met as things are.
pub fn open(run: &mut Run<'_>, moment: Moment, calm: bool) {
    run.push(Frame::Window(Window::new(moment, calm)));
}

/// Settles a moment at which nobody has anything to do or to decide.
pub fn pass_by(run: &mut Run<'_>, moment: &Moment) {
    if inspire(run, moment) || run.rules().surge == Surge::InStep {
        reveal(run, moment);
    }
}

/// What a moment needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing that takes a frame of its own.
    Nothing,
    /// A window, and no surge objective is met as things are.
    Window,
    /// A window in which surge objectives pay.
    Surge,
}

/// Whether something may happen at the moment that takes a frame of its own.
pub fn need(run: &Run<'_>, moment: &Moment) -> Need {
    if meets_surge(run.sight(), moment) {
        Need::Surge
    } else if needs_window(run, moment) {
        Need::Window
    } else {
        Need::Nothing
    }
}

fn needs_window(run: &Run<'_>, moment: &Moment) -> bool {
    let sight = run.sight();
    let index = &run.table.index;
    let set = moment.set().0;
    let react = moment.reaction_set().0;
    let open = run.windows == Windows::Public && run.rules().windows.0 & react != 0;
    let effects = sight.state.effects.iter().any(|effect| {
        effect.source.seat != Seat::NONE
            && index.of(effect.source.seat).lasting_triggers.0 & set != 0
    });
    effects
        || run.state.all_seats().any(|seat| {
            let holding = index.of(seat);
            let waits = &holding.waits;
            let hand = run.state.seats[seat].power.hand();
            if open && hand != 0
                || breaks_illusions(moment.trigger)
                    && holding.illusions & run.state.seats[seat].power.equipped() != 0
            {
                return true;
            }
            let usable = (waits.react.0 | waits.free.0) & react;
            let auto = waits.auto.0 & set;
            if usable | auto == 0 {
                return false;
            }
            let play = in_play(sight, seat);
            let in_force = |masks: &[u128; Trigger::COUNT], of: u64| {
                Bits(of).any(|trigger| masks[trigger as usize] & play != 0)
            };
            in_force(&holding.auto, auto)
                || in_force(&holding.play, usable)
                || Bits(usable).any(|trigger| holding.hand[trigger as usize] & hand != 0)
        })
}

/// Whether illusions may break at the moment of themselves (Harrowdeep p.37).
pub fn breaks_illusions(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::DamageDealt | Trigger::PhaseEnd)
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

/// Whether an action is going on that does not end with the moment.
fn amid_action(run: &Run<'_>, moment: &Moment) -> bool {
    !moment.ends_action()
        && run.state.stack.iter().any(|frame| {
            matches!(
                frame,
                Frame::Combat(_) | Frame::Move(_) | Frame::Charge(_) | Frame::Series(_)
            )
        })
}

/// Inspiration that waits for the moment, or only for a condition. Whether any fighter was turned.
pub fn inspire(run: &mut Run<'_>, moment: &Moment) -> bool {
    if !run.table.index.any_inspire {
        return false;
    }
    let set = moment.set().0;
    let mut turned = false;
    for seat in run.state.all_seats() {
        if run.table.index.of(seat).waits.inspire.0 & set == 0 {
            continue;
        }
        for trigger in moment.triggers() {
            let mask = run.table.index.of(seat).inspire[trigger.ix()] & in_play(run.sight(), seat);
            if mask != 0 {
                let slots = moment.slots(trigger);
                turned |= turn_cards(run, seat, mask, slots, Some(trigger));
            }
        }
    }
    if run.rules().inspire == Inspire::InStep || amid_action(run, moment) {
        return turned;
    }
    turned |= check_inspire(run);
    let flags = run
        .state
        .fighters
        .iter()
        .fold(0, |all, now| all | now.flags);
    if flags & Fighter::INSPIRE_DUE == 0 {
        return turned;
    }
    for fighter in run.table.everyone() {
        if run.state.fighter(fighter).is(Fighter::INSPIRE_DUE) {
            run.state
                .fighter_mut(fighter)
                .set(Fighter::INSPIRE_DUE, false);
            harm::inspire(run, fighter);
            turned = true;
        }
    }
    turned
}

/// Marks every fighter whose condition without a moment of its own holds as due. Whether any fighter
/// was turned back.
pub fn check_inspire(run: &mut Run<'_>) -> bool {
    if !run.table.index.any_always {
        return false;
    }
    if run.table.index.always_by_sides && !statics::anyone(run.sight(), Kind::ban(Ban::Inspired)) {
        let sides = run.state.sides_up(run.table.entrants.len());
        if run.state.clock.inspire_seen == sides {
            return false;
        }
        run.state.clock.inspire_seen = sides;
    }
    let mut turned = false;
    for seat in run.state.all_seats() {
        let mask = run.table.index.of(seat).always & in_play(run.sight(), seat);
        if mask != 0 {
            turned |= turn_cards(run, seat, mask, [NOBODY; 8], None);
        }
    }
    turned
}

fn turn_cards(
    run: &mut Run<'_>,
    seat: Seat,
    mask: u128,
    slots: Slots,
    at: Option<Trigger>,
) -> bool {
    let mut turned = false;
    for slot in bits(mask) {
        let source = Source { seat, slot };
        let own = statics::fighter_of(run.sight(), source);
        let (from, to) = run.table.rosters[seat];
        let fighters = if own.is_some() {
            own.0..own.0 + 1
        } else {
            from..to
        };
        let Some(code) = run.table.code(source) else {
            continue;
        };
        for fighter in fighters.map(FighterId) {
            if !run.state.fighter(fighter).on_field() {
                continue;
            }
            let inspired = run.state.fighter(fighter).is(Fighter::INSPIRED);
            let speaks = code.clauses.iter().any(|clause| match clause.role {
                Role::Inspire(trigger) => trigger == at && !inspired,
                Role::Uninspire(trigger) => trigger == at && inspired,
                _ => false,
            });
            if !speaks {
                continue;
            }
            let mut turns = [false; 2];
            if let Some(mut context) = Context::new(run.sight(), source, fighter) {
                context.slots = slots;
                for clause in &context.code.clauses {
                    let (to, trigger) = match clause.role {
                        Role::Inspire(trigger) => (0, trigger),
                        Role::Uninspire(trigger) => (1, trigger),
                        _ => continue,
                    };
                    if trigger == at && inspired == (to == 1) && context.holds(clause.when) {
                        turns[to] = true;
                    }
                }
            }
            if turns[0] {
                run.state
                    .fighter_mut(fighter)
                    .set(Fighter::INSPIRE_DUE, true);
            }
            if turns[1] {
                harm::uninspire(run, fighter);
                turned = true;
            }
        }
    }
    turned
}

/// The surge objectives in hand that wait for the moment.
fn waiting(sight: Sight<'_>, seat: Seat, moment: &Moment) -> (u32, u32) {
    let clock = &sight.state.clock;
    let player = &sight.state.seats[seat];
    let holding = sight.table.index.of(seat);
    let later = sight.rules().surge == Surge::AtOnceThenLaterAction;
    let grown = later && clock.actions.wrapping_sub(player.fresh_until) < 128;
    let fresh = if grown { 0 } else { player.objectives.fresh() };
    let standing = if later && moment.ends_action() {
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
fn meets_surge(sight: Sight<'_>, moment: &Moment) -> bool {
    in_phase(sight)
        && sight.rules().surge != Surge::InStep
        && sight.state.all_seats().any(|seat| {
            let (mask, standing) = waiting(sight, seat, moment);
            bits(u128::from(mask))
                .any(|slot| met(sight, seat, slot, moment, standing >> slot & 1 == 1))
        })
}

fn in_phase(sight: Sight<'_>) -> bool {
    matches!(sight.state.clock.phase, Phase::Action | Phase::Power)
}

/// Surge objectives whose condition is met are revealed; whether any is.
pub fn reveal(run: &mut Run<'_>, moment: &Moment) -> bool {
    if !in_phase(run.sight()) {
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

/// Whether a Role::Score clause can be scored in an end phase.
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

//! A player's activation / Action step: one fighter's action or one player action.

use crate::{
    attack::Attack,
    bind::Bind,
    bits::Bits,
    card_run::CardRun,
    cards::{
        self, Also, Ban, lack,
        watches::{self, Noted},
    },
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::What,
    frame::Frame,
    frames::{
        card,
        charge::Charge,
        focus::Focus,
        moving::{Manner, Move},
        series,
    },
    ops::{
        act::{self, Act, Arms, How, Stops},
        draw, field, tokens,
        travel::{self, Aims, Walkers},
        ways,
    },
    rare::Rare,
    refusal::Refusal,
    ruleset::Delve,
    run::{Flow, Run, Sight, Step},
    state::Fighter,
};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{Deed, FighterId, MAX_SEATS, Rule, Seat, Stat, Token, Trigger};
use serde::{Deserialize, Serialize};
use std::hint::cold_path;

/// An activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activation {
    /// How far it has come.
    pub stage: u8,
    /// The fighter who acts plus one; 0 for a player action.
    pub fighter: u8,
    /// Cards to be drawn: 1 a power card, 2 an objective.
    pub draws: u8,
    /// Whether the moment after the activation has already been shared with the last action's.
    pub closed: bool,
    /// Whether its action was a spell that was cast, the end of which is also its own.
    pub spell: bool,
    /// What was picked, and where its fighter stood, while abilities are used before it.
    #[serde(default)]
    pub picked: Rare<Option<(Choice, HexId)>>,
    /// One more than the slot of the card that scattered as its action, the end of which is also its own; else 0.
    #[serde(default)]
    pub scattered: Rare<u8>,
}

const BEGIN: u8 = 0;
const CHOOSE: u8 = 1;
const DRAW: u8 = 2;
const AFTER: u8 = 3;
const END: u8 = 4;
/// A fighter was picked, and abilities are used before it does anything.
const PICKED: u8 = 5;
/// It stands elsewhere now, or what was picked cannot be done any more: its player picks anew.
const AGAIN: u8 = 6;

/// Takes a step.
#[inline(always)]
pub fn step(run: &mut Run<'_>, mut frame: Activation) -> Step {
    let seat = run.state.active();
    // Comparisons are foretold better than a jump by the stage.
    if frame.stage < DRAW {
        if frame.stage == BEGIN {
            let depth = run.state.stack.depth();
            begin(run, frame, seat);
            // Whatever has come up goes first.
            if !run.calm() || run.state.stack.depth() != depth {
                return Ok(Flow::On);
            }
        }
        run.lists(|sight, out| list(sight, None, out));
        return Ok(Flow::Ask(seat));
    }
    match frame.stage {
        DRAW => {
            if frame.draws & 1 != 0 {
                draw::power(run, seat)?;
            }
            if frame.draws & 2 != 0 {
                draw::objective(run, seat)?;
            }
            frame.stage = AFTER;
            run.put(Frame::Activation(frame));
            Ok(Flow::On)
        }
        AFTER => {
            frame.stage = END;
            run.put(Frame::Activation(frame));
            run.state.clock.actions = run.state.clock.actions.wrapping_add(1);
            if frame.closed {
                return run.done();
            }
            let fighter = FighterId(frame.fighter.wrapping_sub(1));
            let mut bind = Bind {
                fighter,
                other: fighter,
                ..Bind::seat(seat)
            };
            let mut also = if frame.spell {
                Also::ACTION.and(Also::SPELL)
            } else {
                Also::ACTION
            };
            if let Some(slot) = frame.scattered.0.checked_sub(1) {
                also = also.and(Also::SCATTER);
                bind.slot = slot;
            }
            let depth = run.state.stack.depth();
            cards::fire(run, Trigger::ActivationDone, bind, also);
            if !run.resumes() || run.state.stack.depth() != depth {
                return Ok(Flow::On);
            }
            run.done()
        }
        PICKED => {
            match frame.picked.0 {
                Some((choice, hex)) if is_still_open(run, choice, hex) => act(run, frame, choice),
                _ => {
                    frame.stage = AGAIN;
                    run.put(Frame::Activation(frame));
                }
            }
            Ok(Flow::On)
        }
        AGAIN => {
            if run.finds(|sight, out| choices(sight, frame, out)) {
                return Ok(Flow::Ask(seat));
            }
            frame.stage = AFTER;
            run.put(Frame::Activation(frame));
            Ok(Flow::On)
        }
        _ => run.done(),
    }
}

/// Whether what was picked can be done as if nothing had been used before it.
#[cold]
fn is_still_open(run: &Run<'_>, choice: Choice, hex: HexId) -> bool {
    let (sight, fighter) = (run.sight(), choice.fighter_a());
    let act = act_of(choice.verb);
    let open = act::may(sight, fighter, act, How::Activated).and_then(|()| match act {
        Act::Move => act::way_refusal(sight, choice, false),
        Act::Charge => act::way_refusal(sight, choice, true),
        Act::Attack => act::attack_refusal(sight, choice),
        Act::Guard | Act::Printed => Ok(()),
    });
    sight.state.fighter(fighter).hex == hex && open.is_ok()
}

/// The act that a choice is.
fn act_of(verb: Verb) -> Act {
    match verb {
        Verb::Move => Act::Move,
        Verb::Charge => Act::Charge,
        Verb::Attack => Act::Attack,
        Verb::Guard => Act::Guard,
        _ => Act::Printed,
    }
}

/// Begins an activation: what is said of the last one is forgotten.
#[inline(never)]
fn begin(run: &mut Run<'_>, mut frame: Activation, seat: Seat) {
    frame.stage = CHOOSE;
    run.put(Frame::Activation(frame));
    cards::statics::refresh(run.table, run.state);
    let abroad = field::abroad(run.sight());
    let guards = match run.table.watches.notes(Noted::Guards) {
        true => run
            .table
            .everyone()
            .filter(|f| cards::on_guard(run.sight(), *f))
            .fold(0, |set, f| set | 1u32 << f.0),
        false => 0,
    };
    let home = |f: &FighterId| {
        let hex = run.state.fighter(*f).hex;
        let land = Some(hex).filter(|hex| *hex != HexId::NONE);
        land.and_then(|hex| field::territory(run.sight(), hex)) == Some(run.table.owner(*f))
    };
    let homes = match run.table.watches.notes(Noted::Homes) {
        true => run
            .table
            .everyone()
            .filter(home)
            .fold(0, |set, f| set | 1u32 << f.0),
        false => 0,
    };
    for ((now, entrant), nth) in run
        .state
        .fighters
        .iter_mut()
        .zip(&run.table.entrants)
        .zip(0..)
    {
        now.set(Fighter::BEGAN_ON_GUARD, guards >> nth & 1 == 1);
        let began = abroad[entrant.seat.ix() & (MAX_SEATS - 1)].contains(now.hex);
        now.set(Fighter::BEGAN_IN_ENEMY, began);
        now.set(Fighter::BEGAN_AT_HOME, homes >> nth & 1 == 1);
        now.set(Fighter::TARGETED_NOW, false);
        now.forget(Deed::ActedNow);
        now.forget(Deed::AttackedNow);
        now.forget(Deed::FailedNow);
        now.forget(Deed::OutsupportedNow);
        now.turn_damage = 0;
    }
    if run.table.watches.notes(Noted::Footing) {
        watches::note_footing(run);
    }
    if run.table.watches.notes(Noted::Targets) {
        watches::forget_targets(run);
    }
    cards::fire(
        run,
        Trigger::ActivationStart,
        Bind::seat(seat),
        Also::NOTHING,
    );
}

/// Whether the spell that has just been resolved is the action of the activation, and so ends with it
/// (Harrowdeep p.40). The activation remembers it.
pub fn ends_with_spell(run: &mut Run<'_>) -> bool {
    let Some(Frame::Activation(mut frame)) = run.state.stack.top() else {
        return false;
    };
    if run.rules().window != crate::ruleset::Window::One {
        return false;
    }
    frame.spell = true;
    run.put(Frame::Activation(frame));
    true
}

/// Whether the ability that has scattered is the action of the activation, and so ends with it. The activation remembers
/// its card.
pub fn ends_with_scatter(run: &mut Run<'_>, source: Source) -> bool {
    let Some(Frame::Activation(mut frame)) = run.state.stack.top() else {
        return false;
    };
    if run.rules().window != crate::ruleset::Window::One || frame.closed {
        return false;
    }
    frame.scattered = Rare(source.slot + 1);
    run.put(Frame::Activation(frame));
    true
}

/// The end of an action is also the end of the activation, of whoever's that is, and of the action that granted it
/// (Harrowdeep pp.40–41).
pub fn ends_with(run: &mut Run<'_>, acts: FighterId, also: &mut Also, bind: &mut Bind) {
    *also = also.and(Also::ACTIVATION);
    let activated = run.state.stack.iter().rev().find_map(|frame| match frame {
        Frame::Activation(frame) => Some(FighterId(frame.fighter.wrapping_sub(1))),
        _ => None,
    });
    if let Some(activated) = activated.filter(|activated| *activated != acts) {
        cold_path();
        *also = also.and(Also::OTHERS);
        bind.slot = activated.0;
        let own = Bind::fighter(activated);
        cards::fire(run, Trigger::ActionDone, own, Also::WAITS);
    }
}

/// Whether the action that a printed action grants is the last of the activation: nothing of the printed one is
/// left. Then the activation ends with it, and remembers that.
pub fn closes_with_grant(run: &mut Run<'_>) -> bool {
    if run.rules().window != crate::ruleset::Window::One {
        return false;
    }
    let depth = run.state.stack.depth();
    let mut beneath = run.state.stack.iter().skip(depth.saturating_sub(3));
    let printed = matches!(beneath.next(), Some(Frame::Activation(_)))
        && matches!(beneath.next(), Some(Frame::Card(_)));
    drop(beneath);
    let nothing_left = run.state.card().is_some_and(|card| {
        // After a quiet action the activation ends in a moment of its own.
        card.is(CardRun::ACTION)
            && !card.is(CardRun::CAST | CardRun::QUIET)
            && card::is_over(run.sight(), card)
    });
    if printed
        && nothing_left
        && let Some(Frame::Activation(frame)) = run.state.stack.iter_mut().nth(depth - 3)
    {
        frame.closed = true;
        return true;
    }
    false
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Activation) -> Option<Seat> {
    matches!(frame.stage, CHOOSE | AGAIN).then(|| sight.state.active())
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Activation, out: &mut Choices) {
    let picked = frame.picked.0;
    let only = picked.map(|(choice, _)| (choice.fighter_a(), act_of(choice.verb)));
    list(sight, only, out);
}

/// Lists everything that may be done with an activation, or what a fighter may do with the ability it was picked for.
fn list(sight: Sight<'_>, only: Option<(FighterId, Act)>, out: &mut Choices) {
    let seat = sight.state.active();
    if cards::forbids_seat(sight, seat, Ban::Activate) {
        out.push(Choice::PASS);
        return;
    }
    let walkers = Walkers::of(sight, seat);
    let there = sight.state.on_field(sight.table.entrants.len());
    let friends = sight.table.sides[seat.ix() & (MAX_SEATS - 1)];
    let foes = cards::targetable(sight, there & sight.table.all_fighters & !friends);
    let mut common = Common {
        foes,
        reached: [HexSet::EMPTY; 8],
        known: 0,
        longer: cards::stretch_of_all(sight, seat, Stat::Range),
        stops: Stops::of(sight, there & friends),
        aims: sight
            .table
            .index
            .threat_by_target
            .then(|| Aims::of(sight, seat)),
    };
    if let Some((fighter, act)) = only {
        cold_path();
        return fighter_choices(sight, &walkers, &mut common, (fighter, Some(act)), out);
    }
    for fighter in Bits((there & friends).into()).map(FighterId) {
        fighter_choices(sight, &walkers, &mut common, (fighter, None), out);
    }
    player_choices(sight, seat, out);
}

/// What is the same for all of one's fighters: the surviving enemies, the hexes from which they can be
/// reached by range.
struct Common {
    foes: u32,
    reached: [HexSet; 8],
    known: u8,
    /// What reactions could add to a Range, if it is the same for all.
    longer: Option<u8>,
    stops: Stops,
    /// Where some rule asks who the target is: what is the same for all nevertheless.
    aims: Option<Aims>,
}

impl Common {
    #[inline(always)]
    fn of(&mut self, sight: Sight<'_>, extra: &HexSet, range: u8) -> HexSet {
        let Some(reached) = self.reached.get_mut(usize::from(range)) else {
            return travel::threatened_by(sight, self.foes, extra, range);
        };
        if self.known >> range & 1 == 0 {
            self.known |= 1 << range;
            *reached = travel::threatened_by(sight, self.foes, extra, range);
        }
        *reached
    }
}

/// Adds everything an activated fighter may do, or only one act of it.
#[inline(always)]
fn fighter_choices(
    sight: Sight<'_>,
    walkers: &Walkers,
    common: &mut Common,
    (fighter, only): (FighterId, Option<Act>),
    out: &mut Choices,
) {
    let allowed = act::allowed(sight, fighter, common.stops);
    let can = |act| allowed.has(act) & only.is_none_or(|only| only == act);
    let extra = &walkers.ground.extra;
    let fights = can(Act::Charge) | can(Act::Attack);
    let arms = fights.then(|| Arms::of(sight, fighter, common.longer));
    let threat = match (&arms, &common.aims) {
        (None, _) => HexSet::EMPTY,
        (Some(_), Some(aims)) => aims.threatening(sight, fighter),
        (Some(_), None) if sight.table.index.friends_too => travel::threatening(sight, fighter),
        (Some(arms), None) => common.of(sight, extra, arms.longest),
    };
    if can(Act::Charge) && cards::forbids(sight, fighter, Ban::SkipCharge) {
        cold_path();
        let mut charges = Choices::probe();
        let only = (false, true);
        ways::moves_and_charges(sight, walkers, fighter, only, &threat, &mut charges);
        if charges.has_real() {
            return ways::moves_and_charges(sight, walkers, fighter, only, &threat, out);
        }
    }
    let rush = (can(Act::Move), can(Act::Charge));
    ways::moves_and_charges(sight, walkers, fighter, rush, &threat, out);
    let strikes = can(Act::Attack) & threat.contains(sight.state.fighter(fighter).hex);
    if strikes && let Some(arms) = arms {
        let helpers = common.aims.map_or(0, |aims| aims.helpers(fighter));
        act::attacks_with(sight, fighter, &arms, (common.foes, extra, helpers), out);
    }
    if can(Act::Attack) & sight.table.index.friends_too {
        act::attacks_on_friends(sight, fighter, out);
    }
    if can(Act::Attack) && sight.table.index.waited.contains(Trigger::AttackPicked) {
        act::attacks_after_step(sight, fighter, common.foes, out);
    }
    if can(Act::Guard) {
        out.push(Choice::fighter(Verb::Guard, fighter));
    }
    if can(Act::Printed) {
        cards::printed_actions(sight, fighter, out);
    }
}

fn player_choices(sight: Sight<'_>, seat: Seat, out: &mut Choices) {
    let player = &sight.state.seats[seat];
    if sight.rules().focus {
        out.push(Choice::new(Verb::Focus, 0, 0, 0));
    }
    if sight.rules().classic_player_actions {
        if !sight.table.variant.sudden_death {
            if player.power.deck() != 0 {
                out.push(Choice::new(Verb::Draw, 0, 0, 0));
            }
            if player.objectives.deck() != 0 {
                for slot in Bits(player.objectives.hand().into()) {
                    out.push(Choice::new(Verb::Exchange, slot, 0, 0));
                }
            }
        }
        out.push(Choice::PASS);
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Activation, choice: Choice) {
    let seat = run.state.active();
    frame.stage = AFTER;
    let is_fighters = matches!(
        choice.verb,
        Verb::Move | Verb::Charge | Verb::Attack | Verb::Guard | Verb::Action
    );
    let waits = run.table.index.waited.contains(Trigger::CorePicked) && frame.picked.0.is_none();
    if is_fighters && waits {
        let fighter = choice.fighter_a();
        frame.stage = PICKED;
        frame.picked = Rare(Some((choice, run.state.fighter(fighter).hex)));
        run.put(Frame::Activation(frame));
        cards::tell(run, Trigger::CorePicked, Bind::fighter(fighter));
        return;
    }
    if is_fighters {
        act(run, frame, choice);
        return;
    }
    match choice.verb {
        Verb::Draw => {
            frame.stage = DRAW;
            frame.draws = 1;
        }
        Verb::Exchange => {
            frame.stage = DRAW;
            frame.draws = 2;
            draw::discard_objective(run, seat, choice.a);
        }
        Verb::Pass => run.emit(Rule::ActionPass, What::Passed { seat }),
        _ => {}
    }
    run.put(Frame::Activation(frame));
    if choice.verb == Verb::Focus {
        run.push(Frame::Focus(Focus::new(seat)));
    }
}

/// A fighter does what was picked.
fn act(run: &mut Run<'_>, mut frame: Activation, choice: Choice) {
    frame.stage = AFTER;
    frame.fighter = choice.a + 1;
    run.state
        .fighter_mut(choice.fighter_a())
        .note(Deed::ActedNow);
    frame.closed = matches!(choice.verb, Verb::Move | Verb::Attack | Verb::Charge)
        && run.rules().window == crate::ruleset::Window::One;
    run.put(Frame::Activation(frame));
    perform(run, choice, frame.closed, 0);
}

/// Begins a fighter's action. `last` if its end is also the end of the activation; `flags` for attacks.
pub fn perform(run: &mut Run<'_>, choice: Choice, last: bool, flags: u64) {
    run.state.clock.harmed = Rare(0);
    let fighter = choice.fighter_a();
    let from = run.state.fighter(fighter).hex;
    match choice.verb {
        Verb::Move | Verb::Charge => {
            let charging = choice.verb == Verb::Charge;
            let way = travel::waypoints(run.sight(), fighter, charging, choice.hex_b(), choice.c);
            let past = travel::passed(choice.c).unwrap_or(FighterId::NONE);
            if charging {
                run.push(Frame::Charge(Charge {
                    fighter,
                    way,
                    past,
                    stage: 0,
                    last,
                }));
            } else {
                run.push(Frame::Move(Move {
                    way,
                    past,
                    last,
                    ..Move::to(fighter, Manner::Move, from, way[0])
                }));
            }
            cards::fire(
                run,
                Trigger::MovePicked,
                Bind::fighter(fighter),
                Also::NOTHING,
            );
        }
        Verb::Attack => series::begin(run, choice, flags, last),
        Verb::Guard => {
            run.emit(Rule::ActionGuard, What::Guarded { fighter });
            tokens::give(run, fighter, Token::Guard);
            act::made(run, fighter, Act::Guard);
        }
        Verb::Action => cards::begin_action(run, choice),
        _ => {}
    }
    debug_assert!(flags & Attack::CHARGE == 0);
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Activation, choice: Choice) -> Refusal {
    let seat = sight.state.active();
    if cards::forbids_seat(sight, seat, Ban::Activate) {
        return Refusal::new(
            Rule::SequenceCannot,
            "An ability keeps you from doing anything in this activation; pass.",
        );
    }
    match choice.verb {
        Verb::Move | Verb::Charge | Verb::Attack | Verb::Guard | Verb::Action => {
            if choice.fighter_a().ix() >= sight.table.entrants.len()
                || sight.table.owner(choice.fighter_a()) != seat
            {
                return Refusal::new(Rule::ActionActivation, "Pick one of your own fighters.");
            }
            if choice.verb != Verb::Charge && must_charge(sight, frame, choice.fighter_a()) {
                return Refusal::new(
                    Rule::SequenceCannot,
                    "An ability lets this fighter do nothing but Charge while it can; Charge with it or pick another.",
                );
            }
            fighter_refusal(sight, choice, How::Activated)
        }
        Verb::Focus => Refusal::new(
            Rule::ActionActivation,
            "There is no Focus in this edition; draw a power card or exchange an objective instead.",
        ),
        Verb::Draw | Verb::Exchange | Verb::Pass if !sight.rules().classic_player_actions => {
            Refusal::new(
                Rule::ActionActivation,
                "This is not a Core ability of this edition; Focus instead.",
            )
        }
        Verb::Draw | Verb::Exchange if sight.table.variant.sudden_death => Refusal::new(
            Rule::MatchSuddenDeath,
            "No cards are drawn in sudden death; choose a fighter's action or pass.",
        ),
        Verb::Draw => Refusal::new(
            Rule::CardsEmpty,
            "Your power deck is empty; choose another action.",
        ),
        Verb::Exchange if sight.state.seats[seat].objectives.deck() == 0 => Refusal::new(
            Rule::CardsEmpty,
            "Your objective deck is empty; choose another action.",
        ),
        Verb::Exchange => Refusal::new(
            Rule::ActionDiscardObjective,
            "Name an objective that is in your hand.",
        ),
        Verb::Delve if sight.rules().delve == Delve::NoRule => Refusal::new(
            Rule::PowerPlay,
            "There is no delving in this edition; choose one of the actions offered.",
        ),
        Verb::Play | Verb::Upgrade | Verb::Delve | Verb::Use => Refusal::new(
            Rule::PowerPlay,
            "Cards and other options of the power step wait until this action is over.",
        ),
        _ => Refusal::new(
            Rule::ActionActivation,
            "Take your action now: one of those offered.",
        ),
    }
}

/// Whether an ability lets a fighter be activated for nothing but a Charge, and it can make one.
fn must_charge(sight: Sight<'_>, frame: Activation, fighter: FighterId) -> bool {
    if !cards::forbids(sight, fighter, Ban::SkipCharge) {
        return false;
    }
    let mut all = Choices::default();
    choices(sight, frame, &mut all);
    let charges = |choice: &Choice| choice.verb == Verb::Charge && choice.fighter_a() == fighter;
    all.as_slice().iter().any(charges)
}

/// Why a fighter's action is not allowed.
pub fn fighter_refusal(sight: Sight<'_>, choice: Choice, how: How) -> Refusal {
    let act = act_of(choice.verb);
    let result = act::may(sight, choice.fighter_a(), act, how).and_then(|()| match act {
        Act::Move => act::way_refusal(sight, choice, false),
        Act::Charge => act::way_refusal(sight, choice, true),
        Act::Attack => act::attack_refusal(sight, choice),
        Act::Guard | Act::Printed => Ok(()),
    });
    result.err().unwrap_or_else(|| {
        let why = Refusal::new(
            Rule::ActionPrinted,
            "That action cannot be followed to its end now; pick one of those offered.",
        );
        match choice.verb {
            Verb::Action => lack::action(sight, choice, why),
            _ => why,
        }
    })
}

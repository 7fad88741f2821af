//! A moment being settled: what happens of itself, inspiration, surge objectives, then reactions.
//!
//! One reaction in all, or players alternate until all pass, as the ruleset says. The game is on hold
//! meanwhile: the frames below look at their premises again when they resume.

use crate::{
    bind::Bind,
    bits::Bits,
    card_run::CardRun,
    cards::{
        self, Also, lack,
        listeners::{inspire, listener::Way, surge},
        offer,
        statics::stretch,
        steps::choose,
    },
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::What,
    frame::Frame,
    frames::{
        card,
        roll_off::{Purpose, RollOff},
    },
    ops::{lasting, price, sides},
    refusal::Refusal,
    ruleset::{self, Precedence, Simultaneous},
    run::{Flow, Run, Sight, Step, Windows},
    table::Table,
};
use gloryhex_cardlang::{Clause, Role};
use gloryhex_model::{Rule, Seat, Trigger};
use std::hint::cold_path;

mod deferred;
mod due;
mod progress;
pub use deferred::Deferred;
use deferred::{defer, forget, resolve_next};
pub use due::{Due, gather};
use due::{FADES, due, happen, is_optional, listed, next_in_order, unplaced};
pub use progress::Window;
use progress::{AUTO, BREAK, FREE, REACT, REACTING};

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Window) -> Step {
    match frame.stage() {
        FREE | REACT => return ask(run, frame),
        REACTING if resolve_next(run, frame) => return Ok(Flow::On),
        REACTING => return finish(run, frame),
        BREAK if frame.moment.also.has(Also::UNDONE) => return finish(run, frame),
        _ => {}
    }
    if frame.stage() == BREAK {
        frame.set_stage(AUTO);
        if frame.moment.trigger == Trigger::DamageDealt && break_illusions(run, frame) {
            return Ok(Flow::On);
        }
    }
    let due = gather(run.sight(), frame);
    if due.any() {
        return auto(run, frame, &due);
    }
    frame.enter(FREE, run.state.active());
    run.put(Frame::Window(frame));
    let depth = run.state.stack.depth();
    inspire::inspire(run, &frame.moment);
    surge::surge(run, &frame.moment);
    if run.state.stack.depth() != depth || run.has_pending() {
        return Ok(Flow::On);
    }
    ask(run, frame)
}

fn finish(run: &mut Run<'_>, frame: Window) -> Step {
    let depth = run.state.stack.depth() as u8;
    for effect in run.state.effects.iter_mut() {
        effect.done *= u8::from(effect.done != depth);
    }
    run.state.stack.pop();
    if frame.moment.trigger == Trigger::Chosen && !frame.moment.also.has(Also::UNDONE) {
        choose::stands(run, frame.moment.bind);
    }
    Ok(Flow::On)
}

/// Illusions break when their bearer is dealt damage (Harrowdeep p.37). Whether any does.
fn break_illusions(run: &mut Run<'_>, frame: Window) -> bool {
    let fighter = frame.moment.bind.fighter;
    let seat = run.table.owner(fighter);
    let illusions = run.table.index.of(seat).illusions;
    if illusions & run.state.seats[seat].power.equipped() == 0 {
        return false;
    }
    let slots = illusions & run.state.upgrades(run.table, fighter);
    run.put(Frame::Window(frame));
    for slot in Bits(slots) {
        price::break_upgrade(run, seat, slot);
    }
    slots != 0
}

/// A roll-off has decided who is next in the order of abilities.
pub fn told(run: &mut Run<'_>, mut frame: Window, seat: Seat) {
    frame.place(seat);
    let left = unplaced(frame, gather(run.sight(), frame).seats());
    if let (1, Some(last)) = (left.len(), left.iter().next()) {
        // Nobody has had a turn in this order: after the last comes the first.
        frame.place(last);
        frame.set_seat(last);
    }
    run.put(Frame::Window(frame));
}

/// A player who declines an optional ability resolves no other that is due at the same moment
/// (Shadespire p.14, Harrowdeep p.36).
pub fn decline(run: &mut Run<'_>, card: &CardRun) {
    let below = run.state.stack.depth().wrapping_sub(2);
    let Some(Frame::Window(mut frame)) = run.state.stack.iter().nth(below).copied() else {
        return;
    };
    let rolls_off = run.rules().simultaneous != Simultaneous::ActiveFirst;
    let sight = run.sight();
    if frame.stage() != AUTO || !rolls_off || !is_optional(sight, card.source, card.clause) {
        return;
    }
    let now = frame;
    due(sight, now, |auto| {
        let own = auto.source.seat == card.source.seat && !auto.lasting;
        if own && auto.clause != FADES && is_optional(sight, auto.source, auto.clause) {
            frame.set_done(auto.nth);
        }
    });
    if let Some(place) = run.state.stack.iter_mut().nth(below) {
        *place = Frame::Window(frame);
    }
}

fn auto(run: &mut Run<'_>, mut frame: Window, due: &Due) -> Step {
    let seats = due.seats();
    let Some(seat) = next_in_order(run.sight(), &mut frame, seats) else {
        run.put(Frame::Window(frame));
        let rolling = unplaced(frame, seats);
        run.push(Frame::RollOff(RollOff::new(Purpose::Abilities, rolling)));
        return Ok(Flow::On);
    };
    let (first, several) = due.of(seat);
    frame.set_seat(seat);
    run.put(Frame::Window(frame));
    match first {
        Some(_) if several => Ok(Flow::Ask(seat)),
        Some(only) => {
            happen(run, frame, only);
            Ok(Flow::On)
        }
        None => Ok(Flow::On),
    }
}

/// Calls `found` with what a seat may use now: abilities on their own, or reactions.
#[inline(always)]
fn offers(sight: Sight<'_>, frame: Window, seat: Seat, found: &mut dyn FnMut(CardRun)) {
    let depth = sight.state.stack.depth() as u8;
    let free = frame.stage() == FREE;
    offer::reactions(sight, &frame.moment, seat, free, &mut |card| {
        let again = if card.effect > 0 {
            sight.state.effects.iter().any(|effect| {
                effect.source == card.source && effect.number == card.effect && effect.done == depth
            })
        } else if card.is(CardRun::FROM_HAND) {
            false
        } else {
            frame.any_done() && position(sight, frame, &card).is_some_and(|nth| frame.is_done(nth))
        };
        if !again {
            found(card);
        }
    });
}

fn position(sight: Sight<'_>, frame: Window, card: &CardRun) -> Option<u8> {
    let mut found = None;
    listed(sight, frame.moment.reactions(), Way::React, |by, _, nth| {
        if (by.source, by.clause) == (card.source, card.clause) {
            found = found.or(Some(nth));
        }
    });
    found
}

/// Asks the players in turn for abilities on their own, then for reactions.
fn ask(run: &mut Run<'_>, mut frame: Window) -> Step {
    if asks(run, &mut frame) {
        return Ok(Flow::Ask(frame.seat()));
    }
    if frame.stage() == FREE {
        forget(run);
        frame.enter(REACT, precedence(run.sight()));
        if asks(run, &mut frame) {
            return Ok(Flow::Ask(frame.seat()));
        }
    }
    frame.set_stage(REACTING);
    match resolve_next(run, frame) {
        true => Ok(Flow::On),
        false => finish(run, frame),
    }
}

/// Lets the players pass in turn, up to the first who has something to use. Whether there is one.
fn asks(run: &mut Run<'_>, frame: &mut Window) -> bool {
    if frame.stage() == REACT && run.state.is_quiet() {
        cold_path();
        return false;
    }
    let open = frame.stage() == REACT
        && run.windows == Windows::Public
        && frame.moment.trigger != Trigger::AttackPicked
        && !run.table.variant.sudden_death
        && run.sight().windows() & frame.moment.reaction_set().0 != 0;
    while frame.passes() < run.state.clock.players {
        let seat = frame.seat();
        if open && run.state.seats[seat].power.hand() != 0
            || offer::waits(run.sight(), &frame.moment, seat, frame.stage() == FREE)
                && run.finds(|sight, out| choices(sight, *frame, out))
        {
            run.put(Frame::Window(*frame));
            return true;
        }
        frame.set_passes(frame.passes() + 1);
        frame.set_seat(sides::next_seat(run.sight(), seat));
    }
    false
}

/// Who may react first (Shadespire p.23, Nightvault p.3, Harrowdeep p.41, Embergard p.17).
fn precedence(sight: Sight<'_>) -> Seat {
    let rules = sight.rules();
    let clock = &sight.state.clock;
    let reacted = clock.last_reactor < clock.players;
    let nested = match rules.nested {
        Precedence::AfterLastReactor if !reacted => Precedence::NextPlayer,
        nested => nested,
    };
    let is_nested = || {
        let reacting = |window: &Window| window.stage() == REACTING;
        let mut frames = sight.state.stack.iter();
        frames.any(|frame| matches!(frame, Frame::Window(window) if reacting(window)))
    };
    let rule = if nested != rules.precedence && is_nested() {
        nested
    } else {
        rules.precedence
    };
    let active = sight.state.active();
    match rule {
        Precedence::ActivePlayer => active,
        Precedence::AfterLastReactor if reacted => {
            sides::next_seat(sight, Seat(clock.last_reactor))
        }
        Precedence::NextPlayer | Precedence::AfterLastReactor => sides::next_seat(sight, active),
    }
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, frame: Window) -> Option<Seat> {
    matches!(frame.stage(), AUTO | FREE | REACT).then_some(frame.seat())
}

/// What may be chosen.
#[inline(always)]
pub fn choices(sight: Sight<'_>, frame: Window, out: &mut Choices) {
    let seat = frame.seat();
    if frame.stage() == AUTO {
        let mut last = Source::NONE;
        due(sight, frame, |auto| {
            if auto.source.seat == seat && auto.source != last {
                last = auto.source;
                out.push(Choice::new(Verb::Card, auto.source.slot, seat.0, 0));
            }
        });
        return;
    }
    let needed = stretch::needed(sight, &frame.moment, seat);
    let mut helped = false;
    offers(sight, frame, seat, &mut |card| {
        let helps = needed >> card.source.slot & 1 == 1;
        if needed == 0 || helps {
            helped |= helps;
            out.push(offer::react_choice(&card));
        }
    });
    if !helped {
        out.push(Choice::PASS);
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Window, choice: Choice) {
    let seat = frame.seat();
    if frame.stage() == AUTO {
        let mut picked = None;
        due(run.sight(), frame, |auto| {
            if auto.source.seat == seat && auto.source.slot == choice.a {
                picked = picked.or(Some(auto));
            }
        });
        if let Some(auto) = picked {
            happen(run, frame, auto);
        }
        return;
    }
    let next = sides::next_seat(run.sight(), seat);
    if choice.verb != Verb::React {
        frame.set_passes(frame.passes() + 1);
        frame.set_seat(next);
        run.put(Frame::Window(frame));
        return;
    }
    let mut picked = offer::reacted(run.sight(), &frame.moment, seat, choice);
    if picked.is_none() {
        offers(run.sight(), frame, seat, &mut |card| {
            if offer::react_choice(&card) == choice {
                picked = picked.or(Some(card));
            }
        });
    }
    let Some(mut card) = picked else { return };
    if let Some(nth) = position(run.sight(), frame, &card) {
        frame.set_done(nth);
    }
    if card.effect > 0 {
        let depth = run.state.stack.depth() as u8;
        for effect in run.state.effects.iter_mut() {
            if effect.source == card.source && effect.number == card.effect {
                effect.done = depth;
            }
        }
    }
    match (frame.stage(), run.rules().window) {
        (FREE, _) => {
            card.flags &= !CardRun::REACTION;
            frame.set_passes(0);
        }
        (_, ruleset::Window::One) => frame.set_stage(REACTING),
        (_, ruleset::Window::UntilAllPass) => {
            frame.set_passes(0);
            frame.set_seat(next);
        }
    }
    run.put(Frame::Window(frame));
    let source = card.source;
    if waits_for(run.table, &card) == Some(Trigger::ActivationDone) {
        lasting::activation_is_over(run);
    }
    if card.is(CardRun::REACTION) {
        run.state.clock.last_reactor = seat.0;
        let clause = card.clause;
        run.emit(Rule::ReactWindow, What::Reacted { source, clause });
    }
    let waits = run.rules().window == ruleset::Window::UntilAllPass && card.effect == 0;
    if waits && frame.stage() == REACT && defer(run, &card) {
        return;
    }
    if card.is(CardRun::FROM_HAND) {
        card::play(run, card);
    } else {
        card::begin(run, card);
        if card.is(CardRun::REACTION) {
            let bind = Bind {
                fighter: card.me,
                ..Bind::seat(seat)
            };
            cards::fire(run, Trigger::ReactionDeclared, bind, Also::NOTHING);
        }
    }
}

/// What the ability waits for.
fn waits_for(table: &Table, card: &CardRun) -> Option<Trigger> {
    let clause = table
        .code(card.source)?
        .clauses
        .get(usize::from(card.clause))?;
    clause.role.trigger()
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Window, choice: Choice) -> Refusal {
    if frame.stage() == AUTO {
        return Refusal::new(
            Rule::SequenceSimultaneous,
            "Several of your abilities come at once; name the card that comes first.",
        );
    }
    let seat = frame.seat();
    match choice.verb {
        Verb::React => {
            let source = Source {
                seat,
                slot: choice.a,
            };
            let Some(code) = sight.table.code(source) else {
                return Refusal::new(Rule::ReactWindow, "Name a card of yours that reacts.");
            };
            let reacts = |clause: &Clause| matches!(clause.role, Role::React { .. });
            if code.kind.is_gambit() && !code.clauses.iter().any(reacts) {
                return Refusal::new(
                    Rule::PowerPlay,
                    "That card is no reaction; play it in a power step.",
                );
            }
            if code.kind.is_gambit() && !offer::somebody_may_use(sight, source, code) {
                return Refusal::new(
                    Rule::PowerGambitRestricted,
                    "None of your fighters on the battlefield may use that card.",
                );
            }
            let waits = code.clauses.iter().any(|clause| {
                matches!(clause.role, Role::React { trigger, .. }
                    if frame.moment.reactions().any(|each| each == trigger))
            });
            if !waits {
                return Refusal::new(
                    Rule::ReactWindow,
                    "That card waits for another moment; keep it until then.",
                );
            }
            let why = Refusal::new(
                Rule::SequenceFollowAll,
                "Its condition is not met, or an instruction of it could not be followed; pick one of those offered or pass.",
            );
            lack::reaction(sight, &frame.moment, seat, choice, why)
        }
        Verb::Play | Verb::Upgrade | Verb::Delve | Verb::Use => Refusal::new(
            Rule::PowerPlay,
            "Only reactions can be used now; other cards wait for a power step.",
        ),
        Verb::Pass => Refusal::new(
            Rule::SequenceFollowAll,
            "What you picked is out of reach without the ability you have for it; use that now.",
        ),
        _ => Refusal::new(
            Rule::ReactWindow,
            "React with one of the cards offered, or pass.",
        ),
    }
}

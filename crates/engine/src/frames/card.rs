//! A card being resolved: its instructions one after the other, stopping to ask and to roll.
//!
//! What is bound is in the state's list of cards; this frame only says how far an instruction of
//! several parts has come. Instructions that change the game are in `card/perform.rs`, what they ask in
//! `card/offered.rs`, dice rolled again in `card/reroll.rs`, chains of hexes in `card/scatter.rs`.

mod offered;
mod perform;
mod reroll;
mod scatter;

pub use offered::{refuse, via};

use crate::{
    bind::Bind,
    card_run::CardRun,
    cards::{
        self, Also, candidates,
        feasible::{note_choice, put_set, set_in},
    },
    chance::Waits,
    choice::{Choice, Choices, Verb},
    effect::Until,
    event::What,
    frame::Frame,
    frames::{
        activation,
        cast::{self, Cast},
    },
    ops::{draw, price},
    run::{Flow, Run, Sight, Step},
    state::MAX_CARDS,
};
use gloryhex_cardlang::{Domain, Instr, Ref, op::NOBODY, verify::is_fighters};
use gloryhex_model::{Counter, FighterId, Rule, Seat, Trigger};
use serde::{Deserialize, Serialize};

/// Most instructions in one step.
const STRETCH: usize = 16;

/// A card being resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// How far an instruction of several parts has come.
    pub stage: u8,
    /// How often it has been done.
    pub count: u8,
}

/// What an instruction did.
enum Did {
    /// Go on with this one.
    To(u16),
    /// The step is over.
    Over(Flow),
}

impl Did {
    /// Go on with the next instruction.
    #[inline(always)]
    fn next(card: &CardRun) -> Did {
        Did::To(card.pc + 1)
    }
    /// Ask this seat.
    #[inline(always)]
    fn ask(seat: Seat) -> Did {
        Did::Over(Flow::Ask(seat))
    }
    /// Take another step of the same instruction.
    #[inline(always)]
    fn again(run: &mut Run<'_>, frame: Card) -> Did {
        run.put(Frame::Card(frame));
        Did::Over(Flow::On)
    }
}

/// Plays a card from the hand: it lies face up until it is resolved.
pub fn play(run: &mut Run<'_>, card: CardRun) {
    let source = card.source;
    let bit = 1u64 << source.slot;
    let player = &mut run.state.seats[source.seat];
    player.power.to_active(bit);
    // A reaction still speaks of the gambit it answers.
    if !card.is(CardRun::REACTION) {
        run.state.clock.chosen = 0;
        for seat in run.state.all_seats() {
            run.state.seats[seat].power.forget_broken();
        }
    }
    run.emit(Rule::PowerPlay, What::CardPlayed { source });
    begin(run, card);
    cards::fire(
        run,
        Trigger::CardRevealed,
        Bind::card(source),
        Also::NOTHING,
    );
}

/// Begins to resolve a clause.
pub fn begin(run: &mut Run<'_>, mut card: CardRun) {
    let clause = run
        .table
        .code(card.source)
        .and_then(|code| code.clauses.get(card.clause as usize));
    let Some(clause) = clause else { return };
    if run.state.n_cards as usize == MAX_CARDS {
        run.breach = true;
        return;
    }
    card.pc = clause.body;
    run.state.used.note(card.source, card.clause, clause.limit);
    if card.is(CardRun::ACTION) {
        let what = What::Acted {
            fighter: card.me,
            source: card.source,
            clause: card.clause,
        };
        run.emit(Rule::ActionPrinted, what);
    }
    run.state.cards[run.state.n_cards as usize] = card;
    run.state.n_cards += 1;
    run.push(Frame::Card(Card::default()));
}

fn current(run: &Run<'_>) -> CardRun {
    run.state.card().copied().unwrap_or(CardRun::NONE)
}

fn instr_of(sight: Sight<'_>, card: &CardRun) -> Instr {
    let code = sight.table.code(card.source);
    code.and_then(|code| code.code.get(card.pc as usize))
        .copied()
        .unwrap_or(Instr::End)
}

/// Takes a step: instructions, until one needs something looked at or done before the next.
pub fn step(run: &mut Run<'_>, mut frame: Card) -> Step {
    let depth = run.state.stack.depth();
    for _ in 0..STRETCH {
        let card = current(run);
        if card.is(CardRun::CANCELLED) {
            return finish(run, card);
        }
        if card.is(CardRun::TO_CAST) {
            if !run.state.fighter(card.me).on_field() {
                return finish(run, card);
            }
            run.push(Frame::Cast(Cast::default()));
            break;
        }
        let instr = instr_of(run.sight(), &card);
        match follow(run, frame, &card, instr)? {
            Did::To(pc) => go_to(run, pc),
            Did::Over(flow) => return Ok(flow),
        }
        let more = run.state.stack.depth() != depth || run.has_pending() || run.breach;
        if more || run.table.index.wounds_may_fall {
            break;
        }
        frame = Card::default();
    }
    Ok(Flow::On)
}

/// Goes on with an instruction. Frames pushed by the last one are above this frame already.
#[inline(always)]
fn go_to(run: &mut Run<'_>, pc: u16) {
    if let Some(card) = run.state.card_mut() {
        card.pc = pc;
    }
    for frame in run.state.stack.iter_mut().rev() {
        if let Frame::Card(own) = frame {
            *own = Card::default();
            break;
        }
    }
}

/// Follows an instruction: those that only steer here (jumps, sets, conditions, choices), the others in
/// `card/perform.rs`.
#[inline(always)]
fn follow(run: &mut Run<'_>, frame: Card, card: &CardRun, instr: Instr) -> Result<Did, Waits> {
    match instr {
        Instr::End => return Ok(Did::Over(finish(run, *card)?)),
        Instr::Jump(to) | Instr::Again(to) => return Ok(Did::To(to)),
        Instr::Arm { .. } => {}
        Instr::Unless { cond, to } => {
            let context = candidates::context(run.sight(), card);
            if context.is_some_and(|context| !context.holds(cond)) {
                return Ok(Did::To(to));
            }
        }
        Instr::May { by, .. } => {
            return Ok(Did::ask(candidates::seat_of(run.sight(), card, by)));
        }
        // Whoever is asked next gets the list that was made to see whether there is anything to ask.
        Instr::Options { by, to, .. } => {
            return Ok(if offers_something(run, card, frame, instr) {
                Did::ask(candidates::seat_of(run.sight(), card, by))
            } else {
                Did::To(to)
            });
        }
        Instr::Choose { slot, by, .. } => {
            if offers_something(run, card, frame, instr) {
                return Ok(Did::ask(candidates::seat_of(run.sight(), card, by)));
            }
            bind(run, slot, NOBODY);
        }
        Instr::ChooseSet { set, .. } => {
            let some = offers_something(run, card, frame, instr);
            if frame == Card::default() {
                bind_set(run, set, 0);
            }
            if some {
                return Ok(Did::ask(card.source.seat));
            }
        }
        Instr::Each { set, over, filter } => {
            let mut found = 0;
            if let Some(context) = candidates::context(run.sight(), card) {
                for element in context.elements(over, NOBODY, filter) {
                    found |= 1 << element;
                }
            }
            bind_set(run, set, found);
        }
        Instr::Next { set, var, by, to } => {
            let left = set_in(card, set);
            if left == 0 {
                return Ok(Did::To(to));
            }
            if by != Ref::NONE {
                return Ok(Did::ask(candidates::seat_of(run.sight(), card, by)));
            }
            bind(run, var, left.trailing_zeros() as i16);
            bind_set(run, set, left & (left - 1));
        }
        Instr::Set { slot, value } => {
            let value = candidates::amount(run.sight(), card, value);
            bind(run, slot, value);
        }
        Instr::ChooseNumber { slot, low, high } => {
            let low = candidates::amount(run.sight(), card, low);
            if low < candidates::amount(run.sight(), card, high) {
                return Ok(Did::ask(card.source.seat));
            }
            bind(run, slot, low);
        }
        _ => return perform::perform(run, frame, card, instr),
    }
    Ok(Did::next(card))
}

/// Puts a value into a slot of the card being resolved.
#[inline(always)]
fn bind(run: &mut Run<'_>, slot: u8, value: i16) {
    if let Some(card) = run.state.card_mut() {
        card.slots[slot as usize] = value;
    }
}

/// Puts a set into two slots of the card being resolved.
#[inline(always)]
fn bind_set(run: &mut Run<'_>, slot: u8, set: u32) {
    if let Some(card) = run.state.card_mut() {
        put_set(card, slot, set);
    }
}

fn offers_something(run: &mut Run<'_>, card: &CardRun, frame: Card, instr: Instr) -> bool {
    run.finds(|sight, out| offered::list(sight, card, frame, instr, out))
}

/// The card is resolved.
#[inline(always)]
fn finish(run: &mut Run<'_>, card: CardRun) -> Step {
    run.state.stack.pop();
    run.state.n_cards -= 1;
    run.state.cards[run.state.n_cards as usize] = CardRun::NONE;
    let source = card.source;
    let mut also = Also::NOTHING;
    let mut caster = FighterId::NONE;
    if card.is(CardRun::CAST) {
        let mut own = Also::NOTHING;
        if card.is(CardRun::FROM_HAND) || activation::ends_with_spell(run) {
            own = cast::own_window(run.rules());
            also = cast::shared_window(run.rules());
            caster = card.me;
        }
        cards::fire(run, Trigger::SpellDone, Bind::fighter(card.me), own);
    }
    if card.is(CardRun::FROM_HAND) {
        put_away(run, card);
        let first = card.chosen.trailing_zeros();
        let fighter = if first < 32 {
            FighterId(first as u8)
        } else {
            FighterId::NONE
        };
        run.state.clock.chosen = card.chosen;
        let bind = Bind {
            fighter,
            other: caster,
            ..Bind::card(source)
        };
        cards::fire(run, Trigger::CardResolved, bind, also);
    }
    if card.is(CardRun::REACTION) {
        run.state.seats[source.seat].bump(Counter::Reactions);
        cards::fire(
            run,
            Trigger::ReactionDone,
            Bind::seat(source.seat),
            Also::NOTHING,
        );
    }
    Ok(Flow::On)
}

/// A card whose effect lasts stays before its player; any other is discarded, unless it went elsewhere.
fn put_away(run: &mut Run<'_>, card: CardRun) {
    let source = card.source;
    let bit = 1u64 << source.slot;
    if run.state.seats[source.seat].power.active() & bit == 0 {
        return;
    }
    let effects = &run.state.effects;
    let lasting = effects.iter().find(|effect| effect.source == source);
    let lasts = lasting.map(|effect| effect.term.until());
    if let Some(until) = lasts {
        let rule = match until {
            Until::NextActivation | Until::Countdown | Until::NextSpell => Rule::PowerNext,
            _ => Rule::PowerPersist,
        };
        run.emit(rule, What::EffectBegan { source });
        if run.rules().lasting_cards_stay {
            return;
        }
    }
    draw::discard_power(run, source.seat, source.slot);
}

/// Who decides.
pub fn decider(sight: Sight<'_>, _frame: Card) -> Option<Seat> {
    let card = sight.state.card()?;
    let by = match instr_of(sight, card) {
        Instr::May { by, .. }
        | Instr::Options { by, .. }
        | Instr::Choose { by, .. }
        | Instr::Next { by, .. } => by,
        _ => Ref::YOU,
    };
    Some(candidates::seat_of(sight, card, by))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Card, out: &mut Choices) {
    if let Some(card) = sight.state.card() {
        let instr = instr_of(sight, card);
        offered::list(sight, card, frame, instr, out);
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, frame: Card, choice: Choice) {
    let card = current(run);
    let instr = instr_of(run.sight(), &card);
    let element = candidates::element_of(choice);
    let mut changed = card;
    match instr {
        Instr::May { to, .. } => {
            changed.pc = if choice.a == 1 { card.pc + 1 } else { to };
            if choice.a != 1 {
                super::window::decline(run, &card);
            }
        }
        Instr::Options { .. } => {
            let at = card.pc as usize + 1 + choice.a as usize;
            let arm = run
                .table
                .code(card.source)
                .and_then(|code| code.code.get(at));
            if let Some(Instr::Arm { to, .. }) = arm {
                changed.pc = *to;
            }
        }
        Instr::Next { set, var, .. } => {
            changed.slots[var as usize] = element;
            put_set(&mut changed, set, set_in(&card, set) & !(1 << element));
            changed.pc += 1;
        }
        Instr::Choose {
            slot, over, term, ..
        } => {
            let declined = choice.verb == Verb::Done;
            changed.slots[slot as usize] = if declined { NOBODY } else { element };
            changed.pc += 1;
            if !declined {
                note_choice(&mut changed, over, element, term);
            }
            put(run, changed);
            if !declined && term {
                chosen(run, &card, over, element);
            }
            return;
        }
        Instr::ChooseSet {
            set, over, term, ..
        } => {
            if choice.verb == Verb::Done {
                changed.pc += 1;
                put(run, changed);
                run.put(Frame::Card(Card::default()));
                return;
            }
            put_set(&mut changed, set, set_in(&card, set) | 1 << element);
            note_choice(&mut changed, over, element, term);
            put(run, changed);
            run.put(Frame::Card(Card {
                count: frame.count + 1,
                ..frame
            }));
            if term {
                chosen(run, &card, over, element);
            }
            return;
        }
        Instr::ChooseNumber { slot, .. } => {
            changed.slots[slot as usize] = i16::from(choice.a);
            changed.pc += 1;
        }
        Instr::Scatter { from, .. } => {
            scatter::choose(run, frame, card, from, choice);
            return;
        }
        _ => {
            perform::choose(run, frame, card, instr, choice);
            return;
        }
    }
    put(run, changed);
}

fn put(run: &mut Run<'_>, changed: CardRun) {
    if let Some(card) = run.state.card_mut() {
        *card = changed;
    }
}

/// A gambit chose a fighter: its illusions break (Harrowdeep p.37).
fn chosen(run: &mut Run<'_>, card: &CardRun, over: Domain, element: i16) {
    let gambit = run
        .table
        .code(card.source)
        .is_some_and(|code| code.kind.is_gambit());
    if !gambit || !is_fighters(over) {
        return;
    }
    let fighter = FighterId(element as u8);
    let seat = run.table.owner(fighter);
    let slots = run.state.upgrades(run.table, fighter) & run.table.index.of(seat).illusions;
    for slot in cards::index::bits(u128::from(slots)) {
        price::break_upgrade(run, seat, slot);
        run.state.seats[seat].power.note_broken(1 << slot);
    }
}

//! A card being resolved: its instructions one after the other, stopping to ask and to roll.
//!
//! What is bound is in the state's list of cards; this frame only says how far an instruction of
//! several parts has come. Instructions that change the game are in `card/perform.rs`, what they ask in
//! `card/offered.rs`, what becomes of the answer in `card/chosen.rs`, dice rolled again in `card/reroll.rs`, chains of hexes in `card/scatter.rs`.

mod chosen;
mod offered;
mod perform;
mod reroll;
mod scatter;

pub use chosen::choose;
pub use offered::{refuse, via};

use crate::{
    attack::Attack,
    bind::Bind,
    card_run::CardRun,
    cards::{
        self, Also, candidates,
        domain::card_of,
        feasible::{put_set, set_in},
        fire::until_of,
    },
    choice::Choices,
    effect::Until,
    event::What,
    frame::Frame,
    frames::{
        activation,
        cast::{self, Cast},
    },
    ops::draw,
    run::{Flow, Run, Sight, Step},
    state::MAX_CARDS,
};
use gloryhex_cardlang::{Instr, Ref, op::NOBODY};
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

/// What an instruction of several parts did.
enum Did {
    /// Go on with the next one.
    Next,
    /// The step is over.
    Over(Flow),
}

impl Did {
    /// Ask this seat.
    fn ask(seat: Seat) -> Did {
        Did::Over(Flow::Ask(seat))
    }
    /// Take another step of the same instruction.
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

/// Takes a step: instructions, until one needs something looked at or done before the next. What those that
/// change the game do is in `card/perform.rs`; all are told apart in one place, with one jump.
pub fn step(run: &mut Run<'_>, mut frame: Card) -> Step {
    let depth = run.state.stack.depth();
    for _ in 0..STRETCH {
        let card = &current(run);
        if card.is(CardRun::CANCELLED | CardRun::TO_CAST) {
            return held_up(run, *card);
        }
        let instr = instr_of(run.sight(), card);
        // Every card ends, and most do little before.
        if matches!(instr, Instr::End) {
            return finish(run, *card);
        }
        let mut pc = card.pc + 1;
        match instr {
            Instr::Jump(to) | Instr::Again(to) => pc = to,
            Instr::Arm { .. } => {}
            Instr::Unless { cond, to } => {
                let context = candidates::context(run.sight(), card);
                if context.is_some_and(|context| !context.holds(cond)) {
                    pc = to;
                }
            }
            Instr::May { by, .. } => {
                return Ok(Flow::Ask(candidates::seat_of(run.sight(), card, by)));
            }
            // Whoever is asked next gets the list that was made to see whether there is anything to ask.
            Instr::Options { by, to, .. } => {
                if offers_something(run, card, frame, instr) {
                    return Ok(Flow::Ask(candidates::seat_of(run.sight(), card, by)));
                }
                pc = to;
            }
            Instr::Choose { slot, by, .. } => {
                if offers_something(run, card, frame, instr) {
                    return Ok(Flow::Ask(candidates::seat_of(run.sight(), card, by)));
                }
                bind(run, slot, NOBODY);
            }
            Instr::ChooseSet { set, .. } => {
                let some = offers_something(run, card, frame, instr);
                if frame == Card::default() {
                    bind_set(run, set, 0);
                }
                if some {
                    return Ok(Flow::Ask(card.source.seat));
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
                    pc = to;
                } else if by != Ref::NONE {
                    return Ok(Flow::Ask(candidates::seat_of(run.sight(), card, by)));
                } else {
                    bind(run, var, left.trailing_zeros() as i16);
                    bind_set(run, set, left & (left - 1));
                }
            }
            Instr::Set { slot, value } => {
                let value = candidates::amount(run.sight(), card, value);
                bind(run, slot, value);
            }
            Instr::ChooseNumber { slot, low, high } => {
                let low = candidates::amount(run.sight(), card, low);
                if low < candidates::amount(run.sight(), card, high) {
                    return Ok(Flow::Ask(card.source.seat));
                }
                bind(run, slot, low);
            }
            Instr::Push { .. } => {
                if offers_something(run, card, frame, instr) {
                    return Ok(Flow::Ask(card.source.seat));
                }
            }
            Instr::Place { who, .. } => {
                let known = candidates::fighter_of(run.sight(), card, who).is_some();
                if known && offers_something(run, card, frame, instr) {
                    return Ok(Flow::Ask(card.source.seat));
                }
            }
            Instr::Grant { .. } => {
                if let Some(grant) = candidates::grant_of(run.sight(), card, instr) {
                    run.push(Frame::Grant(grant));
                }
            }
            Instr::Roll { die, n } => perform::roll(run, card, die, n)?,
            Instr::Scatter { from, n } => match scatter::step(run, frame, *card, from, n)? {
                Did::Next => {}
                Did::Over(flow) => return Ok(flow),
            },
            Instr::Reroll {
                defence,
                most,
                up_to,
            } => match reroll::step(run, frame, *card, defence, (most, up_to))? {
                Did::Next => {}
                Did::Over(flow) => return Ok(flow),
            },
            Instr::Draw { seat, n, deck } => {
                if perform::draws(run, card, frame.count, (seat, n, deck))? {
                    let count = frame.count + 1;
                    run.put(Frame::Card(Card { count, ..frame }));
                    return Ok(Flow::On);
                }
            }
            Instr::Peek { slot, deck } => perform::peek(run, card, slot, deck)?,
            Instr::Damage { who, n, by } => perform::damage(run, card, who, n, by),
            Instr::SetDamage { who, n } => perform::set_damage(run, card, who, n),
            Instr::Heal { who, n } => perform::heal(run, card, who, n),
            Instr::Slay { who } => perform::slay(run, card, who),
            Instr::Give { who, token } => perform::give(run, card, who, token),
            Instr::Take { who, token, all } => perform::take(run, card, who, token, all),
            Instr::Spend { who } => perform::spend(run, card, who),
            Instr::Inspire { who } => perform::inspire(run, card, who),
            Instr::Uninspire { who } => perform::uninspire(run, card, who),
            Instr::PushChain { who } => perform::push_chain(run, card, who),
            Instr::Swap { a, b } => perform::swap(run, card, a, b),
            Instr::Flip { token } => perform::flip(run, card, token),
            Instr::RemoveToken { token } => perform::remove_token(run, card, token),
            Instr::MoveToken { token, hex } => perform::move_token(run, card, token, hex),
            Instr::SwapTokens { a, b } => perform::swap_tokens(run, card, a, b),
            Instr::MarkHex {
                hex,
                token,
                mark,
                until,
            } => perform::mark_hex(run, card, (hex, token), mark, until_of(until)),
            Instr::PutCard {
                card: which, to, ..
            } => {
                if let Some(source) = card_of(candidates::value_of(card, which)) {
                    draw::put_card(run, source, to);
                }
            }
            Instr::Gain { seat, n, spent } => perform::gain(run, card, seat, n, spent),
            Instr::SpendGlory { seat, n } => perform::spend_glory(run, card, seat, n),
            Instr::Install {
                effect,
                until,
                first,
                n,
            } => perform::install(run, card, (effect, first), until_of(until), n),
            Instr::Cease => perform::cease(run, card),
            Instr::CancelSpell => perform::cancel_spell(run),
            Instr::CancelCard => perform::cancel_card(run),
            Instr::Break { card: which } => perform::break_card(run, card, which),
            Instr::Equip {
                card: which,
                who,
                free,
            } => perform::equip(run, card, which, who, free),
            Instr::Track { seat, n } => perform::track(run, card, seat, n),
            Instr::NoBounty => perform::no_bounty(run, card),
            Instr::NoDriveBack => {
                if let Some(attack) = run.state.attack_mut() {
                    attack.set(Attack::NO_DRIVE_BACK);
                }
            }
            Instr::End | Instr::Native(_) => {}
        }
        if let Some(card) = run.state.card_mut() {
            card.pc = pc;
        }
        cards::note_inspire(run);
        if frame != Card::default() {
            begin_anew(run);
        }
        let more = run.state.stack.depth() != depth || run.has_pending() || run.breach;
        if more || run.table.index.wounds_may_fall {
            break;
        }
        frame = Card::default();
    }
    Ok(Flow::On)
}

/// A card that is cancelled, or a spell that must be cast first.
#[cold]
fn held_up(run: &mut Run<'_>, card: CardRun) -> Step {
    if card.is(CardRun::CANCELLED) || !run.state.fighter(card.me).on_field() {
        return finish(run, card);
    }
    run.push(Frame::Cast(Cast::default()));
    Ok(Flow::On)
}

/// Goes on with an instruction. Frames pushed by the last one are above this frame already.
fn go_to(run: &mut Run<'_>, pc: u16) {
    if let Some(card) = run.state.card_mut() {
        card.pc = pc;
    }
    begin_anew(run);
}

/// The next instruction has not come anywhere yet.
fn begin_anew(run: &mut Run<'_>) {
    for frame in run.state.stack.iter_mut().rev() {
        if let Frame::Card(own) = frame {
            *own = Card::default();
            break;
        }
    }
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

/// Whether nothing of a card is left to follow.
pub fn is_over(sight: Sight<'_>, card: &CardRun) -> bool {
    let mut rest = *card;
    // Every way to the end of a card that does nothing is short.
    for _ in 0..STRETCH {
        match instr_of(sight, &rest) {
            Instr::End => return true,
            Instr::Jump(to) | Instr::Again(to) => rest.pc = to,
            Instr::Next { set, to, .. } if set_in(&rest, set) == 0 => rest.pc = to,
            _ => return false,
        }
    }
    false
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

fn put(run: &mut Run<'_>, changed: CardRun) {
    if let Some(card) = run.state.card_mut() {
        *card = changed;
    }
}

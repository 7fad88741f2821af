//! A card being resolved: its steps one after the other, stopping to ask and to roll.
//!
//! What is bound is in the state's list of cards; this frame only says how far a step of several parts has come.
//! What a step does, asks and refuses is in its verb's file, `cards/steps/`.

use crate::{
    bind::Bind,
    card_run::{CardRun, PastSpell},
    cards::{
        self, Also,
        steps::{
            self, Did, instr_of,
            operands::{clause_of, seat_of, set_in},
        },
        watches::Noted,
    },
    choice::{Choice, Choices},
    effect::{Source, Until},
    event::What,
    frame::Frame,
    frames::{
        activation,
        cast::{self, Cast},
    },
    ops::{
        act::{self, Act},
        draw,
    },
    rare::Rare,
    refusal::Refusal,
    run::{Flow, Run, Sight, Step},
    state::MAX_CARDS,
};
use gloryhex_cardlang::{Clause, Instr};
use gloryhex_model::{Counter, FighterId, Rule, Seat, Stat, Trigger};
use serde::{Deserialize, Serialize};

pub use crate::cards::steps::push::via;

/// Most steps of a card taken in one step of the game.
const STRETCH: usize = 16;

/// A card being resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// How far an instruction of several parts has come.
    pub stage: u8,
    /// How often it has been done.
    pub count: u8,
}

impl Card {
    /// The same, done once more.
    pub fn once_more(self) -> Card {
        Card {
            count: self.count + 1,
            ..self
        }
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
        run.state.clock.harmed = Rare(0);
        run.state.past_spell = PastSpell::NONE;
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
    let Some(&Clause { body, limit, .. }) = clause_of(run.sight(), &card) else {
        return;
    };
    if run.state.n_cards as usize == MAX_CARDS {
        run.fail();
        return;
    }
    card.pc = body;
    run.state.used.note(card.source, card.clause, limit);
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

/// Takes steps of the card, until one needs something looked at or done before the next.
pub fn step(run: &mut Run<'_>, mut frame: Card) -> Step {
    let depth = run.state.stack.depth();
    for _ in 0..STRETCH {
        let card = &current(run);
        if card.is(CardRun::CANCELLED | CardRun::TO_CAST) {
            return held_up(run, *card);
        }
        let step = instr_of(run.sight(), card);
        if matches!(step, Instr::End(_)) {
            return finish(run, *card);
        }
        let pc = match steps::of(&step).take(run, card, frame)? {
            Did::Next => card.pc + 1,
            Did::To(pc) => pc,
            Did::Ask(seat) => return Ok(Flow::Ask(seat)),
            Did::Part(so_far) => {
                run.put(Frame::Card(so_far));
                return Ok(Flow::On);
            }
        };
        if let Some(card) = run.state.card_mut() {
            card.pc = pc;
        }
        cards::note_inspire(run);
        if frame != Card::default() {
            begin_anew(run);
        }
        let more = run.state.stack.depth() != depth || run.has_pending() || run.has_failed();
        if more || run.table.index.may_fall(Stat::Wounds) {
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

/// The next step has not come anywhere yet.
pub(crate) fn begin_anew(run: &mut Run<'_>) {
    for frame in run.state.stack.iter_mut().rev() {
        if let Frame::Card(own) = frame {
            *own = Card::default();
            break;
        }
    }
}

/// Whether nothing of a card is left to follow.
pub fn is_over(sight: Sight<'_>, card: &CardRun) -> bool {
    let mut rest = *card;
    // Every way to the end of a card that does nothing is short.
    for _ in 0..STRETCH {
        match instr_of(sight, &rest) {
            Instr::End(_) => return true,
            Instr::Jump(jump) => rest.pc = jump.to,
            Instr::Next(next) if set_in(&rest, next.set) == 0 => rest.pc = next.to,
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
    if card.harmed != Rare(0) {
        run.state.clock.harmed = card.harmed;
    }
    let mut also = Also::NOTHING;
    let mut caster = FighterId::NONE;
    // The end of an ability that scatters shares the window of what ends with it.
    let mut scattered = match card.is(CardRun::SCATTERED) {
        true => Also::SCATTER,
        false => Also::NOTHING,
    };
    if card.is(CardRun::ACTION | CardRun::CAST)
        && !card.is(CardRun::FROM_HAND)
        && scattered != Also::NOTHING
        && activation::ends_with_scatter(run, source)
    {
        scattered = Also::NOTHING;
    }
    if card.is(CardRun::CAST) {
        if run.table.watches.notes(Noted::Spells) {
            run.state.past_spell = PastSpell::of(&card);
        }
        let mut own = Also::NOTHING;
        if card.is(CardRun::FROM_HAND) || activation::ends_with_spell(run) {
            own = cast::own_window(run.rules());
            also = cast::shared_window(run.rules());
            caster = card.me;
        }
        let bind = Bind {
            fighter: card.me,
            ..Bind::card(source)
        };
        cards::fire(run, Trigger::SpellDone, bind, own);
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
        also = also.and(std::mem::take(&mut scattered));
        cards::fire(run, Trigger::CardResolved, bind, also);
    }
    let printed = (Source::FIGHTERS..Source::WARSCROLL).contains(&source.slot);
    if printed && card.is(CardRun::ACTION) {
        act::made(run, card.me, Act::Printed);
    }
    if card.is(CardRun::REACTION) {
        run.state.seats[source.seat].bump(Counter::Reactions);
        cards::fire(
            run,
            Trigger::ReactionDone,
            match scattered {
                Also::NOTHING => Bind::seat(source.seat),
                _ => Bind::card(source),
            },
            std::mem::take(&mut scattered),
        );
    }
    if scattered != Also::NOTHING {
        cards::fire(run, Trigger::Scattered, Bind::card(source), Also::NOTHING);
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
            Until::NextActivation
            | Until::OwnNextActivation
            | Until::NextTurn
            | Until::OwnNextTurn
            | Until::Activations
            | Until::NextStep
            | Until::NextSpell => Rule::PowerNext,
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
    let step = instr_of(sight, card);
    if let Instr::Scatter(_) = step {
        return Some(card.scatterer());
    }
    Some(seat_of(sight, card, steps::of(&step).asks()))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Card, out: &mut Choices) {
    if let Some(card) = sight.state.card() {
        steps::of(&instr_of(sight, card)).offer(sight, card, frame, out);
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, frame: Card, choice: Choice) {
    let card = current(run);
    let step = instr_of(run.sight(), &card);
    steps::of(&step).choose(run, &card, frame, choice);
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, _frame: Card, choice: Choice) -> Refusal {
    let card = sight.state.card().copied().unwrap_or(CardRun::NONE);
    steps::of(&instr_of(sight, &card)).refuse(sight, &card, choice)
}

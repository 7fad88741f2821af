//! What several steps need: what their operands stand for, and where they keep what was chosen.

pub(super) use super::{Did, Followed};
pub(super) use crate::{
    bind::Bind,
    card_run::CardRun,
    cards::{
        self, Also,
        candidates::{self, context, fighter_of, hex_of, seat_of, value_of},
        eval::domain::card_of,
        follow::Walk,
    },
    choice::{Choice, Choices, Verb},
    event::What,
    frame::Frame,
    frames::card::Card,
    refusal::Refusal,
    run::{Run, Sight},
};
pub(super) use gloryhex_cardlang::{Domain, Expr, Instr, NOBODY, Pc, Ref};
pub(super) use gloryhex_model::{FighterId, Rule, Seat, Trigger};

use crate::ruleset::InVain;

/// The step that a card is at.
pub fn instr_of(sight: Sight<'_>, card: &CardRun) -> Instr {
    let code = sight.table.code(card.source);
    code.and_then(|code| code.code.get(card.pc as usize))
        .copied()
        .unwrap_or(Instr::End)
}

/// A set of up to 32 elements kept in two slots.
pub fn set_in(card: &CardRun, slot: u8) -> u32 {
    let at = slot as usize;
    u32::from(card.slots[at] as u16) | u32::from(card.slots[at + 1] as u16) << 16
}

/// Keeps a set in two slots.
pub fn put_set(card: &mut CardRun, slot: u8, set: u32) {
    let at = slot as usize;
    card.slots[at] = set as u16 as i16;
    card.slots[at + 1] = (set >> 16) as u16 as i16;
}

/// Remembers a fighter that a card chose.
pub fn note_choice(card: &mut CardRun, over: Domain, element: i16, term: bool) {
    if term && over.is_fighters() && (0..32).contains(&element) {
        card.chosen |= 1 << element;
    }
}

/// How much an amount is.
pub(super) fn amount(run: &Run<'_>, card: &CardRun, n: Expr) -> u8 {
    candidates::amount(run.sight(), card, n).clamp(0, 200) as u8
}

/// The fighter a reference stands for, if it is on the battlefield.
#[inline]
pub(super) fn standing(sight: Sight<'_>, card: &CardRun, who: Ref) -> Option<FighterId> {
    fighter_of(sight, card, who).filter(|f| sight.state.fighter(*f).on_field())
}

/// The feature token a reference stands for.
pub(super) fn token_of(run: &Run<'_>, card: &CardRun, token: Ref) -> Option<usize> {
    let ix = usize::try_from(value_of(card, token)).ok()?;
    (ix < run.state.features.len()).then_some(ix)
}

/// Whether removing and drawing nothing counts as following.
pub(super) fn anything(sight: Sight<'_>) -> bool {
    sight.rules().in_vain == InVain::Anything
}

/// Whether a step offers anything; the list is kept for whoever is asked.
pub(super) fn offers_something(
    run: &mut Run<'_>,
    card: &CardRun,
    frame: Card,
    step: Instr,
) -> bool {
    run.finds(|sight, out| super::offer(sight, card, frame, step, out))
}

/// Asks whoever a step asks.
pub(super) fn ask(run: &Run<'_>, card: &CardRun, by: Ref) -> Did {
    Did::Ask(seat_of(run.sight(), card, by))
}

/// Goes on with the next step. Frames pushed by this one are above the card's already.
pub(super) fn go_on(run: &mut Run<'_>, card: &CardRun) {
    if let Some(now) = run.state.card_mut() {
        now.pc = card.pc + 1;
    }
    crate::frames::card::begin_anew(run);
}

/// Puts what is known of the card being resolved back.
pub(super) fn put(run: &mut Run<'_>, changed: CardRun) {
    if let Some(card) = run.state.card_mut() {
        *card = changed;
    }
}

/// Puts a value into a slot of the card being resolved.
#[inline(always)]
pub(super) fn bind(run: &mut Run<'_>, slot: u8, value: i16) {
    if let Some(card) = run.state.card_mut() {
        card.slots[slot as usize] = value;
    }
}

/// Puts a set into two slots of the card being resolved.
#[inline(always)]
pub(super) fn bind_set(run: &mut Run<'_>, slot: u8, set: u32) {
    if let Some(card) = run.state.card_mut() {
        put_set(card, slot, set);
    }
}

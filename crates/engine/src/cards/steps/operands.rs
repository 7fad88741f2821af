//! What the operands of steps stand for, and where a card keeps what was chosen.

use crate::{
    card_run::CardRun,
    cards::{
        eval::{Context, domain::card_number, number_of},
        statics,
    },
    ruleset::InVain,
    run::{Run, Sight},
};
use gloryhex_cardlang::{
    Clause, Formula, NOBODY, Ref,
    instr::{SetAt, Slot},
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, Seat};

/// The context in which a card being resolved is evaluated.
#[inline(always)]
pub fn context<'a>(sight: Sight<'a>, card: &'a CardRun) -> Option<Context<'a>> {
    let mut context = Context::new(sight, card.source, card.me)?;
    context.slots = card.slots;
    context.card = Some(card);
    Some(context)
}

/// The clause of a card that is being resolved.
pub fn clause_of<'a>(sight: Sight<'a>, card: &CardRun) -> Option<&'a Clause> {
    let code = sight.table.code(card.source)?;
    code.clauses.get(usize::from(card.clause))
}

/// Whether the card being resolved is a gambit.
pub(super) fn is_gambit(sight: Sight<'_>, card: &CardRun) -> bool {
    let code = sight.table.code(card.source);
    code.is_some_and(|code| code.kind.is_gambit())
}

/// Whether a condition of a card being resolved holds.
pub(super) fn holds(sight: Sight<'_>, card: &CardRun, cond: Formula) -> bool {
    context(sight, card).is_some_and(|context| context.holds(cond))
}

/// The value of an expression of a card being resolved.
pub(super) fn value(sight: Sight<'_>, card: &CardRun, n: Formula) -> i16 {
    context(sight, card).map_or(0, |context| context.value(n))
}

/// How much an amount is.
pub(super) fn amount(run: &Run<'_>, card: &CardRun, n: Formula) -> u8 {
    value(run.sight(), card, n).clamp(0, 200) as u8
}

/// The number a reference stands for.
pub(super) fn value_of(card: &CardRun, what: Ref) -> i16 {
    match (what, what.slot()) {
        (_, Some(slot)) => card.slots[usize::from(slot)],
        (Ref::ME, _) => number_of(card.me),
        (Ref::YOU, _) => i16::from(card.source.seat.0),
        (Ref::THIS, _) => card_number(card.source),
        _ => NOBODY,
    }
}

/// The fighter a reference stands for, if it is one of this game's and the card can touch it.
pub(super) fn fighter_of(sight: Sight<'_>, card: &CardRun, what: Ref) -> Option<FighterId> {
    let n = sight.table.entrants.len() as i16;
    let value = value_of(card, what);
    let fighter = (0..n).contains(&value).then_some(FighterId(value as u8));
    fighter.filter(|fighter| !statics::is_out_of_reach(sight, card.source, *fighter, 0))
}

/// The fighter a reference stands for, if it is on the battlefield.
pub(super) fn standing(sight: Sight<'_>, card: &CardRun, who: Ref) -> Option<FighterId> {
    fighter_of(sight, card, who).filter(|f| sight.state.fighter(*f).on_field())
}

/// The hex a reference stands for; of a fighter or token it is not asked.
pub(super) fn hex_of(sight: Sight<'_>, card: &CardRun, what: Ref) -> Option<HexId> {
    let hex = match what {
        Ref::ME => sight.state.fighter(card.me).hex,
        _ => HexId(u8::try_from(value_of(card, what)).ok()?),
    };
    sight.grid.all().contains(hex).then_some(hex)
}

/// The feature token a reference stands for.
pub(super) fn token_of(run: &Run<'_>, card: &CardRun, token: Ref) -> Option<usize> {
    let ix = usize::try_from(value_of(card, token)).ok()?;
    (ix < run.state.features.len()).then_some(ix)
}

/// The seat a reference stands for; you, if it stands for nobody.
pub fn seat_of(sight: Sight<'_>, card: &CardRun, what: Ref) -> Seat {
    if what == Ref::ME && card.me.is_some() {
        return sight.table.owner(card.me);
    }
    match value_of(card, what) {
        seat if (0..i16::from(sight.state.clock.players)).contains(&seat) => Seat(seat as u8),
        _ => card.source.seat,
    }
}

/// Whether removing and drawing nothing counts as following.
pub(super) fn anything(sight: Sight<'_>) -> bool {
    sight.rules().in_vain == InVain::Anything
}

/// A set of up to 32 elements kept in two slots.
pub fn set_in(card: &CardRun, set: SetAt) -> u32 {
    let at = usize::from(set.0);
    u32::from(card.slots[at] as u16) | u32::from(card.slots[at + 1] as u16) << 16
}

/// Keeps a set in two slots.
pub(super) fn put_set(card: &mut CardRun, set: SetAt, elements: u32) {
    let at = usize::from(set.0);
    card.slots[at] = elements as u16 as i16;
    card.slots[at + 1] = (elements >> 16) as u16 as i16;
}

/// Changes what is known of the card being resolved.
pub(super) fn change(run: &mut Run<'_>, with: impl FnOnce(&mut CardRun)) {
    if let Some(card) = run.state.card_mut() {
        with(card);
    }
}

/// Puts a value into a slot of the card being resolved.
pub(super) fn bind(run: &mut Run<'_>, slot: Slot, value: i16) {
    change(run, |card| card.slots[slot.ix()] = value);
}

/// Goes on with the next step. Frames pushed by this one are above the card's already.
pub(super) fn go_on(run: &mut Run<'_>) {
    change(run, |card| card.pc += 1);
    crate::frames::card::begin_anew(run);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_kept_in_two_slots() {
        let mut card = CardRun::NONE;
        for elements in [0, 1, 0x8000_8001, u32::MAX] {
            put_set(&mut card, SetAt(3), elements);
            assert_eq!(set_in(&card, SetAt(3)), elements);
        }
        assert_eq!(card.slots[..3], [NOBODY; 3]);
    }

    #[test]
    fn a_reference_is_a_slot_or_one_of_the_fixed_things() {
        let mut card = CardRun::NONE;
        card.slots[2] = 7;
        card.source.seat = Seat(1);
        let of = |what| value_of(&card, what);
        assert_eq!(
            [Ref(2), Ref(0), Ref::YOU, Ref::ME].map(of),
            [7, NOBODY, 1, NOBODY]
        );
        assert_eq!(of(Ref::NONE), NOBODY);
    }
}

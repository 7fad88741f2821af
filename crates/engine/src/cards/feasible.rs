//! Whether every instruction of a card can be followed, as far as that can be told beforehand.
//!
//! The code is walked without changing the game, trying the choices in turn. What follows an
//! instruction that changes the battlefield, or a roll, cannot be told and is taken to be possible.

use super::{
    Ban,
    candidates::{self, context, fighter_of, grant_of},
    eval::domain::fighters,
    forbids,
    pick::Pick,
    push::push_of,
    sure::{Can, Sure},
    walk::{Trail, walk},
};
use crate::{
    bits::Bits, card_run::CardRun, choice::Choices, effect::Source, ops::stats, ruleset::InVain,
    run::Sight,
};
use gloryhex_cardlang::{ActionKind, CardCode, Instr, Ref, WeaponPick};
use gloryhex_model::{FighterId, Token};

/// Whether a card about to be resolved can be followed.
#[inline(always)]
pub fn can_be_followed(sight: Sight<'_>, card: &CardRun) -> bool {
    match sight.table.index.sure(card.source).from(card.pc) {
        Can::Surely => true,
        Can::Some(pick) => some(sight, card, pick),
        Can::Alone => alone(sight, card),
        Can::Perhaps => walk(sight, *card, &mut Trail::new()),
    }
}

/// Those of some fighters who pass a test, or one of them.
#[inline(always)]
fn those<const ONE: bool>(among: u32, mut test: impl FnMut(FighterId) -> bool) -> u32 {
    let mut able = 0;
    for fighter in Bits(among.into()) {
        if test(FighterId(fighter)) {
            able |= 1 << fighter;
            if ONE {
                break;
            }
        }
    }
    able
}

/// Whether there is a fighter to be chosen with whom the rest of a card can be followed.
#[inline(never)]
fn some(sight: Sight<'_>, card: &CardRun, pick: Pick) -> bool {
    those_picked::<true>(sight, card, pick) != 0
}

/// The fighters to be chosen with whom the rest of a card can be followed, or one of them.
#[inline(always)]
fn those_picked<const ONE: bool>(sight: Sight<'_>, card: &CardRun, pick: Pick) -> u32 {
    let mut among = fighters(sight, card.source.seat, pick.over);
    if !pick.filter.is_yes() {
        among = context(sight, card).map_or(0, |context| context.fighters_who(among, pick.filter));
    }
    let mut next = *card;
    next.pc += 1;
    those::<ONE>(among, |fighter| {
        next.slots[usize::from(pick.slot)] = i16::from(fighter.0);
        next.chosen = card.chosen | (u32::from(pick.term) << fighter.0);
        after_pick(sight, &next)
    })
}

/// As [`can_be_followed`], after a choice.
#[inline(never)]
fn after_pick(sight: Sight<'_>, card: &CardRun) -> bool {
    can_be_followed(sight, card)
}

/// Whether the instruction that a card is at can be followed, where nothing after it need be tried.
#[inline(never)]
fn alone(sight: Sight<'_>, card: &CardRun) -> bool {
    let code = sight.table.code(card.source);
    let Some((code, instr)) = code.and_then(|code| Some((code, code.code.get(card.pc as usize)?)))
    else {
        return false;
    };
    match *instr {
        Instr::Damage { who, .. } | Instr::Slay { who } => standing(sight, card, who).is_some(),
        Instr::Push { .. } => pushes(sight, card, *instr),
        Instr::Place { .. } => places(sight, card, *instr),
        Instr::Grant {
            optional: false, ..
        } => grants(sight, card, code, *instr),
        Instr::Give { who, token } => gives(sight, card, who, token),
        Instr::Heal { who, .. } => heals(sight, card, who),
        Instr::Set { slot, value } => {
            let mut next = *card;
            next.slots[usize::from(slot)] = candidates::amount(sight, card, value);
            next.pc += 1;
            alone(sight, &next)
        }
        _ => walk(sight, *card, &mut Trail::new()),
    }
}

/// The fighter a reference stands for, if it is on the battlefield.
#[inline]
pub(super) fn standing(sight: Sight<'_>, card: &CardRun, who: Ref) -> Option<FighterId> {
    fighter_of(sight, card, who).filter(|f| sight.state.fighter(*f).on_field())
}

/// Whether a fighter can be given a token.
#[inline]
fn may_have(sight: Sight<'_>, fighter: FighterId, token: Token) -> bool {
    match token {
        Token::Guard => {
            sight.rules().guard_tokens_add_up || !sight.state.fighter(fighter).has(token)
        }
        Token::Stagger => !forbids(sight, fighter, Ban::Stagger),
        _ => true,
    }
}

/// Whether a fighter can be healed.
#[inline]
fn may_heal(sight: Sight<'_>, fighter: FighterId) -> bool {
    let idle = sight.rules().in_vain == InVain::Nothing && sight.state.fighter(fighter).damage == 0;
    !idle && !forbids(sight, fighter, Ban::Heal)
}

#[inline]
pub(super) fn gives(sight: Sight<'_>, card: &CardRun, who: Ref, token: Token) -> bool {
    standing(sight, card, who).is_some_and(|fighter| may_have(sight, fighter, token))
}

#[inline]
pub(super) fn heals(sight: Sight<'_>, card: &CardRun, who: Ref) -> bool {
    standing(sight, card, who).is_none_or(|fighter| may_heal(sight, fighter))
}

#[inline]
pub(super) fn pushes(sight: Sight<'_>, card: &CardRun, instr: Instr) -> bool {
    push_of(sight, card, instr).is_some_and(|push| push.possible(sight, card))
}

#[inline]
pub(super) fn places(sight: Sight<'_>, card: &CardRun, instr: Instr) -> bool {
    let Instr::Place { who, hex, lifted } = instr else {
        return false;
    };
    fighter_of(sight, card, who).is_some_and(|fighter| {
        !candidates::places(sight, card, hex, lifted.then_some(fighter)).is_empty()
    })
}

pub(super) fn grants(sight: Sight<'_>, card: &CardRun, code: &CardCode, instr: Instr) -> bool {
    let Instr::Grant {
        action,
        filter,
        weapon,
        ..
    } = instr
    else {
        return false;
    };
    grant_of(sight, card, instr).is_some_and(|grant| {
        let filter = grant.filtered.then_some((card, filter));
        if action == ActionKind::Move {
            return candidates::may_move(sight, &grant, filter);
        }
        if let WeaponPick::Card(nth) = weapon
            && grant.weapon == crate::attack::WeaponIx::LENT.0
        {
            let lent = code.weapons.get(nth as usize);
            return lent.is_some_and(|lent| {
                let reach = stats::reach_with(&lent.def, lent.def.range);
                candidates::lent_reaches(sight, &grant, filter, reach)
            });
        }
        let mut list = Choices::probe();
        candidates::granted_with(sight, &grant, filter, &mut list);
        list.real() > 0
    })
}

/// Whether what follows the choice that a card is at can be followed whatever is chosen, or whatever is
/// chosen cannot.
pub fn alike_after(sight: Sight<'_>, card: &CardRun) -> bool {
    surely(sight, card.source, |sure| sure.alike(card.pc))
}

#[inline]
pub(super) fn surely(sight: Sight<'_>, source: Source, is: impl FnOnce(&Sure) -> bool) -> bool {
    is(sight.table.index.sure(source))
}

/// The fighters who are offered for a choice: those with whom the rest of a card can be followed, and only
/// where there is nobody, those with whom it cannot.
pub fn offered(sight: Sight<'_>, card: &CardRun, instr: Instr) -> u32 {
    let able = match sight.table.index.sure(card.source).from(card.pc) {
        Can::Some(pick) => Some(those_picked::<false>(sight, card, pick)),
        Can::Surely | Can::Alone | Can::Perhaps => None,
    };
    match able {
        None | Some(0) => all_offered(sight, card, instr, able),
        Some(able) => able,
    }
}

/// As [`offered`], where it is not known who is able, or nobody is.
#[inline(never)]
fn all_offered(sight: Sight<'_>, card: &CardRun, instr: Instr, able: Option<u32>) -> u32 {
    let Instr::Choose {
        slot,
        over,
        filter,
        term,
        ..
    } = instr
    else {
        return 0;
    };
    let found = context(sight, card).map_or(0, |context| {
        candidates::fighters(&context, card, over, filter, term)
    });
    if able.is_some() || alike_after(sight, card) {
        return found;
    }
    let mut next = *card;
    next.pc += 1;
    let able = those::<false>(found, |fighter| {
        next.slots[usize::from(slot)] = i16::from(fighter.0);
        next.chosen = card.chosen | (u32::from(term) << fighter.0);
        can_be_followed(sight, &next)
    });
    if able != 0 { able } else { found }
}

/// Whether the rest of a card can be followed once an element has been chosen.
pub fn with_choice(sight: Sight<'_>, card: &CardRun, instr: Instr, element: i16) -> bool {
    let mut next = *card;
    next.pc += 1;
    if let Instr::Choose {
        slot, over, term, ..
    } = instr
    {
        next.slots[slot as usize] = element;
        note_choice(&mut next, over, element, term);
    }
    can_be_followed(sight, &next)
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
pub fn note_choice(card: &mut CardRun, over: gloryhex_cardlang::Domain, element: i16, term: bool) {
    if term && over.is_fighters() && (0..32).contains(&element) {
        card.chosen |= 1 << element;
    }
}

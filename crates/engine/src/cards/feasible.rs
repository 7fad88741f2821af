//! Whether every instruction of a card can be followed, as far as that can be told beforehand.
//!
//! The code is walked without changing the game, trying the choices in turn. What follows an
//! instruction that changes the battlefield, or a roll, cannot be told and is taken to be possible.

use super::{
    Ban,
    candidates::{self, context, fighter_of, grant_of, seat_of, value_of},
    domain::{card_of, fighters},
    first::Crowd,
    forbids,
    form::Arg,
    pick::Pick,
    push::push_of,
    sure::{Can, Deed, Sure},
};
use crate::{
    bits::Bits,
    card_run::CardRun,
    choice::Choices,
    effect::Source,
    ops::{draw::OBJECTIVES_IN_HAND, field, price, travel},
    ruleset::InVain,
    run::Sight,
};
use gloryhex_cardlang::{ActionKind, CardCode, Deck, Expr, Instr, Ref, WeaponPick, op::NOBODY};
use gloryhex_hexgrid::Kind;
use gloryhex_model::{FighterId, Seat, Token};

/// Instructions looked at before a card is taken to be possible.
const BUDGET: u32 = 3000;

/// What a walk through a card's code has come to.
struct Trail {
    /// Instructions that may still be looked at.
    left: u32,
    /// The furthest instruction so far.
    far: u16,
}

impl Trail {
    const fn new() -> Trail {
        Trail {
            left: BUDGET,
            far: 0,
        }
    }
}

/// Whether a card about to be resolved can be followed.
#[inline(always)]
pub fn can_be_followed(sight: Sight<'_>, card: &CardRun) -> bool {
    let forms = sight.table.index.forms(card.source);
    match forms.map_or(&Can::Perhaps, |forms| forms.sure.from(card.pc)) {
        Can::Surely => true,
        Can::With(crowd) => crowd.found(sight, card.source.seat),
        Can::Done(crowd, deed) => done(sight, card, crowd, *deed),
        Can::Some(pick) => some(sight, card, *pick),
        Can::Alone => alone(sight, card),
        Can::Perhaps => walk(sight, *card, &mut Trail::new()),
    }
}

/// Whether something can be done to some fighter on the battlefield.
#[inline(never)]
fn done(sight: Sight<'_>, card: &CardRun, crowd: &Crowd, deed: Deed) -> bool {
    those_done::<true>(sight, card, crowd, deed) != 0
}

/// Those of some fighters on the battlefield to whom something can be done, or one of them.
#[inline(always)]
fn those_done<const ONE: bool>(sight: Sight<'_>, card: &CardRun, crowd: &Crowd, deed: Deed) -> u32 {
    let there = crowd.fighters(sight, card.source.seat);
    match deed {
        Deed::Guard => those::<ONE>(there, |fighter| may_have(sight, fighter, Token::Guard)),
        Deed::Heal => those::<ONE>(there, |fighter| may_heal(sight, fighter)),
        Deed::Push => {
            let empty = field::empty(sight);
            those::<ONE>(there, |fighter| {
                let hex = sight.state.fighter(fighter).hex;
                sight.grid.adjacent(hex).meets(empty) && travel::pushable(sight, fighter)
            })
        }
        Deed::Place(hex) => {
            let somewhere = there != 0 && !candidates::places(sight, card, hex).is_empty();
            if somewhere { there } else { 0 }
        }
        Deed::Next { slot, term } => {
            let mut next = *card;
            next.pc += 1;
            those::<ONE>(there, |fighter| {
                next.slots[slot as usize] = i16::from(fighter.0);
                next.chosen = card.chosen | (u32::from(term) << fighter.0);
                alone(sight, &next)
            })
        }
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
    if pick.wanted != Arg::ONE {
        among = context(sight, card).map_or(0, |context| context.fighters_with(among, pick.wanted));
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
        Instr::Place { who, hex } => places(sight, card, who, hex),
        Instr::Grant { .. } => grants(sight, card, code, *instr),
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
fn standing(sight: Sight<'_>, card: &CardRun, who: Ref) -> Option<FighterId> {
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
fn gives(sight: Sight<'_>, card: &CardRun, who: Ref, token: Token) -> bool {
    standing(sight, card, who).is_some_and(|fighter| may_have(sight, fighter, token))
}

#[inline]
fn heals(sight: Sight<'_>, card: &CardRun, who: Ref) -> bool {
    standing(sight, card, who).is_none_or(|fighter| may_heal(sight, fighter))
}

#[inline]
fn pushes(sight: Sight<'_>, card: &CardRun, instr: Instr) -> bool {
    push_of(sight, card, instr).is_some_and(|push| push.possible(sight, card))
}

#[inline]
fn places(sight: Sight<'_>, card: &CardRun, who: Ref, hex: Expr) -> bool {
    fighter_of(sight, card, who).is_some() && !candidates::places(sight, card, hex).is_empty()
}

fn grants(sight: Sight<'_>, card: &CardRun, code: &CardCode, instr: Instr) -> bool {
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
                candidates::lent_reaches(sight, &grant, filter, lent.def.range)
            });
        }
        let mut list = Choices::probe();
        candidates::granted_with(sight, &grant, filter, &mut list);
        list.real() > 0
    })
}

/// The instruction that keeps a card from being followed: the furthest one that can be reached.
pub fn stuck(sight: Sight<'_>, card: &CardRun) -> Option<u16> {
    let mut trail = Trail::new();
    (!walk(sight, *card, &mut trail)).then_some(trail.far)
}

/// Whether what follows the choice that a card is at can be followed whatever is chosen, or whatever is
/// chosen cannot.
pub fn alike_after(sight: Sight<'_>, card: &CardRun) -> bool {
    surely(sight, card.source, |sure| sure.alike(card.pc))
}

#[inline]
fn surely(sight: Sight<'_>, source: Source, is: impl FnOnce(&Sure) -> bool) -> bool {
    let forms = sight.table.index.forms(source);
    forms.is_some_and(|forms| is(&forms.sure))
}

/// The fighters who are offered for a choice: those with whom the rest of a card can be followed, and only
/// where there is nobody, those with whom it cannot.
pub fn offered(sight: Sight<'_>, card: &CardRun, instr: Instr) -> u32 {
    let forms = sight.table.index.forms(card.source);
    let able = match forms.map_or(&Can::Perhaps, |forms| forms.sure.from(card.pc)) {
        Can::With(crowd) => return crowd.fighters(sight, card.source.seat),
        Can::Done(crowd, Deed::Place(_)) => return crowd.fighters(sight, card.source.seat),
        Can::Done(crowd, deed) => Some(those_done::<false>(sight, card, crowd, *deed)),
        Can::Some(pick) => Some(those_picked::<false>(sight, card, *pick)),
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

fn walk(sight: Sight<'_>, mut card: CardRun, trail: &mut Trail) -> bool {
    let Some(code) = sight.table.code(card.source) else {
        return false;
    };
    loop {
        trail.left = trail.left.saturating_sub(1);
        trail.far = trail.far.max(card.pc);
        let Some(instr) = code.code.get(card.pc as usize).copied() else {
            return true;
        };
        if trail.left == 0 {
            return true;
        }
        card.pc += 1;
        let holds = |card: &CardRun, cond| context(sight, card).is_some_and(|c| c.holds(cond));
        let fighter = |card: &CardRun, who| standing(sight, card, who);
        match instr {
            Instr::End
            | Instr::Roll { .. }
            | Instr::Scatter { .. }
            | Instr::Reroll { .. }
            | Instr::PushChain { .. } => return true,
            Instr::Peek { deck, .. } => {
                return anything(sight) || cards_left(sight, card.source.seat, deck) > 0;
            }
            Instr::Jump(to) | Instr::Again(to) => card.pc = to,
            Instr::Unless { cond, to } => {
                if !holds(&card, cond) {
                    card.pc = to;
                }
            }
            Instr::May { to, .. } => {
                return walk(sight, card, trail) || walk(sight, CardRun { pc: to, ..card }, trail);
            }
            Instr::Options { n, .. } => {
                let arms = code.code[card.pc as usize..].iter().take(n as usize);
                return arms.copied().any(|arm| match arm {
                    Instr::Arm { cond, to } => {
                        holds(&card, cond) && walk(sight, CardRun { pc: to, ..card }, trail)
                    }
                    _ => false,
                });
            }
            Instr::Each { set, over, filter } => {
                let mut found = 0;
                if let Some(context) = context(sight, &card) {
                    for element in context.elements(over, NOBODY, filter) {
                        found |= 1 << element;
                    }
                }
                put_set(&mut card, set, found);
            }
            // What is said of each of several is followed as far as it can be.
            Instr::Next { set, to, .. } => {
                if set_in(&card, set) != 0 {
                    return true;
                }
                card.pc = to;
            }
            Instr::Set { slot, value } => {
                card.slots[slot as usize] = candidates::amount(sight, &card, value);
            }
            Instr::Choose {
                slot,
                over,
                of,
                filter,
                term,
                optional,
                ..
            } => {
                let mut possible = false;
                let sure = surely(sight, card.source, |sure| sure.after(card.pc - 1));
                candidates::each(sight, &card, over, of, filter, term, |element| {
                    if sure {
                        possible = true;
                        return false;
                    }
                    let mut next = card;
                    next.slots[slot as usize] = element;
                    note_choice(&mut next, over, element, term);
                    possible = walk(sight, next, trail);
                    !possible
                });
                if possible || !optional {
                    return possible;
                }
                card.slots[slot as usize] = NOBODY;
            }
            Instr::ChooseSet {
                set,
                over,
                filter,
                term,
                ..
            } => {
                let mut possible = false;
                let none = gloryhex_cardlang::Ref::NONE;
                let sure = surely(sight, card.source, |sure| sure.after(card.pc - 1));
                candidates::each(sight, &card, over, none, filter, term, |element| {
                    if sure {
                        possible = true;
                        return false;
                    }
                    let mut next = card;
                    put_set(&mut next, set, 1 << element);
                    possible = walk(sight, next, trail);
                    !possible
                });
                return possible;
            }
            Instr::ChooseNumber { slot, low, high } => {
                let Some(context) = context(sight, &card) else {
                    return false;
                };
                let (low, high) = (context.value(low), context.value(high));
                return (low..=high).any(|n| {
                    let mut next = card;
                    next.slots[slot as usize] = n;
                    walk(sight, next, trail)
                });
            }
            Instr::Damage { who, .. } | Instr::Slay { who } => {
                return fighter(&card, who).is_some();
            }
            Instr::Push { .. } => return pushes(sight, &card, instr),
            Instr::Place { who, hex } => return places(sight, &card, who, hex),
            Instr::Swap { a, b } => {
                return fighter(&card, a).is_some() && fighter(&card, b).is_some();
            }
            Instr::Grant { .. } => return grants(sight, &card, code, instr),
            Instr::Give { who, token } => {
                if !gives(sight, &card, who, token) {
                    return false;
                }
            }
            Instr::Heal { who, .. } => {
                if !heals(sight, &card, who) {
                    return false;
                }
            }
            Instr::Take { who, token, .. } => {
                let idle = |f| !anything(sight) && !sight.state.fighter(f).has(token);
                if fighter(&card, who).is_some_and(idle) {
                    return false;
                }
            }
            // Which cards come is not known, so that what follows cannot be told.
            Instr::Draw { seat, n, deck } => {
                let left = room(sight, seat_of(sight, &card, seat), deck);
                let n = candidates::amount(sight, &card, n);
                if !anything(sight) && (n <= 0 || left < n) {
                    return false;
                }
                if n > 0 && left > 0 {
                    return true;
                }
            }
            // A token never comes into a hex that is closed to it (Harrowdeep p.26).
            Instr::MoveToken { hex, .. } => {
                let open = candidates::hex_of(sight, &card, hex).is_some_and(|hex| {
                    sight.state.feature_at(hex).is_none()
                        && [Kind::BLOCKED, Kind::LETHAL, Kind::COVER]
                            .into_iter()
                            .all(|kind| !field::of_kind(sight, kind).contains(hex))
                });
                if !open {
                    return false;
                }
            }
            Instr::SpendGlory { seat, n } => {
                let seat = seat_of(sight, &card, seat);
                let n = candidates::amount(sight, &card, n);
                if i16::from(sight.state.seats[seat].unspent()) < n {
                    return false;
                }
            }
            Instr::Equip {
                card: which,
                who,
                free,
            } => {
                let (Some(source), Some(who)) =
                    (card_of(value_of(&card, which)), fighter(&card, who))
                else {
                    return false;
                };
                let Source { seat, slot } = source;
                if !super::may_bear(sight, seat, slot, who)
                    || !free && !price::affordable(sight, seat, slot)
                {
                    return false;
                }
            }
            Instr::Arm { .. }
            | Instr::SetDamage { .. }
            | Instr::Spend { .. }
            | Instr::Inspire { .. }
            | Instr::Uninspire { .. }
            | Instr::Flip { .. }
            | Instr::RemoveToken { .. }
            | Instr::SwapTokens { .. }
            | Instr::MarkHex { .. }
            | Instr::PutCard { .. }
            | Instr::Gain { .. }
            | Instr::Install { .. }
            | Instr::Cease
            | Instr::CancelSpell
            | Instr::CancelCard
            | Instr::Break { .. }
            | Instr::Track { .. }
            | Instr::NoBounty
            | Instr::NoDriveBack
            | Instr::Native(_) => {}
        }
    }
}

/// Whether removing and drawing nothing counts as following.
fn anything(sight: Sight<'_>) -> bool {
    sight.rules().in_vain == InVain::Anything
}

/// How many cards are left in a deck.
fn cards_left(sight: Sight<'_>, seat: Seat, deck: Deck) -> i16 {
    let player = &sight.state.seats[seat];
    let left = match deck {
        Deck::Power => player.power.deck().count_ones(),
        Deck::Objective => player.objectives.deck().count_ones(),
    };
    left as i16
}

/// How many cards can be drawn from a deck.
fn room(sight: Sight<'_>, seat: Seat, deck: Deck) -> i16 {
    let left = cards_left(sight, seat, deck);
    match deck {
        Deck::Power => left,
        Deck::Objective => {
            let hand = sight.state.seats[seat].objectives.hand().count_ones();
            left.min(OBJECTIVES_IN_HAND.saturating_sub(hand) as i16)
        }
    }
}

/// Remembers a fighter that a card chose.
pub fn note_choice(card: &mut CardRun, over: gloryhex_cardlang::Domain, element: i16, term: bool) {
    if term && gloryhex_cardlang::verify::is_fighters(over) && (0..32).contains(&element) {
        card.chosen |= 1 << element;
    }
}

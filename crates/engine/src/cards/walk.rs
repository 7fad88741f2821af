//! A card's code walked without changing the game, trying the choices in turn, to see whether it can be
//! followed.

use super::{
    candidates::{self, context, seat_of, value_of},
    eval::domain::card_of,
    feasible::{
        gives, grants, heals, note_choice, places, pushes, put_set, set_in, standing, surely,
    },
};
use crate::{
    card_run::CardRun,
    effect::Source,
    ops::{draw::OBJECTIVES_IN_HAND, field, price},
    ruleset::InVain,
    run::Sight,
};
use gloryhex_cardlang::{Deck, Instr, NOBODY};
use gloryhex_hexgrid::Kind;
use gloryhex_model::Seat;

/// Instructions looked at before a card is taken to be possible.
const BUDGET: u32 = 3000;

/// What a walk through a card's code has come to.
pub(super) struct Trail {
    /// Instructions that may still be looked at.
    left: u32,
    /// The furthest instruction so far.
    far: u16,
}

impl Trail {
    pub const fn new() -> Trail {
        Trail {
            left: BUDGET,
            far: 0,
        }
    }
}

/// The instruction that keeps a card from being followed: the furthest one that can be reached.
pub fn stuck(sight: Sight<'_>, card: &CardRun) -> Option<u16> {
    let mut trail = Trail::new();
    (!walk(sight, *card, &mut trail)).then_some(trail.far)
}

/// Whether everything from where a card is can be followed.
pub(super) fn walk(sight: Sight<'_>, mut card: CardRun, trail: &mut Trail) -> bool {
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
            Instr::Place { .. } => return places(sight, &card, instr),
            Instr::Swap { a, b } => {
                return fighter(&card, a).is_some() && fighter(&card, b).is_some();
            }
            // What is merely allowed need not be possible.
            Instr::Grant { optional, .. } => {
                let can = grants(sight, &card, code, instr);
                if can || !optional {
                    return can;
                }
            }
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

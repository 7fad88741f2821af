//! How much further a fighter could go or reach if its player reacted to the pick.
//!
//! A fighter is picked to Move, or a weapon to Attack with, before anybody says where to; a reaction to
//! that pick may lengthen the Move or the Range (Embergard p.9, p.17). Here the whole choice is made at
//! once, so the longer reach is listed while such a reaction is at hand, and a pick beyond the plain
//! reach commits its player to the reaction.

use super::{fighter_of, in_play, side_is_up, stretches::STRETCHES};
use crate::{
    cards::{
        eval::{Context, number_of},
        index::bits,
        listeners::moment::Moment,
        offer,
    },
    effect::Source,
    frame::Frame,
    frames::combat,
    ops::travel,
    run::Sight,
};
use gloryhex_cardlang::{CardCode, Change, Clause, Instr, NOBODY, Role, Source as From, Static};
use gloryhex_model::{FighterId, Seat, Stat, Trigger};
use std::hint::cold_path;

/// Whether a player is picking what this fighter does.
fn being_picked(sight: Sight<'_>, seat: Seat, fighter: FighterId, stat: Stat) -> bool {
    match sight.state.stack.top() {
        Some(Frame::Activation(_)) => sight.state.active() == seat,
        Some(Frame::Grant(grant)) => grant.fighter == fighter,
        Some(Frame::Charge(charge)) => charge.fighter == fighter && stat == Stat::Range,
        _ => false,
    }
}

/// The reactions of which a seat must use one, because what it has picked is out of reach otherwise.
#[inline(always)]
pub fn needed(sight: Sight<'_>, moment: &Moment, seat: Seat) -> u128 {
    let (nth, fighter) = match moment.trigger {
        Trigger::MovePicked => (0, moment.bind.fighter),
        Trigger::AttackDeclared => (1, moment.bind.other),
        _ => return 0,
    };
    let hand = u128::from(sight.state.seats[seat].power.hand());
    let mask = sight.table.index.of(seat).stretch[nth] & (hand | in_play(sight, seat));
    if mask == 0 || sight.table.owner(fighter) != seat {
        return 0;
    }
    let picked = sight
        .state
        .stack
        .iter()
        .rev()
        .find_map(|frame| match frame {
            Frame::Move(going) => Some(travel::still_open(sight, fighter, false, &going.way)),
            Frame::Charge(charge) if nth == 0 => {
                Some(travel::still_open(sight, fighter, true, &charge.way))
            }
            Frame::Combat(_) => Some(combat::holds(sight)),
            _ => None,
        });
    if picked == Some(false) { mask } else { 0 }
}

/// Calls `found` with every reaction at hand that could lengthen what a seat picks, with what it would lengthen.
#[inline(never)]
pub fn lengthening(sight: Sight<'_>, seat: Seat, found: &mut dyn FnMut(Source, u8, Stat)) {
    let hand = u128::from(sight.state.seats[seat].power.hand());
    let there = hand | in_play(sight, seat);
    for (nth, (moment, stat)) in STRETCHES.into_iter().enumerate() {
        for slot in bits(sight.table.index.of(seat).stretch[nth] & there) {
            let source = Source { seat, slot };
            let Some(code) = sight.table.code(source) else {
                continue;
            };
            for (ix, clause) in (0u8..).zip(&code.clauses) {
                let waits = matches!(clause.role, Role::React { trigger, from, .. }
                    if trigger == moment && from == place(hand, slot));
                if clause.effect == 0 && waits && !sight.state.used.contains(source, ix) {
                    found(source, ix, stat);
                }
            }
        }
    }
}

/// Whether to lengthen is all that a reaction does.
pub fn only_lengthens(code: &CardCode, clause: u8, stat: Stat) -> bool {
    let Some(clause) = code.clauses.get(usize::from(clause)) else {
        return false;
    };
    let body = code.code.get(usize::from(clause.body)..).unwrap_or(&[]);
    let body = body
        .iter()
        .take_while(|instr| !matches!(instr, Instr::End(_)));
    let mut effects = 0;
    for instr in body {
        let Instr::Install(install) = instr else {
            return false;
        };
        effects += 1;
        let parts = code
            .clauses
            .iter()
            .filter(|part| part.effect == install.effect);
        let longer = |part: &Clause| {
            matches!(part.role, Role::Static(rule)
                if matches!(rule.what, Static::Modify { stat: of, change: Change::Add, .. } if of == stat))
        };
        if !parts.clone().all(longer) {
            return false;
        }
    }
    effects > 0
}

/// Whether a seat has a card at hand that could lengthen a Move it picks.
#[inline(always)]
pub fn may_lengthen_moves(sight: Sight<'_>, seat: Seat) -> bool {
    let hand = u128::from(sight.state.seats[seat].power.hand());
    sight.table.index.of(seat).stretch[0] & (hand | in_play(sight, seat)) != 0
}

/// What reactions to the pick could add to a fighter's Move, or to the Range of its weapons.
#[inline(always)]
pub fn stretch(sight: Sight<'_>, fighter: FighterId, stat: Stat) -> u8 {
    let Some(nth) = STRETCHES.iter().position(|(_, of)| *of == stat) else {
        return 0;
    };
    let seat = sight.table.owner(fighter);
    let hand = u128::from(sight.state.seats[seat].power.hand());
    let play = in_play(sight, seat);
    let mask = sight.table.index.of(seat).stretch[nth] & (hand | play);
    if mask == 0 {
        return 0;
    }
    cold_path();
    within(sight, fighter, stat, mask, hand)
}

/// As [`stretch`] of any fighter of a seat, if that is the same for all of them while the seat picks its action.
#[inline(always)]
pub fn stretch_of_all(sight: Sight<'_>, seat: Seat, stat: Stat) -> Option<u8> {
    let Some(nth) = STRETCHES.iter().position(|(_, of)| *of == stat) else {
        return Some(0);
    };
    let hand = u128::from(sight.state.seats[seat].power.hand());
    let mask = sight.table.index.of(seat).stretch[nth] & (hand | in_play(sight, seat));
    if mask == 0 {
        return Some(0);
    }
    let picking = matches!(sight.state.stack.top(), Some(Frame::Activation(_)));
    if !picking || sight.state.active() != seat {
        return None;
    }
    let (more, left) = known(sight, seat, nth, mask, hand);
    (left == 0).then_some(more)
}

/// What reactions could add for any friend alike, and the cards of which that is not known.
#[inline(always)]
fn known(sight: Sight<'_>, seat: Seat, nth: usize, mask: u128, hand: u128) -> (u8, u128) {
    let (mut left, mut more) = (mask, 0);
    for known in &sight.table.index.of(seat).stretches[nth] {
        let slot = known.slot;
        left &= !(1 << slot);
        let there = mask >> slot & 1 == 1 && place(hand, slot) == known.from;
        if there
            && !sight
                .state
                .used
                .contains(Source { seat, slot }, known.clause)
        {
            more += known.more;
        }
    }
    (more, left)
}

/// Where a card is that is in hand or in play.
fn place(hand: u128, slot: u8) -> From {
    match hand >> slot & 1 {
        1 => From::Hand,
        _ => From::Play,
    }
}

#[inline(never)]
fn within(sight: Sight<'_>, fighter: FighterId, stat: Stat, mask: u128, hand: u128) -> u8 {
    let seat = sight.table.owner(fighter);
    let Some(nth) = STRETCHES.iter().position(|(_, of)| *of == stat) else {
        return 0;
    };
    if !being_picked(sight, seat, fighter, stat) {
        return 0;
    }
    let (mut more, left) = known(sight, seat, nth, mask, hand);
    for slot in bits(left) {
        more += of_card(
            sight,
            Source { seat, slot },
            place(hand, slot),
            fighter,
            nth,
        );
    }
    more
}

fn of_card(sight: Sight<'_>, source: Source, from: From, fighter: FighterId, nth: usize) -> u8 {
    let (moment, stat) = STRETCHES[nth];
    let me = fighter_of(sight, source);
    let Some(mut context) = Context::new(sight, source, me) else {
        return 0;
    };
    context.slots = [NOBODY; 8];
    context.slots[7] = number_of(fighter);
    let open = context.code.clauses.iter().enumerate().any(|(ix, clause)| {
        let waits = matches!(clause.role, Role::React { trigger, from: place, .. }
            if trigger == moment && place == from);
        clause.effect == 0
            && waits
            && !sight.state.used.contains(source, ix as u8)
            && side_is_up(sight, me, clause)
            && context.holds(clause.when)
    });
    if !open || !offer::somebody_may_use(sight, source, context.code) {
        return 0;
    }
    let more = context.code.clauses.iter().filter_map(|clause| {
        let Role::Static(rule) = clause.role else {
            return None;
        };
        match rule.what {
            Static::Modify {
                stat: of,
                change: Change::Add,
                value,
                ..
            } if of == stat && clause.effect > 0 => Some(context.value(value).clamp(0, 20) as u8),
            _ => None,
        }
    });
    more.sum()
}

//! The actions printed on fighters' cards, their upgrades and warscrolls.

use super::{
    offer::{open, prepared},
    statics::{Kind, anyone, fighter_of, has_label, in_play, of_fighter},
};
use crate::{
    card_run::CardRun,
    choice::{Choice, Choices, Verb},
    effect::Source,
    ops::stats,
    run::Sight,
};
use gloryhex_cardlang::{
    CardCode, Clause, Prop, Role,
    program::{Form, ir::ME},
};
use gloryhex_model::{FighterId, Label, Seat, Stat};
use std::hint::cold_path;

/// Actions on cards of a seat in play that have not been used up.
#[derive(Clone, Copy, Debug)]
pub struct AtHand {
    cards: u128,
    /// The fighters who may have one of them.
    fighters: u32,
}

impl AtHand {
    /// Whether a fighter may have one of them.
    #[inline(always)]
    pub fn may_be_of(self, fighter: FighterId) -> bool {
        self.fighters >> (fighter.0 & 31) & 1 == 1
    }
}

/// The actions of a seat that have not been used up.
#[inline(always)]
pub fn actions_at_hand(sight: Sight<'_>, seat: Seat) -> AtHand {
    let holding = sight.table.index.of(seat);
    let play = holding.acting & in_play(sight, seat);
    let mut found = AtHand {
        cards: 0,
        fighters: 0,
    };
    if play == 0 {
        return found;
    }
    let labels_given = anyone(sight, Kind::LABEL);
    for action in &holding.actions {
        let slot = action.slot;
        let source = Source { seat, slot };
        if play >> slot & 1 == 0
            || action.limited && sight.state.used.contains(source, action.clause)
        {
            continue;
        }
        found.cards |= 1 << slot;
        let labelled = if labels_given {
            u32::MAX
        } else {
            action.labelled
        };
        found.fighters |= if slot >= Source::WARSCROLL {
            labelled
        } else {
            labelled & (1 << (fighter_of(sight, source).0 & 31))
        };
    }
    found
}

/// The label of its fighter that the condition of a clause asks for, among other things.
pub(super) fn label_of(code: &CardCode, clause: &Clause) -> Option<Label> {
    let mut parts = code.program.parts_of(clause.when).iter();
    parts.find_map(|part| match code.program.form(*part) {
        Some(Form::Fighter(Prop::Label(label), who)) if who.is_bound(ME) => Some(*label),
        _ => None,
    })
}

/// Whether a condition asks for a label that its fighter does not have.
#[inline(never)]
fn lacks_label(sight: Sight<'_>, fighter: FighterId, code: &CardCode, clause: &Clause) -> bool {
    label_of(code, clause).is_some_and(|label| !has_label(sight, fighter, label, 0))
}

/// Calls `found` with every printed action of a fighter: on its card, its upgrades, its warscroll. Only those
/// `at_hand` are looked at.
#[inline(always)]
pub fn actions(
    sight: Sight<'_>,
    fighter: FighterId,
    at_hand: AtHand,
    found: &mut dyn FnMut(CardRun),
) {
    if !at_hand.may_be_of(fighter) {
        return;
    }
    let seat = sight.table.owner(fighter);
    let shared = at_hand.cards >> Source::WARSCROLL << Source::WARSCROLL;
    let own = shared | of_fighter(sight, seat, fighter, at_hand.cards);
    for action in &sight.table.index.of(seat).actions {
        let (slot, ix) = (action.slot, action.clause);
        if own >> slot & 1 == 0 {
            continue;
        }
        let source = Source { seat, slot };
        let code = sight.table.code(source);
        let clause = code.and_then(|code| Some((code, code.clauses.get(ix as usize)?)));
        let Some((code, clause)) = clause else {
            continue;
        };
        let Role::Action { cast } = clause.role else {
            continue;
        };
        let labelled = action.labelled >> (fighter.0 & 31) & 1 == 1;
        if !labelled && lacks_label(sight, fighter, code, clause) {
            continue;
        }
        let mut card = prepared(source, fighter, ix as usize, clause, CardRun::ACTION);
        if cast.is_some() {
            cold_path();
            card.flags |= CardRun::TO_CAST;
            if stats::stat(sight, fighter, Stat::Wizard) == 0 {
                continue;
            }
        }
        if open(sight, &card, clause) {
            found(card);
        }
    }
}

/// The printed action that a choice of a fighter's list makes.
pub fn action(sight: Sight<'_>, fighter: FighterId, source: Source, clause: u8) -> Option<CardRun> {
    let ix = clause as usize;
    let clause = sight.table.code(source)?.clauses.get(ix)?;
    let Role::Action { cast } = clause.role else {
        return None;
    };
    let mut card = prepared(source, fighter, ix, clause, CardRun::ACTION);
    if cast.is_some() {
        card.flags |= CardRun::TO_CAST;
    }
    Some(card)
}

/// Adds a fighter's printed actions among those [`actions_at_hand`].
#[inline(always)]
pub fn printed_actions(sight: Sight<'_>, fighter: FighterId, at_hand: AtHand, out: &mut Choices) {
    actions(sight, fighter, at_hand, &mut |card| {
        out.push(Choice::new(
            Verb::Action,
            fighter.0,
            card.source.slot,
            card.clause,
        ));
    });
}

//! The actions printed on fighters' cards, their upgrades and warscrolls.

use super::{
    offer::{open, prepared},
    statics::{fighter_of, in_play},
};
use crate::{
    card_run::CardRun,
    choice::{Choice, Choices, Verb},
    effect::Source,
    frames::cast,
    run::Sight,
};
use gloryhex_cardlang::Role;
use gloryhex_model::FighterId;

/// The printed action that a choice of a fighter's list makes.
pub fn action(sight: Sight<'_>, fighter: FighterId, source: Source, clause: u8) -> Option<CardRun> {
    let ix = clause as usize;
    let clause = sight.table.code(source)?.clauses.get(ix)?;
    let Role::Action { cast, .. } = clause.role else {
        return None;
    };
    let mut card = prepared(source, fighter, ix, clause, CardRun::ACTION);
    if cast.is_some() {
        card.flags |= CardRun::TO_CAST;
    }
    Some(card)
}

/// Whether an action is being made already: it does not grant itself. Our ruling.
fn is_under_way(sight: Sight<'_>, source: Source, clause: u8) -> bool {
    let cards = sight
        .state
        .cards
        .iter()
        .take(usize::from(sight.state.n_cards));
    cards
        .into_iter()
        .any(|card| card.is(CardRun::ACTION) && (card.source, card.clause) == (source, clause))
}

/// Adds a fighter's printed actions: those on its card, its upgrades and its warscroll.
pub fn printed_actions(sight: Sight<'_>, fighter: FighterId, out: &mut Choices) {
    let seat = sight.table.owner(fighter);
    let play = in_play(sight, seat);
    for &(slot, ix) in &sight.table.index.of(seat).actions {
        let source = Source { seat, slot };
        let own = slot >= Source::WARSCROLL || fighter_of(sight, source) == fighter;
        if !own || play >> slot & 1 == 0 || is_under_way(sight, source, ix) {
            continue;
        }
        if let Some(code) = sight.table.code(source)
            && let Some(card) = action(sight, fighter, source, ix)
            && (!card.is(CardRun::TO_CAST) || cast::may_attempt(sight, fighter, source, ix))
            && open(sight, &card, &code.clauses[usize::from(ix)])
        {
            out.push(Choice::new(Verb::Action, fighter.0, slot, ix));
        }
    }
}

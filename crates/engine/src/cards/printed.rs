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
    let (code, ix) = (sight.table.code(source)?, usize::from(clause));
    let is_action = matches!(code.clauses.get(ix)?.role, Role::Action { .. });
    is_action.then(|| prepared(source, fighter, ix, code, CardRun::ACTION))
}

/// Whether an action is being made already: it does not grant itself. Our ruling.
fn is_under_way(sight: Sight<'_>, source: Source, clause: u8) -> bool {
    let mut cards = sight.state.cards_at_hand().iter();
    cards.any(|card| card.is(CardRun::ACTION) && (card.source, card.clause) == (source, clause))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, Trial};

    #[test]
    fn an_action_is_its_bearers_and_not_granted_while_it_is_made() {
        let mut trial = Trial::upgrade("action { gain 1 }");
        let listed = |trial: &Trial, who| {
            let mut out = Choices::new();
            printed_actions(trial.sight(), who, &mut out);
            out.len()
        };
        assert_eq!([ASH, BIRCH].map(|who| listed(&trial, who)), [1, 0]);
        let source = trial.card().source;
        let begun = action(trial.sight(), ASH, source, 0).expect("it is an action");
        trial.with_run(|run| crate::frames::card::begin(run, begun));
        assert_eq!(listed(&trial, ASH), 0);
    }
}

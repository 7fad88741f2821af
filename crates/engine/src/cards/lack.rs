//! What stands against a card that its player would like to use. Asked only to explain a refusal.

use super::{follow, listeners::moment::Moment, offer::prepared, statics::fighter_of};
use crate::{
    card_run::CardRun,
    choice::Choice,
    effect::Source,
    refusal::{Lack, Refusal},
    run::Sight,
};
use gloryhex_cardlang::{CardCode, CardKind, Clause, Role};
use gloryhex_model::{FighterId, Seat};

/// A clause of a card that is in force while the card is: the first that is `meant`, with its number and the card.
fn clause_of(
    sight: Sight<'_>,
    source: Source,
    meant: impl Fn(usize, &Clause) -> bool,
) -> Option<(usize, &CardCode)> {
    let code = sight.table.code(source)?;
    let mut all = code.clauses.iter().enumerate();
    let (ix, _) = all.find(|(ix, clause)| clause.effect == 0 && meant(*ix, clause))?;
    Some((ix, code))
}

/// A refusal of a gambit, naming what it waits for.
pub fn gambit(sight: Sight<'_>, source: Source, caster: FighterId, why: Refusal) -> Refusal {
    let play = clause_of(sight, source, |_, clause| clause.role == Role::Play);
    play.map_or(why, |(ix, code)| {
        let me = match code.kind == CardKind::Spell {
            true => caster,
            false => FighterId::NONE,
        };
        let card = prepared(source, me, ix, code, CardRun::FROM_HAND);
        named(sight, &card, why)
    })
}

/// A refusal of a reaction, naming what it waits for.
pub fn reaction(
    sight: Sight<'_>,
    moment: &Moment,
    seat: Seat,
    choice: Choice,
    why: Refusal,
) -> Refusal {
    let slot = choice.a;
    let source = Source { seat, slot };
    let waits = |clause: &Clause| matches!(clause.role, Role::React { trigger, .. } if moment.reactions().any(|each| each == trigger));
    let named_one = clause_of(sight, source, |ix, clause| {
        ix == usize::from(choice.c) && waits(clause)
    });
    let meant = named_one.or_else(|| clause_of(sight, source, |_, clause| waits(clause)));
    let me = match fighter_of(sight, source) {
        FighterId::NONE => FighterId(choice.b),
        bearer => bearer,
    };
    let known = me.ix() < sight.table.entrants.len();
    let me = if known { me } else { FighterId::NONE };
    meant.map_or(why, |(ix, code)| {
        let mut card = prepared(source, me, ix, code, CardRun::REACTION);
        if let Some(trigger) = code.clauses[ix].role.trigger() {
            card.slots = moment.slots(trigger);
        }
        named(sight, &card, why)
    })
}

/// A refusal of an action of a fighter or its upgrades.
pub fn action(sight: Sight<'_>, choice: Choice, why: Refusal) -> Refusal {
    let (me, slot) = (choice.fighter_a(), choice.b);
    let seat = sight.table.owner(me);
    clause(sight, Source { seat, slot }, me, choice.c, why)
}

/// A refusal of an ability: of a fighter's, or of nobody's in the power step.
pub fn clause(sight: Sight<'_>, source: Source, me: FighterId, ix: u8, why: Refusal) -> Refusal {
    let used = clause_of(sight, source, |at, clause| {
        at == usize::from(ix) && matches!(clause.role, Role::Play | Role::Action { .. })
    });
    used.map_or(why, |(ix, code)| {
        named(sight, &prepared(source, me, ix, code, 0), why)
    })
}

/// A refusal to use a prepared clause.
pub fn named(sight: Sight<'_>, card: &CardRun, why: Refusal) -> Refusal {
    if sight.state.used.contains(card.source, card.clause) {
        return Refusal::new(why.rule, "It has been used as often as it may be.");
    }
    Refusal {
        lack: Some(Lack {
            source: card.source,
            clause: card.clause,
            at: follow::stuck(sight, card),
        }),
        ..why
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{Trial, YOU};

    const WHY: Refusal = Refusal::new(gloryhex_model::Rule::SequenceCannot, "Pick another.");

    #[test]
    fn a_refusal_names_the_step_that_cannot_be_followed() {
        let trial = Trial::ploy("spend 1 gain 2");
        let source = trial.card().source;
        let told = gambit(trial.sight(), source, FighterId::NONE, WHY).lack;
        let told = told.expect("the card lacks something");
        assert_eq!((told.source, told.clause, told.at), (source, 0, Some(0)));
    }

    #[test]
    fn what_is_no_card_is_refused_as_it_was() {
        let trial = Trial::ploy("gain 1");
        let nowhere = Source {
            seat: YOU,
            slot: 60,
        };
        assert_eq!(gambit(trial.sight(), nowhere, FighterId::NONE, WHY), WHY);
    }
}

//! What stands against a card that its player would like to use. Asked only to explain a refusal.

use super::{follow, listeners::moment::Moment, offer::prepared};
use crate::{
    card_run::CardRun,
    choice::Choice,
    effect::Source,
    refusal::{Lack, Refusal},
    run::Sight,
};
use gloryhex_cardlang::{CardKind, Role};
use gloryhex_model::{FighterId, Seat};

/// A refusal of a gambit, naming what it waits for.
pub fn gambit(sight: Sight<'_>, source: Source, caster: FighterId, why: Refusal) -> Refusal {
    let code = sight.table.code(source);
    let clauses = code.iter().flat_map(|code| code.clauses.iter().enumerate());
    let mut plays = clauses.filter(|(_, clause)| clause.effect == 0 && clause.role == Role::Play);
    let Some((ix, clause)) = plays.next() else {
        return why;
    };
    let spell = code.is_some_and(|code| code.kind == CardKind::Spell);
    let me = if spell { caster } else { FighterId::NONE };
    let card = prepared(source, me, ix, clause, CardRun::FROM_HAND);
    named(sight, &card, why)
}

/// A refusal of a reaction, naming what it waits for.
pub fn reaction(
    sight: Sight<'_>,
    moment: &Moment,
    seat: Seat,
    choice: Choice,
    why: Refusal,
) -> Refusal {
    let source = Source {
        seat,
        slot: choice.a,
    };
    let code = sight.table.code(source);
    let clauses = code.iter().flat_map(|code| code.clauses.iter().enumerate());
    let waiting = clauses.filter_map(|(ix, clause)| match clause.role {
        Role::React { trigger, .. } if clause.effect == 0 => moment
            .reactions()
            .any(|each| each == trigger)
            .then_some((ix, clause, trigger)),
        _ => None,
    });
    let Some((ix, clause, trigger)) =
        waiting.min_by_key(|(ix, ..)| usize::from(*ix != usize::from(choice.c)))
    else {
        return why;
    };
    let me = match super::statics::fighter_of(sight, source) {
        FighterId::NONE => FighterId(choice.b),
        bearer => bearer,
    };
    let me = if me.ix() < sight.table.entrants.len() {
        me
    } else {
        FighterId::NONE
    };
    let mut card = prepared(source, me, ix, clause, CardRun::REACTION);
    card.slots = moment.slots(trigger);
    named(sight, &card, why)
}

/// A refusal of an action of a fighter or its upgrades.
pub fn action(sight: Sight<'_>, choice: Choice, why: Refusal) -> Refusal {
    let source = Source {
        seat: sight.table.owner(choice.fighter_a()),
        slot: choice.b,
    };
    clause(sight, source, choice.fighter_a(), choice.c, why)
}

/// A refusal of an ability that is used in the power step.
pub fn ability(sight: Sight<'_>, source: Source, ix: u8, why: Refusal) -> Refusal {
    clause(sight, source, FighterId::NONE, ix, why)
}

fn clause(sight: Sight<'_>, source: Source, me: FighterId, ix: u8, why: Refusal) -> Refusal {
    let code = sight.table.code(source);
    let clause = code.and_then(|code| code.clauses.get(usize::from(ix)));
    let Some(clause) =
        clause.filter(|c| c.effect == 0 && matches!(c.role, Role::Play | Role::Action { .. }))
    else {
        return why;
    };
    named(
        sight,
        &prepared(source, me, usize::from(ix), clause, 0),
        why,
    )
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

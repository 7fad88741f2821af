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

/// The clauses of a card that are in force while it is, with their numbers.
fn clauses(code: &CardCode) -> impl Iterator<Item = (usize, &Clause)> {
    let all = code.clauses.iter().enumerate();
    all.filter(|(_, clause)| clause.effect == 0)
}

/// A refusal of a gambit, naming what it waits for.
pub fn gambit(sight: Sight<'_>, source: Source, caster: FighterId, why: Refusal) -> Refusal {
    let code = sight.table.code(source);
    let play = code.and_then(|code| clauses(code).find(|(_, clause)| clause.role == Role::Play));
    let spell = code.is_some_and(|code| code.kind == CardKind::Spell);
    let me = if spell { caster } else { FighterId::NONE };
    play.map_or(why, |(ix, clause)| {
        let card = prepared(source, me, ix, clause, CardRun::FROM_HAND);
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
    let all = sight.table.code(source).into_iter().flat_map(clauses);
    let waiting = all.filter_map(|(ix, clause)| match clause.role {
        Role::React { trigger, .. } if moment.reactions().any(|each| each == trigger) => {
            Some((ix, clause, trigger))
        }
        _ => None,
    });
    let meant = waiting.min_by_key(|(ix, ..)| *ix != usize::from(choice.c));
    let me = match fighter_of(sight, source) {
        FighterId::NONE => FighterId(choice.b),
        bearer => bearer,
    };
    let known = me.ix() < sight.table.entrants.len();
    let me = if known { me } else { FighterId::NONE };
    meant.map_or(why, |(ix, clause, trigger)| {
        let mut card = prepared(source, me, ix, clause, CardRun::REACTION);
        card.slots = moment.slots(trigger);
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
    let mut all = sight.table.code(source).into_iter().flat_map(clauses);
    let found = all.find(|(at, _)| *at == usize::from(ix));
    let used = found.filter(|(_, c)| matches!(c.role, Role::Play | Role::Action { .. }));
    used.map_or(why, |(ix, clause)| {
        named(sight, &prepared(source, me, ix, clause, 0), why)
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

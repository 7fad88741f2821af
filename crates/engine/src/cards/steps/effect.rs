//! `effect` and `cease`: clauses of a card are in force for a time.

use super::prelude::*;
use crate::{
    cards::listeners::wear::until_of,
    effect::{Effect, Term, Until},
    ops::lasting,
};
use gloryhex_cardlang::CardFlags;

/// Puts an effect into force. One of a group takes the place of the others.
impl Step for instr::Install {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let count = amount(run, card, self.n);
        let table = run.table;
        let Some(code) = table.code(card.source) else {
            return;
        };
        if code.flags.has(CardFlags::GROUP) {
            lasting::end(run, |effect| {
                effect.source != card.source
                    && table.code(effect.source).is_some_and(|other| {
                        other.flags.has(CardFlags::GROUP) && other.labels & code.labels != 0
                    })
            });
        }
        let until = until_of(self.until);
        let count = match until {
            Until::ThisAttack => run.state.n_attacks,
            _ => count,
        };
        run.state.kinds |= table.index.kinds_of(card.source);
        cards::note_setter(table, run.state, card.source);
        run.state.effects.push(Effect {
            source: card.source,
            me: card.me,
            number: self.effect,
            term: Term::new(until, self.first),
            count,
            slots: card.slots,
            ..Effect::NONE
        });
    }
}

/// Ends the lasting effect that the card is a clause of.
impl Step for instr::Cease {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let (source, number) = (card.source, card.effect);
        lasting::end(run, |effect| {
            effect.source == source && effect.number == number
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, Trial};
    use crate::ops::stats;
    use gloryhex_model::Stat;

    #[test]
    fn a_rule_is_in_force_until_its_effect_ends() {
        let mut trial = Trial::ploy("effect round { static friends get move +2 }");
        let going = |trial: &Trial| stats::stat(trial.sight(), ASH, Stat::Move);
        assert_eq!(going(&trial), 3);
        trial.play(&[]);
        assert_eq!(going(&trial), 5);
        trial.with_run(|run| lasting::end(run, |_| true));
        assert_eq!(going(&trial), 3);
    }
}

//! `effect`, `cease` and `fade`: clauses of a card are in force for a time.

use super::prelude::*;
use crate::{
    effect::{Effect, Term, Until},
    ops::lasting,
};
use gloryhex_cardlang::CardFlags;

/// Puts an effect into force. One of a group takes the place of the others.
impl Step for instr::Install {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let count = match self.until {
            Until::Attack => run.state.n_attacks,
            _ => amount(run, card, self.n),
        };
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
        run.state.kinds |= table.index.kinds_of(card.source);
        cards::note_setter(table, run.state, card.source);
        run.state.effects.push(Effect {
            source: card.source,
            me: card.me,
            number: self.effect,
            term: Term::new(self.until, self.first),
            count,
            slots: card.slots,
            ..Effect::NONE
        });
    }
}

/// Ends all effects of a card that last; the card is discarded with the last of them.
impl Step for instr::EndEffects {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(source) = card_of(value_of(card, self.card)) {
            lasting::end(run, |effect| effect.source == source);
        }
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
    fn all_effects_of_a_card_fade() {
        let lasting = "effect round { static friends get move +2 } effect game { static friends get wounds +1 }";
        let mut trial = Trial::ploy(lasting);
        trial.play(&[]);
        assert_eq!(trial.game.state.effects.iter().count(), 2);
        let mut trial = Trial::ploy(&format!("{lasting} fade this"));
        trial.play(&[]);
        assert!(trial.game.state.effects.is_empty());
    }

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

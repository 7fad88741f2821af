//! Every clause at the table that waits for a moment, by moment, with what it asks of what the moment is
//! about. One short list says whether a window need be opened at all. Lasting effects are not listed.

use crate::{
    cards::{form::Forms, gate::Gate},
    effect::Source,
};
use gloryhex_cardlang::{CardCode, Role, Source as From};
use gloryhex_model::Trigger;

/// How a clause waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It happens of itself, on a card in play.
    Auto,
    /// It is played from the hand.
    Hand,
    /// It is used, on a card in play.
    Play,
}

/// A clause that waits for a moment.
#[derive(Clone, Copy, Debug)]
pub struct Waiter {
    /// The card.
    pub source: Source,
    /// The clause.
    pub clause: u8,
    /// How it waits.
    pub way: Way,
    /// It is no reaction in the sense of the rules.
    pub free: bool,
    pub(in crate::cards) gate: Gate,
}

/// Clauses by the moment they wait for.
#[derive(Clone, Debug)]
pub struct Waiting([Vec<Waiter>; Trigger::COUNT]);

impl Default for Waiting {
    fn default() -> Self {
        Waiting(std::array::from_fn(|_| Vec::new()))
    }
}

impl Waiting {
    /// The clauses that wait for a moment.
    #[inline]
    pub fn at(&self, trigger: Trigger) -> &[Waiter] {
        &self.0[trigger.ix()]
    }
    /// Notes the clauses of a card.
    pub(super) fn enter(&mut self, code: &CardCode, forms: &Forms, source: Source) {
        for (ix, clause) in code.clauses.iter().enumerate() {
            let (trigger, way, free) = match clause.role {
                Role::Auto(trigger) | Role::Break(trigger) => (trigger, Way::Auto, false),
                Role::React {
                    trigger,
                    from: From::Hand,
                    free,
                } if source.slot < 64 => (trigger, Way::Hand, free),
                Role::React { trigger, free, .. } => (trigger, Way::Play, free),
                _ => continue,
            };
            if clause.effect > 0 {
                continue;
            }
            let root = forms.root(clause.when, 0, false);
            self.0[trigger.ix()].push(Waiter {
                source,
                clause: ix as u8,
                way,
                free,
                gate: root.map_or(Gate::Open, |root| root.gate),
            });
        }
    }
}

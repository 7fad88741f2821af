//! The static rules of cards, so that those of a kind are found without reading the others.

use super::Kind;
use gloryhex_cardlang::{CardCode, Role};

/// One static rule of a card.
#[derive(Clone, Copy, Debug)]
struct Entry {
    kind: u8,
    effect: u8,
    clause: u8,
}

/// The static rules of one card.
#[derive(Clone, Debug, Default)]
pub struct Rules(Vec<Entry>);

impl Rules {
    /// The static rules of a card.
    pub fn of(code: &CardCode) -> Rules {
        let clauses = code.clauses.iter().enumerate();
        let rules = clauses.filter_map(|(ix, clause)| match clause.role {
            Role::Static(rule) => Some(Entry {
                kind: Kind::of(rule.what).0,
                effect: clause.effect,
                clause: ix as u8,
            }),
            _ => None,
        });
        Rules(rules.collect())
    }
    /// The clauses with a rule of a kind that belong to one of the card's effects, or to none (0).
    #[inline(always)]
    pub fn clauses(&self, kind: Kind, effect: u8) -> impl Iterator<Item = usize> + '_ {
        let fits = move |entry: &&Entry| (entry.kind ^ kind.0 | entry.effect ^ effect) == 0;
        let found = self.0.iter().filter(fits);
        found.map(|entry| usize::from(entry.clause))
    }
}

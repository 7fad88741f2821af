//! Inspiration that all fighters of a warband have in common, asked of all of them at once.

use super::{Holding, Index};
use crate::{
    cards::{
        form::{Arg, Forms},
        gate::Gate,
    },
    effect::Source,
};
use gloryhex_cardlang::{CardCode, Catalog, Expr, Op, Role};
use gloryhex_model::Trigger;

/// A clause that turns a fighter card.
#[derive(Clone, Copy, Debug)]
pub struct Turning {
    /// The slot of its card.
    pub slot: u8,
    /// Which of its clauses it is.
    pub clause: u8,
    pub(in crate::cards) gate: Gate,
}

impl Turning {
    /// Puts it into its place.
    pub(super) fn insert(self, list: &mut Vec<Turning>) {
        let before = |other: &Turning| (other.slot, other.clause) < (self.slot, self.clause);
        list.insert(list.partition_point(before), self);
    }
}

/// One condition for all, with the fighter as the element under test.
#[derive(Clone, Debug)]
pub struct Common {
    pub(in crate::cards) forms: Forms,
    pub(in crate::cards) root: Arg,
}

impl Index {
    /// Notes which inspiration is the same on all fighter cards of a seat that wait for its moment.
    pub fn note_common(&mut self, catalog: &Catalog) {
        for (cards, holding) in self.cards.iter().zip(&mut self.holdings) {
            for at in Trigger::ALL {
                let codes = super::bits(holding.inspire[at.ix()]).map(|slot| {
                    let own = (Source::FIGHTERS..Source::WARSCROLL).contains(&slot);
                    own.then(|| catalog.code(cards[slot as usize]))
                });
                holding.common[at.ix()] = common(codes, Some(at));
            }
            let codes = super::bits(holding.always).map(|slot| {
                let own = (Source::FIGHTERS..Source::WARSCROLL).contains(&slot);
                own.then(|| catalog.code(cards[slot as usize]))
            });
            holding.always_common = common(codes, None);
        }
    }
}

fn common<'a>(
    codes: impl Iterator<Item = Option<&'a CardCode>>,
    at: Option<Trigger>,
) -> Option<Box<Common>> {
    let mut all: Option<&[Op]> = None;
    for code in codes {
        let code = code?;
        let ops = code.expr(only_one(code, at)?);
        if ops.is_empty() || all.is_some_and(|others| others != ops) {
            return None;
        }
        all = Some(ops);
    }
    let ops = all?.iter().map(|op| match *op {
        Op::Me => Some(Op::It(0)),
        Op::It(nth) => Some(Op::It(nth + 1)),
        // What an attack is like may depend on whose ability asks.
        Op::This | Op::Attack(_) => None,
        op => Some(op),
    });
    let ops = ops.collect::<Option<Vec<Op>>>()?;
    let (forms, root) = Forms::single(&ops, 1, true);
    Some(Box::new(Common { forms, root }))
}

/// The condition of the only clause that turns the card at a moment, or at any time, if it makes the fighter
/// Inspired.
fn only_one(code: &CardCode, at: Option<Trigger>) -> Option<Expr> {
    let mut turning = code.clauses.iter().filter(|clause| match clause.role {
        Role::Inspire(when) | Role::Uninspire(when) => when == at && clause.effect == 0,
        _ => false,
    });
    let first = turning.next()?;
    let alone = turning.next().is_none() && matches!(first.role, Role::Inspire(_));
    alone.then_some(first.when)
}

impl Holding {
    /// The condition of all inspiration at a moment, if it is one and the same.
    #[inline]
    pub fn common(&self, at: Trigger) -> Option<&Common> {
        self.common[at.ix()].as_deref()
    }
    /// The condition of all inspiration without a moment of its own, if it is one and the same.
    #[inline]
    pub fn always_common(&self) -> Option<&Common> {
        self.always_common.as_deref()
    }
}

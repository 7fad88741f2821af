//! Inspiration that all fighters of a warband have in common, asked of all of them at once.

use super::{Holding, Index};
use crate::{cards::Guard, effect::Source};
use gloryhex_cardlang::{
    CardCode, Catalog, Expr, Program, Role,
    program::{
        Form, Passes,
        ir::{ITS_AT, ME, THIS, YOU},
        make::renamed,
    },
};
use gloryhex_model::Trigger;

/// A clause that turns a fighter card.
#[derive(Clone, Copy, Debug)]
pub struct Turning {
    /// The slot of its card.
    pub slot: u8,
    /// Which of its clauses it is.
    pub clause: u8,
    pub(in crate::cards) guard: Guard,
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
    pub(in crate::cards) program: Program,
    pub(in crate::cards) when: Expr,
    /// Whether nothing else turns any of them then.
    pub alone: bool,
}

impl Index {
    /// Notes which inspiration is the same on all fighter cards of a seat that wait for its moment.
    pub fn note_common(&mut self, catalog: &Catalog) {
        for (cards, holding) in self.cards.iter().zip(&mut self.holdings) {
            let cards = &cards.0;
            for at in Trigger::ALL {
                let codes = super::bits(holding.inspire[at.ix()]).map(|slot| {
                    let own = (Source::FIGHTERS..Source::WARSCROLL).contains(&slot);
                    own.then(|| catalog.code(cards[slot as usize]))
                });
                let all = common(codes, Some(at));
                let code = |slot: u8| catalog.code(cards[usize::from(slot)]);
                holding.common[at.ix()] = all.or_else(|| shared(holding, code, at));
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
    let mut all = None;
    for code in codes {
        let code = code?;
        let own = of_any(code, only_one(code, at)?)?;
        if all.is_some_and(|others| others != own) {
            return None;
        }
        all = Some(own);
    }
    asked_of_any(all?, true)
}

/// The condition of a card with its fighter as the element under test, if there is one.
fn of_any(code: &CardCode, when: Expr) -> Option<Program> {
    renamed(&code.program, when, |place| match place {
        ME => ITS_AT,
        place if (ITS_AT..YOU).contains(&place) => place + 1,
        place => place,
    })
}

fn asked_of_any(program: Program, alone: bool) -> Option<Box<Common>> {
    let when = Expr::FIRST;
    // What an attack is like may depend on whose ability asks.
    let own = program.reads(when, |place| place == THIS)
        || program.has(when, |form| matches!(form, Form::Attack(_)));
    (!own).then(|| {
        Box::new(Common {
            program: program.after(Passes::ALL),
            when,
            alone,
        })
    })
}

/// One of several conditions that all fighter cards which wait for a moment have in common. It is no longer
/// among the clauses that are looked at one by one. Only where nobody is turned back: all that can happen then
/// is that fighters become due, in whatever order.
fn shared<'a>(
    holding: &mut Holding,
    code: impl Fn(u8) -> &'a CardCode,
    at: Trigger,
) -> Option<Box<Common>> {
    let list = &mut holding.turning[at.ix()];
    let clause = |way: &Turning| &code(way.slot).clauses[usize::from(way.clause)];
    let asked = |way: &Turning| of_any(code(way.slot), clause(way).when);
    let plain = list.iter().all(|way| {
        let own = (Source::FIGHTERS..Source::WARSCROLL).contains(&way.slot);
        own && clause(way).effect == 0 && matches!(clause(way).role, Role::Inspire(_))
    });
    if !plain {
        return None;
    }
    let slots = holding.inspire[at.ix()];
    let on_all = |way: &&Turning| {
        let alike = |slot: u8| {
            let mut ways = list.iter().filter(|other| other.slot == slot);
            ways.any(|other| asked(other) == asked(way))
        };
        // What is said of one fighter alone need not be asked of all.
        !matches!(way.guard, Guard::Me(_))
            && !clause(way).when.is_yes()
            && super::bits(slots).all(alike)
    };
    let same = asked(list.iter().find(on_all)?);
    let others = list.iter().filter(|way| asked(way) != same).count();
    let common = asked_of_any(same.clone()?, others == 0)?;
    list.retain(|way| asked(way) != same);
    Some(common)
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

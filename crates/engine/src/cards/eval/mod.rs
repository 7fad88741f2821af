//! Conditions and amounts worked out: the only place that does so. It reads the game and never changes it.
//!
//! One value at a time is worked out in [`scalar`], a condition on many elements at once in [`set`]. What a property
//! or a fact means is in [`props`] and [`facts`], what a quantifier ranges over in [`domain`]. What is worked out is the
//! form that `gloryhex_cardlang::program` has made of a card's conditions and amounts.

pub mod domain;
pub mod facts;
mod groups;
pub mod props;
mod scalar;
mod set;

use crate::{attack::Attack, card_run::CardRun, effect::Source, run::Sight};
use domain::{Elements, card_number};
use gloryhex_cardlang::{
    CardCode, Domain, Formula, NOBODY, Program, Slots,
    program::{
        ir::{ATTACKER, ITS_AT, ME, TARGET, THIS, YOU},
        words::MAX_NEST,
    },
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::FighterId;

/// Elements under test: quantifiers, and up to two given from outside.
const ITS: usize = MAX_NEST + 2;
/// Room for bound values: slots, elements under test, and the fixed things of the card.
const BOUND: usize = 32;
/// Bound values, each at its place.
type Bound = [i16; BOUND];

/// Where an expression is worked out: the card, its owner and fighter, and what is bound.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The game.
    pub sight: Sight<'a>,
    /// The card.
    pub code: &'a CardCode,
    /// Its conditions and amounts.
    program: &'a Program,
    /// Where the card is; its seat is 'you'.
    pub source: Source,
    /// The bearer, caster or fighter whose ability it is.
    pub me: FighterId,
    /// Bound values.
    pub slots: Slots,
    /// The attack that attack facts speak of.
    pub attack: Option<&'a Attack>,
    /// The card's own dice, chain and choices, while it is being resolved.
    pub card: Option<&'a CardRun>,
    /// Kinds of static rule being worked out: asked again they give the printed answer. The two highest
    /// bits say that the fighter in question is taken to be moving or charging.
    pub busy: u64,
    /// The fighter in question.
    pub about: FighterId,
    its: [i16; ITS],
}

impl<'a> Context<'a> {
    /// A context with nothing bound.
    pub fn new(sight: Sight<'a>, source: Source, me: FighterId) -> Option<Context<'a>> {
        let code = sight.table.code(source)?;
        Some(Context {
            sight,
            code,
            program: &code.program,
            source,
            me,
            slots: [NOBODY; 8],
            attack: sight.state.attack(),
            card: None,
            busy: 0,
            about: FighterId::NONE,
            its: [NOBODY; ITS],
        })
    }
    /// Binds a first element under test.
    pub fn bind_first(&mut self, it: i16) {
        self.its[0] = it;
    }
    /// With a first element under test.
    #[must_use]
    pub fn with(mut self, it: i16) -> Context<'a> {
        self.bind_first(it);
        self
    }
    /// With a second element under test.
    #[must_use]
    pub fn and(mut self, it: i16) -> Context<'a> {
        self.its[1] = it;
        self
    }
    /// Whether a condition holds.
    #[inline]
    pub fn holds(&self, expr: Formula) -> bool {
        self.value_or(expr, 1) != 0
    }
    /// The value of an expression; 0 if it gives none.
    #[inline]
    pub fn value(&self, expr: Formula) -> i16 {
        self.value_or(expr, 0)
    }
    /// The value of an expression, or another value where the expression is empty.
    #[inline]
    pub fn value_or(&self, expr: Formula, otherwise: i16) -> i16 {
        let root = self.program.root(expr);
        root.map_or(otherwise, |root| self.arg(root.arg, &mut self.bound()))
    }
    /// The values that operands are looked up in.
    #[inline]
    fn bound(&self) -> Bound {
        let mut bound = [NOBODY; BOUND];
        bound[..8].copy_from_slice(&self.slots);
        bound[usize::from(ITS_AT)..][..ITS].copy_from_slice(&self.its);
        bound[usize::from(YOU)] = i16::from(self.source.seat.0);
        bound[usize::from(ME)] = number_of(self.me);
        bound[usize::from(THIS)] = card_number(self.source);
        if let Some(attack) = self.attack {
            bound[usize::from(ATTACKER)] = number_of(attack.attacker);
            bound[usize::from(TARGET)] = number_of(attack.target);
        }
        bound
    }
    /// The elements of a set that satisfy a condition on the last element given.
    fn which(&self, mut among: Elements, filter: Formula) -> Elements {
        if let Some(root) = self.program.root(filter) {
            let lane = ITS_AT + root.depth.max(1) - 1;
            self.retain(root.arg, &mut among, &mut self.bound(), lane);
        }
        among
    }
    /// The hexes of a set that satisfy a condition on the last element given.
    pub fn hexes_which(&self, among: HexSet, filter: Formula) -> HexSet {
        self.which(Elements::hexes(among), filter).as_hexes()
    }
    /// The elements of a domain that satisfy a condition on the last element given.
    pub fn elements(&self, over: Domain, of: i16, filter: Formula) -> Elements {
        self.which(Elements::of(self, over, of), filter)
    }
}

/// A fighter as a number of the card language.
pub fn number_of(fighter: FighterId) -> i16 {
    if fighter.is_some() {
        i16::from(fighter.0)
    } else {
        NOBODY
    }
}

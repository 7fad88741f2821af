//! The expression evaluator: a stack machine over `i16` that reads the game and never changes it.
//!
//! What a property or a fact means is in [`super::props`]; this file only knows the machine.

use super::{
    domain::{Elements, card_number, card_of, fighter_of, fighters, seat_of},
    lanes::{At, Fighters, Lanes},
    props,
};
use crate::{attack::Attack, card_run::CardRun, effect::Source, run::Sight};
use gloryhex_cardlang::{
    CardCode, Domain, Expr, Op, Quant, Slots,
    op::{MAX_NEST, NOBODY},
    verify::{MAX_STACK, is_fighters},
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::FighterId;

/// Elements under test: quantifiers, and up to two given from outside.
pub(super) const ITS: usize = MAX_NEST + 2;

/// Where an expression is evaluated: the card, its owner and fighter, and what is bound.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The game.
    pub sight: Sight<'a>,
    /// The card.
    pub code: &'a CardCode,
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
    it: [i16; ITS],
    depth: usize,
}

impl<'a> Context<'a> {
    /// A context with nothing bound.
    pub fn new(sight: Sight<'a>, source: Source, me: FighterId) -> Option<Context<'a>> {
        let code = sight.table.code(source)?;
        Some(Context {
            sight,
            code,
            source,
            me,
            slots: [NOBODY; 8],
            attack: sight.state.attack(),
            card: None,
            busy: 0,
            about: FighterId::NONE,
            it: [NOBODY; ITS],
            depth: 0,
        })
    }
    /// With one element under test, `It(0)`.
    #[must_use]
    pub fn with(mut self, it: i16) -> Context<'a> {
        self.it[0] = it;
        self.depth = 1;
        self
    }
    /// With a second element under test, `It(1)`.
    #[must_use]
    pub fn and(mut self, it: i16) -> Context<'a> {
        self.it[1] = it;
        self.depth = 2;
        self
    }
    /// Whether a condition holds.
    #[inline]
    pub fn holds(&self, expr: Expr) -> bool {
        expr.is_yes() || self.value(expr) != 0
    }
    /// The value of an expression; 0 if it gives none.
    pub fn value(&self, expr: Expr) -> i16 {
        let mut it = self.it;
        self.compute(self.code.expr(expr), &mut it, self.depth)
            .unwrap_or(0)
    }
    /// The value of an expression, or another value where the expression is empty.
    pub fn value_or(&self, expr: Expr, otherwise: i16) -> i16 {
        if expr.is_yes() {
            otherwise
        } else {
            self.value(expr)
        }
    }

    /// Runs operations; `None` if [`Op::Only`] passed over the element or nothing was left.
    pub(super) fn compute(&self, ops: &[Op], it: &mut [i16; ITS], depth: usize) -> Option<i16> {
        let mut operands = Stack::default();
        let stack = &mut operands;
        let mut ix = 0;
        while let Some(op) = ops.get(ix) {
            ix += 1;
            match *op {
                Op::Const(n) => stack.push(n),
                Op::Slot(slot) => stack.push(self.slots[slot as usize & 7]),
                Op::It(n) => stack.push(it.get(n as usize).copied().unwrap_or(NOBODY)),
                Op::You => stack.push(i16::from(self.source.seat.0)),
                Op::Me => stack.push(number_of(self.me)),
                Op::This => stack.push(card_number(self.source)),
                Op::Attacker => {
                    stack.push(self.attack.map_or(NOBODY, |a| number_of(a.attacker)));
                }
                Op::Target => stack.push(self.attack.map_or(NOBODY, |a| number_of(a.target))),
                Op::Not => {
                    let a = stack.pop();
                    stack.push(i16::from(a == 0));
                }
                Op::AndThen(len) => {
                    if stack.top() == 0 {
                        ix += len as usize;
                    } else {
                        stack.pop();
                    }
                }
                Op::OrElse(len) => {
                    if stack.top() != 0 {
                        ix += len as usize;
                    } else {
                        stack.pop();
                    }
                }
                Op::Add => stack.two(|a, b| a.saturating_add(b)),
                Op::Sub => stack.two(|a, b| a.saturating_sub(b)),
                Op::Mul => stack.two(|a, b| a.saturating_mul(b)),
                Op::Min => stack.two(i16::min),
                Op::Max => stack.two(i16::max),
                Op::Eq => stack.two(|a, b| i16::from(a == b)),
                Op::Ne => stack.two(|a, b| i16::from(a != b)),
                Op::Lt => stack.two(|a, b| i16::from(a < b)),
                Op::Le => stack.two(|a, b| i16::from(a <= b)),
                Op::Gt => stack.two(|a, b| i16::from(a > b)),
                Op::Ge => stack.two(|a, b| i16::from(a >= b)),
                Op::Pick => {
                    let (c, b, a) = (stack.pop(), stack.pop(), stack.pop());
                    stack.push(if a != 0 { b } else { c });
                }
                Op::Only => {
                    if stack.pop() == 0 {
                        return None;
                    }
                }
                Op::Quant { what, over, len } => {
                    let of = if over.of_something() {
                        stack.pop()
                    } else {
                        NOBODY
                    };
                    let inner = &ops[ix..(ix + len as usize).min(ops.len())];
                    ix += len as usize;
                    stack.push(self.quantify(what, over, of, inner, it, depth));
                }
                Op::Fighter(prop) => {
                    let fighter = fighter_of(self, stack.pop());
                    stack.push(fighter.map_or(0, |f| props::fighter(self, f, prop)));
                }
                Op::Named(name) => {
                    let fighter = fighter_of(self, stack.pop());
                    let named = fighter.is_some_and(|f| {
                        let number = self.sight.table.entrant(f).number;
                        self.sight.table.catalog.answers(number, name)
                    });
                    stack.push(i16::from(named));
                }
                Op::Token(prop) => {
                    let ix = stack.pop();
                    let n = self.sight.state.features.len() as i16;
                    let known = (0..n).contains(&ix);
                    stack.push(if known {
                        props::token(self, ix as usize, prop)
                    } else {
                        0
                    });
                }
                Op::Hex(prop) => {
                    let hex = props::hex_of(self, stack.pop());
                    stack.push(hex.map_or(0, |hex| props::hex(self, hex, prop)));
                }
                Op::Card(prop) => {
                    let card = card_of(stack.pop());
                    stack.push(card.map_or(0, |card| props::card(self, card, prop)));
                }
                Op::Seat(prop) => {
                    let seat = seat_of(self, stack.pop());
                    stack.push(seat.map_or(0, |seat| props::seat(self, seat, prop)));
                }
                Op::Distance => {
                    stack.two(
                        |a, b| match (props::hex_of(self, a), props::hex_of(self, b)) {
                            (Some(a), Some(b)) => i16::from(self.sight.grid.distance(a, b)),
                            _ => 999,
                        },
                    );
                }
                Op::Sees => {
                    stack.two(
                        |a, b| match (props::hex_of(self, a), props::hex_of(self, b)) {
                            (Some(a), Some(b)) => i16::from(props::sees(self, a, b)),
                            _ => 0,
                        },
                    );
                }
                Op::SameTerritory => {
                    stack.two(
                        |a, b| match (props::hex_of(self, a), props::hex_of(self, b)) {
                            (Some(a), Some(b)) => i16::from(props::same_territory(self, a, b)),
                            _ => 0,
                        },
                    );
                }
                Op::Reaches => {
                    stack.two(|a, b| match (fighter_of(self, a), fighter_of(self, b)) {
                        (Some(a), Some(b)) => i16::from(props::reaches(self, a, b)),
                        _ => 0,
                    });
                }
                Op::Companion => {
                    stack.two(|a, b| match (fighter_of(self, a), fighter_of(self, b)) {
                        (Some(a), Some(b)) => i16::from(props::companions(self, a, b)),
                        _ => 0,
                    });
                }
                Op::Attack(fact) => stack.push(props::attack(self, fact)),
                Op::AttackFaces(set) => {
                    let n = self.attack.map_or(0, |a| a.attack_roll.count_in(set));
                    stack.push(i16::from(n));
                }
                Op::DefenceFaces(set) => {
                    let n = self.attack.map_or(0, |a| a.defence_roll.count_in(set));
                    stack.push(i16::from(n));
                }
                Op::Rolled(set) => {
                    let n = self.card.map_or(0, |card| card.roll().count_in(set));
                    stack.push(i16::from(n));
                }
                Op::Game(fact) => stack.push(props::game(self, fact)),
                Op::InChain => {
                    let hex = props::hex_of(self, stack.pop());
                    let lies = hex
                        .is_some_and(|hex| self.card.is_some_and(|card| card.chain.contains(&hex)));
                    stack.push(i16::from(lies));
                }
            }
        }
        stack.last()
    }

    fn quantify(
        &self,
        what: Quant,
        over: Domain,
        of: i16,
        inner: &[Op],
        it: &mut [i16; ITS],
        depth: usize,
    ) -> i16 {
        if is_fighters(over) {
            let among = Fighters(fighters(self.sight, self.source.seat, over));
            return self.quantify_set(what, among, inner, it, depth);
        }
        if over == Domain::Hexes {
            return self.quantify_set(what, self.sight.grid.all(), inner, it, depth);
        }
        let mut answer = Answer::new(what);
        let place = depth.min(ITS - 1);
        let outer = it[place];
        for element in Elements::of(self, over, of) {
            it[place] = element;
            let value = if inner.is_empty() {
                Some(1)
            } else {
                self.compute(inner, it, depth + 1)
            };
            if value.is_some_and(|value| answer.take(value)) {
                break;
            }
        }
        it[place] = outer;
        answer.value
    }

    fn quantify_set<L: Lanes>(
        &self,
        what: Quant,
        among: L,
        inner: &[Op],
        it: &mut [i16; ITS],
        depth: usize,
    ) -> i16 {
        let at = At::next(depth);
        let (base, inner) = match only(inner) {
            Some(end) => (self.select(&inner[..end], among, it, at), &inner[end + 1..]),
            None => (among, inner),
        };
        match what {
            Quant::Count => self.select(inner, base, it, at).len(),
            Quant::Any => i16::from(!self.select(inner, base, it, at).is_empty()),
            Quant::All => i16::from(base.minus(self.select(inner, base, it, at)).is_empty()),
            Quant::Sum | Quant::Max | Quant::Min => {
                let mut answer = Answer::new(what);
                let place = depth.min(ITS - 1);
                let outer = it[place];
                base.keep(|element| {
                    it[place] = element;
                    if let Some(value) = self.compute(inner, it, depth + 1) {
                        answer.take(value);
                    }
                    false
                });
                it[place] = outer;
                answer.value
            }
        }
    }

    /// The fighters of a set who satisfy a condition on the next element.
    #[inline]
    pub fn fighters_who(&self, among: u32, filter: Expr) -> u32 {
        if filter.is_yes() {
            return among;
        }
        let mut it = self.it;
        let ops = self.code.expr(filter);
        self.select(ops, Fighters(among), &mut it, At::next(self.depth))
            .0
    }
    /// The hexes of a set that satisfy a condition on the next element.
    #[inline]
    pub fn hexes_which(&self, among: HexSet, filter: Expr) -> HexSet {
        if filter.is_yes() {
            return among;
        }
        let mut it = self.it;
        self.select(self.code.expr(filter), among, &mut it, At::next(self.depth))
    }
    /// The elements of a domain that satisfy a condition on the next element.
    pub fn elements(&self, over: Domain, of: i16, filter: Expr) -> Elements {
        if is_fighters(over) {
            let among = fighters(self.sight, self.source.seat, over);
            return Elements::mask(u64::from(self.fighters_who(among, filter)), 0);
        }
        if over == Domain::Hexes {
            return Elements::hexes(self.hexes_which(self.sight.grid.all(), filter));
        }
        let mut all = Elements::of(self, over, of);
        if !filter.is_yes() {
            all.retain(|element| {
                let mut it = self.it;
                it[self.depth.min(ITS - 1)] = element;
                let value = self.compute(self.code.expr(filter), &mut it, self.depth + 1);
                value.is_some_and(|value| value != 0)
            });
        }
        all
    }
}

/// Where the condition of a quantifier with one ends, if it has one.
fn only(inner: &[Op]) -> Option<usize> {
    let mut ix = 0;
    while let Some(op) = inner.get(ix) {
        match op {
            Op::Only => return Some(ix),
            Op::Quant { len, .. } => ix += *len as usize,
            _ => {}
        }
        ix += 1;
    }
    None
}

/// What a quantifier has found so far.
struct Answer {
    what: Quant,
    value: i16,
}

impl Answer {
    fn new(what: Quant) -> Answer {
        let value = match what {
            Quant::Count | Quant::Any | Quant::Sum => 0,
            Quant::All => 1,
            Quant::Max => -1,
            Quant::Min => 999,
        };
        Answer { what, value }
    }
    /// Takes the value of one element; says whether the answer is known.
    fn take(&mut self, value: i16) -> bool {
        match self.what {
            Quant::Count => self.value += i16::from(value != 0),
            Quant::Sum => self.value = self.value.saturating_add(value),
            Quant::Max => self.value = self.value.max(value),
            Quant::Min => self.value = self.value.min(value),
            Quant::Any if value != 0 => {
                self.value = 1;
                return true;
            }
            Quant::All if value == 0 => {
                self.value = 0;
                return true;
            }
            Quant::Any | Quant::All => {}
        }
        false
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

/// Operands. Checked code never overflows; a slip gives 0 instead of a crash.
struct Stack {
    values: [i16; MAX_STACK],
    len: usize,
}

impl Default for Stack {
    #[inline]
    fn default() -> Self {
        Stack {
            values: [0; MAX_STACK],
            len: 0,
        }
    }
}

impl Stack {
    #[inline]
    fn push(&mut self, value: i16) {
        if let Some(slot) = self.values.get_mut(self.len) {
            *slot = value;
            self.len += 1;
        }
    }
    #[inline]
    fn pop(&mut self) -> i16 {
        let Some(below) = self.len.checked_sub(1) else {
            return 0;
        };
        self.len = below;
        self.values[below & (MAX_STACK - 1)]
    }
    #[inline]
    fn top(&self) -> i16 {
        self.last().unwrap_or(0)
    }
    #[inline]
    fn last(&self) -> Option<i16> {
        let top = self.len.checked_sub(1)?;
        Some(self.values[top & (MAX_STACK - 1)])
    }
    #[inline]
    fn two(&mut self, of: impl FnOnce(i16, i16) -> i16) {
        let b = self.pop();
        let a = self.pop();
        self.push(of(a, b));
    }
}

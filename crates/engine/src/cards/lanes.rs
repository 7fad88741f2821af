//! One condition asked of many fighters or hexes at once, with sets instead of numbers.
//!
//! The operations are those of the stack machine in [`super::eval`]. What does not depend on the element
//! under test is worked out once; yes-or-no properties of the element become sets; anything else is
//! left to the machine, element by element.

use super::{
    domain::{self, Elements},
    eval::{Context, ITS, number_of},
    props,
};
use crate::{ops::field, state::Fighter};
use gloryhex_cardlang::{
    Domain, HexProp, Op, Prop, Quant, Region, op::NOBODY, verify::is_fighters,
};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::FighterId;

/// Values at hand at a time; longer expressions are left to the machine.
const CELLS: usize = 6;

/// A set of elements of one domain.
pub trait Lanes: Copy {
    /// Nothing.
    const EMPTY: Self;
    /// Whether there are so many elements that other domains are better looked at one by one.
    const MANY: bool;
    /// One element.
    fn single(element: i16) -> Self;
    /// In both.
    fn and(self, other: Self) -> Self;
    /// In either.
    fn or(self, other: Self) -> Self;
    /// In this one only.
    fn minus(self, other: Self) -> Self;
    /// How many.
    fn len(self) -> i16;
    /// Whether nothing is in it.
    fn is_empty(self) -> bool;
    /// The elements that satisfy a test.
    fn keep(self, test: impl FnMut(i16) -> bool) -> Self;
    /// What an operation makes of the element under test, if that is known for all at once.
    fn of_it(context: &Context<'_>, op: Op, among: Self) -> Option<Cell<Self>>;
    /// The elements whose number compares as asked.
    fn numbered(context: &Context<'_>, among: Self, prop: Prop, op: Op, n: i16) -> Self;
    /// The elements that stand to something as an operation asks; `first` if they come first.
    fn beside(context: &Context<'_>, among: Self, op: Op, other: i16, first: bool) -> Option<Self>;
    /// The elements whose distance to a hex compares as asked.
    fn near(context: &Context<'_>, among: Self, hex: i16, op: Op, n: i16) -> Self;
}

/// Where the element under test is kept, and where the first of a quantifier inside would be.
#[derive(Clone, Copy)]
pub struct At {
    /// The element under test is `It(lane)`.
    pub lane: usize,
    /// The next free one.
    pub depth: usize,
}

impl At {
    /// The element under test is the next one.
    pub fn next(depth: usize) -> At {
        At {
            lane: depth,
            depth: depth + 1,
        }
    }
}

/// A value on the stack, for all elements at once.
#[derive(Clone, Copy)]
pub enum Cell<L> {
    /// The element itself.
    It,
    /// The hex of the element.
    ItsHex,
    /// The same number for every element.
    Same(i16),
    /// 1 for the elements of the set, 0 for the others.
    Set(L),
    /// How far it is to this hex.
    Far(i16),
    /// A number that each element has.
    Num(Prop),
    /// Left to the machine.
    Rest,
}

/// Fighters, as bits of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighters(pub u32);

/// A comparison.
fn compare(op: Op, a: i16, b: i16) -> bool {
    match op {
        Op::Eq => a == b,
        Op::Ne => a != b,
        Op::Lt => a < b,
        Op::Le => a <= b,
        Op::Gt => a > b,
        _ => a >= b,
    }
}

/// The same comparison with its sides swapped.
fn mirrored(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Le => Op::Ge,
        Op::Gt => Op::Lt,
        Op::Ge => Op::Le,
        other => other,
    }
}

impl Lanes for Fighters {
    const EMPTY: Self = Fighters(0);
    const MANY: bool = false;

    fn single(element: i16) -> Self {
        let known = (0..32).contains(&element);
        Fighters(if known { 1 << element } else { 0 })
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        Fighters(self.0 & other.0)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        Fighters(self.0 | other.0)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        Fighters(self.0 & !other.0)
    }
    #[inline]
    fn len(self) -> i16 {
        self.0.count_ones() as i16
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[inline]
    fn keep(self, mut test: impl FnMut(i16) -> bool) -> Self {
        let (mut left, mut kept) = (self.0, 0);
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            if test(bit.trailing_zeros() as i16) {
                kept |= bit;
            }
        }
        Fighters(kept)
    }
    fn of_it(context: &Context<'_>, op: Op, among: Self) -> Option<Cell<Self>> {
        let sight = context.sight;
        if let Op::Named(name) = op {
            return Some(Cell::Set(among.keep(|element| {
                let number = sight.table.entrant(FighterId(element as u8)).number;
                sight.table.catalog.answers(number, name)
            })));
        }
        let Op::Fighter(prop) = op else { return None };
        let mine = sight.table.sides[context.source.seat.ix() & 3];
        let fighters = &sight.state.fighters;
        let by = |test: &dyn Fn(&Fighter) -> bool| {
            among.keep(|element| test(&fighters[element as usize & 31]))
        };
        let set = match prop {
            Prop::Hex => return Some(Cell::ItsHex),
            Prop::Friendly => Fighters(among.0 & mine),
            Prop::Enemy => Fighters(among.0 & !mine),
            Prop::Out => among.keep(|e| fighters[e as usize & 31].is(Fighter::OUT)),
            Prop::Alive => among.keep(|e| fighters[e as usize & 31].on_field()),
            Prop::Inspired => among.keep(|e| fighters[e as usize & 31].is(Fighter::INSPIRED)),
            Prop::Did(deed) => by(&|fighter| fighter.did(deed)),
            Prop::In(kind) => {
                let there = field::of_kind(sight, props::kind_of(kind));
                by(&|fighter| there.contains(fighter.hex))
            }
            Prop::Label(_)
            | Prop::Trait(_)
            | Prop::Region(_)
            | Prop::DefenceIs(_)
            | Prop::BeganIn(_)
            | Prop::Doing(_)
            | Prop::Vulnerable
            | Prop::OnGuard
            | Prop::Holding
            | Prop::OnToken
            | Prop::Pushable
            | Prop::SupportedAttacker
            | Prop::SupportedTarget
            | Prop::TargetedNow
            | Prop::HurtNow
            | Prop::Chosen
            | Prop::Wizard => {
                among.keep(|element| props::fighter(context, FighterId(element as u8), prop) != 0)
            }
            number => return Some(Cell::Num(number)),
        };
        Some(Cell::Set(set))
    }
    fn numbered(context: &Context<'_>, among: Self, prop: Prop, op: Op, n: i16) -> Self {
        let state = context.sight.state;
        match prop {
            Prop::Has(token) => among.keep(|e| {
                let has = state.fighters[e as usize & 31].tokens(token);
                compare(op, i16::from(has), n)
            }),
            Prop::Damage => {
                among.keep(|e| compare(op, i16::from(state.fighters[e as usize & 31].damage), n))
            }
            _ => among.keep(|e| {
                let value = props::fighter(context, FighterId(e as u8), prop);
                compare(op, value, n)
            }),
        }
    }
    fn beside(context: &Context<'_>, among: Self, op: Op, other: i16, first: bool) -> Option<Self> {
        let sight = context.sight;
        match op {
            Op::SameTerritory => {
                let Some(there) = props::hex_of(context, other) else {
                    return Some(Fighters::EMPTY);
                };
                let owner = field::territory(sight, there);
                Some(among.keep(|e| {
                    let own = props::fighter(context, FighterId(e as u8), Prop::Hex);
                    props::hex_of(context, own)
                        .is_some_and(|hex| field::territory(sight, hex) == owner)
                }))
            }
            Op::Reaches => {
                let Some(other) = domain::fighter_of(context, other) else {
                    return Some(Fighters::EMPTY);
                };
                Some(among.keep(|e| {
                    let own = FighterId(e as u8);
                    let (a, b) = if first { (own, other) } else { (other, own) };
                    props::reaches(context, a, b)
                }))
            }
            _ => None,
        }
    }
    fn near(context: &Context<'_>, among: Self, hex: i16, op: Op, n: i16) -> Self {
        let to = props::hex_of(context, hex);
        let (grid, fighters) = (context.sight.grid, &context.sight.state.fighters);
        let all = grid.all();
        among.keep(|element| {
            let fighter = &fighters[element as usize & 31];
            let from = if fighter.on_field() {
                fighter.hex
            } else {
                fighter.came_from
            };
            let far = match to {
                Some(to) if all.contains(from) => i16::from(grid.distance(from, to)),
                _ => 999,
            };
            compare(op, far, n)
        })
    }
}

impl Lanes for HexSet {
    const EMPTY: Self = HexSet::EMPTY;
    const MANY: bool = true;

    fn single(element: i16) -> Self {
        u8::try_from(element).map_or(HexSet::EMPTY, |n| HexSet::single(HexId(n)))
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self - other
    }
    #[inline]
    fn len(self) -> i16 {
        HexSet::len(&self) as i16
    }
    #[inline]
    fn is_empty(self) -> bool {
        HexSet::is_empty(&self)
    }
    fn keep(self, mut test: impl FnMut(i16) -> bool) -> Self {
        let mut kept = HexSet::EMPTY;
        for hex in self {
            if test(i16::from(hex.0)) {
                kept.insert(hex);
            }
        }
        kept
    }
    fn of_it(context: &Context<'_>, op: Op, among: Self) -> Option<Cell<Self>> {
        let Op::Hex(prop) = op else { return None };
        let sight = context.sight;
        let you = context.source.seat;
        Some(Cell::Set(match prop {
            HexProp::Is(kind) => among & field::of_kind(sight, props::kind_of(kind)),
            HexProp::Empty => among & field::empty(sight),
            HexProp::Region(region) => {
                let of = |own: bool| {
                    let seats = sight.state.all_seats();
                    seats
                        .filter(|seat| (*seat == you) == own)
                        .fold(HexSet::EMPTY, |set, seat| {
                            let territory = sight.state.clock.territory[seat.ix()];
                            set | sight.grid.in_region(territory)
                        })
                };
                match region {
                    Region::Friendly => among & of(true),
                    Region::Enemy => among & of(false),
                    Region::Neutral => among - of(true) - of(false),
                }
            }
            _ => return None,
        }))
    }
    fn numbered(_: &Context<'_>, _: Self, _: Prop, _: Op, _: i16) -> Self {
        HexSet::EMPTY
    }
    fn beside(_: &Context<'_>, _: Self, _: Op, _: i16, _: bool) -> Option<Self> {
        None
    }
    fn near(context: &Context<'_>, among: Self, hex: i16, op: Op, n: i16) -> Self {
        let Some(to) = props::hex_of(context, hex) else {
            return if compare(op, 999, n) {
                among
            } else {
                HexSet::EMPTY
            };
        };
        let grid = context.sight.grid;
        let within = |n: i16| match u8::try_from(n) {
            Ok(n) => grid.within(to, n),
            Err(_) if n < 0 => HexSet::EMPTY,
            Err(_) => grid.all(),
        };
        match op {
            Op::Le => among & within(n),
            Op::Lt => among & within(n.saturating_sub(1)),
            Op::Gt => among - within(n),
            Op::Ge => among - within(n.saturating_sub(1)),
            Op::Eq => among & (within(n) - within(n.saturating_sub(1))),
            _ => among - (within(n) - within(n.saturating_sub(1))),
        }
    }
}

/// Whether operations speak of the element at a depth.
fn asks_for(ops: &[Op], depth: usize) -> bool {
    ops.iter()
        .any(|op| matches!(op, Op::It(n) if *n as usize == depth))
}

impl Context<'_> {
    /// The elements of a set for which operations give yes; `It(lane)` is the element under test, and
    /// `It(depth)` the first one that is free for quantifiers.
    pub(super) fn select<L: Lanes>(&self, ops: &[Op], among: L, it: &mut [i16; ITS], at: At) -> L {
        if ops.is_empty() || among.is_empty() {
            return among;
        }
        let mut cells = [(0u8, Cell::Same(0)); CELLS];
        let mut n = 0usize;
        let mut ix = 0;
        while let Some(op) = ops.get(ix) {
            let begin = ix;
            ix += 1;
            let made = match *op {
                Op::It(which) if which as usize == at.lane => (begin, Cell::It),
                Op::It(which) => {
                    let value = it.get(which as usize).copied().unwrap_or(NOBODY);
                    (begin, Cell::Same(value))
                }
                Op::Const(value) => (begin, Cell::Same(value)),
                Op::Slot(slot) => (begin, Cell::Same(self.slots[slot as usize & 7])),
                Op::You => (begin, Cell::Same(i16::from(self.source.seat.0))),
                Op::Me => (begin, Cell::Same(number_of(self.me))),
                Op::AndThen(len) | Op::OrElse(len) => {
                    let both = matches!(op, Op::AndThen(_));
                    let Some(below) = n.checked_sub(1) else { break };
                    n = below;
                    let (from, cell) = cells[n];
                    let right = &ops[ix..(ix + len as usize).min(ops.len())];
                    ix += len as usize;
                    let left = match cell {
                        // Operations that follow are part of the same expression.
                        Cell::Same(value) if (value != 0) == both => {
                            ix -= len as usize;
                            continue;
                        }
                        Cell::Same(value) => {
                            cells[n] = (from, Cell::Same(value));
                            n += 1;
                            continue;
                        }
                        other => {
                            let before = &ops[from as usize..begin];
                            self.truth(other, before, among, it, at)
                        }
                    };
                    let set = if both {
                        self.select(right, left, it, at)
                    } else {
                        left.or(self.select(right, among.minus(left), it, at))
                    };
                    (from as usize, Cell::Set(set))
                }
                Op::Not => {
                    let Some(below) = n.checked_sub(1) else { break };
                    n = below;
                    let (from, cell) = cells[n];
                    let made = match cell {
                        Cell::Same(value) => Cell::Same(i16::from(value == 0)),
                        other => {
                            let before = &ops[from as usize..begin];
                            Cell::Set(among.minus(self.truth(other, before, among, it, at)))
                        }
                    };
                    (from as usize, made)
                }
                Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                    let Some(below) = n.checked_sub(2) else { break };
                    n = below;
                    let (from, a) = cells[n];
                    let (_, b) = cells[n + 1];
                    let made = match (a, b) {
                        (Cell::Same(a), Cell::Same(b)) => Cell::Same(i16::from(compare(*op, a, b))),
                        (Cell::Far(hex), Cell::Same(n)) => {
                            Cell::Set(L::near(self, among, hex, *op, n))
                        }
                        (Cell::Same(n), Cell::Far(hex)) => {
                            Cell::Set(L::near(self, among, hex, mirrored(*op), n))
                        }
                        (Cell::Num(prop), Cell::Same(n)) => {
                            Cell::Set(L::numbered(self, among, prop, *op, n))
                        }
                        (Cell::Same(n), Cell::Num(prop)) => {
                            Cell::Set(L::numbered(self, among, prop, mirrored(*op), n))
                        }
                        (Cell::It, Cell::Same(e)) | (Cell::Same(e), Cell::It)
                            if matches!(op, Op::Eq | Op::Ne) =>
                        {
                            let same = among.and(L::single(e));
                            Cell::Set(if matches!(op, Op::Eq) {
                                same
                            } else {
                                among.minus(same)
                            })
                        }
                        _ => Cell::Rest,
                    };
                    (from as usize, made)
                }
                Op::Distance => {
                    let Some(below) = n.checked_sub(2) else { break };
                    n = below;
                    let (from, a) = cells[n];
                    let (_, b) = cells[n + 1];
                    let made = match (a, b) {
                        (Cell::ItsHex, Cell::Same(hex)) | (Cell::Same(hex), Cell::ItsHex) => {
                            Cell::Far(hex)
                        }
                        (Cell::It, Cell::Same(hex)) | (Cell::Same(hex), Cell::It) => Cell::Far(hex),
                        (Cell::Same(_), Cell::Same(_)) => {
                            Cell::Same(self.alone(&ops[from as usize..ix], it, at))
                        }
                        _ => Cell::Rest,
                    };
                    (from as usize, made)
                }
                Op::SameTerritory | Op::Reaches => {
                    let Some(below) = n.checked_sub(2) else { break };
                    n = below;
                    let (from, a) = cells[n];
                    let (_, b) = cells[n + 1];
                    let set = match (a, b) {
                        (Cell::ItsHex | Cell::It, Cell::Same(other)) => {
                            L::beside(self, among, *op, other, true)
                        }
                        (Cell::Same(other), Cell::ItsHex | Cell::It) => {
                            L::beside(self, among, *op, other, false)
                        }
                        _ => None,
                    };
                    let made = match (a, b) {
                        (Cell::Same(_), Cell::Same(_)) => {
                            Cell::Same(self.alone(&ops[from as usize..ix], it, at))
                        }
                        _ => set.map_or(Cell::Rest, Cell::Set),
                    };
                    (from as usize, made)
                }
                Op::Quant { what, over, len } => {
                    let end = (ix + len as usize).min(ops.len());
                    let mut from = begin;
                    let mut known = true;
                    if over.of_something() {
                        let Some(below) = n.checked_sub(1) else { break };
                        n = below;
                        from = cells[n].0 as usize;
                        known = matches!(cells[n].1, Cell::Same(_));
                    }
                    let inner = &ops[ix..end];
                    ix = end;
                    let made = if known && !asks_for(inner, at.lane) {
                        Cell::Same(self.alone(&ops[from..ix], it, at))
                    } else if from == begin
                        && what == Quant::Any
                        && (L::MANY || is_fighters(over))
                        && over != Domain::Hexes
                    {
                        Cell::Set(self.turned(over, inner, among, it, at))
                    } else {
                        Cell::Rest
                    };
                    (from, made)
                }
                Op::Only => return self.rest(ops, among, it, at),
                other => {
                    let takes = gloryhex_cardlang::verify::pops(other);
                    let Some(below) = n.checked_sub(takes) else {
                        break;
                    };
                    n = below;
                    let from = if takes == 0 {
                        begin
                    } else {
                        cells[n].0 as usize
                    };
                    let operands = &cells[n..n + takes];
                    let made = if operands.iter().all(|c| matches!(c.1, Cell::Same(_))) {
                        Cell::Same(self.alone(&ops[from..ix], it, at))
                    } else if takes == 1 && matches!(operands[0].1, Cell::It) {
                        L::of_it(self, other, among).unwrap_or(Cell::Rest)
                    } else {
                        Cell::Rest
                    };
                    (from, made)
                }
            };
            if n == CELLS || made.0 > 255 {
                return self.rest(ops, among, it, at);
            }
            cells[n] = (made.0 as u8, made.1);
            n += 1;
        }
        if n != 1 {
            return self.rest(ops, among, it, at);
        }
        self.truth(cells[0].1, ops, among, it, at)
    }

    /// The elements for which a quantifier finds something, looked for the other way round: what it ranges
    /// over is taken one by one, with all elements under test at once.
    fn turned<L: Lanes>(
        &self,
        over: Domain,
        inner: &[Op],
        among: L,
        it: &mut [i16; ITS],
        at: At,
    ) -> L {
        let place = at.depth.min(ITS - 1);
        let outer = it[place];
        let deeper = At {
            depth: at.depth + 1,
            ..at
        };
        let mut found = L::EMPTY;
        for element in Elements::of(self, over, NOBODY) {
            it[place] = element;
            found = found.or(self.select(inner, among.minus(found), it, deeper));
        }
        it[place] = outer;
        found
    }

    /// The elements for which a value is yes; `ops` are those that make it.
    fn truth<L: Lanes>(
        &self,
        cell: Cell<L>,
        ops: &[Op],
        among: L,
        it: &mut [i16; ITS],
        at: At,
    ) -> L {
        match cell {
            Cell::Set(set) => set.and(among),
            Cell::Same(0) => L::EMPTY,
            Cell::Same(_) => among,
            Cell::Num(prop) => L::numbered(self, among, prop, Op::Ne, 0),
            _ => self.rest(ops, among, it, at),
        }
    }

    /// Element by element.
    #[inline(never)]
    fn rest<L: Lanes>(&self, ops: &[Op], among: L, it: &mut [i16; ITS], at: At) -> L {
        let place = at.lane.min(ITS - 1);
        let outer = it[place];
        let kept = among.keep(|element| {
            it[place] = element;
            self.compute(ops, it, at.depth).is_some_and(|v| v != 0)
        });
        it[place] = outer;
        kept
    }

    /// The value of operations that do not speak of the element under test.
    fn alone(&self, ops: &[Op], it: &mut [i16; ITS], at: At) -> i16 {
        self.compute(ops, it, at.depth).unwrap_or(0)
    }
}

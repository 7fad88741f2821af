//! One condition asked of many fighters or hexes at once, with sets instead of numbers.
//!
//! The trees are those of [`super::form`]. What does not depend on the element under test is worked out
//! once; yes-or-no properties of the element become sets; anything else is asked element by element.

use super::{
    domain::{Elements, fighters},
    eval::{Bound, Context},
    form::{Arg, Cmp, Form, Operand, Tie},
    props,
};
use crate::{
    ops::{field, travel},
    state::Fighter,
};
use gloryhex_cardlang::{Domain, HexProp, Prop, Quant, Region, verify::is_fighters};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::FighterId;

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
    /// Whether an operand is the hex of the element under test.
    fn hex_of(arg: Arg, lane: u8) -> bool;
    /// The elements with a property of fighters that is not 0.
    fn with_prop(context: &Context<'_>, among: Self, prop: Prop) -> Option<Self>;
    /// The elements who answer to a name.
    fn named(context: &Context<'_>, among: Self, name: u16) -> Option<Self>;
    /// The elements with a property of hexes that is not 0.
    fn of_hex(context: &Context<'_>, among: Self, prop: HexProp) -> Option<Self>;
    /// The elements whose property compares as asked.
    fn numbered(context: &Context<'_>, among: Self, prop: Prop, cmp: Cmp, n: i16) -> Option<Self>;
    /// The elements that stand to something as asked; `first` if they come first.
    fn tied(context: &Context<'_>, among: Self, tie: Tie, other: i16, first: bool) -> Option<Self>;
    /// The elements whose distance to a hex compares as asked.
    fn near(context: &Context<'_>, among: Self, hex: i16, cmp: Cmp, n: i16) -> Self;
    /// The fighters with one of these hexes within so many steps.
    fn beside(context: &Context<'_>, among: Self, hexes: HexSet, steps: u8) -> Option<Self>;
}

/// Fighters, as bits of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighters(pub u32);

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
    #[inline]
    fn hex_of(arg: Arg, lane: u8) -> bool {
        arg.is_hex_of(lane)
    }
    fn with_prop(context: &Context<'_>, among: Self, prop: Prop) -> Option<Self> {
        let sight = context.sight;
        let mine = sight.table.sides[context.source.seat.ix() & 3];
        let fighters = &sight.state.fighters;
        let by = |test: &dyn Fn(&Fighter) -> bool| {
            among.keep(|element| test(&fighters[element as usize & 31]))
        };
        Some(match prop {
            Prop::Friendly => Fighters(among.0 & mine),
            Prop::Enemy => Fighters(among.0 & !mine),
            Prop::Out => among.keep(|e| fighters[e as usize & 31].is(Fighter::OUT)),
            Prop::Alive => among.keep(|e| fighters[e as usize & 31].on_field()),
            Prop::Inspired => among.keep(|e| fighters[e as usize & 31].is(Fighter::INSPIRED)),
            Prop::HurtNow => among.keep(|e| fighters[e as usize & 31].turn_damage > 0),
            Prop::Has(token) => among.keep(|e| fighters[e as usize & 31].has(token)),
            Prop::Damage => among.keep(|e| fighters[e as usize & 31].damage > 0),
            Prop::Did(deed) => by(&|fighter| fighter.did(deed)),
            Prop::In(kind) => {
                let there = field::of_kind(sight, props::kind_of(kind));
                by(&|fighter| there.contains(fighter.hex))
            }
            Prop::Region(region) => {
                let there = field::of_region(sight, context.source.seat, region);
                by(&|fighter| there.contains(fighter.hex))
            }
            Prop::Pushable => {
                let empty = field::empty(sight);
                among.keep(|e| {
                    let hex = fighters[e as usize & 31].hex;
                    hex != HexId::NONE
                        && sight.grid.adjacent(hex).meets(empty)
                        && travel::pushable(sight, FighterId(e as u8))
                })
            }
            _ => among.keep(|e| props::fighter(context, FighterId(e as u8), prop) != 0),
        })
    }
    fn named(context: &Context<'_>, among: Self, name: u16) -> Option<Self> {
        let table = context.sight.table;
        Some(among.keep(|element| {
            let number = table.entrant(FighterId(element as u8)).number;
            table.catalog.answers(number, name)
        }))
    }
    fn of_hex(_: &Context<'_>, _: Self, _: HexProp) -> Option<Self> {
        None
    }
    fn numbered(context: &Context<'_>, among: Self, prop: Prop, cmp: Cmp, n: i16) -> Option<Self> {
        let fighters = &context.sight.state.fighters;
        Some(match prop {
            Prop::Has(token) => among.keep(|e| {
                let has = fighters[e as usize & 31].tokens(token);
                cmp.holds(i16::from(has), n)
            }),
            Prop::Damage => {
                among.keep(|e| cmp.holds(i16::from(fighters[e as usize & 31].damage), n))
            }
            _ => among.keep(|e| {
                let value = props::fighter(context, FighterId(e as u8), prop);
                cmp.holds(value, n)
            }),
        })
    }
    fn tied(context: &Context<'_>, among: Self, tie: Tie, other: i16, first: bool) -> Option<Self> {
        let sight = context.sight;
        if tie == Tie::SameTerritory {
            let Some(there) = props::hex_of(context, other) else {
                return Some(Fighters::EMPTY);
            };
            let same = match field::territory(sight, there) {
                Some(owner) => field::of_region(sight, owner, Region::Friendly),
                None => field::of_region(sight, context.source.seat, Region::Neutral),
            };
            let fighters = &sight.state.fighters;
            return Some(among.keep(|e| same.contains(fighters[e as usize & 31].last_hex())));
        }
        Some(among.keep(|e| {
            let own = match tie {
                Tie::Sees => props::number(sight.state.fighters[e as usize & 31].last_hex()),
                _ => e,
            };
            let (a, b) = if first { (own, other) } else { (other, own) };
            context.tied(tie, a, b)
        }))
    }
    fn near(context: &Context<'_>, among: Self, hex: i16, cmp: Cmp, n: i16) -> Self {
        let (grid, fighters) = (context.sight.grid, &context.sight.state.fighters);
        if let (Some(to), Ok(steps)) = (props::hex_of(context, hex), u8::try_from(n)) {
            let there = match cmp {
                Cmp::Le => Some(grid.within(to, steps)),
                Cmp::Eq if steps == 1 => Some(grid.adjacent(to)),
                _ => None,
            };
            if let Some(there) = there {
                return among.keep(|e| there.contains(fighters[e as usize & 31].last_hex()));
            }
        }
        let there = HexSet::near(context, grid.all(), hex, cmp, n);
        let nowhere = cmp.holds(999, n);
        among.keep(|element| {
            let from = fighters[element as usize & 31].last_hex();
            there.contains(from) || nowhere && from == HexId::NONE
        })
    }
    fn beside(context: &Context<'_>, among: Self, hexes: HexSet, steps: u8) -> Option<Self> {
        let (grid, fighters) = (context.sight.grid, &context.sight.state.fighters);
        Some(among.keep(|element| {
            let from = fighters[element as usize & 31].last_hex();
            from != HexId::NONE && grid.within(from, steps).meets(hexes)
        }))
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
    #[inline]
    fn hex_of(arg: Arg, lane: u8) -> bool {
        arg.is_bound(lane)
    }
    fn with_prop(_: &Context<'_>, _: Self, _: Prop) -> Option<Self> {
        None
    }
    fn named(_: &Context<'_>, _: Self, _: u16) -> Option<Self> {
        None
    }
    fn of_hex(context: &Context<'_>, among: Self, prop: HexProp) -> Option<Self> {
        let sight = context.sight;
        let you = context.source.seat;
        Some(match prop {
            HexProp::Is(kind) => among & field::of_kind(sight, props::kind_of(kind)),
            HexProp::Empty => among & field::empty(sight),
            HexProp::Region(region) => among & field::of_region(sight, you, region),
            _ => return None,
        })
    }
    fn numbered(_: &Context<'_>, _: Self, _: Prop, _: Cmp, _: i16) -> Option<Self> {
        None
    }
    fn tied(_: &Context<'_>, _: Self, _: Tie, _: i16, _: bool) -> Option<Self> {
        None
    }
    fn near(context: &Context<'_>, among: Self, hex: i16, cmp: Cmp, n: i16) -> Self {
        let Some(to) = props::hex_of(context, hex) else {
            return if cmp.holds(999, n) {
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
        match cmp {
            Cmp::Le => among & within(n),
            Cmp::Lt => among & within(n.saturating_sub(1)),
            Cmp::Gt => among - within(n),
            Cmp::Ge => among - within(n.saturating_sub(1)),
            Cmp::Eq => among & (within(n) - within(n.saturating_sub(1))),
            Cmp::Ne => among - (within(n) - within(n.saturating_sub(1))),
        }
    }
    fn beside(_: &Context<'_>, _: Self, _: HexSet, _: u8) -> Option<Self> {
        None
    }
}

impl Context<'_> {
    /// The elements of a set for which an operand gives yes; the element under test is bound at `lane`.
    pub(super) fn select<L: Lanes>(&self, arg: Arg, among: L, bound: &mut Bound, lane: u8) -> L {
        if among.is_empty() {
            return among;
        }
        let all_or_none = |yes: bool| if yes { among } else { L::EMPTY };
        let id = match arg.operand() {
            Operand::Number(n) => return all_or_none(n != 0),
            Operand::Node(id) => id,
            _ if self.forms.speaks_of(arg, lane) => return self.rest(arg, among, bound, lane),
            _ => return all_or_none(self.arg(arg, bound) != 0),
        };
        if !self.forms.speaks_of(arg, lane) {
            return all_or_none(self.number(id, bound) != 0);
        }
        let of_lane = |arg: Arg| self.forms.speaks_of(arg, lane);
        let found = match *self.forms.node(id) {
            Form::All(list) => {
                let parts = self.forms.list(list).iter();
                Some(parts.fold(among, |left, part| self.select(*part, left, bound, lane)))
            }
            Form::Any(list) => {
                let parts = self.forms.list(list).iter();
                Some(parts.fold(L::EMPTY, |found, part| {
                    found.or(self.select(*part, among.minus(found), bound, lane))
                }))
            }
            Form::And(a, b) => {
                let left = self.select(a, among, bound, lane);
                Some(self.select(b, left, bound, lane))
            }
            Form::Or(a, b) => {
                let left = self.select(a, among, bound, lane);
                let right = self.select(b, among.minus(left), bound, lane);
                Some(left.or(right))
            }
            Form::Not(a) => Some(among.minus(self.select(a, among, bound, lane))),
            Form::Fighter(prop, who) if who.is_bound(lane) => L::with_prop(self, among, prop),
            Form::Named(name, who) if who.is_bound(lane) => L::named(self, among, name),
            Form::Hex(prop, what) if what.is_bound(lane) => L::of_hex(self, among, prop),
            Form::Compare(cmp, a, b) => match (of_lane(a), of_lane(b)) {
                (true, false) => self.compared(cmp, a, b, among, bound, lane),
                (false, true) => self.compared(cmp.mirrored(), b, a, among, bound, lane),
                _ => None,
            },
            Form::Near(cmp, n, a, b) => {
                let n = i16::from(n);
                match (L::hex_of(a, lane), L::hex_of(b, lane)) {
                    (true, false) if !of_lane(b) => {
                        let to = self.arg(b, bound);
                        Some(L::near(self, among, to, cmp, n))
                    }
                    (false, true) if !of_lane(a) => {
                        let to = self.arg(a, bound);
                        Some(L::near(self, among, to, cmp, n))
                    }
                    _ => None,
                }
            }
            Form::Tie(tie, a, b) => {
                let own = |arg: Arg| match tie {
                    Tie::Sees | Tie::SameTerritory => L::hex_of(arg, lane),
                    Tie::Reaches | Tie::Companion => arg.is_bound(lane),
                };
                if own(a) && !of_lane(b) {
                    let other = self.arg(b, bound);
                    L::tied(self, among, tie, other, true)
                } else if own(b) && !of_lane(a) {
                    let other = self.arg(a, bound);
                    L::tied(self, among, tie, other, false)
                } else {
                    None
                }
            }
            Form::Quant {
                what: Quant::Any,
                over,
                place,
                of,
                inner,
            } if !of_lane(of) => {
                if is_fighters(over) {
                    let by = Fighters(fighters(self.sight, self.source.seat, over));
                    Some(self.turned(by, place, inner, among, bound, lane))
                } else if over == Domain::Hexes {
                    self.near_some(place, inner, among, bound, lane)
                } else if L::MANY {
                    Some(self.turned_over(over, place, of, inner, among, bound, lane))
                } else {
                    None
                }
            }
            _ => None,
        };
        found.unwrap_or_else(|| self.rest(arg, among, bound, lane))
    }

    /// The elements for which `a`, which speaks of them, compares with `b`, which does not.
    fn compared<L: Lanes>(
        &self,
        cmp: Cmp,
        a: Arg,
        b: Arg,
        among: L,
        bound: &mut Bound,
        lane: u8,
    ) -> Option<L> {
        if a.is_bound(lane) {
            let same = match cmp {
                Cmp::Eq | Cmp::Ne => among.and(L::single(self.arg(b, bound))),
                _ => return None,
            };
            return Some(match cmp {
                Cmp::Eq => same,
                _ => among.minus(same),
            });
        }
        let Operand::Node(id) = a.operand() else {
            return None;
        };
        match *self.forms.node(id) {
            Form::Fighter(prop, who) if who.is_bound(lane) => {
                let n = self.arg(b, bound);
                L::numbered(self, among, prop, cmp, n)
            }
            Form::Distance(from, to) => {
                let to = match (L::hex_of(from, lane), L::hex_of(to, lane)) {
                    (true, false) if !self.forms.speaks_of(to, lane) => to,
                    (false, true) if !self.forms.speaks_of(from, lane) => from,
                    _ => return None,
                };
                let (to, n) = (self.arg(to, bound), self.arg(b, bound));
                Some(L::near(self, among, to, cmp, n))
            }
            _ => None,
        }
    }

    /// The conditions that make up an operand.
    #[inline]
    fn parts_of<'b>(&'b self, arg: &'b Arg) -> &'b [Arg] {
        if let Operand::Node(id) = arg.operand()
            && let Form::All(list) = *self.forms.node(id)
        {
            return self.forms.list(list);
        }
        std::slice::from_ref(arg)
    }

    /// The elements for which some fighter of a set satisfies a condition, looked for the other way round:
    /// the fighters are taken one by one, with all elements under test at once. What is asked of the
    /// fighters alone is asked first.
    fn turned<L: Lanes>(
        &self,
        mut by: Fighters,
        place: u8,
        inner: Arg,
        among: L,
        bound: &mut Bound,
        lane: u8,
    ) -> L {
        let parts = self.parts_of(&inner);
        for part in parts {
            if !self.forms.speaks_of(*part, lane) {
                by = self.select(*part, by, bound, place);
            }
        }
        let outer = bound[place as usize];
        let mut found = L::EMPTY;
        by.keep(|fighter| {
            bound[place as usize] = fighter;
            let mut left = among.minus(found);
            for part in parts {
                if self.forms.speaks_of(*part, lane) {
                    left = self.select(*part, left, bound, lane);
                }
            }
            found = found.or(left);
            false
        });
        bound[place as usize] = outer;
        found
    }

    /// The elements with some hex that satisfies a condition within a number of steps, if that is all that
    /// is asked.
    fn near_some<L: Lanes>(
        &self,
        place: u8,
        inner: Arg,
        among: L,
        bound: &mut Bound,
        lane: u8,
    ) -> Option<L> {
        let parts = self.parts_of(&inner);
        let mut steps = None;
        for part in parts {
            if !self.forms.speaks_of(*part, lane) {
                continue;
            }
            let Operand::Node(id) = part.operand() else {
                return None;
            };
            match *self.forms.node(id) {
                Form::Near(Cmp::Le, n, a, b)
                    if steps.is_none()
                        && (a.is_bound(place) && b.is_hex_of(lane)
                            || b.is_bound(place) && a.is_hex_of(lane)) =>
                {
                    steps = Some(u8::try_from(n).ok()?);
                }
                _ => return None,
            }
        }
        let steps = steps?;
        let grid = self.sight.grid;
        let mut hexes = grid.all();
        for part in parts {
            if !self.forms.speaks_of(*part, lane) {
                hexes = self.select(*part, hexes, bound, place);
            }
        }
        L::beside(self, among, hexes, steps)
    }

    /// As [`Context::turned`], for other things than fighters.
    #[allow(clippy::too_many_arguments)]
    fn turned_over<L: Lanes>(
        &self,
        over: Domain,
        place: u8,
        of: Arg,
        inner: Arg,
        among: L,
        bound: &mut Bound,
        lane: u8,
    ) -> L {
        let of = self.arg(of, bound);
        let outer = bound[place as usize];
        let mut found = L::EMPTY;
        for element in Elements::of(self, over, of) {
            bound[place as usize] = element;
            found = found.or(self.select(inner, among.minus(found), bound, lane));
        }
        bound[place as usize] = outer;
        found
    }

    /// Element by element.
    #[inline(never)]
    fn rest<L: Lanes>(&self, arg: Arg, among: L, bound: &mut Bound, lane: u8) -> L {
        let outer = bound[lane as usize];
        let kept = among.keep(|element| {
            bound[lane as usize] = element;
            self.arg(arg, bound) != 0
        });
        bound[lane as usize] = outer;
        kept
    }
}

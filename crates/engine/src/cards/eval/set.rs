//! Which elements of a set satisfy a condition, worked out for all of them at once where that is simple.

use super::{Bound, Context, domain::Elements, props};
use crate::{cards::passes::Passes, ops::field};
use gloryhex_cardlang::{
    Domain, HexProp, Quant,
    program::{Arg, Cmp, Form},
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::FighterId;

impl Context<'_> {
    /// The elements of a set for which an operand gives yes; the element under test is bound at `lane`.
    pub(super) fn select(
        &self,
        arg: Arg,
        among: Elements,
        bound: &mut Bound,
        lane: u8,
    ) -> Elements {
        if among.is_empty() {
            return among;
        }
        if !self.program.speaks_of(arg, lane) {
            let yes = self.arg(arg, bound) != 0;
            return if yes { among } else { Elements::EMPTY };
        }
        let in_sets = self.sight.table.index.passes.has(Passes::ELEMENT_SETS);
        let Some(form) = self.program.form(arg).filter(|_| in_sets) else {
            return self.one_by_one(arg, among, bound, lane);
        };
        match *form {
            Form::All(list) => {
                let parts = self.program.list(list).iter();
                parts.fold(among, |left, part| self.select(*part, left, bound, lane))
            }
            Form::Any(list) => {
                let parts = self.program.list(list).iter();
                parts.fold(Elements::EMPTY, |found, part| {
                    found.or(self.select(*part, among.minus(found), bound, lane))
                })
            }
            Form::Not(a) => among.minus(self.select(a, among, bound, lane)),
            Form::Fighter(prop, who) if who.is_bound(lane) => {
                among.keep(|element| props::fighter(self, FighterId(element as u8), prop) != 0)
            }
            Form::Hex(prop, what)
                if what.is_bound(lane)
                    && let Some(there) = self.hexes_with(prop) =>
            {
                among.and(there)
            }
            Form::Near(cmp, n, a, b) if let Some((own, other)) = self.apart(a, b, lane) => {
                let (there, so) = self.near(self.arg(other, bound), cmp, n.into());
                let fighters = &self.sight.state.fighters;
                let inside = match own.is_bound(lane) {
                    true => among.and(there),
                    false => among.keep(|e| there.contains(fighters[e as usize & 31].last_hex())),
                };
                if so { inside } else { among.minus(inside) }
            }
            Form::Quant {
                what: Quant::Any,
                over,
                place,
                of,
                inner,
            } if over != Domain::Hexes && !self.program.speaks_of(of, lane) => {
                let of = self.arg(of, bound);
                let outer = bound[usize::from(place)];
                let mut found = Elements::EMPTY;
                for thing in Elements::of(self, over, of) {
                    bound[usize::from(place)] = thing;
                    found = found.or(self.select(inner, among.minus(found), bound, lane));
                }
                bound[usize::from(place)] = outer;
                found
            }
            // Of any other form nothing better is known than to go element by element.
            _ => self.one_by_one(arg, among, bound, lane),
        }
    }

    /// The same, element by element.
    fn one_by_one(&self, arg: Arg, among: Elements, bound: &mut Bound, lane: u8) -> Elements {
        let outer = bound[usize::from(lane)];
        let kept = among.keep(|element| {
            bound[usize::from(lane)] = element;
            self.arg(arg, bound) != 0
        });
        bound[usize::from(lane)] = outer;
        kept
    }

    /// Of two operands the one that is the element's hex, then the other, if that does not speak of the element.
    fn apart(&self, a: Arg, b: Arg, lane: u8) -> Option<(Arg, Arg)> {
        let own = |arg: Arg| arg.is_bound(lane) || arg.is_hex_of(lane);
        let (own, other) = match (own(a), own(b)) {
            (true, _) => (a, b),
            (_, true) => (b, a),
            _ => return None,
        };
        (!self.program.speaks_of(other, lane)).then_some((own, other))
    }

    /// The hexes with a property, if that is a set that is kept.
    fn hexes_with(&self, prop: HexProp) -> Option<HexSet> {
        match prop {
            HexProp::Is(kind) => Some(field::of_kind(self.sight, props::kind_of(kind))),
            HexProp::Empty => Some(field::empty(self.sight)),
            HexProp::Region(region) => Some(field::of_region(self.sight, self.source.seat, region)),
            HexProp::Fighter | HexProp::Token | HexProp::Board => None,
        }
    }

    /// Some hexes, and whether these are the ones whose distance to a hex compares as asked, or all others.
    fn near(&self, hex: i16, cmp: Cmp, n: i16) -> (HexSet, bool) {
        let within = |n: i16| match (props::hex_of(self, hex), u8::try_from(n)) {
            (Some(to), Ok(n)) => self.sight.grid.within(to, n),
            _ => HexSet::EMPTY,
        };
        match cmp {
            Cmp::Le => (within(n), true),
            Cmp::Gt => (within(n), false),
            Cmp::Lt => (within(n - 1), true),
            Cmp::Ge => (within(n - 1), false),
            Cmp::Eq => (within(n) - within(n - 1), true),
            Cmp::Ne => (within(n) - within(n - 1), false),
        }
    }
}

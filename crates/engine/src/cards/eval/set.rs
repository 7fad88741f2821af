//! Which elements of a set satisfy a condition, worked out for all of them at once. What a set is and what it
//! can be asked is in [`super::element_sets`].

use super::{Bound, Context, domain::Elements, element_sets::ElementSet};
use crate::cards::passes::Passes;
use gloryhex_cardlang::{
    Domain, Quant,
    program::{Arg, Cmp, Form},
};

impl Context<'_> {
    /// The elements of a set for which an operand gives yes; the element under test is bound at `lane`.
    pub(super) fn select<S: ElementSet>(
        &self,
        arg: Arg,
        among: S,
        bound: &mut Bound,
        lane: u8,
    ) -> S {
        if among.is_empty() {
            return among;
        }
        let of_lane = |arg: Arg| self.program.speaks_of(arg, lane);
        if !of_lane(arg) {
            let yes = self.arg(arg, bound) != 0;
            return if yes { among } else { S::EMPTY };
        }
        let in_sets = self.sight.table.index.passes.has(Passes::ELEMENT_SETS);
        let form = self.program.form(arg).filter(|_| in_sets);
        let Some(form) = form else {
            return self.one_by_one(arg, among, bound, lane);
        };
        let found = match *form {
            Form::All(list) => {
                let mut left = among;
                for part in self.program.list(list) {
                    if left.is_empty() {
                        break;
                    }
                    left = self.select(*part, left, bound, lane);
                }
                Some(left)
            }
            Form::Any(list) => {
                let parts = self.program.list(list).iter();
                Some(parts.fold(S::EMPTY, |found, part| {
                    found.or(self.select(*part, among.minus(found), bound, lane))
                }))
            }
            Form::Not(a) => Some(among.minus(self.select(a, among, bound, lane))),
            Form::Fighter(prop, who) if who.is_bound(lane) => S::with_prop(self, among, prop),
            Form::Token(prop, what) if what.is_bound(lane) => S::of_token(self, among, prop),
            Form::Hex(prop, what) if what.is_bound(lane) => S::of_hex(self, among, prop),
            Form::Compare(cmp, a, b) => match (of_lane(a), of_lane(b)) {
                (true, false) => self.compared(cmp, a, b, among, bound, lane),
                (false, true) => self.compared(cmp.mirrored(), b, a, among, bound, lane),
                _ => None,
            },
            Form::Near(cmp, n, a, b) => {
                let other = if S::hex_of(a, lane) { b } else { a };
                let simple = (S::hex_of(a, lane) || S::hex_of(b, lane)) && !of_lane(other);
                match simple {
                    true => S::near(self, among, self.arg(other, bound), cmp, n.into()),
                    false => None,
                }
            }
            Form::Tie(tie, a, b) => {
                let own = |arg: Arg| match tie.of_hexes() {
                    true => S::hex_of(arg, lane),
                    false => arg.is_bound(lane),
                };
                if own(a) && !of_lane(b) {
                    S::tied(self, among, tie, self.arg(b, bound), true)
                } else if own(b) && !of_lane(a) {
                    S::tied(self, among, tie, self.arg(a, bound), false)
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
            } if !of_lane(of) => match over {
                Domain::Hexes => self.near_some(place, inner, among, bound, lane),
                _ if S::MANY => Some(self.by_each_of(over, (place, of, inner), among, bound, lane)),
                _ => None,
            },
            Form::Number(_)
            | Form::Pick(..)
            | Form::Math(..)
            | Form::Distance(..)
            | Form::Quant { .. }
            | Form::Only(..)
            | Form::Fighter(..)
            | Form::Named(..)
            | Form::Token(..)
            | Form::Hex(..)
            | Form::Card(..)
            | Form::Seat(..)
            | Form::Level(_)
            | Form::Attack(_)
            | Form::Dice(..)
            | Form::Game(_)
            | Form::InChain(_) => None,
        };
        found.unwrap_or_else(|| self.one_by_one(arg, among, bound, lane))
    }

    /// The same, element by element.
    #[inline(never)]
    fn one_by_one<S: ElementSet>(&self, arg: Arg, among: S, bound: &mut Bound, lane: u8) -> S {
        let outer = bound[usize::from(lane)];
        let kept = among.keep(|element| {
            bound[usize::from(lane)] = element;
            self.arg(arg, bound) != 0
        });
        bound[usize::from(lane)] = outer;
        kept
    }

    /// The elements for which `a`, which speaks of them, compares with `b`, which does not.
    #[inline(always)]
    fn compared<S: ElementSet>(
        &self,
        cmp: Cmp,
        a: Arg,
        b: Arg,
        among: S,
        bound: &mut Bound,
        lane: u8,
    ) -> Option<S> {
        if a.is_bound(lane) {
            let same = |bound: &mut Bound| S::single(self.arg(b, bound));
            return match cmp {
                Cmp::Eq => Some(among.and(same(bound))),
                Cmp::Ne => Some(among.minus(same(bound))),
                Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge => None,
            };
        }
        match *self.program.form(a)? {
            Form::Fighter(prop, who) if who.is_bound(lane) => {
                S::numbered(self, among, prop, cmp, self.arg(b, bound))
            }
            Form::Distance(from, to) => {
                let to = if S::hex_of(from, lane) { to } else { from };
                let simple = S::hex_of(from, lane) || S::hex_of(to, lane);
                if !simple || self.program.speaks_of(to, lane) {
                    return None;
                }
                S::near(self, among, self.arg(to, bound), cmp, self.arg(b, bound))
            }
            _ => None,
        }
    }

    /// The elements with some hex that satisfies a condition within a number of steps, if that is all that
    /// is asked.
    fn near_some<S: ElementSet>(
        &self,
        place: u8,
        inner: Arg,
        among: S,
        bound: &mut Bound,
        lane: u8,
    ) -> Option<S> {
        let parts = self.program.conjuncts(&inner);
        let mut steps = None;
        for part in parts {
            if !self.program.speaks_of(*part, lane) {
                continue;
            }
            match *self.program.form(*part)? {
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
        let mut hexes = self.sight.grid.all();
        for part in parts {
            if !self.program.speaks_of(*part, lane) {
                hexes = self.select(*part, hexes, bound, place);
            }
        }
        S::beside(self, among, hexes, steps)
    }

    /// The elements for which something of a domain satisfies a condition: one thing after the other, with all
    /// elements at once.
    fn by_each_of<S: ElementSet>(
        &self,
        over: Domain,
        (place, of, inner): (u8, Arg, Arg),
        among: S,
        bound: &mut Bound,
        lane: u8,
    ) -> S {
        let of = self.arg(of, bound);
        let outer = bound[usize::from(place)];
        let mut found = S::EMPTY;
        for element in Elements::of(self, over, of) {
            bound[usize::from(place)] = element;
            found = found.or(self.select(inner, among.minus(found), bound, lane));
        }
        bound[usize::from(place)] = outer;
        found
    }
}

//! Which elements of a set satisfy a condition, worked out for all of them at once. What a set is and what it
//! can be asked is in [`super::element_sets`].

use super::{
    Bound, Context,
    domain::{Elements, fighters},
    element_sets::{ElementSet, Fighters, about},
    props,
};
use gloryhex_cardlang::{
    Domain, Quant,
    program::{
        Arg, Cmp, Form, Tie,
        passes::invert::{Inverted, Pair},
    },
};
use gloryhex_hexgrid::HexSet;

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
        let form = self.program.form(arg).filter(|_| self.program.in_sets());
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
            Form::Bits(ix, who) if who.is_bound(lane) => {
                S::with_bits(self, among, self.program.bits(ix))
            }
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
            Form::Inverted(ix) => self.turned(self.program.inverted(ix), among, bound),
            Form::Number(_)
            | Form::Pick(..)
            | Form::Math(..)
            | Form::Distance(..)
            | Form::Quant { .. }
            | Form::Only(..)
            | Form::Bits(..)
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
            | Form::With(_)
            | Form::Past(..)
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

    /// The elements for which there is a fighter as asked: the fighters who come into question first, then the
    /// elements of each of them.
    fn turned<S: ElementSet>(&self, ask: &Inverted, among: S, bound: &mut Bound) -> Option<S> {
        if ask.pair.is_none() && !among.several() {
            return None;
        }
        let by = Fighters(fighters(self.sight, self.source.seat, ask.over));
        let by = self.select(ask.alone, by, bound, ask.place);
        if by.is_empty() {
            return Some(S::EMPTY);
        }
        match ask.pair {
            Some(pair) => self.with_one(pair, by, among),
            None => Some(self.taken(by, ask, among, bound)),
        }
    }

    /// The same where what is asked of element and fighter is not simple: fighter by fighter, or element by
    /// element if these are fewer.
    fn taken<S: ElementSet>(&self, by: Fighters, ask: &Inverted, among: S, bound: &mut Bound) -> S {
        let (place, lane) = (ask.place, ask.lane);
        if !S::MANY && among.len() < by.len() {
            let outer = bound[usize::from(lane)];
            let kept = among.keep(|element| {
                bound[usize::from(lane)] = element;
                !self.select(ask.inner, by, bound, place).is_empty()
            });
            bound[usize::from(lane)] = outer;
            return kept;
        }
        let outer = bound[usize::from(place)];
        let mut found = S::EMPTY;
        by.each(|fighter| {
            bound[usize::from(place)] = fighter;
            found = found.or(self.select(ask.inner, among.minus(found), bound, lane));
        });
        bound[usize::from(place)] = outer;
        found
    }

    /// The elements that stand to some fighter of a set as asked.
    #[inline]
    fn with_one<S: ElementSet>(&self, pair: Pair, by: Fighters, among: S) -> Option<S> {
        let Pair {
            apart,
            far,
            tie,
            under,
        } = pair;
        if under {
            return S::under(self, among, by);
        }
        match (far, tie) {
            (None, None) if by.several() => return Some(among),
            (Some((cmp, n)), None) if !apart => {
                if let Some(there) = self.around(by, cmp, n)
                    && let Some(found) = S::standing_in(self, among, there)
                {
                    return Some(found);
                }
            }
            (None, Some((Tie::SameTerritory, _, true))) => return self.together(by, among, apart),
            _ => {}
        }
        let mut found = Some(S::EMPTY);
        by.each(|fighter| {
            let near = |found: S| {
                let mut left = among.minus(found);
                if apart {
                    left = left.minus(S::single(fighter));
                }
                if let Some((cmp, n)) = far {
                    left = S::near(self, left, self.hex_of(fighter), cmp, n)?;
                }
                if let Some((tie, first, so)) = tie {
                    let other = match tie.of_hexes() {
                        true => self.hex_of(fighter),
                        false => fighter,
                    };
                    let tied = S::tied(self, left, tie, other, first)?;
                    left = if so { tied } else { left.minus(tied) };
                }
                Some(found.or(left))
            };
            found = found.and_then(near);
        });
        found
    }

    /// The elements in the territory of some fighter of a set, of another one if they are `apart`: one
    /// territory after the other.
    fn together<S: ElementSet>(&self, by: Fighters, among: S, apart: bool) -> Option<S> {
        let (mut left, mut found) = (by, S::EMPTY);
        while !left.is_empty() {
            let first = left.0.trailing_zeros() as i16;
            left = left.minus(Fighters::single(first));
            let Some(there) = about(self, self.hex_of(first)) else {
                continue;
            };
            let others = Fighters::standing_in(self, left, there)?;
            left = left.minus(others);
            let mut with = S::standing_in(self, among, there)?;
            if apart && others.is_empty() {
                with = with.minus(S::single(first));
            }
            found = found.or(with);
        }
        Some(found)
    }

    /// The hexes whose distance to some fighter of a set compares as asked, if that is a plain set.
    #[inline]
    fn around(&self, by: Fighters, cmp: Cmp, n: i16) -> Option<HexSet> {
        let most = u8::try_from(n).ok()?;
        let less = match cmp {
            Cmp::Le => None,
            Cmp::Eq => most.checked_sub(1),
            Cmp::Ne | Cmp::Lt | Cmp::Gt | Cmp::Ge => return None,
        };
        let grid = self.sight.grid;
        let mut there = HexSet::EMPTY;
        by.each(|fighter| {
            if let Some(hex) = props::hex_of(self, self.hex_of(fighter)) {
                let inside = less.map_or(HexSet::EMPTY, |n| grid.within(hex, n));
                there |= grid.within(hex, most) - inside;
            }
        });
        Some(there)
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

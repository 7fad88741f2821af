//! Which elements of a set satisfy a condition: the trees of [`super::form`] worked out for all of them at
//! once. What a set is and what it can be asked is in [`super::lanes`].

use super::{
    domain::{Elements, fighters},
    eval::{Bound, Context},
    form::{Arg, Cmp, Form, Operand, Tie},
    lanes::{Fighters, Lanes, about},
    props,
    turn::{Ask, Pair},
};
use gloryhex_cardlang::{Domain, Quant, verify::is_fighters};
use gloryhex_hexgrid::HexSet;

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
                let mut parts = self.forms.list(list);
                let mut left = among;
                // Marks come first, and often nobody has them.
                if let [first, rest @ ..] = parts
                    && let Some(marked) = self.marked(*first, among, lane)
                {
                    (left, parts) = (marked, rest);
                }
                for part in parts {
                    if left.is_empty() {
                        break;
                    }
                    left = self.select(*part, left, bound, lane);
                }
                Some(left)
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
            Form::Marks(ix, who) if who.is_bound(lane) => {
                L::marked(self, among, self.forms.marks[ix as usize])
            }
            Form::Fighter(prop, who) if who.is_bound(lane) => L::with_prop(self, among, prop),
            Form::Token(prop, what) if what.is_bound(lane) => L::of_token(self, among, prop),
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
                if !among.several() {
                    None
                } else if is_fighters(over) {
                    let by = Fighters(fighters(self.sight, self.source.seat, over));
                    Some(self.turned(by, (place, inner), among, bound, lane))
                } else if over == Domain::Hexes {
                    self.near_some(place, inner, among, bound, lane)
                } else if L::MANY {
                    Some(self.turned_over(over, place, of, inner, among, bound, lane))
                } else {
                    None
                }
            }
            Form::Pair(ix, so) => {
                let found = self.asked(&self.forms.asks[usize::from(ix)], among, bound, lane);
                found.map(|found| if so { found } else { among.minus(found) })
            }
            _ => None,
        };
        found.unwrap_or_else(|| self.rest(arg, among, bound, lane))
    }

    /// The elements with marks, if an operand asks for these.
    #[inline(always)]
    fn marked<L: Lanes>(&self, arg: Arg, among: L, lane: u8) -> Option<L> {
        let Operand::Node(id) = arg.operand() else {
            return None;
        };
        match *self.forms.node(id) {
            Form::Marks(ix, who) if who.is_bound(lane) => {
                L::marked(self, among, self.forms.marks[ix as usize])
            }
            _ => None,
        }
    }

    /// The elements for which `a`, which speaks of them, compares with `b`, which does not.
    #[inline(always)]
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

    /// The elements for which there is a fighter as asked.
    fn asked<L: Lanes>(&self, ask: &Ask, among: L, bound: &mut Bound, lane: u8) -> Option<L> {
        let Ask {
            over,
            place,
            inner,
            ref turn,
        } = *ask;
        let pair = turn.pairs[L::NTH];
        if pair.is_none() && !among.several() {
            return None;
        }
        let mut by = Fighters(fighters(self.sight, self.source.seat, over));
        if turn.alone != Arg::ONE {
            by = self.select(turn.alone, by, bound, place);
        }
        if by.is_empty() {
            return Some(L::EMPTY);
        }
        match pair {
            Some(pair) => self.with_one(pair, by, among),
            None => Some(self.taken(by, (place, inner), among, bound, lane)),
        }
    }

    /// The elements for which some fighter of a set satisfies a condition, looked for the other way round:
    /// the fighters are taken one by one, with all elements under test at once, unless these are fewer. What
    /// is asked of the fighters alone is asked first.
    fn turned<L: Lanes>(
        &self,
        mut by: Fighters,
        (place, inner): (u8, Arg),
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
        if by.is_empty() {
            return L::EMPTY;
        }
        let pair = self.forms.paired(parts, place, lane, L::hex_of);
        let found = pair.and_then(|pair| self.with_one(pair, by, among));
        found.unwrap_or_else(|| self.taken(by, (place, inner), among, bound, lane))
    }

    /// The same where what is asked of the fighters alone holds for all of them.
    fn taken<L: Lanes>(
        &self,
        by: Fighters,
        (place, inner): (u8, Arg),
        among: L,
        bound: &mut Bound,
        lane: u8,
    ) -> L {
        let parts = self.parts_of(&inner);
        if !L::MANY && among.len() < by.len() {
            let outer = bound[lane as usize];
            let kept = among.keep(|element| {
                bound[lane as usize] = element;
                let mut left = by;
                for part in parts {
                    if self.forms.speaks_of(*part, lane) {
                        left = self.select(*part, left, bound, place);
                    }
                }
                !left.is_empty()
            });
            bound[lane as usize] = outer;
            return kept;
        }
        let outer = bound[place as usize];
        let mut found = L::EMPTY;
        by.keep(|fighter| {
            bound[place as usize] = fighter;
            let mut left = among.minus(found);
            if left.is_empty() {
                return false;
            }
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

    /// The elements of which and of some fighter of a set that holds.
    #[inline]
    fn with_one<L: Lanes>(&self, pair: Pair, by: Fighters, among: L) -> Option<L> {
        let Pair {
            apart,
            far,
            tie,
            under,
        } = pair;
        if under {
            return L::under(self, among, by);
        }
        match (far, tie) {
            (None, None) if by.several() => return Some(among),
            (None, None) => {
                let only = by.0.trailing_zeros() as i16;
                return Some(among.minus(L::single(only)));
            }
            (Some((cmp, n)), None) if !apart => {
                if let Some(there) = self.around(by, cmp, n)
                    && let Some(found) = L::standing_in(self, among, there)
                {
                    return Some(found);
                }
            }
            _ => {}
        }
        if let (None, Some((Tie::SameTerritory, _, true))) = (far, tie) {
            return self.together(by, among, apart);
        }
        let mut found = Some(L::EMPTY);
        by.keep(|fighter| {
            let before = found.unwrap_or(among);
            let mut left = among.minus(before);
            if apart {
                left = left.minus(L::single(fighter));
            }
            if left.is_empty() {
                return false;
            }
            if let Some((cmp, n)) = far {
                left = L::near(self, left, self.hex_of(fighter), cmp, n);
            }
            if let Some((tie, first, so)) = tie {
                let other = match tie {
                    Tie::Sees | Tie::SameTerritory => self.hex_of(fighter),
                    Tie::Reaches | Tie::Companion => fighter,
                };
                let Some(tied) = L::tied(self, left, tie, other, first) else {
                    found = None;
                    return false;
                };
                left = if so { tied } else { left.minus(tied) };
            }
            found = found.map(|found| found.or(left));
            false
        });
        found
    }
    /// The elements in the territory of some fighter of a set, of another one if they are `apart`: one
    /// territory after the other.
    fn together<L: Lanes>(&self, by: Fighters, among: L, apart: bool) -> Option<L> {
        let (mut left, mut found) = (by, L::EMPTY);
        while !left.is_empty() {
            let first = left.0.trailing_zeros() as i16;
            left = left.minus(Fighters::single(first));
            let Some(there) = about(self, self.hex_of(first)) else {
                continue;
            };
            let others = Fighters::standing_in(self, left, there)?;
            left = left.minus(others);
            let mut with = L::standing_in(self, among, there)?;
            if apart && others.is_empty() {
                with = with.minus(L::single(first));
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
            _ => return None,
        };
        let grid = self.sight.grid;
        let mut there = HexSet::EMPTY;
        by.keep(|fighter| {
            if let Some(hex) = props::hex_of(self, self.hex_of(fighter)) {
                let inside = less.map_or(HexSet::EMPTY, |n| grid.within(hex, n));
                there |= grid.within(hex, most) - inside;
            }
            false
        });
        Some(there)
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

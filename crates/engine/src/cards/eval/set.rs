//! Which elements of a set satisfy a condition, worked out for all of them at once where that is simple.

use super::{Bound, Context, domain::Elements, props};
use crate::{cards::passes::Passes, ops::field, state::Fighter};
use gloryhex_cardlang::{
    Domain, HexProp, Prop, Quant,
    program::{Arg, Cmp, Form, Line},
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::FighterId;

/// Counts of things that are told apart for all elements at once.
const COUNTED: usize = 10;

impl Context<'_> {
    /// Keeps those elements of a set for which an operand gives yes; the element under test is bound at `lane`.
    pub(super) fn retain(&self, arg: Arg, set: &mut Elements, bound: &mut Bound, lane: u8) {
        if set.is_empty() {
            return;
        }
        if !self.program.speaks_of(arg, lane) {
            if self.arg(arg, bound) == 0 {
                *set = Elements::EMPTY;
            }
            return;
        }
        let in_sets = self.sight.table.index.passes.has(Passes::ELEMENT_SETS);
        let Some(form) = self.program.form(arg).filter(|_| in_sets) else {
            return self.retain_one_by_one(arg, set, bound, lane);
        };
        match *form {
            Form::All(list) => {
                for part in self.program.list(list) {
                    self.retain(*part, set, bound, lane);
                }
            }
            Form::Any(list) => {
                let mut left = *set;
                for part in self.program.list(list) {
                    let mut found = left;
                    self.retain(*part, &mut found, bound, lane);
                    left.remove(&found);
                }
                set.remove(&left);
            }
            Form::Not(a) => {
                let mut found = *set;
                self.retain(a, &mut found, bound, lane);
                set.remove(&found);
            }
            Form::Fighter(prop, who)
                if who.is_bound(lane)
                    && let Some(those) = self.fighters_with(prop) =>
            {
                set.retain_hexes(HexSet::of_bits(those.into()));
            }
            Form::Fighter(prop, who) if who.is_bound(lane) => {
                set.retain(|element| props::fighter(self, FighterId(element as u8), prop) != 0);
            }
            Form::Token(prop, what) if what.is_bound(lane) => {
                set.retain(|element| props::token(self, element as usize, prop) != 0);
            }
            Form::Hex(prop, what)
                if what.is_bound(lane)
                    && let Some(there) = self.hexes_with(prop) =>
            {
                set.retain_hexes(there);
            }
            Form::Compare(cmp @ (Cmp::Eq | Cmp::Ne), a, b)
                if let Some((own, other)) = self.apart(a, b, lane)
                    && own.is_bound(lane) =>
            {
                set.retain_one(self.arg(other, bound), cmp == Cmp::Eq);
            }
            Form::Compare(cmp, a, b)
                if let Some((own, cmp, other)) = self.against(cmp, a, b, lane) =>
            {
                let n = self.arg(other, bound);
                let counted = match self.program.form(own) {
                    Some(form) => self.retain_counted(form, cmp, n, set, bound, lane),
                    None => false,
                };
                if !counted {
                    let outer = bound[usize::from(lane)];
                    set.retain(|element| {
                        bound[usize::from(lane)] = element;
                        cmp.holds(self.arg(own, bound), n)
                    });
                    bound[usize::from(lane)] = outer;
                }
            }
            Form::Line(Line::Through, to, from, next)
                if next.is_bound(lane)
                    && !self.program.speaks_of(to, lane)
                    && !self.program.speaks_of(from, lane) =>
            {
                let [to, from] = [to, from].map(|place| self.arg(place, bound));
                let ends = props::hex_of(self, to).zip(props::hex_of(self, from));
                let next = ends.and_then(|(to, from)| self.sight.grid.row_to(to, from));
                set.retain_hexes(next.map_or(HexSet::EMPTY, HexSet::single));
            }
            Form::Near(cmp, n, a, b) if let Some((own, other)) = self.apart(a, b, lane) => {
                let (there, so) = self.near(self.arg(other, bound), cmp, n.into());
                let fighters = &self.sight.state.fighters;
                match own.is_bound(lane) {
                    true if so => set.retain_hexes(there),
                    true => set.remove(&Elements::hexes(there)),
                    false => {
                        set.retain(|e| there.contains(fighters[e as usize & 31].last_hex()) == so)
                    }
                }
            }
            Form::Quant {
                what: what @ (Quant::Any | Quant::All),
                over,
                place,
                of,
                inner,
            } if !self.program.speaks_of(of, lane)
                && (what == Quant::Any || over != Domain::Hexes) =>
            {
                let of = self.arg(of, bound);
                let mut things = Elements::of(self, over, of);
                if over == Domain::Hexes {
                    self.narrow(inner, &mut things, bound, (place, lane));
                    if things.len() > set.len() {
                        return self.retain_one_by_one(arg, set, bound, lane);
                    }
                }
                let outer = bound[usize::from(place)];
                let mut left = *set;
                for thing in things.iter() {
                    bound[usize::from(place)] = thing;
                    let mut found = left;
                    self.retain_inner(what, inner, &mut found, bound, lane);
                    match what {
                        Quant::Any => left.remove(&found),
                        _ => left = found,
                    }
                    if left.is_empty() {
                        break;
                    }
                }
                bound[usize::from(place)] = outer;
                match what {
                    Quant::Any => set.remove(&left),
                    _ => *set = left,
                }
            }
            // Of any other form nothing better is known than to go element by element.
            _ => self.retain_one_by_one(arg, set, bound, lane),
        }
    }

    /// The same, element by element.
    fn retain_one_by_one(&self, arg: Arg, set: &mut Elements, bound: &mut Bound, lane: u8) {
        let outer = bound[usize::from(lane)];
        set.retain(|element| {
            bound[usize::from(lane)] = element;
            self.arg(arg, bound) != 0
        });
        bound[usize::from(lane)] = outer;
    }

    /// Keeps those elements of which what a quantifier asks of one thing holds. Things that its condition passes over
    /// count for nothing: all elements are as asked about them where all things must be.
    #[inline(never)]
    fn retain_inner(
        &self,
        what: Quant,
        inner: Arg,
        set: &mut Elements,
        bound: &mut Bound,
        lane: u8,
    ) {
        let Some(&Form::Only(filter, value)) = self.program.form(inner) else {
            return self.retain(inner, set, bound, lane);
        };
        let mut meant = *set;
        self.retain(filter, &mut meant, bound, lane);
        let mut found = meant;
        self.retain(value, &mut found, bound, lane);
        match what {
            Quant::All => {
                meant.remove(&found);
                set.remove(&meant);
            }
            _ => *set = found,
        }
    }

    /// Passes over those of the things of a quantifier that a part of its condition excludes for every element.
    #[inline(never)]
    fn narrow(
        &self,
        inner: Arg,
        things: &mut Elements,
        bound: &mut Bound,
        (place, lane): (u8, u8),
    ) {
        if let Some(Form::All(list)) = self.program.form(inner) {
            for part in self.program.list(*list) {
                if !self.program.speaks_of(*part, lane) {
                    self.retain(*part, things, bound, place);
                }
            }
        }
    }

    /// Of a comparison the side that speaks of the element, and the other, if that does not.
    fn against(&self, cmp: Cmp, a: Arg, b: Arg, lane: u8) -> Option<(Arg, Cmp, Arg)> {
        let speaks = |arg| self.program.speaks_of(arg, lane);
        match (speaks(a), speaks(b)) {
            (true, false) => Some((a, cmp, b)),
            (false, true) => Some((b, cmp.mirrored(), a)),
            _ => None,
        }
    }

    /// Keeps those elements for which a quantifier counts things whose number compares as asked, if that can be found
    /// for all elements at once: the things are gone through once, and each raises the count of the elements it counts
    /// for. Whether it could.
    #[inline(never)]
    fn retain_counted(
        &self,
        form: &Form,
        cmp: Cmp,
        n: i16,
        set: &mut Elements,
        bound: &mut Bound,
        lane: u8,
    ) -> bool {
        let Form::Quant {
            what: Quant::Count,
            over,
            place,
            of,
            inner,
        } = *form
        else {
            return false;
        };
        let most = (COUNTED - 1) as i16;
        if over == Domain::Hexes || self.program.speaks_of(of, lane) || !(0..most).contains(&n) {
            return false;
        }
        // How many things count for an element: so many at least.
        let mut at_least = [Elements::EMPTY; COUNTED];
        at_least[0] = *set;
        let last = n as usize + 1;
        let of = self.arg(of, bound);
        let outer = bound[usize::from(place)];
        for thing in Elements::of(self, over, of).iter() {
            bound[usize::from(place)] = thing;
            let mut found = *set;
            self.retain_inner(Quant::Count, inner, &mut found, bound, lane);
            for so_many in (0..last).rev() {
                let mut more = at_least[so_many];
                more.keep(&found);
                match at_least[so_many + 1].is_empty() {
                    true => at_least[so_many + 1] = more,
                    false => at_least[so_many + 1].join(&more),
                }
            }
        }
        bound[usize::from(place)] = outer;
        let (enough, more) = (at_least[last - 1], at_least[last]);
        match cmp {
            Cmp::Ge => *set = enough,
            Cmp::Gt => *set = more,
            Cmp::Lt => set.remove(&enough),
            Cmp::Le => set.remove(&more),
            Cmp::Eq => {
                *set = enough;
                set.remove(&more);
            }
            Cmp::Ne => {
                let mut just = enough;
                just.remove(&more);
                set.remove(&just);
            }
        }
        true
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

    /// The fighters with a property, as bits of their ids, if their state alone tells it.
    fn fighters_with(&self, prop: Prop) -> Option<u32> {
        let table = self.sight.table;
        let those = |like: &dyn Fn(&Fighter) -> bool| {
            Some(self.sight.state.those(table.entrants.len(), like))
        };
        let yours = table.sides[self.source.seat.ix() & 3];
        match prop {
            Prop::Friendly => Some(yours),
            Prop::Enemy => Some(!yours),
            Prop::Has(token) => those(&|now| now.has(token)),
            Prop::Did(deed) => those(&|now| now.did(deed)),
            Prop::Inspired => {
                let turned = those(&|now| now.is(Fighter::INSPIRED));
                turned.map(|turned| turned & !table.two_faced)
            }
            Prop::Out => those(&|now| now.is(Fighter::OUT)),
            Prop::HurtNow => those(&|now| now.turn_damage > 0),
            _ => None,
        }
    }

    /// The hexes with a property, if that is a set that is kept.
    fn hexes_with(&self, prop: HexProp) -> Option<HexSet> {
        match prop {
            HexProp::Is(kind) => Some(field::of_kind(self.sight, props::kind_of(kind))),
            HexProp::Empty => Some(field::empty(self.sight)),
            HexProp::Region(region) => Some(field::of_region(self.sight, self.source.seat, region)),
            HexProp::OwnTrap => Some(field::traps(self.sight, self.source.seat)),
            HexProp::Fighter
            | HexProp::Token
            | HexProp::Board
            | HexProp::InReach
            | HexProp::FromNeutral => None,
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

#[cfg(test)]
mod tests {
    use crate::cards::trial::{BIRCH, DOCK, holds};
    use gloryhex_model::Token;

    #[test]
    fn a_set_and_its_elements_one_by_one_give_the_same_answer() {
        for (condition, so) in [
            ("count(friends) = 3", true),
            ("count(friends where leader) = 1", true),
            ("count(friends where has_guard) = 1", true),
            ("count(friends where not has_guard) = 2", true),
            ("count(friends where has_guard or leader) = 2", true),
            (
                "count(f: friends where any(e: enemies where adjacent(e, f))) = 1",
                true,
            ),
            ("count(hexes where empty and edge) >= 8", true),
            ("all(enemies: not inspired)", true),
        ] {
            let found = holds(condition, |trial| {
                trial.fighter(BIRCH).set_tokens(Token::Guard, 1);
                let near = trial.hex("a3");
                trial.fighter(DOCK).hex = near;
            });
            assert_eq!(found, so, "{condition}");
        }
    }

    /// How many elements are as asked, by all shortcuts and without them.
    fn count(elements: &str) -> usize {
        let found = (0..=30).filter(|n| {
            holds(&format!("count({elements}) = {n}"), |trial| {
                let near = trial.hex("a3");
                trial.fighter(DOCK).hex = near;
            })
        });
        let found: Vec<usize> = found.collect();
        assert_eq!(found.len(), 1, "{elements}");
        found[0]
    }

    #[test]
    fn things_are_counted_for_all_elements_at_once_as_for_each() {
        for n in 0..4 {
            let near = |cmp| {
                let near = "count(e: enemies where within(e, 2, f) and not leader(e))";
                count(&format!("f: friends where {near} {cmp} {n}"))
            };
            assert_eq!(near(">=") + near("<"), 3);
            assert_eq!(near(">") + near("<="), 3);
            assert_eq!(near("=") + near(">"), near(">="));
        }
        assert_ne!(
            count("f: friends where count(e: enemies where within(e, 2, f)) < 2"),
            3
        );
    }

    #[test]
    fn what_is_asked_of_all_things_or_of_hexes_is_asked_of_all_elements_at_once() {
        let far = count("f: friends where all(e: enemies: distance(e, f) >= 2)");
        let near = count("f: friends where any(e: enemies where distance(e, f) < 2)");
        assert_eq!((far + near, near > 0), (3, true));
        let at_edge = "f: friends where any(h: hexes where edge(h) and adjacent(h, f))";
        assert!(count(at_edge) > 0);
        // The rows from the leader to the enemies begin in so many hexes next to it.
        let rows = "any(e: enemies where any(l: friends where leader(l) and in_line(e, l, h)))";
        let first = count(&format!("h: hexes where {rows}"));
        assert!((1..=3).contains(&first), "{first}");
    }
}

//! Which elements of a set satisfy a condition, worked out for all of them at once where that is simple.

use super::{Bound, Context, domain::Elements, props};
use crate::{cards::passes::Passes, ops::field, state::Fighter};
use gloryhex_cardlang::{
    Domain, HexProp, Prop, Quant,
    program::{Arg, Cmp, Form},
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::FighterId;

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
                what: Quant::Any,
                over,
                place,
                of,
                inner,
            } if over != Domain::Hexes && !self.program.speaks_of(of, lane) => {
                let of = self.arg(of, bound);
                let outer = bound[usize::from(place)];
                let mut left = *set;
                for thing in Elements::of(self, over, of).iter() {
                    bound[usize::from(place)] = thing;
                    let mut found = left;
                    self.retain(inner, &mut found, bound, lane);
                    left.remove(&found);
                }
                bound[usize::from(place)] = outer;
                set.remove(&left);
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
}

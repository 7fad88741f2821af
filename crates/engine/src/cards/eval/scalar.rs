//! One value at a time: what each node of the form gives.

use super::{
    Bound, Context,
    domain::{Elements, card_of, fighter_of, seat_of},
    facts, groups, props,
};
use crate::{
    attack::Attack,
    cards::{self, statics, watches},
    ops::{field, stats},
};
use gloryhex_cardlang::{
    NOBODY, Quant, SeatProp,
    program::{Arg, Faces, Form, Line, Math, Operand, Tie, words},
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{Counter, Roll};

impl Context<'_> {
    /// The value of an operand.
    #[inline(always)]
    pub(super) fn arg(&self, arg: Arg, bound: &mut Bound) -> i16 {
        match arg.operand() {
            Operand::Node(id) => self.number(id, bound),
            Operand::Bound(at) => bound[usize::from(at & 31)],
            Operand::HexOf(at) => self.hex_of(bound[usize::from(at & 31)]),
            Operand::Number(n) => n,
        }
    }
    /// The hex of a fighter, as a number.
    #[inline(always)]
    pub(super) fn hex_of(&self, fighter: i16) -> i16 {
        fighter_of(self, fighter)
            .map_or(0, |f| props::number(self.sight.state.fighter(f).last_hex()))
    }
    #[inline]
    fn truth(&self, arg: Arg, bound: &mut Bound) -> bool {
        self.arg(arg, bound) != 0
    }

    /// The value of a node.
    pub(super) fn number(&self, id: u16, bound: &mut Bound) -> i16 {
        let yes = i16::from;
        match *self.program.node(id) {
            Form::Number(n) => n,
            Form::Not(a) => yes(!self.truth(a, bound)),
            Form::All(list) => {
                let parts = self.program.list(list);
                yes(parts.iter().all(|part| self.truth(*part, bound)))
            }
            Form::Any(list) => {
                let parts = self.program.list(list);
                yes(parts.iter().any(|part| self.truth(*part, bound)))
            }
            Form::Pick(a, b, c) => {
                let taken = if self.truth(a, bound) { b } else { c };
                self.arg(taken, bound)
            }
            Form::Math(math, a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                match math {
                    Math::Add => a.saturating_add(b),
                    Math::Sub => a.saturating_sub(b),
                    Math::Mul => a.saturating_mul(b),
                    Math::Div => a.checked_div_euclid(b).unwrap_or(0),
                    Math::Min => a.min(b),
                    Math::Max => a.max(b),
                }
            }
            Form::Compare(cmp, a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                yes(cmp.holds(a, b))
            }
            Form::Distance(a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                self.distance(a, b)
            }
            Form::Near(cmp, n, a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                yes(cmp.holds(self.distance(a, b), i16::from(n)))
            }
            Form::Quant {
                what,
                over,
                place,
                of,
                inner,
            } => {
                let among = Elements::of(self, over, self.arg(of, bound));
                self.quantify(what, among, inner, bound, place)
            }
            Form::Only(filter, value) => {
                if self.truth(filter, bound) {
                    self.arg(value, bound)
                } else {
                    0
                }
            }
            Form::Fighter(prop, who) => {
                let fighter = fighter_of(self, self.arg(who, bound));
                fighter.map_or(0, |f| props::fighter(self, f, prop))
            }
            Form::Named(name, who) => {
                let fighter = fighter_of(self, self.arg(who, bound));
                yes(fighter.is_some_and(|f| props::answers(self, f, name)))
            }
            Form::Token(prop, what) => {
                let ix = self.arg(what, bound);
                let n = self.sight.state.features.len() as i16;
                if (0..n).contains(&ix) {
                    props::token(self, ix as usize, prop)
                } else {
                    0
                }
            }
            Form::Hex(prop, what) => {
                let hex = props::hex_of(self, self.arg(what, bound));
                hex.map_or(0, |hex| props::hex(self, hex, prop))
            }
            Form::Card(prop, what) => {
                let card = card_of(self.arg(what, bound));
                card.map_or(0, |card| props::card(self, card, prop))
            }
            Form::Seat(prop, what) => {
                let seat = seat_of(self, self.arg(what, bound));
                seat.map_or(0, |seat| props::seat(self, seat, prop))
            }
            Form::Level(what) => {
                let seat = seat_of(self, self.arg(what, bound));
                let steps = SeatProp::Counter(Counter::Tracker);
                words::level(seat.map_or(0, |seat| props::seat(self, seat, steps)))
            }
            Form::Tie(tie, a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                yes(self.tied(tie, a, b))
            }
            Form::Line(line, x, a, b) => {
                let [x, a, b] = [x, a, b].map(|place| self.arg(place, bound));
                yes(self.lies(line, x, [a, b]))
            }
            Form::Attack(fact) => facts::attack(self, fact),
            Form::Dice(whose, faces) => {
                let roll = match whose {
                    Faces::Attack => self.attack.map(|attack| attack.attack_roll),
                    Faces::Defence => self.attack.map(|attack| attack.defence_roll),
                    Faces::Own => self.card.map(|card| card.roll()),
                    Faces::Casting => self.casting_roll(),
                };
                i16::from(roll.map_or(0, |roll| roll.count_in(faces)))
            }
            Form::Game(fact) => facts::game(self, fact),
            Form::With(number) => {
                let weapon = self.attack.and_then(|attack| {
                    stats::weapon_def(self.sight, attack.attacker, attack.weapon)
                });
                yes(weapon.is_some_and(|weapon| weapon.asked == number))
            }
            Form::Past(nth, whose) => {
                watches::recalled(self.sight, self.source, nth, self.arg(whose, bound))
            }
            Form::InChain(hex) => {
                let hex = props::hex_of(self, self.arg(hex, bound));
                let lies = |hex| self.card.is_some_and(|card| card.chain.contains(&hex));
                yes(hex.is_some_and(lies))
            }
            Form::ChainHex(nth) => {
                let nth = usize::try_from(self.arg(nth, bound) - 1).ok();
                let chain = self.card.map(|card| card.chain);
                let hex = nth
                    .zip(chain)
                    .and_then(|(nth, chain)| chain.get(nth).copied());
                hex.and_then(HexId::get)
                    .map_or(NOBODY, |hex| i16::from(hex.0))
            }
        }
    }
    /// Whether each of some fighters can have one of its own among those that the inner quantifier finds for it.
    fn matched(&self, among: Elements, inner: Arg, bound: &mut Bound, place: u8) -> bool {
        let Some(&Form::Quant {
            over,
            place: partner,
            inner,
            ..
        }) = self.program.form(inner)
        else {
            return false;
        };
        let partners = Elements::of(self, over, NOBODY);
        let outer = bound[usize::from(place)];
        let sets = among.iter().map(|element| {
            bound[usize::from(place)] = element;
            let mut found = partners;
            self.retain(inner, &mut found, bound, partner);
            groups::bits(found)
        });
        let matched = groups::matched(sets);
        bound[usize::from(place)] = outer;
        matched
    }
    /// The casting roll of the spell at hand: of a card or action being cast, or of a spell attack.
    pub fn casting_roll(&self) -> Option<Roll> {
        let of_attack = || self.attack.filter(|attack| attack.is(Attack::SPELL));
        let of_card = facts::spell_at_hand(self).map(|card| card.roll());
        of_card.or_else(|| of_attack().map(|attack| attack.attack_roll))
    }
    #[inline]
    fn distance(&self, a: i16, b: i16) -> i16 {
        match (props::hex_of(self, a), props::hex_of(self, b)) {
            (Some(a), Some(b)) => i16::from(self.sight.grid.distance(a, b)),
            _ => 999,
        }
    }
    /// Whether a place lies to the line through two others as asked.
    pub(super) fn lies(&self, line: Line, place: i16, ends: [i16; 2]) -> bool {
        let hex = |place| props::hex_of(self, place);
        let (Some(place), Some(a), Some(b)) = (hex(place), hex(ends[0]), hex(ends[1])) else {
            return false;
        };
        match line {
            Line::Between => self.sight.grid.between(place, a, b),
            Line::Through => self.sight.grid.in_line(place, a, b),
        }
    }
    /// Whether two things stand to each other as asked.
    pub(super) fn tied(&self, tie: Tie, a: i16, b: i16) -> bool {
        let hexes = || Some((props::hex_of(self, a)?, props::hex_of(self, b)?));
        let fighters = || Some((fighter_of(self, a)?, fighter_of(self, b)?));
        let territory = |hex| field::territory(self.sight, hex);
        match tie {
            Tie::Sees => hexes().is_some_and(|(a, b)| {
                let anyway = || {
                    let there = |hex| self.sight.state.occupant(hex);
                    let both = there(a)
                        .zip(there(b))
                        .filter(|_| self.sight.table.index.sees_more);
                    both.is_some_and(|(a, b)| cards::sees_anyway(self.sight, a, b))
                };
                field::sees(self.sight, a, b) || anyway()
            }),
            // Two hexes in no one's territory count, too.
            Tie::SameTerritory => hexes().is_some_and(|(a, b)| territory(a) == territory(b)),
            Tie::Reaches => fighters().is_some_and(|(a, b)| props::reaches(self, a, b)),
            Tie::Suits => {
                let card = super::domain::card_of(a);
                let pair = card.zip(fighter_of(self, b));
                pair.is_some_and(|(card, who)| {
                    crate::cards::may_bear(self.sight, card.seat, card.slot, who)
                })
            }
            Tie::OppositeEdges => {
                hexes().is_some_and(|(a, b)| self.sight.grid.opposite_edges(a, b))
            }
            Tie::Affects => super::domain::card_of(a)
                .zip(fighter_of(self, b))
                .is_some_and(|(card, who)| statics::affects(self.sight, card, who)),
            Tie::LeftBeside => {
                fighters().is_some_and(|(a, b)| crate::ops::travel::left_beside(self.sight, a, b))
            }
            Tie::Called => props::called(self, a, b),
            Tie::Companion => fighters().is_some_and(|(a, b)| props::companions(self, a, b)),
        }
    }

    /// What a quantifier gives.
    fn quantify(
        &self,
        what: Quant,
        mut among: Elements,
        inner: Arg,
        bound: &mut Bound,
        place: u8,
    ) -> i16 {
        let (filter, inner) = match self.program.form(inner) {
            Some(Form::Only(filter, value)) => (*filter, *value),
            _ => (Arg::ONE, inner),
        };
        self.retain(filter, &mut among, bound, place);
        if let Quant::Sum | Quant::Max | Quant::Min = what {
            let outer = bound[usize::from(place)];
            let values = among.iter().map(|element| {
                bound[usize::from(place)] = element;
                self.arg(inner, bound)
            });
            let answer = overall(what, values);
            bound[usize::from(place)] = outer;
            return answer;
        }
        if what == Quant::Matched {
            return i16::from(self.matched(among, inner, bound, place));
        }
        let all = among;
        self.retain(inner, &mut among, bound, place);
        match what {
            Quant::Any => i16::from(!among.is_empty()),
            Quant::All => i16::from(among == all),
            Quant::Group => i16::from(groups::is_one(self.sight, among)),
            Quant::Count | Quant::Sum | Quant::Max | Quant::Min | Quant::Matched => among.len(),
        }
    }
}

/// The sum, the greatest or the least of some values.
fn overall(what: Quant, values: impl Iterator<Item = i16>) -> i16 {
    match what {
        Quant::Max => values.fold(-1, i16::max),
        Quant::Min => values.fold(999, i16::min),
        Quant::Sum | Quant::Count | Quant::Any | Quant::All | Quant::Group | Quant::Matched => {
            values.fold(0, i16::saturating_add)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantifier_over_nothing_has_its_own_answer() {
        for (what, none, some) in [
            (Quant::Sum, 0, 5),
            (Quant::Max, -1, 3),
            (Quant::Min, 999, 0),
        ] {
            assert_eq!(overall(what, [].into_iter()), none, "{what:?}");
            assert_eq!(overall(what, [2, 0, 3].into_iter()), some, "{what:?}");
        }
    }
}

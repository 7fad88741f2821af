//! Sets of fighters, hexes or tokens that one condition is asked of at once, and what such a set can be asked.
//!
//! Yes-or-no properties of the element under test become sets; what a set has no answer to (`None`) is asked
//! element by element. How a condition is worked out for a whole set is in [`super::set`].

use super::{Context, props};
use crate::{
    ops::{field, travel},
    state::Fighter,
};
use gloryhex_cardlang::{
    HexProp, Prop, Region, TokenProp,
    program::{Arg, Cmp, Tie},
};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::FighterId;

/// A set of elements of one domain.
pub(super) trait ElementSet: Copy {
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
    /// Takes the elements one by one.
    fn each(self, mut take: impl FnMut(i16)) {
        self.keep(|element| {
            take(element);
            false
        });
    }
    /// Whether an operand is the hex of the element under test.
    fn hex_of(_: Arg, _: u8) -> bool {
        false
    }
    /// The elements with a property of fighters that is not 0.
    fn with_prop(_: &Context<'_>, _: Self, _: Prop) -> Option<Self> {
        None
    }
    /// The elements with a property of tokens that is not 0.
    fn of_token(_: &Context<'_>, _: Self, _: TokenProp) -> Option<Self> {
        None
    }
    /// The elements with a property of hexes that is not 0.
    fn of_hex(_: &Context<'_>, _: Self, _: HexProp) -> Option<Self> {
        None
    }
    /// The elements whose property compares as asked.
    fn numbered(_: &Context<'_>, _: Self, _: Prop, _: Cmp, _: i16) -> Option<Self> {
        None
    }
    /// The elements that stand to something as asked; `first` if they come first.
    fn tied(_: &Context<'_>, _: Self, _: Tie, _: i16, _first: bool) -> Option<Self> {
        None
    }
    /// The elements whose distance to a hex compares as asked.
    fn near(_: &Context<'_>, _: Self, _: i16, _: Cmp, _: i16) -> Option<Self> {
        None
    }
    /// The fighters with one of these hexes within so many steps.
    fn beside(_: &Context<'_>, _: Self, _: HexSet, _: u8) -> Option<Self> {
        None
    }
}

/// Fighters, as bits of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fighters(pub u32);

impl ElementSet for Fighters {
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
            let yes = test(bit.trailing_zeros() as i16);
            kept |= bit & u32::from(yes).wrapping_neg();
        }
        Fighters(kept)
    }
    #[inline]
    fn hex_of(arg: Arg, lane: u8) -> bool {
        arg.is_hex_of(lane)
    }
    fn with_prop(context: &Context<'_>, among: Self, prop: Prop) -> Option<Self> {
        let sight = context.sight;
        let fighters = &sight.state.fighters;
        let by = |test: &dyn Fn(&Fighter) -> bool| {
            among.keep(|element| test(&fighters[element as usize & 31]))
        };
        Some(match prop {
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
    fn numbered(context: &Context<'_>, among: Self, prop: Prop, cmp: Cmp, n: i16) -> Option<Self> {
        Some(among.keep(|e| cmp.holds(props::fighter(context, FighterId(e as u8), prop), n)))
    }
    fn tied(context: &Context<'_>, among: Self, tie: Tie, other: i16, first: bool) -> Option<Self> {
        let sight = context.sight;
        if tie == Tie::SameTerritory {
            let same = about(context, other);
            return same.map_or(Some(Fighters::EMPTY), |same| {
                Fighters::standing_in(context, among, same)
            });
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
    fn near(context: &Context<'_>, among: Self, hex: i16, cmp: Cmp, n: i16) -> Option<Self> {
        let (grid, fighters) = (context.sight.grid, &context.sight.state.fighters);
        if let (Some(to), Ok(steps)) = (props::hex_of(context, hex), u8::try_from(n)) {
            let there = match cmp {
                Cmp::Le => Some(grid.within(to, steps)),
                Cmp::Eq if steps == 1 => Some(grid.adjacent(to)),
                _ => None,
            };
            if let Some(there) = there {
                return Fighters::standing_in(context, among, there);
            }
        }
        let there = HexSet::near(context, grid.all(), hex, cmp, n)?;
        let nowhere = cmp.holds(999, n);
        Some(among.keep(|element| {
            let from = fighters[element as usize & 31].last_hex();
            there.contains(from) || nowhere && from == HexId::NONE
        }))
    }
    fn beside(context: &Context<'_>, among: Self, hexes: HexSet, steps: u8) -> Option<Self> {
        let (grid, fighters) = (context.sight.grid, &context.sight.state.fighters);
        Some(among.keep(|element| {
            let from = fighters[element as usize & 31].last_hex();
            from != HexId::NONE && grid.within(from, steps).meets(hexes)
        }))
    }
}

impl Fighters {
    /// Those of some fighters who stand in one of these hexes, or stood there last.
    fn standing_in(context: &Context<'_>, among: Self, hexes: HexSet) -> Option<Self> {
        let fighters = &context.sight.state.fighters;
        Some(among.keep(|e| hexes.contains(fighters[e as usize & 31].last_hex())))
    }
}

/// The hexes in the same territory as one, or in no one's as that is.
#[inline]
pub(super) fn about(context: &Context<'_>, hex: i16) -> Option<HexSet> {
    let sight = context.sight;
    let there = props::hex_of(context, hex)?;
    Some(match field::territory(sight, there) {
        Some(owner) => field::of_region(sight, owner, Region::Friendly),
        None => field::of_region(sight, context.source.seat, Region::Neutral),
    })
}

impl ElementSet for HexSet {
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
    fn near(context: &Context<'_>, among: Self, hex: i16, cmp: Cmp, n: i16) -> Option<Self> {
        let Some(to) = props::hex_of(context, hex) else {
            let far = cmp.holds(999, n);
            return Some(if far { among } else { HexSet::EMPTY });
        };
        let grid = context.sight.grid;
        let within = |n: i16| match u8::try_from(n) {
            Ok(n) => grid.within(to, n),
            Err(_) if n < 0 => HexSet::EMPTY,
            Err(_) => grid.all(),
        };
        let nearer = || within(n.saturating_sub(1));
        Some(match cmp {
            Cmp::Le => among & within(n),
            Cmp::Lt => among & nearer(),
            Cmp::Gt => among - within(n),
            Cmp::Ge => among - nearer(),
            Cmp::Eq => among & (within(n) - nearer()),
            Cmp::Ne => among - (within(n) - nearer()),
        })
    }
}

/// Feature tokens, as bits of their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tokens(pub u32);

impl Tokens {
    /// The tokens on the battlefield.
    #[inline]
    pub fn on_field(context: &Context<'_>) -> Tokens {
        let tokens = context.sight.state.features.iter().rev();
        Tokens(tokens.fold(0, |set, token| set << 1 | u32::from(token.on_field())))
    }
}

impl ElementSet for Tokens {
    const EMPTY: Self = Tokens(0);
    const MANY: bool = false;

    fn single(element: i16) -> Self {
        let known = (0..32).contains(&element);
        Tokens(if known { 1 << element } else { 0 })
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        Tokens(self.0 & other.0)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        Tokens(self.0 | other.0)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        Tokens(self.0 & !other.0)
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
    fn keep(self, test: impl FnMut(i16) -> bool) -> Self {
        Tokens(Fighters(self.0).keep(test).0)
    }
    fn of_token(context: &Context<'_>, among: Self, prop: TokenProp) -> Option<Self> {
        let sight = context.sight;
        let tokens = &sight.state.features;
        let hex = |element: i16| tokens.get(element as usize).map_or(HexId::NONE, |t| t.hex);
        Some(match prop {
            TokenProp::Up => {
                let up = tokens.iter().rev();
                let up = up.fold(0, |set, token| set << 1 | u32::from(token.numbered()));
                Tokens(among.0 & up)
            }
            TokenProp::Region(region) => {
                let there = field::of_region(sight, context.source.seat, region);
                among.keep(|element| there.contains(hex(element)))
            }
            // Who holds one stands on it.
            TokenProp::Yours => {
                let (first, end) = sight.table.rosters[context.source.seat];
                let own = &sight.state.fighters[usize::from(first)..usize::from(end)];
                let there = HexSet::gather(own.iter().map(|fighter| [fighter.hex]));
                let stood = tokens.iter().rev();
                let stood = stood.fold(0, |set, token| {
                    (set << 1) | u32::from(there.contains(token.hex))
                });
                let held = |element| props::token(context, element as usize, prop) != 0;
                Tokens(among.0 & stood).keep(held)
            }
            TokenProp::Odd => {
                let odd = tokens.iter().rev();
                let odd = odd.fold(0, |set, token| (set << 1) | u32::from(token.number & 1));
                Tokens(among.0 & odd)
            }
            _ => among.keep(|element| props::token(context, element as usize, prop) != 0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<S: ElementSet + PartialEq + std::fmt::Debug>() {
        let of = |elements: &[i16]| {
            let sets = elements.iter().map(|element| S::single(*element));
            sets.fold(S::EMPTY, S::or)
        };
        let set = of(&[1, 4, 7]);
        assert_eq!((set.len(), of(&[]).is_empty()), (3, true));
        assert_eq!(set.and(of(&[4, 5])), of(&[4]));
        assert_eq!(set.minus(of(&[4, 5])), of(&[1, 7]));
        assert_eq!(set.keep(|element| element > 1), of(&[4, 7]));
        assert_eq!(of(&[-1]), S::EMPTY);
        let mut taken = Vec::new();
        set.each(|element| taken.push(element));
        assert_eq!(taken, [1, 4, 7]);
    }

    #[test]
    fn every_sort_of_set_behaves_like_one() {
        behaves::<Fighters>();
        behaves::<HexSet>();
        behaves::<Tokens>();
    }
}

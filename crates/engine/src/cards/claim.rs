//! Whether a player holds all feature tokens of a sort, of which there must be some: asked of all tokens at
//! once.

use super::{
    eval::Context,
    form::{Arg, Form, Forms, Operand},
    props,
};
use crate::{bits::Bits, ops::field};
use gloryhex_cardlang::{Region, TokenProp};
use gloryhex_hexgrid::HexSet;

/// A sort of tokens on the battlefield.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// With the numbered side up.
    up: bool,
    /// With an odd number.
    odd: bool,
    /// In such a territory.
    region: Option<Region>,
}

impl Forms {
    /// The sort of tokens of which all are to be yours, if a quantifier over tokens asks just that; its
    /// element is bound at `place`.
    pub(super) fn claim(&self, filter: Arg, value: Arg, place: u8) -> Option<Claim> {
        let asked = |arg: Arg| match arg.operand() {
            Operand::Node(id) => match *self.node(id) {
                Form::Token(prop, what) if what.is_bound(place) => Some(prop),
                _ => None,
            },
            _ => None,
        };
        if asked(value) != Some(TokenProp::Yours) {
            return None;
        }
        let mut parts = Vec::new();
        self.flatten(filter, true, &mut parts);
        let mut claim = Claim::default();
        for part in parts {
            match asked(part)? {
                TokenProp::Up => claim.up = true,
                TokenProp::Odd => claim.odd = true,
                TokenProp::Region(region) if claim.region.is_none() => claim.region = Some(region),
                _ => return None,
            }
        }
        Some(claim)
    }
}

impl Context<'_> {
    /// Whether there are such tokens and all of them are yours.
    pub(super) fn claims(&self, claim: Claim) -> bool {
        let sight = self.sight;
        let tokens = &sight.state.features;
        let there = match claim.region {
            Some(region) => field::of_region(sight, self.source.seat, region),
            None => sight.grid.all(),
        };
        let (first, end) = sight.table.rosters[self.source.seat];
        let own = &sight.state.fighters[usize::from(first)..usize::from(end)];
        let stood = HexSet::gather(own.iter().map(|fighter| [fighter.hex]));
        // No jumps: which tokens they are cannot be foreseen.
        let (asked, open) = tokens
            .iter()
            .rev()
            .fold((0u64, false), |(set, open), token| {
                let up = token.numbered() | !claim.up;
                let odd = (token.number & 1 == 1) | !claim.odd;
                let is = up & odd & there.contains(token.hex);
                (
                    (set << 1) | u64::from(is),
                    open | (is & !stood.contains(token.hex)),
                )
            });
        // Who holds one stands on it.
        let held = |ix: u8| props::token(self, usize::from(ix), TokenProp::Yours) != 0;
        (asked != 0) & !open && Bits(asked).all(held)
    }
}

//! Questions about some fighter asked the other way round, for all elements under test at once: what of them
//! can be told from the card alone, once per table.

use super::{
    form::{Arg, Cmp, Form, Forms, ITS_AT, Operand, Tie, YOU},
    lanes::{Fighters, Lanes, Tokens},
};
use gloryhex_cardlang::{Domain, Prop, Quant, verify::is_fighters};
use gloryhex_hexgrid::HexSet;

/// What is asked of an element and of a fighter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pair {
    /// That they are not the same.
    pub apart: bool,
    /// How far apart they are.
    pub far: Option<(Cmp, i16)>,
    /// How they stand to each other, whether the element comes first, and whether it should be so.
    pub tie: Option<(Tie, bool, bool)>,
    /// That the element is the token under the fighter, and nothing else.
    pub under: bool,
}

/// A question about some fighter, asked of the elements bound at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    /// Of which fighters.
    pub over: Domain,
    /// Where they are bound.
    pub place: u8,
    /// What is asked.
    pub inner: Arg,
    /// How it is turned round.
    pub turn: Turn,
}

/// How a question is turned round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// What is asked of the fighters alone.
    pub alone: Arg,
    /// What is asked of both, if that is all, by the sort of the elements under test.
    pub pairs: [Option<Pair>; 3],
}

impl Forms {
    /// Turns the questions of all nodes round, once nobody looks at their parts any more.
    pub(super) fn gather_asks(&mut self) {
        for id in 0..self.nodes.len() {
            if let Some(ask) = self.ask(id) {
                self.nodes[id] = Form::Pair(self.asks.len() as u16, true);
                self.asks.push(ask);
            }
        }
        for id in 0..self.nodes.len() {
            if let Form::Not(a) = self.nodes[id]
                && let Operand::Node(inner) = a.operand()
                && let Form::Pair(ask, true) = self.nodes[inner as usize]
            {
                self.nodes[id] = Form::Pair(ask, false);
            }
        }
    }
    fn ask(&mut self, id: usize) -> Option<Ask> {
        let Form::Quant {
            what: Quant::Any,
            over,
            place,
            inner,
            ..
        } = self.nodes[id]
        else {
            return None;
        };
        let mut parts = Vec::new();
        self.flatten(inner, true, &mut parts);
        let others = |lane: &u8| {
            let spoken = |part: &Arg| self.speaks_of(*part, *lane);
            *lane != place && parts.iter().any(spoken)
        };
        let mut lanes = (ITS_AT..YOU).filter(others);
        let lane = lanes.next().filter(|_| is_fighters(over))?;
        if lanes.next().is_some() {
            return None;
        }
        let mut pairs = [None; 3];
        pairs[Fighters::NTH] = self.paired(&parts, place, lane, Fighters::hex_of);
        pairs[HexSet::NTH] = self.paired(&parts, place, lane, HexSet::hex_of);
        pairs[Tokens::NTH] = match self.under(&parts, place, lane) {
            true => Some(Pair {
                under: true,
                ..Pair::default()
            }),
            false => self.paired(&parts, place, lane, Tokens::hex_of),
        };
        parts.retain(|part| !self.speaks_of(*part, lane));
        let alone = self.all_of(&parts);
        Some(Ask {
            over,
            place,
            inner,
            turn: Turn { alone, pairs },
        })
    }
    /// Whether a condition asks of an element and of a fighter just that it is the token under the fighter.
    fn under(&self, parts: &[Arg], place: u8, lane: u8) -> bool {
        let under = |arg: Arg| match arg.operand() {
            Operand::Node(id) => {
                matches!(*self.node(id), Form::Fighter(Prop::TokenUnder, who) if who.is_bound(place))
            }
            _ => false,
        };
        let mut both = parts.iter().filter(|part| self.speaks_of(**part, lane));
        let (Some(only), None) = (both.next(), both.next()) else {
            return false;
        };
        match only.operand() {
            Operand::Node(id) => match *self.node(id) {
                Form::Compare(Cmp::Eq, a, b) => {
                    a.is_bound(lane) && under(b) || b.is_bound(lane) && under(a)
                }
                _ => false,
            },
            _ => false,
        }
    }
    /// What a condition asks of an element and of a fighter, if that is only that they are not the same, how
    /// far apart they are and how they stand to each other.
    pub(super) fn paired(
        &self,
        parts: &[Arg],
        place: u8,
        lane: u8,
        hex_of: fn(Arg, u8) -> bool,
    ) -> Option<Pair> {
        let mut pair = Pair::default();
        for part in parts {
            if !self.speaks_of(*part, lane) {
                continue;
            }
            let Operand::Node(id) = part.operand() else {
                return None;
            };
            match *self.node(id) {
                Form::Near(cmp, n, a, b)
                    if pair.far.is_none()
                        && (a.is_hex_of(place) && hex_of(b, lane)
                            || b.is_hex_of(place) && hex_of(a, lane)) =>
                {
                    pair.far = Some((cmp, i16::from(n)));
                }
                Form::Compare(Cmp::Ne, a, b)
                    if a.is_bound(place) && b.is_bound(lane)
                        || b.is_bound(place) && a.is_bound(lane) =>
                {
                    pair.apart = true;
                }
                Form::Tie(..) if pair.tie.is_none() => {
                    let (tie, first) = self.tie(*part, place, lane, hex_of)?;
                    pair.tie = Some((tie, first, true));
                }
                Form::Not(a) if pair.tie.is_none() => {
                    let (tie, first) = self.tie(a, place, lane, hex_of)?;
                    pair.tie = Some((tie, first, false));
                }
                _ => return None,
            }
        }
        let asks = pair.apart || pair.far.is_some() || pair.tie.is_some();
        asks.then_some(pair)
    }
    /// How an element and a fighter stand to each other, if an operand asks just that, and whether the
    /// element comes first.
    fn tie(
        &self,
        arg: Arg,
        place: u8,
        lane: u8,
        hex_of: fn(Arg, u8) -> bool,
    ) -> Option<(Tie, bool)> {
        let Operand::Node(id) = arg.operand() else {
            return None;
        };
        let Form::Tie(tie, a, b) = *self.node(id) else {
            return None;
        };
        let hexes = matches!(tie, Tie::Sees | Tie::SameTerritory);
        let one = |arg: Arg| match hexes {
            true => hex_of(arg, lane),
            false => arg.is_bound(lane),
        };
        let other = |arg: Arg| match hexes {
            true => arg.is_hex_of(place),
            false => arg.is_bound(place),
        };
        if one(a) && other(b) {
            Some((tie, true))
        } else {
            (one(b) && other(a)).then_some((tie, false))
        }
    }
}

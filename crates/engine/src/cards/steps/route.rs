//! The shortest way round whatever stands between, for pushes that have no other limit.

use super::push::MAX_PUSH;
use crate::run::Sight;
use gloryhex_hexgrid::{HexId, HexSet};

/// Hexes one step from a set that have not been reached.
fn next(sight: Sight<'_>, empty: HexSet, front: HexSet, reached: HexSet) -> HexSet {
    let near = front
        .iter()
        .fold(HexSet::EMPTY, |set, at| set | sight.grid.adjacent(at));
    (near & empty) - reached
}

/// The hexes fit for an end that are reached first.
pub fn nearest(
    sight: Sight<'_>,
    empty: HexSet,
    from: HexId,
    fit: impl Fn(HexSet) -> HexSet,
) -> HexSet {
    let mut reached = HexSet::single(from);
    let mut front = reached;
    loop {
        front = next(sight, empty, front, reached);
        let ends = fit(front);
        if front.is_empty() || !ends.is_empty() {
            return ends;
        }
        reached |= front;
    }
}

/// A shortest way with the fewest hazards: the hazards on it, at most four, and its end.
pub fn stations(
    sight: Sight<'_>,
    empty: HexSet,
    hazards: HexSet,
    from: HexId,
    to: HexId,
) -> [HexId; MAX_PUSH] {
    // Steps and hazards from each hex to the end.
    let mut cost = [(u8::MAX, u8::MAX); HexId::LIMIT];
    let mut reached = HexSet::single(to);
    let mut front = reached;
    cost[to.index()] = (0, 0);
    let open = empty | HexSet::single(from);
    while !front.is_empty() && !front.contains(from) {
        let after = next(sight, open, front, reached);
        for hex in after {
            let best = (sight.grid.adjacent(hex) & front)
                .iter()
                .map(|at| cost[at.index()])
                .min()
                .unwrap_or((u8::MAX, u8::MAX));
            let more = u8::from(hazards.contains(hex));
            cost[hex.index()] = (best.0.saturating_add(1), best.1.saturating_add(more));
        }
        reached |= after;
        front = after;
    }
    let mut way = [HexId::NONE; MAX_PUSH];
    let (mut at, mut n) = (from, 0);
    while at != to {
        let step = (sight.grid.adjacent(at) & reached)
            .iter()
            .filter(|hex| cost[hex.index()].0 < cost[at.index()].0)
            .min_by_key(|hex| cost[hex.index()].1);
        let Some(step) = step else { break };
        at = step;
        if at != to && hazards.contains(at) && n + 1 < MAX_PUSH {
            way[n] = at;
            n += 1;
        }
    }
    way[n] = to;
    way
}

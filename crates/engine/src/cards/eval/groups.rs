//! How fighters stand to one another: whether some are one group, and whether each can have another of its own.

use super::domain::Elements;
use crate::run::Sight;
use gloryhex_hexgrid::HexSet;
use gloryhex_model::{FighterId, MAX_FIGHTERS};

/// Fighters as bits of their ids.
pub(super) fn bits(fighters: Elements) -> u32 {
    let all = fighters.iter();
    all.fold(0, |set, fighter| set | 1u32 << (fighter & 31))
}

/// Whether some fighters are connected, each to the others by adjacent ones, and there is one at least.
pub(super) fn is_one(sight: Sight<'_>, fighters: Elements) -> bool {
    let hexes = fighters
        .iter()
        .map(|id| sight.state.fighter(FighterId(id as u8)).hex);
    let stand: HexSet = hexes.filter(|hex| hex.is_some()).collect();
    let Some(first) = stand.iter().next() else {
        return false;
    };
    let mut reached = HexSet::EMPTY;
    let mut edge: HexSet = [first].into_iter().collect();
    while !edge.is_empty() {
        reached |= edge;
        let near = edge
            .iter()
            .fold(HexSet::EMPTY, |near, hex| near | sight.grid.adjacent(hex));
        edge = near & (stand - reached);
    }
    reached == stand
}

/// Whether each of some can have one of its own out of its set.
pub(super) fn matched(sets: impl Iterator<Item = u32>) -> bool {
    let mut all = [0u32; MAX_FIGHTERS];
    let mut n = 0;
    for set in sets.take(MAX_FIGHTERS) {
        all[n] = set;
        n += 1;
    }
    let mut taken = [None; MAX_FIGHTERS];
    (0..n).all(|who| {
        let mut tried = 0;
        finds(&all, who, &mut tried, &mut taken)
    })
}

/// Finds a partner for one, if need be by letting another find a different one.
fn finds(
    all: &[u32; MAX_FIGHTERS],
    who: usize,
    tried: &mut u32,
    taken: &mut [Option<usize>; MAX_FIGHTERS],
) -> bool {
    for partner in 0..MAX_FIGHTERS {
        let bit = 1u32 << partner;
        if all[who] & bit == 0 || *tried & bit != 0 {
            continue;
        }
        *tried |= bit;
        let free = match taken[partner] {
            None => true,
            Some(other) => finds(all, other, tried, taken),
        };
        if free {
            taken[partner] = Some(who);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_one_of_its_own_if_some_way_to_share_them_out_exists() {
        let matched = |sets: &[u32]| matched(sets.iter().copied());
        assert!(matched(&[]));
        assert!(matched(&[0b11, 0b01]));
        assert!(matched(&[0b011, 0b001, 0b110]));
        assert!(!matched(&[0b01, 0b01]));
        assert!(!matched(&[0b11, 0b11, 0b11]));
        assert!(!matched(&[0b1, 0]));
    }
}

//! How far apart an attacker and a target are as its weapons count it, and the hexes from which it is near enough.
//!
//! What a weapon's Range is stands in [`super::stats`]. Here is only what makes the way to a target shorter than the board says.

use crate::{bits::Bits, cards, run::Sight};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::FighterId;
use std::hint::cold_path;

/// How far an attacker standing in `from` is from a target's hex: as the board says, less one for every friend on the line
/// between them who does not count.
#[inline(always)]
pub fn apart(sight: Sight<'_>, attacker: FighterId, from: HexId, to: HexId) -> u8 {
    let far = sight.grid.distance(from, to);
    if sight.table.index.shortens {
        cold_path();
        return far.saturating_sub(passed(sight, helpers(sight, attacker), from, to));
    }
    far
}

/// The friends of an attacker who do not count in the distance, as bits of fighter ids.
pub fn helpers(sight: Sight<'_>, attacker: FighterId) -> u32 {
    let seat = sight.table.owner(attacker);
    let there = sight.state.on_field(sight.table.entrants.len());
    let friends = there & sight.table.sides[seat.ix() & 3] & !(1 << (attacker.0 & 31));
    let shorten = |friend: &u8| cards::shortens(sight, FighterId(*friend));
    Bits(friends.into())
        .filter(shorten)
        .fold(0, |set, friend| set | 1 << friend)
}

/// How many of some fighters are between two hexes.
fn passed(sight: Sight<'_>, helpers: u32, from: HexId, to: HexId) -> u8 {
    let between = |friend: &u8| {
        let hex = sight.state.fighter(FighterId(*friend)).hex;
        sight.grid.between(hex, from, to)
    };
    Bits(helpers.into()).filter(between).count() as u8
}

/// The hexes, of those from which the target is seen, from which it could be struck with a weapon of that range, past
/// friends who do not count.
#[cold]
pub fn past_friends(
    sight: Sight<'_>,
    helpers: u32,
    target: HexId,
    (range, seen): (u8, &HexSet),
) -> HexSet {
    let most = |helpers: u32| range.saturating_add(helpers.count_ones() as u8);
    // Only those who are nearer to the target than an attacker can be are between them.
    let nearer = sight.grid.within(target, most(helpers).saturating_sub(1));
    let between = |friend: &u8| nearer.contains(sight.state.fighter(FighterId(*friend)).hex);
    let helpers = Bits(helpers.into())
        .filter(between)
        .fold(0, |set, friend| set | 1 << friend);
    let at_once = sight.grid.within(target, range);
    let further = (sight.grid.within(target, most(helpers)) & *seen) - at_once;
    let near = |hex: &HexId| {
        let far = sight.grid.distance(*hex, target);
        far.saturating_sub(passed(sight, helpers, *hex, target)) <= range
    };
    at_once & *seen | further.iter().filter(near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial};

    #[test]
    fn a_friend_on_the_line_brings_the_target_nearer_and_one_beside_it_does_not() {
        let mut trial = Trial::upgrade("static friends get shortens_attacks");
        let [far, mid, beside, near] = ["a1", "b1", "b2", "c1"].map(|name| trial.hex(name));
        trial.fighter(ASH).hex = far;
        trial.fighter(DOCK).hex = near;
        trial.fighter(BIRCH).hex = beside;
        assert_eq!(apart(trial.sight(), ASH, far, near), 2);
        trial.fighter(BIRCH).hex = mid;
        assert_eq!(apart(trial.sight(), ASH, far, near), 1);
        // Enemies get nothing of it.
        assert_eq!(apart(trial.sight(), DOCK, near, far), 2);
        let (helpers, all) = (helpers(trial.sight(), ASH), trial.sight().grid.all());
        let from = past_friends(trial.sight(), helpers, near, (1, &all));
        assert!(from.contains(far));
    }
}

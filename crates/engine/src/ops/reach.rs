//! How far apart an attacker and a target are as its weapons count it, and the hexes from which it is near enough.
//!
//! What a weapon's Range is stands in [`super::stats`]. Here is only what makes the way to a target shorter than the board says.

use crate::{
    bits::Bits,
    cards::{self, passes::Passes},
    run::Sight,
};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{FighterId, MAX_FIGHTERS, Seat};
use std::hint::cold_path;

/// How far an attacker standing in `from` is from a target's hex: as the board says, less one for every friend on the line
/// between them who does not count.
#[inline(always)]
pub fn apart(sight: Sight<'_>, attacker: FighterId, from: HexId, to: HexId) -> u8 {
    apart_past(sight, helpers(sight, attacker), from, to)
}

/// The same for [`helpers`] known already.
#[inline(always)]
pub fn apart_past(sight: Sight<'_>, helpers: u32, from: HexId, to: HexId) -> u8 {
    let far = sight.grid.distance(from, to);
    if helpers != 0 {
        cold_path();
        return far.saturating_sub(passed(sight, helpers, from, to));
    }
    far
}

/// The friends of an attacker who do not count in the distance, as bits of fighter ids.
#[inline(always)]
pub fn helpers(sight: Sight<'_>, attacker: FighterId) -> u32 {
    helpers_of(sight, sight.table.owner(attacker)) & !(1 << (attacker.0 & 31))
}

/// The fighters of a seat who do not count in the distance of their friends' attacks, as bits of fighter ids.
#[inline(always)]
pub fn helpers_of(sight: Sight<'_>, seat: Seat) -> u32 {
    match sight.table.index.shortens {
        true => who_shorten(sight, seat),
        false => 0,
    }
}

#[cold]
fn who_shorten(sight: Sight<'_>, seat: Seat) -> u32 {
    let there = sight.state.on_field(sight.table.entrants.len());
    let friends = there & sight.table.sides[seat.ix() & 3];
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
    let hex = |friend: u8| sight.state.fighter(FighterId(friend)).hex;
    let between = |friend: &u8| nearer.contains(hex(*friend));
    let helpers = Bits(helpers.into())
        .filter(between)
        .fold(0, |set, friend| set | 1 << friend);
    let at_once = sight.grid.within(target, range);
    if !sight.table.index.passes.has(Passes::ELEMENT_SETS) {
        let further = (sight.grid.within(target, most(helpers)) & *seen) - at_once;
        let near = |hex: &HexId| {
            let far = sight.grid.distance(*hex, target);
            far.saturating_sub(passed(sight, helpers, *hex, target)) <= range
        };
        return at_once & *seen | further.iter().filter(near).collect();
    }
    // Behind so many friends at least.
    let mut behind = [HexSet::EMPTY; MAX_FIGHTERS];
    let mut friends = 0;
    for friend in Bits(helpers.into()) {
        let there = sight.grid.behind(hex(friend), target);
        for so_many in (0..friends).rev() {
            behind[so_many + 1] |= behind[so_many] & there;
        }
        behind[0] |= there;
        friends += 1;
    }
    let further = behind[..friends].iter().zip(range.saturating_add(1)..);
    let reached = further.fold(at_once, |set, (hexes, far)| {
        set | sight.grid.within(target, far) & *hexes
    });
    reached & *seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, CEDAR, DOCK, Trial};

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

    #[test]
    fn from_where_a_target_is_reached_past_friends_is_as_far_as_it_is_apart() {
        let mut trial = Trial::upgrade("static friends get shortens_attacks");
        let [near, mid, other] = ["c1", "b1", "b2"].map(|name| trial.hex(name));
        trial.fighter(DOCK).hex = near;
        trial.fighter(BIRCH).hex = mid;
        trial.fighter(CEDAR).hex = other;
        let sight = trial.sight();
        let (helpers, all) = (helpers(sight, ASH), sight.grid.all());
        assert_eq!(helpers.count_ones(), 2);
        for range in 1..4 {
            let from = past_friends(sight, helpers, near, (range, &all));
            for hex in sight.grid.all() {
                let reached = apart(sight, ASH, hex, near) <= range;
                assert_eq!(from.contains(hex), reached, "{hex:?}, range {range}");
            }
        }
    }
}

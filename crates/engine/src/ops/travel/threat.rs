//! From where enemies can be reached.

use crate::{
    bits::Bits,
    cards,
    ops::{field, reach, sides, stats},
    run::Sight,
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::{FighterId, Seat};
use std::hint::cold_path;

/// Hexes from which some weapon of the fighter reaches some enemy.
pub fn threatening(sight: Sight<'_>, fighter: FighterId) -> HexSet {
    if sight.table.index.range_by_target {
        cold_path();
        return threatening_each(sight, fighter);
    }
    let reach = stats::longest_reach(sight, fighter);
    threatened(sight, sight.table.owner(fighter), reach) | against_friends(sight, fighter)
}

/// Hexes from which some weapon of the fighter reaches a friend whom it can attack.
pub fn against_friends(sight: Sight<'_>, fighter: FighterId) -> HexSet {
    let mut set = HexSet::EMPTY;
    if !sight.table.index.friends_too {
        return set;
    }
    let extra = field::blocked_by_cards(sight);
    stats::each_weapon(sight, fighter, |weapon| {
        let friends = sides::friends_struck(sight, fighter, weapon);
        let reach = stats::reach(sight, fighter, weapon);
        set |= threatened_by(sight, friends, &extra, reach);
    });
    set
}

/// As [`threatening`], where some rule about Range or sight asks who the target is.
fn threatening_each(sight: Sight<'_>, fighter: FighterId) -> HexSet {
    let seat = sight.table.owner(fighter);
    let foes = sides::enemies_on_field(sight, seat);
    let blocked = field::blocked_by_cards(sight);
    let shortens = sight.table.index.shortens;
    let helpers = if shortens {
        reach::helpers(sight, fighter)
    } else {
        0
    };
    let mut set = HexSet::EMPTY;
    for enemy in Bits(foes.into()) {
        let extra = blocked | cards::in_the_way(sight, seat, FighterId(enemy));
        let mut range = 0;
        stats::each_weapon(sight, fighter, |weapon| {
            range = range.max(stats::reach_of(sight, fighter, weapon, FighterId(enemy)));
        });
        let hex = sight.state.fighter(FighterId(enemy)).hex;
        let anyway = cards::sees_anyway(sight, fighter, FighterId(enemy));
        set |= match helpers != 0 && range > 0 {
            true => {
                let seen = match anyway {
                    true => sight.grid.all(),
                    false => field::visible_past(sight, hex, &extra),
                };
                reach::past_friends(sight, helpers, hex, (range, &seen))
            }
            false if anyway && range > 0 => sight.grid.within(hex, range),
            false => threatened_by(sight, 1 << enemy, &extra, range),
        };
    }
    set
}

/// Hexes from which a weapon of that range reaches some enemy of the seat.
fn threatened(sight: Sight<'_>, seat: Seat, reach: u8) -> HexSet {
    let foes = sides::enemies_on_field(sight, seat);
    threatened_by(sight, foes, &field::blocked_by_cards(sight), reach)
}

/// As [`threatening`], for a range, enemies and hexes blocked by cards known already.
#[inline(always)]
pub fn threatened_by(sight: Sight<'_>, foes: u32, extra: &HexSet, reach: u8) -> HexSet {
    let mut set = HexSet::EMPTY;
    if reach == 0 {
        return set;
    }
    if !extra.is_empty() {
        cold_path();
        return threatened_past(sight, foes, extra, reach);
    }
    for enemy in Bits(foes.into()).map(FighterId) {
        let hex = sight.state.fighter(enemy).hex;
        set |= sight.grid.within(hex, reach) & sight.grid.sight(hex);
    }
    set
}

/// As [`threatened_by`], where cards have blocked hexes.
#[inline(never)]
fn threatened_past(sight: Sight<'_>, foes: u32, extra: &HexSet, reach: u8) -> HexSet {
    let mut set = HexSet::EMPTY;
    for enemy in Bits(foes.into()).map(FighterId) {
        let hex = sight.state.fighter(enemy).hex;
        set |= sight.grid.within(hex, reach) & sight.grid.sight_past(hex, extra);
    }
    set
}

//! From where enemies can be reached.

use crate::{
    attack::WeaponIx,
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
    if sight.table.index.threat_by_target {
        cold_path();
        return Aims::of(sight, sight.table.owner(fighter)).threatening(sight, fighter);
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

/// What is the same for all fighters of a seat where some rule about Range, distance or sight asks who the target is.
#[derive(Clone, Copy, Debug)]
pub struct Aims {
    seat: Seat,
    foes: u32,
    blocked: HexSet,
    helpers: u32,
}

impl Aims {
    /// Those of a seat now.
    #[cold]
    pub fn of(sight: Sight<'_>, seat: Seat) -> Aims {
        Aims {
            seat,
            foes: sides::enemies_on_field(sight, seat),
            blocked: field::blocked_by_cards(sight),
            helpers: reach::helpers_of(sight, seat),
        }
    }

    /// The friends of a fighter who do not count in the distance of its attacks, as [`reach::helpers`] has it.
    pub fn helpers(&self, fighter: FighterId) -> u32 {
        self.helpers & !(1 << (fighter.0 & 31))
    }

    /// As [`threatening`].
    #[inline(never)]
    pub fn threatening(&self, sight: Sight<'_>, fighter: FighterId) -> HexSet {
        let helpers = self.helpers(fighter);
        let longest = |reach: &dyn Fn(WeaponIx) -> u8| {
            let mut range = 0;
            stats::each_weapon(sight, fighter, |weapon| range = range.max(reach(weapon)));
            range
        };
        let by_target = sight.table.index.range_by_target;
        let common = match by_target {
            true => 0,
            false => longest(&|weapon| stats::reach(sight, fighter, weapon)),
        };
        let mut set = HexSet::EMPTY;
        for enemy in Bits(self.foes.into()).map(FighterId) {
            let range = match by_target {
                true => longest(&|weapon| stats::reach_of(sight, fighter, weapon, enemy)),
                false => common,
            };
            if range == 0 {
                continue;
            }
            let hex = sight.state.fighter(enemy).hex;
            let seen = match cards::sees_anyway(sight, fighter, enemy) {
                true => sight.grid.all(),
                false => {
                    let extra = self.blocked | cards::in_the_way(sight, self.seat, enemy);
                    field::visible_past(sight, hex, &extra)
                }
            };
            set |= match helpers {
                0 => sight.grid.within(hex, range) & seen,
                _ => reach::past_friends(sight, helpers, hex, (range, &seen)),
            };
        }
        set
    }
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

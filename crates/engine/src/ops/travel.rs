//! Where a fighter may move or be pushed to.

use crate::{
    cards::{self, Ban},
    ops::{field, sides, stats},
    ruleset::Flying,
    run::Sight,
};
use gloryhex_hexgrid::{Direction, HexId, HexSet, Kind};
use gloryhex_model::FighterId;

/// Where a Move may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freedom {
    /// Steps.
    pub steps: u8,
    /// Hexes that may be passed.
    pub through: HexSet,
    /// Hexes in which it may end.
    pub landing: HexSet,
    /// Hexes that do something when entered.
    pub hazards: HexSet,
    /// Hexes it may be placed in instead of walking.
    pub places: HexSet,
}

/// The battlefield as everybody who moves finds it.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    blocked: HexSet,
    occupied: HexSet,
    hazards: HexSet,
}

impl Ground {
    /// The battlefield now.
    pub fn now(sight: Sight<'_>) -> Ground {
        Ground {
            blocked: field::blocked(sight),
            occupied: field::occupied(sight),
            hazards: hazards(sight),
        }
    }
}

/// Where a fighter's Move may go.
pub fn freedom(sight: Sight<'_>, fighter: FighterId, charging: bool) -> Freedom {
    freedom_on(sight, &Ground::now(sight), fighter, charging)
}

fn freedom_on(sight: Sight<'_>, ground: &Ground, fighter: FighterId, charging: bool) -> Freedom {
    let (blocked, occupied) = (ground.blocked, ground.occupied);
    let landing = sight.grid.all() - blocked - occupied;
    let rights = cards::movement_rights(sight, fighter, charging);
    let flying = cards::flies(sight, fighter, charging);
    let over_blocked =
        rights.through_blocked || flying && sight.rules().flying == Flying::BlockedAndOccupied;
    let mut through = landing;
    if rights.through_fighters || flying {
        through |= occupied;
    }
    if over_blocked {
        through |= blocked;
    }
    let hazards = if flying || rights.past_hazards {
        HexSet::EMPTY
    } else {
        ground.hazards
    };
    let places = landing & rights.places;
    Freedom {
        steps: cards::move_of(sight, fighter, charging),
        through,
        landing,
        hazards,
        places,
    }
}

/// Hexes that do something to a fighter who enters them.
pub fn hazards(sight: Sight<'_>) -> HexSet {
    let mut set = field::of_kind(sight, Kind::STAGGER);
    if sight.rules().lethal_damage > 0 {
        set |= field::of_kind(sight, Kind::LETHAL);
    }
    set
}

/// Calls `each` with every destination and every set of hazards that can be entered on the way.
pub fn each_way(sight: Sight<'_>, fighter: FighterId, charging: bool, each: impl FnMut(HexId, u8)) {
    let freedom = freedom(sight, fighter, charging);
    each_way_with(sight, fighter, &freedom, each);
}

/// Whether a way that was picked can still be gone. Only a reaction that lengthens Moves and was not
/// used can be missing, so nothing is looked at where nobody has one.
pub fn still_open(sight: Sight<'_>, fighter: FighterId, charging: bool, way: &[HexId; 5]) -> bool {
    let seat = sight.table.owner(fighter);
    if sight.table.index.of(seat).stretch[0] == 0 {
        return true;
    }
    let last = way.iter().rev().find(|hex| **hex != HexId::NONE);
    let mut open = false;
    each_way(sight, fighter, charging, |hex, _| {
        open |= last == Some(&hex)
    });
    open
}

/// The freedom of a Move and of a Charge's Move on the same ground.
pub fn freedoms(sight: Sight<'_>, ground: &Ground, fighter: FighterId) -> [Freedom; 2] {
    let walk = freedom_on(sight, ground, fighter, false);
    let rush = if cards::moves_differ(sight, fighter) {
        freedom_on(sight, ground, fighter, true)
    } else {
        walk
    };
    [walk, rush]
}

/// As [`each_way`], for a freedom known already.
pub fn each_way_with(
    sight: Sight<'_>,
    fighter: FighterId,
    freedom: &Freedom,
    mut each: impl FnMut(HexId, u8),
) {
    let from = sight.state.fighter(fighter).hex;
    if from == HexId::NONE {
        return;
    }
    if cards::notes_passing(sight, fighter) {
        each_way_past(sight, fighter, freedom, &mut each);
    }
    let on_the_way = freedom.hazards & freedom.through & sight.grid.within(from, freedom.steps);
    if on_the_way.without(from).is_empty() {
        let reached =
            sight
                .grid
                .reach_through(from, freedom.steps, &freedom.through, &freedom.landing);
        for hex in (reached | freedom.places).without(from) {
            each(hex, 0);
        }
        return;
    }
    let mut walked = HexSet::EMPTY;
    let landing = freedom.landing.without(from);
    sight.grid.each_hazard_set(
        from,
        freedom.steps,
        &freedom.through,
        &freedom.hazards,
        |ends, entered| {
            walked |= ends;
            if entered < PAST && entered.count_ones() <= 4 {
                for hex in ends & landing {
                    each(hex, entered);
                }
            }
        },
    );
    for hex in (freedom.places - walked).without(from) {
        each(hex, 0);
    }
}

/// A way that goes through an enemy's hex on purpose: this plus the enemy's id stands in place of the
/// set of hazards.
pub const PAST: u8 = 128;

/// The enemy a way goes through on purpose, if it does.
pub fn passed(entered: u8) -> Option<FighterId> {
    entered.checked_sub(PAST).map(FighterId)
}

/// The enemy that every way from `from` to `to` goes through, if there is such an enemy and some card
/// asks.
pub fn bound_to_pass(
    sight: Sight<'_>,
    fighter: FighterId,
    (from, to): (HexId, HexId),
    charging: bool,
) -> Option<FighterId> {
    if !cards::notes_passing(sight, fighter) || to == HexId::NONE {
        return None;
    }
    let freedom = freedom(sight, fighter, charging);
    let landing = freedom.landing.with(to);
    let seat = sight.table.owner(fighter);
    let reaches = |through: &HexSet| {
        sight
            .grid
            .reach_through(from, freedom.steps, through, &landing)
            .contains(to)
    };
    sides::enemies(sight, seat).find(|enemy| {
        let hex = sight.state.fighter(*enemy).hex;
        freedom.through.contains(hex) && !reaches(&freedom.through.without(hex))
    })
}

/// Ways through the hex of an enemy, free of hazards, for abilities that ask for it.
fn each_way_past(
    sight: Sight<'_>,
    fighter: FighterId,
    freedom: &Freedom,
    each: &mut impl FnMut(HexId, u8),
) {
    let from = sight.state.fighter(fighter).hex;
    let through = freedom.through - freedom.hazards;
    let landing = freedom.landing - freedom.hazards;
    for enemy in sides::enemies(sight, sight.table.owner(fighter)) {
        let hex = sight.state.fighter(enemy).hex;
        if !through.contains(hex) {
            continue;
        }
        let there = (1..freedom.steps).find(|steps| {
            sight
                .grid
                .reach_through(from, *steps, &through, &through)
                .contains(hex)
        });
        let Some(steps) = there else { continue };
        let left = freedom.steps - steps;
        for end in sight
            .grid
            .reach_through(hex, left, &through, &landing)
            .without(from)
        {
            each(end, PAST + enemy.0);
        }
    }
}

/// The hexes at which a Move does something, in the order they are entered: hazards on the way,
/// nearest first, then the destination.
pub fn waypoints(
    sight: Sight<'_>,
    fighter: FighterId,
    charging: bool,
    destination: HexId,
    entered: u8,
) -> [HexId; 5] {
    let mut way = [HexId::NONE; 5];
    let from = sight.state.fighter(fighter).hex;
    let mut n = 0;
    if entered != 0 && entered < PAST {
        let freedom = freedom(sight, fighter, charging);
        let hexes = sight
            .grid
            .hazards_on_the_way(from, freedom.steps, &freedom.through, &freedom.hazards)
            .hexes(entered);
        for distance in 1..=freedom.steps.max(8) {
            for hex in hexes & sight.grid.ring(from, distance) {
                if n < 4 {
                    way[n] = hex;
                    n += 1;
                }
            }
        }
    }
    way[n] = destination;
    way
}

/// The hexes on the way that a set of hazards stands for.
pub fn hazard_hexes(sight: Sight<'_>, fighter: FighterId, charging: bool, entered: u8) -> HexSet {
    if entered == 0 || entered >= PAST {
        return HexSet::EMPTY;
    }
    let from = sight.state.fighter(fighter).hex;
    let freedom = freedom(sight, fighter, charging);
    sight
        .grid
        .hazards_on_the_way(from, freedom.steps, &freedom.through, &freedom.hazards)
        .hexes(entered)
}

/// Hexes from which some weapon of the fighter reaches some enemy.
pub fn threatening(sight: Sight<'_>, fighter: FighterId) -> HexSet {
    let reach = stats::longest_range(sight, fighter);
    let mut set = HexSet::EMPTY;
    if reach == 0 {
        return set;
    }
    let seat = sight.table.owner(fighter);
    for enemy in sides::enemies(sight, seat) {
        let hex = sight.state.fighter(enemy).hex;
        set |= sight.grid.within(hex, reach) & field::visible_from(sight, hex);
    }
    set
}

/// Empty hexes next to a fighter that are further from `from` (Shadespire p.20, Embergard p.16).
pub fn away_hexes(sight: Sight<'_>, fighter: FighterId, from: HexId) -> HexSet {
    let hex = sight.state.fighter(fighter).hex;
    if hex == HexId::NONE || from == HexId::NONE {
        return HexSet::EMPTY;
    }
    sight.grid.away(hex, from) & sight.grid.adjacent(hex) & field::empty(sight)
}

/// Whether a fighter can be pushed at all.
pub fn pushable(sight: Sight<'_>, fighter: FighterId) -> bool {
    sight.state.fighter(fighter).on_field() && !cards::forbids(sight, fighter, Ban::Push)
}

/// The hexes a knocked-back fighter passes: on from its first hex in the same direction, up to
/// `more` hexes, stopping at the first obstacle (Shadespire p.22, Harrowdeep p.34).
pub fn knock(sight: Sight<'_>, from: HexId, first: HexId, more: u8) -> [HexId; 5] {
    let mut path = [HexId::NONE; 5];
    path[0] = first;
    let Some(direction) = sight.grid.direction(from, first) else {
        return path;
    };
    let empty = field::empty(sight);
    let mut at = first;
    for slot in path.iter_mut().skip(1).take(more.min(4) as usize) {
        let next = sight.grid.neighbour(at, direction);
        if next == HexId::NONE || !empty.contains(next) {
            break;
        }
        *slot = next;
        at = next;
    }
    path
}

/// The direction from one hex to a neighbour.
pub fn heading(sight: Sight<'_>, from: HexId, to: HexId) -> Option<Direction> {
    sight.grid.direction(from, to)
}

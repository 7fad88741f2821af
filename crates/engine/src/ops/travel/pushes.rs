//! Where a fighter may be pushed or driven to.

use crate::{
    cards::{self, Ban},
    ops::field,
    run::Sight,
};
use gloryhex_cardlang::HexRule;
use gloryhex_hexgrid::{Direction, HexId, HexSet};
use gloryhex_model::{FighterId, Seat};

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
    sight.state.fighter(fighter).on_field() && !cards::forbids(sight, fighter, Ban::Pushed)
}

/// Whether a fighter can be pushed by a card or an attack of a seat.
pub fn pushable_by(sight: Sight<'_>, fighter: FighterId, seat: Seat) -> bool {
    let enemies = sight.table.owner(fighter) != seat;
    pushable(sight, fighter) && !(enemies && cards::forbids(sight, fighter, Ban::PushedByEnemies))
}

/// The hexes a knocked-back fighter passes: on from its first hex in the same direction, up to
/// `more` hexes, stopping at the first obstacle (Shadespire p.22, Harrowdeep p.34) and where abilities let a push end.
pub fn knock(sight: Sight<'_>, from: HexId, first: HexId, more: u8) -> [HexId; 5] {
    let mut path = [HexId::NONE; 5];
    path[0] = first;
    if more == 0 {
        return path;
    }
    let Some(direction) = sight.grid.direction(from, first) else {
        return path;
    };
    let empty = field::empty(sight);
    let whose = sight.state.occupant(from);
    let ends = whose.map_or(HexSet::EMPTY, |fighter| {
        cards::hexes_by(sight, fighter, HexRule::PushEnds)
    });
    let mut at = first;
    for slot in path.iter_mut().skip(1).take(more.min(4) as usize) {
        let next = sight.grid.neighbour(at, direction);
        if next == HexId::NONE || !empty.contains(next) || ends.contains(at) {
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

//! The battlefield as it is now: what is blocked, occupied, empty, and whose territory is where.

use crate::cards;
use crate::run::Sight;
use gloryhex_cardlang::Region;
use gloryhex_hexgrid::{HexId, HexSet, Kind};
use gloryhex_model::{FighterId, MAX_SEATS, Seat};
use std::hint::cold_path;

/// Hexes of a kind now, marks of cards and cover-giving tokens included.
#[inline(always)]
pub fn of_kind(sight: Sight<'_>, kind: Kind) -> HexSet {
    let mut set = sight.grid.of_kind(kind);
    for hex in sight.state.marked(kind) {
        set.insert(hex);
    }
    if kind == Kind::COVER && sight.rules().tokens.reverse_is_cover {
        for token in &sight.state.features {
            if token.on_field() && !token.numbered() {
                set.insert(token.hex);
            }
        }
    }
    set
}

/// Whether a hex is of a kind now, by print or by marks of cards.
#[inline(always)]
pub fn is_of_kind(sight: Sight<'_>, hex: HexId, kind: Kind) -> bool {
    sight.grid.of_kind(kind).contains(hex) || sight.state.marked(kind).any(|marked| marked == hex)
}

/// The hexes in which a player has laid a trap model.
pub fn traps(sight: Sight<'_>, seat: Seat) -> HexSet {
    let marks = sight.state.marks.iter();
    let own = marks.filter(|mark| mark.kinds.has(Kind::TRAP) && mark.owner == seat);
    own.filter(|mark| mark.hex != HexId::NONE)
        .map(|mark| mark.hex)
        .collect()
}

/// Hexes blocked by cards, beyond the printed ones.
pub fn blocked_by_cards(sight: Sight<'_>) -> HexSet {
    let mut set = HexSet::EMPTY;
    for hex in sight.state.marked(Kind::BLOCKED) {
        set.insert(hex);
    }
    set
}

/// Blocked hexes now.
#[inline(always)]
pub fn blocked(sight: Sight<'_>) -> HexSet {
    sight.grid.of_kind(Kind::BLOCKED) | blocked_by_cards(sight)
}

/// Hexes with a fighter in them.
pub fn occupied(sight: Sight<'_>) -> HexSet {
    // Nobody beyond those is anywhere.
    let (fours, _) = sight.state.fighters.as_chunks::<4>();
    let fours = fours.iter().take(sight.table.entrants.len().div_ceil(4));
    HexSet::gather(fours.map(|four| four.each_ref().map(|fighter| fighter.hex)))
}

/// The fighters who stand in a set of hexes, as bits of their ids.
#[inline(always)]
pub fn standing_in(sight: Sight<'_>, hexes: &HexSet) -> u32 {
    let fighters = sight.table.entrants.len();
    sight
        .state
        .those(fighters, |fighter| hexes.contains(fighter.hex))
}

/// Hexes neither occupied nor blocked.
#[inline(always)]
pub fn empty(sight: Sight<'_>) -> HexSet {
    sight.grid.all() - blocked(sight) - occupied(sight)
}

/// Hexes a fighter standing in `from` can see.
#[inline(always)]
pub fn visible_from(sight: Sight<'_>, from: HexId) -> HexSet {
    visible_past(sight, from, &blocked_by_cards(sight))
}

/// As [`visible_from`], for hexes blocked by cards known already.
#[inline(always)]
pub fn visible_past(sight: Sight<'_>, from: HexId, extra: &HexSet) -> HexSet {
    if !extra.is_empty() {
        cold_path();
        return sight.grid.sight_past(from, extra);
    }
    sight.grid.sight(from)
}

/// Whether a fighter in `from` sees `to`.
#[inline(always)]
pub fn sees(sight: Sight<'_>, from: HexId, to: HexId) -> bool {
    from == to || visible_from(sight, from).contains(to)
}

/// Whether a fighter standing in `from` sees another one.
#[inline(always)]
pub fn sees_fighter(sight: Sight<'_>, fighter: FighterId, from: HexId, other: FighterId) -> bool {
    sees(sight, from, sight.state.fighter(other).hex) || cards::sees_anyway(sight, fighter, other)
}

/// Whose territory a hex is.
pub fn territory(sight: Sight<'_>, hex: HexId) -> Option<Seat> {
    let region = sight.grid.region(hex);
    if region == 255 {
        return None;
    }
    sight
        .state
        .all_seats()
        .find(|seat| sight.state.clock.territory[seat.ix()] == region)
}

/// The hexes of a region, seen from a seat.
#[inline(always)]
pub fn of_region(sight: Sight<'_>, you: Seat, region: Region) -> HexSet {
    let of = |seat: Seat| match sight.state.clock.territory[seat.ix()] {
        255 => HexSet::EMPTY,
        territory => sight.grid.in_region(territory),
    };
    let own = of(you);
    if region == Region::Friendly {
        return own;
    }
    let others = sight.state.all_seats().filter(|seat| *seat != you);
    let theirs = others.fold(HexSet::EMPTY, |set, seat| set | of(seat));
    match region {
        Region::Enemy => theirs,
        _ => sight.grid.all() - own - theirs,
    }
}

/// Whether a hex is in an opponent's territory.
pub fn in_enemy_territory(sight: Sight<'_>, seat: Seat, hex: HexId) -> bool {
    territory(sight, hex).is_some_and(|owner| owner != seat)
}

/// The hexes in opponents' territories, by seat.
pub fn abroad(sight: Sight<'_>) -> [HexSet; MAX_SEATS] {
    let mut owned = [HexSet::EMPTY; MAX_SEATS];
    let mut all = HexSet::EMPTY;
    for seat in sight.state.all_seats() {
        let territory = sight.state.clock.territory[seat.ix()];
        if territory != 255 {
            owned[seat.ix()] = sight.grid.in_region(territory) - all;
            all |= owned[seat.ix()];
        }
    }
    owned.map(|own| all - own)
}

/// Whether two fighters are adjacent.
pub fn adjacent(sight: Sight<'_>, a: FighterId, b: FighterId) -> bool {
    let (a, b) = (sight.state.fighter(a).hex, sight.state.fighter(b).hex);
    a != HexId::NONE && b != HexId::NONE && sight.grid.adjacent(a).contains(b)
}

/// Whether a fighter stands in cover.
pub fn in_cover(sight: Sight<'_>, fighter: FighterId) -> bool {
    let hex = sight.state.fighter(fighter).hex;
    let lies_reversed = || {
        let mut tokens = sight.state.features.iter();
        sight.rules().tokens.reverse_is_cover
            && tokens.any(|token| token.hex == hex && !token.numbered())
    };
    hex != HexId::NONE
        && (is_of_kind(sight, hex, Kind::COVER)
            || lies_reversed()
            || cards::in_cover(sight, fighter, 0))
}

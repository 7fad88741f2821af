//! Friends, enemies, and the order of play.

use crate::cards;
use crate::{attack::WeaponIx, bits::Bits, run::Sight};
use gloryhex_model::{FighterId, Seat, Trait};

/// Surviving fighters of a seat.
pub fn survivors(sight: Sight<'_>, seat: Seat) -> impl Iterator<Item = FighterId> + '_ {
    sight
        .table
        .roster(seat)
        .filter(move |f| sight.state.fighter(*f).on_field())
}

/// Surviving fighters of every other seat.
pub fn enemies(sight: Sight<'_>, seat: Seat) -> impl Iterator<Item = FighterId> + '_ {
    let friends = sight.table.sides.get(seat.ix()).map_or(0, |side| *side);
    let others = sight.table.all_fighters & !friends;
    Bits(others.into())
        .map(FighterId)
        .filter(move |f| sight.state.fighter(*f).on_field())
}

/// Surviving fighters of every other seat, as bits of their ids.
#[inline(always)]
pub fn enemies_on_field(sight: Sight<'_>, seat: Seat) -> u32 {
    let friends = sight.table.sides.get(seat.ix()).map_or(0, |side| *side);
    let all = sight.state.on_field(sight.table.entrants.len());
    cards::targetable(sight, all & sight.table.all_fighters & !friends)
}

/// Surviving friends whom a fighter can attack with a weapon as if they were enemies, as bits of their ids.
pub fn friends_struck(sight: Sight<'_>, attacker: FighterId, weapon: WeaponIx) -> u32 {
    if !sight.table.index.friends_too || !cards::strikes_friends(sight, attacker, weapon) {
        return 0;
    }
    let friends = sight.table.sides[sight.table.owner(attacker).ix() & 3];
    let there = sight.state.on_field(sight.table.entrants.len());
    cards::targetable(sight, there & friends & !(1 << attacker.0))
}

/// Whether play runs clockwise in this round.
pub fn clockwise(sight: Sight<'_>) -> bool {
    let clock = &sight.state.clock;
    !(sight.rules().round_two_reversed && clock.players > 2 && clock.round == 2)
}

/// The next player in the order of play.
pub fn next_seat(sight: Sight<'_>, seat: Seat) -> Seat {
    let players = sight.state.clock.players;
    seat.clockwise(if clockwise(sight) { 1 } else { players - 1 }, players)
}

/// The player with the least glory, if there is exactly one such player (Embergard p.8).
pub fn underdog(sight: Sight<'_>) -> Option<Seat> {
    let least = sight
        .state
        .all_seats()
        .map(|s| sight.state.seats[s].glory)
        .min()?;
    let mut holders = sight
        .state
        .all_seats()
        .filter(|s| sight.state.seats[*s].glory == least);
    let first = holders.next()?;
    holders.next().is_none().then_some(first)
}

/// Whether a fighter has a trait, printed or granted.
pub fn has_trait(sight: Sight<'_>, fighter: FighterId, which: Trait) -> bool {
    crate::cards::statics::has_trait(sight, fighter, which, 0)
}

//! The lists of a fighter's Moves and Charges.

use crate::{
    choice::{Choices, Verb},
    ops::travel::{self, Ends, Ground, Walkers},
    run::Sight,
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::FighterId;

/// Adds a fighter's Moves or Charges.
pub fn ways(sight: Sight<'_>, fighter: FighterId, charging: bool, out: &mut Choices) {
    let threat = if charging {
        travel::threatening(sight, fighter)
    } else {
        sight.grid.all()
    };
    if threat.is_empty() {
        return;
    }
    let verb = if charging { Verb::Charge } else { Verb::Move };
    let freedom = travel::freedom(sight, fighter, charging);
    travel::each_way_with(sight, fighter, &freedom, &mut |hexes, entered| {
        out.push_hexes(verb, fighter.0, hexes & threat, entered);
    });
}

/// Sets of ways remembered while Moves are listed, for Charges.
const KEPT: usize = 8;

/// Adds a fighter's Moves, and its Charges to hexes under `threat`: where both go the same ways, they are
/// found once.
pub fn moves_and_charges(
    sight: Sight<'_>,
    walkers: &Walkers,
    fighter: FighterId,
    (moves, charges): (bool, bool),
    threat: &HexSet,
    out: &mut Choices,
) {
    let charges = charges & !threat.is_empty();
    if !(moves | charges) {
        return;
    }
    let rush = (moves, charges);
    match walkers.plain_ways(sight, fighter) {
        Some(Ends::Clear(ends)) => push_ways(fighter, &ends, rush, threat, out),
        Some(Ends::PastOne(ends)) => push_ways(fighter, &ends, rush, threat, out),
        Some(Ends::PastTwo(ends)) => push_ways(fighter, &ends, rush, threat, out),
        None => all_ways(sight, &walkers.ground, fighter, rush, threat, out),
    }
}

/// Adds a fighter's Moves, and its Charges to hexes under `threat`, of which the ends are known by set of hazards.
#[inline(always)]
fn push_ways<const N: usize>(
    fighter: FighterId,
    ends: &[HexSet; N],
    (moves, charges): (bool, bool),
    threat: &HexSet,
    out: &mut Choices,
) {
    if moves {
        out.push_sets(Verb::Move, fighter.0, ends, 0);
    }
    if charges {
        let under = ends.map(|hexes| hexes & *threat);
        out.push_sets(Verb::Charge, fighter.0, &under, 0);
    }
}

/// As [`moves_and_charges`], however the fighter moves and whatever is on the way.
#[inline(never)]
fn all_ways(
    sight: Sight<'_>,
    ground: &Ground,
    fighter: FighterId,
    (moves, charges): (bool, bool),
    threat: &HexSet,
    out: &mut Choices,
) {
    let walk = travel::freedom_on(sight, ground, fighter, false);
    // Where nobody asks what a fighter is doing, it Charges as it Moves.
    let rush = match sight.table.index.asks_intent {
        true => travel::freedom_on(sight, ground, fighter, true),
        false => walk,
    };
    let same = rush == walk;
    if same && let Some(ends) = travel::plain_ways(sight, fighter, &walk) {
        let rush = (moves, charges);
        return match ends {
            Ends::Clear(ends) => push_ways(fighter, &ends, rush, threat, out),
            Ends::PastOne(ends) => push_ways(fighter, &ends, rush, threat, out),
            Ends::PastTwo(ends) => push_ways(fighter, &ends, rush, threat, out),
        };
    }
    // The last slot is for those beyond.
    let mut kept = [(HexSet::EMPTY, 0); KEPT + 1];
    let mut n = 0;
    if moves {
        travel::each_way_with(sight, fighter, &walk, &mut |hexes, entered| {
            out.push_hexes(Verb::Move, fighter.0, hexes, entered);
            let under = hexes & *threat;
            kept[n.min(KEPT)] = (under, entered);
            n += usize::from(charges & !under.is_empty());
        });
    }
    if moves & same & (n <= KEPT) {
        for (under, entered) in &kept[..n] {
            out.push_hexes(Verb::Charge, fighter.0, *under, *entered);
        }
        return;
    }
    if !charges {
        return;
    }
    travel::each_way_with(sight, fighter, &rush, &mut |hexes, entered| {
        out.push_hexes(Verb::Charge, fighter.0, hexes & *threat, entered);
    });
}

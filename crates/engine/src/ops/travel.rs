//! Where a fighter may move or be pushed to.

mod pushes;
mod threat;

use crate::{
    cards::{self, Rights},
    ops::{field, sides, stats},
    ruleset::Flying,
    run::Sight,
};
use gloryhex_cardlang::HexRule;
use gloryhex_hexgrid::{HexId, HexSet, Kind};
use gloryhex_model::{FighterId, Seat, Stat, Trait};
use std::hint::cold_path;

pub use pushes::{away_hexes, heading, knock, pushable, pushable_by};
pub use threat::{Aims, against_friends, threatened_by, threatening};

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
    /// Neither blocked nor occupied.
    empty: HexSet,
    /// Hazards among these.
    in_the_way: HexSet,
    /// Whether only what is printed on fighter cards tells how far fighters move and through what.
    plain: bool,
    /// Blocked by cards, beyond the printed ones.
    pub extra: HexSet,
}

impl Ground {
    /// The battlefield now.
    #[inline(always)]
    pub fn now(sight: Sight<'_>) -> Ground {
        let deadly = sight.rules().lethal_damage > 0;
        let mut hazards = sight.grid.of_kind(Kind::STAGGER);
        if deadly {
            hazards |= sight.grid.of_kind(Kind::LETHAL);
        }
        let mut extra = HexSet::EMPTY;
        for (hex, kinds) in sight.state.marks_on_field() {
            if kinds.has(Kind::BLOCKED) {
                extra.insert(hex);
            }
            if kinds.has(Kind::STAGGER) || deadly && kinds.has(Kind::LETHAL) {
                hazards.insert(hex);
            }
        }
        let blocked = sight.grid.of_kind(Kind::BLOCKED) | extra;
        let occupied = field::occupied(sight);
        let empty = sight.grid.all() - blocked - occupied;
        Ground {
            blocked,
            occupied,
            hazards,
            empty,
            in_the_way: hazards & empty,
            plain: cards::moves_are_plain(sight),
            extra,
        }
    }
}

/// What the fighters of a seat have in common when they move.
#[derive(Clone, Copy, Debug)]
pub struct Walkers {
    /// The battlefield.
    pub ground: Ground,
    /// What reactions could add to a Move, if it is the same for all.
    more: Option<u8>,
    /// Whether some card asks whose hexes are passed.
    notes_passing: bool,
}

impl Walkers {
    /// Those of a seat now.
    #[inline(always)]
    pub fn of(sight: Sight<'_>, seat: Seat) -> Walkers {
        Walkers {
            ground: Ground::now(sight),
            more: cards::stretch_of_all(sight, seat, Stat::Move),
            notes_passing: cards::seat_notes_passing(sight, seat),
        }
    }

    /// The ends of the ways of a fighter who walks like most: through empty hexes, past few hazards, as far as
    /// its card says and reactions could add. `None` of any other.
    #[inline(always)]
    pub fn plain_ways(&self, sight: Sight<'_>, fighter: FighterId) -> Option<Ends> {
        let from = sight.state.fighter(fighter).hex;
        let ground = &self.ground;
        if self.notes_passing | is_winged(sight, fighter) | (from == HexId::NONE) {
            cold_path();
            return None;
        }
        if !ground.plain && !cards::moves_plainly(sight, fighter) {
            return None;
        }
        let Some(more) = self.more else {
            cold_path();
            return None;
        };
        let steps = stats::profile(sight, fighter).movement.saturating_add(more);
        let (through, hazards) = (&ground.empty, &ground.in_the_way);
        few_ways(sight, (from, steps), (through, through), hazards)
    }
}

/// Whether a fighter flies by what is printed on its card.
#[inline(always)]
fn is_winged(sight: Sight<'_>, fighter: FighterId) -> bool {
    sight.table.entrant(fighter).def.traits.has(Trait::Flying)
}

/// Where a fighter's Move may go.
pub fn freedom(sight: Sight<'_>, fighter: FighterId, charging: bool) -> Freedom {
    freedom_on(sight, &Ground::now(sight), fighter, charging)
}

/// Where a fighter's Move may go on a ground known already.
pub fn freedom_on(
    sight: Sight<'_>,
    ground: &Ground,
    fighter: FighterId,
    charging: bool,
) -> Freedom {
    let (blocked, occupied) = (ground.blocked, ground.occupied);
    let landing = ground.empty;
    let (rights, flying, steps) = if ground.plain {
        let printed = stats::profile(sight, fighter).movement;
        let more = cards::stretch(sight, fighter, Stat::Move);
        let steps = printed.saturating_add(more);
        (Rights::default(), is_winged(sight, fighter), steps)
    } else {
        (
            cards::movement_rights(sight, fighter, charging),
            cards::flies(sight, fighter, charging),
            cards::move_of(sight, fighter, charging),
        )
    };
    let over_blocked =
        rights.ethereal || flying && sight.rules().flying == Flying::BlockedAndOccupied;
    let mut through = landing;
    if rights.through_fighters || flying {
        through |= occupied;
    }
    if over_blocked {
        through |= blocked;
    }
    let hazards = if flying || rights.ethereal {
        HexSet::EMPTY
    } else if sight.rules().lethal_damage > 0 {
        ground.hazards | rights.lethal
    } else {
        ground.hazards
    };
    let hazards = hazards | rights.hazards;
    let landing = landing - rights.barred;
    let places = landing & rights.places;
    Freedom {
        steps,
        through,
        landing,
        hazards,
        places,
    }
}

/// How many hexes a Move from one hex to another enters if its fighter goes as far as it can: ways may bend and come
/// back, and hazards are gone round.
#[cold]
pub fn longest_walk(
    sight: Sight<'_>,
    fighter: FighterId,
    (from, to): (HexId, HexId),
    charging: bool,
) -> u8 {
    let freedom = freedom(sight, fighter, charging);
    let open = (freedom.through - freedom.hazards).with(from).with(to);
    let mut front = HexSet::single(from);
    let mut longest = sight.grid.distance(from, to);
    for taken in 1..=freedom.steps {
        let next = front.iter();
        front = next.fold(HexSet::EMPTY, |set, hex| set | sight.grid.adjacent(hex)) & open;
        if front.contains(to) {
            longest = taken;
        }
    }
    longest
}

/// Whether a fighter left a hex beside another in its last Move. Nobody is asked which of the ways to the same hex was
/// gone: it is one that leaves no such hex, if there is any.
#[cold]
pub fn left_beside(sight: Sight<'_>, fighter: FighterId, other: FighterId) -> bool {
    let (now, there) = (sight.state.fighter(fighter), sight.state.fighter(other).hex);
    let (from, to) = (now.came_from, now.hex);
    if [from, to, there].contains(&HexId::NONE) || from == to {
        return false;
    }
    let near = sight.grid.adjacent(there);
    if near.contains(from) {
        return true;
    }
    let freedom = freedom(sight, fighter, false);
    let steps = freedom.steps.max(sight.grid.distance(from, to));
    let open = freedom.through.with(from).with(to);
    let goes = |open: HexSet| sight.grid.reaches(from, steps, &open, to);
    goes(open) && !goes((open - near).with(to))
}

/// Hexes that do something to a fighter who enters them.
#[inline(always)]
pub fn hazards(sight: Sight<'_>) -> HexSet {
    let mut set = field::of_kind(sight, Kind::STAGGER);
    if sight.rules().lethal_damage > 0 {
        set |= field::of_kind(sight, Kind::LETHAL);
    }
    set
}

/// Hexes that do something to this fighter when it is pushed into them.
pub fn hazards_to(sight: Sight<'_>, fighter: FighterId) -> HexSet {
    let mut set = hazards(sight);
    if sight.rules().lethal_damage > 0 {
        set |= cards::hexes_by(sight, fighter, HexRule::Lethal);
    }
    if !set.is_empty() && cards::is_ethereal(sight, fighter) {
        set = field::of_kind(sight, Kind::STAGGER);
    }
    set | cards::hexes_by(sight, fighter, HexRule::Hazard)
}

/// Calls `each` with every destination and every set of hazards that can be entered on the way.
pub fn each_way(
    sight: Sight<'_>,
    fighter: FighterId,
    charging: bool,
    mut each: impl FnMut(HexId, u8),
) {
    let freedom = freedom(sight, fighter, charging);
    each_way_with(sight, fighter, &freedom, &mut |hexes, entered| {
        hexes.each(|hex| each(hex, entered));
    });
}

/// Whether a way that was picked can still be gone. Only a reaction that lengthens Moves and was not
/// used can be missing, so nothing is looked at where nobody has one.
#[inline(always)]
pub fn still_open(sight: Sight<'_>, fighter: FighterId, charging: bool, way: &[HexId; 5]) -> bool {
    let seat = sight.table.owner(fighter);
    sight.table.index.of(seat).stretch[0] == 0 || is_open(sight, fighter, charging, way)
}

/// Whether a way can be gone as things are.
#[inline(never)]
fn is_open(sight: Sight<'_>, fighter: FighterId, charging: bool, way: &[HexId; 5]) -> bool {
    let hexes = way.iter().filter(|hex| **hex != HexId::NONE).count();
    let Some(last) = way.get(hexes.wrapping_sub(1)) else {
        return false;
    };
    let from = sight.state.fighter(fighter).hex;
    if from == HexId::NONE {
        return false;
    }
    let ground = Ground::now(sight);
    if ground.plain & !is_winged(sight, fighter) {
        let printed = stats::profile(sight, fighter).movement;
        let steps = printed.saturating_add(cards::stretch(sight, fighter, Stat::Move));
        let safe = ground.empty - ground.hazards;
        let lands = ground.empty.contains(*last) & (*last != from);
        if lands && sight.grid.reaches(from, steps, &safe, *last) {
            return true;
        }
    }
    let freedom = freedom_on(sight, &ground, fighter, charging);
    let safe = freedom.through - freedom.hazards;
    let lands = freedom.landing.contains(*last) && *last != from;
    let mut open = lands && sight.grid.reaches(from, freedom.steps, &safe, *last);
    if !open {
        each_way_with(sight, fighter, &freedom, &mut |hexes, _| {
            open |= hexes.contains(*last);
        });
    }
    open
}

/// The ends of ways by set of hazards entered before, where there are at most two hazards and no way enters both.
#[derive(Clone, Copy, Debug)]
pub enum Ends {
    /// There is no hazard.
    Clear([HexSet; 1]),
    /// Ways that enter none, and the one there is.
    PastOne([HexSet; 2]),
    /// Ways that enter none, the one and the other.
    PastTwo([HexSet; 3]),
}

/// The ends of ways from a hex, of up to so many steps, through some hexes and ending in others, if there are at
/// most two hazards on the way and no way enters both. Hazards are among the former.
#[inline(always)]
fn few_ways(
    sight: Sight<'_>,
    (from, steps): (HexId, u8),
    (through, landing): (&HexSet, &HexSet),
    hazards: &HexSet,
) -> Option<Ends> {
    // One in which every way that enters it ends is no hazard on the way.
    let short = sight.grid.within(from, steps.saturating_sub(1));
    let on_the_way = (*hazards & short).without(from);
    if on_the_way.is_empty() {
        let reached = sight.grid.reach_through(from, steps, through, landing);
        return Some(Ends::Clear([reached]));
    }
    let two = on_the_way.one_or_two()?;
    let walk = (from, steps);
    if two[0] == two[1] {
        let ends = sight.grid.past_hazard(walk, through, hazards, two[0]);
        return Some(Ends::PastOne(ends.map(|ends| ends & *landing)));
    }
    let ends = sight.grid.past_two_hazards(walk, through, hazards, two)?;
    Some(Ends::PastTwo(ends.map(|ends| ends & *landing)))
}

/// The ends of a fighter's ways for a freedom known already, if few sets of hazards can be entered before and no
/// enemy is passed on purpose.
#[inline(always)]
pub fn plain_ways(sight: Sight<'_>, fighter: FighterId, freedom: &Freedom) -> Option<Ends> {
    let from = sight.state.fighter(fighter).hex;
    if from == HexId::NONE || cards::notes_passing(sight, fighter) {
        return None;
    }
    free_ways(sight, from, freedom)
}

#[inline(always)]
fn free_ways(sight: Sight<'_>, from: HexId, freedom: &Freedom) -> Option<Ends> {
    let over = (&freedom.through, &freedom.landing);
    let hazards = freedom.hazards & freedom.through;
    let ends = few_ways(sight, (from, freedom.steps), over, &hazards)?;
    match ends {
        Ends::Clear([reached]) => Some(Ends::Clear([(reached | freedom.places).without(from)])),
        _ => freedom.places.is_empty().then_some(ends),
    }
}

/// Calls `each` with the ends of a fighter's ways and the set of hazards that is entered before, for a
/// freedom known already.
#[inline(never)]
pub fn each_way_with(
    sight: Sight<'_>,
    fighter: FighterId,
    freedom: &Freedom,
    each: &mut dyn FnMut(HexSet, u8),
) {
    let from = sight.state.fighter(fighter).hex;
    if from == HexId::NONE {
        return;
    }
    if cards::notes_passing(sight, fighter) {
        each_way_past(sight, fighter, freedom, each);
    }
    if let Some(ends) = free_ways(sight, from, freedom) {
        let sets: &[HexSet] = match &ends {
            Ends::Clear(sets) => sets,
            Ends::PastOne(sets) => sets,
            Ends::PastTwo(sets) => sets,
        };
        for (ends, entered) in sets.iter().zip(0..) {
            each(*ends, entered);
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
        &mut |ends, entered| {
            walked |= ends;
            if entered < PAST && (entered < 16 || entered.count_ones() <= 4) {
                each(ends & landing, entered);
            }
        },
    );
    let placed = (freedom.places - walked).without(from);
    if !placed.is_empty() {
        each(placed, 0);
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
#[inline(always)]
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
    each: &mut dyn FnMut(HexSet, u8),
) {
    let from = sight.state.fighter(fighter).hex;
    let through = freedom.through - freedom.hazards;
    let landing = freedom.landing - freedom.hazards;
    for enemy in sides::enemies(sight, sight.table.owner(fighter)) {
        let hex = sight.state.fighter(enemy).hex;
        if !through.contains(hex) {
            continue;
        }
        let nearest = sight.grid.distance(from, hex);
        let there = (nearest..freedom.steps).find(|steps| {
            sight
                .grid
                .reach_through(from, *steps, &through, &through)
                .contains(hex)
        });
        let Some(steps) = there else { continue };
        let left = freedom.steps - steps;
        let ends = sight.grid.reach_through(hex, left, &through, &landing);
        each(ends.without(from), PAST + enemy.0);
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
        let short = sight.grid.within(from, freedom.steps.saturating_sub(1));
        let near = (freedom.hazards & freedom.through & short).without(from);
        match near.one_or_two() {
            Some([hazard, other]) if hazard == other && entered == 1 => {
                way[0] = hazard;
                n = 1;
            }
            _ => {
                let (steps, through) = (freedom.steps, &freedom.through);
                let told = sight
                    .grid
                    .hazards_on_the_way(from, steps, through, &freedom.hazards);
                for hex in told.nearest_first(entered).take(4) {
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

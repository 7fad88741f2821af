//! How rules change the way a fighter moves: how far, what it may pass, and where it may be placed instead.

use super::{Kind, about, attack_on, each, has, has_trait, kinds_there, modify, stretch};
use crate::{
    attack::WeaponIx,
    bits::Bits,
    ops::{field, stats},
    run::Sight,
};
use gloryhex_cardlang::{HexRule, Static};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::{FighterId, Stat, Trait};

/// The fighter in question is taken to be making a Move.
pub const MOVING: u64 = 1 << 62;
/// The fighter in question is taken to be making a Charge.
pub const CHARGING: u64 = 1 << 63;

/// The bit for a fighter about to Charge, or to Move.
pub(crate) fn intent(charging: bool) -> u64 {
    if charging { CHARGING } else { MOVING }
}

/// The kinds of rules that tell how far a fighter moves and how.
const OF_MOVES: u64 =
    Kind::THROUGH.bit() | Kind::TELEPORT.bit() | Kind::TRAIT.bit() | Kind::stat(Stat::Move).bit();

/// Special rights of a Move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// May pass through fighters.
    pub through_fighters: bool,
    /// May pass through blocked hexes, and hazards do nothing to it on its way.
    pub ethereal: bool,
    /// Hexes it may be placed in instead of walking.
    pub places: HexSet,
    /// Hexes in which it cannot end.
    pub barred: HexSet,
    /// Hexes that are lethal for it, besides those that are for everybody.
    pub lethal: HexSet,
    /// Hexes in which something waits for it, however it moves.
    pub hazards: HexSet,
}

/// Whether no rule in force could change how anybody moves: traits are those printed on fighter cards.
#[inline]
pub fn moves_are_plain(sight: Sight<'_>) -> bool {
    kinds_there(sight) & OF_MOVES == 0
}

/// Whether no rule in force could change how a fighter moves.
pub fn moves_plainly(sight: Sight<'_>, fighter: FighterId) -> bool {
    let attacker = attack_on(sight, fighter).map_or(FighterId::NONE, |attack| attack.attacker);
    !Bits(kinds_there(sight) & OF_MOVES).any(|kind| about(sight, Kind(kind), fighter, attacker))
}

/// A fighter's Move characteristic if it were to Move, or to Charge, now, with what its player could
/// still add to it.
pub fn move_of(sight: Sight<'_>, fighter: FighterId, charging: bool) -> u8 {
    let (printed, busy) = (stats::profile(sight, fighter).movement, intent(charging));
    let none = WeaponIx::NONE;
    let own = modify::modified_within(sight, fighter, none, None, Stat::Move, printed, busy, 0);
    own.saturating_add(stretch::stretch(sight, fighter, Stat::Move))
}

/// Whether a fighter flies in a Move, or a Charge, it is about to make.
pub fn flies(sight: Sight<'_>, fighter: FighterId, charging: bool) -> bool {
    has_trait(sight, fighter, Trait::Flying, intent(charging))
}

/// Whether a fighter is ethereal when nobody asks how it would Move.
pub fn is_ethereal(sight: Sight<'_>, fighter: FighterId) -> bool {
    has(sight, Kind::THROUGH, 0, fighter, Static::Ethereal)
}

/// How a fighter may move differently: what it may pass, and where it may be placed instead.
pub fn movement_rights(sight: Sight<'_>, fighter: FighterId, charging: bool) -> Rights {
    let intent = intent(charging);
    let mut rights = Rights::default();
    each(sight, Kind::THROUGH, intent, fighter, None, |_, what| {
        rights.through_fighters = true;
        rights.ethereal |= what == Static::Ethereal;
    });
    let kind = Kind::TELEPORT;
    each(
        sight,
        kind,
        intent,
        fighter,
        None,
        |context, what| match what {
            Static::Hexes(rule, which) => match rule {
                HexRule::Teleport => {
                    rights.places |= context.hexes_which(field::empty(sight), which);
                }
                HexRule::NoLanding => {
                    rights.barred |= context.hexes_which(field::empty(sight), which);
                }
                HexRule::Lethal => {
                    rights.lethal |= context.hexes_which(sight.grid.all(), which);
                }
                HexRule::Hazard => {
                    rights.hazards |= context.hexes_which(sight.grid.all(), which);
                }
                HexRule::NoPushEnd | HexRule::PushEnds => {}
            },
            Static::Further { by, end } => {
                let (from, empty) = (sight.state.fighter(fighter).hex, field::empty(sight));
                let steps = move_of(sight, fighter, charging).saturating_add(by);
                let reached = sight.grid.reach_through(from, steps, &empty, &empty);
                rights.places |= context.hexes_which(reached, end);
            }
            _ => {}
        },
    );
    rights
}

/// The hexes that rules make something for a fighter, however it comes there.
pub fn hexes_by(sight: Sight<'_>, fighter: FighterId, rule: HexRule) -> HexSet {
    let mut set = HexSet::EMPTY;
    each(
        sight,
        Kind::TELEPORT,
        0,
        fighter,
        None,
        |context, what| match what {
            Static::Hexes(own, which) if own == rule => {
                set |= context.hexes_which(sight.grid.all(), which);
            }
            _ => {}
        },
    );
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial};

    #[test]
    fn a_rule_changes_the_move_of_its_bearer_only() {
        let trial = Trial::upgrade("static bearer gets move +1, through_fighters");
        let sight = trial.sight();
        assert_eq!([ASH, BIRCH].map(|who| move_of(sight, who, false)), [4, 3]);
        assert!(movement_rights(sight, ASH, false).through_fighters);
        assert!(!moves_plainly(sight, ASH) && moves_plainly(sight, BIRCH));
        assert!(moves_are_plain(Trial::ploy("draw 1 power").sight()));
    }

    #[test]
    fn a_longer_move_ends_where_the_rule_says() {
        let trial = Trial::upgrade("static bearer gets further 1 where edge");
        let sight = trial.sight();
        let places = movement_rights(sight, ASH, false).places;
        assert!(places.contains(trial.hex("e1")));
        assert!(!places.contains(trial.hex("c3")));
        assert!(movement_rights(sight, BIRCH, false).places.is_empty());
    }

    #[test]
    fn something_waits_for_those_the_rule_names_and_for_those_who_fly_too() {
        let trial = Trial::upgrade("static enemies get hazard where adjacent(there, bearer)");
        let sight = trial.sight();
        let around = sight.grid.adjacent(sight.state.fighter(ASH).hex);
        let found = [DOCK, BIRCH].map(|who| hexes_by(sight, who, HexRule::Hazard));
        assert_eq!(found, [around, HexSet::EMPTY]);
        assert_eq!(movement_rights(sight, DOCK, true).hazards, around);
    }

    #[test]
    fn no_push_ends_where_a_rule_forbids_it() {
        let trial = Trial::upgrade("static friends get no_push_end where edge");
        let barred = hexes_by(trial.sight(), BIRCH, HexRule::NoPushEnd);
        assert!(barred.contains(trial.hex("e5")) && !barred.contains(trial.hex("c3")));
        assert!(hexes_by(trial.sight(), crate::cards::trial::DOCK, HexRule::NoPushEnd).is_empty());
    }
}

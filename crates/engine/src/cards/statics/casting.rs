//! What cards in play change of casting rolls.

use super::{Kind, each};
use crate::run::Sight;
use gloryhex_cardlang::{Cast, Casting, Static};
use gloryhex_model::{Face, FaceSet, FighterId, Roll};

/// What casting rolls of a fighter are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastingRules {
    /// Criticals that hurt the caster.
    pub backlash_at: u8,
    /// Faces that are no successes.
    pub no_success: FaceSet,
    /// Whether focus stands for channel, and channel for focus.
    pub swapped: bool,
}

impl CastingRules {
    /// As the rulebooks have it.
    pub const PRINTED: CastingRules = CastingRules {
        backlash_at: 2,
        no_success: FaceSet::EMPTY,
        swapped: false,
    };

    /// Whether a casting roll, innate symbols included, is enough.
    pub fn is_enough(self, value: Cast, roll: Roll) -> bool {
        let counted = |face| match self.no_success.contains(face) {
            true => 0,
            false => roll.count(face),
        };
        let asked = match (self.swapped, value.symbol) {
            (true, Face::Focus) => Face::Channel,
            (true, Face::Channel) => Face::Focus,
            (_, face) => face,
        };
        let matching = match asked {
            Face::Crit => 0,
            symbol => counted(symbol),
        };
        counted(Face::Crit) + matching >= value.n
    }

    /// Whether a casting roll, innate symbols included, hurts the caster: they are part of the roll (Nightvault p.1,
    /// Harrowdeep p.38).
    pub fn backlashes(self, roll: Roll) -> bool {
        roll.count(Face::Crit) >= self.backlash_at
    }
}

/// What a fighter's casting rolls are judged by now.
pub fn casting_rules(sight: Sight<'_>, caster: FighterId) -> CastingRules {
    let mut rules = CastingRules::PRINTED;
    each(
        sight,
        Kind::CASTING,
        0,
        caster,
        None,
        |_, what| match what {
            Static::Casting(Casting::BacklashAt(n)) => rules.backlash_at = rules.backlash_at.min(n),
            Static::Casting(Casting::NoSuccess(faces)) => {
                rules.no_success = rules.no_success.union(faces);
            }
            Static::Casting(Casting::Swapped) => rules.swapped = !rules.swapped,
            _ => {}
        },
    );
    rules
}

/// How many dice a fighter rolls to cast as a wizard of this level: what adds comes first, so that the order of cards
/// does not matter.
pub fn casting_dice(sight: Sight<'_>, caster: FighterId, level: u8) -> u8 {
    let (mut dice, mut fewer, mut least) = (i16::from(level), 0, 0);
    each(sight, Kind::CASTING, 0, caster, None, |_, what| {
        if let Static::Casting(Casting::Dice(by, floor)) = what {
            if by >= 0 {
                dice += i16::from(by);
            } else {
                fewer += i16::from(by);
                least = least.max(i16::from(floor));
            }
        }
    });
    (dice + fewer).max(least.min(dice)).clamp(0, 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spell_that_asks_for_a_critical_is_cast_by_nothing_else() {
        let value = Cast {
            symbol: Face::Crit,
            n: 1,
        };
        let rules = CastingRules::PRINTED;
        assert!(rules.is_enough(value, Roll::of(&[Face::Crit])));
        assert!(!rules.is_enough(value, Roll::of(&[Face::Focus, Face::Channel])));
    }

    #[test]
    fn where_symbols_are_swapped_focus_casts_what_asks_for_channel() {
        let value = Cast {
            symbol: Face::Channel,
            n: 1,
        };
        let rules = CastingRules {
            swapped: true,
            ..CastingRules::PRINTED
        };
        assert!(rules.is_enough(value, Roll::of(&[Face::Focus])));
        assert!(!rules.is_enough(value, Roll::of(&[Face::Channel])));
    }

    #[test]
    fn criticals_alone_count_where_the_other_faces_are_no_successes() {
        let value = Cast {
            symbol: Face::Focus,
            n: 1,
        };
        let rules = CastingRules {
            no_success: FaceSet::of(&[Face::Focus, Face::Channel]),
            ..CastingRules::PRINTED
        };
        assert!(rules.is_enough(value, Roll::of(&[Face::Crit])));
        assert!(!rules.is_enough(value, Roll::of(&[Face::Focus])));
    }
}

//! The kinds of static rule, by which tables of them are ordered.

use gloryhex_cardlang::{Ban, Static};
use gloryhex_model::Stat;

/// How many kinds of static rule are told apart.
pub const KINDS: usize = 43;

/// A kind of static rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(pub u8);

#[allow(missing_docs)]
impl Kind {
    pub const KEYWORDS: Kind = Kind(9);
    pub const SUCCESS: Kind = Kind(10);
    pub const REROLL: Kind = Kind(11);
    pub const INNATE: Kind = Kind(12);
    pub const SYMBOL: Kind = Kind(13);
    pub const COUNTS_AS: Kind = Kind(14);
    pub const SUPPORT: Kind = Kind(15);
    pub const NO_SUPPORT: Kind = Kind(16);
    pub const SUPPORTS: Kind = Kind(17);
    pub const FLANKED: Kind = Kind(18);
    pub const LABEL: Kind = Kind(19);
    pub const TRAIT: Kind = Kind(20);
    pub const ON_GUARD: Kind = Kind(21);
    pub const THROUGH: Kind = Kind(22);
    pub const TELEPORT: Kind = Kind(23);
    pub const DAMAGE_CAP: Kind = Kind(24);
    pub const OPENING_DICE: Kind = Kind(25);
    /// The first of the prohibitions.
    pub const BANS: u8 = 26;
    pub const CASTING: Kind = Kind(42);

    /// Changes of a characteristic.
    pub const fn stat(stat: Stat) -> Kind {
        Kind(stat as u8)
    }
    /// A prohibition.
    pub const fn ban(ban: Ban) -> Kind {
        let nth = match ban {
            Ban::DrivenBack => 0,
            Ban::Pushed => 1,
            Ban::Healed => 2,
            Ban::Inspired => 3,
            Ban::Hold => 4,
            Ban::Flanked | Ban::OnlyFlanked => 5,
            Ban::Overrun => 6,
            Ban::Staggered => 7,
            Ban::Cleaved => 8,
            Ban::Ensnared => 9,
            Ban::CriticalAbilities => 10,
            Ban::Hazards => 11,
            Ban::Support => 12,
            Ban::Act(_) | Ban::ActButCharge | Ban::SkipCharge => 13,
            // Rare ones share a kind.
            Ban::Damaged
            | Ban::TakeWeapons
            | Ban::Cast
            | Ban::Targeted
            | Ban::Made
            | Ban::Chosen
            | Ban::ChosenByGambits
            | Ban::PushedByEnemies
            | Ban::Modified
            | Ban::Reduced
            | Ban::Raised
            | Ban::TakenOut
            | Ban::AffectedByDomains
            | Ban::OnGuard
            | Ban::Uninspired
            | Ban::Delve
            | Ban::Abilities
            | Ban::RerollAttack
            | Ban::RerollDefence => 14,
            // Those of players and tokens.
            Ban::PlayPower
            | Ban::PlayGambits
            | Ban::Score
            | Ban::Draw
            | Ban::DiscardObjectives
            | Ban::Activate
            | Ban::ScoreLeader
            | Ban::Flipped => 15,
        };
        Kind(Kind::BANS + nth)
    }
    /// The kind of a rule.
    pub const fn of(rule: Static) -> Kind {
        match rule {
            Static::Modify { stat, .. } => Kind::stat(stat),
            Static::Keywords(_) | Static::FriendsToo => Kind::KEYWORDS,
            Static::Faces(..) | Static::MoreCriticals(_) => Kind::SUCCESS,
            Static::Reroll(_) => Kind::REROLL,
            Static::Innate(_) => Kind::INNATE,
            Static::Casting(_) => Kind::CASTING,
            Static::Symbol(_) | Static::DefenceSymbol(_) | Static::SwappedSymbol(_) => Kind::SYMBOL,
            Static::CountsAs(_) => Kind::COUNTS_AS,
            Static::Support { .. } => Kind::SUPPORT,
            Static::NoSupport(_) => Kind::NO_SUPPORT,
            Static::Supports(_) => Kind::SUPPORTS,
            Static::Flanked => Kind::FLANKED,
            Static::Label(_) => Kind::LABEL,
            Static::Trait(_) => Kind::TRAIT,
            Static::OnGuard | Static::InCover => Kind::ON_GUARD,
            Static::ThroughFighters | Static::Ethereal => Kind::THROUGH,
            Static::Hexes(..) | Static::Further { .. } => Kind::TELEPORT,
            Static::DamageCap(_) | Static::DamageCapTurn(_) | Static::Suffered { .. } => {
                Kind::DAMAGE_CAP
            }
            Static::OpeningDice(_) | Static::NoPrice => Kind::OPENING_DICE,
            Static::Ignores(_) | Static::IgnoresTokens => Kind::ban(Ban::ActButCharge),
            Static::Shortens => Kind::SUPPORTS,
            Static::Cannot(ban) | Static::Can(ban) => Kind::ban(ban),
            Static::CannotScore(_) => Kind::ban(Ban::Score),
            Static::BlocksSight | Static::Sight(_) => Kind::ban(Ban::Targeted),
        }
    }
    /// The position in tables.
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
    /// The bit of a set of kinds.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ban_has_a_kind_of_its_own() {
        let last = Kind::ban(Ban::PlayPower);
        assert!(last.ix() < Kind::CASTING.ix());
        assert_eq!(Kind::CASTING.ix() + 1, KINDS);
    }
}

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
    /// What a prohibition is, as a bit: those that share a kind are told apart.
    pub const fn ban_bit(ban: Ban) -> u64 {
        let nth = match ban {
            Ban::Damaged => 0,
            Ban::TakeWeapons => 1,
            Ban::Cast => 2,
            Ban::Targeted => 3,
            Ban::Made => 4,
            Ban::Chosen => 5,
            Ban::ChosenByGambits => 6,
            Ban::PushedByEnemies => 7,
            Ban::Modified => 8,
            Ban::Reduced => 9,
            Ban::Raised => 10,
            Ban::TakenOut => 11,
            Ban::AffectedByDomains => 12,
            Ban::OnGuard => 13,
            Ban::Uninspired => 14,
            Ban::Delve => 15,
            Ban::Abilities => 16,
            Ban::RerollAttack => 17,
            Ban::RerollDefence => 18,
            Ban::PlayPower => 19,
            Ban::PlayGambits => 20,
            Ban::Score => 21,
            Ban::Draw => 22,
            Ban::DiscardObjectives => 23,
            Ban::Activate => 24,
            Ban::ScoreLeader => 25,
            Ban::Flipped => 26,
            // For these their kind tells enough.
            Ban::DrivenBack
            | Ban::Pushed
            | Ban::Healed
            | Ban::Inspired
            | Ban::Hold
            | Ban::Flanked
            | Ban::OnlyFlanked
            | Ban::Overrun
            | Ban::Staggered
            | Ban::Cleaved
            | Ban::Ensnared
            | Ban::CriticalAbilities
            | Ban::Hazards
            | Ban::Support
            | Ban::Act(_)
            | Ban::ActButCharge
            | Ban::SkipCharge => 63,
        };
        1 << nth
    }
    /// The prohibitions that a rule says or lifts, as [`Kind::ban_bit`] has them.
    pub const fn bans_of(rule: Static) -> u64 {
        match rule {
            Static::Cannot(ban) | Static::Can(ban) => Kind::ban_bit(ban),
            Static::CannotScore(_) => Kind::ban_bit(Ban::Score),
            _ => 0,
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

    #[test]
    fn bans_that_share_a_kind_are_told_apart() {
        let bits = [Ban::Made, Ban::Targeted, Ban::Delve, Ban::Score, Ban::Draw].map(Kind::ban_bit);
        let all = bits.iter().fold(0, |all, bit| all | bit);
        assert_eq!(all.count_ones() as usize, bits.len());
        assert_eq!(Kind::bans_of(Static::Can(Ban::Delve)), bits[2]);
        assert_eq!(Kind::bans_of(Static::OnGuard), 0);
    }
}

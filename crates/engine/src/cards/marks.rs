//! Yes-or-no properties of a fighter that are read off the state, as bits, so that several can be asked for
//! at once.

use crate::state::Fighter;
use gloryhex_cardlang::{Prop, Region};

/// A question about the bits of a fighter. Of nobody they are all 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    /// The bits asked for.
    mask: u64,
    /// What they should be.
    want: u64,
    /// Whether they should be that, or anything else.
    so: bool,
}

impl Marks {
    const DEEDS: u32 = 0;
    const FLAGS: u32 = Marks::DEEDS + u32::BITS;
    const TOKENS: u32 = Marks::FLAGS + u16::BITS;
    const ALIVE: u64 = 1 << (Marks::TOKENS + u8::BITS);
    const DAMAGE: u64 = Marks::ALIVE << 1;
    const HURT_NOW: u64 = Marks::ALIVE << 2;
    /// The fighter is yours.
    pub const FRIENDLY: u64 = Marks::ALIVE << 3;
    /// The fighter is another player's.
    pub const ENEMY: u64 = Marks::ALIVE << 4;
    const SIDES: u64 = Marks::FRIENDLY | Marks::ENEMY;

    /// Nothing is asked.
    pub const NONE: Marks = Marks {
        mask: 0,
        want: 0,
        so: true,
    };

    /// The fighter is on the battlefield.
    pub const ALIVE_ONLY: Marks = Marks {
        mask: Marks::ALIVE,
        want: Marks::ALIVE,
        so: true,
    };

    /// The question whether a property is not 0, if it can be asked so.
    pub fn of(prop: Prop) -> Option<Marks> {
        let flag = |flag: u16| u64::from(flag) << Marks::FLAGS;
        let mask = match prop {
            Prop::Friendly => Marks::FRIENDLY,
            Prop::Enemy => Marks::ENEMY,
            Prop::Has(token) => 1 << (Marks::TOKENS + token as u32),
            Prop::Did(deed) => 1 << (Marks::DEEDS + deed as u32),
            Prop::BeganIn(Region::Enemy) => Marks::FRIENDLY | flag(Fighter::BEGAN_IN_ENEMY),
            Prop::BeganIn(Region::Friendly) => Marks::ENEMY | flag(Fighter::BEGAN_IN_ENEMY),
            Prop::Inspired => flag(Fighter::INSPIRED),
            Prop::Out => flag(Fighter::OUT),
            Prop::TargetedNow => flag(Fighter::TARGETED_NOW),
            Prop::Alive => Marks::ALIVE,
            Prop::HurtNow => Marks::HURT_NOW,
            Prop::Damage => Marks::DAMAGE,
            _ => return None,
        };
        Some(Marks {
            mask,
            want: mask,
            so: true,
        })
    }
    /// Both questions in one.
    pub fn and(self, other: Marks) -> Option<Marks> {
        let (a, b) = (self.plain()?, other.plain()?);
        let agree = (a.want ^ b.want) & a.mask & b.mask == 0;
        agree.then_some(Marks {
            mask: a.mask | b.mask,
            want: a.want | b.want,
            so: true,
        })
    }
    /// The same question about what the bits should be.
    fn plain(self) -> Option<Marks> {
        if self.so {
            return Some(self);
        }
        (self.mask.count_ones() == 1).then_some(Marks {
            want: self.want ^ self.mask,
            so: true,
            ..self
        })
    }
    /// Whether the answer is no without a bit.
    pub fn needs(self, bit: u64) -> bool {
        self.plain().is_some_and(|marks| marks.want & bit != 0)
    }
    /// Whether the bits of a fighter answer the question.
    #[inline(always)]
    pub fn hold(self, bits: u64) -> bool {
        (bits & self.mask == self.want) == self.so
    }
    /// The fighters of a set for whom the answer is yes; `mine` are yours.
    #[inline(always)]
    pub fn among(self, fighters: &[Fighter], set: u32, mine: u32) -> u32 {
        let sided = |bit: u64, own: u32| match (self.mask & bit != 0, self.want & bit != 0) {
            (false, _) => u32::MAX,
            (_, true) => own,
            (_, false) => !own,
        };
        let mut left = set;
        if self.mask & Marks::SIDES != 0 {
            left &= sided(Marks::FRIENDLY, mine) & sided(Marks::ENEMY, !mine);
        }
        let (mask, want) = (self.mask & !Marks::SIDES, self.want & !Marks::SIDES);
        let found = if mask == 0 {
            left
        } else {
            let (first, end) = (left.trailing_zeros(), 32 - left.leading_zeros());
            let there = fighters.get(first as usize..end as usize);
            let there = there.unwrap_or_default().iter().rev();
            let with = there.fold(0u32, |with, fighter| {
                with << 1 | u32::from(bits(fighter) & mask == want)
            });
            left & with.checked_shl(first).unwrap_or(0)
        };
        if self.so { found } else { set & !found }
    }
}

impl std::ops::Not for Marks {
    type Output = Marks;

    fn not(self) -> Marks {
        let not = Marks {
            so: !self.so,
            ..self
        };
        not.plain().unwrap_or(not)
    }
}

/// The bits of a fighter, without whose it is.
#[inline(always)]
pub(super) fn bits(fighter: &Fighter) -> u64 {
    let bit = |is: bool, bit: u64| if is { bit } else { 0 };
    (u64::from(fighter.deeds) << Marks::DEEDS)
        | (u64::from(fighter.flags) << Marks::FLAGS)
        | (u64::from(fighter.token_kinds()) << Marks::TOKENS)
        | bit(fighter.on_field(), Marks::ALIVE)
        | bit(fighter.damage > 0, Marks::DAMAGE)
        | bit(fighter.turn_damage > 0, Marks::HURT_NOW)
}

/// The bit of whose a fighter is.
#[inline(always)]
pub(super) fn side(mine: bool) -> u64 {
    if mine { Marks::FRIENDLY } else { Marks::ENEMY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_model::{Deed, Token};

    fn told(marks: Marks, fighter: &Fighter) -> bool {
        let alone = marks.among(std::slice::from_ref(fighter), 1, 1) == 1;
        assert_eq!(alone, marks.hold(bits(fighter) | side(true)));
        alone
    }

    #[test]
    fn questions_can_be_joined_and_turned_round() {
        let charged = Marks::of(Prop::Has(Token::Charge)).unwrap();
        let moved = Marks::of(Prop::Has(Token::Move)).unwrap();
        let neither = (!charged).and(!moved).unwrap();
        let mut fighter = Fighter::ABSENT;
        assert!(told(neither, &fighter) && !told(!neither, &fighter));
        fighter.set_tokens(Token::Charge, 6);
        assert!(told(charged, &fighter) && !told(moved, &fighter));
        assert!(!told(neither, &fighter) && told(!neither, &fighter));
        assert!((!neither).and(moved).is_none());
    }

    #[test]
    fn every_property_has_bits_of_its_own() {
        let mut fighter = Fighter::ABSENT;
        fighter.note(Deed::Moved);
        fighter.damage = 2;
        for (prop, is) in [
            (Prop::Did(Deed::Moved), true),
            (Prop::Did(Deed::Spent), false),
            (Prop::Damage, true),
            (Prop::HurtNow, false),
            (Prop::Alive, false),
            (Prop::Out, false),
            (Prop::Friendly, true),
            (Prop::Enemy, false),
        ] {
            assert_eq!(told(Marks::of(prop).unwrap(), &fighter), is, "{prop:?}");
        }
    }
}

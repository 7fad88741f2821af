//! The facts of one attack while it is being resolved. The sequence itself is a frame.

use crate::rare::Rare;
use gloryhex_cardlang::Cause;
use gloryhex_model::{Face, FaceSet, FighterId, Keywords, Roll, Seat};
use serde::{Deserialize, Serialize};

/// A weapon of a fighter: printed on its current side, on an upgrade, or lent by a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WeaponIx(pub u8);

impl WeaponIx {
    /// The weapon lent by the card being resolved.
    pub const LENT: WeaponIx = WeaponIx(254);
    /// No weapon.
    pub const NONE: WeaponIx = WeaponIx(255);

    /// The first weapon on the upgrade in this slot of the power deck.
    pub fn upgrade(slot: u8) -> WeaponIx {
        WeaponIx(8 + slot)
    }
    /// The second weapon on that upgrade.
    pub fn second(slot: u8) -> WeaponIx {
        WeaponIx(8 + 64 + slot)
    }
    /// The slot of the upgrade it is printed on, if it is.
    pub fn slot(self) -> Option<u8> {
        (self.0 >= 8 && self.0 < 8 + 2 * 64).then(|| (self.0 - 8) % 64)
    }
    /// A printed weapon of a friend, by the friend's place in the warband; the last friends of a very large warband lend
    /// none.
    pub fn lent_by(friend: u8, weapon: WeaponIx) -> WeaponIx {
        match (friend, weapon.0) {
            (0..WeaponIx::LENDERS, 0..8) => WeaponIx(WeaponIx::OF_FRIENDS + 8 * friend + weapon.0),
            _ => WeaponIx::NONE,
        }
    }
    /// The place in the warband of the friend whose printed weapon it is, and that weapon's place, if it is a friend's.
    pub fn lender(self) -> Option<(u8, usize)> {
        let nth = self.0.checked_sub(WeaponIx::OF_FRIENDS)?;
        let lent = nth < 8 * WeaponIx::LENDERS;
        lent.then_some((nth / 8, usize::from(nth % 8)))
    }
    /// Where the weapons of friends begin, after those on upgrades.
    const OF_FRIENDS: u8 = 8 + 2 * 64;
    /// How many friends can lend theirs.
    const LENDERS: u8 = 14;
    /// Its place among the weapons of its upgrade.
    pub fn nth(self) -> usize {
        usize::from(self.0 >= 8 + 64)
    }
}

/// How an attack ended, as far as known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// Not judged yet.
    #[default]
    Open,
    /// Successful.
    Success,
    /// Drawn: fails, the target may be driven back.
    Draw,
    /// Failed.
    Fail,
}

/// One attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The attack roll, innate symbols included.
    pub attack_roll: Roll,
    /// The defence roll.
    pub defence_roll: Roll,
    /// Dice of the roll just made that may not be re-rolled (again).
    pub fixed: Roll,
    /// Who attacks.
    pub attacker: FighterId,
    /// Who is attacked.
    pub target: FighterId,
    /// With what.
    pub weapon: WeaponIx,
    /// Outcome.
    pub verdict: Verdict,
    /// Flags.
    pub flags: u64,
    /// Who fell by it beside the target, last.
    pub beside: FighterId,
    /// Whom it has dealt damage, with the attacks before it on other targets, as bits of fighter ids.
    #[serde(default)]
    pub harmed: Rare<u32>,
    /// Whom it has taken out of action, likewise.
    #[serde(default)]
    pub felled: Rare<u32>,
    /// Keywords in use: all of the weapon's, or the picked one, and those lent by cards.
    pub keywords: Keywords,
    /// Faces lent by cards that also succeed for the attacker.
    pub attack_faces: FaceSet,
    /// Faces lent by cards that also succeed for the target.
    pub defence_faces: FaceSet,
    /// The face that succeeds instead of the weapon's, if a card changed it.
    pub symbol: Option<Face>,
    /// Dice lent or taken by cards for this attack.
    pub dice: i8,
    /// Damage lent or taken by cards for this attack.
    pub damage: i8,
    /// Range lent by cards for this attack.
    pub range: i8,
    /// Knockback lent by cards for this attack.
    pub knockback: i8,
    /// Re-rolls left to the attacker and to the target.
    pub rerolls: [u8; 2],
    /// Successes counted when judged: attacker, target.
    pub successes: [u8; 2],
    /// Supporters counted when rolled or judged: attacker's, target's.
    pub supporters: [u8; 2],
    /// Damage dealt.
    pub dealt: u8,
    /// Wounds of the target when the attack was declared, and its damage then.
    pub target_before: [u8; 2],
    /// Where the target stood when it was picked.
    pub target_hex: gloryhex_hexgrid::HexId,
    /// The hex the target left when it was driven back or slain.
    pub left: gloryhex_hexgrid::HexId,
}

const _: () = assert!(
    3 * Attack::FLAGS <= 2 * Attack::BESIDE_AT,
    "a third of the flags is free"
);

impl Attack {
    /// Part of a Charge.
    pub const CHARGE: u64 = 1;
    /// Made with a spell.
    pub const SPELL: u64 = 1 << 1;
    /// Made by a reaction or a card, not as the activation's action.
    pub const GRANTED: u64 = 1 << 2;
    /// The target cannot be driven back by it.
    pub const NO_DRIVE_BACK: u64 = 1 << 3;
    /// A critical hit.
    pub const CRITICAL_HIT: u64 = 1 << 4;
    /// The target was trapped.
    pub const TRAPPED: u64 = 1 << 5;
    /// The target was driven back.
    pub const DROVE_BACK: u64 = 1 << 6;
    /// The target was taken out by it.
    pub const TOOK_OUT: u64 = 1 << 7;
    /// The target stood fast.
    pub const STOOD_FAST: u64 = 1 << 8;
    /// Nobody supports the target.
    pub const NO_TARGET_SUPPORT: u64 = 1 << 9;
    /// Nobody supports the attacker.
    pub const NO_ATTACKER_SUPPORT: u64 = 1 << 10;
    /// It ended before its time: a premise was lost.
    pub const BROKEN_OFF: u64 = 1 << 11;
    /// One of a series against several targets.
    pub const SERIES: u64 = 1 << 12;
    /// Its spell was stopped.
    pub const DISPELLED: u64 = 1 << 13;
    /// A card replaced the drive back by something else.
    pub const DRIVE_BACK_REPLACED: u64 = 1 << 14;
    /// The attacker may not follow up.
    pub const NO_OVERRUN: u64 = 1 << 15;
    /// The target was vulnerable when the attack was declared.
    pub const TARGET_WAS_VULNERABLE: u64 = 1 << 16;
    /// The caster suffered backlash.
    pub const BACKLASH: u64 = 1 << 17;
    /// The damage of this attack was prevented or healed away: it counts as failed.
    pub const DAMAGE_PREVENTED: u64 = 1 << 18;
    /// The target held a token when it was picked.
    pub const TARGET_HELD: u64 = 1 << 19;
    /// Its fighter's first attack in this activation or power step.
    pub const FIRST_NOW: u64 = 1 << 20;
    /// The target was on Guard when its dice were rolled.
    pub const ON_GUARD: u64 = 1 << 21;
    /// The target was in cover when its dice were rolled.
    pub const IN_COVER: u64 = 1 << 22;
    /// Its dice were rolled, and Guard and cover are known from then.
    pub const DEFENDED: u64 = 1 << 23;
    /// Made by a reaction.
    pub const REACTION: u64 = 1 << 24;
    /// A sweeping weapon attacks one target alone.
    pub const ALONE: u64 = 1 << 25;
    /// Not made yet: the weapon is judged as if it were about to be used.
    pub const ABOUT_TO: u64 = 1 << 26;
    /// The target was in cover when it was picked, where some card asks for it.
    pub const TARGET_WAS_IN_COVER: u64 = 1 << 27;
    /// Made without the price of its weapon.
    pub const FREE: u64 = 1 << 28;
    /// A player makes it with a fighter of another; the two bits above are that player.
    pub const LENT: u64 = 1 << 29;
    /// The target had a Raise token when the attack was declared.
    pub const TARGET_WAS_RAISED: u64 = 1 << 30;
    /// What is noted of a target when the attack on it is declared, and anew if it is made on somebody else.
    pub const OF_TARGET: u64 = Attack::TARGET_WAS_VULNERABLE
        | Attack::TARGET_HELD
        | Attack::TARGET_WAS_IN_COVER
        | Attack::TARGET_WAS_RAISED;
    /// How many flags there are.
    const FLAGS: u32 = Attack::LENT.trailing_zeros() + 3;
    /// Where in the flags it is noted what the one beside the target fell by, as bits of [`Cause`].
    const BESIDE_AT: u32 = 48;
    /// Where in the flags the Damage is noted with which it struck, plus one.
    const STRUCK_AT: u32 = 56;

    /// An unused attack.
    pub const NONE: Attack = Attack {
        attack_roll: Roll::EMPTY,
        defence_roll: Roll::EMPTY,
        fixed: Roll::EMPTY,
        attacker: FighterId::NONE,
        target: FighterId::NONE,
        weapon: WeaponIx::NONE,
        verdict: Verdict::Open,
        flags: 0,
        beside: FighterId::NONE,
        harmed: Rare(0),
        felled: Rare(0),
        keywords: Keywords::EMPTY,
        attack_faces: FaceSet::EMPTY,
        defence_faces: FaceSet::EMPTY,
        symbol: None,
        dice: 0,
        damage: 0,
        range: 0,
        knockback: 0,
        rerolls: [0; 2],
        successes: [0; 2],
        supporters: [0; 2],
        dealt: 0,
        target_before: [0; 2],
        target_hex: gloryhex_hexgrid::HexId::NONE,
        left: gloryhex_hexgrid::HexId::NONE,
    };

    /// What its damage comes from, as bits of [`Cause`].
    pub fn causes(&self) -> u8 {
        let causes = [
            (Cause::Attack, true),
            (Cause::Spell, self.is(Attack::SPELL)),
            (Cause::Reaction, self.is(Attack::REACTION)),
        ];
        let bits = causes.map(|(cause, is)| u8::from(is) << cause as u8);
        bits.iter().fold(0, |all, bit| all | bit)
    }
    /// The flags of an attack that a player makes with a fighter of another.
    pub fn lent_to(seat: Seat) -> u64 {
        Attack::LENT | u64::from(seat.0 & 3) << (Attack::LENT.trailing_zeros() + 1)
    }
    /// Who makes an attack with these flags with a fighter of another, if somebody does.
    pub fn borrower(flags: u64) -> Option<Seat> {
        let seat = Seat((flags >> (Attack::LENT.trailing_zeros() + 1) & 3) as u8);
        (flags & Attack::LENT != 0).then_some(seat)
    }
    /// Whether a flag is set.
    pub fn is(&self, flag: u64) -> bool {
        self.flags & flag != 0
    }
    /// Who fell by it: the target, or else somebody beside it.
    pub fn fell(&self) -> FighterId {
        if self.is(Attack::TOOK_OUT) {
            self.target
        } else {
            self.beside
        }
    }
    /// Notes who fell by it beside the target, and what that came from, as bits of [`Cause`].
    pub fn note_beside(&mut self, fighter: FighterId, causes: u8) {
        self.beside = fighter;
        self.flags &= !(0xff << Attack::BESIDE_AT);
        self.flags |= u64::from(causes) << Attack::BESIDE_AT;
    }
    /// What the one who fell by it fell by, as bits of [`Cause`].
    pub fn fall_causes(&self) -> u8 {
        if self.is(Attack::TOOK_OUT) {
            self.causes()
        } else {
            (self.flags >> Attack::BESIDE_AT) as u8
        }
    }
    /// Notes the Damage with which it strikes.
    pub fn note_struck(&mut self, damage: u8) {
        self.flags &= !(0xff << Attack::STRUCK_AT);
        self.flags |= u64::from(damage.saturating_add(1)) << Attack::STRUCK_AT;
    }
    /// The Damage with which it struck, if it has been noted.
    pub fn struck(&self) -> Option<u8> {
        ((self.flags >> Attack::STRUCK_AT) as u8).checked_sub(1)
    }
    /// Sets a flag.
    pub fn set(&mut self, flag: u64) {
        self.flags |= flag;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_weapons_of_an_upgrade_know_its_slot() {
        for slot in [0, 63] {
            let (first, second) = (WeaponIx::upgrade(slot), WeaponIx::second(slot));
            assert_eq!((first.slot(), first.nth()), (Some(slot), 0));
            assert_eq!((second.slot(), second.nth()), (Some(slot), 1));
        }
        assert_eq!(WeaponIx(7).slot(), None);
        assert_eq!(WeaponIx::LENT.slot(), None);
    }

    #[test]
    fn an_attack_knows_who_makes_it_with_another_players_fighter() {
        for seat in (0..4).map(Seat) {
            assert_eq!(Attack::borrower(Attack::lent_to(seat)), Some(seat));
        }
        assert_eq!(Attack::borrower(Attack::ABOUT_TO), None);
    }

    #[test]
    fn what_is_noted_of_an_attack_does_not_disturb_its_flags() {
        let mut attack = Attack::NONE;
        attack.set(Attack::CHARGE);
        assert_eq!((attack.struck(), attack.fall_causes()), (None, 0));
        attack.note_struck(0);
        attack.note_beside(FighterId(3), 1 << Cause::Card as u8);
        attack.note_struck(4);
        assert_eq!(attack.struck(), Some(4));
        assert_eq!(attack.fell(), FighterId(3));
        assert_eq!(attack.fall_causes(), 1 << Cause::Card as u8);
        attack.set(Attack::TOOK_OUT);
        assert_eq!(attack.fall_causes(), 1 << Cause::Attack as u8);
        assert!(attack.is(Attack::CHARGE) && !attack.is(Attack::SPELL));
    }

    #[test]
    fn the_damage_of_a_spell_attack_comes_from_an_attack_and_from_a_spell() {
        let attack = Attack {
            flags: Attack::SPELL,
            ..Attack::NONE
        };
        let bit = |cause: Cause| 1u8 << cause as u8;
        assert_eq!(attack.causes(), bit(Cause::Attack) | bit(Cause::Spell));
    }
}

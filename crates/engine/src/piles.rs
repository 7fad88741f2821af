//! Where a player's cards are. A card is in one place only, so the places share their bits.
//!
//! Cards are slots of the player's decks. The order within a draw pile is not kept here.

use crate::rare::Rare;
use serde::{Deserialize, Serialize};

/// Where the power cards of a player are.
///
/// For an upgrade on a fighter, `at` is the fighter's place in the warband in binary, lowest bit first.
/// For all others it has a bit for the hand, the draw pile, the discard pile and the cards face up; the
/// last two together are a discarded upgrade that the gambit resolved last broke. The last together with the hand or the
/// draw pile are cards that everybody knows to be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PowerCards {
    equipped: u64,
    at: [u64; 4],
}

impl PowerCards {
    /// The most fighters of a warband who can bear upgrades.
    pub const BEARERS: usize = 16;

    /// In hand.
    #[inline]
    pub fn hand(&self) -> u64 {
        self.at[0] & !self.equipped
    }
    /// In the draw pile.
    #[inline]
    pub fn deck(&self) -> u64 {
        self.at[1] & !self.equipped
    }
    /// In the discard pile.
    #[inline]
    pub fn discard(&self) -> u64 {
        self.at[2] & !self.equipped
    }
    /// Face up before the player: effects that last.
    #[inline]
    pub fn active(&self) -> u64 {
        self.at[3] & !(self.at[0] | self.at[1] | self.at[2]) & !self.equipped
    }
    /// Cards of the hand and the draw pile that opponents have seen there.
    #[inline]
    pub fn known(&self) -> u64 {
        self.at[3] & (self.at[0] | self.at[1]) & !self.equipped
    }
    /// Upgrades in the discard pile that the gambit resolved last broke.
    #[inline]
    pub fn just_broken(&self) -> u64 {
        self.at[3] & self.at[2] & !self.equipped
    }
    /// Upgrades on fighters, the fallen who keep theirs included.
    #[inline]
    pub fn equipped(&self) -> u64 {
        self.equipped
    }
    /// Upgrades on the fighter in this place of the warband.
    #[inline]
    pub fn borne_by(&self, nth: u8) -> u64 {
        let differs = |ix: usize| self.at[ix] ^ 0u64.wrapping_sub(u64::from(nth >> ix & 1));
        self.equipped & !(differs(0) | differs(1) | differs(2) | differs(3))
    }
    /// The place in the warband of the fighter who has an upgrade.
    #[inline]
    pub fn bearer(&self, slot: u8) -> Option<u8> {
        let bit = |ix: usize| (self.at[ix] >> (slot & 63) & 1) as u8;
        (self.equipped >> (slot & 63) & 1 == 1)
            .then(|| bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3)
    }

    /// Which of a deck of so many cards are in none of these places.
    pub fn nowhere(&self, deck: usize) -> u64 {
        let all = u64::MAX.checked_shr(64 - deck.min(64) as u32).unwrap_or(0);
        all & !self.at.iter().fold(self.equipped, |some, bits| some | bits)
    }

    /// Takes cards away from wherever they are.
    pub fn remove(&mut self, cards: u64) {
        self.equipped &= !cards;
        self.at = self.at.map(|bits| bits & !cards);
    }
    fn put(&mut self, cards: u64, ix: usize) {
        self.remove(cards);
        self.at[ix] |= cards;
    }
    /// Puts cards into the hand.
    pub fn to_hand(&mut self, cards: u64) {
        self.put(cards, 0);
    }
    /// Puts cards into the draw pile.
    pub fn to_deck(&mut self, cards: u64) {
        self.put(cards, 1);
    }
    /// Puts cards onto the discard pile.
    pub fn to_discard(&mut self, cards: u64) {
        self.put(cards, 2);
    }
    /// Lays cards face up before the player.
    pub fn to_active(&mut self, cards: u64) {
        self.put(cards, 3);
    }
    /// Puts upgrades on the fighter in this place of the warband.
    pub fn equip(&mut self, cards: u64, nth: u8) {
        self.remove(cards);
        self.equipped |= cards;
        for (ix, bits) in self.at.iter_mut().enumerate() {
            if nth >> ix & 1 == 1 {
                *bits |= cards;
            }
        }
    }
    /// Notes which of the discarded cards a gambit has just broken.
    pub fn note_broken(&mut self, cards: u64) {
        self.at[3] |= cards & self.discard();
    }
    /// Notes that opponents have seen cards of the hand or the draw pile, and where they are.
    pub fn note_known(&mut self, cards: u64) {
        self.at[3] |= cards & (self.hand() | self.deck());
    }
    /// The draw pile is shuffled: nobody knows any more what lies where in it.
    pub fn forget_order(&mut self) {
        self.at[3] &= !self.deck();
    }
    /// Forgets which cards a gambit has just broken.
    pub fn forget_broken(&mut self) {
        self.at[3] &= !self.just_broken();
    }
}

/// Where the objectives of a player are.
///
/// For those in hand, `at` says which are turned up and which are too fresh to be scored. For the others
/// its bits are the draw pile and the discard pile, both together those that have been scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objectives {
    hand: u32,
    at: [u32; 2],
    /// Of those in hand, which their player has shown.
    #[serde(default)]
    shown: Rare<u32>,
}

impl Objectives {
    /// In hand, turned up or not.
    #[inline]
    pub fn hand(&self) -> u32 {
        self.hand
    }
    /// Surge objectives turned up that wait for the surge step.
    #[inline]
    pub fn revealed(&self) -> u32 {
        self.at[0] & self.hand
    }
    /// Drawn to replace a scored one and not to be scored yet.
    #[inline]
    pub fn fresh(&self) -> u32 {
        self.at[1] & self.hand
    }
    /// In hand, but shown to all.
    #[inline]
    pub fn shown(&self) -> u32 {
        self.shown.0 & self.hand
    }
    /// In the draw pile.
    #[inline]
    pub fn deck(&self) -> u32 {
        self.at[0] & !self.at[1] & !self.hand
    }
    /// In the discard pile.
    #[inline]
    pub fn discard(&self) -> u32 {
        self.at[1] & !self.at[0] & !self.hand
    }
    /// Scored.
    #[inline]
    pub fn scored(&self) -> u32 {
        self.at[0] & self.at[1] & !self.hand
    }

    /// Which of a deck of so many cards are in none of these places.
    pub fn nowhere(&self, deck: usize) -> u32 {
        let all = u32::MAX.checked_shr(32 - deck.min(32) as u32).unwrap_or(0);
        all & !(self.hand | self.at[0] | self.at[1])
    }

    /// Takes cards away from wherever they are.
    pub fn remove(&mut self, cards: u32) {
        self.shown.0 &= !cards;
        self.hand &= !cards;
        self.at = self.at.map(|bits| bits & !cards);
    }
    /// Puts cards into the hand.
    pub fn to_hand(&mut self, cards: u32) {
        self.remove(cards);
        self.hand |= cards;
    }
    /// Puts cards into the draw pile.
    pub fn to_deck(&mut self, cards: u32) {
        self.remove(cards);
        self.at[0] |= cards;
    }
    /// Puts cards onto the discard pile.
    pub fn to_discard(&mut self, cards: u32) {
        self.remove(cards);
        self.at[1] |= cards;
    }
    /// Lays scored cards before the player.
    pub fn to_scored(&mut self, cards: u32) {
        self.remove(cards);
        self.at = self.at.map(|bits| bits | cards);
    }
    /// Notes that cards of the hand were shown.
    pub fn note_shown(&mut self, cards: u32) {
        self.shown.0 |= cards & self.hand;
    }
    /// Turns cards of the hand up.
    pub fn reveal(&mut self, cards: u32) {
        self.at[0] |= cards & self.hand;
    }
    /// Notes that cards of the hand are not to be scored yet.
    pub fn note_fresh(&mut self, cards: u32) {
        self.at[1] |= cards & self.hand;
    }
    /// Lets every card of the hand be scored.
    pub fn forget_fresh(&mut self) {
        self.at[1] &= !self.hand;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_card_is_in_one_place() {
        let piles: [fn(&PowerCards) -> u64; 4] = [
            PowerCards::hand,
            PowerCards::deck,
            PowerCards::discard,
            PowerCards::active,
        ];
        let puts: [fn(&mut PowerCards, u64); 4] = [
            PowerCards::to_hand,
            PowerCards::to_deck,
            PowerCards::to_discard,
            PowerCards::to_active,
        ];
        let mut cards = PowerCards::default();
        for (to, put) in puts.into_iter().enumerate() {
            cards.equip(0b110, 15);
            assert!(piles.iter().all(|pile| pile(&cards) == 0));
            put(&mut cards, 0b010);
            for (at, pile) in piles.iter().enumerate() {
                assert_eq!(pile(&cards), if at == to { 0b010 } else { 0 });
            }
            assert_eq!((cards.equipped(), cards.just_broken()), (0b100, 0));
        }
        assert_eq!(cards.nowhere(5), 0b11001);
        cards.remove(u64::MAX);
        assert_eq!(cards, PowerCards::default());
        assert_eq!((cards.nowhere(0), cards.nowhere(64)), (0, u64::MAX));
    }

    #[test]
    fn an_upgrade_has_one_bearer() {
        let mut cards = PowerCards::default();
        for nth in 0..PowerCards::BEARERS as u8 {
            cards.equip(1 << 63 | 1 << nth, nth);
            assert_eq!(cards.borne_by(nth), 1 << 63 | 1 << nth);
            assert_eq!(cards.bearer(63), Some(nth));
            assert_eq!(nth.checked_sub(1).map_or(0, |n| cards.borne_by(n)) >> 63, 0);
        }
        assert_eq!((cards.bearer(3), cards.bearer(40)), (Some(3), None));
    }

    #[test]
    fn only_a_discarded_upgrade_was_just_broken() {
        let mut cards = PowerCards::default();
        cards.to_discard(0b11);
        cards.note_broken(0b110);
        assert_eq!((cards.just_broken(), cards.discard()), (0b10, 0b11));
        assert_eq!(cards.active(), 0);
        cards.to_active(0b1000);
        cards.forget_broken();
        assert_eq!((cards.just_broken(), cards.discard()), (0, 0b11));
        assert_eq!(cards.active(), 0b1000);
    }

    #[test]
    fn a_power_card_is_known_until_it_goes_elsewhere() {
        let mut cards = PowerCards::default();
        cards.to_hand(0b0011);
        cards.to_deck(0b0100);
        cards.note_known(0b1101);
        assert_eq!((cards.known(), cards.active()), (0b0101, 0));
        assert_eq!((cards.hand(), cards.deck()), (0b0011, 0b0100));
        cards.forget_order();
        assert_eq!(cards.known(), 0b0001);
        cards.to_active(0b0001);
        assert_eq!((cards.known(), cards.active()), (0, 0b0001));
    }

    #[test]
    fn an_objective_is_shown_as_long_as_it_is_in_hand() {
        let mut cards = Objectives::default();
        cards.to_hand(0b0011);
        cards.note_shown(0b0110);
        assert_eq!(cards.shown(), 0b0010);
        cards.to_deck(0b0010);
        cards.to_hand(0b0010);
        assert_eq!(cards.shown(), 0);
    }

    #[test]
    fn an_objective_is_in_one_place() {
        let mut cards = Objectives::default();
        cards.to_deck(0b1111);
        cards.to_hand(0b0011);
        cards.reveal(0b0101);
        cards.note_fresh(0b0110);
        assert_eq!(
            (cards.hand(), cards.revealed(), cards.fresh(), cards.deck()),
            (0b0011, 0b0001, 0b0010, 0b1100)
        );
        cards.to_scored(0b0001);
        cards.to_discard(0b0010);
        assert_eq!((cards.scored(), cards.discard()), (0b0001, 0b0010));
        assert_eq!((cards.hand(), cards.revealed(), cards.fresh()), (0, 0, 0));
        assert_eq!((cards.deck(), cards.nowhere(6)), (0b1100, 0b11_0000));
    }
}

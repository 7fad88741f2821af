//! The facts of one card while it is being resolved. Running its code is a frame's business.

use crate::{effect::Source, rare::Rare};
use gloryhex_cardlang::Slots;
use gloryhex_hexgrid::HexId;
use gloryhex_model::{Face, FighterId, Roll, Seat};
use serde::{Deserialize, Serialize};

/// Longest scatter chain, its origin not counted.
pub const MAX_CHAIN: usize = 6;

/// A card being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardRun {
    /// The card; its seat resolves it.
    pub source: Source,
    /// The bearer, caster or fighter whose ability it is.
    pub me: FighterId,
    /// The clause being resolved.
    pub clause: u8,
    /// The position in its code.
    pub pc: u16,
    /// Bound values.
    pub slots: Slots,
    /// The fighters it chose, as bits of fighter ids.
    pub chosen: u32,
    /// The fighters it dealt damage, as a ploy or spell, as bits of fighter ids.
    #[serde(default)]
    pub harmed: Rare<u32>,
    pub(crate) roll: u32,
    /// Its last scatter chain without the origin; `HexId::NONE` behind its end.
    pub chain: [HexId; MAX_CHAIN],
    /// Flags.
    pub flags: u16,
    /// The lasting effect it is a clause of, 0 for none.
    pub effect: u8,
    /// One more than the seat that decides in its scatter, if it is another's than its own; else 0.
    #[serde(default)]
    pub guide: Rare<u8>,
    /// The cards it has picked as several: bits, and the number of the card that the first of them stands for.
    #[serde(default)]
    pub picked: Rare<(u64, i16)>,
}

/// How many flags there are.
const FLAGS: u32 = CardRun::SCATTERED.trailing_zeros() + 1;
const _: () = assert!(3 * FLAGS <= 2 * u16::BITS, "a third of the flags is free");

impl CardRun {
    /// Played from the hand: it is discarded when resolved.
    pub const FROM_HAND: u16 = 1;
    /// A spell that is still to be cast.
    pub const TO_CAST: u16 = 2;
    /// A spell that was cast.
    pub const CAST: u16 = 4;
    /// Its caster suffered backlash.
    pub const BACKLASH: u16 = 8;
    /// It does nothing more.
    pub const CANCELLED: u16 = 16;
    /// A reaction.
    pub const REACTION: u16 = 32;
    /// A fighter's printed action.
    pub const ACTION: u16 = 64;
    /// Nobody reacts until it is resolved.
    pub const QUIET: u16 = 128;
    /// Who decides in its scatter pushes along the chain, too.
    pub const HANDED: u16 = 256;
    /// It has scattered.
    pub const SCATTERED: u16 = 512;

    /// No card.
    pub const NONE: CardRun = CardRun {
        source: Source::NONE,
        me: FighterId::NONE,
        clause: 0,
        pc: 0,
        slots: [-1; 8],
        chosen: 0,
        harmed: Rare(0),
        roll: 0,
        chain: [HexId::NONE; MAX_CHAIN],
        flags: 0,
        effect: 0,
        guide: Rare(0),
        picked: Rare((0, 0)),
    };

    /// Whether a flag is set.
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
    /// The dice it rolled last.
    pub fn roll(&self) -> Roll {
        let mut roll = Roll::EMPTY;
        for (ix, face) in Face::ALL.into_iter().enumerate() {
            for _ in 0..self.roll >> (3 * ix) & 7 {
                roll.add(face);
            }
        }
        roll
    }
    /// Remembers dice, at most seven of a face.
    pub fn set_roll(&mut self, roll: Roll) {
        self.roll = 0;
        for (ix, face) in Face::ALL.into_iter().enumerate() {
            self.roll |= u32::from(roll.count(face).min(7)) << (3 * ix);
        }
    }
    /// Who decides in its scatter.
    pub fn scatterer(&self) -> Seat {
        self.guide.0.checked_sub(1).map_or(self.source.seat, Seat)
    }
    /// Who pushes along its chain.
    pub fn pusher(&self) -> Seat {
        match self.is(CardRun::HANDED) {
            true => self.scatterer(),
            false => self.source.seat,
        }
    }
    /// The last hex of its chain.
    pub fn chain_end(&self) -> HexId {
        let ends = self.chain.iter().rev();
        ends.copied()
            .find(|hex| *hex != HexId::NONE)
            .unwrap_or(HexId::NONE)
    }
}

/// What is still known of the spell resolved last, for cards that answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastSpell {
    /// The card; [`Source::NONE`] for no spell.
    pub source: Source,
    /// The clause that was cast.
    pub clause: u8,
    flags: u16,
    roll: u32,
}

impl PastSpell {
    /// No spell.
    pub const NONE: PastSpell = PastSpell {
        source: Source::NONE,
        clause: 0,
        flags: 0,
        roll: 0,
    };

    /// What is kept of a spell.
    pub fn of(card: &CardRun) -> PastSpell {
        PastSpell {
            source: card.source,
            clause: card.clause,
            flags: card.flags,
            roll: card.roll,
        }
    }
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == PastSpell::NONE
    }
    /// The spell as far as it is known, if there is one.
    pub fn card(&self) -> Option<CardRun> {
        let card = CardRun {
            source: self.source,
            clause: self.clause,
            flags: self.flags,
            roll: self.roll,
            ..CardRun::NONE
        };
        (!self.is_none()).then_some(card)
    }
}

impl Default for PastSpell {
    fn default() -> PastSpell {
        PastSpell::NONE
    }
}

/// Where nothing is remembered nothing is added, so that most games have the digest they would have without it.
impl std::hash::Hash for PastSpell {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        if !self.is_none() {
            (self.source, self.clause, self.flags, self.roll).hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_is_remembered() {
        let mut card = CardRun::NONE;
        let roll = Roll::of(&[Face::Crit, Face::Channel, Face::Channel]);
        card.set_roll(roll);
        assert_eq!(card.roll(), roll);
        assert_eq!(PastSpell::NONE.card(), None);
        card.source = Source {
            seat: gloryhex_model::Seat(1),
            slot: 4,
        };
        let past = PastSpell::of(&card).card();
        assert_eq!(past.map(|card| card.roll()), Some(roll));
    }
}

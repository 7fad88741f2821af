//! The cards known to lie at the bottom of a draw pile, in the order in which they will be drawn.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};

/// No card.
const NONE: u8 = 255;
/// A card of which a viewer knows only that it is there.
pub const UNKNOWN: u8 = 254;
/// How many places always take part in a hash and are always written; more only where they are used.
const USUAL: usize = 3;

/// Up to `N` slots of cards. What is put below more than that is not remembered and may come sooner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bottom<const N: usize>([u8; N]);

impl<const N: usize> Default for Bottom<N> {
    fn default() -> Bottom<N> {
        Bottom([NONE; N])
    }
}

impl<const N: usize> std::fmt::Debug for Bottom<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<const N: usize> Bottom<N> {
    /// The slots, the first to be drawn first.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        self.0.iter().copied().take_while(|slot| *slot != NONE)
    }
    /// The same places, with cards only where they are known.
    pub fn only(&self, known: u64) -> Bottom<N> {
        let is_known = |slot: u8| known.checked_shr(slot.into()).unwrap_or(0) & 1 == 1;
        Bottom(self.0.map(|slot| match slot {
            NONE => NONE,
            slot if is_known(slot) => slot,
            _ => UNKNOWN,
        }))
    }
    /// The card that is drawn first.
    pub fn first(&self) -> Option<u8> {
        self.iter().next()
    }
    /// How many there are.
    pub fn len(&self) -> u8 {
        self.iter().count() as u8
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.first().is_none()
    }
    /// All of them as bits of slots.
    #[inline]
    pub fn slots(&self) -> u64 {
        self.iter().fold(0, |set, slot| set | 1 << (slot & 63))
    }
    /// Puts a card below all others.
    pub fn add(&mut self, slot: u8) {
        if let Some(free) = self.0.iter_mut().find(|place| **place == NONE) {
            *free = slot;
        }
    }
    /// Takes a card away.
    pub fn remove(&mut self, slot: u8) {
        let at = self.iter().position(|other| other == slot);
        if let Some(at) = at {
            self.0.copy_within(at + 1.., at);
            self.0[N - 1] = NONE;
        }
    }
    /// The places that are written down.
    fn written(&self) -> &[u8] {
        let used = usize::from(self.len()).max(USUAL).min(N);
        &self.0[..used]
    }
}

impl<const N: usize> Hash for Bottom<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.written().hash(state);
    }
}

impl<const N: usize> Serialize for Bottom<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.written().serialize(to)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Bottom<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Bottom<N>, D::Error> {
        let mut bottom = Bottom::default();
        for slot in Vec::<u8>::deserialize(from)? {
            if slot != NONE {
                bottom.add(slot);
            }
        }
        Ok(bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_come_in_the_order_in_which_they_were_put_below() {
        let mut bottom = Bottom::<3>::default();
        assert!(bottom.is_empty());
        for slot in [7, 2, 63, 9] {
            bottom.add(slot);
        }
        assert!(bottom.iter().eq([7, 2, 63]));
        assert_eq!(bottom.slots(), 1 << 7 | 1 << 2 | 1 << 63);
        bottom.remove(2);
        bottom.remove(5);
        assert_eq!((bottom.first(), bottom.len()), (Some(7), 2));
    }

    #[test]
    fn what_was_written_with_three_places_is_read() {
        let read: Bottom<20> = serde_json::from_str("[4,255,255]").expect("three places");
        assert!(read.iter().eq([4]));
        assert_eq!(
            serde_json::to_string(&read).expect("it is written"),
            "[4,255,255]"
        );
    }
}

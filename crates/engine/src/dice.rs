//! The dice and draws of a played game: which generator makes them, and from what seed.
//!
//! Batch play and search use [`Seeded`], which is fast; whoever saw enough of its dice could work out the next.
//! Games that people play use a cipher, of which nobody learns anything by watching. Both are pinned:
//! they are part of the formats of plans and replays.

use crate::{
    chance::{Ask, Chance, Seeded, decide},
    state::Outcome,
};
use gloryhex_model::{Face, Roll};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{RngCore, SeedableRng},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use std::collections::VecDeque;

/// What a cipher's key is called in files.
const CIPHER: &str = "chacha20:";

/// Where dice and draws come from. Written as a number for the fast generator, and as the cipher's name and
/// its key for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seed {
    /// The fast generator from this number.
    Fast(u64),
    /// A cipher with this key.
    Cipher([u8; 32]),
}

impl Seed {
    /// A cipher's seed from a number, for games that are to be repeated.
    pub fn repeatable(number: u64) -> Seed {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        Seed::Cipher(key)
    }
    /// The seed with which chance begins anew at a position: whoever knows the dice before it knows nothing of
    /// those after it.
    pub fn anew(self, at: u32) -> Seed {
        match self {
            Seed::Fast(seed) => Seed::Fast(mix(seed, at)),
            Seed::Cipher(key) => {
                let mut next = [0; 32];
                stream(key, 1 + u64::from(at)).fill_bytes(&mut next);
                Seed::Cipher(next)
            }
        }
    }
    /// A seed for an opponent's mind at a position, which tells nothing of the dice.
    pub fn mind(self, at: u32) -> u64 {
        match self {
            Seed::Fast(seed) => mix(!seed, at),
            Seed::Cipher(key) => stream(key, 1 << 40 | u64::from(at)).next_u64(),
        }
    }
    /// Dice from here on.
    pub fn dice(self) -> Dice {
        match self {
            Seed::Fast(seed) => Dice::Fast(Seeded::new(seed)),
            Seed::Cipher(key) => Dice::Cipher(Box::new(stream(key, 0))),
        }
    }
}

fn stream(key: [u8; 32], number: u64) -> ChaCha20Rng {
    let mut cipher = ChaCha20Rng::from_seed(key);
    cipher.set_stream(number);
    cipher
}

fn mix(seed: u64, at: u32) -> u64 {
    let mut z = seed.wrapping_add(u64::from(at).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Seed {
        Seed::Fast(seed)
    }
}

/// A generator that runs.
#[derive(Clone, Debug)]
pub enum Dice {
    /// The fast one.
    Fast(Seeded),
    /// A cipher.
    Cipher(Box<ChaCha20Rng>),
    /// Faces that were written down beforehand, in the order they come; then the generator.
    Written(VecDeque<Face>, Box<Dice>),
}

impl Chance for Dice {
    fn decide(&mut self, ask: Ask) -> Option<Outcome> {
        match self {
            Dice::Written(faces, then) => match ask {
                Ask::Dice { n, .. } if faces.len() >= usize::from(n) => {
                    let mut roll = Roll::EMPTY;
                    faces
                        .drain(..usize::from(n))
                        .for_each(|face| roll.add(face));
                    Some(Outcome::Dice(roll))
                }
                _ => then.decide(ask),
            },
            Dice::Fast(fast) => fast.decide(ask),
            Dice::Cipher(cipher) => Some(decide(ask, |n| {
                ((u64::from(cipher.next_u32()) * u64::from(n)) >> 32) as u32
            })),
        }
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Seed::Fast(seed) => to.serialize_u64(*seed),
            Seed::Cipher(key) => {
                let mut text = CIPHER.to_owned();
                for byte in key {
                    text.push_str(&format!("{byte:02x}"));
                }
                to.serialize_str(&text)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Seed, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        match Written::deserialize(from)? {
            Written::Number(seed) => Ok(Seed::Fast(seed)),
            Written::Text(text) => key(&text).map(Seed::Cipher).ok_or_else(|| {
                D::Error::custom(format!(
                    "a seed is a number, or `{CIPHER}` and 64 hexadecimal digits"
                ))
            }),
        }
    }
}

fn key(text: &str) -> Option<[u8; 32]> {
    let digits = text.strip_prefix(CIPHER)?;
    if digits.len() != 64 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut key = [0; 32];
    for (ix, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(digits.get(2 * ix..2 * ix + 2)?, 16).ok()?;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_model::{Die, Seat};

    fn faces(seed: Seed) -> Vec<Option<Outcome>> {
        let mut dice = seed.dice();
        let ask = Ask::Dice {
            die: Die::Attack,
            n: 1,
            seat: Seat(0),
        };
        (0..40).map(|_| dice.decide(ask)).collect()
    }

    fn cards(seed: Seed) -> Vec<u8> {
        let mut dice = seed.dice();
        let pick = |_| match dice.decide(Ask::Number { among: 0xffff_ffff }) {
            Some(Outcome::Pick(card)) => card,
            other => panic!("{other:?}"),
        };
        (0..8).map(pick).collect()
    }

    #[test]
    // The numbers were worked out by another implementation.
    fn the_cipher_is_pinned() {
        assert_eq!(cards(Seed::repeatable(1)), [15, 18, 9, 16, 25, 10, 17, 23]);
        assert_eq!(
            cards(Seed::repeatable(1).anew(7)),
            [14, 11, 10, 19, 24, 10, 19, 8]
        );
        assert_eq!(Seed::repeatable(1).mind(7), 0x909a_7a6e_355f_78a8);
    }

    #[test]
    fn the_fast_generator_gives_the_dice_it_always_gave() {
        let mut plain = Seeded::new(9);
        let ask = Ask::Number { among: u64::MAX };
        let mut dice = Seed::Fast(9).dice();
        assert!((0..99).all(|_| plain.decide(ask) == dice.decide(ask)));
        assert_eq!(Seed::Fast(1000).anew(3), Seed::Fast(mix(1000, 3)));
    }

    #[test]
    fn every_beginning_has_dice_of_its_own() {
        let seed = Seed::repeatable(5);
        let all = [seed, seed.anew(0), seed.anew(1), Seed::repeatable(6)].map(faces);
        for (ix, one) in all.iter().enumerate() {
            assert!(all[ix + 1..].iter().all(|other| other != one));
        }
    }

    #[test]
    fn a_seed_names_its_generator() {
        let cipher = Seed::repeatable(258);
        let text = serde_json::to_string(&cipher).unwrap();
        assert_eq!(text, format!("\"chacha20:0201{}\"", "0".repeat(60)));
        assert_eq!(serde_json::from_str::<Seed>(&text).unwrap(), cipher);
        let largest = u64::MAX.to_string();
        let fast = serde_json::from_str::<Seed>(&largest).unwrap();
        assert_eq!(fast, Seed::Fast(u64::MAX));
        assert_eq!(serde_json::to_string(&fast).unwrap(), largest);
        for broken in [
            "\"chacha20:12\"",
            "\"rc4:00\"",
            "-1",
            "[]",
            "\"chacha20:é\"",
        ] {
            assert!(serde_json::from_str::<Seed>(broken).is_err(), "{broken}");
        }
    }
}

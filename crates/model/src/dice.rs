//! The three dice of the game, their faces, and a roll as a multiset of faces.
//!
//! The order of dice within a roll never matters in the game, so a roll counts faces.

use serde::{Deserialize, Serialize};

/// A kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Die {
    /// Attack rolls, scatter and roll-offs.
    Attack,
    /// Defence (first editions) or save (second edition) rolls.
    Defence,
    /// Casting rolls and spell attacks.
    Magic,
}

/// A face of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Face {
    /// Critical success, on every die.
    Crit,
    /// Attack die: hammer (Smash).
    Hammer,
    /// Attack die: crossed swords (Fury).
    Swords,
    /// Single support (Flanked), attack and defence dice.
    Sup1,
    /// Double support (Surrounded), attack and defence dice.
    Sup2,
    /// Defence die: shield (Block).
    Shield,
    /// Defence die: dodge.
    Dodge,
    /// Magic die: focus.
    Focus,
    /// Magic die: channel.
    Channel,
}

impl Face {
    /// Every face.
    pub const ALL: [Face; 9] = [
        Face::Crit,
        Face::Hammer,
        Face::Swords,
        Face::Sup1,
        Face::Sup2,
        Face::Shield,
        Face::Dodge,
        Face::Focus,
        Face::Channel,
    ];

    /// The word used in notation.
    pub fn word(self) -> &'static str {
        match self {
            Face::Crit => "crit",
            Face::Hammer => "hammer",
            Face::Swords => "swords",
            Face::Sup1 => "sup1",
            Face::Sup2 => "sup2",
            Face::Shield => "shield",
            Face::Dodge => "dodge",
            Face::Focus => "focus",
            Face::Channel => "channel",
        }
    }

    /// Reads the word used in notation.
    pub fn from_word(word: &str) -> Option<Face> {
        Face::ALL.into_iter().find(|f| f.word() == word)
    }

    /// The face with this number in [`Face::ALL`].
    pub fn from_ix(ix: u8) -> Face {
        static FACES: [Face; 9] = Face::ALL;
        FACES[ix as usize]
    }
}

impl Die {
    /// The six sides, each equally likely.
    pub fn sides(self) -> [Face; 6] {
        match self {
            Die::Attack => [
                Face::Crit,
                Face::Hammer,
                Face::Hammer,
                Face::Swords,
                Face::Sup1,
                Face::Sup2,
            ],
            Die::Defence => [
                Face::Crit,
                Face::Shield,
                Face::Shield,
                Face::Dodge,
                Face::Sup1,
                Face::Sup2,
            ],
            Die::Magic => [
                Face::Crit,
                Face::Focus,
                Face::Focus,
                Face::Channel,
                Face::Channel,
                Face::Channel,
            ],
        }
    }
}

/// A set of faces, e.g. those that count as successes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FaceSet(pub u16);

impl FaceSet {
    /// No face.
    pub const EMPTY: FaceSet = FaceSet(0);

    /// The set of these faces.
    pub const fn of(faces: &[Face]) -> FaceSet {
        let mut bits = 0;
        let mut i = 0;
        while i < faces.len() {
            bits |= 1 << faces[i] as u16;
            i += 1;
        }
        FaceSet(bits)
    }
    /// Whether the face is in the set.
    pub const fn contains(self, face: Face) -> bool {
        self.0 >> face as u16 & 1 == 1
    }
    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: FaceSet) -> FaceSet {
        FaceSet(self.0 | other.0)
    }
    /// This set without the other.
    #[must_use]
    pub const fn without(self, other: FaceSet) -> FaceSet {
        FaceSet(self.0 & !other.0)
    }
    /// The faces in order.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |f| self.contains(*f))
    }
}

/// Dice that have been rolled: how many show each face (at most 15 of a face).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll([u8; 5]);

impl Roll {
    /// No dice.
    pub const EMPTY: Roll = Roll([0; 5]);

    /// A roll of these faces.
    pub fn of(faces: &[Face]) -> Roll {
        let mut roll = Roll::EMPTY;
        for face in faces {
            roll.add(*face);
        }
        roll
    }
    /// Adds a die showing `face`.
    pub fn add(&mut self, face: Face) {
        self.0[face as usize / 2] += 1 << (4 * (face as u8 & 1));
    }
    /// Takes away one die showing `face`; the roll must have one.
    pub fn remove(&mut self, face: Face) {
        debug_assert!(self.count(face) > 0);
        self.0[face as usize / 2] -= 1 << (4 * (face as u8 & 1));
    }
    /// How many dice show `face`.
    pub fn count(self, face: Face) -> u8 {
        self.0[face as usize / 2] >> (4 * (face as u8 & 1)) & 15
    }
    /// How many dice show a face of the set.
    pub fn count_in(self, set: FaceSet) -> u8 {
        let counted = |face: Face| self.count(face) * u8::from(set.contains(face));
        Face::ALL.into_iter().map(counted).sum()
    }
    /// How many dice there are.
    pub fn len(self) -> u8 {
        self.0.into_iter().map(|two| (two & 15) + (two >> 4)).sum()
    }
    /// Whether there are no dice.
    pub fn is_empty(self) -> bool {
        self == Roll::EMPTY
    }
    /// The distinct faces shown.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |f| self.count(*f) > 0)
    }
}

impl std::fmt::Debug for Roll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[")?;
        let mut first = true;
        for face in Face::ALL {
            for _ in 0..self.count(face) {
                if !first {
                    f.write_str(" ")?;
                }
                f.write_str(face.word())?;
                first = false;
            }
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_die_has_one_critical_side() {
        for die in [Die::Attack, Die::Defence, Die::Magic] {
            assert_eq!(die.sides().iter().filter(|f| **f == Face::Crit).count(), 1);
        }
    }

    #[test]
    fn a_roll_counts_faces_and_ignores_order() {
        let a = Roll::of(&[Face::Hammer, Face::Crit, Face::Hammer]);
        let b = Roll::of(&[Face::Hammer, Face::Hammer, Face::Crit]);
        assert_eq!(a, b);
        assert_eq!(a.len(), 3);
        assert_eq!(a.count_in(FaceSet::of(&[Face::Hammer, Face::Sup1])), 2);
        assert_eq!(format!("{a:?}"), "[crit hammer hammer]");
    }
}

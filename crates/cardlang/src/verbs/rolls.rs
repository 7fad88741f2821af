//! Rolls whose dice verbs can change, and the faces that dice can be turned to.

use super::operand::{Given, Kind, Operand};
use crate::program::ir::Faces;
use gloryhex_model::{Face, FaceSet};

/// The roll that one of the words of [`ROLL`] means.
pub(super) fn roll(given: Given) -> Faces {
    match given.word() {
        2 => Faces::Defence,
        3 => Faces::Casting,
        _ => Faces::Attack,
    }
}

/// A roll whose dice can be changed.
pub(super) const ROLL: Operand = Operand::of(Kind::Word(
    "roll",
    &[
        ("attack", "{attack_roll}"),
        ("defence", "{defence_roll}"),
        ("magic", "casting roll"),
    ],
));
/// Faces that dice can be turned to, by word.
pub(super) const FACES: [(&str, &str); TURNED.len()] = [
    ("crit", "{crit}"),
    ("hammer", "{hammer}"),
    ("swords", "{swords}"),
    ("shield", "{shield}"),
    ("dodge", "{dodge}"),
    ("sup1", "{sup1}"),
    ("sup2", "{sup2}"),
    ("focus", "{focus}"),
    ("channel", "{channel}"),
];
/// What can be added to a roll: a success, or a face by its word, in the same order.
pub(super) const ADDED: [(&str, &str); 1 + FACES.len()] = {
    let mut all = [("success", "success"); 1 + FACES.len()];
    let mut at = 0;
    while at < FACES.len() {
        all[1 + at] = FACES[at];
        at += 1;
    }
    all
};
pub(super) const TURNED: [Face; 9] = [
    Face::Crit,
    Face::Hammer,
    Face::Swords,
    Face::Shield,
    Face::Dodge,
    Face::Sup1,
    Face::Sup2,
    Face::Focus,
    Face::Channel,
];

/// The face that a word of a verb turns dice to, by its place counted from 1.
pub(crate) fn turned(place: u8) -> Face {
    TURNED[usize::from(place).saturating_sub(1)]
}

/// The faces of dice that alone can be rolled again.
pub(super) const SHOWING: Operand = Operand::of(Kind::Word(
    "kind of face",
    &[("supports", " that show {sup1} or {sup2}")],
))
.after("showing")
.if_any();

/// The faces that one of the words of [`SHOWING`] means; all of them without one.
pub(super) fn showing(given: Given) -> FaceSet {
    match given.word() {
        1 => FaceSet::of(&[Face::Sup1, Face::Sup2]),
        _ => FaceSet::of(&Face::ALL),
    }
}

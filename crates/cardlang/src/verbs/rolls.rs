//! Rolls whose dice verbs can change, and the faces that dice can be turned to.

use super::operand::{Given, Kind, Operand};
use crate::program::ir::Faces;
use gloryhex_model::Face;

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

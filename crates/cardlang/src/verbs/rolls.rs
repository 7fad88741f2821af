//! The verbs that change dice which have been rolled: rolls, the faces that dice can be turned to, and their rows.

use super::operand::{Given, Kind, Operand};
use super::{AMOUNT, Row};
use crate::instr;
use crate::program::ir::Faces;
use gloryhex_model::{Face, FaceSet};

/// A roll whose dice can be changed.
const ROLL: Operand = Operand::of(Kind::Word(
    "roll",
    &[
        ("attack", "{attack_roll}"),
        ("defence", "{defence_roll}"),
        ("magic", "casting roll"),
    ],
));
impl From<Given> for Faces {
    fn from(given: Given) -> Faces {
        given.among([Faces::Attack, Faces::Defence, Faces::Casting])
    }
}

/// Faces that dice can be turned to, by word.
const FACES: [(&str, &str); TURNED.len()] = [
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
const ADDED: [(&str, &str); 1 + FACES.len()] = {
    let mut all = [("success", "success"); 1 + FACES.len()];
    let mut at = 0;
    while at < FACES.len() {
        all[1 + at] = FACES[at];
        at += 1;
    }
    all
};
const TURNED: [Face; 9] = [
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
    Given::Word(place).into()
}

impl From<Given> for Face {
    fn from(given: Given) -> Face {
        given.among(TURNED)
    }
}

/// The faces of dice that alone can be rolled again.
const SHOWING: Operand = Operand::of(Kind::Word(
    "kind of face",
    &[("supports", " that show {sup1} or {sup2}")],
))
.after("showing")
.if_any();

/// The faces that one of the words of [`SHOWING`] means; all of them without one.
impl From<Given> for FaceSet {
    fn from(given: Given) -> FaceSet {
        match given.word() {
            1 => FaceSet::of(&[Face::Sup1, Face::Sup2]),
            _ => FaceSet::of(&Face::ALL),
        }
    }
}

pub(super) const REROLL: Row = Row {
    word: "reroll",
    operands: &[
        Operand::of(Kind::Flag("up to ", ""))
            .after("up to")
            .if_any(),
        AMOUNT,
        ROLL,
        SHOWING,
    ],
    reads: "",
    step: step!(Reroll {
        up_to,
        most,
        of,
        among
    }),
};

pub(super) const TURN: Row = Row {
    word: "turn",
    operands: &[
        AMOUNT,
        ROLL,
        Operand::of(Kind::Flag("successful ", ""))
            .after("success")
            .if_any(),
        Operand::of(Kind::Word("face of a die", &FACES)).after("to"),
    ],
    reads: "",
    step: step!(Turn { n, of, success, to }),
};

pub(super) const INCLUDE: Row = Row {
    word: "include",
    operands: &[
        AMOUNT,
        Operand::of(Kind::Word("face of a die", &ADDED)),
        ROLL.after("in"),
    ],
    reads: "add {0} {1} to the {2}",
    step: |of| {
        let (n, place, of) = (of[0].into(), of[1].word(), of[2].into());
        let face = TURNED.get(place.wrapping_sub(2)).copied();
        let (face, success) = (face.unwrap_or(Face::Crit), face.is_none());
        instr::Include {
            of,
            n,
            face,
            success,
        }
        .into()
    },
};

pub(super) const DROP: Row = Row {
    word: "drop",
    operands: &[AMOUNT, ROLL],
    reads: "",
    step: step!(Drop { n, of }),
};

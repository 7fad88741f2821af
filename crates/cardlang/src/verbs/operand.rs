//! What stands after a verb that has a row, and what it stands for at the table.

use crate::instr::{Ref, Slot};
use crate::program::{Formula, words::Prop};
use crate::vocab::Type;
use gloryhex_model::{CounterId, Token};

/// An operand of a verb.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The small words and signs before it, or nothing. A comma may be left out.
    pub before: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Whether it may be left out.
    pub optional: bool,
}

/// What an operand is.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A thing of a type.
    Thing(Type),
    /// A hex, which may be named by the token in it.
    Spot,
    /// A fighter or a feature token; of several all are the same.
    Piece,
    /// A name for a thing of a type.
    Name(Type),
    /// Who deals damage: a fighter or a player.
    Dealer,
    /// How much or how many.
    Amount,
    /// An amount, or a word for this property of the first operand.
    AmountOr(&'static str, Prop),
    /// A plain number, and how it reads.
    Number(&'static str),
    /// Only the small words before it: how they read, and what is read where they are left out.
    Flag(&'static str, &'static str),
    /// A token that a fighter can have.
    Token,
    /// How many, or `all`.
    AmountOrAll,
    /// A counter that has a name.
    Counter,
    /// Who has such counters; you, if nobody is named and players have them.
    Counted,
    /// One of some words: what such a word is, and each with how it reads.
    Word(&'static str, &'static [(&'static str, &'static str)]),
}

impl Operand {
    pub(crate) const fn thing(ty: Type) -> Operand {
        Operand::of(Kind::Thing(ty))
    }
    pub(crate) const fn of(kind: Kind) -> Operand {
        Operand {
            before: "",
            kind,
            optional: false,
        }
    }
    pub(crate) const fn after(self, before: &'static str) -> Operand {
        Operand { before, ..self }
    }
    pub(crate) const fn if_any(self) -> Operand {
        Operand {
            optional: true,
            ..self
        }
    }
}

/// What an operand stands for at the table.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// A thing.
    Thing(Ref),
    /// A feature token where it could be a fighter, or the hex of one.
    OfToken(Ref),
    /// A slot that keeps what has a name from now on.
    Slot(Slot),
    /// An amount.
    Amount(Formula),
    /// The place of a word among those it could be, counted from 1, or a number; 0 for none.
    Word(u8),
}

impl Given {
    pub(crate) fn is_of_token(self) -> bool {
        matches!(self, Given::OfToken(_))
    }
    pub(crate) fn word(self) -> usize {
        match self {
            Given::Word(place) => place.into(),
            Given::Thing(_) | Given::OfToken(_) | Given::Amount(_) | Given::Slot(_) => 0,
        }
    }
    /// What a word means, among what the words it could be mean in their order.
    pub(crate) fn among<T: Copy, const N: usize>(self, meant: [T; N]) -> T {
        meant[self.word().saturating_sub(1)]
    }
}

/// The thing; you, if nobody is named.
impl From<Given> for Ref {
    fn from(given: Given) -> Ref {
        match given {
            Given::Thing(thing) | Given::OfToken(thing) => thing,
            Given::Amount(_) | Given::Word(_) | Given::Slot(_) => Ref::YOU,
        }
    }
}

impl From<Given> for Formula {
    fn from(given: Given) -> Formula {
        match given {
            Given::Amount(n) => n,
            Given::Thing(_) | Given::OfToken(_) | Given::Word(_) | Given::Slot(_) => Formula::YES,
        }
    }
}

impl From<Given> for Slot {
    fn from(given: Given) -> Slot {
        match given {
            Given::Slot(slot) => slot,
            Given::Thing(_) | Given::OfToken(_) | Given::Word(_) | Given::Amount(_) => Slot(0),
        }
    }
}

/// Whether the small words stand there.
impl From<Given> for bool {
    fn from(given: Given) -> bool {
        given.word() > 0
    }
}

impl From<Given> for CounterId {
    fn from(given: Given) -> CounterId {
        CounterId(given.word().saturating_sub(1) as u8)
    }
}

impl From<Given> for Token {
    fn from(given: Given) -> Token {
        given.among(Token::ALL)
    }
}

/// The step that a row becomes: the fields that its operands fill, in the order of the operands, and after a semicolon
/// what else the step is written with.
macro_rules! step {
    ($name:ident) => {
        |_| instr::$name {}.into()
    };
    ($name:ident { $($field:ident),+ $(; $($other:ident: $value:expr),+)? }) => {
        |given| {
            let mut given = given.iter().copied();
            let mut next = || given.next().unwrap_or(Given::Word(0));
            instr::$name { $($field: next().into(),)+ $($($other: $value,)+)? }.into()
        }
    };
}

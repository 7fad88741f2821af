//! Operands that several verbs have, or that are long, and the step of verbs that change what is under way.

use super::operand::{Given, Kind, Operand};
use crate::code::HexMark;
use crate::instr::{self, Altered, Deck, Instr, Ref, Until, Zone};
use crate::program::Formula;
use crate::vocab::Type;

pub(super) const FIGHTER: Operand = Operand::thing(Type::Fighter);
pub(super) const TOKEN: Operand = Operand::thing(Type::Token);
pub(super) const CARD: Operand = Operand::thing(Type::Card);
pub(super) const AMOUNT: Operand = Operand::of(Kind::Amount);
pub(super) const COUNTER: Operand = Operand::of(Kind::Counter);
pub(super) const COUNTED: Operand = Operand::of(Kind::Counted);
pub(super) const PLAYER: Operand = Operand::thing(Type::Player);
pub(super) const PIECE: Operand = Operand::of(Kind::Piece);
pub(super) const OWNER: Operand = PLAYER.after("of").if_any();
pub(super) const DECK: Operand = Operand::of(Kind::Word(
    "deck",
    &[("power", "power"), ("objective", "objective")],
));

impl From<Given> for Deck {
    fn from(given: Given) -> Deck {
        given.among([Deck::Power, Deck::Objective])
    }
}

pub(super) const DAMAGE: Operand =
    Operand::of(Kind::Word("thing that is dealt", &[("damage", "")]));
pub(super) const SCATTER: Operand =
    Operand::of(Kind::Word("thing that is aimed", &[("scatter", "")]));
/// A kind that a hex can be given.
pub(super) const HEX_KIND: Operand = Operand::of(Kind::Word(
    "kind a hex can be given",
    &[
        ("blocked", "{0} is blocked"),
        ("lethal", "{0} is lethal"),
        ("trap", "place a trap model of yours in {0}"),
    ],
));

impl From<Given> for HexMark {
    fn from(given: Given) -> HexMark {
        given.among([HexMark::Blocked, HexMark::Lethal, HexMark::Trap])
    }
}

/// For how long.
pub(super) const LASTING: Operand = Operand::of(Kind::Word(
    "length of time",
    &[
        ("phase", " until the end of the {phase}"),
        ("round", " until the end of the {round}"),
        ("game", ""),
    ],
));

impl From<Given> for Until {
    fn from(given: Given) -> Until {
        given.among([Until::Phase, Until::Round, Until::Game])
    }
}

/// Where a card goes.
pub(super) const CARD_PLACE: Operand = Operand::of(Kind::Word(
    "place for a card",
    &[
        ("hand", "take {0} into your hand"),
        ("top", "put {0} on top of its deck"),
        ("bottom", "put {0} on the bottom of its deck"),
        ("discard", "discard {0}"),
    ],
));

impl From<Given> for Zone {
    fn from(given: Given) -> Zone {
        given.among([Zone::Hand, Zone::Top, Zone::Bottom, Zone::Discard])
    }
}

/// Something under way goes another way.
pub(super) fn alter(what: Altered, who: Ref, n: Formula) -> Instr {
    alter_to(what, who, n, 0)
}

/// The same, not below something.
pub(super) fn alter_to(what: Altered, who: Ref, n: Formula, least: u8) -> Instr {
    instr::Alter {
        what,
        who,
        n,
        least,
    }
    .into()
}

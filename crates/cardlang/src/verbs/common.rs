//! Operands that several verbs have.

use super::operand::{Kind, Operand};
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
pub(super) const DAMAGE: Operand =
    Operand::of(Kind::Word("thing that is dealt", &[("damage", "")]));
pub(super) const SCATTER: Operand =
    Operand::of(Kind::Word("thing that is aimed", &[("scatter", "")]));

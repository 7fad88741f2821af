//! The conditions and amounts of a card in the form in which they are worked out: trees of small nodes,
//! made once per table from the operations of the stack machine.
//!
//! Operands that cost next to nothing (bound values, constants, the hex of a bound fighter) are part of
//! the node that needs them. Where only yes or no is wanted, the cheaper side of "and" and "or" comes
//! first. Making the trees is the business of [`super::lower`] and [`super::tidy`], working them out of
//! [`super::eval`] and [`super::select`].

use super::{
    claim::Claim,
    first::{Crowd, First},
    gate::Gate,
    level::Amount,
    marks::Marks,
    passes::Passes,
    turn::Ask,
};
use gloryhex_cardlang::{
    CardProp, Domain, Expr, Fact, GameFact, HexProp, Prop, Quant, SeatProp, TokenProp,
};
use gloryhex_model::FaceSet;

/// Where the elements under test begin among the bound values.
pub const ITS_AT: u8 = 8;
/// Where the seat that plays or owns the card is among the bound values.
pub const YOU: u8 = 14;
/// Where the bearer or caster is.
pub const ME: u8 = 15;
/// Where the card itself is.
pub const THIS: u8 = 16;
/// Where the attacker of the attack at hand is.
pub const ATTACKER: u8 = 17;
/// Where the target of the attack at hand is.
pub const TARGET: u8 = 18;

/// An operand: a node, a bound value, the hex of a bound fighter, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg(u16);

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A node of [`Forms`].
    Node(u16),
    /// A bound value.
    Bound(u8),
    /// The hex of a bound fighter.
    HexOf(u8),
    /// A number.
    Number(i16),
}

impl Arg {
    /// Yes.
    pub const ONE: Arg = Arg::number(1);

    pub(super) const fn node(id: usize) -> Arg {
        Arg(id as u16 & 0x7fff)
    }
    pub(super) const fn bound(at: u8) -> Arg {
        Arg(0x8000 | at as u16)
    }
    pub(super) const fn hex_of(at: u8) -> Arg {
        Arg(0xa000 | at as u16)
    }
    pub(super) const fn number(n: i16) -> Arg {
        Arg(0xc000 | n as u16 & 0x3fff)
    }
    pub(super) const fn fits(n: i16) -> bool {
        n >= -0x2000 && n < 0x2000
    }
    /// What it is.
    #[inline]
    pub const fn operand(self) -> Operand {
        match self.0 >> 13 {
            0..=3 => Operand::Node(self.0),
            4 => Operand::Bound((self.0 & 31) as u8),
            5 => Operand::HexOf((self.0 & 31) as u8),
            _ => Operand::Number((self.0 << 2) as i16 >> 2),
        }
    }
    /// Whether it is the bound value at this place.
    #[inline]
    pub const fn is_bound(self, at: u8) -> bool {
        self.0 == Arg::bound(at).0
    }
    /// Whether it is the hex of the fighter bound at this place.
    #[inline]
    pub const fn is_hex_of(self, at: u8) -> bool {
        self.0 == Arg::hex_of(at).0
    }
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// a = b.
    Eq,
    /// a ≠ b.
    Ne,
    /// a < b.
    Lt,
    /// a ≤ b.
    Le,
    /// a > b.
    Gt,
    /// a ≥ b.
    Ge,
}

impl Cmp {
    /// Whether two numbers compare so.
    #[inline]
    pub fn holds(self, a: i16, b: i16) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }
    /// The same comparison with its sides swapped.
    pub fn mirrored(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
            other => other,
        }
    }
    /// The comparison that holds where this one does not.
    pub fn opposite(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
        }
    }
}

/// What is made of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Math {
    /// a + b.
    Add,
    /// a − b.
    Sub,
    /// a × b.
    Mul,
    /// The smaller.
    Min,
    /// The larger.
    Max,
}

/// How two things stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// A line of sight joins two hexes.
    Sees,
    /// The first fighter has a weapon with the second in range.
    Reaches,
    /// Two hexes lie in the same territory.
    SameTerritory,
    /// The first fighter's card names the second as its companion.
    Companion,
}

/// A stretch of the list of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    pub(super) at: u16,
    pub(super) len: u16,
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A number that does not fit an operand.
    Number(i16),
    /// 1 for 0, otherwise 0.
    Not(Arg),
    /// The second if the first is not 0.
    And(Arg, Arg),
    /// The first if it is not 0, otherwise the second.
    Or(Arg, Arg),
    /// 1 if all of a list are not 0, otherwise 0.
    All(Parts),
    /// 1 if one of a list is not 0, otherwise 0.
    Any(Parts),
    /// The second if the first is not 0, otherwise the third.
    Pick(Arg, Arg, Arg),
    /// Arithmetic.
    Math(Math, Arg, Arg),
    /// A comparison.
    Compare(Cmp, Arg, Arg),
    /// The distance of two hexes.
    Distance(Arg, Arg),
    /// The distance of two hexes compared with a number.
    Near(Cmp, i8, Arg, Arg),
    /// A quantifier; its element is bound at `place`.
    Quant {
        /// What is asked.
        what: Quant,
        /// Of which elements.
        over: Domain,
        /// Where they are bound.
        place: u8,
        /// Whose, for domains of something.
        of: Arg,
        /// What is asked of each; [`Form::Only`] passes over some.
        inner: Arg,
    },
    /// A quantifier over fighters that is told by their marks, by its place in the card's list, and whether
    /// it counts them.
    Crowd(u16, bool),
    /// Whether there is a fighter who stands to an element under test as asked, by its place in the card's
    /// list, or there is none.
    Pair(u16, bool),
    /// Inside a quantifier: the second, for elements for which the first is not 0.
    Only(Arg, Arg),
    /// Whether there are elements that a quantifier over all with [`Form::Only`] looks at, and it holds.
    Full(Arg),
    /// Whether there are feature tokens of a sort and all of them are yours.
    Claim(Claim),
    /// A property of a fighter.
    Fighter(Prop, Arg),
    /// Whether a fighter has marks, by their place in the card's list.
    Marks(u16, Arg),
    /// How many numbers of a list behind the first a number reaches, and the first on top.
    Ladder(Arg, Parts),
    /// Whether a fighter answers to a name.
    Named(u16, Arg),
    /// A property of a feature token.
    Token(TokenProp, Arg),
    /// A property of a hex.
    Hex(HexProp, Arg),
    /// A property of a card.
    Card(CardProp, Arg),
    /// A property of a player.
    Seat(SeatProp, Arg),
    /// How two things stand to each other.
    Tie(Tie, Arg, Arg),
    /// A fact of the attack at hand.
    Attack(Fact),
    /// Dice of the attack roll with such a face.
    AttackFaces(FaceSet),
    /// Dice of the defence roll with such a face.
    DefenceFaces(FaceSet),
    /// Dice of the card's own roll with such a face.
    Rolled(FaceSet),
    /// A fact of the game.
    Game(GameFact),
    /// Whether a hex lies in the card's last scatter chain.
    InChain(Arg),
}

/// Where the tree of an expression begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub expr: Expr,
    pub depth: u8,
    /// Whether only yes or no is wanted.
    pub truth: bool,
    pub gate: Gate,
    pub arg: Arg,
    pub first: First,
    /// What it amounts to, if that is told without the tree.
    pub amount: Option<Amount>,
}

/// The trees of a card.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    pub(super) nodes: Vec<Form>,
    /// Which elements under test each node speaks of, as bits.
    pub(super) its: Vec<u8>,
    /// What [`Form::Marks`] asks for.
    pub(super) marks: Vec<Marks>,
    /// What [`Form::Crowd`] asks for.
    pub(super) crowds: Vec<Crowd>,
    /// Operands of [`Form::All`] and [`Form::Any`], numbers of [`Form::Ladder`].
    pub(super) parts: Vec<Arg>,
    /// By the beginning of the expression.
    pub(super) heads: Vec<Root>,
    /// Expressions that begin where another one does.
    pub(super) others: Vec<Root>,
    /// What [`Form::Pair`] asks for.
    pub(super) asks: Vec<Ask>,
    /// The shortcuts that are taken.
    pub passes: Passes,
}

impl Forms {
    /// The tree of an expression with so many elements under test, if there is one; `exact` if more is
    /// wanted than yes or no.
    #[inline]
    pub(super) fn root(&self, expr: Expr, depth: usize, exact: bool) -> Option<&Root> {
        let is = |root: &&Root| {
            (root.expr.len == expr.len) & (root.depth as usize == depth) & !(exact & root.truth)
        };
        let head = self.heads.get(expr.at as usize)?;
        Some(head).filter(is).or_else(|| {
            let mut others = self.others.iter();
            others.find(|root| root.expr.at == expr.at && is(root))
        })
    }
    /// A node.
    #[inline]
    pub fn node(&self, id: u16) -> &Form {
        &self.nodes[id as usize]
    }
    /// The operands of a list.
    #[inline]
    pub fn list(&self, parts: Parts) -> &[Arg] {
        &self.parts[parts.at as usize..][..parts.len as usize]
    }
    /// What [`Form::Ladder`] gives for a number.
    #[inline]
    pub(super) fn climbed(&self, of: i16, steps: Parts) -> i16 {
        let number = |arg: &Arg| match arg.operand() {
            Operand::Number(n) => n,
            _ => 0,
        };
        match self.list(steps) {
            [base, steps @ ..] => steps.iter().fold(number(base), |sum, step| {
                sum + i16::from(of >= number(step))
            }),
            [] => 0,
        }
    }
    /// Whether an operand speaks of the element bound at a place.
    #[inline]
    pub fn speaks_of(&self, arg: Arg, place: u8) -> bool {
        match arg.operand() {
            Operand::Node(id) => self.its[id as usize] >> (place - ITS_AT) & 1 == 1,
            Operand::Bound(at) | Operand::HexOf(at) => at == place,
            Operand::Number(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Form>(), 8);
    }

    #[test]
    fn operands_keep_their_value() {
        for n in [-0x2000, -1, 0, 1, 0x1fff] {
            assert_eq!(Arg::number(n).operand(), Operand::Number(n));
        }
        assert_eq!(Arg::bound(18).operand(), Operand::Bound(18));
        assert_eq!(Arg::hex_of(9).operand(), Operand::HexOf(9));
        assert_eq!(Arg::node(300).operand(), Operand::Node(300));
    }
}

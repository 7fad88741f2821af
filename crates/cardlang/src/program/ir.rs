//! The form of conditions and amounts: small nodes that refer to one another, for one card.
//!
//! Operands that cost next to nothing (bound values, numbers, the hex of a bound fighter) are part of the node
//! that needs them. A node refers only to nodes before it, and no two nodes are the same, so that equal
//! conditions are equal operands. Nodes are added through [`super::make`].

use super::words::{CardProp, Domain, Fact, GameFact, HexProp, Prop, Quant, SeatProp, TokenProp};
use gloryhex_model::FaceSet;
use serde::{Deserialize, Serialize};

/// Where the elements under test begin among the bound values; the slots of the card are before them.
pub const ITS_AT: u8 = 8;
/// Where the seat that plays or owns the card is among the bound values.
pub const YOU: u8 = 14;
/// Where the bearer, the caster or the fighter whose ability it is stands.
pub const ME: u8 = 15;
/// Where the card itself is.
pub const THIS: u8 = 16;
/// Where the attacker of the attack at hand is.
pub const ATTACKER: u8 = 17;
/// Where the target of the attack at hand is.
pub const TARGET: u8 = 18;

/// A condition or an amount of a card: the number of a [`Root`] of its [`Program`], or nothing. As a condition
/// nothing means yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formula(pub(super) u16);

impl Formula {
    /// The condition that always holds.
    pub const YES: Formula = Formula(u16::MAX);

    /// Whether this is the condition that always holds.
    pub const fn is_yes(self) -> bool {
        self.0 == Formula::YES.0
    }
}

impl Default for Formula {
    fn default() -> Formula {
        Formula::YES
    }
}

/// An operand, in two bytes; [`Arg::operand`] says what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arg(u16);

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A node.
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
    /// The value bound at a place.
    pub const fn bound(at: u8) -> Arg {
        Arg(0x8000 | at as u16)
    }
    /// The hex of the fighter bound at a place.
    pub const fn hex_of(at: u8) -> Arg {
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
    /// Whether it is the value bound at this place.
    #[inline]
    pub const fn is_bound(self, at: u8) -> bool {
        self.0 == Arg::bound(at).0
    }
    /// Whether it is the hex of the fighter bound at this place.
    #[inline]
    pub const fn is_hex_of(self, at: u8) -> bool {
        self.0 == Arg::hex_of(at).0
    }
    /// Whether it is no node.
    #[inline]
    pub const fn is_simple(self) -> bool {
        self.0 >= 0x8000
    }
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    #[must_use]
    pub fn mirrored(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
            Cmp::Eq | Cmp::Ne => self,
        }
    }
    /// The comparison that holds where this one does not.
    #[must_use]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// a ÷ b, rounded down.
    Div,
}

/// How two things stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tie {
    /// A line of sight joins two hexes.
    Sees,
    /// The first fighter has a weapon with the second in range.
    Reaches,
    /// Two hexes lie in the same territory, or both in no one's.
    SameTerritory,
    /// The first fighter's card names the second as its companion.
    Companion,
    /// The upgrade can be given to the fighter.
    Suits,
    /// In its last Move the first fighter left a hex beside the second.
    LeftBeside,
    /// Two hexes lie on opposite edges of the battlefield.
    OppositeEdges,
    /// An effect of the card that lasts is about the fighter.
    Affects,
    /// The card has the title that was named.
    Called,
}

/// How a place lies to the line through two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Line {
    /// The line from centre to centre goes through the inside of its hex, and it is neither end.
    Between,
    /// The straight row of hexes from the first through the second, a hex adjacent to it, comes to it.
    Through,
}

/// Whose dice are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Faces {
    /// Those of the attack roll.
    Attack,
    /// Those of the defence roll.
    Defence,
    /// Those of the card's own last roll.
    Own,
    /// Those of the casting roll of the spell at hand.
    Casting,
}

/// A stretch of the list of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Parts {
    pub(super) at: u16,
    pub(super) len: u16,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// A number that does not fit an operand.
    Number(i16),
    /// 1 for 0, otherwise 0.
    Not(Arg),
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
    /// The distance of two hexes, 999 if one of them is nobody.
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
    /// Inside a quantifier: the second, for elements for which the first is not 0.
    Only(Arg, Arg),
    /// A property of a fighter.
    Fighter(Prop, Arg),
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
    /// The value of a player's Cataclysm tracker, from 1 to 4.
    Level(Arg),
    /// How two things stand to each other.
    Tie(Tie, Arg, Arg),
    /// How a place lies to the line through two others.
    Line(Line, Arg, Arg, Arg),
    /// A fact of the attack at hand.
    Attack(Fact),
    /// How many dice show one of some faces.
    Dice(Faces, FaceSet),
    /// A fact of the game.
    Game(GameFact),
    /// Whether a hex lies in the card's last scatter chain.
    InChain(Arg),
    /// The hex of the card's last scatter chain with a number, from 1.
    ChainHex(Arg),
    /// Whether the attack at hand is made with a weapon of a name, by its number in [`crate::Catalog::weapons`].
    With(u8),
    /// What was counted for a question about the past, by its place in [`crate::CardCode::watches`], for a fighter if it
    /// is counted for each.
    Past(u8, Arg),
}

/// Where an expression begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// What it is.
    pub arg: Arg,
    /// How many elements are given from outside: none, a candidate, or a fighter and a hex.
    pub depth: u8,
    /// Whether only yes or no is wanted.
    pub truth: bool,
}

/// The conditions and amounts of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub(super) nodes: Vec<Form>,
    /// Which elements under test each node speaks of, as bits.
    pub(super) its: Vec<u8>,
    /// Operands of [`Form::All`] and [`Form::Any`].
    pub(super) parts: Vec<Arg>,
    pub(super) roots: Vec<Root>,
}

impl Program {
    /// Where an expression begins; `None` for [`Formula::YES`].
    #[inline]
    pub fn root(&self, expr: Formula) -> Option<&Root> {
        self.roots.get(usize::from(expr.0))
    }
    /// A node.
    #[inline]
    pub fn node(&self, id: u16) -> &Form {
        &self.nodes[usize::from(id)]
    }
    /// The node that an operand is, if it is one.
    #[inline]
    pub fn form(&self, arg: Arg) -> Option<&Form> {
        match arg.operand() {
            Operand::Node(id) => Some(self.node(id)),
            Operand::Bound(_) | Operand::HexOf(_) | Operand::Number(_) => None,
        }
    }
    /// The operands of a list.
    #[inline]
    pub fn list(&self, parts: Parts) -> &[Arg] {
        &self.parts[usize::from(parts.at)..][..usize::from(parts.len)]
    }
    /// How many bytes the form takes.
    pub fn size(&self) -> usize {
        self.nodes.len() * (size_of::<Form>() + 1)
            + self.parts.len() * size_of::<Arg>()
            + self.roots.len() * size_of::<Root>()
    }
    /// Whether an operand speaks of the element bound at a place.
    #[inline]
    pub fn speaks_of(&self, arg: Arg, place: u8) -> bool {
        match arg.operand() {
            Operand::Node(id) => self.its[usize::from(id)] >> (place - ITS_AT) & 1 == 1,
            Operand::Bound(at) | Operand::HexOf(at) => at == place,
            Operand::Number(_) => false,
        }
    }
    /// The number that an expression is, if it is one.
    #[inline]
    pub fn constant(&self, expr: Formula) -> Option<i16> {
        match self.root(expr)?.arg.operand() {
            Operand::Number(n) => Some(n),
            Operand::Node(_) | Operand::Bound(_) | Operand::HexOf(_) => None,
        }
    }
    /// Whether an expression reads a bound value for which `test` holds; of elements under test only those
    /// given from outside.
    pub fn reads(&self, expr: Formula, test: impl Fn(u8) -> bool) -> bool {
        self.root(expr).is_some_and(|root| {
            self.visit(root.arg, &mut |arg| match arg.operand() {
                Operand::Bound(at) | Operand::HexOf(at) => test(at),
                Operand::Node(_) | Operand::Number(_) => false,
            })
        })
    }
    /// Whether `test` holds for a node of an expression.
    pub fn has(&self, expr: Formula, test: impl Fn(&Form) -> bool) -> bool {
        self.root(expr)
            .is_some_and(|root| self.visit(root.arg, &mut |arg| self.form(arg).is_some_and(&test)))
    }
    /// The nodes of all expressions of the card.
    pub fn nodes(&self) -> &[Form] {
        &self.nodes
    }
    /// Calls `found` with an operand and all operands in it until it says yes.
    pub fn visit(&self, arg: Arg, found: &mut dyn FnMut(Arg) -> bool) -> bool {
        if found(arg) {
            return true;
        }
        let Some(form) = self.form(arg) else {
            return false;
        };
        let mut yes = false;
        self.each_operand(form, &mut |arg| yes = yes || self.visit(arg, found));
        yes
    }
    /// Calls `found` with each operand of a node.
    pub fn each_operand(&self, form: &Form, found: &mut dyn FnMut(Arg)) {
        match *form {
            Form::Not(a)
            | Form::Fighter(_, a)
            | Form::Named(_, a)
            | Form::Token(_, a)
            | Form::Hex(_, a)
            | Form::Card(_, a)
            | Form::Seat(_, a)
            | Form::Level(a)
            | Form::Past(_, a)
            | Form::InChain(a)
            | Form::ChainHex(a) => found(a),
            Form::Math(_, a, b)
            | Form::Compare(_, a, b)
            | Form::Distance(a, b)
            | Form::Near(_, _, a, b)
            | Form::Only(a, b)
            | Form::Tie(_, a, b)
            | Form::Quant {
                of: a, inner: b, ..
            } => {
                found(a);
                found(b);
            }
            Form::Pick(a, b, c) | Form::Line(_, a, b, c) => {
                found(a);
                found(b);
                found(c);
            }
            Form::All(list) | Form::Any(list) => self.list(list).iter().copied().for_each(found),
            Form::Number(_) | Form::Attack(_) | Form::With(_) | Form::Dice(..) | Form::Game(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Form>(), 8);
        assert_eq!(size_of::<Formula>(), 2);
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

    #[test]
    fn the_opposite_of_a_comparison_holds_where_it_does_not() {
        for cmp in [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge] {
            for (a, b) in [(1, 2), (2, 2), (3, 2)] {
                assert_ne!(cmp.holds(a, b), cmp.opposite().holds(a, b));
                assert_eq!(cmp.holds(a, b), cmp.mirrored().holds(b, a));
            }
        }
    }
}

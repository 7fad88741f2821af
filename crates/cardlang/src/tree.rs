//! The checked rule tree: every name resolved, every type known. Code and English both come from it.
//!
//! Nothing here has a place in a source file, and nothing here can be wrong in a way that a card author caused.

use crate::code::{Cast, Change, HexRule, Limit, MadeFrom, RollKind, Side, Static, Timing};
use crate::instr::{ActionKind, PushWay, Until, WeaponPick};
use crate::past::{During, Kept};
use crate::program::{
    ir::Faces,
    words::{Domain, Quant},
};
use crate::set_up::Begins;
use crate::verbs::Plain;
use crate::vocab::{Func, Type};
use gloryhex_model::{CounterId, Die, FaceSet, Keyword, Label, Stat, Token, Trigger};
use serde::{Deserialize, Serialize};

/// A variable of a card, an index into [`Card::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VarId(pub u16);

/// Where a variable gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The event provides it.
    Event(crate::Binding),
    /// A choice; from this domain.
    Chosen(Domain),
    /// Each element in turn, of a statement.
    Each(Domain),
    /// The element a condition is asked about.
    Element(Domain),
    /// A hex under test.
    Hex,
    /// Named by the card.
    Named,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Var {
    /// Its name, empty if it has none.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where its value comes from.
    pub origin: Origin,
}

/// A comparison or a calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    /// =
    Eq,
    /// ≠
    Ne,
    /// <
    Lt,
    /// ≤
    Le,
    /// >
    Gt,
    /// ≥
    Ge,
    /// +
    Add,
    /// −
    Sub,
    /// ×
    Mul,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expr {
    /// A number.
    Number(i16),
    /// A variable.
    Var(VarId),
    /// The player of the card.
    You,
    /// The bearer, caster or fighter whose ability it is.
    Me,
    /// This card.
    This,
    /// The attacker, in a rule about attacks.
    Attacker,
    /// The target, in a rule about attacks.
    Target,
    /// A word of the table.
    Call(Func, Vec<Expr>),
    /// The fighter answers to the name with this number.
    Named(Box<Expr>, u16),
    /// Whether a card has the name.
    Titled(Box<Expr>, u16),
    /// The fighter or card has the label.
    Label(Box<Expr>, Label, bool),
    /// The attack is made with a weapon of the name with this number.
    With(u8),
    /// A counter by its name, to be compared with the one that an event is about.
    Counter(CounterId),
    /// A kind of fighter's token, to be compared with the one that an event is about.
    TokenKind(Token),
    /// How many dice show one of the faces.
    Faces(Faces, FaceSet),
    /// Not.
    Not(Box<Expr>),
    /// All of these.
    And(Vec<Expr>),
    /// One of these.
    Or(Vec<Expr>),
    /// A sign between two.
    Binary(Sign, Box<Expr>, Box<Expr>),
    /// A quantifier.
    Quant {
        /// What is asked.
        what: Quant,
        /// From where.
        over: Domain,
        /// Whose.
        of: Option<Box<Expr>>,
        /// The element.
        var: VarId,
        /// Which elements.
        filter: Option<Box<Expr>>,
        /// What is asked of each, or added up.
        value: Option<Box<Expr>>,
    },
    /// The first if the condition holds, otherwise the second.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// What happened.
    Past(Box<Past>),
}

/// A question about the past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// Its number on the card.
    pub nth: u8,
    /// What is kept.
    pub kept: Kept,
    /// The moment that counts.
    pub trigger: Trigger,
    /// When.
    pub during: During,
    /// The first of the variables that the moment provides, in the order of [`crate::bindings`].
    pub first_var: VarId,
    /// Which of these moments.
    pub filter: Option<Expr>,
    /// The amount, or the thing.
    pub value: Option<Expr>,
    /// Which fighter that the moment provides must be which one at hand, by the place of its variable.
    pub key: Option<(u8, Expr)>,
}

impl Expr {
    /// A condition that asks for all of some; none if there are none.
    pub fn all(mut parts: Vec<Expr>) -> Option<Expr> {
        match parts.len() {
            0 | 1 => parts.pop(),
            _ => Some(Expr::And(parts)),
        }
    }
}

/// One thing to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// The variable that receives it.
    pub var: VarId,
    /// From where.
    pub over: Domain,
    /// Whose.
    pub of: Option<Expr>,
}

/// What is given for an operand of a verb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Given {
    /// A thing or an amount.
    Expr(Expr),
    /// A feature token where it could be a fighter.
    Token(Expr),
    /// What has a name from now on.
    Var(VarId),
    /// The place of a word among those it could be, counted from 1, or a number.
    Word(u8),
    /// Nothing.
    Absent,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stmt {
    /// Choose one or more different things.
    Choose {
        /// The rules term.
        term: bool,
        /// Who chooses, if not you.
        by: Option<Expr>,
        /// What.
        picks: Vec<Pick>,
        /// The condition on all of them.
        filter: Option<Expr>,
    },
    /// Choose several of a kind, or take all there are.
    ChooseSet {
        /// The rules term.
        term: bool,
        /// At least so many.
        least: u8,
        /// At most so many; all, if nobody chooses.
        most: Option<Expr>,
        /// The set.
        set: VarId,
        /// From where.
        over: Domain,
        /// Whose, of cards.
        of: Option<Expr>,
        /// The element the condition is asked about.
        var: VarId,
        /// The condition.
        filter: Option<Expr>,
    },
    /// Choose a number.
    ChooseNumber(VarId, Expr, Expr),
    /// Give a value a name.
    Name(VarId, Expr),
    /// One thing or the other.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// If the player wants.
    May(Option<Expr>, Vec<Stmt>),
    /// One of these, as the player wants.
    OneOf(Option<Expr>, Vec<Vec<Stmt>>),
    /// For each element in turn.
    Each {
        /// Whether you pick the order.
        ordered: bool,
        /// Players pick in turn, you first; the one whose turn it is.
        turns: Option<VarId>,
        /// The element.
        var: VarId,
        /// From where.
        over: Domain,
        /// Whose, for cards.
        of: Option<Expr>,
        /// Which.
        filter: Option<Expr>,
        /// What.
        body: Vec<Stmt>,
    },
    /// For each element of a chosen set.
    EachIn {
        /// Whether you pick the order.
        ordered: bool,
        /// The element.
        var: VarId,
        /// The set.
        set: VarId,
        /// What.
        body: Vec<Stmt>,
    },
    /// Roll dice.
    Roll(Die, Expr),
    /// Scatter from a place.
    Scatter(Expr, Expr),
    /// Push a fighter.
    Push {
        /// Whom.
        who: Expr,
        /// How far.
        n: Expr,
        /// Or less.
        up_to: bool,
        /// Which way.
        way: PushWay,
        /// From or toward where.
        of: Option<Expr>,
        /// The hex under test.
        hex: VarId,
        /// The condition on the last hex.
        end: Option<Expr>,
    },
    /// Place a fighter.
    Place(Expr, VarId, Option<Expr>),
    /// Take a fighter off the battlefield and place it, in the hex it left if need be.
    Lift(Expr, VarId, Option<Expr>),
    /// Make an action.
    Let {
        /// Who.
        who: Expr,
        /// Which.
        action: ActionKind,
        /// With what.
        weapon: WeaponPick,
        /// The target or hex under test.
        var: VarId,
        /// The condition on it.
        filter: Option<Expr>,
    },
    /// Something that lasts.
    Effect {
        /// How long.
        until: Until,
        /// How many activations.
        n: Option<Expr>,
        /// Only the first time.
        first: bool,
        /// What is in force.
        clauses: Vec<Clause>,
    },
    /// A verb that has a row in [`crate::verbs`], and its operands.
    Plain(Plain, Vec<Given>),
}

/// Whom a static rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// Anyone.
    Any,
    /// The bearer, caster or fighter whose ability it is.
    Me,
    /// A variable of the effect.
    Var(VarId),
    /// Your fighters.
    Friends,
    /// Other players' fighters.
    Enemies,
}

/// What a static rule gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mod {
    /// Something that is said without a condition or an amount, as it is at the table.
    Plain(Static),
    /// A characteristic changes.
    Stat(Stat, Change, Expr, Option<i8>, Option<i8>),
    /// A keyword; whether only on a critical.
    Keyword(Keyword, bool),
    /// More supporters for a side.
    Support(RollKind, Expr),
    /// Players do not score objectives that satisfy the condition.
    CannotScore(VarId, Expr),
    /// Hexes that satisfy the condition are something else for it.
    Hexes(HexRule, VarId, Option<Expr>),
    /// May move so many hexes further, if the last hex satisfies the condition.
    Further(VarId, u8, Expr),
    /// It sees the fighters that satisfy the condition, whatever is in the way.
    Sight(VarId, Expr),
}

/// A rule in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaticRule {
    /// Whether it is about attacks.
    pub attacks: bool,
    /// Whether it is about players: friends are you then, enemies the others.
    pub players: bool,
    /// Whether it is about feature tokens.
    pub tokens: bool,
    /// The fighter or attacker.
    pub who: Who,
    /// The target.
    pub on: Who,
    /// The fighter under test.
    pub var: VarId,
    /// Which fighters or attacks.
    pub filter: Option<Expr>,
    /// While this holds.
    pub while_: Option<Expr>,
    /// What they get.
    pub mods: Vec<Mod>,
}

/// What a clause says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClauseKind {
    /// Played in the power step.
    Play(Vec<Stmt>),
    /// A reaction.
    React {
        /// The moment.
        trigger: Trigger,
        /// From where.
        from: MadeFrom,
        /// Not a reaction in the rules' sense.
        free: bool,
        /// Casting value of a spell that is cast as a reaction by a fighter's ability.
        cast: Option<Cast>,
        /// What.
        body: Vec<Stmt>,
    },
    /// An action.
    Action {
        /// Casting value of a spell.
        cast: Option<Cast>,
        /// As a wizard of which level it is cast, if not of the fighter's own.
        level: Option<Expr>,
        /// What.
        body: Vec<Stmt>,
    },
    /// A rule in force.
    Static(StaticRule),
    /// An objective scores.
    Score {
        /// When.
        timing: Timing,
        /// Whether only the condition counts, and the moment at which it is looked at is not told.
        at_once: bool,
        /// How much, if not the printed glory.
        glory: Option<Expr>,
        /// What follows.
        then: Vec<Stmt>,
    },
    /// Inspire or un-Inspire (`true`).
    Inspire(bool, Option<Trigger>),
    /// Discard the upgrade.
    Break(Trigger),
    /// Happens by itself.
    Auto(Trigger, Vec<Stmt>),
    /// Happens when the effect ends.
    Expire(Vec<Stmt>),
    /// There are counters of a name, and so many of them to begin with.
    Counter(CounterId, u8),
    /// Opponents may flip so many tokens in set-up, after these were revealed.
    Flips(u8),
    /// How a fighter's game begins.
    Begins(Begins),
}

impl ClauseKind {
    /// The moment it waits for, if it is a certain one.
    pub fn trigger(&self) -> Option<Trigger> {
        match self {
            ClauseKind::React { trigger, .. }
            | ClauseKind::Break(trigger)
            | ClauseKind::Auto(trigger, _) => Some(*trigger),
            ClauseKind::Score {
                timing: Timing::Surge(trigger),
                ..
            } => Some(*trigger),
            ClauseKind::Inspire(_, trigger) => *trigger,
            ClauseKind::Score { .. }
            | ClauseKind::Play(_)
            | ClauseKind::Action { .. }
            | ClauseKind::Static(_)
            | ClauseKind::Counter(..)
            | ClauseKind::Flips(_)
            | ClauseKind::Begins(_)
            | ClauseKind::Expire(_) => None,
        }
    }
    /// What is done.
    pub fn body(&self) -> &[Stmt] {
        match self {
            ClauseKind::Play(body)
            | ClauseKind::React { body, .. }
            | ClauseKind::Action { body, .. }
            | ClauseKind::Score { then: body, .. }
            | ClauseKind::Auto(_, body)
            | ClauseKind::Expire(body) => body,
            ClauseKind::Static(_)
            | ClauseKind::Inspire(..)
            | ClauseKind::Break(_)
            | ClauseKind::Flips(_)
            | ClauseKind::Counter(..)
            | ClauseKind::Begins(_) => &[],
        }
    }
}

/// A clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// When.
    pub when: Option<Expr>,
    /// How often.
    pub limit: Limit,
    /// Which side of a fighter card.
    pub side: Side,
    /// Its own name, or empty.
    pub title: String,
    /// The first of the variables its trigger provides, in the order of [`crate::bindings`].
    pub first_var: VarId,
}

/// A weapon of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weapon {
    /// The profile.
    pub def: gloryhex_model::WeaponDef,
    /// Dice that are not a plain number.
    pub dice: Option<Expr>,
    /// Nothing modifies it.
    pub fixed: bool,
}

/// A checked card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Name.
    pub name: String,
    /// Kind.
    pub kind: crate::CardKind,
    /// Glory or cost.
    pub value: u8,
    /// Labels as bits.
    pub labels: u64,
    /// Casting value.
    pub cast: Option<Cast>,
    /// The fighter that [`Card::users`] is asked about.
    pub user: VarId,
    /// Who may use it.
    pub users: Option<Expr>,
    /// Variables of all clauses.
    pub vars: Vec<Var>,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// What it says.
    pub clauses: Vec<Clause>,
}

impl Stmt {
    /// What is given for the operands of a verb, if this is a statement of it.
    pub fn given(&self, word: &str) -> Option<&[Given]> {
        match self {
            Stmt::Plain(verb, given) if verb.row().word == word => Some(given),
            _ => None,
        }
    }
    /// Whether this ends the effect that it is part of.
    pub fn ceases(&self) -> bool {
        self.given("cease").is_some()
    }
    /// How much glory this spends, if it does.
    pub fn spends(&self) -> Option<(&Expr, &Expr)> {
        match self.given("spend")? {
            [Given::Expr(n), Given::Expr(whose)] => Some((n, whose)),
            [Given::Expr(n), ..] => Some((n, &Expr::You)),
            _ => None,
        }
    }
}

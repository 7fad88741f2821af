//! The syntax tree: what was written, with places, before names and types are looked at.

use crate::span::Span;

/// A word or quoted text and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// The place.
    pub span: Span,
}

/// An expression and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// What it is.
    pub kind: PhraseKind,
    /// The place.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhraseKind {
    /// A number.
    Number(i16),
    /// Quoted text.
    Text(String),
    /// A word with or without arguments.
    Call(Word, Vec<Phrase>),
    /// `x is [not] y`.
    Is(Box<Phrase>, bool, Box<Phrase>),
    /// `not x`.
    Not(Box<Phrase>),
    /// `x and y and …`.
    And(Vec<Phrase>),
    /// `x or y or …`.
    Or(Vec<Phrase>),
    /// A sign between two expressions: comparison or arithmetic.
    Binary(&'static str, Box<Phrase>, Box<Phrase>),
    /// `x in 1..2`.
    In(Box<Phrase>, i16, i16),
    /// `any(friends where …)` and its kin.
    Quant(Box<Quant>),
    /// `x if c else y`.
    If(Box<Phrase>, Box<Phrase>, Box<Phrase>),
    /// `times(attack where … in phase)` and its kin.
    Past(Box<Past>),
}

/// A question about the past as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// `times`, `total` or `distinct`.
    pub kept: Word,
    /// The event that counts.
    pub event: Word,
    /// Which of them.
    pub filter: Option<Phrase>,
    /// What is added up, or told apart.
    pub value: Option<Phrase>,
    /// The length of time.
    pub during: Word,
}

/// A quantifier as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quant {
    /// `any`, `all`, `no`, `count`, `sum`, `most` or `least`.
    pub what: Word,
    /// From where.
    pub range: Range,
    /// What is asked or added up.
    pub value: Option<Phrase>,
}

/// `name: domain of x where condition`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The name of the element.
    pub name: Option<Word>,
    /// The domain.
    pub domain: Word,
    /// Whose.
    pub of: Option<Phrase>,
    /// The condition.
    pub filter: Option<Phrase>,
}

/// A statement and the place of its first word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// The place.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `choose a: friend where …`; `pick` is the same without the rules term, `random` leaves it to chance.
    Choose {
        term: bool,
        random: bool,
        by: Option<Phrase>,
        ranges: Vec<Range>,
        filter: Option<Phrase>,
    },
    /// `choose up to 2 s: friends where …`, `pick 1 to 3 s: discarded of you`, or `gather s: tokens where …`.
    ChooseSet {
        term: bool,
        least: i16,
        most: Option<Phrase>,
        range: Range,
    },
    /// `pick x: number 1 to 3`.
    ChooseNumber {
        name: Word,
        low: Phrase,
        high: Phrase,
    },
    /// `name x = …`.
    Name(Word, Phrase),
    /// `if c { … } else { … }`.
    If(Phrase, Vec<Stmt>, Vec<Stmt>),
    /// `may [by p] { … }`.
    May(Option<Phrase>, Vec<Stmt>),
    /// `one [by p] of { … } or { … }`.
    OneOf(Option<Phrase>, Vec<Vec<Stmt>>),
    /// `each f: friends where … { … }`.
    Each {
        ordered: bool,
        /// `turns p t: tokens { … }`: the player whose turn it is.
        turns: Option<Word>,
        range: Range,
        body: Vec<Stmt>,
    },
    /// `each f in s { … }`, or `order f in s { … }`.
    EachIn {
        ordered: bool,
        name: Word,
        set: Word,
        body: Vec<Stmt>,
    },
    /// `roll 2 attack`.
    Roll(Phrase, Word),
    /// `scatter 3 from x`.
    Scatter(Phrase, Phrase),
    /// `push f up to 2 toward x ending …` or `push f nearest ending …`.
    Push {
        who: Phrase,
        n: Phrase,
        up_to: bool,
        way: Option<(Word, Phrase)>,
        end: Option<Phrase>,
    },
    /// `place f in hex where …`.
    Place(Phrase, Option<Phrase>),
    /// `lift f into hex where …`.
    Lift(Phrase, Option<Phrase>),
    /// `let f attack …`.
    Let {
        who: Phrase,
        action: Word,
        on: Option<Phrase>,
        with: Option<Word>,
        free: Option<Word>,
        filter: Option<Phrase>,
    },
    /// `effect next_activation first { … }`.
    Effect {
        until: Word,
        n: Option<Phrase>,
        first: bool,
        clauses: Vec<Clause>,
    },
    /// A verb that has a row in [`crate::verbs`], and what is given for each operand.
    Row(crate::verbs::Plain, Vec<Given>),
}

/// What is written for an operand of a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// An expression.
    Phrase(Phrase),
    /// A small word.
    Word(Word),
    /// The small words before it, which are all of it.
    There,
    /// Nothing.
    Absent,
}

/// A clause and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// The place of its first word.
    pub span: Span,
    /// `once per round`: the word after `per`.
    pub once: Option<Word>,
    /// `named "…"`: a name of its own.
    pub title: Option<Word>,
}

/// A moment: `after attack where …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The event.
    pub event: Word,
    /// The condition.
    pub filter: Option<Phrase>,
}

/// What a clause says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// Played in the power step.
    Play(Option<Phrase>, Vec<Stmt>),
    /// A reaction; `ability` instead of `reaction` sets `free`.
    React {
        moment: Moment,
        free: bool,
        in_hand: bool,
        cast: Vec<Word>,
        body: Vec<Stmt>,
    },
    /// An action.
    Action {
        cast: Vec<Word>,
        level: Option<Phrase>,
        when: Option<Phrase>,
        body: Vec<Stmt>,
    },
    /// A rule in force.
    Static(StaticRule),
    /// An objective.
    Score {
        at: Option<Word>,
        moment: Option<Moment>,
        when: Option<Phrase>,
        glory: Option<Phrase>,
        then: Vec<Stmt>,
    },
    /// `inspire [after …] when …`, or `uninspire`.
    Inspire {
        off: bool,
        moment: Option<Moment>,
        when: Option<Phrase>,
    },
    /// `break after …`.
    Break(Moment),
    /// `on … { … }`.
    Auto(Moment, Vec<Stmt>),
    /// `expire { … }`.
    Expire(Vec<Stmt>),
    /// `counter NAME of fighter|player [start N] [called TEXT]`.
    Counter(NewCounter),
    /// `setup flips N`.
    Flips(i16, Span),
    /// `starts inspired`.
    Starts(Word),
    /// `deploys never|beside TEXT|before_first`.
    Deploys(Word, Option<Word>),
    /// `becomes TEXT { … }`: the name on the other side.
    Becomes(Word),
}

/// A counter that is given a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCounter {
    /// Its name.
    pub name: Word,
    /// `fighter` or `player`.
    pub of: Word,
    /// How many there are to begin with, and where that is said.
    pub start: Option<(i16, Span)>,
    /// What one of them is called, if not by its name.
    pub called: Option<Word>,
}

/// A rule in force as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticRule {
    /// Whether it is about attacks.
    pub attacks: bool,
    /// What each fighter that it is about is called in it.
    pub name: Option<Word>,
    /// The fighter or attacker: a name or domain.
    pub who: Option<Word>,
    /// The target.
    pub on: Option<Word>,
    /// `where …`.
    pub filter: Option<Phrase>,
    /// What they get.
    pub mods: Vec<Mod>,
    /// `while …`.
    pub while_: Option<Phrase>,
}

/// One change of a static rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mod {
    /// First word: a characteristic, a keyword, `cannot` …
    pub word: Word,
    /// Words that follow it.
    pub words: Vec<Word>,
    /// `+`, `-`, `*`, `=` or empty.
    pub sign: &'static str,
    /// The amount.
    pub value: Option<Phrase>,
    /// `at least`.
    pub min: Option<i16>,
    /// `at most`.
    pub max: Option<i16>,
}

/// A weapon as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its name.
    pub name: Word,
    /// Range.
    pub range: i16,
    /// Dice, or an expression.
    pub dice: Option<Phrase>,
    /// Symbol.
    pub symbol: Word,
    /// Damage.
    pub damage: i16,
    /// Keywords, with `critical` put before those that need one.
    pub keywords: Vec<Word>,
    /// Knockback.
    pub knockback: i16,
    /// A spell attack.
    pub spell: bool,
    /// `melee` or `ranged`, whatever its Range.
    pub melee: Option<bool>,
    /// Nothing modifies it.
    pub fixed: bool,
    /// `once per phase`: the word after `per`.
    pub once: Option<Word>,
    /// `price swag 1`: the counter, and how many.
    pub price: Option<(Word, i16)>,
}

/// A card as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// `objective`, `ploy`, `spell`, `upgrade`, `plot` or `warscroll`.
    pub kind: Word,
    /// Name.
    pub name: Word,
    /// Glory or cost.
    pub value: i16,
    /// Casting value.
    pub cast: Vec<Word>,
    /// Labels.
    pub labels: Vec<Word>,
    /// Who may use it: names in quotes, labels or traits as words; a `not` before one forbids it.
    pub users: Vec<(bool, Word)>,
    /// `given only where …`.
    pub given: Option<Phrase>,
    /// Its number.
    pub number: String,
    /// Made by us.
    pub house: bool,
    /// Which text it follows.
    pub follows: String,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// What it says.
    pub clauses: Vec<Clause>,
    /// How much of it could not be read.
    pub flaws: Flaws,
    /// The whole of it.
    pub span: Span,
}

/// How much of a card could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaws {
    /// All of it was read.
    #[default]
    None,
    /// A statement is missing, but every name means something.
    Statement,
    /// A statement that gives a name is missing.
    Name,
}

/// One side of a fighter as written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Side {
    /// Characteristics by word.
    pub stats: Vec<(Word, i16)>,
    /// Defence symbol.
    pub symbol: Option<Word>,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Abilities of this side alone.
    pub clauses: Vec<Clause>,
    /// How well this side is known.
    pub notes: Vec<Word>,
    /// The place.
    pub span: Span,
}

/// A fighter as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Name.
    pub name: Word,
    /// Traits and labels.
    pub labels: Vec<Word>,
    /// Other names it answers to.
    pub names: Vec<Word>,
    /// The name its card gives as companion.
    pub companion: Option<Word>,
    /// House figures.
    pub house: bool,
    /// How well its figures are known.
    pub notes: Vec<Word>,
    /// The normal side.
    pub normal: Side,
    /// The Inspired side.
    pub inspired: Option<Side>,
    /// Abilities of both sides.
    pub clauses: Vec<Clause>,
    /// The whole of it.
    pub span: Span,
}

/// A warband as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warband {
    /// Name.
    pub name: Word,
    /// Grand Alliance.
    pub alliance: String,
    /// House figures throughout.
    pub house: bool,
    /// How well the figures of all its fighters are known.
    pub notes: Vec<Word>,
    /// Fighters.
    pub fighters: Vec<Fighter>,
    /// Abilities that each of its fighters has (an Inspire condition, for example).
    pub clauses: Vec<Clause>,
    /// The whole of it.
    pub span: Span,
}

/// A deck list as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// Name.
    pub name: Word,
    /// `ready`, `pool` or `built`.
    pub format: Option<Word>,
    /// Warband.
    pub warband: Option<Word>,
    /// Ours.
    pub house: bool,
    /// Listed cards; a deck without a list holds the cards that follow in the file.
    pub cards: Option<Vec<Word>>,
    /// The place.
    pub span: Span,
}

/// One entry of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A card.
    Card(Card),
    /// A warband.
    Warband(Warband),
    /// A deck.
    Deck(Deck),
}

/// A file as written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct File {
    /// The edition named at its head.
    pub edition: String,
    /// Where that stands.
    pub edition_span: Span,
    /// Its entries in order.
    pub items: Vec<Item>,
    /// Names of entries that could not be read.
    pub broken: Vec<String>,
}

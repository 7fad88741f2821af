//! Names and types: from the syntax tree to the checked tree. Expressions are here.
//!
//! All errors of a card are found before it is given up: a broken expression stands in as the
//! number 0 and the check goes on.

mod ban;
mod casting;
mod clause;
pub(crate) mod counter;
mod past;
mod quant;
mod rule;
mod set_up;
mod stat;
mod stmt;
mod verb;
mod word;

use crate::binding::bindings;
use crate::catalog::CounterInfo;
use crate::span::{Diagnostic, Span};
use crate::syntax::{self, PhraseKind};
use crate::tree::{Expr, Origin, Sign, Var, VarId};
use crate::vocab::{Func, LABELS, Type};
use gloryhex_model::{CounterId, Label, Trigger};

/// Words shared by all files: labels, fighters' names.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Labels by number.
    pub labels: Vec<String>,
    /// Names by number, and where each was first used.
    pub names: Vec<String>,
    /// Names of weapons that cards ask for, by number.
    pub weapons: Vec<String>,
    /// Labels that some fighter or card declares.
    pub declared: Vec<String>,
    /// Counters that have a name, by number.
    pub counters: Vec<CounterInfo>,
}

impl Words {
    /// The label with this word; makes a number for a new one. There can be 64.
    pub fn label(&mut self, word: &str) -> Option<Label> {
        let ix = intern(&mut self.labels, word);
        (ix < 64).then_some(Label(ix as u8))
    }
    /// The number of a fighter's name.
    pub fn name(&mut self, name: &str) -> u16 {
        intern(&mut self.names, name) as u16
    }
    /// The number of a weapon's name. There can be 255.
    pub fn weapon(&mut self, name: &str) -> Option<u8> {
        let number = u8::try_from(intern(&mut self.weapons, name)).ok()?;
        (number != gloryhex_model::WeaponDef::UNASKED).then_some(number)
    }
    /// The counter with this word.
    pub fn counter(&self, word: &str) -> Option<(CounterId, &CounterInfo)> {
        let ix = self.counters.iter().position(|known| known.word == word)?;
        Some((CounterId(u8::try_from(ix).ok()?), &self.counters[ix]))
    }
    /// Whether the word is a label at all.
    pub fn knows(&self, word: &str) -> bool {
        LABELS.contains(&word) || self.declared.iter().any(|l| l == word)
    }
}

fn intern(list: &mut Vec<String>, word: &str) -> usize {
    if let Some(ix) = list.iter().position(|w| w == word) {
        return ix;
    }
    list.push(word.to_owned());
    list.len() - 1
}

/// The checker at work on one card.
pub struct Checker<'a> {
    /// Words shared by all files.
    pub words: &'a mut Words,
    /// What is wrong.
    pub errors: Vec<Diagnostic>,
    /// Variables so far.
    pub vars: Vec<Var>,
    /// Names in scope, innermost last.
    pub scope: Vec<(String, VarId)>,
    /// What bare conditions speak of, innermost last.
    pub it: Vec<VarId>,
    /// Whether a fighter bears, casts or has this card.
    pub has_me: bool,
    /// Whether the card is in play from the beginning.
    pub stands: bool,
    /// Whether what is being checked is said on a fighter's card, of both of its sides.
    pub is_fighter: bool,
    /// Whether a rule about attacks is being checked.
    pub in_attack_rule: bool,
    /// Whether the attack at hand is known.
    pub has_attack: bool,
    /// Names of the weapons of the card, or of the fighter's sides.
    pub weapons: Vec<String>,
    /// Names of the fighter's own weapons, by side.
    pub own_weapons: [Vec<String>; 2],
    /// Weapons' names asked for, with their places.
    pub weapons_asked: Vec<(u8, Span)>,
    /// Fighters' names used, with their places.
    pub names_used: Vec<(u16, Span)>,
    /// Whether several cards are picked, which is kept once.
    pub card_set: bool,
    /// Cards' names used, with their places.
    pub titles_used: Vec<(u16, Span)>,
    /// What the word looked at next should be, for hints.
    pub want: Option<Type>,
    /// Where the card first asks for dice of its own, and whether it rolls any.
    pub rolled: (Option<Span>, bool),
    /// The moment that the clause being checked waits for.
    pub moment: Option<Trigger>,
    /// How many questions about the past there are so far.
    pub pasts: u8,
    /// Names that mean something around a question about the past, but not in it.
    pub outside: Vec<String>,
}

impl<'a> Checker<'a> {
    /// A checker for a new card.
    pub fn new(words: &'a mut Words) -> Checker<'a> {
        Checker {
            words,
            errors: Vec::new(),
            vars: Vec::new(),
            scope: Vec::new(),
            it: Vec::new(),
            has_me: false,
            stands: false,
            is_fighter: false,
            in_attack_rule: false,
            has_attack: false,
            weapons: Vec::new(),
            own_weapons: [Vec::new(), Vec::new()],
            weapons_asked: Vec::new(),
            names_used: Vec::new(),
            titles_used: Vec::new(),
            card_set: false,
            want: None,
            rolled: (None, false),
            moment: None,
            pasts: 0,
            outside: Vec::new(),
        }
    }

    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(Diagnostic::new(span, message));
    }
    pub(crate) fn error_help(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.errors.push(Diagnostic::new(span, message).help(help));
    }

    /// Reports a card that asks for dice of its own and never rolls any.
    pub(crate) fn check_rolled(&mut self) {
        if let (Some(span), false) = self.rolled {
            let help = "write `roll 2 attack` before it; `cast_faces(…)` reads a casting roll, `attack_faces(…)` an attack roll";
            self.error_help(span, "this card rolls no dice of its own", help);
        }
    }

    /// A new variable, not yet in scope.
    pub(crate) fn var(&mut self, name: &str, ty: Type, origin: Origin) -> VarId {
        self.vars.push(Var {
            name: name.to_owned(),
            ty,
            origin,
        });
        VarId((self.vars.len() - 1) as u16)
    }

    /// Puts a variable in scope under its name.
    pub(crate) fn declare(&mut self, name: &syntax::Word, var: VarId) {
        let text = name.text.as_str();
        if self.scope.iter().any(|(n, _)| n == text) {
            self.error_help(
                name.span,
                format!("`{text}` already has a meaning here"),
                "give it another name",
            );
        } else if matches!(
            text,
            "you" | "me" | "bearer" | "caster" | "this" | "it" | "attack"
        ) {
            self.error_help(
                name.span,
                format!("`{text}` cannot be a name of your own"),
                "give it another name",
            );
        }
        self.scope.push((text.to_owned(), var));
    }

    /// Puts what the trigger provides in scope; gives the size of the scope before.
    pub(crate) fn enter_trigger(&mut self, trigger: Trigger) -> usize {
        let before = self.scope.len();
        for binding in bindings(trigger) {
            let ty = match binding {
                crate::Binding::Card => Type::Card,
                crate::Binding::Seat => Type::Player,
                crate::Binding::Number => Type::Number,
                crate::Binding::Token => Type::Token,
                crate::Binding::Counter => Type::Counter,
                crate::Binding::TokenKind => Type::TokenKind,
                _ => Type::Fighter,
            };
            let var = self.var(binding.word(), ty, Origin::Event(*binding));
            self.scope.push((binding.word().to_owned(), var));
        }
        before
    }

    /// A condition.
    pub(crate) fn condition(&mut self, expr: &syntax::Phrase) -> Expr {
        self.typed(expr, Type::Truth)
    }

    /// A condition asked of an element.
    pub(crate) fn condition_on(&mut self, var: VarId, expr: &syntax::Phrase) -> Expr {
        self.it.push(var);
        let checked = self.condition(expr);
        self.it.pop();
        checked
    }

    /// An expression of the wanted type.
    pub(crate) fn typed(&mut self, expr: &syntax::Phrase, want: Type) -> Expr {
        self.want = Some(want);
        let Some((checked, ty)) = self.expr(expr) else {
            return Expr::Number(0);
        };
        match coerce(checked, ty, want) {
            Some(expr) => expr,
            None => {
                self.error_help(
                    expr.span,
                    format!("expected {}, found {}", want.shown(), ty.shown()),
                    remedy(want, ty),
                );
                Expr::Number(0)
            }
        }
    }

    /// An expression of any type; `None` if it was already reported.
    pub(crate) fn expr(&mut self, expr: &syntax::Phrase) -> Option<(Expr, Type)> {
        let want = self.want.take();
        match &expr.kind {
            PhraseKind::Number(n) => Some((Expr::Number(*n), Type::Number)),
            PhraseKind::Text(text) => {
                let help = format!(
                    "quotes are for names: write `named(\"{text}\")` for a fighter, or `with \"{text}\"` for a weapon"
                );
                self.error_help(expr.span, "a text means nothing here", help);
                None
            }
            PhraseKind::Call(word, args) => {
                self.want = want;
                self.call(word, args, None, expr.span)
            }
            PhraseKind::Is(subject, not, what) => {
                let checked = self.is(subject, what, expr.span)?;
                Some((
                    if *not {
                        Expr::Not(Box::new(checked))
                    } else {
                        checked
                    },
                    Type::Truth,
                ))
            }
            PhraseKind::Not(inner) => {
                Some((Expr::Not(Box::new(self.condition(inner))), Type::Truth))
            }
            PhraseKind::And(parts) => Some((Expr::And(self.conditions(parts)), Type::Truth)),
            PhraseKind::Or(parts) => Some((Expr::Or(self.conditions(parts)), Type::Truth)),
            PhraseKind::In(inner, low, high) => {
                if low > high {
                    self.error_help(
                        expr.span,
                        "this range is empty",
                        format!("write `in {high}..{low}`"),
                    );
                }
                let inner = self.typed(inner, Type::Number);
                let least = Expr::Binary(
                    Sign::Ge,
                    Box::new(inner.clone()),
                    Box::new(Expr::Number(*low)),
                );
                let most = Expr::Binary(Sign::Le, Box::new(inner), Box::new(Expr::Number(*high)));
                Some((Expr::And(vec![least, most]), Type::Truth))
            }
            PhraseKind::Binary(sign, a, b) => self.binary(sign, a, b, expr.span),
            PhraseKind::Quant(quant) => self.quantifier(quant),
            PhraseKind::Past(past) => self.past(past),
            PhraseKind::If(yes, cond, no) => {
                let cond = self.condition(cond);
                let (yes, ty) = self.expr(yes)?;
                let no = self.typed(no, ty);
                Some((Expr::If(Box::new(cond), Box::new(yes), Box::new(no)), ty))
            }
        }
    }

    fn never_same(&mut self, span: Span, a: Type, b: Type) {
        let message = format!("{} and {} are never the same", a.shown(), b.shown());
        let help = match (a, b) {
            (Type::Number, odd) | (odd, Type::Number) => {
                format!("compare two amounts, such as {}", amount_of(odd))
            }
            _ => "compare two things of one kind".to_owned(),
        };
        self.error_help(span, message, help);
    }

    fn conditions(&mut self, parts: &[syntax::Phrase]) -> Vec<Expr> {
        parts.iter().map(|p| self.condition(p)).collect()
    }

    fn binary(
        &mut self,
        sign: &str,
        a: &syntax::Phrase,
        b: &syntax::Phrase,
        span: Span,
    ) -> Option<(Expr, Type)> {
        let (left, ty) = self.expr(a)?;
        let (right, other) = self.expr(b)?;
        let sign = match sign {
            "=" => Sign::Eq,
            "!=" => Sign::Ne,
            "<" => Sign::Lt,
            "<=" => Sign::Le,
            ">" => Sign::Gt,
            ">=" => Sign::Ge,
            "+" => Sign::Add,
            "-" => Sign::Sub,
            _ => Sign::Mul,
        };
        let same = matches!(sign, Sign::Eq | Sign::Ne);
        if ty != other || (!same && ty != Type::Number) {
            if same {
                self.never_same(span, ty, other);
            } else {
                let odd = if ty == Type::Number { other } else { ty };
                let help = format!(
                    "this is {}: write an amount instead, such as {}",
                    odd.shown(),
                    amount_of(odd)
                );
                self.error_help(span, "only numbers can be compared or added", help);
            }
            return None;
        }
        let gives = if matches!(sign, Sign::Add | Sign::Sub | Sign::Mul) {
            Type::Number
        } else {
            Type::Truth
        };
        Some((Expr::Binary(sign, Box::new(left), Box::new(right)), gives))
    }

    fn is(&mut self, subject: &syntax::Phrase, what: &syntax::Phrase, span: Span) -> Option<Expr> {
        let (checked, ty) = self.expr(subject)?;
        let PhraseKind::Call(word, args) = &what.kind else {
            self.error_help(
                what.span,
                "this describes nothing",
                "write a word such as `inspired` after `is`",
            );
            return None;
        };
        let named = match ty {
            Type::Counter => Some(Expr::Counter(self.counter_named(word)?)),
            Type::TokenKind => Some(Expr::TokenKind(self.token(word)?)),
            _ => None,
        };
        if let Some(named) = named {
            return Some(Expr::Binary(Sign::Eq, Box::new(checked), Box::new(named)));
        }
        let is_thing =
            args.is_empty() && (self.lookup(&word.text).is_some() || self.fixed(word).is_some());
        if is_thing {
            let (other, other_ty) = self.expr(what)?;
            if other_ty != ty {
                self.never_same(span, ty, other_ty);
                return None;
            }
            return Some(Expr::Binary(Sign::Eq, Box::new(checked), Box::new(other)));
        }
        self.want = Some(Type::Truth);
        let (described, gives) = self.call(word, args, Some((checked, ty)), what.span)?;
        if gives != Type::Truth {
            self.error_help(
                what.span,
                format!("`{}` is {}, not a condition", word.text, gives.shown()),
                format!("compare it: `{}(…) >= 1`", word.text),
            );
            return None;
        }
        Some(described)
    }
}

/// An amount that can be had of a thing, for hints.
fn amount_of(ty: Type) -> &'static str {
    match ty {
        Type::Player => "`glory(you)`",
        Type::Fighter => "`damage(a)`",
        Type::Token => "`number(t)`",
        Type::Hex => "`distance(a, b)`",
        _ => "`count(friends)`",
    }
}

/// What to write where one thing was expected and another found.
pub(crate) fn remedy(want: Type, found: Type) -> String {
    let help = match (want, found) {
        (Type::Truth, Type::Number) => "compare it, as in `damage(a) >= 2`",
        (Type::Truth, Type::Fighter) => "say what it is, as in `a is inspired`",
        (Type::Truth, Type::Player) => "say what they are, as in `you is underdog`",
        (Type::Truth, Type::Hex) => "say what it is, as in `h is empty`",
        (Type::Truth, Type::Token) => "say what it is, as in `t is odd`",
        (Type::Truth, Type::Card) => "say what it is, as in `c is is_upgrade`",
        (Type::Truth, _) => "write something that holds or not, as in `a is inspired`",
        (Type::Number, Type::Truth) => {
            "write an amount, as in `2`, `count(friends where inspired)` or `(2 if … else 1)`"
        }
        (Type::Number, other) => {
            return format!("write an amount, as in `2` or {}", amount_of(other));
        }
        (Type::Fighter, _) => {
            "name a fighter: one that was chosen, as in `choose a: friend`, or one of the event, such as `attacker`"
        }
        (Type::Hex, _) => "name a hex, or a fighter or token that stands for its own",
        (Type::Token, _) => "name a token that was chosen, as in `choose t: token`",
        (Type::Card, _) => "name a card, such as `this`",
        (Type::Player, _) => "name a player, such as `you` or `owner(a)`",
        _ => "",
    };
    help.to_owned()
}

/// The expression as the wanted type, if one can be had for the other.
pub(crate) fn coerce(expr: Expr, ty: Type, want: Type) -> Option<Expr> {
    use crate::program::words::{Prop, TokenProp};
    match (ty, want) {
        _ if ty == want => Some(expr),
        (Type::Fighter, Type::Hex) => Some(Expr::Call(Func::Fighter(Prop::Hex), vec![expr])),
        (Type::Token, Type::Hex) => Some(Expr::Call(Func::Token(TokenProp::Hex), vec![expr])),
        _ => None,
    }
}

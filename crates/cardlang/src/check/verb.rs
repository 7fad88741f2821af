//! Names and types of statements that are a verb and what it is about.

use super::Checker;
use crate::span::Span;
use crate::syntax::{self, ExprKind, Word};
use crate::tree::{Given, Origin, Stmt};
use crate::verbs::{Kind, Plain, Row};
use crate::vocab::Type;
use gloryhex_model::Token;

impl Checker<'_> {
    /// A verb and what is given for its operands.
    pub(crate) fn row(
        &mut self,
        verb: Span,
        plain: Plain,
        given: &[syntax::Given],
    ) -> Option<Stmt> {
        self.is_in_time(verb, plain.row());
        let mut pieces = None;
        let mut checked = Vec::new();
        let mut counted = Type::Player;
        for (operand, given) in plain.row().operands.iter().zip(given) {
            checked.push(match (given, operand.kind) {
                (syntax::Given::Word(word), Kind::Counter) => {
                    let counter = self.counter_named(word)?;
                    counted = self.counted_for(counter);
                    Given::Word(counter.0 + 1)
                }
                (syntax::Given::Expr(whose), Kind::Counted) => {
                    Given::Expr(self.typed(whose, counted))
                }
                (syntax::Given::Absent, Kind::Counted) if counted == Type::Fighter => {
                    let help =
                        "name the fighter, as in `add 1 rage to me` or `remove 1 rage from me`";
                    self.error_help(verb, "whose counters?", help);
                    return None;
                }
                (syntax::Given::Expr(expr), Kind::Thing(ty)) => Given::Expr(self.typed(expr, ty)),
                (syntax::Given::Expr(expr), Kind::Spot) => Given::Expr(self.typed(expr, Type::Hex)),
                (syntax::Given::Expr(expr), Kind::Piece) => {
                    let piece = match pieces {
                        Some(ty) => self.typed(expr, ty),
                        None => {
                            let (piece, ty) = self.expr(expr)?;
                            if !matches!(ty, Type::Fighter | Type::Token) {
                                let message = format!("{} cannot change places", ty.shown());
                                self.error(expr.span, message);
                                return None;
                            }
                            pieces = Some(ty);
                            piece
                        }
                    };
                    match pieces {
                        Some(Type::Token) => Given::Token(piece),
                        _ => Given::Expr(piece),
                    }
                }
                (syntax::Given::Expr(expr), Kind::Dealer) => {
                    let (by, ty) = self.expr(expr)?;
                    if !matches!(ty, Type::Fighter | Type::Player) {
                        self.error(expr.span, format!("{} deals no damage", ty.shown()));
                    }
                    Given::Expr(by)
                }
                (syntax::Given::Expr(expr), Kind::Number(_)) => match expr.kind {
                    ExprKind::Number(n @ 0..=99) => Given::Word(n as u8),
                    _ => {
                        self.error(expr.span, "expected a plain number");
                        return None;
                    }
                },
                (syntax::Given::Expr(expr), _) => Given::Expr(self.amount(expr)),
                (syntax::Given::Word(word), Kind::Word(what, words)) => {
                    let places = words.iter().zip(1..);
                    let known: Vec<(&str, u8)> = places.map(|((w, _), at)| (*w, at)).collect();
                    Given::Word(self.one_of(word, what, &known)?)
                }
                (syntax::Given::Word(name), Kind::Name(ty)) => {
                    let var = self.var(&name.text, ty, Origin::Named);
                    self.declare(name, var);
                    Given::Var(var)
                }
                (syntax::Given::Word(_), Kind::AmountOr(..)) | (syntax::Given::There, _) => {
                    Given::Word(1)
                }
                (syntax::Given::Word(word), _) => Given::Word(self.token(word)? as u8 + 1),
                (syntax::Given::Absent, _) => Given::Absent,
            });
        }
        Some(Stmt::Plain(plain, checked))
    }

    /// Reports a verb that is used at another moment than its own.
    fn is_in_time(&mut self, verb: Span, row: &Row) {
        let Some(moments) = row.moments() else { return };
        if moments.iter().any(|(at, _)| self.moment == Some(*at)) {
            return;
        }
        let clauses = moments
            .iter()
            .map(|(_, event)| format!("`after {event}` or `on {event}`"));
        let clauses = clauses.collect::<Vec<_>>().join(", ");
        let message = format!("`{}` comes too early or too late here", row.word);
        self.error_help(verb, message, format!("use it in a clause {clauses}"));
    }

    pub(crate) fn token(&mut self, word: &Word) -> Option<Token> {
        let known = Token::ALL.map(|t| (t.word(), t));
        self.one_of(word, "token a fighter can have", &known)
    }
}

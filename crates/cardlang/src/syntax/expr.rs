//! Tokens to syntax tree: conditions and amounts.

use super::body::CLAUSES;
use super::lexer::Kind;
use super::parser::{Parsed, Parser};
use super::written::*;
use crate::span::Diagnostic;
use crate::verbs::STATEMENTS;
use crate::vocab::{Entry, LABELS, Type, entries};

/// Words that ask something of several things.
const QUANTS: [&str; 9] = [
    "any",
    "all",
    "no",
    "count",
    "sum",
    "most",
    "least",
    "one_group",
    "matched",
];

/// Words that ask what happened.
const KEPT: [&str; 3] = ["times", "total", "distinct"];

impl Parser<'_> {
    /// An expression of any kind.
    pub(crate) fn expr(&mut self) -> Parsed<Phrase> {
        self.enter()?;
        let expr = self.either();
        self.leave();
        expr
    }

    fn either(&mut self) -> Parsed<Phrase> {
        let first = self.both()?;
        if !self.at_word("or") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat("or") {
            parts.push(self.both()?);
            self.not_too_long(parts.len())?;
        }
        let span = parts[0].span.to(parts[parts.len() - 1].span);
        Ok(Phrase {
            kind: PhraseKind::Or(parts),
            span,
        })
    }

    fn both(&mut self) -> Parsed<Phrase> {
        let first = self.negation()?;
        if !self.at_word("and") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat("and") {
            parts.push(self.negation()?);
            self.not_too_long(parts.len())?;
        }
        let span = parts[0].span.to(parts[parts.len() - 1].span);
        Ok(Phrase {
            kind: PhraseKind::And(parts),
            span,
        })
    }

    fn negation(&mut self) -> Parsed<Phrase> {
        let start = self.peek().span;
        if !self.eat("not") {
            return self.comparison();
        }
        self.enter()?;
        let inner = self.negation();
        self.leave();
        let inner = inner?;
        let span = start.to(inner.span);
        Ok(Phrase {
            kind: PhraseKind::Not(Box::new(inner)),
            span,
        })
    }

    fn comparison(&mut self) -> Parsed<Phrase> {
        let left = self.sum()?;
        for sign in [">=", "<=", "!=", "=", "<", ">"] {
            if self.eat_sign(sign) {
                let right = self.sum()?;
                let span = left.span.to(right.span);
                return Ok(Phrase {
                    kind: PhraseKind::Binary(sign, Box::new(left), Box::new(right)),
                    span,
                });
            }
        }
        if self.eat("is") {
            let not = self.eat("not");
            let right = self.atom()?;
            let span = left.span.to(right.span);
            return Ok(Phrase {
                kind: PhraseKind::Is(Box::new(left), not, Box::new(right)),
                span,
            });
        }
        if let PhraseKind::Call(subject, _) = &left.kind
            && self.describes()
        {
            let right = self.atom()?;
            let span = left.span.to(right.span);
            let PhraseKind::Call(what, _) = &right.kind else {
                return Ok(left);
            };
            let (subject, what) = (subject.text.as_str(), what.text.as_str());
            let message = format!("a word is missing between `{subject}` and `{what}`");
            let about = entries(subject).iter().any(|e| e.gives == Type::Truth);
            let word = if about { "and" } else { "is" };
            let help = format!("did you mean `{subject} {word} {what}`?");
            self.errors.push(Diagnostic::new(span, message).help(help));
            self.flaws = self.flaws.max(Flaws::Statement);
            let kind = match about {
                true => PhraseKind::And(vec![left, right]),
                false => PhraseKind::Is(Box::new(left), false, Box::new(right)),
            };
            return Ok(Phrase { kind, span });
        }
        if self.at_word("in") && self.peek_second().kind == Kind::Number {
            self.step();
            let low = self.number()?;
            self.sign("..")?;
            let span = left.span.to(self.peek().span);
            let high = self.number()?;
            return Ok(Phrase {
                kind: PhraseKind::In(Box::new(left), low, high),
                span,
            });
        }
        Ok(left)
    }

    /// Whether a word that describes something follows where none is expected: `target has_guard`.
    fn describes(&self) -> bool {
        let token = self.peek();
        let side = token.text == "inspired" && self.peek_second().text == "{";
        let known = |text: &str| {
            let condition = |e: &&Entry| e.gives == Type::Truth;
            entries(text).iter().any(condition) || LABELS.contains(&text)
        };
        token.kind == Kind::Word
            && !side
            && !self.begins_line()
            && !STATEMENTS.contains(&token.text)
            && !CLAUSES.contains(&token.text)
            && !self.at_entry()
            && known(token.text)
    }

    /// Sums and products: an amount.
    pub(crate) fn sum(&mut self) -> Parsed<Phrase> {
        let mut left = self.product()?;
        let mut terms = 1;
        loop {
            let sign = if self.eat_sign("+") {
                "+"
            } else if self.eat_sign("-") {
                "-"
            } else {
                return Ok(left);
            };
            terms += 1;
            self.not_too_long(terms)?;
            let right = self.product()?;
            let span = left.span.to(right.span);
            left = Phrase {
                kind: PhraseKind::Binary(sign, Box::new(left), Box::new(right)),
                span,
            };
        }
    }

    fn product(&mut self) -> Parsed<Phrase> {
        let mut left = self.atom()?;
        let mut factors = 1;
        while self.eat_sign("*") {
            factors += 1;
            self.not_too_long(factors)?;
            let right = self.atom()?;
            let span = left.span.to(right.span);
            left = Phrase {
                kind: PhraseKind::Binary("*", Box::new(left), Box::new(right)),
                span,
            };
        }
        Ok(left)
    }

    /// A number, a text, a word with or without arguments, or something in brackets.
    pub(crate) fn atom(&mut self) -> Parsed<Phrase> {
        let token = self.peek();
        let span = token.span;
        match token.kind {
            Kind::Number => {
                let n = self.number()?;
                Ok(Phrase {
                    kind: PhraseKind::Number(n),
                    span,
                })
            }
            Kind::Text => {
                let word = self.take_word();
                Ok(Phrase {
                    kind: PhraseKind::Text(word.text),
                    span,
                })
            }
            Kind::Sign if token.text == "(" => {
                self.step();
                let inner = self.expr()?;
                if self.eat("if") {
                    let cond = self.expr()?;
                    self.word("else")?;
                    let other = self.expr()?;
                    let span = span.to(self.peek().span);
                    self.sign(")")?;
                    return Ok(Phrase {
                        kind: PhraseKind::If(Box::new(inner), Box::new(cond), Box::new(other)),
                        span,
                    });
                }
                self.sign(")")?;
                Ok(inner)
            }
            Kind::Word if QUANTS.contains(&token.text) && self.peek_second().text == "(" => {
                self.quantifier()
            }
            Kind::Word if KEPT.contains(&token.text) && self.peek_second().text == "(" => {
                self.past()
            }
            Kind::Word if !self.at_statement() && !self.at_entry() => {
                let word = self.take_word();
                let mut args = Vec::new();
                let mut span = span;
                // A bracket belongs to the word only if it touches it: `a (2 if … else 1)` is two things.
                if self.at_sign("(") && self.peek().span.from == word.span.to {
                    self.step();
                    while !self.at_sign(")") {
                        args.push(self.expr()?);
                        if !self.eat_sign(",") {
                            break;
                        }
                    }
                    span = span.to(self.peek().span);
                    self.sign(")")?;
                }
                Ok(Phrase {
                    kind: PhraseKind::Call(word, args),
                    span,
                })
            }
            _ => self.expected("a name, a number or a condition"),
        }
    }

    fn quantifier(&mut self) -> Parsed<Phrase> {
        let what = self.take_word();
        self.sign("(")?;
        let range = self.range()?;
        let value = if self.eat_sign(":") {
            Some(self.expr()?)
        } else {
            None
        };
        let span = what.span.to(self.peek().span);
        self.sign(")")?;
        Ok(Phrase {
            kind: PhraseKind::Quant(Box::new(Quant { what, range, value })),
            span,
        })
    }

    /// `times(attack where … in phase)`.
    fn past(&mut self) -> Parsed<Phrase> {
        let kept = self.take_word();
        self.sign("(")?;
        let event = self.any_word("an event")?;
        let filter = if self.eat("where") {
            Some(self.expr()?)
        } else {
            None
        };
        let value = if self.eat_sign(":") {
            Some(self.expr()?)
        } else {
            None
        };
        if !self.eat("in") {
            let example = format!("write `{}({} … in phase)`", kept.text, event.text);
            return self.expected_help("`in` and a length of time", &example);
        }
        let during = self.any_word("a length of time")?;
        let span = kept.span.to(self.peek().span);
        self.sign(")")?;
        let past = Past {
            kept,
            event,
            filter,
            value,
            during,
        };
        Ok(Phrase {
            kind: PhraseKind::Past(Box::new(past)),
            span,
        })
    }

    /// `name: domain of x where condition`.
    pub(crate) fn range(&mut self) -> Parsed<Range> {
        let mut range = self.range_head()?;
        if self.eat("where") {
            range.filter = Some(self.expr()?);
        }
        Ok(range)
    }

    /// A range without its condition.
    pub(crate) fn range_head(&mut self) -> Parsed<Range> {
        let first = self.any_word("whom or what")?;
        let next = self.peek_second();
        let names = self.at_sign(":")
            && next.kind == Kind::Word
            && (is_domain(next.text) || !is_domain(&first.text));
        let (name, domain) = if names {
            self.step();
            (Some(first), self.any_word("whom or what")?)
        } else {
            (None, first)
        };
        let of = if self.eat("of") {
            Some(self.atom()?)
        } else {
            None
        };
        Ok(Range {
            name,
            domain,
            of,
            filter: None,
        })
    }
}

fn is_domain(word: &str) -> bool {
    crate::vocab::domain(word).is_some() || word == "number"
}

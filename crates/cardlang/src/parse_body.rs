//! Tokens to syntax tree: clauses and expressions. Statements are in [`crate::parse_stmt`].

use crate::lexer::Kind;
use crate::parser::{Parsed, Parser};
use crate::syntax::*;

/// Words that begin a clause.
pub(crate) const CLAUSES: [&str; 12] = [
    "play",
    "reaction",
    "ability",
    "action",
    "static",
    "score",
    "inspire",
    "uninspire",
    "break",
    "on",
    "expire",
    "weapon",
];
const QUANTS: [&str; 7] = ["any", "all", "no", "count", "sum", "most", "least"];

impl Parser<'_> {
    /// A clause. In a `whole` card the statements of its one clause need no braces.
    pub(crate) fn clause(&mut self, whole: bool) -> Parsed<Clause> {
        self.enter()?;
        let clause = self.clause_inner(whole);
        self.leave();
        clause
    }

    fn clause_inner(&mut self, whole: bool) -> Parsed<Clause> {
        let token = self.peek();
        let mut clause = Clause {
            kind: ClauseKind::Expire(Vec::new()),
            span: token.span,
            once: None,
            title: None,
        };
        let known = token.kind == Kind::Word && CLAUSES.contains(&token.text);
        if whole && !matches!(token.text, "reaction" | "ability") {
            let when = if self.eat("when") {
                Some(self.expr()?)
            } else {
                None
            };
            clause.kind = ClauseKind::Play(when, self.statements()?);
            return Ok(clause);
        }
        if !known {
            let word = self.any_word("a clause")?;
            return self.unknown(&word, "clause", &CLAUSES);
        }
        self.step();
        loop {
            if self.eat("once") {
                self.word("per")?;
                clause.once = Some(self.any_word("`turn`, `phase`, `round` or `game`")?);
            } else if self.eat("named") {
                clause.title = Some(self.text("the ability's name")?);
            } else {
                break;
            }
        }
        clause.kind = match token.text {
            "play" => {
                let when = if self.eat("when") {
                    Some(self.expr()?)
                } else {
                    None
                };
                ClauseKind::Play(when, self.block()?)
            }
            "reaction" | "ability" => {
                let in_hand = self.eat("from_hand");
                let moment = self.moment()?;
                let body = if whole && !self.at_sign("{") {
                    self.statements()?
                } else {
                    self.block()?
                };
                ClauseKind::React {
                    moment,
                    free: token.text == "ability",
                    in_hand,
                    body,
                }
            }
            "action" => {
                let cast = if self.eat("cast") {
                    self.faces()?
                } else {
                    Vec::new()
                };
                let when = if self.eat("when") {
                    Some(self.expr()?)
                } else {
                    None
                };
                ClauseKind::Action {
                    cast,
                    when,
                    body: self.block()?,
                }
            }
            "static" => ClauseKind::Static(self.static_rule()?),
            "score" => self.score()?,
            "inspire" | "uninspire" => {
                let moment = if self.at_word("after") || self.at_word("during") {
                    Some(self.moment()?)
                } else {
                    None
                };
                let when = if self.eat("when") {
                    Some(self.expr()?)
                } else {
                    None
                };
                ClauseKind::Inspire {
                    off: token.text == "uninspire",
                    moment,
                    when,
                }
            }
            "break" => ClauseKind::Break(self.moment()?),
            "on" => {
                let event = self.any_word("an event")?;
                let filter = if self.eat("where") {
                    Some(self.expr()?)
                } else {
                    None
                };
                ClauseKind::Auto(Moment { event, filter }, self.block()?)
            }
            _ => ClauseKind::Expire(self.block()?),
        };
        Ok(clause)
    }

    fn score(&mut self) -> Parsed<ClauseKind> {
        let (mut at, mut moment) = (None, None);
        if self.eat("at") {
            at = Some(self.any_word("`end_phase` or `last_end_phase`")?);
        } else {
            moment = Some(self.moment()?);
        }
        let when = if self.eat("when") {
            Some(self.expr()?)
        } else {
            None
        };
        let glory = if self.eat("gaining") {
            Some(self.expr()?)
        } else {
            None
        };
        let then = if self.eat("then") {
            self.block()?
        } else {
            Vec::new()
        };
        Ok(ClauseKind::Score {
            at,
            moment,
            when,
            glory,
            then,
        })
    }

    /// `after attack where …`.
    fn moment(&mut self) -> Parsed<Moment> {
        if !self.eat("after") && !self.eat("during") {
            return self.expected("`after` or `during`");
        }
        let event = self.any_word("an event")?;
        let filter = if self.eat("where") {
            Some(self.expr()?)
        } else {
            None
        };
        Ok(Moment { event, filter })
    }

    fn static_rule(&mut self) -> Parsed<StaticRule> {
        let mut rule = StaticRule {
            attacks: false,
            who: None,
            on: None,
            filter: None,
            mods: Vec::new(),
            while_: None,
        };
        if self.eat("attacks") {
            rule.attacks = true;
            if self.eat("of") {
                rule.who = Some(self.any_word("whose attacks")?);
            }
            if self.eat("on") {
                rule.on = Some(self.any_word("the target")?);
            }
        } else {
            rule.who = Some(self.any_word("`attacks` or a fighter")?);
        }
        if self.eat("where") {
            rule.filter = Some(self.expr()?);
        }
        let verb = self.any_word("`get`, `cannot` or `is`")?;
        loop {
            let item = match verb.text.as_str() {
                "get" | "gets" => self.modifier()?,
                "cannot" | "is" | "are" => {
                    let word = self.any_word("what it is")?;
                    Mod {
                        words: vec![word],
                        ..bare(verb.clone())
                    }
                }
                _ => return self.unknown(&verb, "verb of a static rule", &["get", "cannot", "is"]),
            };
            rule.mods.push(item);
            if !self.eat_sign(",") {
                break;
            }
        }
        if self.eat("while") {
            rule.while_ = Some(self.expr()?);
        }
        Ok(rule)
    }

    fn modifier(&mut self) -> Parsed<Mod> {
        let mut item = bare(self.any_word("what they get")?);
        loop {
            let token = self.peek();
            match (token.kind, token.text) {
                (Kind::Word, "while" | "at" | "static" | "where") => break,
                (Kind::Word, text)
                    if CLAUSES.contains(&text) || text == "normal" || text == "inspired" =>
                {
                    break;
                }
                (Kind::Word, "given" | "fighter") => break,
                (Kind::Word, _) => {
                    let word = self.take_word();
                    item.words.push(word);
                }
                _ => break,
            }
        }
        for sign in ["+", "-", "*", "="] {
            if self.eat_sign(sign) {
                item.sign = sign;
                item.value = Some(self.sum()?);
                break;
            }
        }
        if item.sign.is_empty() && self.peek().kind == Kind::Number {
            item.value = Some(self.sum()?);
        }
        while self.eat("at") {
            if self.eat("least") {
                item.min = Some(self.number()?);
            } else {
                self.word("most")?;
                item.max = Some(self.number()?);
            }
        }
        if item.word.text == "place" && self.eat("where") {
            item.value = Some(self.expr()?);
        }
        Ok(item)
    }

    // Expressions.

    /// An expression of any kind.
    pub(crate) fn expr(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let expr = self.either();
        self.leave();
        expr
    }

    fn either(&mut self) -> Parsed<Expr> {
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
        Ok(Expr {
            kind: ExprKind::Or(parts),
            span,
        })
    }

    fn both(&mut self) -> Parsed<Expr> {
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
        Ok(Expr {
            kind: ExprKind::And(parts),
            span,
        })
    }

    fn negation(&mut self) -> Parsed<Expr> {
        let start = self.peek().span;
        if !self.eat("not") {
            return self.comparison();
        }
        self.enter()?;
        let inner = self.negation();
        self.leave();
        let inner = inner?;
        let span = start.to(inner.span);
        Ok(Expr {
            kind: ExprKind::Not(Box::new(inner)),
            span,
        })
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let left = self.sum()?;
        for sign in [">=", "<=", "!=", "=", "<", ">"] {
            if self.eat_sign(sign) {
                let right = self.sum()?;
                let span = left.span.to(right.span);
                return Ok(Expr {
                    kind: ExprKind::Binary(sign, Box::new(left), Box::new(right)),
                    span,
                });
            }
        }
        if self.eat("is") {
            let not = self.eat("not");
            let right = self.atom()?;
            let span = left.span.to(right.span);
            return Ok(Expr {
                kind: ExprKind::Is(Box::new(left), not, Box::new(right)),
                span,
            });
        }
        if self.at_word("in") && self.peek_second().kind == Kind::Number {
            self.step();
            let low = self.number()?;
            self.sign("..")?;
            let span = left.span.to(self.peek().span);
            let high = self.number()?;
            return Ok(Expr {
                kind: ExprKind::In(Box::new(left), low, high),
                span,
            });
        }
        Ok(left)
    }

    /// Sums and products: an amount.
    pub(crate) fn sum(&mut self) -> Parsed<Expr> {
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
            left = Expr {
                kind: ExprKind::Binary(sign, Box::new(left), Box::new(right)),
                span,
            };
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.atom()?;
        let mut factors = 1;
        while self.eat_sign("*") {
            factors += 1;
            self.not_too_long(factors)?;
            let right = self.atom()?;
            let span = left.span.to(right.span);
            left = Expr {
                kind: ExprKind::Binary("*", Box::new(left), Box::new(right)),
                span,
            };
        }
        Ok(left)
    }

    /// A number, a text, a word with or without arguments, or something in brackets.
    pub(crate) fn atom(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        let span = token.span;
        match token.kind {
            Kind::Number => {
                let n = self.number()?;
                Ok(Expr {
                    kind: ExprKind::Number(n),
                    span,
                })
            }
            Kind::Text => {
                let word = self.take_word();
                Ok(Expr {
                    kind: ExprKind::Text(word.text),
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
                    return Ok(Expr {
                        kind: ExprKind::If(Box::new(inner), Box::new(cond), Box::new(other)),
                        span,
                    });
                }
                self.sign(")")?;
                Ok(inner)
            }
            Kind::Word if QUANTS.contains(&token.text) && self.peek_second().text == "(" => {
                self.quantifier()
            }
            Kind::Word => {
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
                Ok(Expr {
                    kind: ExprKind::Call(word, args),
                    span,
                })
            }
            _ => self.expected("a name, a number or a condition"),
        }
    }

    fn quantifier(&mut self) -> Parsed<Expr> {
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
        Ok(Expr {
            kind: ExprKind::Quant(Box::new(Quant { what, range, value })),
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

fn bare(word: Word) -> Mod {
    Mod {
        word,
        words: Vec::new(),
        sign: "",
        value: None,
        min: None,
        max: None,
    }
}

fn is_domain(word: &str) -> bool {
    crate::vocab::domain(word).is_some() || word == "number"
}

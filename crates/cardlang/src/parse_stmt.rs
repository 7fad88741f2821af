//! Tokens to syntax tree: statements, each of which begins with its own word.

use crate::lexer::Kind;
use crate::parser::{Broken, Parsed, Parser};
use crate::syntax::*;

/// Words that begin a statement.
pub(crate) const STATEMENTS: [&str; 45] = [
    "choose",
    "pick",
    "name",
    "if",
    "may",
    "one",
    "each",
    "roll",
    "scatter",
    "push",
    "place",
    "let",
    "effect",
    "swap",
    "damage",
    "heal",
    "wound",
    "slay",
    "give",
    "take",
    "exhaust",
    "inspire",
    "uninspire",
    "flip",
    "remove",
    "move",
    "mark",
    "draw",
    "look",
    "put",
    "discard",
    "gain",
    "spend",
    "cease",
    "cancel",
    "break",
    "equip",
    "track",
    "forgo",
    "reroll",
    "drift",
    "native",
    "order",
    "then",
    "do",
];

impl Parser<'_> {
    /// Statements in braces.
    pub(crate) fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.sign("{")?;
        let body = self.statements()?;
        self.sign("}")?;
        Ok(body)
    }

    /// Statements up to a closing brace.
    pub(crate) fn statements(&mut self) -> Parsed<Vec<Stmt>> {
        self.enter()?;
        let mut body = Vec::new();
        while !self.at_sign("}") && self.peek().kind != Kind::End {
            // "then" and "do" only make a card read better.
            if self.eat("then") || self.eat("do") {
                continue;
            }
            match self.statement() {
                Ok(stmt) if self.not_too_long(body.len()).is_ok() => body.push(stmt),
                Ok(_) => {
                    self.leave();
                    return Err(Broken);
                }
                Err(broken) => {
                    self.leave();
                    return Err(broken);
                }
            }
        }
        self.leave();
        Ok(body)
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        let token = self.peek();
        let word = self.any_word("a statement")?;
        let kind = match word.text.as_str() {
            "choose" | "pick" => self.choose(word.text == "choose")?,
            "name" => {
                let name = self.any_word("a name")?;
                self.sign("=")?;
                StmtKind::Name(name, self.expr()?)
            }
            "if" => self.conditional()?,
            "may" => {
                let by = if self.eat("by") {
                    Some(self.atom()?)
                } else {
                    None
                };
                let body = if self.at_sign("{") {
                    self.block()?
                } else {
                    vec![self.nested_statement()?]
                };
                StmtKind::May(by, body)
            }
            "one" => {
                let by = if self.eat("by") {
                    Some(self.atom()?)
                } else {
                    None
                };
                self.word("of")?;
                let mut arms = vec![self.block()?];
                while self.eat("or") {
                    arms.push(self.block()?);
                }
                StmtKind::OneOf(by, arms)
            }
            "each" | "order" => self.each(word.text == "order")?,
            "roll" => {
                let n = self.amount_or_one()?;
                StmtKind::Roll(n, self.any_word("`attack`, `defence` or `magic`")?)
            }
            "scatter" => {
                let n = self.sum()?;
                self.word("from")?;
                StmtKind::Scatter(n, self.atom()?)
            }
            "push" => self.push()?,
            "place" => {
                let who = self.atom()?;
                self.word("in")?;
                self.word("hex")?;
                let hex = if self.eat("where") {
                    Some(self.expr()?)
                } else {
                    None
                };
                StmtKind::Place(who, hex)
            }
            "let" => self.grant()?,
            "effect" => self.effect()?,
            _ => self.verb(word.clone())?,
        };
        Ok(Stmt {
            kind,
            span: token.span,
        })
    }

    fn nested_statement(&mut self) -> Parsed<Stmt> {
        self.enter()?;
        let stmt = self.statement();
        self.leave();
        stmt
    }

    fn amount_or_one(&mut self) -> Parsed<Expr> {
        if matches!(self.peek().text, "attack" | "defence" | "magic") {
            Ok(one(self.peek().span))
        } else {
            self.sum()
        }
    }

    fn choose(&mut self, term: bool) -> Parsed<StmtKind> {
        if self.eat("up") {
            self.word("to")?;
            let most = self.sum()?;
            let range = self.range()?;
            return Ok(StmtKind::ChooseSet { term, most, range });
        }
        let by = if self.eat("by") {
            Some(self.atom()?)
        } else {
            None
        };
        let mut ranges = Vec::new();
        loop {
            let range = self.range_head()?;
            if range.domain.text == "number" {
                let Some(name) = range.name else {
                    return self.expected("a name for the number");
                };
                let low = self.sum()?;
                self.word("to")?;
                return Ok(StmtKind::ChooseNumber {
                    name,
                    low,
                    high: self.sum()?,
                });
            }
            ranges.push(range);
            if !self.eat_sign(",") {
                break;
            }
        }
        let filter = if self.eat("where") {
            Some(self.expr()?)
        } else {
            None
        };
        Ok(StmtKind::Choose {
            term,
            by,
            ranges,
            filter,
        })
    }

    fn conditional(&mut self) -> Parsed<StmtKind> {
        let cond = self.expr()?;
        let yes = self.block()?;
        let no = if !self.eat("else") {
            Vec::new()
        } else if self.at_word("if") {
            vec![self.nested_statement()?]
        } else {
            self.block()?
        };
        Ok(StmtKind::If(cond, yes, no))
    }

    fn each(&mut self, ordered: bool) -> Parsed<StmtKind> {
        if self.peek_second().text == "in" {
            let name = self.any_word("a name")?;
            self.word("in")?;
            let set = self.any_word("a set that was chosen")?;
            return Ok(StmtKind::EachIn {
                name,
                set,
                body: self.block()?,
            });
        }
        let range = self.range()?;
        Ok(StmtKind::Each {
            ordered,
            range,
            body: self.block()?,
        })
    }

    fn push(&mut self) -> Parsed<StmtKind> {
        let who = self.atom()?;
        let up_to = self.eat("up");
        if up_to {
            self.word("to")?;
        }
        let n = self.sum()?;
        let way = if self.at_word("away") {
            let word = self.take_word();
            self.word("from")?;
            Some((word, self.atom()?))
        } else if self.at_word("toward") {
            let word = self.take_word();
            Some((word, self.atom()?))
        } else {
            None
        };
        let end = if self.eat("ending") {
            Some(self.expr()?)
        } else {
            None
        };
        Ok(StmtKind::Push {
            who,
            n,
            up_to,
            way,
            end,
        })
    }

    fn grant(&mut self) -> Parsed<StmtKind> {
        let who = self.atom()?;
        let action = self.any_word("`move`, `attack`, `charge`, `guard` or `act`")?;
        let on = if self.eat("on") {
            Some(self.atom()?)
        } else {
            None
        };
        let with = if self.eat("with") {
            if !matches!(self.peek().kind, Kind::Text | Kind::Word) {
                return self.expected("a weapon's name in quotes, or `this`");
            }
            Some(self.take_word())
        } else {
            None
        };
        let filter = if self.eat("where") || self.eat("ending") {
            Some(self.expr()?)
        } else {
            None
        };
        Ok(StmtKind::Let {
            who,
            action,
            on,
            with,
            filter,
        })
    }

    fn effect(&mut self) -> Parsed<StmtKind> {
        let until = self.any_word("how long it lasts")?;
        let n = if self.at_sign("{") || self.at_word("first") {
            None
        } else {
            Some(self.sum()?)
        };
        let first = self.eat("first");
        self.sign("{")?;
        let mut clauses = Vec::new();
        while !self.at_sign("}") && self.peek().kind != Kind::End {
            clauses.push(self.clause(false)?);
        }
        self.sign("}")?;
        Ok(StmtKind::Effect {
            until,
            n,
            first,
            clauses,
        })
    }

    /// Verbs with plain operands; small words between operands are kept in `words`.
    fn verb(&mut self, verb: Word) -> Parsed<StmtKind> {
        let (mut args, mut words) = (Vec::new(), Vec::new());
        match verb.text.as_str() {
            "swap" => {
                args.push(self.atom()?);
                self.eat_sign(",");
                args.push(self.atom()?);
            }
            "damage" => {
                args.push(self.atom()?);
                args.push(self.sum()?);
                if self.eat("by") {
                    args.push(self.atom()?);
                }
            }
            "heal" => {
                args.push(self.atom()?);
                if self.at_word("fully") {
                    words.push(self.take_word());
                } else {
                    args.push(self.sum()?);
                }
            }
            "wound" => {
                args.push(self.atom()?);
                self.word("to")?;
                args.push(self.sum()?);
            }
            "give" => {
                args.push(self.atom()?);
                words.push(self.any_word("a token")?);
            }
            "take" => {
                let all = self.eat("all");
                words.push(self.any_word("a token")?);
                self.word("from")?;
                args.push(self.atom()?);
                if all {
                    words.push(Word {
                        text: "all".to_owned(),
                        span: verb.span,
                    });
                }
            }
            "move" => {
                args.push(self.atom()?);
                self.word("to")?;
                args.push(self.atom()?);
            }
            "mark" => {
                args.push(self.atom()?);
                words.push(self.any_word("`blocked` or `lethal`")?);
                self.word("until")?;
                words.push(self.any_word("`phase` or `round`")?);
            }
            "draw" => {
                args.push(self.sum()?);
                words.push(self.any_word("`power` or `objective`")?);
                if self.eat("for") {
                    args.push(self.atom()?);
                }
            }
            "look" => {
                words.push(self.any_word("a name for the card")?);
                self.sign(":")?;
                words.push(self.any_word("`power` or `objective`")?);
            }
            "put" => {
                args.push(self.atom()?);
                words.push(self.any_word("`hand`, `top`, `bottom` or `discard`")?);
                if self.eat("of") {
                    args.push(self.atom()?);
                }
            }
            "discard" => {
                args.push(self.atom()?);
                if self.eat("of") {
                    args.push(self.atom()?);
                }
            }
            "gain" => {
                args.push(self.sum()?);
                if self.at_word("spent") {
                    words.push(self.take_word());
                }
            }
            "spend" => args.push(self.sum()?),
            "track" => {
                args.push(self.sum()?);
                if self.eat("for") {
                    args.push(self.atom()?);
                }
            }
            "cancel" => words.push(self.any_word("`spell` or `card`")?),
            "forgo" => words.push(self.any_word("`bounty` or `drive_back`")?),
            "equip" => {
                args.push(self.atom()?);
                self.word("on")?;
                args.push(self.atom()?);
                if self.at_word("free") {
                    words.push(self.take_word());
                }
            }
            "reroll" => {
                args.push(self.sum()?);
                words.push(self.any_word("`attack` or `defence`")?);
            }
            "native" => words.push(self.text("the function's name")?),
            "slay" | "exhaust" | "inspire" | "uninspire" | "flip" | "remove" | "break"
            | "drift" => args.push(self.atom()?),
            "cease" => {}
            _ => return self.unknown(&verb, "statement", &STATEMENTS),
        }
        Ok(StmtKind::Verb { verb, args, words })
    }
}

fn one(span: crate::span::Span) -> Expr {
    Expr {
        kind: ExprKind::Number(1),
        span,
    }
}

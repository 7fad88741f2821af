//! Tokens to syntax tree: statements, each of which begins with its own word.

use super::lexer::Kind;
use super::parser::{Broken, Parsed, Parser};
use super::written::*;
use crate::span::Diagnostic;
use crate::verbs::STATEMENTS;

impl Parser<'_> {
    /// Statements in braces.
    pub(crate) fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.open_brace()?;
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
            let (depth, first) = (self.depth(), self.peek());
            match self.statement() {
                Ok(stmt) if self.not_too_long(body.len()).is_ok() => body.push(stmt),
                Ok(_) => {
                    self.leave();
                    return Err(Broken);
                }
                Err(Broken) => {
                    let names =
                        matches!(first.text, "choose" | "pick" | "random" | "name" | "look");
                    let flaw = if names { Flaws::Name } else { Flaws::Statement };
                    self.flaws = self.flaws.max(flaw);
                    if let Err(broken) = self.next_statement(depth) {
                        self.leave();
                        return Err(broken);
                    }
                }
            }
        }
        self.leave();
        Ok(body)
    }

    /// Passes over the rest of a broken statement: to the next line that begins with one, or to the end of
    /// the block. Blocks on the way are read for their own errors.
    fn next_statement(&mut self, depth: (u32, usize)) -> Parsed<()> {
        self.back_to(depth)?;
        while self.peek().kind != Kind::End && !self.at_sign("}") {
            if self.at_entry() {
                return self.unclosed();
            }
            let token = self.peek();
            if token.kind == Kind::Word && STATEMENTS.contains(&token.text) && self.begins_line() {
                return Ok(());
            }
            if self.at_sign("{") {
                self.pass_block()?;
            } else {
                self.step();
            }
        }
        Ok(())
    }

    /// Passes over a block; if it has statements, their errors are told.
    fn pass_block(&mut self) -> Parsed<()> {
        let next = self.peek_second();
        if next.kind == Kind::Word && STATEMENTS.contains(&next.text) {
            return self.block().map(drop);
        }
        let mut open = 0;
        loop {
            if self.peek().kind == Kind::End || self.at_entry() {
                return self.unclosed();
            }
            if self.eat_sign("{") {
                open += 1;
            } else if self.eat_sign("}") {
                open -= 1;
                if open == 0 {
                    return Ok(());
                }
            } else {
                self.step();
            }
        }
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        let token = self.peek();
        let word = self.any_word("a statement")?;
        let kind = match word.text.as_str() {
            "choose" | "pick" | "random" => self.choose(&word.text)?,
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
            "turns" => {
                let player = self.any_word("a name for the player whose turn it is")?;
                let range = self.range()?;
                StmtKind::Each {
                    ordered: true,
                    turns: Some(player),
                    range,
                    body: self.block()?,
                }
            }
            "roll" => {
                let n = self.amount_or_one()?;
                StmtKind::Roll(n, self.any_word("`attack`, `defence` or `magic`")?)
            }
            "scatter" => {
                let n = self.sum()?;
                self.word("from")?;
                StmtKind::Scatter(n, self.atom()?)
            }
            "push" => self.push(&word)?,
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
            "lift" => {
                let who = self.atom()?;
                self.word("into")?;
                self.word("hex")?;
                let hex = if self.eat("where") {
                    Some(self.expr()?)
                } else {
                    None
                };
                StmtKind::Lift(who, hex)
            }
            "let" => self.grant()?,
            "effect" => self.effect()?,
            "gather" => StmtKind::ChooseSet {
                term: false,
                least: 0,
                most: None,
                range: self.range()?,
            },
            _ => self.verb(&word)?,
        };
        Ok(Stmt {
            kind,
            span: token.span,
        })
    }

    pub(crate) fn nested_statement(&mut self) -> Parsed<Stmt> {
        self.enter()?;
        let stmt = self.statement();
        self.leave();
        stmt
    }

    pub(crate) fn amount_or_one(&mut self) -> Parsed<Phrase> {
        if matches!(self.peek().text, "attack" | "defence" | "magic") {
            Ok(one(self.peek().span))
        } else {
            self.sum()
        }
    }

    fn choose(&mut self, verb: &str) -> Parsed<StmtKind> {
        let (term, random) = (verb == "choose", verb == "random");
        let several = !random && (self.at_word("up") || self.peek().kind == Kind::Number);
        if several {
            let least = if self.eat("up") { 0 } else { self.number()? };
            self.word("to")?;
            let most = Some(self.sum()?);
            let range = self.range()?;
            return Ok(StmtKind::ChooseSet {
                term,
                least,
                most,
                range,
            });
        }
        let by = if !random && self.eat("by") {
            Some(self.atom()?)
        } else {
            None
        };
        let mut ranges = Vec::new();
        loop {
            let range = self.range_head()?;
            if range.domain.text == "number" && !random {
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
            random,
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
                ordered,
                name,
                set,
                body: self.block()?,
            });
        }
        let range = self.range()?;
        Ok(StmtKind::Each {
            ordered,
            turns: None,
            range,
            body: self.block()?,
        })
    }

    fn push(&mut self, verb: &Word) -> Parsed<StmtKind> {
        let who = self.whom(verb)?;
        if self.at_word("nearest") {
            let word = self.take_word();
            let n = one(word.span);
            self.word("ending")?;
            return Ok(StmtKind::Push {
                who,
                way: Some((word, n.clone())),
                n,
                up_to: false,
                end: Some(self.expr()?),
            });
        }
        let up_to = self.eat("up");
        if up_to {
            self.word("to")?;
        }
        let n = self.how_much()?;
        let way = if self.at_word("away") || self.at_word("onward") {
            let word = self.take_word();
            self.word("from")?;
            Some((word, self.atom()?))
        } else if self.at_word("toward") {
            let word = self.take_word();
            Some((word, self.atom()?))
        } else if self.at_word("through") {
            let word = self.take_word();
            self.word("fighters")?;
            let of = one(word.span);
            Some((word, of))
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
        if action.text == "attack" && self.at_word("again") {
            return Ok(StmtKind::Let {
                who,
                action,
                on: None,
                with: Some(self.take_word()),
                free: None,
                filter: None,
            });
        }
        if action.text == "attack" && self.at_word("by") {
            let by = self.take_word();
            self.word("you")?;
            return Ok(StmtKind::Let {
                who,
                action,
                on: None,
                with: Some(by),
                free: None,
                filter: None,
            });
        }
        let on = if self.eat("on") {
            Some(self.atom()?)
        } else {
            None
        };
        let with = if self.eat("with") {
            if !matches!(self.peek().kind, Kind::Text | Kind::Word) {
                return self.expected("a weapon's name in quotes, `this` or `same`");
            }
            Some(self.take_word())
        } else {
            None
        };
        let free = self.at_word("free").then(|| self.take_word());
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
            free,
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
            clauses.extend(self.clause_if_readable(false)?);
        }
        self.sign("}")?;
        Ok(StmtKind::Effect {
            until,
            n,
            first,
            clauses,
        })
    }

    /// The fighter that a verb is about, which comes first.
    pub(crate) fn whom(&mut self, verb: &Word) -> Parsed<Phrase> {
        let token = self.peek();
        if token.kind != Kind::Number {
            return self.atom();
        }
        let next = self.peek_second();
        let verb = &verb.text;
        let help = if next.kind == Kind::Word && !STATEMENTS.contains(&next.text) {
            format!("write `{verb} {} {}`", next.text, token.text)
        } else {
            format!(
                "write `{verb} a {}`, where `a` is a fighter chosen before",
                token.text
            )
        };
        let error = Diagnostic::new(
            token.span,
            format!("`{verb}` needs a fighter before the number"),
        );
        self.errors.push(error.help(help));
        Err(Broken)
    }

    /// How much or how many, after a verb.
    pub(crate) fn how_much(&mut self) -> Parsed<Phrase> {
        if self.at_statement() || self.at_sign("}") {
            return self.expected_help("an amount", "write a number, such as 1");
        }
        self.sum()
    }

    pub(crate) fn token_word(&mut self) -> Parsed<Word> {
        if self.peek().kind == Kind::Word && !self.at_statement() {
            return self.any_word("a token");
        }
        let known = gloryhex_model::Token::ALL.map(gloryhex_model::Token::word);
        self.expected_help(
            "a token",
            &format!("there is {}", super::parser::listed(&known)),
        )
    }

    /// Whether a line begins here with a word that only begins statements.
    pub(crate) fn at_statement(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Word
            && STATEMENTS.contains(&token.text)
            && crate::vocab::entries(token.text).is_empty()
            && self.begins_line()
    }
}

fn one(span: crate::span::Span) -> Phrase {
    Phrase {
        kind: PhraseKind::Number(1),
        span,
    }
}

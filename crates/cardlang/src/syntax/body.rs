//! Tokens to syntax tree: clauses. Statements are in [`super::stmt`], expressions in
//! [`super::expr`].

use super::lexer::Kind;
use super::parser::{Broken, Parsed, Parser};
use super::written::*;
use crate::span::nearest;
use crate::verbs::STATEMENTS;

/// Words that begin a clause.
pub(crate) const CLAUSES: [&str; 16] = [
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
    "counter",
    "setup",
    "starts",
    "deploys",
];

impl Parser<'_> {
    /// A clause. In a `whole` card the statements of its one clause need no braces.
    pub(crate) fn clause(&mut self, whole: bool) -> Parsed<Clause> {
        self.enter()?;
        let clause = self.clause_inner(whole);
        self.leave();
        clause
    }

    /// A clause, or nothing where its head could not be read: what comes after it is read all the same.
    pub(crate) fn clause_if_readable(&mut self, whole: bool) -> Parsed<Option<Clause>> {
        let (before, depth) = (self.at(), self.depth());
        match self.clause(whole) {
            Ok(clause) => Ok(Some(clause)),
            Err(Broken) => {
                self.flaws = self.flaws.max(Flaws::Statement);
                self.back_to(depth)?;
                if self.at() == before {
                    self.step();
                }
                self.next_clause(whole)?;
                Ok(None)
            }
        }
    }

    /// Passes over the rest of a broken clause: to the next line that begins with one, or to the end of the
    /// card. Blocks on the way are read for their own errors.
    fn next_clause(&mut self, whole: bool) -> Parsed<()> {
        while self.peek().kind != Kind::End && !self.at_sign("}") {
            if self.at_entry() {
                return self.unclosed();
            }
            let token = self.peek();
            let begins = CLAUSES.contains(&token.text)
                || matches!(token.text, "given" | "fighter" | "normal" | "inspired")
                || whole && STATEMENTS.contains(&token.text);
            if token.kind == Kind::Word && begins && self.begins_line() {
                return Ok(());
            }
            if self.at_sign("{") {
                self.block()?;
            } else {
                self.step();
            }
        }
        Ok(())
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
        if whole && !matches!(token.text, "reaction" | "ability" | "counter") {
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
                let cast = if self.eat("cast") {
                    self.faces()?
                } else {
                    Vec::new()
                };
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
                    cast,
                    body,
                }
            }
            "action" => {
                let cast = if self.eat("cast") {
                    self.faces()?
                } else {
                    Vec::new()
                };
                let level = if self.eat("wizard") {
                    Some(self.sum()?)
                } else {
                    None
                };
                let when = if self.eat("when") {
                    Some(self.expr()?)
                } else {
                    None
                };
                ClauseKind::Action {
                    cast,
                    level,
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
            "counter" => ClauseKind::Counter(self.new_counter()?),
            "setup" => {
                self.word("flips")?;
                ClauseKind::Flips(self.number()?, token.span)
            }
            "starts" => ClauseKind::Starts(self.any_word("`inspired`")?),
            "deploys" => {
                let how = self.any_word("`never`, `beside` or `before_first`")?;
                let named = self.peek().kind == Kind::Text;
                let whom = match named {
                    true => Some(self.text("the name of a fighter")?),
                    false => None,
                };
                ClauseKind::Deploys(how, whom)
            }
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
        if self.at_word("at_once") {
            at = Some(self.take_word());
        } else if self.eat("at") {
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

    /// `swag of player start 1 called "Swag counter"`.
    fn new_counter(&mut self) -> Parsed<NewCounter> {
        let name = self.any_word("the counter's name")?;
        self.word("of")?;
        let of = self.any_word("`fighter` or `player`")?;
        let (mut start, mut called) = (None, None);
        loop {
            let span = self.peek().span;
            if self.eat("start") {
                start = Some((self.number()?, span));
            } else if self.eat("called") {
                called = Some(self.text("what one of them is called")?);
            } else {
                return Ok(NewCounter {
                    name,
                    of,
                    start,
                    called,
                });
            }
        }
    }

    /// `after attack where …`.
    fn moment(&mut self) -> Parsed<Moment> {
        if !self.eat("after") && !self.eat("during") {
            let what = "`after` or `during`";
            return match nearest(self.peek().text, ["after", "during"]) {
                Some(near) => self.expected_help(what, &format!("did you mean `{near}`?")),
                None => self.expected(what),
            };
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
            name: None,
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
            if self.eat_sign(":") {
                rule.name = rule.who.take();
                rule.who = Some(self.any_word("`friends`, `enemies` or `fighters`")?);
            }
        }
        if self.eat("where") {
            rule.filter = Some(self.expr()?);
        }
        let verb = self.any_word("`get`, `cannot`, `can` or `is`")?;
        loop {
            let item = match verb.text.as_str() {
                "get" | "gets" => self.modifier()?,
                "cannot" | "can" | "is" | "are" => {
                    let word = self.any_word("what it is")?;
                    let value = match word.text == "score" && self.eat("where") {
                        true => Some(self.expr()?),
                        false => None,
                    };
                    Mod {
                        words: vec![word],
                        value,
                        ..bare(verb.clone())
                    }
                }
                _ => {
                    return self.unknown(
                        &verb,
                        "verb of a static rule",
                        &["get", "cannot", "can", "is"],
                    );
                }
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
        if item.word.text == "further" {
            item.min = Some(self.number()?);
            self.word("where")?;
            item.value = Some(self.expr()?);
            return Ok(item);
        }
        for sign in ["+", "-", "*", "="] {
            if self.eat_sign(sign) {
                item.sign = sign;
                item.value = Some(self.sum()?);
                break;
            }
        }
        let amount =
            self.peek().kind == Kind::Number || item.word.text == "support" && self.at_sign("(");
        if item.sign.is_empty() && amount {
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
        let of_others = matches!(
            item.word.text.as_str(),
            "place" | "no_landing" | "no_push_end" | "lethal" | "hazard" | "push_ends" | "sight"
        );
        if of_others && self.eat("where") {
            item.value = Some(self.expr()?);
        }
        Ok(item)
    }

    // Expressions.
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

//! Tokens to syntax tree: the short statements, a verb and what it is done to.

use super::lexer;
use super::parser::{Parsed, Parser};
use super::written::*;
use crate::verbs::{Kind, Operand, Plain, STATEMENTS};

impl Parser<'_> {
    /// Verbs with plain operands; small words between operands are kept in `words`.
    pub(crate) fn verb(&mut self, verb: Word) -> Parsed<StmtKind> {
        let (mut args, mut words) = (Vec::new(), Vec::new());
        match verb.text.as_str() {
            "swap" => {
                args.push(self.atom()?);
                self.eat_sign(",");
                args.push(self.atom()?);
            }
            "heal" => {
                args.push(self.whom(&verb)?);
                if self.at_word("fully") {
                    words.push(self.take_word());
                } else {
                    args.push(self.how_much()?);
                }
            }
            "reduce" | "raise" | "prevent" | "undo" | "divert" => {
                self.word("damage")?;
                match verb.text.as_str() {
                    "reduce" | "raise" => args.push(self.how_much()?),
                    "divert" => {
                        self.word("to")?;
                        args.push(self.atom()?);
                    }
                    _ => {}
                }
                if self.eat("at") {
                    self.word("least")?;
                    args.push(self.atom()?);
                }
            }
            "judge" => {
                self.word("attack")?;
                words.push(self.any_word("`successful` or `failed`")?);
            }
            "take" if self.peek().kind == lexer::Kind::Number => {
                args.push(self.sum()?);
                self.word("glory")?;
                self.word("from")?;
                args.push(self.atom()?);
            }
            "take" => {
                let all = self.eat("all");
                words.push(self.token_word()?);
                self.word("from")?;
                args.push(self.atom()?);
                if all {
                    words.push(Word {
                        text: "all".to_owned(),
                        span: verb.span,
                    });
                }
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
            "spend" => args.push(self.sum()?),
            "track" => {
                args.push(self.sum()?);
                if self.eat("for") {
                    args.push(self.atom()?);
                }
            }
            "forgo" => words.push(self.any_word("`bounty` or `drive_back`")?),
            "reroll" => {
                let up = self.at_word("up").then(|| self.take_word());
                if up.is_some() {
                    self.word("to")?;
                }
                args.push(self.sum()?);
                words.push(self.any_word("`attack` or `defence`")?);
                words.extend(up);
            }
            word => {
                let counts = self.peek().kind == lexer::Kind::Number || self.at_word("all");
                let Some(plain) = Plain::of(word, counts) else {
                    return self.unknown(&verb, "statement", &STATEMENTS);
                };
                return self.row(plain, &verb);
            }
        }
        Ok(StmtKind::Verb { verb, args, words })
    }

    /// A verb that has a row, with what is given for each of its operands.
    fn row(&mut self, plain: Plain, verb: &Word) -> Parsed<StmtKind> {
        let operands = plain.row().operands;
        let mut given = Vec::new();
        for (ix, operand) in operands.iter().enumerate() {
            let there = match (operand.optional, operand.before, operand.kind) {
                (false, "", _) => true,
                (false, before, _) => self.word(before).map(|()| true)?,
                (true, "", Kind::Word(_, words)) => words.iter().any(|(w, _)| self.at_word(w)),
                (true, before, _) => self.eat(before),
            };
            let measured = |operand: &Operand| matches!(operand.kind, Kind::Amount | Kind::Token);
            given.push(match operand.kind {
                _ if !there => Given::Absent,
                Kind::Thing(_) if ix == 0 && operands.get(1).is_some_and(measured) => {
                    Given::Expr(self.whom(verb)?)
                }
                Kind::Thing(_) | Kind::Dealer | Kind::Counted => Given::Expr(self.atom()?),
                Kind::AmountOrAll if self.eat("all") => Given::Absent,
                Kind::Amount | Kind::AmountOrAll => Given::Expr(self.how_much()?),
                Kind::Counter => Given::Word(self.any_word("a counter")?),
                Kind::Token => Given::Word(self.token_word()?),
                Kind::Word(_, words) => {
                    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                    Given::Word(self.any_word(&format!("`{}`", words.join("` or `")))?)
                }
            });
        }
        Ok(StmtKind::Row(plain, given))
    }
}

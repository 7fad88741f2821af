//! Tokens to syntax tree: the short statements, a verb and what it is done to.

use super::lexer::Kind;
use super::parser::{Parsed, Parser};
use super::written::*;
use crate::verbs::{Plain, STATEMENTS};

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
            "damage" => {
                args.push(self.whom(&verb)?);
                args.push(self.how_much()?);
                if self.eat("by") {
                    args.push(self.atom()?);
                }
            }
            "heal" => {
                args.push(self.whom(&verb)?);
                if self.at_word("fully") {
                    words.push(self.take_word());
                } else {
                    args.push(self.how_much()?);
                }
            }
            "wound" => {
                args.push(self.whom(&verb)?);
                self.word("to")?;
                args.push(self.how_much()?);
            }
            "give" => {
                args.push(self.whom(&verb)?);
                words.push(self.token_word()?);
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
            "take" if self.peek().kind == Kind::Number => {
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
                let up = self.at_word("up").then(|| self.take_word());
                if up.is_some() {
                    self.word("to")?;
                }
                args.push(self.sum()?);
                words.push(self.any_word("`attack` or `defence`")?);
                words.extend(up);
            }
            "cease" => {}
            word => {
                let Some(plain) = Plain::of(word) else {
                    return self.unknown(&verb, "statement", &STATEMENTS);
                };
                for (before, _) in plain.row().operands {
                    if !before.is_empty() {
                        self.word(before)?;
                    }
                    args.push(self.atom()?);
                }
            }
        }
        Ok(StmtKind::Verb { verb, args, words })
    }
}

//! Tokens to syntax tree: a verb that has a row, and what is given for its operands.

use super::lexer;
use super::parser::{Parsed, Parser};
use super::written::*;
use crate::verbs::{Kind, Operand, Plain, STATEMENTS};

impl Parser<'_> {
    /// A verb and its operands.
    pub(crate) fn verb(&mut self, verb: &Word) -> Parsed<StmtKind> {
        let all = self.at_word("all") && Plain::takes_all(&verb.text);
        let counts = all || self.peek().kind == lexer::Kind::Number;
        let Some(plain) = Plain::of(&verb.text, counts) else {
            return self.unknown(verb, "statement", &STATEMENTS);
        };
        let operands = plain.row().operands;
        let mut given = Vec::new();
        for (ix, operand) in operands.iter().enumerate() {
            let measured = |operand: &Operand| {
                matches!(
                    operand.kind,
                    Kind::Amount | Kind::AmountOr(..) | Kind::Token
                )
            };
            given.push(match operand.kind {
                _ if !self.begins(operand)? => Given::Absent,
                Kind::Thing(_) if ix == 0 && operands.get(1).is_some_and(measured) => {
                    Given::Expr(self.whom(verb)?)
                }
                Kind::AmountOr(word, _) if self.at_word(word) => Given::Word(self.take_word()),
                Kind::AmountOrAll if self.eat("all") => Given::Absent,
                Kind::Thing(_)
                | Kind::Spot
                | Kind::Piece
                | Kind::Dealer
                | Kind::Counted
                | Kind::Number(_) => Given::Expr(self.atom()?),
                Kind::Amount | Kind::AmountOr(..) | Kind::AmountOrAll => {
                    Given::Expr(self.how_much()?)
                }
                Kind::Counter => Given::Word(self.any_word("a counter")?),
                Kind::Flag(..) => Given::There,
                Kind::Token => Given::Word(self.token_word()?),
                Kind::Name(ty) => {
                    Given::Word(self.any_word(&format!("a name for {}", ty.shown()))?)
                }
                Kind::Word(_, words) => {
                    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                    Given::Word(self.any_word(&format!("`{}`", words.join("` or `")))?)
                }
            });
        }
        Ok(StmtKind::Row(plain, given))
    }

    /// Takes the small words and signs before an operand. Whether the operand is there.
    fn begins(&mut self, operand: &Operand) -> Parsed<bool> {
        let first = operand.before.split(' ').next().unwrap_or_default();
        if operand.optional && !self.at_word(first) {
            return Ok(false);
        }
        for word in operand.before.split(' ') {
            match word {
                "" => {}
                "," => {
                    self.eat_sign(",");
                }
                ":" => self.sign(":")?,
                word => self.word(word)?,
            }
        }
        Ok(true)
    }
}

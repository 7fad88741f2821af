//! Tokens and who holds them: "you hold objective 3".

use super::*;

impl Speaker<'_> {
    /// Tokens that satisfy the condition, without saying that you hold them; `None` if it does not say so.
    fn held_ones(&mut self, noun: &str, var: VarId, cond: &Expr, plural: bool) -> Option<String> {
        let yours = Expr::Call(Func::Token(TokenProp::Yours), vec![Expr::Var(var)]);
        let up = Expr::Call(Func::Token(TokenProp::Up), vec![Expr::Var(var)]);
        let parts: Vec<Expr> = match cond {
            Expr::Or(_) => return None,
            other => parts_of(other),
        };
        if !parts.contains(&yours) {
            return None;
        }
        let mut rest = Vec::new();
        let mut numbers = String::new();
        for part in parts.into_iter().filter(|p| *p != yours && *p != up) {
            match numbers_of(&part, var) {
                Some(text) => numbers = text,
                None => rest.push(part),
            }
        }
        let noun = match (numbers.as_str(), plural) {
            ("", _) => noun.to_owned(),
            (numbers, _) => format!("{} {numbers}", self.lexicon.objective),
        };
        Some(match all_of(rest) {
            Some(rest) => self.relative(&noun, var, &rest, plural),
            None => noun,
        })
    }

    /// "you hold an objective in enemy territory", if that is what is asked of some token.
    pub(crate) fn you_hold(&mut self, var: VarId, filter: &Expr) -> Option<String> {
        let noun = article(self.lexicon.objective);
        let held = self.held_ones(&noun, var, filter, false)?;
        Some(format!("you hold {held}"))
    }

    /// "you hold at least two objectives in enemy territory".
    pub(crate) fn you_hold_many(
        &mut self,
        sign: Sign,
        b: &Expr,
        var: VarId,
        filter: &Expr,
    ) -> Option<String> {
        let one = *b == Expr::Number(1);
        let noun = if one {
            self.lexicon.objective.to_owned()
        } else {
            self.lexicon.word("objectives")
        };
        let (counted, tail) = self.counted(sign, b, &noun);
        let held = self.held_ones(&counted, var, filter, !one)?;
        Some(format!("you hold {held}{tail}"))
    }

    /// "you hold each objective in enemy territory".
    pub(crate) fn you_hold_each(
        &mut self,
        var: VarId,
        filter: Option<&Expr>,
        value: &Expr,
    ) -> Option<String> {
        let yours = Expr::Call(Func::Token(TokenProp::Yours), vec![Expr::Var(var)]);
        if *value != yours {
            return None;
        }
        let noun = format!("each {}", self.lexicon.objective);
        Some(match filter {
            Some(filter) => {
                let up = Expr::Call(Func::Token(TokenProp::Up), vec![Expr::Var(var)]);
                let rest = parts_of(filter).into_iter().filter(|p| *p != up).collect();
                match all_of(rest) {
                    Some(rest) => format!("you hold {}", self.relative(&noun, var, &rest, false)),
                    None => format!("you hold {noun}"),
                }
            }
            None => format!("you hold {noun}"),
        })
    }

    /// What is said of something that may not be there: "the target held an objective".
    pub(crate) fn existence(&mut self, what: &Expr, there: bool) -> String {
        let no = |yes: &str| {
            if there {
                yes.to_owned()
            } else {
                format!("no {}", strip_article(yes))
            }
        };
        let objective = article(self.lexicon.objective);
        let not = if there { "" } else { " not" };
        match what {
            Expr::Call(Func::Token(TokenProp::HeldAtStart), args) => {
                let token = self.noun(&args[0]);
                format!(
                    "{token} was{not} held when the {} began",
                    self.lexicon.round
                )
            }
            Expr::Call(Func::Attack(Fact::TargetHeldBefore), _) => {
                format!("the target held {}", no(&objective))
            }
            Expr::Call(Func::Attack(Fact::WeaponCard), _) => {
                format!("the weapon is{not} on an upgrade")
            }
            Expr::Call(Func::Fighter(Prop::MovedThrough), args) => {
                let who = self.noun(&args[0]);
                format!("{who} moved through {}", no("an enemy"))
            }
            Expr::Call(Func::Hex(HexProp::Token), args) => {
                let hex = self.hex_noun(&args[0]);
                format!("{} is in {hex}", no("a token"))
            }
            other => {
                let text = self.amount(other);
                if text == "that player" {
                    let doer = if there { "a warband" } else { "no warband" };
                    return format!("{doer} did this");
                }
                if text.starts_with("that ") {
                    return format!("there is {}", if there { "one" } else { "none" });
                }
                if there {
                    format!("there is {}", article(strip_the(&text)))
                } else {
                    format!("there is no {}", strip_the(&text))
                }
            }
        }
    }

    /// A place by name: "this fighter's hex".
    pub(crate) fn hex_noun(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Call(Func::Fighter(Prop::Hex) | Func::Token(TokenProp::Hex), args) => {
                let who = self.noun(&args[0]);
                format!("{} hex", possessive(&who))
            }
            other => self.noun(other),
        }
    }
}

/// "3" or "1 or 2" if the condition asks for the token's number.
fn numbers_of(cond: &Expr, var: VarId) -> Option<String> {
    let number = Expr::Call(Func::Token(TokenProp::Number), vec![Expr::Var(var)]);
    match cond {
        Expr::Binary(Sign::Eq, a, b) if **a == number => match &**b {
            Expr::Number(n) => Some(n.to_string()),
            _ => None,
        },
        Expr::And(parts) => match &parts[..] {
            [
                Expr::Binary(Sign::Ge, a, low),
                Expr::Binary(Sign::Le, b, high),
            ] if **a == number && **b == number => {
                let (Expr::Number(low), Expr::Number(high)) = (&**low, &**high) else {
                    return None;
                };
                let joint = if low + 1 == *high { "or" } else { "to" };
                Some(format!("{low} {joint} {high}"))
            }
            _ => None,
        },
        _ => None,
    }
}

fn strip_article(text: &str) -> &str {
    text.strip_prefix("a ")
        .or_else(|| text.strip_prefix("an "))
        .unwrap_or(text)
}

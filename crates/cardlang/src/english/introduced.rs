//! Who and what a moment tells of, when first named: "a friendly leader", "another enemy", "you".

use super::moment::is_me;
use super::*;

impl Speaker<'_> {
    /// How an event's fighter is first named, using up the conditions that say so.
    pub(crate) fn introduced(
        &mut self,
        var: VarId,
        binding: Binding,
        parts: &[Expr],
        used: &mut [bool],
    ) -> String {
        if let Binding::Counter | Binding::TokenKind = binding {
            let named = parts.iter().zip(used.iter_mut()).find_map(|(part, used)| {
                let named = match part {
                    Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) => match **b {
                        Expr::Counter(counter) => self.counters(counter, true),
                        Expr::TokenKind(token) => {
                            format!("{} token", super::statement::token_name(token))
                        }
                        _ => return None,
                    },
                    Expr::Or(kinds) => {
                        let kinds: Option<Vec<String>> =
                            kinds.iter().map(|kind| kind_of_token(var, kind)).collect();
                        format!("{} token", listed(&kinds?, "or"))
                    }
                    _ => return None,
                };
                *used = true;
                Some(named)
            });
            let any = match binding {
                Binding::Counter => "counter",
                _ => "token",
            };
            return article(&named.unwrap_or_else(|| any.to_owned()));
        }
        let mut kind = "fighter";
        let (mut me, mut not_me) = (false, false);
        for (ix, part) in parts.iter().enumerate() {
            match part {
                Expr::Call(Func::Fighter(prop), args) if args[..] == [Expr::Var(var)] => match prop
                {
                    Prop::Friendly => (kind, used[ix]) = ("friend", true),
                    Prop::Enemy => (kind, used[ix]) = ("enemy", true),
                    _ => {}
                },
                Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) && **b == Expr::Me => {
                    used[ix] = true;
                    me = true;
                }
                part if binding == Binding::Fighter && is_not_me(part, var) => {
                    used[ix] = true;
                    not_me = true;
                }
                _ => {}
            }
        }
        // Somebody who was spoken of before.
        let known = parts
            .iter()
            .zip(used.iter_mut())
            .find_map(|(part, used)| match part {
                Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) => match **b {
                    Expr::Var(other)
                        if self.card.vars[usize::from(other.0)].ty == Type::Fighter =>
                    {
                        *used = true;
                        Some(other)
                    }
                    _ => None,
                },
                _ => None,
            });
        if let Some(other) = known {
            self.last = None;
            let noun = self.noun(&Expr::Var(other));
            self.called.push((var, noun.clone()));
            return noun;
        }
        if me {
            let name = match self.card.kind {
                CardKind::Spell => "the caster",
                _ => "this fighter",
            };
            self.called.push((var, name.to_owned()));
            self.said.push(Said::Me);
            return name.to_owned();
        }
        self.said.push(Said::Var(var));
        if kind != "fighter" && binding == Binding::Fighter {
            self.called.push((var, format!("that {kind}")));
        }
        match binding {
            Binding::Card => "a card".to_owned(),
            Binding::Token => "a token".to_owned(),
            Binding::Seat => self.seat_noun(var, parts, used),
            Binding::Number => self.number_noun(var, parts, used),
            _ => {
                let noun = self.entitled(kind, var, parts, used);
                match noun.split_once(' ') {
                    Some(("a" | "an", noun)) if not_me => format!("another {noun}"),
                    _ => noun,
                }
            }
        }
    }

    /// An amount that the event provides, if it must be a certain one.
    fn number_noun(&mut self, var: VarId, parts: &[Expr], used: &mut [bool]) -> String {
        for (part, used) in parts.iter().zip(used) {
            if let Expr::Binary(sign, a, b) = part
                && **a == Expr::Var(var)
                && matches!(**b, Expr::Number(_))
            {
                *used = true;
                return self.compared(*sign, b);
            }
        }
        "an amount".to_owned()
    }

    /// "you", "an opponent" or "a player".
    pub(crate) fn seat_noun(&mut self, var: VarId, parts: &[Expr], used: &mut [bool]) -> String {
        for (ix, part) in parts.iter().enumerate() {
            let (same, pair) = match part {
                Expr::Binary(Sign::Eq, a, b) => (true, (&**a, &**b)),
                Expr::Binary(Sign::Ne, a, b) => (false, (&**a, &**b)),
                Expr::Not(inner) => match &**inner {
                    Expr::Binary(Sign::Eq, a, b) => (false, (&**a, &**b)),
                    _ => continue,
                },
                _ => continue,
            };
            if pair == (&Expr::Var(var), &Expr::You) {
                used[ix] = true;
                let (first, later) = if same {
                    ("you", "you")
                } else {
                    ("an opponent", "that player")
                };
                self.called.push((var, later.to_owned()));
                return first.to_owned();
            }
            if let (true, (Expr::Var(own), Expr::Call(Func::Seat(SeatProp::Next), _))) =
                (same, pair)
                && *own == var
            {
                used[ix] = true;
                return self.noun(pair.1);
            }
        }
        "a player".to_owned()
    }
}

/// The kind of token that a condition asks for.
fn kind_of_token(var: VarId, part: &Expr) -> Option<String> {
    match part {
        Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) => match **b {
            Expr::TokenKind(token) => Some(super::statement::token_name(token).to_owned()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a condition says that somebody is not this fighter.
fn is_not_me(part: &Expr, var: VarId) -> bool {
    match part {
        Expr::Binary(Sign::Ne, a, b) => **a == Expr::Var(var) && **b == Expr::Me,
        Expr::Not(inner) => is_me(&[(**inner).clone()], var),
        _ => false,
    }
}

//! What is said of each of several, and amounts that are told where they are used.

use super::*;
use crate::tree::Given;

impl Speaker<'_> {
    pub(crate) fn for_each(&mut self, var: VarId, noun: &str, body: &[Stmt]) -> String {
        let Some((first, rest)) = body.split_first() else {
            return String::new();
        };
        let mut spoken_of = false;
        crate::walk::exprs_of(first, &mut |e| spoken_of |= mentions(e, &Expr::Var(var)));
        let compound = matches!(
            first,
            Stmt::Roll(..)
                | Stmt::Choose { .. }
                | Stmt::If(..)
                | Stmt::May(..)
                | Stmt::Effect { .. }
        );
        let plain = spoken_of && !compound;
        if plain {
            self.called.push((var, noun.to_owned()));
            self.last = None;
            let mut text = self.sentence(first);
            self.called.pop();
            self.last = Some(Said::Var(var));
            self.said.push(Said::Var(var));
            if !rest.is_empty() {
                let rest = self.sentences(rest);
                text = format!(
                    "{text}, then {}",
                    self.lexicon.small(&rest).trim_end_matches('.')
                );
            }
            return text;
        }
        self.last = Some(Said::Var(var));
        self.said.push(Said::Var(var));
        let text = self.sentences(body);
        format!(
            "for {noun}: {}",
            self.lexicon.small(&text).trim_end_matches('.')
        )
    }

    /// "It heals 1 for each Critical rolled": damage and healing of as much as there is of something.
    pub(crate) fn for_each_one(
        &mut self,
        row: &crate::verbs::Row,
        operands: &[Given],
    ) -> Option<String> {
        let verb = match row.word {
            "heal" => "heals 1",
            "damage" => "takes 1 damage",
            _ => return None,
        };
        let [Given::Expr(who), Given::Expr(n), ..] = operands else {
            return None;
        };
        let who = self.noun(who);
        let each = self.each_one(n)?;
        Some(format!("{who} {verb} for each {each}"))
    }

    /// A number that is picked only to heal or draw so much is told there: "up to 2".
    pub(crate) fn foresee(&mut self, stmt: &Stmt, next: Option<&Stmt>) {
        let Stmt::ChooseNumber(var, Expr::Number(0), high) = stmt else {
            return;
        };
        let used = next.is_some_and(|next| {
            let given = next.given("heal").or(next.given("draw"));
            given.is_some_and(|given| given.contains(&Given::Expr(Expr::Var(*var))))
        });
        if used {
            let high = match high {
                // What there was before, less what there is now.
                Expr::Binary(Sign::Sub, before, now) if self.amount(before) == self.amount(now) => {
                    "as many".to_owned()
                }
                high => self.amount(high),
            };
            self.called.push((*var, format!("up to {high}")));
        }
    }
}

/// What is asked of each of several, but for what is taken from them: who has none of it is none the poorer.
pub(super) fn asked_of_each(var: VarId, filter: Option<&Expr>, body: &[Stmt]) -> Option<Expr> {
    let mut parts: Vec<Expr> = filter.iter().flat_map(|filter| parts_of(filter)).collect();
    if let [only] = body
        && let Some([Given::Absent, Given::Word(counter), Given::Expr(who)]) = only.given("remove")
        && *who == Expr::Var(var)
    {
        let counters = Func::Fighter(Prop::Counters(CounterId(counter - 1)));
        let has = Expr::Binary(
            Sign::Ge,
            Box::new(Expr::Call(counters, vec![Expr::Var(var)])),
            Box::new(Expr::Number(1)),
        );
        parts.retain(|part| *part != has);
    }
    all_of(parts)
}

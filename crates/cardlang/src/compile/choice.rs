//! Choices, alternatives and granted actions, and what must hold so that what comes after a choice can be followed.

use super::Compiler;
use crate::instr::{self, ActionKind, Ref};
use crate::origin::What;
use crate::program::{
    Formula,
    words::{Prop, Quant, SeatProp},
};
use crate::tree::{Expr, Pick, Sign, Stmt, VarId};
use crate::vocab::Func;

impl<'t> Compiler<'t> {
    /// One of several things chosen together.
    pub(super) fn choice(
        &mut self,
        (term, by): (bool, Ref),
        (picks, ix): (&[Pick], usize),
        filter: &Option<Expr>,
        rest: &[Stmt],
    ) {
        let pick = &picks[ix];
        let of = self.reference_or(&pick.of, Ref::NONE);
        let mut inner: Vec<Expr> = filter.iter().cloned().collect();
        inner.extend(self.demands(picks.iter().map(|p| p.var), rest));
        inner.extend(self.feasible(rest));
        let mut parts = different(pick.var, &picks[..ix]);
        match &picks[ix + 1..] {
            [] => parts.extend(inner),
            later => {
                // Later picks must differ from this one and from those already made.
                let done = &picks[..=ix];
                inner.extend(later.iter().flat_map(|later| different(later.var, done)));
                parts.push(exists(later, inner));
            }
        }
        let found = self.on_element(pick.var, Expr::all(parts).as_ref());
        self.with_element(pick.var, |compiler| {
            compiler.note(found, 1, || What::Pick {
                picks: picks.to_vec(),
                ix,
                filter: filter.clone(),
                rest: rest.to_vec(),
            });
        });
        let slot = self.keep(pick.var);
        self.emit(instr::Choose {
            slot,
            over: pick.over,
            of,
            filter: found,
            by,
            term,
        });
    }

    pub(super) fn one_of(&mut self, by: &Option<Expr>, arms: &'t [Vec<Stmt>]) {
        let by = self.reference_or(by, Ref::YOU);
        let n = arms.len() as u8;
        let options = self.emit(instr::Options { by, n, to: 0 });
        let mut heads = Vec::new();
        for arm in arms {
            let can = self.feasible(arm);
            let cond = can.map_or(Formula::YES, |can| self.condition(&can, 0));
            heads.push(self.emit(instr::Arm { cond, to: 0 }));
        }
        let mut ends = vec![options];
        for (arm, head) in arms.iter().zip(heads) {
            self.land(head);
            self.block(arm);
            ends.push(self.emit(instr::Jump { to: 0 }));
        }
        ends.into_iter().for_each(|end| self.land(end));
    }

    pub(super) fn grant(&mut self, stmt: &Stmt, optional: bool) {
        if let Stmt::Let {
            who,
            action,
            weapon,
            var,
            filter,
        } = stmt
        {
            let who = self.reference(who);
            let filter = self.on_element(*var, filter.as_ref());
            self.emit(instr::Grant {
                who,
                action: *action,
                named: *action != ActionKind::Any,
                optional,
                weapon: *weapon,
                filter,
            });
        }
    }

    /// What must hold for the statements to be followed, as far as their first choices go.
    pub(super) fn feasible(&self, body: &[Stmt]) -> Option<Expr> {
        let (first, rest) = body.split_first()?;
        match first {
            Stmt::Choose { picks, filter, .. } => {
                let mut inner: Vec<Expr> = filter.iter().cloned().collect();
                inner.extend(self.demands(picks.iter().map(|p| p.var), rest));
                inner.extend(self.feasible(rest));
                Some(exists(picks, inner))
            }
            _ if let Some((n, whose)) = first.spends() => {
                let glory = Expr::Call(Func::Seat(SeatProp::Glory), vec![whose.clone()]);
                let enough = Expr::Binary(Sign::Ge, Box::new(glory), Box::new(n.clone()));
                let all = [enough].into_iter().chain(self.feasible(rest));
                Expr::all(all.collect())
            }
            Stmt::OneOf(_, arms) => {
                let arms: Option<Vec<Expr>> = arms.iter().map(|a| self.feasible(a)).collect();
                arms.map(Expr::Or)
            }
            _ => None,
        }
    }

    /// What later statements ask of the variables just chosen: who must be pushed must be free to be.
    fn demands(&self, vars: impl Iterator<Item = VarId>, rest: &[Stmt]) -> Vec<Expr> {
        let pushed = |var: VarId| {
            rest.iter().any(
                |s| matches!(s, Stmt::Push { who: Expr::Var(v), up_to: false, .. } if *v == var),
            )
        };
        vars.filter(|v| pushed(*v))
            .map(|v| Expr::Call(Func::Fighter(Prop::Pushable), vec![Expr::Var(v)]))
            .collect()
    }
}

/// Some choice of the picks for which all the conditions hold; different picks are different things.
fn exists(picks: &[Pick], mut inner: Vec<Expr>) -> Expr {
    for (ix, pick) in picks.iter().enumerate().rev() {
        let mut parts = different(pick.var, &picks[..ix]);
        parts.append(&mut inner);
        inner = vec![Expr::Quant {
            what: Quant::Any,
            over: pick.over,
            of: pick.of.clone().map(Box::new),
            var: pick.var,
            filter: Expr::all(parts).map(Box::new),
            value: None,
        }];
    }
    inner.pop().unwrap_or(Expr::Number(1))
}

/// That something differs from others that are picked.
fn different(this: VarId, others: &[Pick]) -> Vec<Expr> {
    let from = |other: &Pick| {
        let (this, other) = (Expr::Var(this), Expr::Var(other.var));
        Expr::Binary(Sign::Ne, Box::new(this), Box::new(other))
    };
    others.iter().map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::compiled;
    use crate::Instr;
    use crate::program::{Form, words::Prop};

    #[test]
    fn who_is_to_be_pushed_must_be_free_to_be() {
        let asks = |body: &str| {
            let code = compiled(&format!("ploy \"Trial\" {{ {body} }}"));
            let Some(Instr::Choose(choose)) = code.code.first() else {
                panic!("{:?}", code.code);
            };
            let pushable = |form: &Form| matches!(form, Form::Fighter(Prop::Pushable, _));
            code.program.has(choose.filter, pushable)
        };
        assert!(asks("choose a: friend push a 1"));
        assert!(!asks("choose a: friend push a up to 1"));
    }
}

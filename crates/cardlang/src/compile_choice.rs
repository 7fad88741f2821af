//! From the checked tree to code: choices, alternatives and granted actions.

use crate::compile::{Compiler, different, exists};
use crate::instr::{self, ActionKind, Ref};
use crate::origin::What;
use crate::program::Formula;
use crate::tree::{Expr, Pick, Stmt};

impl<'t> Compiler<'t> {
    /// One of several things chosen together.
    pub(crate) fn choice(
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

    pub(crate) fn one_of(&mut self, by: &Option<Expr>, arms: &'t [Vec<Stmt>]) {
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

    pub(crate) fn grant(&mut self, stmt: &Stmt, optional: bool) {
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
}

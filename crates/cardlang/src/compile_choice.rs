//! From the checked tree to code: choices, alternatives and granted actions.

use crate::compile::{Compiler, distinct, exists};
use crate::instr::{self, ActionKind, Instr, Ref};
use crate::origin::{Loc, What};
use crate::program::Expr as Code;
use crate::tree::{Expr, Pick, Stmt};

impl<'t> Compiler<'t> {
    pub(crate) fn choice(
        &mut self,
        term: bool,
        by: Ref,
        picks: &[Pick],
        ix: usize,
        filter: &Option<Expr>,
        rest: &[Stmt],
    ) {
        let pick = &picks[ix];
        let whole = filter;
        let of = self.reference_or(&pick.of, Ref::NONE);
        let mut inner: Vec<Expr> = filter.iter().cloned().collect();
        inner.extend(self.demands(picks.iter().map(|p| p.var), rest));
        inner.extend(self.feasible(rest));
        let mut parts = distinct(picks, ix);
        if ix + 1 < picks.len() {
            // Later picks must differ from this one and from those already made.
            let later: Vec<Pick> = picks[ix + 1..].to_vec();
            for (at, later_pick) in later.iter().enumerate() {
                let all: Vec<Pick> = picks[..=ix]
                    .iter()
                    .chain(&later[at..=at])
                    .cloned()
                    .collect();
                debug_assert_eq!(all[ix + 1].var, later_pick.var);
                inner.extend(distinct(&all, ix + 1));
            }
            parts.push(exists(&later, inner));
        } else {
            parts.extend(inner);
        }
        let cond = match parts.len() {
            0 => None,
            1 => parts.pop(),
            _ => Some(Expr::And(parts)),
        };
        let element = self.env.get(&pick.var).copied();
        let filter = self.on_element(pick.var, cond.as_ref());
        self.env.insert(pick.var, Loc::It(0));
        self.note(filter, 1, || What::Pick {
            picks: picks.to_vec(),
            ix,
            filter: whole.clone(),
            rest: rest.to_vec(),
        });
        match element {
            Some(loc) => self.env.insert(pick.var, loc),
            None => self.env.remove(&pick.var),
        };
        let slot = self.keep(pick.var);
        self.code.push(Instr::Choose(instr::Choose {
            slot,
            over: pick.over,
            of,
            filter,
            by,
            term,
        }));
    }

    pub(crate) fn one_of(&mut self, by: &Option<Expr>, arms: &'t [Vec<Stmt>]) {
        let by = self.reference_or(by, Ref::YOU);
        let options = self.push_code(Instr::Options(instr::Options {
            by,
            n: arms.len() as u8,
            to: 0,
        }));
        let mut heads = Vec::new();
        for arm in arms {
            let cond = self
                .feasible(arm)
                .map_or(Code::YES, |c| self.condition(&c, 0));
            heads.push(self.push_code(Instr::Arm(instr::Arm { cond, to: 0 })));
        }
        let mut ends = Vec::new();
        for (arm, head) in arms.iter().zip(heads) {
            self.land(head);
            self.block(arm);
            ends.push(self.push_code(Instr::Jump(instr::Jump { to: 0 })));
        }
        self.land(options);
        for end in ends {
            self.land(end);
        }
    }

    pub(crate) fn grant(&mut self, stmt: &Stmt, optional: bool) {
        let Stmt::Let {
            who,
            action,
            weapon,
            var,
            filter,
        } = stmt
        else {
            return;
        };
        let who = self.reference(who);
        let filter = self.on_element(*var, filter.as_ref());
        let named = *action != ActionKind::Any;
        self.code.push(Instr::Grant(instr::Grant {
            who,
            action: *action,
            named,
            optional,
            weapon: *weapon,
            filter,
        }));
    }
}

//! Which variables the clauses of an effect use.

use crate::tree::{Clause, ClauseKind, Expr, Mod, Stmt, VarId, Who};

/// The variables that some clauses use, each once.
pub(crate) fn vars_of_clauses(clauses: &[Clause]) -> Vec<VarId> {
    let mut used = Vec::new();
    for clause in clauses {
        vars_of_clause(clause, &mut used);
    }
    used
}

fn vars_of_clause(clause: &Clause, out: &mut Vec<VarId>) {
    if let Some(when) = &clause.when {
        vars_of(when, out);
    }
    vars_of_body(clause.kind.body(), out);
    if let ClauseKind::Static(rule) = &clause.kind {
        for who in [rule.who, rule.on] {
            if let Who::Var(var) = who {
                add(var, out);
            }
        }
        for cond in rule.filter.iter().chain(&rule.while_) {
            vars_of(cond, out);
        }
        for item in &rule.mods {
            match item {
                Mod::Stat(_, _, value, ..)
                | Mod::Support(_, value)
                | Mod::Hexes(_, _, Some(value))
                | Mod::Further(_, _, value)
                | Mod::Sight(_, value)
                | Mod::CannotScore(_, value) => vars_of(value, out),
                Mod::Hexes(_, _, None) | Mod::Plain(_) | Mod::Keyword(..) => {}
            }
        }
    }
}

pub(crate) fn vars_of_body(body: &[Stmt], out: &mut Vec<VarId>) {
    for stmt in body {
        crate::walk::exprs_of(stmt, &mut |e| vars_of(e, out));
        for block in crate::walk::blocks_of(stmt) {
            vars_of_body(block, out);
        }
        if let Stmt::Effect { clauses, .. } = stmt {
            for clause in clauses {
                vars_of_clause(clause, out);
            }
        }
    }
}

pub(crate) fn vars_of(expr: &Expr, out: &mut Vec<VarId>) {
    if let Expr::Var(var) = expr {
        add(*var, out);
    }
    crate::walk::parts_of(expr, &mut |e| vars_of(e, out));
}

pub(crate) fn add(var: VarId, out: &mut Vec<VarId>) {
    if !out.contains(&var) {
        out.push(var);
    }
}

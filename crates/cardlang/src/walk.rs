//! Walking over the checked tree: the expressions and blocks directly inside a statement or expression.

use crate::tree::{Card, Expr, Given, Stmt, VarId};

/// Calls `visit` with each expression directly inside the expression.
pub fn parts_of(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::Call(_, parts) | Expr::And(parts) | Expr::Or(parts) => parts.iter().for_each(visit),
        Expr::Named(inner, _)
        | Expr::Titled(inner, _)
        | Expr::Label(inner, ..)
        | Expr::Not(inner) => visit(inner),
        Expr::Binary(_, a, b) => {
            visit(a);
            visit(b);
        }
        Expr::Quant {
            of, filter, value, ..
        } => {
            for part in [of, filter, value].into_iter().flatten() {
                visit(part);
            }
        }
        Expr::If(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        Expr::Past(past) => {
            let key = past.key.as_ref().map(|(_, fighter)| fighter);
            let parts = past.filter.iter().chain(&past.value).chain(key);
            parts.for_each(visit);
        }
        _ => {}
    }
}

/// Calls `visit` with each expression directly inside the statement.
pub fn exprs_of(stmt: &Stmt, visit: &mut dyn FnMut(&Expr)) {
    match stmt {
        Stmt::Choose {
            by, picks, filter, ..
        } => {
            by.iter()
                .chain(picks.iter().filter_map(|p| p.of.as_ref()))
                .chain(filter)
                .for_each(visit);
        }
        Stmt::ChooseSet {
            most, of, filter, ..
        } => most.iter().chain(of).chain(filter).for_each(visit),
        Stmt::ChooseNumber(_, a, b) | Stmt::Scatter(a, b) => {
            visit(a);
            visit(b);
        }
        Stmt::Name(_, a) | Stmt::If(a, ..) | Stmt::Roll(_, a) => visit(a),
        Stmt::May(by, _) | Stmt::OneOf(by, _) => by.iter().for_each(visit),
        Stmt::Each { of, filter, .. } => of.iter().chain(filter).for_each(visit),
        Stmt::Push {
            who, n, of, end, ..
        } => [who, n].into_iter().chain(of).chain(end).for_each(visit),
        Stmt::Place(who, _, filter)
        | Stmt::Lift(who, _, filter)
        | Stmt::Let { who, filter, .. } => std::iter::once(who).chain(filter).for_each(visit),
        Stmt::Effect { n, .. } => n.iter().for_each(visit),
        Stmt::Plain(_, operands) => {
            for operand in operands {
                if let Given::Expr(expr) | Given::Token(expr) = operand {
                    visit(expr);
                }
            }
        }
        Stmt::EachIn { .. } => {}
    }
}

/// The blocks directly inside the statement.
pub fn blocks_of(stmt: &Stmt) -> Vec<&[Stmt]> {
    match stmt {
        Stmt::If(_, yes, no) => vec![yes, no],
        Stmt::May(_, body) | Stmt::Each { body, .. } | Stmt::EachIn { body, .. } => vec![body],
        Stmt::OneOf(_, arms) => arms.iter().map(Vec::as_slice).collect(),
        Stmt::Choose { .. }
        | Stmt::ChooseSet { .. }
        | Stmt::ChooseNumber(..)
        | Stmt::Name(..)
        | Stmt::Roll(..)
        | Stmt::Scatter(..)
        | Stmt::Push { .. }
        | Stmt::Place(..)
        | Stmt::Lift(..)
        | Stmt::Let { .. }
        | Stmt::Effect { .. }
        | Stmt::Plain(..) => Vec::new(),
    }
}

/// Whether a set is gone through more than once: by two statements, or by one that is repeated.
pub fn goes_through_again(card: &Card, set: VarId) -> bool {
    let bodies = card.clauses.iter().map(|clause| clause.kind.body());
    bodies.map(|body| goes_through(body, set, 1)).sum::<usize>() > 1
}

/// How often statements go through a set; each counts as `weight`, inside a loop as more than one.
fn goes_through(body: &[Stmt], set: VarId, weight: usize) -> usize {
    let each = |stmt: &Stmt| {
        let own = match stmt {
            Stmt::EachIn { set: of, .. } if *of == set => weight,
            _ => 0,
        };
        let repeated = matches!(stmt, Stmt::Each { .. } | Stmt::EachIn { .. });
        let inner = if repeated { weight + 1 } else { weight };
        let blocks = blocks_of(stmt).into_iter();
        own + blocks
            .map(|block| goes_through(block, set, inner))
            .sum::<usize>()
    };
    body.iter().map(each).sum()
}

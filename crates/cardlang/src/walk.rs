//! Walking over the checked tree: the expressions and blocks directly inside a statement or expression.

use crate::tree::{Expr, Given, Stmt};

/// Calls `visit` with each expression directly inside the expression.
pub fn parts_of(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::Call(_, parts) | Expr::And(parts) | Expr::Or(parts) => parts.iter().for_each(visit),
        Expr::Named(inner, _) | Expr::Label(inner, ..) | Expr::Not(inner) => visit(inner),
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
        Stmt::ChooseSet { most, filter, .. } => std::iter::once(most).chain(filter).for_each(visit),
        Stmt::ChooseNumber(_, a, b) | Stmt::Scatter(a, b) | Stmt::Swap(_, a, b) => {
            visit(a);
            visit(b);
        }
        Stmt::Name(_, a)
        | Stmt::If(a, ..)
        | Stmt::Roll(_, a)
        | Stmt::Take(a, ..)
        | Stmt::Mark(a, ..)
        | Stmt::Spend(a)
        | Stmt::Reroll(_, a, _) => visit(a),
        Stmt::May(by, _) | Stmt::OneOf(by, _) => by.iter().for_each(visit),
        Stmt::Each { filter, .. } => filter.iter().for_each(visit),
        Stmt::Push {
            who, n, of, end, ..
        } => [who, n].into_iter().chain(of).chain(end).for_each(visit),
        Stmt::Place(who, _, filter)
        | Stmt::Lift(who, _, filter)
        | Stmt::Let { who, filter, .. } => std::iter::once(who).chain(filter).for_each(visit),
        Stmt::Heal(who, n) => std::iter::once(who).chain(n).for_each(visit),
        Stmt::Draw(seat, n, _) | Stmt::Track(seat, n) => {
            std::iter::once(n).chain(seat).for_each(visit)
        }
        Stmt::Effect { n, .. } => n.iter().for_each(visit),
        Stmt::Plain(_, operands) => {
            for operand in operands {
                if let Given::Expr(expr) = operand {
                    visit(expr);
                }
            }
        }
        Stmt::EachIn(..) | Stmt::Look(..) | Stmt::NoBounty | Stmt::NoDriveBack => {}
    }
}

/// The blocks directly inside the statement.
pub fn blocks_of(stmt: &Stmt) -> Vec<&[Stmt]> {
    match stmt {
        Stmt::If(_, yes, no) => vec![yes, no],
        Stmt::May(_, body) | Stmt::Each { body, .. } | Stmt::EachIn(_, _, body) => vec![body],
        Stmt::OneOf(_, arms) => arms.iter().map(Vec::as_slice).collect(),
        _ => Vec::new(),
    }
}

//! Compiled cards as text, for people who debug them.

use crate::code::{CardCode, Role, Static};
use crate::instr::Instr;
use crate::op::{Expr, Op};
use std::fmt::Write as _;

/// The whole card as text: one line per clause and instruction.
pub fn disassemble(card: &CardCode) -> String {
    let mut out = format!("card {} {:?} value {}", card.id.0, card.kind, card.value);
    if let Some(cast) = card.cast {
        let _ = write!(out, " cast {}x{}", cast.n, cast.symbol.word());
    }
    if !card.users.is_yes() {
        let _ = write!(out, " users {}", expr(card, card.users));
    }
    out.push('\n');
    for (ix, clause) in card.clauses.iter().enumerate() {
        let _ = write!(out, "clause {ix}: {}", role(card, clause.role));
        if !clause.when.is_yes() {
            let _ = write!(out, " when {}", expr(card, clause.when));
        }
        if clause.effect > 0 {
            let _ = write!(out, " effect {}", clause.effect);
        }
        if clause.limit != Default::default() {
            let _ = write!(out, " once per {:?}", clause.limit);
        }
        if clause.side != Default::default() {
            let _ = write!(out, " side {:?}", clause.side);
        }
        if !matches!(clause.role, Role::Static(_)) {
            let _ = write!(out, " at {}", clause.body);
        }
        out.push('\n');
    }
    for (pc, instr) in card.code.iter().enumerate() {
        let _ = writeln!(out, "{pc:4}  {}", instr_text(card, *instr));
    }
    out
}

/// An expression in reverse Polish form.
pub fn expr(card: &CardCode, expr: Expr) -> String {
    if expr.is_yes() {
        return "yes".to_owned();
    }
    let mut out = String::from("[");
    for (ix, op) in card.expr(expr).iter().enumerate() {
        if ix > 0 {
            out.push(' ');
        }
        match op {
            Op::Const(n) => {
                let _ = write!(out, "{n}");
            }
            Op::Slot(n) => {
                let _ = write!(out, "s{n}");
            }
            Op::Quant { what, over, len } => {
                let _ = write!(out, "{what:?}({over:?},{len})");
            }
            Op::Fighter(prop) => {
                let _ = write!(out, ".{prop:?}");
            }
            Op::Token(prop) => {
                let _ = write!(out, ".{prop:?}");
            }
            Op::Hex(prop) => {
                let _ = write!(out, ".{prop:?}");
            }
            other => {
                let _ = write!(out, "{other:?}");
            }
        }
    }
    out.push(']');
    out
}

fn role(card: &CardCode, role: Role) -> String {
    match role {
        Role::Static(rule) => match rule.what {
            Static::Modify {
                stat,
                change,
                value,
                min,
                max,
            } => {
                let value = expr(card, value);
                format!(
                    "static {:?} {stat:?} {change:?} {value} within {min}..{max}",
                    rule.subject
                )
            }
            Static::Teleport(hex) => {
                format!("static {:?} Teleport {}", rule.subject, expr(card, hex))
            }
            what => format!("static {:?} {what:?}", rule.subject),
        },
        Role::Score { timing, glory } if glory.is_yes() => format!("score {timing:?}"),
        Role::Score { timing, glory } => format!("score {timing:?} for {}", expr(card, glory)),
        other => format!("{other:?}"),
    }
}

fn instr_text(card: &CardCode, instr: Instr) -> String {
    let debug = format!("{instr:?}");
    // Expressions are shown by their operations instead of their place in the pool.
    let mut out = String::new();
    let mut rest = debug.as_str();
    while let Some(at) = rest.find("Expr { at: ") {
        out.push_str(&rest[..at]);
        let tail = &rest[at + "Expr { at: ".len()..];
        let Some(close) = tail.find(" }") else {
            break;
        };
        let mut numbers = tail[..close]
            .split(", len: ")
            .filter_map(|n| n.parse::<u16>().ok());
        if let (Some(at), Some(len)) = (numbers.next(), numbers.next()) {
            out.push_str(&expr(card, Expr { at, len }));
        }
        rest = &tail[close + 2..];
    }
    out.push_str(rest);
    out
}

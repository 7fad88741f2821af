//! A check of compiled code, whoever compiled it: after it, the machine needs no bounds of its own.
//!
//! Checked: every jump is inside the code and goes forward; [`Instr::Again`] returns to a
//! [`Instr::Next`]; slots exist; expressions leave exactly one value and never reach below the
//! stack. Not checked: whether a number is used as what it stands for; that is the checker's part.

use crate::binding::SLOTS;
use crate::code::{CardCode, Role, Static, Timing};
use crate::instr::{Instr, Pc};
use crate::op::{Domain, Expr, MAX_NEST, Op, Quant};

/// Most values an expression may have on the stack.
pub const MAX_STACK: usize = 16;

/// What is wrong with compiled code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A jump leaves the code or goes back.
    Jump(Pc),
    /// A slot that does not exist, or half a set beyond the last slot.
    Slot(Pc),
    /// A domain that does not fit a set, or lacks its owner.
    Domain(Pc),
    /// The code does not end.
    NoEnd,
    /// An expression lies outside the pool.
    Pool(Expr),
    /// An expression reaches below the stack, overflows it, or does not leave exactly one value.
    Stack(Expr),
    /// A quantifier or skip reaches beyond its expression, or nests too deeply.
    Reach(Expr),
}

/// Finds the first flaw of a compiled card.
pub fn verify(card: &CardCode) -> Result<(), Flaw> {
    if card.code.last().is_some_and(|i| *i != Instr::End) {
        return Err(Flaw::NoEnd);
    }
    for (pc, instr) in card.code.iter().enumerate() {
        check_instr(card, pc as Pc, *instr)?;
    }
    check_expr(card, card.users)?;
    for weapon in &card.weapons {
        check_expr(card, weapon.dice)?;
    }
    for clause in &card.clauses {
        check_expr(card, clause.when)?;
        match clause.role {
            Role::Static(rule) => match rule.what {
                Static::Modify { value, .. } => check_expr(card, value)?,
                Static::Teleport(hex) => check_expr(card, hex)?,
                _ => {}
            },
            Role::Score { glory, timing } => {
                check_expr(card, glory)?;
                if matches!(timing, Timing::Surge(_)) && clause.body as usize >= card.code.len() {
                    return Err(Flaw::Jump(clause.body));
                }
            }
            _ if clause.body as usize >= card.code.len() => return Err(Flaw::Jump(clause.body)),
            _ => {}
        }
    }
    Ok(())
}

fn check_instr(card: &CardCode, pc: Pc, instr: Instr) -> Result<(), Flaw> {
    let forward = |to: Pc| {
        if to > pc && (to as usize) < card.code.len() {
            Ok(())
        } else {
            Err(Flaw::Jump(pc))
        }
    };
    let slot = |slot: u8, width: usize| {
        if slot as usize + width <= SLOTS {
            Ok(())
        } else {
            Err(Flaw::Slot(pc))
        }
    };
    match instr {
        Instr::Jump(to) | Instr::May { to, .. } => forward(to),
        Instr::Unless { cond, to } | Instr::Arm { cond, to } => {
            check_expr(card, cond)?;
            forward(to)
        }
        Instr::Options { n, to, .. } => {
            forward(to)?;
            let arms = card.code[pc as usize + 1..].iter().take(n as usize);
            if arms.filter(|i| matches!(i, Instr::Arm { .. })).count() == n as usize {
                Ok(())
            } else {
                Err(Flaw::Jump(pc))
            }
        }
        Instr::Each { set, over, filter } => {
            slot(set, 2)?;
            check_domain(over.fits_set(), pc)?;
            check_expr(card, filter)
        }
        Instr::Next { set, var, to, .. } => {
            slot(set, 2)?;
            slot(var, 1)?;
            forward(to)
        }
        Instr::Again(to) => match card.code.get(to as usize) {
            Some(Instr::Next { .. }) if to < pc => Ok(()),
            _ => Err(Flaw::Jump(pc)),
        },
        Instr::Set { slot: s, value } => {
            slot(s, 1)?;
            check_expr(card, value)
        }
        Instr::Choose {
            slot: s,
            over,
            of,
            filter,
            ..
        } => {
            slot(s, 1)?;
            check_domain(over.of_something() != (of == crate::Ref::NONE), pc)?;
            check_expr(card, filter)
        }
        Instr::ChooseSet {
            set,
            over,
            filter,
            most,
            ..
        } => {
            slot(set, 2)?;
            check_domain(over.fits_set(), pc)?;
            check_expr(card, filter)?;
            check_expr(card, most)
        }
        Instr::ChooseNumber { slot: s, low, high } => {
            slot(s, 1)?;
            check_expr(card, low)?;
            check_expr(card, high)
        }
        Instr::Peek { slot: s, .. } => slot(s, 1),
        Instr::Roll { n, .. }
        | Instr::Scatter { n, .. }
        | Instr::Damage { n, .. }
        | Instr::SetDamage { n, .. }
        | Instr::Heal { n, .. }
        | Instr::Draw { n, .. }
        | Instr::Gain { n, .. }
        | Instr::SpendGlory { n, .. }
        | Instr::Install { n, .. }
        | Instr::Track { n, .. }
        | Instr::Reroll { most: n, .. } => check_expr(card, n),
        Instr::Push { n, end, .. } => {
            check_expr(card, n)?;
            check_expr(card, end)
        }
        Instr::Place { hex, .. } => check_expr(card, hex),
        Instr::Grant { filter, .. } => check_expr(card, filter),
        _ => Ok(()),
    }
}

fn check_domain(fits: bool, pc: Pc) -> Result<(), Flaw> {
    if fits { Ok(()) } else { Err(Flaw::Domain(pc)) }
}

fn check_expr(card: &CardCode, expr: Expr) -> Result<(), Flaw> {
    if expr.is_yes() {
        return Ok(());
    }
    let (from, to) = (expr.at as usize, expr.at as usize + expr.len as usize);
    let ops = card.ops.get(from..to).ok_or(Flaw::Pool(expr))?;
    match depth_after(ops, 0, expr)? {
        1 => Ok(()),
        _ => Err(Flaw::Stack(expr)),
    }
}

/// How many values the operations leave when they start with an empty stack.
fn depth_after(ops: &[Op], nest: usize, expr: Expr) -> Result<usize, Flaw> {
    if nest > MAX_NEST {
        return Err(Flaw::Reach(expr));
    }
    let mut depth = 0usize;
    let mut ix = 0;
    // Where each pending skip lands, and the depth it must find there.
    let mut landings: Vec<(usize, usize)> = Vec::new();
    while ix < ops.len() {
        for (_, want) in landings.iter().filter(|(at, _)| *at == ix) {
            if *want != depth {
                return Err(Flaw::Stack(expr));
            }
        }
        let (pops, pushes) = effect_of(ops[ix]);
        depth = depth.checked_sub(pops).ok_or(Flaw::Stack(expr))? + pushes;
        if depth > MAX_STACK {
            return Err(Flaw::Stack(expr));
        }
        ix += 1;
        match ops[ix - 1] {
            Op::AndThen(len) | Op::OrElse(len) => {
                let landing = ix + len as usize;
                if landing > ops.len() || len == 0 {
                    return Err(Flaw::Reach(expr));
                }
                landings.push((landing, depth + 1));
            }
            Op::Quant { what, len, .. } => {
                let inner = ops.get(ix..ix + len as usize).ok_or(Flaw::Reach(expr))?;
                let left = depth_after(inner, nest + 1, expr)?;
                let empty_count = left == 0 && what == Quant::Count;
                if left != 1 && !empty_count {
                    return Err(Flaw::Stack(expr));
                }
                ix += len as usize;
            }
            _ => {}
        }
    }
    let at_end = landings.iter().filter(|(at, _)| *at == ops.len());
    if at_end.clone().any(|(_, want)| *want != depth) {
        return Err(Flaw::Stack(expr));
    }
    Ok(depth)
}

/// How many values an operation pops and pushes; the inner part of a quantifier is not counted.
fn effect_of(op: Op) -> (usize, usize) {
    match op {
        Op::Const(_)
        | Op::Slot(_)
        | Op::It(_)
        | Op::You
        | Op::Me
        | Op::This
        | Op::Attacker
        | Op::Target
        | Op::Attack(_)
        | Op::AttackFaces(_)
        | Op::DefenceFaces(_)
        | Op::Rolled(_)
        | Op::Game(_) => (0, 1),
        Op::Not
        | Op::Fighter(_)
        | Op::Named(_)
        | Op::Token(_)
        | Op::Hex(_)
        | Op::Card(_)
        | Op::Seat(_)
        | Op::InChain => (1, 1),
        Op::AndThen(_) | Op::OrElse(_) | Op::Only => (1, 0),
        Op::Add
        | Op::Sub
        | Op::Mul
        | Op::Min
        | Op::Max
        | Op::Eq
        | Op::Ne
        | Op::Lt
        | Op::Le
        | Op::Gt
        | Op::Ge
        | Op::Distance
        | Op::Sees
        | Op::Reaches
        | Op::SameTerritory
        | Op::Companion => (2, 1),
        Op::Pick => (3, 1),
        Op::Quant { over, .. } => (if over.of_something() { 1 } else { 0 }, 1),
    }
}

/// Whether a domain is one of fighters.
pub fn is_fighters(over: Domain) -> bool {
    matches!(
        over,
        Domain::Friends
            | Domain::Enemies
            | Domain::Fighters
            | Domain::AllFriends
            | Domain::AllEnemies
            | Domain::AllFighters
    )
}

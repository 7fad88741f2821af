//! Choices of a fighter after which only the next instruction must be tried, or only another such choice
//! and what comes after that: what of their conditions need not be asked, as trying the rest tells it as
//! well.

use super::{
    form::{Arg, Cmp, Form, Forms, ITS_AT, Operand},
    sure::{alone, by_sight},
};
use gloryhex_cardlang::{CardCode, Domain, Expr, Instr, Prop, PushWay, Quant, verify::is_fighters};

/// A choice of a fighter that must be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    /// From which.
    pub over: Domain,
    /// What is asked of it, without what trying the rest tells.
    pub wanted: Arg,
    /// Where it is kept.
    pub slot: u8,
    /// Whether the card's text says that it is chosen.
    pub term: bool,
    filter: Expr,
}

impl Pick {
    /// The choice that an instruction asks for, if what follows it is short enough. Longer ones are walked,
    /// as they might take too long.
    pub fn of(code: &CardCode, forms: &mut Forms, pc: usize) -> Option<Pick> {
        let told = |pc: usize| pc < code.code.len() && alone(code, pc, &|_| false);
        let first = picked(code, pc)?;
        let second = picked(code, pc + 1);
        let last = second.map_or(pc + 1, |_| pc + 2);
        if !told(last) {
            return None;
        }
        if first.filter.is_yes() {
            return Some(first);
        }
        let all = forms.root(first.filter, 1, false)?.arg;
        let mut parts = Vec::new();
        forms.flatten(all, true, &mut parts);
        let before = parts.len();
        let other = |slot: &u8| second.is_none_or(|second| second.slot != *slot);
        let pushed = pushed(code, last).filter(other);
        parts.retain(|part| {
            let free = pushed == Some(first.slot) && forms.is_pushable(*part);
            let again = second.is_some_and(|second| asked_again(forms, *part, first.slot, second));
            !free && !again
        });
        let wanted = match parts.len() == before {
            true => all,
            false => forms.all_of(&parts),
        };
        Some(Pick { wanted, ..first })
    }
}

/// A choice of a fighter that must be made, whoever sees it.
fn picked(code: &CardCode, pc: usize) -> Option<Pick> {
    let Some(&Instr::Choose {
        slot,
        over,
        filter,
        term,
        optional: false,
        ..
    }) = code.code.get(pc)
    else {
        return None;
    };
    let known = is_fighters(over) && !(term && by_sight(code));
    known.then_some(Pick {
        over,
        wanted: Arg::ONE,
        slot,
        term,
        filter,
    })
}

/// The slot of the fighter whom an instruction pushes, or the one after it where a number is put somewhere
/// else first. That it can be pushed says that it is free to be.
fn pushed(code: &CardCode, pc: usize) -> Option<u8> {
    let (put, at) = match code.code[pc] {
        Instr::Set { slot, .. } => (Some(slot), pc + 1),
        _ => (None, pc),
    };
    match code.code.get(at)? {
        Instr::Push {
            who,
            way: PushWay::Free | PushWay::Away | PushWay::Toward,
            ..
        } => who.slot().filter(|slot| put != Some(*slot)),
        _ => None,
    }
}

/// Whether a condition on a fighter just put into a slot asks that there is somebody for the next choice,
/// and no more of that one than the choice itself.
fn asked_again(forms: &Forms, part: Arg, slot: u8, next: Pick) -> bool {
    let Operand::Node(id) = part.operand() else {
        return false;
    };
    let Form::Quant {
        what: Quant::Any,
        over,
        place,
        inner,
        ..
    } = *forms.node(id)
    else {
        return false;
    };
    let asked = match forms.root(next.filter, 1, false) {
        Some(root) => root.arg,
        None if next.filter.is_yes() => Arg::ONE,
        None => return false,
    };
    let now = |at: u8| match at {
        ITS_AT => slot,
        at if at == place => ITS_AT,
        at => at,
    };
    let (mut own, mut others) = (Vec::new(), Vec::new());
    forms.flatten(inner, true, &mut own);
    forms.flatten(asked, true, &mut others);
    let known = |part: &Arg| others.iter().any(|other| same(forms, *part, *other, &now));
    over == next.over && slot != next.slot && own.iter().all(|p| *p == Arg::ONE || known(p))
}

/// Whether two simple conditions are the same once the bound values of the first are named as now.
fn same(forms: &Forms, a: Arg, b: Arg, now: &impl Fn(u8) -> u8) -> bool {
    let alike = |a: Arg, b: Arg| match (a.operand(), b.operand()) {
        (Operand::Bound(a), Operand::Bound(b)) | (Operand::HexOf(a), Operand::HexOf(b)) => {
            now(a) == b
        }
        (Operand::Number(a), Operand::Number(b)) => a == b,
        _ => false,
    };
    let (Operand::Node(a), Operand::Node(b)) = (a.operand(), b.operand()) else {
        return false;
    };
    match (*forms.node(a), *forms.node(b)) {
        (Form::Compare(cmp, a, b), Form::Compare(other, c, d)) => {
            let even = matches!(cmp, Cmp::Eq | Cmp::Ne);
            let so = alike(a, c) && alike(b, d);
            cmp == other && (so || even && alike(a, d) && alike(b, c))
        }
        (Form::Near(cmp, n, a, b), Form::Near(other, m, c, d)) => {
            let so = alike(a, c) && alike(b, d);
            (cmp, n) == (other, m) && (so || alike(a, d) && alike(b, c))
        }
        (Form::Fighter(prop, a), Form::Fighter(other, b)) => prop == other && alike(a, b),
        (Form::Marks(n, a), Form::Marks(m, b)) => {
            forms.marks[n as usize] == forms.marks[m as usize] && alike(a, b)
        }
        _ => false,
    }
}

impl Forms {
    /// Whether an operand asks that what is chosen is free to be pushed.
    pub(super) fn is_pushable(&self, arg: Arg) -> bool {
        match arg.operand() {
            Operand::Node(id) => {
                matches!(*self.node(id), Form::Fighter(Prop::Pushable, who) if who.is_bound(ITS_AT))
            }
            _ => false,
        }
    }
}

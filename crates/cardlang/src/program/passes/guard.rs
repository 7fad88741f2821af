//! What is cheap is asked first: the parts of a list by what they need, and for each condition what it asks of
//! a bound value, so that a listener can be passed over without a look at its card.

use super::fighter_bits::{ENEMY, FRIENDLY};
use crate::program::ir::{Arg, Cmp, Form, ITS_AT, ME, Operand, Program, YOU};
use crate::program::make::rewritten;
use serde::{Deserialize, Serialize};

/// A part of a condition that is told from what is bound alone; without it the condition does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Guard {
    /// No such part.
    #[default]
    Open,
    /// The fighter in a slot is yours.
    Friendly(u8),
    /// The fighter in a slot is another player's.
    Enemy(u8),
    /// What is in a slot is you.
    You(u8),
    /// What is in a slot is the bearer or caster.
    Me(u8),
}

impl Guard {
    /// The slot that it looks at; any if there is no such part.
    #[inline(always)]
    pub const fn slot(self) -> u8 {
        match self {
            Guard::Open => 0,
            Guard::Friendly(at) | Guard::Enemy(at) | Guard::You(at) | Guard::Me(at) => at,
        }
    }
}

/// The pass.
pub fn pass(old: &Program) -> Program {
    let mut program = rewritten(old, |maker, form, _| {
        let list = match form {
            Form::All(list) | Form::Any(list) => list,
            _ => return maker.put(form),
        };
        let mut parts = maker.program().list(list).to_vec();
        parts.sort_by_key(|part| cost(maker.program(), *part));
        let list = maker.list(&parts);
        maker.put(match form {
            Form::All(_) => Form::All(list),
            _ => Form::Any(list),
        })
    });
    for at in 0..program.roots.len() {
        let root = program.roots[at];
        if root.truth {
            program.roots[at].guard = guard(&program, root.arg);
        }
    }
    program
}

/// How much an operand needs: what is bound and the bits of a fighter, more than that, or a look at many
/// elements.
fn cost(program: &Program, arg: Arg) -> u8 {
    let many = program.visit(arg, &mut |arg| {
        matches!(program.form(arg), Some(Form::Quant { .. }))
    });
    match program.form(arg) {
        _ if many => 2,
        None | Some(Form::Bits(..) | Form::Game(_)) => 0,
        Some(Form::Compare(_, a, b)) if a.is_simple() && b.is_simple() => 0,
        Some(_) => 1,
    }
}

/// What a condition asks of a slot.
fn guard(program: &Program, arg: Arg) -> Guard {
    let slot = |arg: Arg| match arg.operand() {
        Operand::Bound(at) if at < ITS_AT => Some(at),
        _ => None,
    };
    let of_part = |part: &Arg| match *program.form(*part)? {
        Form::Bits(ix, who) if program.bits(ix).needs(FRIENDLY) => slot(who).map(Guard::Friendly),
        Form::Bits(ix, who) if program.bits(ix).needs(ENEMY) => slot(who).map(Guard::Enemy),
        Form::Compare(cmp, a, b) => {
            let (a, b) = if slot(b).is_some() { (b, a) } else { (a, b) };
            match cmp {
                Cmp::Eq if b.is_bound(YOU) => slot(a).map(Guard::You),
                Cmp::Eq if b.is_bound(ME) => slot(a).map(Guard::Me),
                _ => None,
            }
        }
        _ => None,
    };
    let found = program.conjuncts(&arg).iter().find_map(of_part);
    found.unwrap_or(Guard::Open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::make::Maker;
    use crate::program::passes::fighter_bits;
    use crate::program::words::{Domain, Prop, Quant};

    #[test]
    fn what_is_cheap_comes_first() {
        let mut maker = Maker::default();
        let inspired = maker.put(Form::Fighter(Prop::Inspired, Arg::bound(ITS_AT)));
        let some = maker.put(Form::Quant {
            what: Quant::Any,
            over: Domain::Enemies,
            place: ITS_AT,
            of: Arg::ONE,
            inner: inspired,
        });
        let guarded = maker.put(Form::Fighter(Prop::OnGuard, Arg::bound(1)));
        let same = maker.put(Form::Compare(Cmp::Eq, Arg::bound(YOU), Arg::bound(7)));
        let all = maker.all(&[some, guarded, same]);
        let expr = maker.root(all, 0, true);
        let program = pass(&maker.finish());
        let forms = program
            .parts_of(expr)
            .iter()
            .map(|part| program.form(*part));
        let kinds: Vec<_> = forms.collect();
        assert!(matches!(kinds[0], Some(Form::Compare(..))));
        assert!(matches!(kinds[1], Some(Form::Fighter(..))));
        assert!(matches!(kinds[2], Some(Form::Quant { .. })));
        assert_eq!(program.root(expr).unwrap().guard, Guard::You(7));
    }

    #[test]
    fn a_friend_in_a_slot_guards_a_condition() {
        let mut maker = Maker::default();
        let friend = maker.put(Form::Fighter(Prop::Friendly, Arg::bound(6)));
        let expr = maker.root(friend, 0, true);
        let program = pass(&fighter_bits::pass(&maker.finish()));
        assert_eq!(program.root(expr).unwrap().guard, Guard::Friendly(6));
    }
}

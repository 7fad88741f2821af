//! Lists in lists become one list, negation goes inward, and a quantifier asks one condition of each element
//! where it passed over some before.

use crate::program::ir::{Arg, Form, Program};
use crate::program::make::{Maker, rewritten};
use crate::program::words::Quant;

/// The pass.
pub fn pass(old: &Program) -> Program {
    rewritten(old, |maker, form, truth| match form {
        Form::All(list) => {
            let parts = flattened(maker, maker.program().list(list), |form| match form {
                Form::All(list) => Some(*list),
                _ => None,
            });
            list_of(maker, &parts, truth, true)
        }
        Form::Any(list) => {
            let parts = flattened(maker, maker.program().list(list), |form| match form {
                Form::Any(list) => Some(*list),
                _ => None,
            });
            list_of(maker, &parts, truth, false)
        }
        Form::Not(a) => {
            let opposite = match maker.program().form(a).copied() {
                Some(Form::Compare(cmp, a, b)) => Form::Compare(cmp.opposite(), a, b),
                Some(Form::Near(cmp, n, a, b)) => Form::Near(cmp.opposite(), n, a, b),
                Some(Form::Not(a)) if truth => return a,
                _ => form,
            };
            maker.put(opposite)
        }
        Form::Quant {
            what: Quant::Any | Quant::Count,
            ..
        } => {
            let form = one_condition(maker, form);
            maker.put(form)
        }
        _ => maker.put(form),
    })
}

/// A list with the lists in it opened.
fn flattened(
    maker: &Maker,
    parts: &[Arg],
    inner: fn(&Form) -> Option<crate::program::ir::Parts>,
) -> Vec<Arg> {
    let program = maker.program();
    let mut flat = Vec::new();
    for part in parts {
        match program.form(*part).and_then(inner) {
            Some(list) => flat.extend(program.list(list)),
            None => flat.push(*part),
        }
    }
    flat
}

fn list_of(maker: &mut Maker, parts: &[Arg], truth: bool, all: bool) -> Arg {
    match (parts, all) {
        ([only], _) if truth => *only,
        (_, true) => {
            let list = maker.list(parts);
            maker.put(Form::All(list))
        }
        (_, false) => {
            let list = maker.list(parts);
            maker.put(Form::Any(list))
        }
    }
}

/// A quantifier that asks one condition of each element where it passed over some before: for "some" and "how
/// many" that is the same.
fn one_condition(maker: &mut Maker, mut form: Form) -> Form {
    if let Form::Quant { inner, .. } = &mut form
        && let Some(Form::Only(filter, value)) = maker.program().form(*inner).copied()
    {
        let parts = flattened(maker, &[filter, value], |form| match form {
            Form::All(list) => Some(*list),
            _ => None,
        });
        *inner = maker.all(&parts);
    }
    form
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ir::{Cmp, ITS_AT};
    use crate::program::words::{Domain, Prop};

    #[test]
    fn lists_in_lists_become_one_and_negation_goes_inward() {
        let mut maker = Maker::default();
        let fact = |maker: &mut Maker, slot: u8| {
            maker.put(Form::Fighter(Prop::Inspired, Arg::bound(slot)))
        };
        let (a, b, c) = (
            fact(&mut maker, 0),
            fact(&mut maker, 1),
            maker.put(Form::Compare(Cmp::Eq, Arg::bound(2), Arg::ONE)),
        );
        let inner = maker.all(&[a, b]);
        let not = maker.put(Form::Not(c));
        let all = maker.all(&[inner, not]);
        let expr = maker.root(all, 0, true);
        let program = pass(&maker.finish());
        let parts = program.parts_of(expr);
        assert_eq!(parts.len(), 3);
        assert_eq!(
            program.form(parts[2]),
            Some(&Form::Compare(Cmp::Ne, Arg::bound(2), Arg::ONE))
        );
    }

    #[test]
    fn elements_passed_over_are_one_condition_more() {
        let mut maker = Maker::default();
        let filter = maker.put(Form::Fighter(Prop::Inspired, Arg::bound(ITS_AT)));
        let value = maker.put(Form::Fighter(Prop::OnGuard, Arg::bound(ITS_AT)));
        let inner = maker.put(Form::Only(filter, value));
        let some = maker.put(Form::Quant {
            what: Quant::Any,
            over: Domain::Friends,
            place: ITS_AT,
            of: Arg::ONE,
            inner,
        });
        let expr = maker.root(some, 0, true);
        let program = pass(&maker.finish());
        let root = program.root(expr).unwrap();
        let Some(Form::Quant { inner, .. }) = program.form(root.arg) else {
            panic!("no quantifier");
        };
        assert_eq!(program.conjuncts(inner).len(), 2);
        assert!(matches!(program.form(*inner), Some(Form::All(_))));
    }
}

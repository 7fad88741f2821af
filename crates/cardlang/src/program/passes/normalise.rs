//! Lists in lists become one list, negation goes inward, and what a quantifier "some" asks of nobody in
//! particular is asked once, outside of it.

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
            drawn_out(maker, form)
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

/// For "some of these, and something else as well": the something else, and then "some of these".
fn drawn_out(maker: &mut Maker, form: Form) -> Arg {
    let Form::Quant {
        what: what @ Quant::Any,
        over,
        place,
        of,
        inner,
    } = form
    else {
        return maker.put(form);
    };
    let program = maker.program();
    let parts = program.conjuncts(&inner);
    let (own, mut apart): (Vec<Arg>, Vec<Arg>) = parts
        .iter()
        .partition(|part| program.speaks_of(**part, place));
    if own.is_empty() || apart.is_empty() {
        return maker.put(form);
    }
    let inner = maker.all(&own);
    apart.push(maker.put(Form::Quant {
        what,
        over,
        place,
        of,
        inner,
    }));
    maker.all(&apart)
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
    fn what_is_asked_of_nobody_in_particular_is_asked_outside() {
        let mut maker = Maker::default();
        let own = maker.put(Form::Fighter(Prop::Inspired, Arg::bound(ITS_AT)));
        let apart = maker.put(Form::Fighter(Prop::Inspired, Arg::bound(0)));
        let inner = maker.all(&[own, apart]);
        let some = maker.put(Form::Quant {
            what: Quant::Any,
            over: Domain::Friends,
            place: ITS_AT,
            of: Arg::ONE,
            inner,
        });
        let expr = maker.root(some, 0, true);
        let program = pass(&maker.finish());
        let parts = program.parts_of(expr);
        assert_eq!(
            program.form(parts[0]),
            Some(&Form::Fighter(Prop::Inspired, Arg::bound(0)))
        );
        assert!(matches!(
            program.form(parts[1]),
            Some(Form::Quant {
                what: Quant::Any,
                ..
            })
        ));
    }
}

//! "Some fighter …" inside a condition that is asked of many elements, turned round: the fighters who come
//! into question are found first, then for each of them all elements at once.

use crate::program::ir::{Arg, Cmp, Form, ITS_AT, Program, Tie, YOU};
use crate::program::make::{Maker, rewritten};
use crate::program::words::{Domain, Prop, Quant};
use serde::{Deserialize, Serialize};

/// A question about some fighter, asked of the elements bound at another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inverted {
    /// Of which fighters.
    pub over: Domain,
    /// Where they are bound.
    pub place: u8,
    /// Where the elements are bound.
    pub lane: u8,
    /// What is asked.
    pub inner: Arg,
    /// What is asked of the fighters alone.
    pub alone: Arg,
    /// What is asked of both, if that is simple.
    pub pair: Option<Pair>,
}

/// What is asked of an element and of a fighter; all of it must hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// That they are not the same.
    pub apart: bool,
    /// How far apart they are.
    pub far: Option<(Cmp, i16)>,
    /// How they stand to each other, whether the element comes first, and whether it should be so.
    pub tie: Option<(Tie, bool, bool)>,
    /// That the element is the token under the fighter, and nothing else.
    pub under: bool,
}

/// The pass.
pub fn pass(old: &Program) -> Program {
    rewritten(old, |maker, form, _| match turned(maker, form) {
        Some(turned) => maker.inverted(turned),
        None => maker.put(form),
    })
}

fn turned(maker: &mut Maker, form: Form) -> Option<Inverted> {
    let Form::Quant {
        what: Quant::Any,
        over,
        place,
        inner,
        ..
    } = form
    else {
        return None;
    };
    let program = maker.program();
    let parts = program.conjuncts(&inner);
    let mut lanes = (ITS_AT..YOU).filter(|lane| *lane != place && program.speaks_of(inner, *lane));
    let lane = lanes.next().filter(|_| over.is_fighters())?;
    if lanes.next().is_some() {
        return None;
    }
    let (both, alone): (Vec<Arg>, Vec<Arg>) = parts
        .iter()
        .partition(|part| program.speaks_of(**part, lane));
    let pair = pair_of(program, &both, place, lane);
    let alone = maker.all(&alone);
    Some(Inverted {
        over,
        place,
        lane,
        inner,
        alone,
        pair,
    })
}

/// What a list of conditions asks of an element and of a fighter, if that is simple.
fn pair_of(program: &Program, parts: &[Arg], place: u8, lane: u8) -> Option<Pair> {
    if let [only] = parts
        && is_under(program, *only, place, lane)
    {
        return Some(Pair {
            under: true,
            ..Pair::default()
        });
    }
    // The element is a hex, or a fighter in one.
    let hex = |arg: Arg| arg.is_bound(lane) || arg.is_hex_of(lane);
    let mut pair = Pair::default();
    for part in parts {
        match *program.form(*part)? {
            Form::Near(cmp, n, a, b)
                if pair.far.is_none()
                    && (a.is_hex_of(place) && hex(b) || b.is_hex_of(place) && hex(a)) =>
            {
                pair.far = Some((cmp, i16::from(n)));
            }
            Form::Compare(Cmp::Ne, a, b)
                if a.is_bound(place) && b.is_bound(lane)
                    || b.is_bound(place) && a.is_bound(lane) =>
            {
                pair.apart = true;
            }
            Form::Tie(..) if pair.tie.is_none() => {
                let (tie, first) = tie_of(program, *part, place, lane)?;
                pair.tie = Some((tie, first, true));
            }
            Form::Not(a) if pair.tie.is_none() => {
                let (tie, first) = tie_of(program, a, place, lane)?;
                pair.tie = Some((tie, first, false));
            }
            _ => return None,
        }
    }
    Some(pair)
}

/// Whether a condition asks that the element is the token under the fighter.
fn is_under(program: &Program, arg: Arg, place: u8, lane: u8) -> bool {
    let under = |arg: Arg| {
        let form = program.form(arg);
        matches!(form, Some(Form::Fighter(Prop::TokenUnder, who)) if who.is_bound(place))
    };
    match program.form(arg) {
        Some(Form::Compare(Cmp::Eq, a, b)) => {
            a.is_bound(lane) && under(*b) || b.is_bound(lane) && under(*a)
        }
        _ => false,
    }
}

/// How an element and a fighter stand to each other, if an operand asks just that, and whether the element
/// comes first.
fn tie_of(program: &Program, arg: Arg, place: u8, lane: u8) -> Option<(Tie, bool)> {
    let Some(Form::Tie(tie, a, b)) = program.form(arg) else {
        return None;
    };
    let one = |arg: &Arg| arg.is_bound(lane) || tie.of_hexes() && arg.is_hex_of(lane);
    let other = |arg: &Arg| match tie.of_hexes() {
        true => arg.is_hex_of(place),
        false => arg.is_bound(place),
    };
    if one(a) && other(b) {
        Some((*tie, true))
    } else {
        (one(b) && other(a)).then_some((*tie, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(parts: &dyn Fn(&mut Maker) -> Vec<Arg>) -> Inverted {
        let mut maker = Maker::default();
        let parts = parts(&mut maker);
        let inner = maker.all(&parts);
        let some = maker.put(Form::Quant {
            what: Quant::Any,
            over: Domain::Enemies,
            place: ITS_AT + 1,
            of: Arg::ONE,
            inner,
        });
        maker.root(some, 1, true);
        let program = pass(&maker.finish());
        assert_eq!(program.inverted.len(), 1);
        assert!(program.any(|form| matches!(form, Form::Inverted(0))));
        *program.inverted(0)
    }

    #[test]
    fn what_is_asked_of_the_fighter_alone_is_told_apart() {
        let turned = sample(&|maker| {
            vec![
                maker.put(Form::Fighter(Prop::OnGuard, Arg::bound(ITS_AT + 1))),
                maker.put(Form::Near(
                    Cmp::Le,
                    2,
                    Arg::hex_of(ITS_AT),
                    Arg::hex_of(ITS_AT + 1),
                )),
            ]
        });
        assert_eq!(turned.pair.unwrap().far, Some((Cmp::Le, 2)));
        assert_ne!(turned.alone, Arg::ONE);
        assert_eq!((turned.lane, turned.place), (ITS_AT, ITS_AT + 1));
    }

    #[test]
    fn what_is_not_simple_is_asked_as_it_stands() {
        let turned = sample(&|maker| {
            let stat = maker.put(Form::Fighter(Prop::Upgrades, Arg::bound(ITS_AT)));
            let other = maker.put(Form::Fighter(Prop::Upgrades, Arg::bound(ITS_AT + 1)));
            vec![maker.put(Form::Compare(Cmp::Lt, stat, other))]
        });
        assert_eq!(turned.pair, None);
        assert_eq!(turned.alone, Arg::ONE);
    }

    #[test]
    fn the_token_under_a_fighter_is_known() {
        let turned = sample(&|maker| {
            let under = maker.put(Form::Fighter(Prop::TokenUnder, Arg::bound(ITS_AT + 1)));
            vec![maker.put(Form::Compare(Cmp::Eq, Arg::bound(ITS_AT), under))]
        });
        assert!(turned.pair.unwrap().under);
    }
}

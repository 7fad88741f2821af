//! What a condition asks of a bound value, so that a listener can be passed over without a look at its card.

use super::ir::{Arg, Cmp, Form, Formula, ITS_AT, ME, Operand, Program, YOU};
use super::words::Prop;

/// A part of a condition that is told from what is bound alone; without it the condition does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

impl Program {
    /// What a condition asks of a slot.
    pub fn guard(&self, when: Formula) -> Guard {
        let slot = |arg: Arg| match arg.operand() {
            Operand::Bound(at) if at < ITS_AT => Some(at),
            _ => None,
        };
        let of_part = |part: &Arg| match *self.form(*part)? {
            Form::Fighter(Prop::Friendly, who) => slot(who).map(Guard::Friendly),
            Form::Fighter(Prop::Enemy, who) => slot(who).map(Guard::Enemy),
            Form::Compare(Cmp::Eq, a, b) => {
                let (a, b) = if slot(b).is_some() { (b, a) } else { (a, b) };
                match slot(a)? {
                    at if b.is_bound(YOU) => Some(Guard::You(at)),
                    at if b.is_bound(ME) => Some(Guard::Me(at)),
                    _ => None,
                }
            }
            _ => None,
        };
        let found = self.parts_of(when).iter().find_map(of_part);
        found.unwrap_or(Guard::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::make::Maker;

    #[test]
    fn what_a_condition_asks_of_a_slot_guards_it() {
        let guard = |form: &dyn Fn() -> Form| {
            let mut maker = Maker::default();
            let asked = maker.put(form());
            let more = maker.put(Form::Fighter(Prop::OnGuard, Arg::bound(1)));
            let all = maker.all(&[more, asked]);
            let when = maker.root(all, 0, true);
            maker.finish().guard(when)
        };
        let it = Arg::bound(6);
        for (found, form) in [
            (Guard::Friendly(6), Form::Fighter(Prop::Friendly, it)),
            (Guard::Enemy(6), Form::Fighter(Prop::Enemy, it)),
            (Guard::You(6), Form::Compare(Cmp::Eq, Arg::bound(YOU), it)),
            (Guard::Me(6), Form::Compare(Cmp::Eq, it, Arg::bound(ME))),
            (Guard::Open, Form::Compare(Cmp::Ne, it, Arg::bound(ME))),
        ] {
            assert_eq!(guard(&|| form), found);
        }
    }
}

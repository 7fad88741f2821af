//! Adding nodes to a [`Program`]. The same node is never added twice, a list has no lists of its own kind in it, and
//! what is cheap to work out comes first in it.

use super::ir::{Arg, Form, Formula, ITS_AT, Operand, Parts, Program, Root, YOU};
use super::words::Prop;
use std::collections::HashMap;

/// A program that is being made.
#[derive(Default)]
pub struct Maker {
    program: Program,
    known: HashMap<Form, Arg>,
    lists: HashMap<Vec<Arg>, Parts>,
}

impl Maker {
    /// The program as it is now.
    pub fn program(&self) -> &Program {
        &self.program
    }
    /// The program, once everything is in it.
    pub fn finish(self) -> Program {
        self.program
    }
    /// Whether there is no room for more nodes.
    pub fn is_full(&self) -> bool {
        let most = usize::from(i16::MAX as u16);
        self.program.nodes.len() >= most || self.program.parts.len() >= most
    }
    /// A number.
    pub fn number(&mut self, n: i16) -> Arg {
        if Arg::fits(n) {
            Arg::number(n)
        } else {
            self.put(Form::Number(n))
        }
    }
    /// A node.
    pub fn put(&mut self, form: Form) -> Arg {
        if let Some(known) = self.known.get(&form) {
            return *known;
        }
        let its = self.its_in(&form);
        self.program.nodes.push(form);
        self.program.its.push(its);
        let arg = Arg::node(self.program.nodes.len() - 1);
        self.known.insert(form, arg);
        arg
    }
    /// A list of operands.
    pub fn list(&mut self, parts: &[Arg]) -> Parts {
        if let Some(known) = self.lists.get(parts) {
            return *known;
        }
        let list = Parts {
            at: self.program.parts.len() as u16,
            len: parts.len() as u16,
        };
        self.program.parts.extend(parts);
        self.lists.insert(parts.to_vec(), list);
        list
    }
    /// A condition that asks for all of a list. For one part that is the part itself, so only where yes or no
    /// is wanted.
    pub fn all(&mut self, parts: &[Arg]) -> Arg {
        self.of_list(parts, Form::All, Arg::ONE)
    }
    /// A condition that asks for one of a list, as [`Maker::all`] does for all.
    pub fn any(&mut self, parts: &[Arg]) -> Arg {
        self.of_list(parts, Form::Any, Arg::number(0))
    }
    /// A list with lists of its own kind opened and what is cheap first.
    fn of_list(&mut self, parts: &[Arg], form: fn(Parts) -> Form, none: Arg) -> Arg {
        let mut flat = Vec::new();
        for part in parts {
            match self.program.form(*part) {
                Some(inner @ (Form::All(list) | Form::Any(list))) if *inner == form(*list) => {
                    flat.extend(self.program.list(*list));
                }
                _ => flat.push(*part),
            }
        }
        // Of two that cost the same, the one that speaks of fewer elements is worked out for more of them at once.
        flat.sort_by_key(|part| (self.cost(*part), self.its_of(*part).count_ones()));
        match flat[..] {
            [] => none,
            [only] => only,
            _ => {
                let list = self.list(&flat);
                self.put(form(list))
            }
        }
    }
    /// How much an operand needs: what is bound and what the state of a fighter tells, more than that, or a look at
    /// many elements.
    fn cost(&self, arg: Arg) -> u8 {
        let of_state = |prop: Prop| {
            use Prop::{Alive, Did, Enemy, Friendly, Has, Inspired, Out};
            matches!(
                prop,
                Alive | Did(_) | Enemy | Friendly | Has(_) | Inspired | Out
            )
        };
        let cheap = |form: &Form| match *form {
            Form::Game(_) => true,
            Form::Not(a) => self.cost(a) == 0,
            Form::Fighter(prop, who) => who.is_simple() && of_state(prop),
            Form::Compare(_, a, b) => a.is_simple() && b.is_simple(),
            _ => false,
        };
        let many = |arg| matches!(self.program.form(arg), Some(Form::Quant { .. }));
        if self.program.visit(arg, &mut |arg| many(arg)) {
            2
        } else {
            u8::from(!self.program.form(arg).is_none_or(cheap))
        }
    }
    /// A condition that holds where another does not.
    pub fn not(&mut self, arg: Arg) -> Arg {
        self.put(match self.program.form(arg).copied() {
            Some(Form::Compare(cmp, a, b)) => Form::Compare(cmp.opposite(), a, b),
            Some(Form::Near(cmp, n, a, b)) => Form::Near(cmp.opposite(), n, a, b),
            _ => Form::Not(arg),
        })
    }
    /// An expression that others can refer to.
    pub fn root(&mut self, arg: Arg, depth: u8, truth: bool) -> Formula {
        let root = Root { arg, depth, truth };
        let roots = &mut self.program.roots;
        let at = roots.iter().position(|known| *known == root);
        let at = at.unwrap_or_else(|| {
            roots.push(root);
            roots.len() - 1
        });
        Formula(at as u16)
    }
    /// Which elements under test an operand speaks of, as bits.
    fn its_of(&self, arg: Arg) -> u8 {
        match arg.operand() {
            Operand::Node(id) => self.program.its[usize::from(id)],
            Operand::Bound(at) | Operand::HexOf(at) if (ITS_AT..YOU).contains(&at) => {
                1 << (at - ITS_AT)
            }
            Operand::Bound(_) | Operand::HexOf(_) | Operand::Number(_) => 0,
        }
    }
    fn its_in(&self, form: &Form) -> u8 {
        if let Form::Quant {
            place, of, inner, ..
        } = *form
        {
            return self.its_of(of) | self.its_of(inner) & !(1 << (place - ITS_AT));
        }
        let mut its = 0;
        self.program
            .each_operand(form, &mut |arg| its |= self.its_of(arg));
        its
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ir::Cmp;
    use crate::program::words::{Domain, Prop, Quant};

    #[test]
    fn the_same_node_is_added_once() {
        let mut maker = Maker::default();
        let out = maker.put(Form::Fighter(Prop::Out, Arg::bound(0)));
        assert_eq!(maker.put(Form::Fighter(Prop::Out, Arg::bound(0))), out);
        let both = maker.all(&[out, Arg::bound(1)]);
        assert_eq!(maker.all(&[out, Arg::bound(1)]), both);
        let one = maker.root(both, 0, true);
        assert_eq!(maker.root(both, 0, true), one);
        assert_ne!(maker.root(both, 0, false), one);
    }

    #[test]
    fn a_quantifier_does_not_speak_of_its_own_element() {
        let mut maker = Maker::default();
        let near = maker.put(Form::Distance(Arg::hex_of(ITS_AT), Arg::hex_of(ITS_AT + 1)));
        let some = maker.put(Form::Quant {
            what: Quant::Any,
            over: Domain::Enemies,
            place: ITS_AT + 1,
            of: Arg::number(0),
            inner: near,
        });
        let program = maker.program();
        assert!(program.speaks_of(near, ITS_AT) && program.speaks_of(near, ITS_AT + 1));
        assert!(program.speaks_of(some, ITS_AT) && !program.speaks_of(some, ITS_AT + 1));
    }

    #[test]
    fn lists_in_lists_become_one_and_negation_goes_inward() {
        let mut maker = Maker::default();
        let a = maker.put(Form::Fighter(Prop::Upgrades, Arg::bound(0)));
        let b = maker.put(Form::Fighter(Prop::Upgrades, Arg::bound(1)));
        let same = maker.put(Form::Compare(Cmp::Eq, Arg::bound(2), Arg::ONE));
        let not = maker.not(same);
        let inner = maker.all(&[a, b]);
        let all = maker.all(&[inner, not]);
        let program = maker.program();
        let Some(Form::All(list)) = program.form(all) else {
            panic!("no list");
        };
        assert_eq!(program.list(*list), [not, a, b]);
        let other = Form::Compare(Cmp::Ne, Arg::bound(2), Arg::ONE);
        assert_eq!(program.form(not), Some(&other));
    }

    #[test]
    fn what_is_cheap_comes_first() {
        let mut maker = Maker::default();
        let near = maker.put(Form::Near(Cmp::Le, 2, Arg::hex_of(ITS_AT), Arg::hex_of(0)));
        let some = maker.put(Form::Quant {
            what: Quant::Any,
            over: Domain::Enemies,
            place: ITS_AT,
            of: Arg::ONE,
            inner: near,
        });
        let guarded = maker.put(Form::Fighter(Prop::OnGuard, Arg::bound(1)));
        let inspired = maker.put(Form::Fighter(Prop::Inspired, Arg::bound(1)));
        let any = maker.any(&[some, guarded, inspired]);
        let Some(Form::Any(list)) = maker.program().form(any) else {
            panic!("no list");
        };
        assert_eq!(maker.program().list(*list), [inspired, guarded, some]);
    }
}

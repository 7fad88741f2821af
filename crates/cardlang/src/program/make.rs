//! Adding nodes to a [`Program`] and rewriting one node by node. The same node is never added twice.

use super::ir::{Arg, Expr, Form, ITS_AT, Operand, Parts, Program, Root, YOU};
use super::passes::{fighter_bits::FighterBits, guard::Guard, invert::Inverted};
use super::words::Quant;
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
        match parts {
            [] => Arg::ONE,
            [only] => *only,
            _ => {
                let list = self.list(parts);
                self.put(Form::All(list))
            }
        }
    }
    /// A condition that asks for one of a list, as [`Maker::all`] does for all.
    pub fn any(&mut self, parts: &[Arg]) -> Arg {
        match parts {
            [] => Arg::number(0),
            [only] => *only,
            _ => {
                let list = self.list(parts);
                self.put(Form::Any(list))
            }
        }
    }
    /// Facts of a fighter asked at once.
    pub fn bits(&mut self, bits: FighterBits, who: Arg) -> Arg {
        let all = &mut self.program.bits;
        let at = all.iter().position(|known| *known == bits);
        let at = at.unwrap_or_else(|| {
            all.push(bits);
            all.len() - 1
        });
        self.put(Form::Bits(at as u16, who))
    }
    /// A quantifier turned round.
    pub fn inverted(&mut self, what: Inverted) -> Arg {
        let all = &mut self.program.inverted;
        let at = all.iter().position(|known| *known == what);
        let at = at.unwrap_or_else(|| {
            all.push(what);
            all.len() - 1
        });
        self.put(Form::Inverted(at as u16))
    }
    /// An expression that others can refer to.
    pub fn root(&mut self, arg: Arg, depth: u8, truth: bool) -> Expr {
        let root = Root {
            arg,
            depth,
            truth,
            guard: Guard::Open,
        };
        let roots = &mut self.program.roots;
        let at = roots.iter().position(|known| *known == root);
        let at = at.unwrap_or_else(|| {
            roots.push(root);
            roots.len() - 1
        });
        Expr(at as u16)
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
        let without = |inner: Arg, place: u8| self.its_of(inner) & !(1 << (place - ITS_AT));
        match *form {
            Form::Quant {
                place, of, inner, ..
            } => self.its_of(of) | without(inner, place),
            Form::Inverted(ix) => {
                let what = self.program.inverted(ix);
                without(what.inner, what.place)
            }
            _ => {
                let mut its = 0;
                let operands = &mut |arg| its |= self.its_of(arg);
                self.program.each_operand(form, operands);
                its
            }
        }
    }
}

/// The same program with each node made anew: its operands first, then the node by `step`, which is told
/// whether only yes or no is wanted of it.
pub fn rewritten(old: &Program, mut step: impl FnMut(&mut Maker, Form, bool) -> Arg) -> Program {
    let mut rewriter = Rewriter {
        old,
        made: Maker::default(),
        done: HashMap::new(),
        step: &mut step,
    };
    rewriter.made.program.bits.clone_from(&old.bits);
    for root in &old.roots {
        let arg = rewriter.arg(root.arg, root.truth);
        rewriter.made.program.roots.push(Root { arg, ..*root });
    }
    rewriter.made.finish()
}

struct Rewriter<'a> {
    old: &'a Program,
    made: Maker,
    done: HashMap<(u16, bool), Arg>,
    step: &'a mut dyn FnMut(&mut Maker, Form, bool) -> Arg,
}

impl Rewriter<'_> {
    fn arg(&mut self, arg: Arg, truth: bool) -> Arg {
        let Operand::Node(id) = arg.operand() else {
            return arg;
        };
        if let Some(done) = self.done.get(&(id, truth)) {
            return *done;
        }
        let form = self.operands(*self.old.node(id), truth);
        let made = (self.step)(&mut self.made, form, truth);
        self.done.insert((id, truth), made);
        made
    }
    /// The node with its operands made anew.
    fn operands(&mut self, form: Form, truth: bool) -> Form {
        match form {
            Form::Not(a) => Form::Not(self.arg(a, true)),
            Form::All(list) => Form::All(self.parts(list)),
            Form::Any(list) => Form::Any(self.parts(list)),
            Form::Pick(a, b, c) => {
                Form::Pick(self.arg(a, true), self.arg(b, truth), self.arg(c, truth))
            }
            Form::Math(math, a, b) => Form::Math(math, self.value(a), self.value(b)),
            Form::Compare(cmp, a, b) => Form::Compare(cmp, self.value(a), self.value(b)),
            Form::Distance(a, b) => Form::Distance(self.value(a), self.value(b)),
            Form::Near(cmp, n, a, b) => Form::Near(cmp, n, self.value(a), self.value(b)),
            Form::Tie(tie, a, b) => Form::Tie(tie, self.value(a), self.value(b)),
            Form::Quant {
                what,
                over,
                place,
                of,
                inner,
            } => Form::Quant {
                what,
                over,
                place,
                of: self.value(of),
                inner: self.arg(
                    inner,
                    matches!(what, Quant::Any | Quant::All | Quant::Count),
                ),
            },
            Form::Only(filter, value) => Form::Only(self.arg(filter, true), self.arg(value, truth)),
            Form::Fighter(prop, a) => Form::Fighter(prop, self.value(a)),
            Form::Bits(bits, a) => Form::Bits(bits, self.value(a)),
            Form::Named(name, a) => Form::Named(name, self.value(a)),
            Form::Token(prop, a) => Form::Token(prop, self.value(a)),
            Form::Hex(prop, a) => Form::Hex(prop, self.value(a)),
            Form::Card(prop, a) => Form::Card(prop, self.value(a)),
            Form::Seat(prop, a) => Form::Seat(prop, self.value(a)),
            Form::Level(a) => Form::Level(self.value(a)),
            Form::InChain(a) => Form::InChain(self.value(a)),
            Form::Past(nth, a) => Form::Past(nth, self.value(a)),
            Form::Inverted(ix) => {
                let mut what = *self.old.inverted(ix);
                what.inner = self.arg(what.inner, true);
                what.alone = self.arg(what.alone, true);
                match self.made.inverted(what).operand() {
                    Operand::Node(id) => *self.made.program.node(id),
                    Operand::Bound(_) | Operand::HexOf(_) | Operand::Number(_) => form,
                }
            }
            Form::Number(_) | Form::Attack(_) | Form::With(_) | Form::Dice(..) | Form::Game(_) => {
                form
            }
        }
    }
    fn value(&mut self, arg: Arg) -> Arg {
        self.arg(arg, false)
    }
    fn parts(&mut self, list: Parts) -> Parts {
        let old = self.old.list(list).to_vec();
        let made: Vec<Arg> = old.into_iter().map(|part| self.arg(part, true)).collect();
        self.made.list(&made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::words::{Domain, Prop};

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
    fn rewriting_says_where_only_yes_or_no_is_wanted() {
        let mut maker = Maker::default();
        let damage = maker.put(Form::Fighter(Prop::Damage, Arg::bound(0)));
        let more = maker.put(Form::Math(super::super::Math::Add, damage, Arg::ONE));
        let hurt = maker.all(&[damage, more]);
        maker.root(hurt, 0, true);
        let mut seen = Vec::new();
        let again = rewritten(&maker.finish(), |maker, form, truth| {
            if let Form::Fighter(prop, _) = form {
                seen.push((prop, truth));
            }
            maker.put(form)
        });
        assert_eq!(seen, [(Prop::Damage, true), (Prop::Damage, false)]);
        assert_eq!(again.roots.len(), 1);
    }
}

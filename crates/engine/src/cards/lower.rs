//! From the operations of the stack machine to trees.
//!
//! What the trees mean is in [`super::form`]; which of them are needed is told by where a card uses its
//! expressions. How they are made cheaper is in [`super::tidy`].

use super::{
    first::First,
    form::{
        ATTACKER, Arg, Cmp, Form, Forms, ITS_AT, ME, Math, Operand, Root, TARGET, THIS, Tie, YOU,
    },
    gate::Gate,
    passes::Passes,
};
use gloryhex_cardlang::{CardCode, Clause, Expr, Instr, Op, Prop, Role, Static};
use gloryhex_model::Label;

impl Forms {
    /// The trees of a card.
    pub fn of(code: &CardCode, passes: Passes) -> Forms {
        let mut forms = Forms {
            passes,
            ..Forms::default()
        };
        let mut wanted = Vec::new();
        each_expr(code, &mut |expr, depth, truth| {
            let known = |w: &&mut (Expr, u8, bool)| w.0 == expr && w.1 == depth;
            if expr.is_yes() {
                return;
            }
            match wanted.iter_mut().find(known) {
                Some(before) => before.2 &= truth,
                None => wanted.push((expr, depth, truth)),
            }
        });
        let none = Root {
            expr: Expr::YES,
            depth: 0,
            truth: false,
            gate: Gate::Open,
            arg: Arg::ONE,
            first: First::nothing(Arg::ONE),
            amount: None,
        };
        forms.heads = vec![none; code.ops.len()];
        for (expr, depth, truth) in wanted {
            let arg = forms.tree(code.expr(expr), depth, truth);
            let root = Root {
                expr,
                depth,
                truth,
                gate: if truth { forms.gate(arg) } else { Gate::Open },
                arg,
                first: if truth && passes.has(Passes::GUARD) {
                    forms.first(arg)
                } else {
                    First::nothing(arg)
                },
                amount: forms
                    .amount(arg)
                    .filter(|_| !truth && passes.has(Passes::GUARD)),
            };
            let head = &mut forms.heads[expr.at as usize];
            if head.expr.is_yes() {
                *head = root;
            } else {
                forms.others.push(root);
            }
        }
        if passes.has(Passes::GUARD) {
            forms.gather_crowds();
        }
        if passes.has(Passes::INVERT) {
            forms.gather_asks();
        }
        forms
    }
    /// The tree of one stretch of operations; `truth` if only yes or no is wanted.
    pub fn single(ops: &[Op], depth: usize, truth: bool) -> (Forms, Arg) {
        let mut forms = Forms::default();
        let arg = forms.tree(ops, depth as u8, truth);
        (forms, arg)
    }
    fn tree(&mut self, ops: &[Op], depth: u8, truth: bool) -> Arg {
        let arg = self.lower(ops, depth);
        if !self.passes.has(Passes::NORMALISE) {
            return arg;
        }
        self.tidy(arg, truth)
    }
    fn its_of(&self, arg: Arg) -> u8 {
        match arg.operand() {
            Operand::Node(id) => self.its[id as usize],
            Operand::Bound(at) | Operand::HexOf(at) if (ITS_AT..YOU).contains(&at) => {
                1 << (at - ITS_AT)
            }
            _ => 0,
        }
    }
    pub(super) fn put(&mut self, form: Form) -> Arg {
        let its = self
            .operands(form)
            .into_iter()
            .fold(0, |its, arg| its | self.its_of(arg));
        let its = match form {
            Form::Quant { place, of, .. } => its & !(1 << (place - ITS_AT)) | self.its_of(of),
            _ => its,
        };
        self.nodes.push(form);
        self.its.push(its);
        Arg::node(self.nodes.len() - 1)
    }
    /// Operations as a tree. Checked code leaves one value; a slip gives 0.
    fn lower(&mut self, ops: &[Op], depth: u8) -> Arg {
        let mut stack: Vec<Arg> = Vec::new();
        let mut only = None;
        let mut ix = 0;
        while let Some(op) = ops.get(ix) {
            ix += 1;
            let part = |len: u8| &ops[ix..(ix + len as usize).min(ops.len())];
            let mut pop = || stack.pop().unwrap_or(Arg::number(0));
            let made = match *op {
                Op::Const(n) if Arg::fits(n) => Arg::number(n),
                Op::Const(n) => self.put(Form::Number(n)),
                Op::Slot(slot) => Arg::bound(slot & 7),
                Op::It(n) => Arg::bound((ITS_AT + n).min(YOU - 1)),
                Op::You => Arg::bound(YOU),
                Op::Me => Arg::bound(ME),
                Op::This => Arg::bound(THIS),
                Op::Attacker => Arg::bound(ATTACKER),
                Op::Target => Arg::bound(TARGET),
                Op::Not => {
                    let a = pop();
                    self.put(Form::Not(a))
                }
                Op::AndThen(len) => {
                    let (a, b) = (pop(), part(len));
                    ix += len as usize;
                    let b = self.lower(b, depth);
                    self.put(Form::And(a, b))
                }
                Op::OrElse(len) => {
                    let (a, b) = (pop(), part(len));
                    ix += len as usize;
                    let b = self.lower(b, depth);
                    self.put(Form::Or(a, b))
                }
                Op::Add | Op::Sub | Op::Mul | Op::Min | Op::Max => {
                    let (b, a) = (pop(), pop());
                    let math = match op {
                        Op::Add => Math::Add,
                        Op::Sub => Math::Sub,
                        Op::Mul => Math::Mul,
                        Op::Min => Math::Min,
                        _ => Math::Max,
                    };
                    self.put(Form::Math(math, a, b))
                }
                Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                    let (b, a) = (pop(), pop());
                    let cmp = match op {
                        Op::Eq => Cmp::Eq,
                        Op::Ne => Cmp::Ne,
                        Op::Lt => Cmp::Lt,
                        Op::Le => Cmp::Le,
                        Op::Gt => Cmp::Gt,
                        _ => Cmp::Ge,
                    };
                    self.compare(cmp, a, b)
                }
                Op::Pick => {
                    let (c, b, a) = (pop(), pop(), pop());
                    self.put(Form::Pick(a, b, c))
                }
                Op::Only => {
                    only = Some(pop());
                    continue;
                }
                Op::Quant { what, over, len } => {
                    let of = if over.of_something() {
                        pop()
                    } else {
                        Arg::number(gloryhex_cardlang::op::NOBODY)
                    };
                    let inner = part(len);
                    ix += len as usize;
                    let inner = if inner.is_empty() {
                        Arg::ONE
                    } else {
                        self.lower(inner, depth + 1)
                    };
                    let place = (ITS_AT + depth).min(YOU - 1);
                    self.put(Form::Quant {
                        what,
                        over,
                        place,
                        of,
                        inner,
                    })
                }
                Op::Fighter(prop) => {
                    let who = pop();
                    match (prop, who.operand()) {
                        (Prop::Hex, Operand::Bound(at)) => Arg::hex_of(at),
                        _ => self.put(Form::Fighter(prop, who)),
                    }
                }
                Op::Named(name) => {
                    let who = pop();
                    self.put(Form::Named(name, who))
                }
                Op::Token(prop) => {
                    let what = pop();
                    self.put(Form::Token(prop, what))
                }
                Op::Hex(prop) => {
                    let what = pop();
                    self.put(Form::Hex(prop, what))
                }
                Op::Card(prop) => {
                    let what = pop();
                    self.put(Form::Card(prop, what))
                }
                Op::Seat(prop) => {
                    let what = pop();
                    self.put(Form::Seat(prop, what))
                }
                Op::Distance => {
                    let (b, a) = (pop(), pop());
                    self.put(Form::Distance(a, b))
                }
                Op::Sees | Op::Reaches | Op::SameTerritory | Op::Companion => {
                    let (b, a) = (pop(), pop());
                    let tie = match op {
                        Op::Sees => Tie::Sees,
                        Op::Reaches => Tie::Reaches,
                        Op::SameTerritory => Tie::SameTerritory,
                        _ => Tie::Companion,
                    };
                    self.put(Form::Tie(tie, a, b))
                }
                Op::Attack(fact) => self.put(Form::Attack(fact)),
                Op::AttackFaces(set) => self.put(Form::AttackFaces(set)),
                Op::DefenceFaces(set) => self.put(Form::DefenceFaces(set)),
                Op::Rolled(set) => self.put(Form::Rolled(set)),
                Op::Game(fact) => self.put(Form::Game(fact)),
                Op::InChain => {
                    let hex = pop();
                    self.put(Form::InChain(hex))
                }
            };
            stack.push(made);
        }
        let value = stack.pop().unwrap_or(Arg::number(0));
        match only {
            Some(filter) => self.put(Form::Only(filter, value)),
            None => value,
        }
    }
    fn compare(&mut self, cmp: Cmp, a: Arg, b: Arg) -> Arg {
        let far = |arg: Arg| match arg.operand() {
            Operand::Node(id) => match self.nodes[id as usize] {
                Form::Distance(a, b) => Some((a, b)),
                _ => None,
            },
            _ => None,
        };
        let small = |arg: Arg| match arg.operand() {
            Operand::Number(n) => i8::try_from(n).ok(),
            _ => None,
        };
        let near = match (far(a), small(b), small(a), far(b)) {
            (Some((from, to)), Some(n), ..) => Form::Near(cmp, n, from, to),
            (_, _, Some(n), Some((from, to))) => Form::Near(cmp.mirrored(), n, from, to),
            _ => Form::Compare(cmp, a, b),
        };
        self.put(near)
    }
    /// The operands of a node.
    pub(super) fn operands(&self, form: Form) -> Vec<Arg> {
        match form {
            Form::Not(a)
            | Form::Full(a)
            | Form::Fighter(_, a)
            | Form::Marks(_, a)
            | Form::Ladder(a, _)
            | Form::Named(_, a)
            | Form::Token(_, a)
            | Form::Hex(_, a)
            | Form::Card(_, a)
            | Form::Seat(_, a)
            | Form::InChain(a) => vec![a],
            Form::And(a, b)
            | Form::Or(a, b)
            | Form::Math(_, a, b)
            | Form::Compare(_, a, b)
            | Form::Distance(a, b)
            | Form::Near(_, _, a, b)
            | Form::Only(a, b)
            | Form::Tie(_, a, b) => vec![a, b],
            Form::Quant { of, inner, .. } => vec![of, inner],
            Form::All(list) | Form::Any(list) => self.list(list).to_vec(),
            Form::Pick(a, b, c) => vec![a, b, c],
            Form::Number(_)
            | Form::Claim(_)
            | Form::Crowd(..)
            | Form::Pair(..)
            | Form::Attack(_)
            | Form::AttackFaces(_)
            | Form::DefenceFaces(_)
            | Form::Rolled(_)
            | Form::Game(_) => Vec::new(),
        }
    }
}

/// The label of its fighter that the condition of a clause begins with, and what else it asks for.
pub(super) fn label_first<'a>(code: &'a CardCode, clause: &Clause) -> Option<(Label, &'a [Op])> {
    match code.expr(clause.when) {
        [
            Op::Me,
            Op::Fighter(Prop::Label(label)),
            Op::AndThen(rest),
            after @ ..,
        ] if *rest as usize == after.len() => Some((*label, after)),
        _ => None,
    }
}

/// Calls `found` with every expression of a card, with how many elements are under test there, and whether
/// only yes or no is wanted.
fn each_expr(code: &CardCode, found: &mut dyn FnMut(Expr, u8, bool)) {
    found(code.users, 1, true);
    for weapon in &code.weapons {
        found(weapon.dice, 0, false);
    }
    for clause in &code.clauses {
        match clause.role {
            Role::Static(rule) => {
                found(clause.when, 1, true);
                match rule.what {
                    Static::Modify { value, .. } => {
                        found(value, 0, false);
                        found(value, 1, false);
                    }
                    Static::Teleport(hex) => found(hex, 2, true),
                    _ => {}
                }
            }
            Role::Score { glory, .. } => {
                found(clause.when, 0, true);
                found(glory, 0, false);
            }
            _ => found(clause.when, 0, true),
        }
    }
    for instr in &code.code {
        match *instr {
            Instr::Unless { cond, .. } | Instr::Arm { cond, .. } => found(cond, 0, true),
            Instr::Each { filter, .. }
            | Instr::Choose { filter, .. }
            | Instr::Grant { filter, .. } => found(filter, 1, true),
            Instr::ChooseSet { filter, most, .. } => {
                found(filter, 1, true);
                found(most, 0, false);
            }
            Instr::Place { hex, .. } => found(hex, 1, true),
            Instr::Push { n, end, .. } => {
                found(n, 0, false);
                found(end, 1, true);
            }
            Instr::ChooseNumber { low, high, .. } => {
                found(low, 0, false);
                found(high, 0, false);
            }
            Instr::Set { value: n, .. }
            | Instr::Roll { n, .. }
            | Instr::Scatter { n, .. }
            | Instr::Damage { n, .. }
            | Instr::SetDamage { n, .. }
            | Instr::Heal { n, .. }
            | Instr::Draw { n, .. }
            | Instr::Gain { n, .. }
            | Instr::SpendGlory { n, .. }
            | Instr::Install { n, .. }
            | Instr::Track { n, .. }
            | Instr::Reroll { most: n, .. } => found(n, 0, false),
            _ => {}
        }
    }
}

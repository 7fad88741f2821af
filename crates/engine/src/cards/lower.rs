//! From the operations of the stack machine to trees.
//!
//! What the trees mean is in [`super::form`]; which of them are needed is told by where a card uses its
//! expressions.

use super::{
    form::{
        ATTACKER, Arg, Cmp, Form, Forms, ITS_AT, ME, Math, Operand, Parts, Root, TARGET, THIS, Tie,
        YOU,
    },
    gate::Gate,
    sure::Sure,
};
use gloryhex_cardlang::{
    CardCode, Expr, Fact, Instr, Op, Prop, Quant, Role, SeatProp, Static, verify::is_fighters,
};

impl Forms {
    /// The trees of a card.
    pub fn of(code: &CardCode) -> Forms {
        let mut forms = Forms::default();
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
            };
            let head = &mut forms.heads[expr.at as usize];
            if head.expr.is_yes() {
                *head = root;
            } else {
                forms.others.push(root);
            }
        }
        forms.sure = Sure::of(code);
        forms
    }
    /// The part of a condition that is told from what is bound alone.
    fn gate(&self, arg: Arg) -> Gate {
        let Operand::Node(id) = arg.operand() else {
            return Gate::Open;
        };
        let slot = |arg: Arg| match arg.operand() {
            Operand::Bound(at) if at < ITS_AT => Some(at),
            _ => None,
        };
        let found = match self.nodes[id as usize] {
            Form::All(list) => {
                let mut gates = self.list(list).iter().map(|part| self.gate(*part));
                gates.find(|gate| *gate != Gate::Open)
            }
            Form::Fighter(Prop::Friendly, who) => slot(who).map(Gate::Friendly),
            Form::Fighter(Prop::Enemy, who) => slot(who).map(Gate::Enemy),
            Form::Compare(cmp, a, b) => {
                let (a, b) = if slot(b).is_some() { (b, a) } else { (a, b) };
                match cmp {
                    Cmp::Eq if b.is_bound(YOU) => slot(a).map(Gate::You),
                    Cmp::Ne if b.is_bound(YOU) => slot(a).map(Gate::NotYou),
                    Cmp::Eq if b.is_bound(ME) => slot(a).map(Gate::Me),
                    _ => None,
                }
            }
            _ => None,
        };
        found.unwrap_or(Gate::Open)
    }
    /// The tree of one stretch of operations.
    pub fn single(ops: &[Op], depth: usize) -> (Forms, Arg) {
        let mut forms = Forms::default();
        let arg = forms.tree(ops, depth as u8, false);
        (forms, arg)
    }
    fn tree(&mut self, ops: &[Op], depth: u8, truth: bool) -> Arg {
        let arg = self.lower(ops, depth);
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
    fn put(&mut self, form: Form) -> Arg {
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
    /// The same tree with cheaper questions first, as far as only yes or no is wanted.
    fn tidy(&mut self, arg: Arg, truth: bool) -> Arg {
        let Operand::Node(id) = arg.operand() else {
            return arg;
        };
        let form = match self.nodes[id as usize] {
            Form::Not(a) => {
                let a = self.tidy(a, true);
                let inner = match a.operand() {
                    Operand::Node(id) => Some(self.nodes[id as usize]),
                    _ => None,
                };
                match inner {
                    Some(Form::Compare(cmp, a, b)) => Form::Compare(cmp.opposite(), a, b),
                    Some(Form::Near(cmp, n, a, b)) => Form::Near(cmp.opposite(), n, a, b),
                    _ => Form::Not(a),
                }
            }
            Form::And(a, b) => {
                let (a, b) = (self.tidy(a, true), self.tidy(b, truth));
                if truth {
                    return self.ordered(a, b, true);
                }
                Form::And(a, b)
            }
            Form::Or(a, b) => {
                let (a, b) = (self.tidy(a, truth), self.tidy(b, truth));
                if truth {
                    return self.ordered(a, b, false);
                }
                Form::Or(a, b)
            }
            Form::Only(filter, value) => {
                Form::Only(self.tidy(filter, true), self.tidy(value, truth))
            }
            Form::Quant {
                what,
                over,
                place,
                of,
                inner,
            } => {
                let of = self.tidy(of, false);
                let truth = matches!(what, Quant::Any | Quant::All | Quant::Count);
                let inner = self.tidy(inner, truth);
                Form::Quant {
                    what,
                    over,
                    place,
                    of,
                    inner,
                }
            }
            Form::Math(math, a, b) => Form::Math(math, self.tidy(a, false), self.tidy(b, false)),
            Form::Compare(cmp, a, b) => {
                Form::Compare(cmp, self.tidy(a, false), self.tidy(b, false))
            }
            Form::Pick(a, b, c) => {
                Form::Pick(self.tidy(a, true), self.tidy(b, truth), self.tidy(c, truth))
            }
            _ => return arg,
        };
        self.nodes[id as usize] = form;
        arg
    }
    /// Two conditions that must both hold, or of which one must, with all their parts by what they cost.
    fn ordered(&mut self, a: Arg, b: Arg, both: bool) -> Arg {
        let mut parts = Vec::new();
        self.flatten(a, both, &mut parts);
        self.flatten(b, both, &mut parts);
        parts.sort_by_key(|part| self.cost(*part));
        let list = Parts {
            at: self.parts.len() as u16,
            len: parts.len() as u16,
        };
        self.parts.extend(parts);
        self.put(if both {
            Form::All(list)
        } else {
            Form::Any(list)
        })
    }
    fn flatten(&self, arg: Arg, both: bool, parts: &mut Vec<Arg>) {
        if let Operand::Node(id) = arg.operand() {
            match self.nodes[id as usize] {
                Form::All(list) if both => return parts.extend(self.list(list)),
                Form::Any(list) if !both => return parts.extend(self.list(list)),
                _ => {}
            }
        }
        parts.push(arg);
    }
    /// About what it costs to work an operand out.
    fn cost(&self, arg: Arg) -> u32 {
        let Operand::Node(id) = arg.operand() else {
            return 1;
        };
        let form = self.nodes[id as usize];
        let own = match form {
            Form::Number(_) => 1,
            Form::Fighter(prop, _) => match prop {
                Prop::Stat(_) | Prop::HealthLeft | Prop::Vulnerable | Prop::Wizard => 60,
                Prop::Pushable | Prop::SupportedAttacker | Prop::SupportedTarget => 80,
                Prop::Holding | Prop::Held | Prop::Doing(_) => 30,
                Prop::OnToken | Prop::TokenUnder | Prop::In(_) | Prop::Region(_) => 15,
                Prop::Label(_) | Prop::Trait(_) | Prop::OnGuard => 20,
                _ => 5,
            },
            Form::Token(..) => 20,
            Form::Seat(SeatProp::Held | SeatProp::Underdog, _) => 60,
            Form::Card(..) | Form::Hex(..) => 15,
            Form::Attack(fact) => match fact {
                Fact::Range | Fact::Dice | Fact::Damage | Fact::Melee => 80,
                Fact::Successes | Fact::DefenceSuccesses => 80,
                Fact::AttackerSupport | Fact::TargetSupport => 80,
                _ => 5,
            },
            Form::Near(..) | Form::Distance(..) | Form::Named(..) => 10,
            Form::Tie(tie, ..) => match tie {
                Tie::Reaches => 80,
                _ => 25,
            },
            _ => 5,
        };
        let parts = self
            .operands(form)
            .into_iter()
            .fold(0u32, |sum, part| sum.saturating_add(self.cost(part)));
        let times = match form {
            Form::Quant { over, .. } if is_fighters(over) => 6,
            Form::Quant { .. } => 12,
            _ => 1,
        };
        own + parts.saturating_mul(times)
    }
    /// The operands of a node.
    fn operands(&self, form: Form) -> Vec<Arg> {
        match form {
            Form::Not(a)
            | Form::Fighter(_, a)
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
            | Form::Attack(_)
            | Form::AttackFaces(_)
            | Form::DefenceFaces(_)
            | Form::Rolled(_)
            | Form::Game(_) => Vec::new(),
        }
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

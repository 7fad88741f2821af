//! From the checked tree to code: expressions.

use crate::compile::Compiler;
use crate::op::{Expr as Code, Fact, Op, Prop, SeatProp, TokenProp};
use crate::origin::{Loc, Origin, What};
use crate::tree::{Dice, Expr, Sign, VarId};
use crate::vocab::Func;
use gloryhex_model::Counter;

/// Steps of a tracker at which its value becomes 2, 3 and 4 (Countdown to Cataclysm).
pub const TRACK: [i16; 3] = [6, 10, 14];
/// The last step of a Cataclysm tracker, which it does not go beyond.
pub const LAST_STEP: u8 = TRACK[2] as u8;

impl Compiler<'_> {
    /// A condition on an element, which is `It(0)`.
    pub(crate) fn on_element(&mut self, var: VarId, cond: Option<&Expr>) -> Code {
        let Some(cond) = cond else { return Code::YES };
        let before = self.env.insert(var, Loc::It(0));
        let code = self.at_depth(cond, 1);
        match before {
            Some(loc) => self.env.insert(var, loc),
            None => self.env.remove(&var),
        };
        code
    }

    /// An expression outside quantifiers.
    pub(crate) fn amount(&mut self, expr: &Expr) -> Code {
        self.at_depth(expr, 0)
    }

    pub(crate) fn at_depth(&mut self, expr: &Expr, depth: u8) -> Code {
        let mut ops = Vec::new();
        self.emit(expr, depth, &mut ops);
        let found = self
            .ops
            .windows(ops.len())
            .position(|w| w == ops.as_slice());
        let at = found.unwrap_or_else(|| {
            self.ops.extend_from_slice(&ops);
            self.ops.len() - ops.len()
        });
        let code = Code {
            at: at as u16,
            len: ops.len() as u16,
        };
        self.note(code, depth, || What::Value(expr.clone()));
        code
    }

    /// Remembers where a stretch of code came from, if anybody wants to know.
    pub(crate) fn note(&mut self, code: Code, depth: u8, what: impl FnOnce() -> What) {
        if self.origins.is_none() {
            return;
        }
        let places = self.env.iter().map(|(var, loc)| (*var, *loc)).collect();
        let what = what();
        self.origins.get_or_insert_default().push(Origin {
            code,
            what,
            depth,
            places,
        });
    }

    pub(crate) fn len(&mut self, len: usize) -> u8 {
        if len > u8::MAX as usize {
            self.too_much = Some("a condition is too long");
        }
        len as u8
    }

    pub(crate) fn emit(&mut self, expr: &Expr, depth: u8, out: &mut Vec<Op>) {
        match expr {
            Expr::Number(n) => out.push(Op::Const(*n)),
            Expr::Var(var) => out.push(match self.env.get(var) {
                Some(Loc::Slot(slot)) => Op::Slot(*slot),
                Some(Loc::It(n)) => Op::It(*n),
                None => {
                    self.too_much = Some("a name is used where its value is no longer kept");
                    Op::Const(0)
                }
            }),
            Expr::You => out.push(Op::You),
            Expr::Me => out.push(Op::Me),
            Expr::This => out.push(Op::This),
            Expr::Attacker => out.push(Op::Attacker),
            Expr::Target => out.push(Op::Target),
            Expr::Call(func, args) => self.call(*func, args, depth, out),
            Expr::Named(who, name) => {
                self.emit(who, depth, out);
                out.push(Op::Named(*name));
            }
            Expr::Label(who, label, of_card) => {
                self.emit(who, depth, out);
                out.push(if *of_card {
                    Op::Card(crate::CardProp::Label(*label))
                } else {
                    Op::Fighter(Prop::Label(*label))
                });
            }
            Expr::Faces(Dice::Attack, faces) => out.push(Op::AttackFaces(*faces)),
            Expr::Faces(Dice::Defence, faces) => out.push(Op::DefenceFaces(*faces)),
            Expr::Faces(Dice::Own, faces) => out.push(Op::Rolled(*faces)),
            Expr::Not(inner) => {
                self.emit(inner, depth, out);
                out.push(Op::Not);
            }
            Expr::And(parts) => self.chain(parts, depth, out, Op::AndThen),
            Expr::Or(parts) => self.chain(parts, depth, out, Op::OrElse),
            Expr::Binary(sign, a, b) => {
                self.emit(a, depth, out);
                self.emit(b, depth, out);
                out.push(match sign {
                    Sign::Eq => Op::Eq,
                    Sign::Ne => Op::Ne,
                    Sign::Lt => Op::Lt,
                    Sign::Le => Op::Le,
                    Sign::Gt => Op::Gt,
                    Sign::Ge => Op::Ge,
                    Sign::Add => Op::Add,
                    Sign::Sub => Op::Sub,
                    Sign::Mul => Op::Mul,
                });
            }
            Expr::Quant {
                what,
                over,
                of,
                var,
                filter,
                value,
            } => {
                if let Some(of) = of {
                    self.emit(of, depth, out);
                }
                let before = self.env.insert(*var, Loc::It(depth));
                let mut inner = Vec::new();
                if let Some(filter) = filter {
                    self.emit(filter, depth + 1, &mut inner);
                }
                match value {
                    Some(value) => {
                        if filter.is_some() {
                            inner.push(Op::Only);
                        }
                        self.emit(value, depth + 1, &mut inner);
                    }
                    None if filter.is_none() => inner.push(Op::Const(1)),
                    None => {}
                }
                if let Some(loc) = before {
                    self.env.insert(*var, loc);
                }
                let len = self.len(inner.len());
                if depth as usize >= crate::op::MAX_NEST {
                    self.too_much = Some("conditions are nested too deeply");
                }
                out.push(Op::Quant {
                    what: *what,
                    over: *over,
                    len,
                });
                out.extend(inner);
            }
            Expr::If(cond, yes, no) => {
                self.emit(cond, depth, out);
                self.emit(yes, depth, out);
                self.emit(no, depth, out);
                out.push(Op::Pick);
            }
        }
    }

    pub(crate) fn chain(
        &mut self,
        parts: &[Expr],
        depth: u8,
        out: &mut Vec<Op>,
        join: fn(u8) -> Op,
    ) {
        let Some((first, rest)) = parts.split_first() else {
            return;
        };
        self.emit(first, depth, out);
        if rest.is_empty() {
            return;
        }
        let mut tail = Vec::new();
        self.chain(rest, depth, &mut tail, join);
        out.push(join(self.len(tail.len())));
        out.extend(tail);
    }

    pub(crate) fn call(&mut self, func: Func, args: &[Expr], depth: u8, out: &mut Vec<Op>) {
        if func == Func::Within {
            self.emit(&args[0], depth, out);
            self.emit(&args[2], depth, out);
            out.push(Op::Distance);
            self.emit(&args[1], depth, out);
            out.push(Op::Le);
            return;
        }
        for arg in args {
            self.emit(arg, depth, out);
        }
        match func {
            Func::Within | Func::Named => {}
            Func::Fighter(prop) => out.push(Op::Fighter(prop)),
            Func::Has(token) => out.push(Op::Fighter(Prop::Has(token))),
            Func::Damaged => out.push(Op::Fighter(Prop::Damage)),
            Func::Token(prop) => out.push(Op::Token(prop)),
            Func::IsHeld => out.extend([Op::Token(TokenProp::Holder), Op::Const(0), Op::Ge]),
            Func::Hex(prop) => out.push(Op::Hex(prop)),
            Func::Card(prop) => out.push(Op::Card(prop)),
            Func::Seat(prop) => out.push(Op::Seat(prop)),
            Func::Level => {
                let tracker = Op::Seat(SeatProp::Counter(Counter::Tracker));
                out.extend([tracker, Op::Const(TRACK[0]), Op::Ge, Op::Const(1), Op::Add]);
                for step in &TRACK[1..] {
                    for arg in args {
                        self.emit(arg, depth, out);
                    }
                    out.extend([tracker, Op::Const(*step), Op::Ge, Op::Add]);
                }
            }
            Func::Attack(fact) => out.push(Op::Attack(fact)),
            Func::AllSuccesses => {
                out.extend([Op::Attack(Fact::Successes), Op::Attack(Fact::Dice), Op::Ge])
            }
            Func::Game(fact) => out.push(Op::Game(fact)),
            Func::Adjacent => out.extend([Op::Distance, Op::Const(1), Op::Eq]),
            Func::Distance => out.push(Op::Distance),
            Func::Sees => out.push(Op::Sees),
            Func::Reaches => out.push(Op::Reaches),
            Func::SameTerritory => out.push(Op::SameTerritory),
            Func::Companion => out.push(Op::Companion),
            Func::InChain => out.push(Op::InChain),
            Func::Min => out.push(Op::Min),
            Func::Max => out.push(Op::Max),
        }
    }
}

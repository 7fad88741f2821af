//! From the checked tree to code: statements.

use crate::compile::Compiler;
use crate::instr::{self, Instr, Pc, Ref, SetAt, Slot};
use crate::origin::Loc;
use crate::program::{Arg, Expr as Code};
use crate::tree::{self, Clause, Expr, Origin, Stmt, VarId};
use crate::verbs::{Given, Kind};
use crate::vocab::Func;
use gloryhex_model::CounterId;

impl<'t> Compiler<'t> {
    /// Statements; slots of names declared among them are free again afterwards.
    pub(crate) fn block(&mut self, body: &'t [Stmt]) {
        let next = self.next;
        for (ix, stmt) in body.iter().enumerate() {
            let from = self.code.len();
            self.stmt(stmt, &body[ix + 1..]);
            self.spots.stmts.push((from, self.code.len(), stmt));
        }
        self.next = next;
    }

    /// The first of so many slots that are free.
    fn slots(&mut self, width: u8) -> u8 {
        let slot = self.next;
        if slot + width > self.top {
            self.too_much = Some("it keeps too many names at a time");
            return 0;
        }
        self.next += width;
        slot
    }

    /// A slot that keeps the value of a name.
    pub(crate) fn keep(&mut self, var: VarId) -> Slot {
        let slot = self.slots(1);
        self.env.insert(var, Loc::Slot(slot));
        Slot(slot)
    }

    /// What an instruction is about; a value that is in no slot yet is put into one.
    pub(crate) fn reference(&mut self, expr: &Expr) -> Ref {
        match expr {
            Expr::Me => Ref::ME,
            Expr::You => Ref::YOU,
            Expr::This => Ref::THIS,
            Expr::Var(var) => match self.env.get(var) {
                Some(Loc::Slot(slot)) => Ref(*slot),
                _ => {
                    self.too_much = Some("a name is used where its value is no longer kept");
                    Ref::NONE
                }
            },
            other => {
                let slot = Slot(self.slots(1));
                let value = self.amount(other);
                self.emit(instr::Set { slot, value });
                Ref(slot.0)
            }
        }
    }

    pub(crate) fn reference_or(&mut self, expr: &Option<Expr>, default: Ref) -> Ref {
        match expr {
            Some(expr) => self.reference(expr),
            None => default,
        }
    }

    pub(crate) fn here(&self) -> Pc {
        self.code.len() as Pc
    }

    /// Lets the jump at `at` go to the next instruction.
    pub(crate) fn land(&mut self, at: Pc) {
        let here = self.here();
        match &mut self.code[at as usize] {
            Instr::Jump(instr::Jump { to })
            | Instr::Unless(instr::Unless { to, .. })
            | Instr::May(instr::May { to, .. })
            | Instr::Options(instr::Options { to, .. })
            | Instr::Arm(instr::Arm { to, .. })
            | Instr::Next(instr::Next { to, .. }) => *to = here,
            _ => {}
        }
    }

    /// Adds an instruction; where it is.
    pub(crate) fn emit(&mut self, step: impl Into<Instr>) -> Pc {
        self.code.push(step.into());
        self.here() - 1
    }

    pub(crate) fn stmt(&mut self, stmt: &'t Stmt, rest: &'t [Stmt]) {
        let before = self.next;
        let mut keeps = false;
        match stmt {
            Stmt::Choose {
                term,
                by,
                picks,
                filter,
            } => {
                keeps = true;
                let by = self.reference_or(by, Ref::YOU);
                for ix in 0..picks.len() {
                    self.choice((*term, by), (picks, ix), filter, rest);
                }
            }
            Stmt::ChooseSet {
                term,
                most,
                set,
                over,
                var,
                filter,
            } => {
                keeps = true;
                let filter = self.on_element(*var, filter.as_ref());
                let most = self.amount(most);
                let at = SetAt(self.slots(2));
                self.env.insert(*set, Loc::Slot(at.0));
                self.emit(instr::ChooseSet {
                    set: at,
                    over: *over,
                    filter,
                    most,
                    term: *term,
                });
            }
            Stmt::ChooseNumber(var, low, high) => {
                keeps = true;
                let (low, high) = (self.amount(low), self.amount(high));
                let slot = self.keep(*var);
                self.emit(instr::ChooseNumber { slot, low, high });
            }
            Stmt::Name(var, value) => {
                keeps = true;
                let value = self.amount(value);
                let slot = self.keep(*var);
                self.emit(instr::Set { slot, value });
            }
            Stmt::If(cond, yes, no) => {
                let cond = self.condition(cond, 0);
                let test = self.emit(instr::Unless { cond, to: 0 });
                self.block(yes);
                if no.is_empty() {
                    self.land(test);
                } else {
                    let over = self.emit(instr::Jump { to: 0 });
                    self.land(test);
                    self.block(no);
                    self.land(over);
                }
            }
            Stmt::May(by, body) => {
                if let ([Stmt::Let { .. }], None) = (body.as_slice(), by) {
                    self.grant(&body[0], true);
                } else {
                    let by = self.reference_or(by, Ref::YOU);
                    // Nobody is asked about what cannot be done.
                    let can = self.feasible(body).map(|cond| {
                        let cond = self.condition(&cond, 0);
                        self.emit(instr::Unless { cond, to: 0 })
                    });
                    let ask = self.emit(instr::May { by, to: 0 });
                    self.block(body);
                    self.land(ask);
                    if let Some(can) = can {
                        self.land(can);
                    }
                }
            }
            Stmt::OneOf(by, arms) => self.one_of(by, arms),
            Stmt::Each {
                ordered,
                var,
                over,
                filter,
                body,
            } => {
                let filter = self.on_element(*var, filter.as_ref());
                let set = SetAt(self.slots(2));
                self.emit(instr::Each {
                    set,
                    over: *over,
                    filter,
                });
                let by = if *ordered { Ref::YOU } else { Ref::NONE };
                self.iterate(*var, set, by, body);
            }
            Stmt::EachIn(var, set, body) => {
                let again = crate::walk::goes_through_again(self.card, *set);
                let set = match self.env.get(set) {
                    Some(Loc::Slot(slot)) => *slot,
                    _ => 0,
                };
                let set = if again { self.copied(set) } else { set };
                self.iterate(*var, SetAt(set), Ref::NONE, body);
            }
            Stmt::Roll(die, n) => {
                let n = self.amount(n);
                self.emit(instr::Roll { die: *die, n });
            }
            Stmt::Scatter(from, n) => {
                let from = self.reference(from);
                let n = self.amount(n);
                self.emit(instr::Scatter { from, n });
            }
            Stmt::Effect {
                until,
                n,
                first,
                clauses,
            } => {
                self.effects += 1;
                let effect = self.effects;
                self.remember(clauses);
                let n = n.as_ref().map_or(Code::YES, |n| self.amount(n));
                self.emit(instr::Install {
                    effect,
                    until: *until,
                    first: *first,
                    n,
                });
                self.defer(clauses, effect);
            }
            Stmt::Let { .. } => self.grant(stmt, false),
            other => keeps = self.simple(other),
        }
        if !keeps {
            self.next = before;
        }
    }

    /// A set of its own with the same elements. Going through a set empties it.
    fn copied(&mut self, set: u8) -> u8 {
        let copy = self.slots(2);
        for half in 0..2 {
            let value = self.forms.root(Arg::bound(set + half), 0, false);
            let slot = Slot(copy + half);
            self.emit(instr::Set { slot, value });
        }
        copy
    }

    pub(crate) fn iterate(&mut self, var: VarId, set: SetAt, by: Ref, body: &'t [Stmt]) {
        let var = self.keep(var);
        let next = self.emit(instr::Next {
            set,
            var,
            by,
            to: 0,
        });
        self.block(body);
        self.emit(instr::Again { to: next });
        self.land(next);
    }

    /// An effect outlives the event that started it: what the event provided is copied to slots of its own.
    pub(crate) fn remember(&mut self, clauses: &[Clause]) {
        let mut used = Vec::new();
        for clause in clauses {
            crate::captured::vars_of_clause(clause, &mut used);
        }
        for var in used {
            let is_event = matches!(self.card.vars[var.0 as usize].origin, Origin::Event(_));
            if let (true, Some(Loc::Slot(slot))) = (is_event, self.env.get(&var).copied())
                && slot >= self.top
            {
                let value = self.amount(&Expr::Var(var));
                let slot = self.keep(var);
                self.emit(instr::Set { slot, value });
            }
        }
    }

    /// Statements of one instruction; says whether it keeps a name.
    pub(crate) fn simple(&mut self, stmt: &Stmt) -> bool {
        let instr = match stmt {
            Stmt::Push {
                who,
                n,
                up_to,
                way,
                of,
                hex,
                end,
            } => {
                let who = self.reference(who);
                let of = self.reference_or(of, Ref::NONE);
                let n = self.amount(n);
                let end = self.on_element(*hex, end.as_ref());
                Instr::Push(instr::Push {
                    who,
                    n,
                    up_to: *up_to,
                    way: *way,
                    of,
                    end,
                })
            }
            Stmt::Place(who, hex, filter) | Stmt::Lift(who, hex, filter) => {
                let who = self.reference(who);
                Instr::Place(instr::Place {
                    who,
                    hex: self.on_element(*hex, filter.as_ref()),
                    lifted: matches!(stmt, Stmt::Lift(..)),
                })
            }
            Stmt::Plain(plain, operands) => {
                let given = plain.row().operands.iter().zip(operands);
                let given = given.map(|(operand, given)| match (given, operand.kind) {
                    (
                        tree::Given::Expr(n),
                        Kind::Amount | Kind::AmountOr(..) | Kind::AmountOrAll,
                    ) => Given::Amount(self.amount(n)),
                    (tree::Given::Word(place), Kind::Counter) => {
                        self.counts(CounterId(place.saturating_sub(1)), 0);
                        Given::Word(*place)
                    }
                    (tree::Given::Expr(hex @ Expr::Call(Func::Token(_), _)), Kind::Spot) => {
                        Given::OfToken(self.reference(hex))
                    }
                    (tree::Given::Expr(thing), _) => Given::Thing(self.reference(thing)),
                    (tree::Given::Token(token), _) => Given::OfToken(self.reference(token)),
                    (tree::Given::Var(var), _) => Given::Slot(self.keep(*var)),
                    (tree::Given::Word(_), Kind::AmountOr(_, prop)) => {
                        let of = operands.first().and_then(|first| match first {
                            tree::Given::Expr(thing) => Some(thing.clone()),
                            _ => None,
                        });
                        let all = Expr::Call(Func::Fighter(prop), of.into_iter().collect());
                        Given::Amount(self.amount(&all))
                    }
                    (tree::Given::Word(place), _) => Given::Word(*place),
                    (tree::Given::Absent, _) => Given::Word(0),
                });
                let given: Vec<Given> = given.collect();
                self.emit((plain.row().step)(&given));
                return plain.row().names();
            }
            // Statements of more than one instruction are compiled in `stmt`.
            Stmt::Choose { .. }
            | Stmt::ChooseSet { .. }
            | Stmt::ChooseNumber(..)
            | Stmt::Name(..)
            | Stmt::If(..)
            | Stmt::May(..)
            | Stmt::OneOf(..)
            | Stmt::Each { .. }
            | Stmt::EachIn(..)
            | Stmt::Roll(..)
            | Stmt::Scatter(..)
            | Stmt::Effect { .. }
            | Stmt::Let { .. } => return false,
        };
        self.code.push(instr);
        false
    }
}

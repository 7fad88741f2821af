//! Statements become steps, which keep values in the slots of a card; each slot is free again after the block it belongs to.

use super::Compiler;
use crate::captured::vars_of_clauses;
use crate::instr::{self, Instr, Pc, Ref, SetAt, Slot};
use crate::origin::Loc;
use crate::program::{Arg, words::SeatProp};
use crate::tree::{self, Expr, Origin, Stmt, VarId};
use crate::verbs::{Given, Kind, Plain};
use crate::vocab::{Func, Type};
use gloryhex_model::CounterId;

impl<'t> Compiler<'t> {
    /// Statements; slots of names declared among them are free again afterwards.
    pub(super) fn block(&mut self, body: &'t [Stmt]) {
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
    pub(super) fn keep(&mut self, var: VarId) -> Slot {
        let slot = self.slots(1);
        self.env.insert(var, Loc::Slot(slot));
        Slot(slot)
    }

    /// A slot keeps a value from now on.
    fn set(&mut self, slot: Slot, value: &Expr) {
        let value = self.amount(value);
        self.emit(instr::Set { slot, value });
    }

    /// Two slots that keep a set of a name.
    fn keep_set(&mut self, set: VarId) -> SetAt {
        let slot = self.slots(2);
        self.env.insert(set, Loc::Slot(slot));
        SetAt(slot)
    }

    /// What an instruction is about; a value that is in no slot yet is put into one.
    pub(super) fn reference(&mut self, expr: &Expr) -> Ref {
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
                self.set(slot, other);
                Ref(slot.0)
            }
        }
    }

    pub(super) fn reference_or(&mut self, expr: &Option<Expr>, default: Ref) -> Ref {
        match expr {
            Some(expr) => self.reference(expr),
            None => default,
        }
    }

    pub(super) fn here(&self) -> Pc {
        self.code.len() as Pc
    }

    /// Lets the jump at `at` go to the next instruction.
    pub(super) fn land(&mut self, at: Pc) {
        let here = self.here();
        self.code[usize::from(at)].land(here);
    }

    /// Adds an instruction; where it is.
    pub(super) fn emit(&mut self, step: impl Into<Instr>) -> Pc {
        self.code.push(step.into());
        self.here() - 1
    }

    pub(super) fn stmt(&mut self, stmt: &'t Stmt, rest: &'t [Stmt]) {
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
                let by = match by {
                    Some(Expr::Number(crate::NOBODY)) => Ref::NONE,
                    by => self.reference_or(by, Ref::YOU),
                };
                for ix in 0..picks.len() {
                    self.choice((*term, by), (picks, ix), filter, rest);
                }
            }
            Stmt::ChooseSet {
                term,
                least,
                most,
                set,
                over,
                of,
                var,
                filter,
            } => {
                keeps = true;
                let filter = self.on_element(*var, filter.as_ref());
                let most = most.as_ref().map(|most| self.amount(most));
                let (over, of) = (*over, self.reference_or(of, Ref::NONE));
                let kept = match of {
                    Ref::NONE => self.keep_set(*set),
                    _ => SetAt::PICKED,
                };
                match most {
                    Some(most) => self.emit(instr::ChooseSet {
                        set: kept,
                        over,
                        of,
                        filter,
                        least: *least,
                        most,
                        term: *term,
                    }),
                    None => self.emit(instr::Each {
                        set: kept,
                        over,
                        filter,
                    }),
                };
            }
            Stmt::ChooseNumber(var, low, high) => {
                keeps = true;
                let (low, high) = (self.amount(low), self.amount(high));
                let slot = self.keep(*var);
                self.emit(instr::ChooseNumber { slot, low, high });
            }
            Stmt::Name(var, value) => {
                keeps = true;
                let slot = self.keep(*var);
                self.set(slot, value);
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
                var,
                over,
                of,
                filter,
                body,
                ..
            } if self.is_card(*var) => {
                self.each_card(*var, *over, of.as_ref(), filter.as_ref(), body);
            }
            Stmt::EachIn { var, body, .. } if self.is_card(*var) => {
                self.each_card(*var, crate::Domain::Picked, None, None, body);
            }
            Stmt::Each {
                ordered,
                turns,
                var,
                over,
                filter,
                body,
                ..
            } => {
                let filter = self.on_element(*var, filter.as_ref());
                let set = SetAt(self.slots(2));
                self.emit(instr::Each {
                    set,
                    over: *over,
                    filter,
                });
                match turns {
                    Some(player) => self.take_turns(*player, *var, set, body),
                    None => self.iterate(*var, set, *ordered, body),
                }
            }
            Stmt::EachIn {
                ordered,
                var,
                set,
                body,
            } => {
                let again = crate::walk::goes_through_again(self.card, *set);
                let set = match self.env.get(set) {
                    Some(Loc::Slot(slot)) => *slot,
                    _ => 0,
                };
                let set = if again { self.copied(set) } else { set };
                self.iterate(*var, SetAt(set), *ordered, body);
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
                // What the effect remembers lies elsewhere only for the effect; it may be in an arm that is not taken.
                let around = self.env.clone();
                let used = vars_of_clauses(clauses);
                self.remember(&used);
                let n = self.amount_if_any(n);
                self.emit(instr::Install {
                    effect,
                    until: *until,
                    first: *first,
                    n,
                    fighters: self.fighters_of(&used),
                });
                self.defer(clauses, effect);
                self.env = around;
            }
            Stmt::Let { .. } => self.grant(stmt, false),
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
                self.emit(instr::Push {
                    who,
                    n,
                    up_to: *up_to,
                    way: *way,
                    of,
                    end,
                });
            }
            Stmt::Place(who, hex, filter) | Stmt::Lift(who, hex, filter) => {
                let who = self.reference(who);
                let hex = self.on_element(*hex, filter.as_ref());
                let lifted = matches!(stmt, Stmt::Lift(..));
                self.emit(instr::Place { who, hex, lifted });
            }
            Stmt::Plain(plain, operands) => keeps = self.plain(*plain, operands),
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

    fn is_card(&self, var: VarId) -> bool {
        self.card.vars[usize::from(var.0)].ty == Type::Card
    }

    /// Goes through a set, in an order of yours or as it comes.
    fn iterate(&mut self, var: VarId, set: SetAt, ordered: bool, body: &'t [Stmt]) {
        let by = if ordered { Ref::YOU } else { Ref::NONE };
        let next = self.take_next(var, set, by);
        self.block(body);
        self.again(next);
    }

    /// Goes through a set of which the players pick in turn, you first.
    fn take_turns(&mut self, player: VarId, var: VarId, set: SetAt, body: &'t [Stmt]) {
        let slot = self.keep(player);
        self.set(slot, &Expr::You);
        let next = self.take_next(var, set, Ref(slot.0));
        self.block(body);
        let after = Expr::Call(Func::Seat(SeatProp::Next), vec![Expr::Var(player)]);
        self.set(slot, &after);
        self.again(next);
    }

    /// The step that takes an element out of a set.
    fn take_next(&mut self, var: VarId, set: SetAt, by: Ref) -> Pc {
        let var = self.keep(var);
        self.emit(instr::Next {
            set,
            var,
            by,
            to: 0,
        })
    }

    /// The step that takes the next one comes again; after the last the card goes on here.
    fn again(&mut self, next: Pc) {
        self.emit(instr::Jump { to: next });
        self.land(next);
    }

    /// Goes through the cards of a pile, one after the other as they lie in it.
    fn each_card(
        &mut self,
        var: VarId,
        over: crate::Domain,
        of: Option<&Expr>,
        filter: Option<&Expr>,
        body: &'t [Stmt],
    ) {
        let of = of.map_or(Ref::YOU, |of| self.reference(of));
        let filter = self.on_element(var, filter);
        let slot = self.keep(var);
        self.set(slot, &Expr::Number(crate::NOBODY));
        let next = self.emit(instr::NextCard {
            var: slot,
            over,
            of,
            filter,
            to: 0,
        });
        self.block(body);
        self.again(next);
    }

    /// Those slots in which the clauses of an effect find fighters, as bits.
    fn fighters_of(&self, used: &[VarId]) -> u8 {
        let slots = used.iter().filter_map(|var| {
            let fighter = self.card.vars[usize::from(var.0)].ty == Type::Fighter;
            match self.env.get(var) {
                Some(Loc::Slot(slot)) if fighter => Some(*slot),
                _ => None,
            }
        });
        slots.fold(0, |set, slot| set | 1 << (slot & 7))
    }

    /// An effect outlives the event that started it: what it uses of the event is copied to slots of its own.
    fn remember(&mut self, used: &[VarId]) {
        for var in used {
            let is_event = matches!(self.card.vars[usize::from(var.0)].origin, Origin::Event(_));
            if let (true, Some(Loc::Slot(slot))) = (is_event, self.env.get(var).copied())
                && slot >= self.top
            {
                let value = self.amount(&Expr::Var(*var));
                let slot = self.keep(*var);
                self.emit(instr::Set { slot, value });
            }
        }
    }

    /// A statement whose verb has a row; says whether it keeps a name.
    fn plain(&mut self, plain: Plain, operands: &[tree::Given]) -> bool {
        let given = plain.row().operands.iter().zip(operands);
        let given = given.map(|(operand, given)| match (given, operand.kind) {
            (tree::Given::Expr(n), Kind::Amount | Kind::AmountOr(..) | Kind::AmountOrAll) => {
                Given::Amount(self.amount(n))
            }
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
        plain.row().names()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::compiled;
    use crate::Instr;

    #[test]
    fn a_loop_jumps_back_to_the_step_that_takes_the_next_one() {
        let code = compiled("ploy \"Trial\" { each f: friends { damage f 1 } }").code;
        let next = code.iter().position(|step| matches!(step, Instr::Next(_)));
        let (back, jump) = (0..)
            .zip(code.iter())
            .find_map(|(at, step)| match step {
                Instr::Jump(jump) => Some((at, *jump)),
                _ => None,
            })
            .expect("a jump");
        assert_eq!(Some(usize::from(jump.to)), next);
        assert!(matches!(code[jump.to as usize], Instr::Next(next) if next.to == back + 1));
    }

    #[test]
    fn a_set_that_is_gone_through_twice_is_copied() {
        let twice = "choose up to 2 s: friends each f in s { damage f 1 } each f in s { heal f 1 }";
        let once = "choose up to 2 s: friends each f in s { damage f 1 }";
        let copies = |body: &str| {
            let code = compiled(&format!("ploy \"Trial\" {{ {body} }}")).code;
            code.iter()
                .filter(|step| matches!(step, Instr::Set(_)))
                .count()
        };
        assert_eq!([once, twice].map(copies), [0, 4]);
    }
}

//! From the checked tree to the form: conditions and amounts. Each word of the language that takes arguments
//! has its line in [`Compiler::call`].

use super::ir::{ATTACKER, Arg, Cmp, Form, Formula, ITS_AT, ME, Math, Operand, TARGET, THIS, YOU};
use super::words::{CardProp, Fact, MAX_NEST, NOBODY, Prop, Quant, SeatProp, TokenProp};
use crate::code::CardKind;
use crate::compile::{Compiler, provided_at};
use crate::origin::{Loc, Origin, What};
use crate::past::Watch;
use crate::tree::{Expr, Past, Sign, VarId};
use crate::vocab::Func;

impl Compiler<'_> {
    /// A condition on an element.
    pub(crate) fn on_element(&mut self, var: VarId, cond: Option<&Expr>) -> Formula {
        cond.map_or(Formula::YES, |cond| {
            self.with_element(var, |compiler| compiler.condition(cond, 1))
        })
    }

    /// Does something while a name stands for the element given from outside.
    pub(crate) fn with_element<T>(&mut self, var: VarId, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.env.insert(var, Loc::It(0));
        let done = work(self);
        match before {
            Some(loc) => self.env.insert(var, loc),
            None => self.env.remove(&var),
        };
        done
    }

    /// An amount with no element given.
    pub(crate) fn amount(&mut self, expr: &Expr) -> Formula {
        self.root(expr, 0, false)
    }

    /// An amount that may be left out.
    pub(crate) fn amount_if_any(&mut self, expr: &Option<Expr>) -> Formula {
        expr.as_ref().map_or(Formula::YES, |expr| self.amount(expr))
    }

    /// A condition with so many elements given.
    pub(crate) fn condition(&mut self, expr: &Expr, depth: u8) -> Formula {
        self.root(expr, depth, true)
    }

    /// A condition that may be left out, with so many elements given.
    pub(crate) fn condition_if_any(&mut self, expr: Option<&Expr>, depth: u8) -> Formula {
        expr.map_or(Formula::YES, |expr| self.condition(expr, depth))
    }

    /// An expression with so many elements given; `truth` if only yes or no is wanted.
    pub(crate) fn root(&mut self, expr: &Expr, depth: u8, truth: bool) -> Formula {
        let arg = self.built(expr, depth);
        let code = self.forms.root(arg, depth, truth);
        self.note(code, depth, || What::Value(expr.clone()));
        code
    }

    /// Remembers where an expression came from, if anybody wants to know.
    pub(crate) fn note(&mut self, code: Formula, depth: u8, what: impl FnOnce() -> What) {
        let places = self.env.iter().map(|(var, loc)| (*var, *loc)).collect();
        let truth = self
            .forms
            .program()
            .root(code)
            .is_none_or(|root| root.truth);
        if let Some(origins) = &mut self.origins {
            let what = what();
            origins.push(Origin {
                code,
                what,
                depth,
                truth,
                places,
            });
        }
    }

    fn put(&mut self, form: Form) -> Arg {
        if self.forms.is_full() {
            self.too_much = Some("the card says too much");
            return Arg::ONE;
        }
        self.forms.put(form)
    }

    fn built(&mut self, expr: &Expr, depth: u8) -> Arg {
        match expr {
            Expr::Number(n) => self.forms.number(*n),
            Expr::Var(var) => match self.env.get(var) {
                Some(Loc::Slot(slot)) => Arg::bound(*slot),
                Some(Loc::It(n)) => Arg::bound(ITS_AT + n),
                None => {
                    self.too_much = Some("a name is used where its value is no longer kept");
                    Arg::ONE
                }
            },
            Expr::You => Arg::bound(YOU),
            Expr::Me => Arg::bound(ME),
            Expr::This => Arg::bound(THIS),
            Expr::Attacker => Arg::bound(ATTACKER),
            Expr::Target => Arg::bound(TARGET),
            Expr::Call(func, args) => {
                let args: Vec<Arg> = args.iter().map(|arg| self.built(arg, depth)).collect();
                self.call(*func, &args)
            }
            Expr::Named(who, name) => {
                let who = self.built(who, depth);
                self.put(Form::Named(*name, who))
            }
            Expr::Titled(card, name) => {
                let card = self.built(card, depth);
                self.put(Form::Card(CardProp::Titled(*name), card))
            }
            Expr::Label(what, label, of_card) => {
                let what = self.built(what, depth);
                self.put(if *of_card {
                    Form::Card(CardProp::Label(*label), what)
                } else {
                    Form::Fighter(Prop::Label(*label), what)
                })
            }
            Expr::With(number) => self.put(Form::With(*number)),
            Expr::TokenKind(token) => Arg::number(*token as i16),
            Expr::Counter(counter) => Arg::number(i16::from(counter.0)),
            Expr::Faces(dice, faces) => self.put(Form::Dice(*dice, *faces)),
            Expr::Not(inner) => {
                let inner = self.built(inner, depth);
                self.forms.not(inner)
            }
            Expr::And(parts) => {
                let parts: Vec<Arg> = parts.iter().map(|part| self.built(part, depth)).collect();
                self.forms.all(&parts)
            }
            Expr::Or(parts) => {
                let parts: Vec<Arg> = parts.iter().map(|part| self.built(part, depth)).collect();
                self.forms.any(&parts)
            }
            Expr::Binary(sign, a, b) => {
                let (a, b) = (self.built(a, depth), self.built(b, depth));
                match sign {
                    Sign::Eq => self.compare(Cmp::Eq, a, b),
                    Sign::Ne => self.compare(Cmp::Ne, a, b),
                    Sign::Lt => self.compare(Cmp::Lt, a, b),
                    Sign::Le => self.compare(Cmp::Le, a, b),
                    Sign::Gt => self.compare(Cmp::Gt, a, b),
                    Sign::Ge => self.compare(Cmp::Ge, a, b),
                    Sign::Add => self.put(Form::Math(Math::Add, a, b)),
                    Sign::Sub => self.put(Form::Math(Math::Sub, a, b)),
                    Sign::Mul => self.put(Form::Math(Math::Mul, a, b)),
                }
            }
            Expr::Quant {
                what,
                over,
                of,
                var,
                filter,
                value,
            } => {
                if usize::from(depth) >= MAX_NEST {
                    self.too_much = Some("conditions are nested too deeply");
                    return Arg::ONE;
                }
                let of = match of {
                    Some(of) => self.built(of, depth),
                    None => Arg::number(NOBODY),
                };
                let before = self.env.insert(*var, Loc::It(depth));
                let filter = filter.as_ref().map(|filter| self.built(filter, depth + 1));
                let value = value.as_ref().map(|value| self.built(value, depth + 1));
                if let Some(loc) = before {
                    self.env.insert(*var, loc);
                }
                let inner = match (filter, value, what) {
                    // To pass over an element is to say no to it.
                    (Some(filter), Some(value), Quant::Any | Quant::Count) => {
                        self.forms.all(&[filter, value])
                    }
                    (Some(filter), Some(value), _) => self.put(Form::Only(filter, value)),
                    (filter, value, _) => filter.or(value).unwrap_or(Arg::ONE),
                };
                self.put(Form::Quant {
                    what: *what,
                    over: *over,
                    place: ITS_AT + depth,
                    of,
                    inner,
                })
            }
            Expr::If(cond, yes, no) => {
                let cond = self.built(cond, depth);
                let (yes, no) = (self.built(yes, depth), self.built(no, depth));
                self.put(Form::Pick(cond, yes, no))
            }
            Expr::Past(past) => {
                self.watch(past);
                let whose = match &past.key {
                    Some((_, fighter)) => self.built(fighter, depth),
                    None => Arg::number(NOBODY),
                };
                self.put(Form::Past(past.nth, whose))
            }
        }
    }

    /// Notes a question about the past. Its conditions know what the moment provides and nothing else.
    fn watch(&mut self, past: &Past) {
        let nth = usize::from(past.nth);
        if self.watches.len() <= nth {
            self.watches.resize(nth + 1, None);
        }
        if self.watches[nth].is_some() {
            return;
        }
        let outside = std::mem::take(&mut self.env);
        self.provide(past.trigger, past.first_var);
        // The fighter whose card it is needs no count apart: it is known when the moment comes.
        let own = self.card.kind == CardKind::Fighter;
        let mut parts: Vec<Expr> = past.filter.iter().cloned().collect();
        let mut key = past.key.as_ref().map(|(ix, _)| provided_at(*ix));
        if let Some((ix, Expr::Me)) = past.key.as_ref().filter(|_| own) {
            let who = Expr::Var(VarId(past.first_var.0 + u16::from(*ix)));
            parts.push(Expr::Binary(Sign::Eq, Box::new(who), Box::new(Expr::Me)));
            key = None;
        }
        let when = self.condition_if_any(Expr::all(parts).as_ref(), 0);
        let value = self.amount_if_any(&past.value);
        self.env = outside;
        self.watches[nth] = Some(Watch {
            kept: past.kept,
            trigger: past.trigger,
            during: past.during,
            when,
            value,
            key,
        });
    }

    /// A comparison; of a distance with a number it is one node.
    fn compare(&mut self, cmp: Cmp, a: Arg, b: Arg) -> Arg {
        let far = |arg: Arg| match self.forms.program().form(arg) {
            Some(Form::Distance(from, to)) => Some((*from, *to)),
            _ => None,
        };
        let small = |arg: Arg| match arg.operand() {
            Operand::Number(n) => i8::try_from(n).ok(),
            Operand::Node(_) | Operand::Bound(_) | Operand::HexOf(_) => None,
        };
        let form = match (far(a), small(b), small(a), far(b)) {
            (Some((from, to)), Some(n), ..) => Form::Near(cmp, n, from, to),
            (_, _, Some(n), Some((from, to))) => Form::Near(cmp.mirrored(), n, from, to),
            _ => Form::Compare(cmp, a, b),
        };
        self.put(form)
    }

    /// A word of the table. The checker has seen to it that there are as many arguments as the word takes.
    fn call(&mut self, func: Func, args: &[Arg]) -> Arg {
        if let Func::Fighter(Prop::Counters(counter) | Prop::Removable(counter))
        | Func::Seat(SeatProp::Counters(counter)) = func
        {
            self.counts(counter, 0);
        }
        let arg = |ix: usize| args.get(ix).copied().unwrap_or(Arg::number(NOBODY));
        let (a, b) = (arg(0), arg(1));
        let form = match func {
            Func::Fighter(Prop::Hex) => match a.operand() {
                Operand::Bound(at) => return Arg::hex_of(at),
                Operand::Node(_) | Operand::HexOf(_) | Operand::Number(_) => {
                    Form::Fighter(Prop::Hex, a)
                }
            },
            Func::Fighter(prop) => Form::Fighter(prop, a),
            Func::Has(token) => Form::Fighter(Prop::Has(token), a),
            Func::Damaged => Form::Fighter(Prop::Damage, a),
            Func::Token(prop) => Form::Token(prop, a),
            Func::IsHeld => {
                let holder = self.put(Form::Token(TokenProp::Holder, a));
                Form::Compare(Cmp::Ge, holder, Arg::number(0))
            }
            Func::Hex(prop) => Form::Hex(prop, a),
            Func::Card(prop) => Form::Card(prop, a),
            Func::Seat(prop) => Form::Seat(prop, a),
            Func::Level => Form::Level(a),
            Func::Attack(fact) => Form::Attack(fact),
            Func::AllSuccesses => {
                let successes = self.put(Form::Attack(Fact::Successes));
                let dice = self.put(Form::Attack(Fact::Dice));
                Form::Compare(Cmp::Ge, successes, dice)
            }
            Func::Game(fact) => Form::Game(fact),
            Func::Adjacent => Form::Near(Cmp::Eq, 1, a, b),
            Func::Within => {
                let distance = self.put(Form::Distance(a, arg(2)));
                return self.compare(Cmp::Le, distance, b);
            }
            Func::Distance => Form::Distance(a, b),
            Func::Tie(tie) => Form::Tie(tie, a, b),
            Func::Line(line) => Form::Line(line, a, b, arg(2)),
            Func::InChain => Form::InChain(a),
            Func::ChainHex => Form::ChainHex(a),
            Func::Half => Form::Math(Math::Div, a, Arg::number(2)),
            Func::Min => Form::Math(Math::Min, a, b),
            Func::Max => Form::Math(Math::Max, a, b),
            // Names are resolved by the checker.
            Func::Named => return Arg::number(0),
        };
        self.put(form)
    }
}

//! Trees made cheaper: what costs least is asked first, marks of the same fighter are asked for together, and
//! what can be told without the tree is kept apart.

use super::{
    form::{Arg, Cmp, Form, Forms, ITS_AT, ME, Math, Operand, Parts, Tie, YOU},
    gate::Gate,
    marks::Marks,
};
use gloryhex_cardlang::{Domain, Fact, Prop, Quant, SeatProp, verify::is_fighters};

impl Forms {
    /// The part of a condition that is told from what is bound alone.
    pub(super) fn gate(&self, arg: Arg) -> Gate {
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
            Form::Marks(ix, who) if self.marks[ix as usize].needs(Marks::FRIENDLY) => {
                slot(who).map(Gate::Friendly)
            }
            Form::Marks(ix, who) if self.marks[ix as usize].needs(Marks::ENEMY) => {
                slot(who).map(Gate::Enemy)
            }
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
    /// The same tree with cheaper questions first, as far as only yes or no is wanted.
    pub(super) fn tidy(&mut self, arg: Arg, truth: bool) -> Arg {
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
                    Some(Form::Marks(ix, who)) => {
                        let marks = self.marks[ix as usize];
                        self.marked(!marks, who)
                    }
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
                let form = Form::Quant {
                    what,
                    over,
                    place,
                    of,
                    inner,
                };
                self.drawn_out(form).unwrap_or(form)
            }
            Form::Math(math, a, b) => {
                let (a, b) = (self.tidy(a, false), self.tidy(b, false));
                self.ladder(math, a, b).unwrap_or(Form::Math(math, a, b))
            }
            Form::Fighter(prop, who) if truth => match Marks::of(prop) {
                Some(marks) => self.marked(marks, who),
                None => return arg,
            },
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
    /// For "some of these, and something else as well": the something else, and then "some of these".
    fn drawn_out(&mut self, form: Form) -> Option<Form> {
        let Form::Quant {
            what: what @ Quant::Any,
            over,
            place,
            of,
            inner,
        } = form
        else {
            return None;
        };
        let mut parts = Vec::new();
        self.flatten(inner, true, &mut parts);
        let (own, mut apart): (Vec<Arg>, Vec<Arg>) = parts
            .into_iter()
            .partition(|part| self.speaks_of(*part, place));
        if own.is_empty() || apart.is_empty() {
            return None;
        }
        let inner = self.all_of(&own);
        apart.push(self.put(Form::Quant {
            what,
            over,
            place,
            of,
            inner,
        }));
        apart.sort_by_key(|part| self.cost(*part));
        Some(Form::All(self.listed(&apart)))
    }
    /// Two conditions that must both hold, or of which one must, with all their parts by what they cost.
    fn ordered(&mut self, a: Arg, b: Arg, both: bool) -> Arg {
        let mut parts = Vec::new();
        self.flatten(a, both, &mut parts);
        self.flatten(b, both, &mut parts);
        self.merge(&mut parts, both);
        if both {
            self.fill(&mut parts);
        }
        parts.sort_by_key(|part| self.cost(*part));
        if let [only] = parts[..] {
            return only;
        }
        let list = self.listed(&parts);
        self.put(if both {
            Form::All(list)
        } else {
            Form::Any(list)
        })
    }
    pub(super) fn listed(&mut self, parts: &[Arg]) -> Parts {
        let at = self.parts.len() as u16;
        self.parts.extend(parts);
        Parts {
            at,
            len: parts.len() as u16,
        }
    }
    fn marked(&mut self, marks: Marks, who: Arg) -> Form {
        self.marks.push(marks);
        Form::Marks(self.marks.len() as u16 - 1, who)
    }
    /// The marks that an operand asks for, and whose.
    pub(super) fn marks_in(&self, arg: Arg) -> Option<(Marks, Arg)> {
        match arg.operand() {
            Operand::Node(id) => match self.nodes[id as usize] {
                Form::Marks(ix, who) => Some((self.marks[ix as usize], who)),
                _ => None,
            },
            _ => None,
        }
    }
    /// Asks for all marks of the same fighter at once.
    fn merge(&mut self, parts: &mut Vec<Arg>, both: bool) {
        let mut at = 0;
        while at < parts.len() {
            let mut next = at + 1;
            while next < parts.len() {
                let merged = match (self.marks_in(parts[at]), self.marks_in(parts[next])) {
                    (Some((a, who)), Some((b, other)))
                        if who == other && !matches!(who.operand(), Operand::Node(_)) =>
                    {
                        let one = if both {
                            a.and(b)
                        } else {
                            (!a).and(!b).map(|marks| !marks)
                        };
                        one.map(|marks| (marks, who))
                    }
                    _ => None,
                };
                if let Some((marks, who)) = merged {
                    let form = self.marked(marks, who);
                    parts[at] = self.put(form);
                    parts.remove(next);
                } else {
                    next += 1;
                }
            }
            at += 1;
        }
    }
    /// Asks at once whether there are such elements and whether something holds for all of them.
    fn fill(&mut self, parts: &mut Vec<Arg>) {
        let quant = |forms: &Forms, part: Arg| match part.operand() {
            Operand::Node(id) => match forms.nodes[id as usize] {
                Form::Quant {
                    what,
                    over,
                    place,
                    inner,
                    ..
                } if over == Domain::Tokens || is_fighters(over) => {
                    Some((what, over, inner, place))
                }
                _ => None,
            },
            _ => None,
        };
        for at in 0..parts.len() {
            let Some((Quant::All, over, inner, place)) = quant(self, parts[at]) else {
                continue;
            };
            let (filter, value) = match inner.operand() {
                Operand::Node(id) => match self.nodes[id as usize] {
                    Form::Only(filter, value) => (filter, value),
                    _ => (Arg::ONE, inner),
                },
                _ => continue,
            };
            // What is told by marks is asked of all at once.
            if self.crowd_in(Quant::All, over, place, inner).is_some() && is_fighters(over) {
                continue;
            }
            let some = parts.iter().position(|part| {
                quant(self, *part).is_some_and(|(what, of, inner, _)| {
                    what == Quant::Any && of == over && self.alike(inner, filter)
                })
            });
            if let Some(some) = some {
                let claim = match over {
                    Domain::Tokens => self.claim(filter, value, place),
                    _ => None,
                };
                let full = claim.map_or(Form::Full(parts[at]), Form::Claim);
                parts[at] = self.put(full);
                parts.remove(some);
                return self.fill(parts);
            }
        }
    }
    /// A sum of comparisons of the same number with constants.
    fn ladder(&mut self, math: Math, a: Arg, b: Arg) -> Option<Form> {
        let (mut of, mut base, mut steps) = (None, 0, Vec::new());
        if math != Math::Add
            || !self.rungs(a, &mut of, &mut base, &mut steps)
            || !self.rungs(b, &mut of, &mut base, &mut steps)
            || !(-99..=99).contains(&base)
        {
            return None;
        }
        steps.insert(0, Arg::number(base));
        Some(Form::Ladder(of?, self.listed(&steps)))
    }
    /// Adds the parts of such a sum; says whether it is one.
    fn rungs(&self, arg: Arg, of: &mut Option<Arg>, base: &mut i16, steps: &mut Vec<Arg>) -> bool {
        let id = match arg.operand() {
            Operand::Number(n) => {
                *base = base.saturating_add(n);
                return true;
            }
            Operand::Node(id) => id,
            _ => return false,
        };
        let (what, more) = match self.nodes[id as usize] {
            Form::Ladder(what, list) => (what, self.list(list)),
            Form::Compare(Cmp::Ge, what, ref n) if matches!(n.operand(), Operand::Number(_)) => {
                (what, &[Arg::number(0), *n][..])
            }
            _ => return false,
        };
        if of.is_some_and(|of| !self.same(of, what)) {
            return false;
        }
        *of = Some(what);
        if let Some(Operand::Number(n)) = more.first().map(|base| base.operand()) {
            *base = base.saturating_add(n);
        }
        steps.extend(more.iter().skip(1));
        true
    }
    /// Whether two operands are the same property of the same player.
    fn same(&self, a: Arg, b: Arg) -> bool {
        let player = |arg: Arg| match arg.operand() {
            Operand::Node(id) => match self.nodes[id as usize] {
                Form::Seat(prop, who) => Some((prop, who)),
                _ => None,
            },
            _ => None,
        };
        player(a).is_some_and(|(prop, who)| {
            !matches!(who.operand(), Operand::Node(_)) && player(b) == Some((prop, who))
        })
    }
    /// One condition that asks for all of a list.
    pub(super) fn all_of(&mut self, parts: &[Arg]) -> Arg {
        match parts {
            [] => Arg::ONE,
            [only] => *only,
            _ => {
                let list = self.listed(parts);
                self.put(Form::All(list))
            }
        }
    }
    /// Whether two trees ask for the same, however their parts are ordered.
    pub(super) fn alike(&self, a: Arg, b: Arg) -> bool {
        let (Operand::Node(one), Operand::Node(other)) = (a.operand(), b.operand()) else {
            return a == b;
        };
        let (one, other) = (self.nodes[one as usize], self.nodes[other as usize]);
        let each = || {
            let (one, other) = (self.operands(one), self.operands(other));
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| self.alike(*a, b))
        };
        match (one, other) {
            (Form::All(a), Form::All(b)) | (Form::Any(a), Form::Any(b)) => {
                let (a, b) = (self.list(a), self.list(b));
                let within =
                    |a: &[Arg], b: &[Arg]| a.iter().all(|a| b.iter().any(|b| self.alike(*a, *b)));
                within(a, b) && within(b, a)
            }
            (Form::Not(_), Form::Not(_)) => each(),
            (Form::Fighter(a, _), Form::Fighter(b, _)) => a == b && each(),
            (Form::Marks(a, _), Form::Marks(b, _)) => {
                self.marks[a as usize] == self.marks[b as usize] && each()
            }
            (Form::Named(a, _), Form::Named(b, _)) => a == b && each(),
            (Form::Token(a, _), Form::Token(b, _)) => a == b && each(),
            (Form::Hex(a, _), Form::Hex(b, _)) => a == b && each(),
            (Form::Card(a, _), Form::Card(b, _)) => a == b && each(),
            (Form::Seat(a, _), Form::Seat(b, _)) => a == b && each(),
            (Form::Tie(a, ..), Form::Tie(b, ..)) => a == b && each(),
            (Form::Compare(a, ..), Form::Compare(b, ..)) => a == b && each(),
            (Form::Near(a, n, ..), Form::Near(b, m, ..)) => (a, n) == (b, m) && each(),
            (
                Form::Quant {
                    what, over, place, ..
                },
                Form::Quant {
                    what: what_too,
                    over: over_too,
                    place: place_too,
                    ..
                },
            ) => (what, over, place) == (what_too, over_too, place_too) && each(),
            _ => false,
        }
    }
    pub(super) fn flatten(&self, arg: Arg, both: bool, parts: &mut Vec<Arg>) {
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
            Form::Marks(..) => 4,
            Form::Fighter(prop, _) => match prop {
                Prop::Stat(_) | Prop::HealthLeft | Prop::Vulnerable | Prop::Wizard => 60,
                Prop::Pushable | Prop::SupportedAttacker | Prop::SupportedTarget => 80,
                Prop::Holding | Prop::Held | Prop::Doing(_) => 30,
                Prop::OnToken | Prop::TokenUnder | Prop::In(_) | Prop::Region(_) => 15,
                Prop::Label(_) | Prop::Trait(_) | Prop::OnGuard => 20,
                _ => 5,
            },
            Form::Token(..) => 20,
            Form::Claim(_) => 80,
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
}

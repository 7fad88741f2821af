//! Quantifiers: what is asked of the elements of a domain, of all of them at once where they are a set.

use super::{
    domain::{Elements, fighters},
    eval::{Bound, Context},
    form::{Arg, Form, Operand},
    lanes::{Fighters, Lanes, Tokens},
};
use gloryhex_cardlang::{Domain, Quant};

impl Context<'_> {
    /// What a quantifier asks, and of which elements only.
    #[inline]
    fn only(&self, inner: Arg) -> (Option<Arg>, Arg) {
        match inner.operand() {
            Operand::Node(id) => match *self.forms.node(id) {
                Form::Only(filter, value) => (Some(filter), value),
                _ => (None, inner),
            },
            _ => (None, inner),
        }
    }

    #[inline(never)]
    pub(super) fn quantify(
        &self,
        what: Quant,
        over: Domain,
        of: i16,
        inner: Arg,
        bound: &mut Bound,
        place: u8,
    ) -> i16 {
        let (filter, inner) = self.only(inner);
        let mut answer = Answer::new(what);
        let outer = bound[place as usize];
        for element in Elements::of(self, over, of) {
            bound[place as usize] = element;
            if filter.is_none_or(|filter| self.truth(filter, bound))
                && answer.take(self.arg(inner, bound))
            {
                break;
            }
        }
        bound[place as usize] = outer;
        answer.value
    }

    #[inline(never)]
    pub(super) fn quantify_set<L: Lanes>(
        &self,
        what: Quant,
        among: L,
        inner: Arg,
        bound: &mut Bound,
        place: u8,
    ) -> i16 {
        let (filter, inner) = self.only(inner);
        let base = match filter {
            Some(filter) => self.select(filter, among, bound, place),
            None => among,
        };
        match what {
            Quant::Count => self.select(inner, base, bound, place).len(),
            Quant::Any => i16::from(!self.select(inner, base, bound, place).is_empty()),
            Quant::All => i16::from(
                base.minus(self.select(inner, base, bound, place))
                    .is_empty(),
            ),
            Quant::Sum | Quant::Max | Quant::Min => {
                let mut answer = Answer::new(what);
                let outer = bound[place as usize];
                base.keep(|element| {
                    bound[place as usize] = element;
                    answer.take(self.arg(inner, bound));
                    false
                });
                bound[place as usize] = outer;
                answer.value
            }
        }
    }

    /// Whether there are elements that a quantifier over all looks at, and it holds for them.
    #[inline(never)]
    pub(super) fn full(&self, all: Arg, bound: &mut Bound) -> i16 {
        let Operand::Node(id) = all.operand() else {
            return 0;
        };
        let Form::Quant {
            over, place, inner, ..
        } = *self.forms.node(id)
        else {
            return 0;
        };
        if over == Domain::Tokens {
            return self.full_set(Tokens::on_field(self), inner, bound, place);
        }
        let among = Fighters(fighters(self.sight, self.source.seat, over));
        self.full_set(among, inner, bound, place)
    }
    #[inline]
    fn full_set<L: Lanes>(&self, among: L, inner: Arg, bound: &mut Bound, place: u8) -> i16 {
        let (filter, inner) = self.only(inner);
        let base = match filter {
            Some(filter) => self.select(filter, among, bound, place),
            None => among,
        };
        if base.is_empty() {
            return 0;
        }
        let good = self.select(inner, base, bound, place);
        i16::from(base.minus(good).is_empty())
    }
}

/// What a quantifier has found so far.
struct Answer {
    what: Quant,
    value: i16,
}

impl Answer {
    fn new(what: Quant) -> Answer {
        let value = match what {
            Quant::Count | Quant::Any | Quant::Sum => 0,
            Quant::All => 1,
            Quant::Max => -1,
            Quant::Min => 999,
        };
        Answer { what, value }
    }
    /// Takes the value of one element; says whether the answer is known.
    fn take(&mut self, value: i16) -> bool {
        match self.what {
            Quant::Count => self.value += i16::from(value != 0),
            Quant::Sum => self.value = self.value.saturating_add(value),
            Quant::Max => self.value = self.value.max(value),
            Quant::Min => self.value = self.value.min(value),
            Quant::Any if value != 0 => {
                self.value = 1;
                return true;
            }
            Quant::All if value == 0 => {
                self.value = 0;
                return true;
            }
            Quant::Any | Quant::All => {}
        }
        false
    }
}

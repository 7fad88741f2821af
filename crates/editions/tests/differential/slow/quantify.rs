//! What quantifiers give: every element is tried, one after the other.

use super::{Slow, Values, yes};
use gloryhex_cardlang::{
    Domain, NOBODY, Quant,
    tree::{Expr, VarId},
};

impl Slow<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn quantify(
        &self,
        what: Quant,
        over: Domain,
        of: i16,
        var: VarId,
        filter: Option<&Expr>,
        value: Option<&Expr>,
        values: &Values,
    ) -> i16 {
        let mut inner = values.clone();
        let mut found = Vec::new();
        let mut kept = Vec::new();
        let mut partners = Vec::new();
        for element in self.elements(over, of) {
            inner.insert(var, element);
            if filter.is_none_or(|f| self.holds(f, &inner)) {
                found.push(value.map_or(1, |v| self.value(v, &inner)));
                kept.push(element);
                if what == Quant::Matched {
                    partners.push(self.partners(value, &inner));
                }
            }
        }
        match what {
            Quant::Count => found.iter().filter(|v| **v != 0).count() as i16,
            Quant::Any => yes(found.iter().any(|v| *v != 0)),
            Quant::All => yes(found.iter().all(|v| *v != 0)),
            Quant::Sum => found.iter().fold(0, |a: i16, v| a.saturating_add(*v)),
            Quant::Max => found.into_iter().max().unwrap_or(-1).max(-1),
            Quant::Min => found.into_iter().min().unwrap_or(999).min(999),
            Quant::Group => yes(self.one_group(kept)),
            Quant::Matched => yes(matched(&partners, &mut Vec::new())),
        }
    }

    /// Who fits the question that `matched` asks of each: `any(b: enemies where …)`.
    fn partners(&self, question: Option<&Expr>, values: &Values) -> Vec<i16> {
        let Some(Expr::Quant {
            over,
            var,
            filter,
            value,
            ..
        }) = question
        else {
            return Vec::new();
        };
        let fits = |element: &i16| {
            let mut inner = values.clone();
            inner.insert(*var, *element);
            let asked = filter.iter().chain(value);
            asked.into_iter().all(|part| self.holds(part, &inner))
        };
        let all = self.elements(*over, NOBODY).into_iter();
        all.filter(fits).collect()
    }

    /// Whether fighters are connected: those that can be reached from one of them are all of them.
    fn one_group(&self, mut left: Vec<i16>) -> bool {
        let hex = |id: i16| self.fighter(id).map(|id| self.sight.state.fighter(id).hex);
        left.retain(|id| hex(*id).is_some_and(|hex| hex.is_some()));
        let Some(first) = left.pop() else {
            return false;
        };
        let mut reached = vec![first];
        while let Some(at) = reached.pop().and_then(hex) {
            let near = self.sight.grid.adjacent(at);
            let (beside, rest) = left
                .into_iter()
                .partition(|id| hex(*id).is_some_and(|hex| near.contains(hex)));
            left = rest;
            reached.extend::<Vec<i16>>(beside);
        }
        left.is_empty()
    }
}

/// Whether each can have a partner of its own that is not taken yet: every way is tried.
fn matched(partners: &[Vec<i16>], taken: &mut Vec<i16>) -> bool {
    let Some((first, rest)) = partners.split_first() else {
        return true;
    };
    first.iter().any(|partner| {
        if taken.contains(partner) {
            return false;
        }
        taken.push(*partner);
        let fits = matched(rest, taken);
        taken.pop();
        fits
    })
}

//! What can be chosen, by trying everything: the slow way to say whether a card can be followed.

use crate::slow::{Slow, Values};
use gloryhex_cardlang::{
    NOBODY, Prop, SeatProp,
    tree::{Expr, Pick, Stmt, VarId},
};
use gloryhex_engine::cards::eval::props;

impl Slow<'_> {
    /// Whether the first choices of the statements can be made, by trying all of them.
    pub fn can(&self, body: &[Stmt], values: &Values) -> bool {
        let Some((first, rest)) = body.split_first() else {
            return true;
        };
        match first {
            Stmt::Choose { picks, filter, .. } => {
                self.completes(picks, 0, filter.as_ref(), rest, values)
            }
            _ if let Some((n, whose)) = first.spends() => {
                let whose = self.seat(self.value(whose, values));
                let glory = whose.map_or(0, |seat| self.of_seat(seat, SeatProp::Glory));
                glory >= self.value(n, values) && self.can(rest, values)
            }
            Stmt::OneOf(_, arms) => arms.iter().any(|arm| self.can(arm, values)),
            _ => true,
        }
    }

    /// Whether picks from number `ix` on can be made so that everything asked of them holds.
    fn completes(
        &self,
        picks: &[Pick],
        ix: usize,
        filter: Option<&Expr>,
        rest: &[Stmt],
        values: &Values,
    ) -> bool {
        let Some(pick) = picks.get(ix) else {
            let free = |var: VarId| {
                let fighter = self.fighter(values.get(&var).copied().unwrap_or(NOBODY));
                fighter.is_some_and(|f| props::fighter(self.ask, f, Prop::Pushable) != 0)
            };
            let must_go = |stmt: &Stmt, var: VarId| matches!(stmt, Stmt::Push { who: Expr::Var(v), up_to: false, .. } if *v == var);
            return filter.is_none_or(|f| self.holds(f, values))
                && picks
                    .iter()
                    .all(|p| !rest.iter().any(|s| must_go(s, p.var)) || free(p.var))
                && self.can(rest, values);
        };
        let of = pick.of.as_ref().map_or(NOBODY, |of| self.value(of, values));
        self.elements(pick.over, of)
            .into_iter()
            .any(|element| self.picks(picks, ix, element, filter, rest, values))
    }

    /// Whether the element can be pick number `ix`.
    pub fn picks(
        &self,
        picks: &[Pick],
        ix: usize,
        element: i16,
        filter: Option<&Expr>,
        rest: &[Stmt],
        values: &Values,
    ) -> bool {
        if picks[..ix]
            .iter()
            .any(|p| values.get(&p.var) == Some(&element))
        {
            return false;
        }
        let mut values = values.clone();
        values.insert(picks[ix].var, element);
        self.completes(picks, ix + 1, filter, rest, &values)
    }
}

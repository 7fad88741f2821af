//! Static rules: whom they are about, when they are in force, and what they give.

use super::Compiler;
use crate::code::{Change, Clause, Role, Scope, Static, StaticRule, Subject};
use crate::origin::Loc;
use crate::program::Formula;
use crate::tree::{self, Expr, Mod, VarId, Who};
use gloryhex_model::Keywords;

impl<'t> Compiler<'t> {
    fn scope(&mut self, who: Who) -> Scope {
        match who {
            Who::Any => Scope::Any,
            Who::Me => Scope::Me,
            Who::Friends => Scope::Friends,
            Who::Enemies => Scope::Enemies,
            Who::Var(var) => match self.env.get(&var) {
                Some(Loc::Slot(slot)) => Scope::Slot(*slot),
                _ => {
                    self.too_much =
                        Some("a rule that lasts is about someone who is not remembered");
                    Scope::Any
                }
            },
        }
    }

    /// A condition on something else than the fighter or player whom the rule is about.
    fn on_another(&mut self, var: VarId, cond: Option<&Expr>) -> Formula {
        self.env.insert(var, Loc::It(1));
        self.condition_if_any(cond, 2)
    }

    /// A rule gives several things; each of them is a clause.
    pub(super) fn static_rule(&mut self, rule: &'t tree::StaticRule, mut out: Clause) {
        let (who, on) = (self.scope(rule.who), self.scope(rule.on));
        self.env.insert(rule.var, Loc::It(0));
        let parts = rule.filter.iter().chain(&rule.while_).cloned();
        out.when = self.condition_if_any(Expr::all(parts.collect()).as_ref(), 1);
        let subject = match (rule.attacks, rule.players, rule.tokens) {
            (true, ..) => Subject::Attack,
            (false, true, _) => Subject::Player,
            (false, false, true) => Subject::Token,
            (false, false, false) => Subject::Fighter,
        };
        for given in &rule.mods {
            let what = self.given(given);
            out.role = Role::Static(StaticRule {
                subject,
                who,
                on,
                what,
            });
            self.made.clauses.push(out);
        }
    }

    fn given(&mut self, given: &Mod) -> Static {
        match given {
            Mod::Plain(what) => *what,
            Mod::Stat(stat, change, value, min, max) => Static::Modify {
                stat: *stat,
                change: match (change, value) {
                    (Change::Add, Expr::Number(0)) => Change::Limit,
                    _ => *change,
                },
                value: self.root(value, 1, false),
                min: min.unwrap_or(-1),
                max: max.unwrap_or(i8::MAX),
            },
            Mod::Keyword(keyword, false) => Static::Keywords(Keywords::plain(*keyword)),
            Mod::Keyword(keyword, true) => Static::Keywords(Keywords::critical(*keyword)),
            Mod::Support(side, n) => Static::Support {
                side: *side,
                n: self.root(n, 1, false),
            },
            Mod::CannotScore(card, which) => {
                Static::CannotScore(self.on_another(*card, Some(which)))
            }
            Mod::Hexes(rule, hex, which) => {
                Static::Hexes(*rule, self.on_another(*hex, which.as_ref()))
            }
            Mod::Further(hex, by, end) => Static::Further {
                by: *by,
                end: self.on_another(*hex, Some(end)),
            },
            Mod::Sight(whom, which) => Static::Sight(self.on_another(*whom, Some(which))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::compiled;
    use super::*;
    use crate::code::HexRule;

    #[test]
    fn each_thing_that_a_rule_gives_is_a_clause() {
        let rule = "static bearer gets move +1, through_fighters, lethal where adjacent(there, me)";
        let code = compiled(&format!("upgrade \"Trial\" cost 1 {{ {rule} }}"));
        let given: Vec<Static> = code
            .clauses
            .iter()
            .filter_map(|clause| match clause.role {
                Role::Static(rule) => Some(rule.what),
                _ => None,
            })
            .collect();
        let [
            Static::Modify { value, .. },
            Static::ThroughFighters,
            Static::Hexes(HexRule::Lethal, which),
        ] = given[..]
        else {
            panic!("{given:?}");
        };
        assert_eq!(code.program.constant(value), Some(1));
        assert_eq!(code.program.root(which).map(|root| root.depth), Some(2));
    }
}

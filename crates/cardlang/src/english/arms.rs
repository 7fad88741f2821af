//! Things one of which is picked, some of them only in some case.

use super::*;

impl Speaker<'_> {
    /// What can be picked in any case and what in one case only, told in one: "pick one, the third only if you are the
    /// underdog".
    pub(crate) fn arms_in_case(
        &mut self,
        cond: &Expr,
        yes: &[Stmt],
        no: &[Stmt],
    ) -> Option<String> {
        let ([Stmt::OneOf(by, _)], [Stmt::OneOf(same, _)]) = (yes, no) else {
            return None;
        };
        if by != same || self.log.is_some() {
            return None;
        }
        let cond = self.condition(cond);
        let before = (self.said.clone(), self.last);
        let place = self.arms.len();
        let text = self.sentence(&yes[0]);
        (self.said, self.last) = before;
        self.sentence(&no[0]);
        let [all, fewer] = &self.arms[place..] else {
            return None;
        };
        let only: Vec<usize> = (0..all.len())
            .filter(|nth| !fewer.contains(&all[*nth]))
            .collect();
        if only.len() + fewer.len() != all.len() || only.is_empty() || cond.contains(", ") {
            return None;
        }
        let names = ["first", "second", "third", "fourth", "fifth"];
        let only: Vec<String> = only
            .iter()
            .map(|nth| names.get(*nth).map(|name| format!("the {name}")))
            .collect::<Option<_>>()?;
        let (head, arms) = text.split_once(": (1) ")?;
        Some(format!(
            "{head}, {} only if {cond}: (1) {arms}",
            listed(&only, "and")
        ))
    }
}

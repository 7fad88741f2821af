//! Two or more of a kind together: "two friends at most 3 hexes from each other".

use super::*;

impl Speaker<'_> {
    /// Two with what is asked of both; nothing where that must be told of the first and the second.
    pub(crate) fn two_of(
        &mut self,
        noun: &str,
        (a, b): (VarId, VarId),
        parts: Vec<Expr>,
    ) -> Option<String> {
        let (one, two) = (Expr::Var(a), Expr::Var(b));
        let same = |part: &Expr| match part {
            Expr::Binary(Sign::Eq, x, y) => {
                (**x == one && **y == two) || (**x == two && **y == one)
            }
            _ => false,
        };
        // They are two different ones in any case.
        let differ = |part: &Expr| match part {
            Expr::Not(inner) => same(inner),
            Expr::Binary(Sign::Ne, x, y) => same(&Expr::Binary(Sign::Eq, x.clone(), y.clone())),
            _ => false,
        };
        let parts: Vec<Expr> = parts.into_iter().filter(|part| !differ(part)).collect();
        let both = |part: &Expr| mentions(part, &one) && mentions(part, &two);
        let near = |part: &Expr| match part {
            Expr::Call(Func::Adjacent | Func::Within, args) => {
                both(part) && !args.iter().any(|arg| mentions(arg, &Expr::Me))
            }
            _ => false,
        };
        match &parts[..] {
            [] => Some(format!("two {noun}")),
            [Expr::Call(Func::Adjacent, _)] if near(&parts[0]) => {
                Some(format!("two adjacent {noun}"))
            }
            [Expr::Call(Func::Within, args)] if near(&parts[0]) => {
                let n = self.amount(&args[1]);
                Some(format!("two {noun} at most {} from each other", hexes(&n)))
            }
            // The same of one or the other.
            [Expr::Or(either)] => {
                let [of_a, of_b] = &either[..] else {
                    return None;
                };
                let turned = renamed_var(of_b, b, a);
                let verb = self.predicate(a, of_a, false)?;
                (turned == *of_a).then(|| format!("two {noun}, at least one of which {verb}"))
            }
            _ => {
                // What both must be is said once.
                let (of_a, of_b): (Vec<Expr>, Vec<Expr>) =
                    parts.iter().cloned().partition(|part| mentions(part, &one));
                let turned: Vec<Expr> = of_b.iter().map(|p| renamed_var(p, b, a)).collect();
                (turned == of_a)
                    .then(|| self.relative(&format!("two {noun}"), a, &Expr::And(of_a), true))
            }
        }
    }

    /// "three damaged fighters are adjacent to each other": one beside another of which the same is said, and so on.
    pub(crate) fn beside_each_other(&mut self, expr: &Expr) -> Option<String> {
        let mut known: Vec<VarId> = Vec::new();
        let (mut all, mut said) = (None, None);
        let mut rest = Some(expr.clone());
        while let Some(Expr::Quant {
            what: Quant::Any,
            over,
            of: None,
            var,
            filter: Some(filter),
            ..
        }) = &rest
        {
            if all.is_some_and(|all| all != *over) || !over.is_fighters() {
                return None;
            }
            all = Some(*over);
            let mut parts = parts_of(filter);
            // Each is beside all those before it.
            for other in &known {
                let near = |part: &Expr| match part {
                    Expr::Call(Func::Adjacent, args) => {
                        mentions(part, &Expr::Var(*var))
                            && args.iter().any(|arg| mentions(arg, &Expr::Var(*other)))
                    }
                    _ => false,
                };
                let at = parts.iter().position(near)?;
                parts.remove(at);
            }
            let next = parts.iter().position(|part| {
                matches!(
                    part,
                    Expr::Quant {
                        what: Quant::Any,
                        ..
                    }
                )
            });
            let next = next.map(|at| parts.remove(at));
            let first = *known.first().unwrap_or(var);
            let own: Vec<Expr> = parts
                .iter()
                .map(|part| renamed_var(part, *var, first))
                .collect();
            if known.is_empty() {
                said = Some(own);
            } else if said.as_ref() != Some(&own) {
                return None;
            }
            known.push(*var);
            rest = next;
        }
        if rest.is_some() || known.len() < 2 {
            return None;
        }
        let noun = self.elements(all?, None, true);
        let noun = match all_of(said?) {
            Some(cond) => self.relative(&noun, known[0], &cond, true),
            None => noun,
        };
        let many = count_word(known.len() as i16);
        (!noun.contains(" for which ")).then(|| format!("{many} {noun} are adjacent to each other"))
    }
}

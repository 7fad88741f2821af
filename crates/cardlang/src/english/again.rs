//! What is done several times over, told once: "for each Hammer rolled, that enemy takes 1 damage", "choose two other
//! friends", "do this three times".

use super::*;
use crate::tree::{Given, Pick};

impl Speaker<'_> {
    /// A sentence for the statements from here on that belong together, and how many they are.
    pub(crate) fn at_once(&mut self, body: &[Stmt], ix: usize) -> Option<(usize, String)> {
        // Whoever asks what was said of each statement wants them one by one.
        if self.log.is_some() {
            return None;
        }
        self.tried_many(|s| s.by_steps(body, ix))
            .or_else(|| self.tried_many(|s| s.several_chosen(body, ix)))
            .or_else(|| self.tried_many(|s| s.each_alike(body, ix)))
            .or_else(|| self.tried_many(|s| s.over_again(body, ix)))
            .or_else(|| self.tried_many(|s| s.picked_for(body, ix)))
    }

    fn tried_many(
        &mut self,
        say: impl FnOnce(&mut Self) -> Option<(usize, String)>,
    ) -> Option<(usize, String)> {
        let mut attempt = self.clone();
        let found = say(&mut attempt)?;
        *self = attempt;
        Some(found)
    }

    /// The same once there is one of something, again if there are two, and so on: "for each Hammer rolled".
    fn by_steps(&mut self, body: &[Stmt], ix: usize) -> Option<(usize, String)> {
        let step = |stmt: &Stmt, nth: usize| match stmt {
            Stmt::If(Expr::Binary(Sign::Ge, a, n), yes, no)
                if no.is_empty() && **n == Expr::Number(nth as i16) =>
            {
                Some(((**a).clone(), yes.clone()))
            }
            _ => None,
        };
        let (amount, first) = step(&body[ix], 1)?;
        let mut after = self.clone();
        let text = after.in_one(&first);
        let alike = |nth: usize| {
            let found = body.get(ix + nth).and_then(|stmt| step(stmt, nth + 1));
            found.is_some_and(|(a, yes)| a == amount && self.clone().in_one(&yes) == text)
        };
        let many = 1 + (1..).take_while(|nth| alike(*nth)).count();
        if many < 2 || after.arms.len() > self.arms.len() {
            return None;
        }
        let most = match body[..ix].last() {
            Some(Stmt::Roll(_, n))
                if matches!(amount, Expr::Faces(Faces::Own, _)) && at_most(n, many) =>
            {
                String::new()
            }
            _ => format!(" (at most {many})"),
        };
        let text = text.trim_end_matches('.').to_owned();
        let said = match &amount {
            Expr::Var(_) => {
                let n = self.amount(&amount);
                let most = if most.is_empty() { "" } else { &most };
                format!("do this {n} times{most}: {text}")
            }
            other => {
                let each = self.each_one(other)?;
                format!("for each {each}{most}, {text}")
            }
        };
        let last = after.last;
        (self.said, self.last) = (after.said, last);
        Some((many, said))
    }

    /// One after the other of a kind: "choose two other friends".
    fn several_chosen(&mut self, body: &[Stmt], ix: usize) -> Option<(usize, String)> {
        let (term, first, asked) = single(&body[ix])?;
        let mut known = vec![first.var];
        for stmt in &body[ix + 1..] {
            let Some((same, pick, also)) = single(stmt) else {
                break;
            };
            if (same, pick.over, &pick.of) != (term, first.over, &first.of) {
                break;
            }
            // Each is another one than those before it.
            let mut also: Vec<Expr> = also
                .iter()
                .map(|e| renamed_var(e, pick.var, first.var))
                .collect();
            let differs = known
                .iter()
                .map(|one| {
                    also.iter()
                        .position(|e| is_another(e, first.var, pick.var, *one))
                })
                .collect::<Vec<_>>();
            let mut differs: Vec<usize> = match differs.into_iter().collect::<Option<_>>() {
                Some(differs) => differs,
                None => break,
            };
            differs.sort_unstable();
            for at in differs.into_iter().rev() {
                also.remove(at);
            }
            if also != asked {
                break;
            }
            known.push(pick.var);
        }
        if known.len() < 2 {
            return None;
        }
        let noun = self.elements(first.over, first.of.as_ref(), true);
        let noun = match all_of(asked) {
            Some(cond) => self.relative(&noun, first.var, &cond, true),
            None => noun,
        };
        let noun = match noun.strip_suffix(" in an empty hex") {
            Some(noun) => format!("{noun} in empty hexes"),
            None => noun,
        };
        for var in &known {
            self.said.push(Said::Var(*var));
            self.named.push((*var, self.others.len()));
        }
        self.last = None;
        if let [first, second] = known[..] {
            self.called.push((first, "the first".to_owned()));
            self.called.push((second, "the second".to_owned()));
        }
        self.together = known.clone();
        let verb = match term {
            true => self.lexicon.choose,
            false => self.lexicon.pick,
        };
        let many = count_word(known.len() as i16);
        Some((known.len(), format!("{verb} {many} {noun}")))
    }

    /// What each of those does who were chosen together: "each of them makes a move".
    fn each_alike(&mut self, body: &[Stmt], ix: usize) -> Option<(usize, String)> {
        let group = self.together.clone();
        if group.len() < 2 || body.len() < ix + group.len() {
            return None;
        }
        let mut told = None;
        for (stmt, var) in body[ix..].iter().zip(&group) {
            if !matches!(stmt, Stmt::Let { .. } | Stmt::Plain(..)) {
                return None;
            }
            let mut speaker = self.clone();
            speaker.called.push((*var, "each of them".to_owned()));
            let text = speaker.sentence(stmt);
            if text.matches("each of them").count() != 1
                || told.as_ref().is_some_and(|told| *told != text)
            {
                return None;
            }
            told = Some(text);
        }
        self.last = None;
        Some((group.len(), told?))
    }

    /// The same things a second and a third time: "do this three times".
    fn over_again(&mut self, body: &[Stmt], ix: usize) -> Option<(usize, String)> {
        for long in 1..=3 {
            let block = |nth: usize| body.get(ix + nth * long..ix + (nth + 1) * long);
            let (Some(first), Some(_)) = (block(0), block(1)) else {
                break;
            };
            let mut after = self.clone();
            let text = after.in_one(first);
            let alike =
                |nth: usize| block(nth).is_some_and(|again| self.clone().in_one(again) == text);
            let many = 1 + (1..).take_while(|nth| alike(*nth)).count();
            let rest = &body[ix + many * long..];
            let mut own = Vec::new();
            chosen_in_body(&body[ix..ix + many * long], &mut own);
            let left = own
                .iter()
                .any(|var| rest.iter().any(|stmt| speaks_of(stmt, *var)));
            if many < 2 || left || after.arms.len() > self.arms.len() || text.len() < 3 {
                continue;
            }
            self.last = None;
            let plain = text.trim_end_matches('.');
            let discarded = ["discard a ", "discard an "]
                .iter()
                .find_map(|a| plain.strip_prefix(a)?.strip_suffix(" card from your hand"));
            if let Some(kind) = discarded {
                let many_cards = format!(
                    "discard {} {kind} cards from your hand",
                    count_word(many as i16)
                );
                return Some((many * long, many_cards));
            }
            let times = match many {
                2 => "twice".to_owned(),
                many => format!("{} times", count_word(many as i16)),
            };
            return Some((
                many * long,
                format!("do this {times}: {}", text.trim_end_matches('.')),
            ));
        }
        None
    }

    /// A card that is picked only to be discarded or broken.
    fn picked_for(&mut self, body: &[Stmt], ix: usize) -> Option<(usize, String)> {
        let (false, pick, _) = single(&body[ix])? else {
            return None;
        };
        let then = body.get(ix + 1)?;
        let given = then.given("discard").or(then.given("break"))?;
        if given.first() != Some(&Given::Expr(Expr::Var(pick.var))) {
            return None;
        }
        let text = self.sentence(&body[ix]);
        let noun = text.strip_prefix("pick ").or(text.strip_prefix("Pick "))?;
        let called = self.called.len();
        self.called.push((pick.var, noun.to_owned()));
        self.last = None;
        let text = self.sentence(then);
        self.called.truncate(called);
        self.last = Some(Said::Var(pick.var));
        let text = match text.strip_prefix("discard ") {
            Some(_) => text.replacen(" in your hand", " from your hand", 1),
            None => text,
        };
        Some((2, text))
    }
}

/// One thing of a kind that you choose, and what is asked of it.
fn single(stmt: &Stmt) -> Option<(bool, &Pick, Vec<Expr>)> {
    match stmt {
        Stmt::Choose {
            term,
            by: None,
            picks,
            filter,
        } => match &picks[..] {
            [pick] => Some((
                *term,
                pick,
                filter.iter().flat_map(moment::flatten).collect(),
            )),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a condition on one of several says that it is not `other`; it may speak of itself by either name.
fn is_another(cond: &Expr, first: VarId, own: VarId, other: VarId) -> bool {
    let ends = |a: &Expr, b: &Expr| {
        // The first has been put in the place of the one that is chosen.
        [first, own].iter().any(|it| *a == Expr::Var(*it)) && *b == Expr::Var(other)
    };
    match cond {
        Expr::Binary(Sign::Ne, a, b) => ends(a, b),
        Expr::Not(inner) => matches!(&**inner, Expr::Binary(Sign::Eq, a, b) if ends(a, b)),
        _ => false,
    }
}

/// Whether an amount is certainly no more than this.
fn at_most(amount: &Expr, most: usize) -> bool {
    let fits = |n: i16| usize::try_from(n).is_ok_and(|n| n <= most);
    match amount {
        Expr::Number(n) => fits(*n),
        Expr::Call(Func::Min, args) => args
            .iter()
            .any(|arg| matches!(arg, Expr::Number(n) if fits(*n))),
        _ => false,
    }
}

/// Whether a statement speaks of a variable.
fn speaks_of(stmt: &Stmt, var: VarId) -> bool {
    let mut found = false;
    crate::walk::exprs_of(stmt, &mut |e| found |= mentions(e, &Expr::Var(var)));
    found
        || crate::walk::blocks_of(stmt)
            .iter()
            .any(|block| block.iter().any(|stmt| speaks_of(stmt, var)))
}

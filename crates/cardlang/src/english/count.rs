//! Counts: "at least three fighters", "more friends than enemies", "for each upgrade".

use super::*;

/// One side of a comparison of counts: what is counted, and what is said of it.
struct Counted {
    noun: String,
    says: String,
}

impl Speaker<'_> {
    /// "at least three fighters", and what is added at the end of the clause.
    pub(crate) fn counted(&mut self, sign: Sign, b: &Expr, noun: &str) -> (String, String) {
        let (n, tail) = self.count_text(b);
        let text = match sign {
            Sign::Ge if *b == Expr::Number(1) && !noun.ends_with('s') => article(noun),
            Sign::Ge => format!("at least {n} {noun}"),
            Sign::Gt => format!("more than {n} {noun}"),
            Sign::Le if n == "one" => format!("at most one {}", singular(noun)),
            Sign::Le => format!("at most {n} {noun}"),
            Sign::Lt => format!("fewer than {n} {noun}"),
            Sign::Ne => format!("not {n} {noun}"),
            _ if *b == Expr::Number(0) => format!("no {noun}"),
            _ => format!("exactly {n} {noun}"),
        };
        (text, tail)
    }

    fn count_text(&mut self, b: &Expr) -> (String, String) {
        match b {
            Expr::Number(n) => (count_word(*n), String::new()),
            Expr::If(cond, yes, no) => {
                let cond = self.clone().condition(cond);
                let (n, tail) = self.count_text(no);
                let (other, _) = self.count_text(yes);
                (n, with_case(&tail, &other, &cond))
            }
            other => ("X".to_owned(), format!(", X being {}", self.amount(other))),
        }
    }

    /// An amount whose condition is told behind it: "1", " (2 if you are the underdog)".
    pub(crate) fn amount_and_tail(&mut self, expr: &Expr) -> (String, String) {
        match expr {
            Expr::If(cond, yes, no) => {
                let cond = self.clone().condition(cond);
                let (n, tail) = self.amount_and_tail(no);
                let other = self.amount(yes);
                (n, with_case(&tail, &other, &cond))
            }
            Expr::Number(_) | Expr::Var(_) => (self.amount(expr), String::new()),
            other => ("X".to_owned(), format!(", X being {}", self.amount(other))),
        }
    }

    /// "friend adjacent to the target", "friendly hunter (at most 3)": one of the things that an amount counts, and how
    /// many of them count.
    pub(crate) fn each_one(&mut self, expr: &Expr) -> Option<String> {
        let (expr, most) = match expr {
            Expr::Call(Func::Min, args) => match &args[..] {
                [Expr::Number(n), other] | [other, Expr::Number(n)] => (other, Some(*n)),
                _ => return None,
            },
            other => (other, None),
        };
        let each = match expr {
            Expr::Faces(_, faces) => {
                let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
                format!("{} rolled", names.join(" and each "))
            }
            Expr::Call(Func::Attack(_), _) => {
                let (owner, noun) = self.clone().owner(expr)?;
                let noun = singular(&noun);
                match owner.as_str() {
                    "the attacker" => format!("{noun} of the attacker"),
                    "the target" => format!("{noun} of the target"),
                    roll => format!("{noun} in {roll}"),
                }
            }
            other => self.tried(|s| s.each_of(other))?,
        };
        let plain = !each.contains(", ") && !each.contains("for which") && !each.contains(" X ");
        let most = most.map_or_else(String::new, |n| format!(" (at most {n})"));
        plain.then(|| format!("{each}{most}"))
    }

    /// "treasure token held by you": one of the things that the amount counts.
    pub(crate) fn each_of(&mut self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Call(func, args) => {
                let (noun, rest) = phrase_of(*func).strip_prefix('#')?.split_once('|')?;
                let noun = singular(&self.fill(noun));
                let rest = self.template(rest, args);
                let said = without_be(&rest).map_or_else(|| format!("that {rest}"), str::to_owned);
                Some(format!("{noun} {said}"))
            }
            Expr::Quant {
                what: Quant::Count,
                over,
                of,
                var,
                filter,
                ..
            } => {
                let noun = self.elements(*over, of.as_deref(), false);
                Some(match filter {
                    Some(filter) => self.relative(&noun, *var, filter, false),
                    None => noun,
                })
            }
            _ => None,
        }
    }

    fn counted_side(&mut self, expr: &Expr) -> Option<Counted> {
        match expr {
            Expr::Call(func, args) => {
                let (noun, rest) = phrase_of(*func).strip_prefix('#')?.split_once('|')?;
                Some(Counted {
                    noun: self.fill(noun),
                    says: self.template(rest, args),
                })
            }
            Expr::Quant {
                what: Quant::Count,
                over,
                of,
                var,
                filter,
                ..
            } => {
                let noun = self.elements(*over, of.as_deref(), true);
                let (noun, rest) = match filter {
                    Some(filter) => self.owned(&noun, *var, filter),
                    None => (noun, None),
                };
                let (noun, rest) = match rest {
                    Some(rest) => self.titled(&noun, *var, &rest),
                    None => (noun, None),
                };
                let says = match rest {
                    Some(rest) => self.predicate(*var, &rest, true)?,
                    None if matches!(over, Domain::AllFriends | Domain::AllEnemies)
                        && filter.is_some() =>
                    {
                        "are there, even out of action".to_owned()
                    }
                    None if remains(*over) => "remain".to_owned(),
                    None => return None,
                };
                Some(Counted { noun, says })
            }
            _ => None,
        }
    }

    /// Two counts beside each other: "more enemies are out of action than remain".
    pub(crate) fn versus(&mut self, sign: Sign, a: &Expr, b: &Expr) -> Option<String> {
        if let Some(text) = self.richer(sign, a, b) {
            return Some(text);
        }
        let (head, joint) = match sign {
            Sign::Gt => ("more", "than"),
            Sign::Lt => ("fewer", "than"),
            Sign::Ge => ("at least as many", "as"),
            Sign::Le => ("at most as many", "as"),
            Sign::Eq => ("as many", "as"),
            _ => return None,
        };
        let a = self.counted_side(a)?;
        let b = self.counted_side(b)?;
        let (noun, says) = (&a.noun, &a.says);
        Some(if let Some(even) = b.says.strip_prefix("are there") {
            format!("{head} {noun} {says} {joint} there are {}{even}", b.noun)
        } else if a.says == b.says {
            format!("{head} {noun} {joint} {} {says}", b.noun)
        } else if a.noun == b.noun {
            format!("{head} {noun} {says} {joint} {}", b.says)
        } else {
            format!("{head} {noun} {says} {joint} {} {}", b.noun, b.says)
        })
    }
}

impl Speaker<'_> {
    /// "you have more glory than that player (spent or not)"
    fn richer(&mut self, sign: Sign, a: &Expr, b: &Expr) -> Option<String> {
        let whose = |amount: &Expr| match amount {
            Expr::Call(Func::Seat(SeatProp::AllGlory), who) => who.first().cloned(),
            _ => None,
        };
        let one = whose(a)?;
        if matches!(b, Expr::Number(_)) {
            let one = self.noun(&one);
            let have = if one == "you" { "have" } else { "has" };
            let much = self.compared(sign, b);
            return Some(format!("{one} {have} {much} glory (spent or not)"));
        }
        let other = whose(b)?;
        let (head, joint) = match sign {
            Sign::Gt => ("more", "than"),
            Sign::Lt => ("less", "than"),
            Sign::Ge => ("at least as much", "as"),
            Sign::Le => ("at most as much", "as"),
            Sign::Eq => ("as much", "as"),
            _ => return None,
        };
        let (one, other) = (self.noun(&one), self.noun(&other));
        let have = if one == "you" { "have" } else { "has" };
        Some(format!(
            "{one} {have} {head} glory {joint} {other} (spent or not)"
        ))
    }
}

/// Another amount in some case, behind those told before: " (5 if …, 7 if …)".
fn with_case(tail: &str, other: &str, cond: &str) -> String {
    let other = if other == "no" { "none" } else { other };
    match tail.strip_suffix(')') {
        Some(before) => format!("{before}, {other} if {cond})"),
        None => format!("{tail} ({other} if {cond})"),
    }
}

/// Whether the elements are fighters on the battlefield, who "remain".
pub(crate) fn remains(over: Domain) -> bool {
    matches!(over, Domain::Friends | Domain::Enemies | Domain::Fighters)
}

/// What follows "are" or "were".
fn without_be(text: &str) -> Option<&str> {
    text.strip_prefix("are ")
        .or_else(|| text.strip_prefix("were "))
}

/// A noun for one of several.
pub(crate) fn singular(noun: &str) -> String {
    let (head, last) = match noun.rsplit_once(' ') {
        Some((head, last)) => (format!("{head} "), last),
        None => (String::new(), noun),
    };
    let last = match last {
        "dice" => "die".to_owned(),
        "successes" => "success".to_owned(),
        _ => match (last.strip_suffix("ies"), last.strip_suffix('s')) {
            (Some(stem), _) => format!("{stem}y"),
            (_, Some(stem)) => stem.to_owned(),
            _ => last.to_owned(),
        },
    };
    format!("{head}{last}")
}

/// A noun for several.
pub(crate) fn plural_of(noun: &str) -> String {
    let stem = noun.strip_suffix('y');
    if let Some(stem) = stem.filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        format!("{stem}ies")
    } else if noun.ends_with('x') || noun.ends_with('s') {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

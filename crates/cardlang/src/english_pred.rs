//! What is said of someone: predicates, relative clauses and adjectives.

use crate::english::{Speaker, mentions};
use crate::english_expr::{hexes, is_number, phrase_of};
use crate::lexicon::{Lexicon, article};
use crate::op::{Domain, Quant, TokenProp};
use crate::tree::{Expr, Sign, VarId};
use crate::vocab::Func;

impl Speaker<'_> {
    /// The part after the subject, for phrases that have one.
    pub(crate) fn verb_phrase(
        &mut self,
        phrase: &str,
        args: &[Expr],
        plural: bool,
        negative: bool,
    ) -> Option<String> {
        let (kind, rest) = (phrase.chars().next()?, phrase.get(1..)?);
        let fill = |speaker: &mut Self, text: &str| {
            let mut text = speaker.fill(text);
            for (ix, arg) in args.iter().enumerate().skip(1) {
                let key = format!("{{{ix}}}");
                if text.contains(&key) {
                    let shown = speaker.noun(arg);
                    text = text
                        .replace(&format!("{key} hexes"), &hexes(&shown))
                        .replace(&key, &shown);
                }
            }
            text
        };
        let not = if negative { " not" } else { "" };
        match kind {
            '=' => {
                let be = if plural { "are" } else { "is" };
                Some(format!("{be}{not} {}", fill(self, rest)))
            }
            '+' => {
                let have = if plural { "have" } else { "has" };
                let any = if negative { "no" } else { "any" };
                let rest = fill(self, rest);
                let bare = rest.starts_with("a ")
                    || rest.starts_with("the ")
                    || rest.starts_with("it ")
                    || !rest.ends_with('s');
                Some(if bare {
                    match (negative, plural) {
                        (true, true) => format!("do not have {rest}"),
                        (true, false) => format!("does not have {rest}"),
                        _ => format!("{have} {rest}"),
                    }
                } else {
                    format!("{have} {any} {rest}")
                })
            }
            '~' => {
                let (verbs, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                let (many, one) = verbs.split_once('/').unwrap_or((verbs, verbs));
                let rest = fill(self, rest);
                let verb = match (negative, plural, many) {
                    (true, _, "have") => format!("{} not", if plural { many } else { one }),
                    (true, true, _) => format!("do not {many}"),
                    (true, false, _) => format!("does not {many}"),
                    (false, true, _) => many.to_owned(),
                    (false, false, _) => one.to_owned(),
                };
                Some(format!("{verb} {rest}").trim_end().to_owned())
            }
            _ => None,
        }
    }

    /// "a fighter of that player": takes the owner out of a condition and puts it to the noun.
    pub(crate) fn owned(
        &mut self,
        noun: &str,
        var: VarId,
        filter: &Expr,
    ) -> (String, Option<Expr>) {
        let parts = match filter {
            Expr::And(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        let owner = Expr::Call(Func::Fighter(crate::Prop::Owner), vec![Expr::Var(var)]);
        let is_owner = |e: &Expr| matches!(e, Expr::Binary(Sign::Eq, a, _) if **a == owner);
        let mut noun = noun.to_owned();
        for part in &parts {
            if let (true, Expr::Binary(_, _, who)) = (is_owner(part), part) {
                noun = format!("{noun} of {}", self.noun(who));
            }
        }
        let mut rest: Vec<Expr> = parts.into_iter().filter(|p| !is_owner(p)).collect();
        let rest = if rest.len() > 1 {
            Some(Expr::And(rest))
        } else {
            rest.pop()
        };
        (noun, rest)
    }

    /// A condition about the subject: "a friendly fighter is Inspired".
    pub(crate) fn about(&mut self, subject: &str, var: VarId, cond: &Expr, plural: bool) -> String {
        let (subject, rest) = renamed(subject, self.lexicon, var, cond);
        let exists = if plural { "there are" } else { "there is" };
        let Some(cond) = rest else {
            return format!("{exists} {subject}");
        };
        let (subject, rest) = another(&subject, var, &cond);
        let Some(cond) = &rest else {
            return format!("{exists} {subject}");
        };
        match self.predicate(var, cond, plural) {
            Some(verb) => format!("{subject} {verb}"),
            None => {
                let text = self.named_it(var, cond);
                format!("{exists} {subject} for which {text}")
            }
        }
    }

    /// The condition with the element called "it"; elements around it are "that fighter" meanwhile.
    fn named_it(&mut self, var: VarId, cond: &Expr) -> String {
        let before = self.called.clone();
        for (outer, name) in &mut self.called {
            if name == "it" {
                *name = match self.card.vars[outer.0 as usize].ty {
                    crate::vocab::Type::Hex => "that hex",
                    crate::vocab::Type::Token => "that token",
                    crate::vocab::Type::Board => "that board",
                    crate::vocab::Type::Player => "that player",
                    crate::vocab::Type::Card => "that card",
                    _ => "that fighter",
                }
                .to_owned();
            }
        }
        self.called.push((var, "it".to_owned()));
        let text = self.condition(cond);
        self.called = before;
        text
    }

    /// The noun with a relative clause: "a fighter that is Inspired".
    pub(crate) fn relative(&mut self, noun: &str, var: VarId, cond: &Expr, plural: bool) -> String {
        let (noun, rest) = renamed(noun, self.lexicon, var, cond);
        let Some(cond) = rest else { return noun };
        let (noun, rest) = another(&noun, var, &cond);
        let Some(cond) = rest else { return noun };
        let (noun, rest) = self.adjectives(&noun, var, &cond);
        let Some(cond) = rest else { return noun };
        let parts = match &cond {
            Expr::And(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        // What speaks of someone else goes to the end.
        let (own, other): (Vec<Expr>, Vec<Expr>) = parts
            .into_iter()
            .partition(|p| mentions(p, &Expr::Var(var)));
        let mut text = noun;
        if !own.is_empty() {
            text = match self.predicate(var, &Expr::And(own.clone()), plural) {
                Some(verb) => with_clause(&text, &verb),
                None => format!("{text} for which {}", self.named_it(var, &Expr::And(own))),
            };
        }
        if !other.is_empty() {
            text = format!("{text}, if {},", self.condition(&Expr::And(other)));
        }
        text
    }

    /// Puts conditions of one word before the noun: "a vulnerable fighter", "an empty edge hex".
    pub(crate) fn adjectives(
        &mut self,
        noun: &str,
        var: VarId,
        cond: &Expr,
    ) -> (String, Option<Expr>) {
        const WORDS: [&str; 9] = [
            "=empty",
            "=vulnerable",
            "=damaged",
            "=Inspired",
            "=staggered",
            "=a starting hex",
            "=an edge hex",
            "=a cover hex",
            "=a stagger hex",
        ];
        let parts = match cond {
            Expr::And(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        let is_adjective = |e: &Expr| matches!(e, Expr::Call(func, args) if args[..] == [Expr::Var(var)] && WORDS.contains(&phrase_of(*func)));
        let mut noun = noun.to_owned();
        for part in parts.iter().filter(|p| is_adjective(p)) {
            let Expr::Call(func, _) = part else { continue };
            let word = phrase_of(*func)
                .trim_start_matches('=')
                .trim_start_matches("an ")
                .trim_start_matches("a ");
            let word = word.trim_end_matches(" hex");
            if noun.contains(word) {
                continue;
            }
            let (head, tail) = noun.split_once(' ').unwrap_or(("", &noun));
            noun = match head {
                "a" | "an" if tail.starts_with("empty ") => {
                    format!("an empty {word} {}", &tail["empty ".len()..])
                }
                "a" | "an" => article(&format!("{word} {tail}")),
                "each" | "no" => format!("{head} {word} {tail}"),
                _ => format!("{word} {noun}"),
            };
        }
        let mut rest: Vec<Expr> = parts.into_iter().filter(|p| !is_adjective(p)).collect();
        let rest = if rest.len() > 1 {
            Some(with_sign(cond, rest))
        } else {
            rest.pop()
        };
        (noun, rest)
    }

    /// What is said of the variable, if the condition is about it alone.
    pub(crate) fn predicate(&mut self, var: VarId, cond: &Expr, plural: bool) -> Option<String> {
        let subject = Expr::Var(var);
        let located = |e: &Expr| match e {
            Expr::Call(Func::Fighter(crate::Prop::Hex) | Func::Token(TokenProp::Hex), args) => {
                args[0] == subject
            }
            other => *other == subject,
        };
        let be = if plural { "are" } else { "is" };
        match cond {
            Expr::Call(func, args) if args.first().is_some_and(located) => {
                self.verb_phrase(phrase_of(*func), args, plural, false)
            }
            // Nearness works both ways.
            Expr::Call(Func::Adjacent, args) if located(&args[1]) => {
                let turned = [args[1].clone(), args[0].clone()];
                self.verb_phrase(phrase_of(Func::Adjacent), &turned, plural, false)
            }
            Expr::Call(Func::Within, args) if located(&args[2]) => {
                let turned = [args[2].clone(), args[1].clone(), args[0].clone()];
                self.verb_phrase(phrase_of(Func::Within), &turned, plural, false)
            }
            Expr::Not(inner) => match &**inner {
                Expr::Call(func, args) if args.first().is_some_and(located) => {
                    self.verb_phrase(phrase_of(*func), args, plural, true)
                }
                Expr::Label(who, label, _) if **who == subject => {
                    Some(format!("{be} not {}", self.label_for(*label, plural)))
                }
                Expr::Named(who, name) if **who == subject => {
                    Some(format!("{be} not {}", self.name(*name)))
                }
                Expr::Quant {
                    what: Quant::Any,
                    over,
                    of,
                    var: inner,
                    filter: Some(filter),
                    ..
                } => self.nearby(var, *over, of.as_deref(), *inner, filter, plural, true),
                _ => None,
            },
            Expr::Quant {
                what: Quant::Any,
                over,
                of,
                var: inner,
                filter: Some(filter),
                ..
            } => self.nearby(var, *over, of.as_deref(), *inner, filter, plural, false),
            Expr::Label(who, label, _) if **who == subject => {
                Some(format!("{be} {}", self.label_for(*label, plural)))
            }
            Expr::Named(who, name) if **who == subject => {
                Some(format!("{be} {}", self.name_for(*name, plural)))
            }
            Expr::Binary(Sign::Eq, a, b) if **a == subject && **b == Expr::Me => {
                Some(format!("{be} this fighter"))
            }
            Expr::Binary(Sign::Ne, a, b) if **a == subject => {
                let other = self.noun(b);
                Some(format!("{be} not {other}"))
            }
            Expr::Binary(Sign::Eq, a, b) if nearest_to(a, b, &subject).is_some() => {
                let other = nearest_to(a, b, &subject)?;
                Some(format!("{be} nearest to {}", self.noun(&other)))
            }
            Expr::Binary(sign, a, b) => {
                let Expr::Call(func, args) = &**a else {
                    return None;
                };
                if args.first() != Some(&subject) || !is_number(b) {
                    return None;
                }
                let have = if plural { "have" } else { "has" };
                if let Some((noun, _)) = phrase_of(*func)
                    .strip_prefix('#')
                    .and_then(|p| p.split_once('|'))
                {
                    let noun = self.fill(noun);
                    return Some(format!("{have} {}", self.counted(*sign, b, &noun)));
                }
                let noun = self.fill(phrase_of(*func));
                let noun = noun
                    .strip_prefix("{0}'s ")
                    .unwrap_or(&noun)
                    .replace("the number of {0}", "number");
                let value = self.compared(*sign, b);
                if noun.contains("{0}") {
                    None
                } else {
                    Some(format!("{have} {noun} {value}"))
                }
            }
            Expr::And(parts) | Expr::Or(parts) => {
                let word = if matches!(cond, Expr::And(_)) {
                    " and "
                } else {
                    " or "
                };
                let mut texts = Vec::new();
                let mut ix = 0;
                while ix < parts.len() {
                    if let Some(range) = parts
                        .get(ix..ix + 2)
                        .and_then(|p| self.range_of(var, p, plural))
                    {
                        texts.push(range);
                        ix += 2;
                        continue;
                    }
                    let text = self.predicate(var, &parts[ix], plural)?;
                    let nested = matches!(parts[ix], Expr::Or(_) | Expr::And(_)) && parts.len() > 1;
                    texts.push(if nested { format!("({text})") } else { text });
                    ix += 1;
                }
                Some(join_verbs(&texts, word, be))
            }
            _ => None,
        }
    }

    /// "has number 1 or 2": two bounds of one amount.
    fn range_of(&mut self, var: VarId, parts: &[Expr], plural: bool) -> Option<String> {
        let [
            Expr::Binary(Sign::Ge, a, low),
            Expr::Binary(Sign::Le, b, high),
        ] = parts
        else {
            return None;
        };
        let (Expr::Number(low), Expr::Number(high)) = (&**low, &**high) else {
            return None;
        };
        if a != b {
            return None;
        }
        let exact = Expr::Binary(Sign::Eq, a.clone(), Box::new(Expr::Number(*low)));
        let text = self.predicate(var, &exact, plural)?;
        let joint = if low + 1 == *high { " or " } else { " to " };
        Some(format!("{text}{joint}{high}"))
    }

    /// "is adjacent to an enemy": a predicate made of someone near by.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn nearby(
        &mut self,
        var: VarId,
        over: Domain,
        of: Option<&Expr>,
        inner: VarId,
        filter: &Expr,
        plural: bool,
        negative: bool,
    ) -> Option<String> {
        let (near, rest): (&Expr, Vec<Expr>) = match filter {
            Expr::And(parts) => (parts.first()?, parts[1..].to_vec()),
            one => (one, Vec::new()),
        };
        let Expr::Call(func @ (Func::Adjacent | Func::Within), args) = near else {
            return None;
        };
        let place = |v: VarId| Expr::Call(Func::Fighter(crate::Prop::Hex), vec![Expr::Var(v)]);
        let pair = [args.first()?, args.last()?];
        if !(pair.contains(&&place(var)) && pair.contains(&&place(inner))) {
            return None;
        }
        let mut noun = self.elements(over, of, false);
        if !rest.is_empty() {
            noun = self.relative(&noun, inner, &Expr::And(rest), false);
        }
        let noun = if negative {
            format!("no {noun}")
        } else {
            article(&noun)
        };
        let be = if plural { "are" } else { "is" };
        Some(match func {
            Func::Adjacent => format!("{be} adjacent to {noun}"),
            _ => {
                let n = self.amount(&args[1]);
                format!("{be} at most {} from {noun}", hexes(&n))
            }
        })
    }
}

/// Verb phrases one after another; a copula is said once as long as nothing else comes between.
fn join_verbs(texts: &[String], word: &str, be: &str) -> String {
    let be = format!("{be} ");
    let mut out = String::new();
    let mut open = false;
    for (ix, text) in texts.iter().enumerate() {
        if ix > 0 {
            out.push_str(word);
        }
        let is_be = text.starts_with(&be);
        out.push_str(if open && is_be {
            &text[be.len()..]
        } else {
            text
        });
        open = is_be;
    }
    out
}

/// Tokens that show their objective side, or are held, are called by that.
fn renamed(noun: &str, lexicon: &Lexicon, var: VarId, cond: &Expr) -> (String, Option<Expr>) {
    let parts = match cond {
        Expr::And(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let says =
        |e: &Expr, prop: TokenProp| *e == Expr::Call(Func::Token(prop), vec![Expr::Var(var)]);
    let known = |e: &Expr| {
        says(e, TokenProp::Up) || says(e, TokenProp::Yours) || says(e, TokenProp::Theirs)
    };
    if !noun.contains(lexicon.feature) || !parts.iter().any(known) {
        return (noun.to_owned(), Some(cond.clone()));
    }
    let renamed = noun.replace(lexicon.feature, lexicon.objective);
    let noun = match renamed.split_once(' ') {
        Some(("a" | "an", tail)) => article(tail),
        _ => renamed,
    };
    let mut rest: Vec<Expr> = parts
        .into_iter()
        .filter(|p| !says(p, TokenProp::Up))
        .collect();
    let rest = if rest.len() > 1 {
        Some(with_sign(cond, rest))
    } else {
        rest.pop()
    };
    (noun, rest)
}

/// The place that the subject is nearest to, if that is what the comparison says.
fn nearest_to(a: &Expr, b: &Expr, subject: &Expr) -> Option<Expr> {
    let place = |e: &Expr| match e {
        Expr::Call(Func::Fighter(crate::Prop::Hex) | Func::Token(TokenProp::Hex), args) => {
            args[0].clone()
        }
        other => other.clone(),
    };
    match (a, b) {
        (
            Expr::Call(Func::Distance, args),
            Expr::Quant {
                what: Quant::Min, ..
            },
        ) => {
            let ends = [place(&args[0]), place(&args[1])];
            let at = ends.iter().position(|e| e == subject)?;
            Some(ends[1 - at].clone())
        }
        _ => None,
    }
}

/// The noun and what is said of it, without "that is" before a place.
fn with_clause(noun: &str, verb: &str) -> String {
    let places = ["in ", "on ", "adjacent ", "at most ", "held "];
    match verb
        .strip_prefix("is ")
        .or_else(|| verb.strip_prefix("are "))
    {
        Some(place) if places.iter().any(|p| place.starts_with(p)) => format!("{noun} {place}"),
        _ => format!("{noun} that {verb}"),
    }
}

/// "another fighter": takes "is not the first" out of a condition and puts it to the noun.
fn another(noun: &str, var: VarId, cond: &Expr) -> (String, Option<Expr>) {
    let parts = match cond {
        Expr::And(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let subject = Expr::Var(var);
    let same = |a: &Expr, b: &Expr| *a == subject && matches!(b, Expr::Var(_) | Expr::Me);
    let differs = |e: &Expr| match e {
        Expr::Binary(Sign::Ne, a, b) => same(a, b),
        Expr::Not(inner) => matches!(&**inner, Expr::Binary(Sign::Eq, a, b) if same(a, b)),
        _ => false,
    };
    let mut noun = noun.to_owned();
    if parts.iter().any(differs) {
        noun = match noun.split_once(' ') {
            Some(("a" | "an", tail)) => format!("another {tail}"),
            Some((head @ ("each" | "no"), tail)) => format!("{head} other {tail}"),
            _ => format!("other {noun}"),
        };
    }
    let mut rest: Vec<Expr> = parts.into_iter().filter(|p| !differs(p)).collect();
    let rest = if rest.len() > 1 {
        Some(with_sign(cond, rest))
    } else {
        rest.pop()
    };
    (noun, rest)
}

pub(crate) fn with_sign(cond: &Expr, parts: Vec<Expr>) -> Expr {
    if matches!(cond, Expr::Or(_)) {
        Expr::Or(parts)
    } else {
        Expr::And(parts)
    }
}

//! What is said of someone: verbs and what follows them.

use super::count::{plural_of, singular};
use super::idiom::tidied;
use super::joined::chooses;
use super::merge::said_at_once;
use super::*;

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
            let mut tails = String::new();
            for (ix, arg) in args.iter().enumerate().skip(1) {
                let key = format!("{{{ix}}}");
                if text.contains(&key) {
                    let (shown, tail) = match arg {
                        Expr::If(..) if is_number(arg) => speaker.amount_and_tail(arg),
                        _ => (speaker.noun(arg), String::new()),
                    };
                    tails.push_str(&tail);
                    text = text
                        .replace(&format!("{key} hexes"), &hexes(&shown))
                        .replace(&key, &shown);
                }
            }
            text.replace("at most 0 hexes from ", "in ") + &tails
        };
        let not = if negative { " not" } else { "" };
        match kind {
            '=' => {
                let be = if plural { "are" } else { "is" };
                if negative
                    && rest == "in {neutral} territory"
                    && self.lexicon.neutral == "no one's"
                {
                    return Some(format!("{be} in a player's territory"));
                }
                let mut text = fill(self, rest);
                if plural && args.first() != Some(&Expr::You) {
                    text = several(&text);
                }
                Some(format!("{be}{not} {text}"))
            }
            '+' => {
                let have = if plural { "have" } else { "has" };
                let rest = fill(self, rest);
                Some(match (rest.strip_suffix(" tokens"), plural, negative) {
                    (Some(_), true, true) => format!("have no {rest}"),
                    (Some(_), true, false) => format!("have {rest}"),
                    (Some(kind), false, true) => format!("has no {kind} token"),
                    (Some(kind), false, false) => format!("has {} token", article(kind)),
                    (None, true, true) => format!("do not have {rest}"),
                    (None, false, true) => format!("does not have {rest}"),
                    (None, _, false) => format!("{have} {rest}"),
                })
            }
            '~' => {
                let rest = fill(self, rest);
                let (verbs, rest) = rest.split_once(' ').unwrap_or((&rest, ""));
                let (many, one) = verbs.split_once('/').unwrap_or((verbs, verbs));
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

    /// What is said of the variable, if the condition is about it alone.
    pub(crate) fn predicate(&mut self, var: VarId, cond: &Expr, plural: bool) -> Option<String> {
        let subject = Expr::Var(var);
        let located = |e: &Expr| match e {
            Expr::Call(Func::Fighter(Prop::Hex) | Func::Token(TokenProp::Hex), args) => {
                args[0] == subject
            }
            other => *other == subject,
        };
        let be = if plural { "are" } else { "is" };
        if let Some(verb) = self.tried(|s| s.idiom_verb(var, cond, plural)) {
            return Some(verb);
        }
        match cond {
            Expr::And(_) if tidied(cond) != *cond => self.predicate(var, &tidied(cond), plural),
            Expr::Call(Func::Hex(HexProp::Empty), args)
                if args[0] == Expr::Call(Func::Token(TokenProp::Hex), vec![subject.clone()]) =>
            {
                Some(format!("{be} in an empty hex"))
            }
            Expr::Call(func, args) if args.first().is_some_and(located) => {
                let verb = self.verb_phrase(phrase_of(*func), args, plural, false)?;
                Some(stands(verb, *func, args[0] != subject))
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
            Expr::Not(inner) if self.stands_on(inner, var).is_some() => {
                let (over, _) = self.stands_on(inner, var)?;
                let have = if plural { "have" } else { "has" };
                Some(format!(
                    "{have} no {} on it",
                    self.elements(over, None, false)
                ))
            }
            Expr::Not(inner) => match &**inner {
                Expr::Or(parts) => {
                    let not = |part: &Expr| Expr::Not(Box::new(part.clone()));
                    let parts = parts.iter().map(not).collect();
                    self.predicate(var, &Expr::And(parts), plural)
                }
                Expr::Call(func, args) if args.first().is_some_and(located) => {
                    let verb = self.verb_phrase(phrase_of(*func), args, plural, true)?;
                    Some(stands(verb, *func, args[0] != subject))
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
            Expr::Titled(card, name) if **card == subject => {
                Some(format!("{be} {}", self.title(*name)))
            }
            Expr::Binary(Sign::Eq, a, b)
                if **a == subject && matches!(**b, Expr::Me | Expr::Var(_) | Expr::Target) =>
            {
                self.last = None;
                Some(format!("{be} {}", self.noun(b)))
            }
            Expr::Binary(Sign::Eq, a, b) if **a != subject && located(a) && !located(b) => {
                Some(format!("{be} in {}", self.hex_noun(b)))
            }
            Expr::Binary(Sign::Eq, a, b) if lies_on(a, &subject) => {
                Some(format!("{be} on {}", self.noun(b)))
            }
            Expr::Binary(Sign::Eq, a, b)
                if **a == Expr::Call(Func::Fighter(Prop::Owner), vec![subject.clone()]) =>
            {
                let owner = self.noun(b);
                let belong = if plural { "belong" } else { "belongs" };
                Some(format!("{belong} to {owner}"))
            }
            Expr::Binary(sign @ (Sign::Eq | Sign::Ne), a, b)
                if **b == Expr::Number(-1)
                    && **a == Expr::Call(Func::Hex(HexProp::Token), vec![subject.clone()]) =>
            {
                let have = if plural { "have" } else { "has" };
                let any = if *sign == Sign::Eq { "no" } else { "a" };
                Some(format!("{have} {any} token in it"))
            }
            Expr::Binary(sign, a, b)
                if **a == Expr::Call(Func::Fighter(Prop::HealthLeft), vec![subject.clone()])
                    && is_number(b) =>
            {
                let have = if plural { "have" } else { "has" };
                Some(format!("{have} {}", self.health_left(*sign, b)))
            }
            Expr::Binary(Sign::Eq, a, b) if extreme_of(a, b, &subject).is_some() => {
                let (most, shared, over) = extreme_of(a, b, &subject)?;
                let have = if plural { "have" } else { "has" };
                let (shared, all) = (self.fill(shared), self.elements(over, None, true));
                Some(format!("{have} the {most} {shared} of all {all}"))
            }
            Expr::Binary(sign, a, b) if self.amount_of(a, b) == Some(&subject) => {
                let have = if plural { "have" } else { "has" };
                Some(format!("{have} {}", self.so_much(*sign, a, b)))
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
                if let Expr::Quant {
                    what: Quant::Count,
                    over,
                    of,
                    var: inner,
                    filter: Some(filter),
                    ..
                } = &**a
                {
                    let (near, rest) = near_of(var, *inner, filter)?;
                    let many = **b != Expr::Number(1);
                    let mut noun = self.elements(*over, of.as_deref(), many);
                    if let Some(rest) = all_of(rest) {
                        noun = self.relative(&noun, *inner, &rest, many);
                    }
                    let (counted, tail) = self.counted(*sign, b, &noun);
                    return Some(format!("{be} {} {counted}{tail}", self.near_text(&near)));
                }
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
                    let mut noun = self.fill(noun);
                    if **b == Expr::Number(1) {
                        noun = singular(&noun);
                    }
                    let (counted, tail) = self.counted(*sign, b, &noun);
                    return Some(format!("{have} {counted}{tail}"));
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
                    "and"
                } else {
                    "or"
                };
                let mut texts = Vec::new();
                let (mut either, mut apart) = (Vec::new(), false);
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
                    let nested = nested && (text.contains(" and ") || chooses(&text));
                    let nested = nested
                        && !matches!(&parts[ix], Expr::And(p) if self.range_of(var, p, plural).is_some());
                    // "is a starting hex in friendly territory"
                    let place = text.strip_prefix("is in ").filter(|_| word == "and");
                    match (place, texts.last_mut()) {
                        (Some(place), Some(before)) if before.ends_with(" hex") => {
                            before.push_str(&format!(" in {place}"));
                        }
                        _ if nested && word == "and" => either.push(text),
                        _ => {
                            apart |= nested;
                            texts.push(text);
                        }
                    }
                    ix += 1;
                }
                if apart {
                    return Some(texts.join(&format!(", {word} ")));
                }
                // What can be one thing or another comes last.
                texts.extend(either.iter().map(|text| {
                    ["is ", "are ", "has ", "have "]
                        .into_iter()
                        .find_map(|verb| text.strip_prefix(verb).map(|rest| (verb, rest)))
                        .map_or_else(
                            || format!("either {text}"),
                            |(verb, rest)| format!("{verb}either {rest}"),
                        )
                }));
                Some(join_verbs(&texts, word))
            }
            _ => None,
        }
    }

    /// Who must stand on the token, if that is what the condition says.
    fn stands_on(&self, cond: &Expr, token: VarId) -> Option<(Domain, VarId)> {
        let Expr::Quant {
            what: Quant::Any,
            over,
            var,
            filter: Some(filter),
            ..
        } = cond
        else {
            return None;
        };
        let under = Expr::Call(Func::Fighter(Prop::TokenUnder), vec![Expr::Var(*var)]);
        let same = Expr::Binary(Sign::Eq, Box::new(under), Box::new(Expr::Var(token)));
        (**filter == same).then_some((*over, *var))
    }

    /// "has number 1 or 2": two bounds of one amount.
    pub(crate) fn range_of(&mut self, var: VarId, parts: &[Expr], plural: bool) -> Option<String> {
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
        let (near, rest) = near_of(var, inner, filter)?;
        let mut noun = self.elements(over, of, false);
        let mut named = None;
        if let [Expr::Named(_, name)] = &rest[..] {
            named = Some(self.name(*name)).filter(|_| !negative);
        } else if let Some(rest) = all_of(rest) {
            noun = self.relative(&noun, inner, &rest, false);
        }
        let noun = match (named, noun.strip_prefix("other ")) {
            (Some(name), _) => name,
            (None, _) if negative => format!("no {noun}"),
            (None, Some(noun)) => format!("another {noun}"),
            (None, None) => article(&noun),
        };
        let be = if plural { "are" } else { "is" };
        if let Expr::Call(Func::Within, args) = &near {
            match (&args[1], over) {
                (Expr::Number(0), Domain::Tokens) => {
                    let hex = self.card.vars[usize::from(var.0)].ty == Type::Hex;
                    let have = if plural { "have" } else { "has" };
                    return Some(match hex {
                        true => format!("{have} {noun} in it"),
                        false => format!("{be} on {noun}"),
                    });
                }
                (Expr::Number(1..), _) if negative => {
                    let n = self.amount(&args[1]);
                    let every = noun.strip_prefix("no ").unwrap_or(&noun);
                    return Some(format!("{be} more than {} from every {every}", hexes(&n)));
                }
                _ => {}
            }
        }
        Some(format!("{be} {} {noun}", self.near_text(&near)))
    }

    /// "adjacent to" or "at most 2 hexes from".
    fn near_text(&mut self, near: &Expr) -> String {
        match near {
            Expr::Call(Func::Within, args) if args[1] == Expr::Number(0) => "in".to_owned(),
            Expr::Call(Func::Within, args) => {
                let n = self.amount(&args[1]);
                format!("at most {} from", hexes(&n))
            }
            _ => "adjacent to".to_owned(),
        }
    }
}

/// The part of a condition on `inner` that puts it near `var`, and the rest, which must not speak of `var`.
fn near_of(var: VarId, inner: VarId, filter: &Expr) -> Option<(Expr, Vec<Expr>)> {
    let mut rest = parts_of(filter);
    let is_near = |p: &Expr| {
        let Expr::Call(Func::Adjacent | Func::Within, args) = p else {
            return false;
        };
        let ends = [args.first(), args.last()];
        let at = |v: VarId| ends.iter().flatten().any(|e| is_place(e, v));
        at(var) && at(inner)
    };
    let near = rest.remove(rest.iter().position(is_near)?);
    let (one, two) = (Expr::Var(inner), Expr::Var(var));
    let other = |p: &Expr| match p {
        Expr::Binary(Sign::Ne, a, b) => (&**a, &**b) == (&one, &two),
        Expr::Not(inner) => {
            matches!(&**inner, Expr::Binary(Sign::Eq, a, b) if (&**a, &**b) == (&one, &two))
        }
        _ => false,
    };
    let about_both = |p: &Expr| mentions(p, &two) && !other(p);
    (!rest.iter().any(about_both)).then_some((near, rest))
}

/// Verb phrases one after another; the verb is said once as long as no other comes between.
pub(crate) fn join_verbs(texts: &[String], word: &str) -> String {
    let mut open = "";
    let mut short = Vec::new();
    let mut texts = said_at_once(texts, word);
    // A list within the list stands last.
    if word == "and" && texts.len() > 2 {
        texts.sort_by_key(|text| text.contains(", "));
    }
    for text in &texts {
        let verb = ["is ", "are ", "has ", "have ", "supports ", "support "]
            .into_iter()
            .find(|verb| text.starts_with(verb))
            .unwrap_or("");
        short.push(if !verb.is_empty() && open == verb {
            text[verb.len()..].to_owned()
        } else {
            text.clone()
        });
        open = verb;
    }
    // "making a Move or a Charge"
    for ix in 1..short.len() {
        if short[ix - 1].contains("making ")
            && let Some(rest) = short[ix].strip_prefix("making ")
        {
            short[ix] = rest.to_owned();
        }
    }
    listed(&short, word)
}

/// What is said of a hex, of somebody who stands in it: "is in a lethal hex".
pub(crate) fn stands(verb: String, func: Func, in_it: bool) -> String {
    let Func::Hex(HexProp::Is(_)) = func else {
        return verb;
    };
    match verb.rsplit_once(' ') {
        Some((be, word @ ("lethal" | "blocked"))) if in_it => format!("{be} in a {word} hex"),
        _ if in_it => verb
            .replacen(" a ", " in a ", 1)
            .replacen(" an ", " in an ", 1),
        _ => verb,
    }
}

/// "a leader" of several: "leaders".
fn several(text: &str) -> String {
    let Some(rest) = text.strip_prefix("a ").or_else(|| text.strip_prefix("an ")) else {
        return text.to_owned();
    };
    match rest.split_once(" in ") {
        Some((noun, place)) => format!("{} in {place}", plural_of(noun)),
        None => plural_of(rest),
    }
}

/// Whether the expression is the variable's place, or the variable is a hex.
fn is_place(expr: &Expr, var: VarId) -> bool {
    match expr {
        Expr::Call(Func::Fighter(Prop::Hex) | Func::Token(TokenProp::Hex), args) => {
            args[0] == Expr::Var(var)
        }
        other => *other == Expr::Var(var),
    }
}

/// Whether the expression is the board the subject lies on.
fn lies_on(expr: &Expr, subject: &Expr) -> bool {
    match expr {
        Expr::Call(Func::Token(TokenProp::Board) | Func::Hex(HexProp::Board), args) => {
            args[0] == *subject
        }
        _ => false,
    }
}

/// Which characteristic of the subject equals the greatest or least one of all, if the comparison says that.
fn extreme_of(a: &Expr, b: &Expr, subject: &Expr) -> Option<(&'static str, &'static str, Domain)> {
    let Expr::Quant {
        what,
        over,
        var,
        filter: None,
        value: Some(value),
        ..
    } = b
    else {
        return None;
    };
    let most = match what {
        Quant::Max => "greatest",
        Quant::Min => "least",
        _ => return None,
    };
    let (Expr::Call(func, args), Expr::Call(each, of)) = (a, &**value) else {
        return None;
    };
    let same = func == each && args[..] == [subject.clone()] && of[..] == [Expr::Var(*var)];
    let shared = phrase_of(*func).strip_prefix("{0}'s ").filter(|_| same)?;
    Some((most, shared, *over))
}

/// The place that the subject is nearest to, if that is what the comparison says.
pub(crate) fn nearest_to(a: &Expr, b: &Expr, subject: &Expr) -> Option<Expr> {
    let place = |e: &Expr| match e {
        Expr::Call(Func::Fighter(Prop::Hex) | Func::Token(TokenProp::Hex), args) => args[0].clone(),
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

//! Conditions as clauses of a sentence.

use super::count::{remains, singular};
use super::idiom::{fact, tidied, under};
use super::*;

impl Speaker<'_> {
    /// A condition as a clause: "you hold three or more objectives".
    pub(crate) fn condition(&mut self, expr: &Expr) -> String {
        if let Some(text) = self.tried(|s| s.idiom(expr)) {
            return text;
        }
        match expr {
            Expr::And(parts) if parts.len() == 2 && self.range(parts).is_some() => {
                self.range(parts).unwrap_or_default()
            }
            Expr::And(_) => match tidied(expr) {
                Expr::And(parts) => self.join(&parts, "and"),
                one => self.condition(&one),
            },
            Expr::Or(parts) => self.join(parts, "or"),
            Expr::Not(inner) => self.negated(inner),
            Expr::Call(func, args) => self.statement(*func, args, false),
            Expr::Named(who, name) => {
                let who_text = self.noun(who);
                format!("{who_text} is {}", self.name(*name))
            }
            Expr::Titled(card, name) => {
                let card = self.noun(card);
                format!("{card} is {}", self.title(*name))
            }
            Expr::Label(who, label, _) => {
                let who_text = self.noun(who);
                format!("{who_text} is {}", self.label(*label))
            }
            Expr::With(number) => {
                let name = self.weapon_name(*number);
                self.fill(&format!("the {{attack}} is made with {name}"))
            }
            Expr::Binary(sign, a, b) => self.comparison(*sign, a, b),
            Expr::Quant {
                what: Quant::Any,
                over,
                var,
                filter,
                of,
                ..
            } => {
                if let (Domain::Tokens, Some(filter)) = (over, filter)
                    && let Some(text) = self.you_hold(*var, filter)
                {
                    return text;
                }
                if let Some(known) = filter.as_deref().and_then(|f| of_one_known(*var, f)) {
                    return self.condition(&known);
                }
                if let Some(text) = self.tried(|s| s.beside_each_other(expr)) {
                    return text;
                }
                let noun = self.elements(*over, of.as_deref(), false);
                match filter {
                    None if remains(*over) => format!("{} remains", article(&noun)),
                    None => format!("there is {}", article(&noun)),
                    Some(filter) => {
                        let (noun, rest) = self.owned(&noun, *var, filter);
                        match rest {
                            Some(rest) => {
                                let text = self.about(&article(&noun), *var, &rest, false);
                                on_the_battlefield(text, *over)
                            }
                            None if remains(*over) => format!("{} remains", article(&noun)),
                            None => format!("there is {}", article(&noun)),
                        }
                    }
                }
            }
            Expr::Quant {
                what: Quant::Group,
                over,
                var,
                filter,
                of,
                ..
            } => {
                let noun = self.elements(*over, of.as_deref(), true);
                let noun = match filter {
                    Some(filter) => self.relative(&noun, *var, filter, true),
                    None => noun,
                };
                format!("the {noun} stand in one group")
            }
            Expr::Quant {
                what: Quant::Matched,
                over,
                var,
                filter,
                value,
                of,
            } => {
                let noun = format!("each {}", self.elements(*over, of.as_deref(), false));
                let noun = match filter {
                    Some(filter) => self.relative(&noun, *var, filter, false),
                    None => noun,
                };
                match value.as_deref() {
                    Some(Expr::Quant {
                        over: partners,
                        var: partner,
                        filter,
                        of,
                        ..
                    }) => {
                        let other = article(&self.elements(*partners, of.as_deref(), false));
                        self.called.push((*var, "it".to_owned()));
                        let other = match filter {
                            Some(filter) => self.relative(&other, *partner, filter, false),
                            None => other,
                        };
                        self.called.pop();
                        format!("for {noun} there is {other}, a different one for each")
                    }
                    _ => noun,
                }
            }
            Expr::Quant {
                what: Quant::All,
                over,
                var,
                filter,
                value,
                of,
            } => {
                if let (Domain::Tokens, Some(value)) = (over, value)
                    && let Some(text) = self.you_hold_each(*var, filter.as_deref(), value)
                {
                    let some = std::mem::take(&mut self.some);
                    return text + if some { " (at least one)" } else { "" };
                }
                let noun = format!("each {}", self.elements(*over, of.as_deref(), false));
                let mut noun = match filter {
                    Some(filter) => self.relative(&noun, *var, filter, false),
                    None => noun,
                };
                if std::mem::take(&mut self.some) {
                    noun.push_str(" (at least one)");
                }
                match value {
                    Some(value) => match self.tried(|s| s.predicate(*var, value, false)) {
                        Some(verb) => format!("{noun} {verb}"),
                        None => format!("for {noun}, {}", self.condition(value)),
                    },
                    None => noun,
                }
            }
            other => format!("{} is not 0", self.amount(other)),
        }
    }

    /// "Range 1 or 2" and other ranges of one amount.
    pub(crate) fn range(&mut self, parts: &[Expr]) -> Option<String> {
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
        let noun = self.amount(a);
        let joint = if low + 1 == *high { " or " } else { " to " };
        Some(format!("{noun} is {low}{joint}{high}"))
    }

    fn join(&mut self, parts: &[Expr], word: &str) -> String {
        let mut texts = Vec::new();
        let mut apart = false;
        let mut ix = 0;
        while ix < parts.len() {
            let pair = parts.get(ix..ix + 2).unwrap_or(&[]);
            if let Some(text) = self.range(pair).or_else(|| self.every_one(pair, word)) {
                texts.push(text);
                ix += 2;
                continue;
            }
            let subject = subject_of(&parts[ix]);
            let run = parts[ix..]
                .iter()
                .take_while(|p| subject.is_some() && subject_of(p) == subject)
                .count();
            if run > 1
                && let Some(subject) = subject
            {
                texts.push(self.said_together(&subject, &parts[ix..ix + run], word));
                ix += run;
                continue;
            }
            let text = self.condition(&parts[ix]);
            let nested = match &parts[ix] {
                Expr::And(inner) => self.range(inner).is_none(),
                Expr::Or(_) => true,
                _ => false,
            };
            let several = text.contains(" and ") || text.contains(" or ");
            let nested = nested && several && parts.len() > 1;
            texts.push(match (nested, word) {
                (true, "and") => either(&parts[ix], text),
                (true, _) => {
                    apart = true;
                    text
                }
                (false, _) => {
                    apart |= word == "or" && text.contains(" and ");
                    text
                }
            });
            ix += 1;
        }
        let texts = at_one_time(texts);
        if apart {
            return texts.join(&format!(", {word} "));
        }
        self.held_together(&texts, word)
            .unwrap_or_else(|| listed(&texts, word))
    }

    /// "you hold objectives 1 and 2", if nothing else is said.
    fn held_together(&self, texts: &[String], word: &str) -> Option<String> {
        let head = format!("you hold {}", self.lexicon.objective);
        let number = |text: &String| {
            let number = text.strip_prefix(&head)?.strip_prefix(' ')?;
            let plain = number.chars().all(|c| c.is_ascii_digit());
            plain.then(|| number.to_owned())
        };
        let numbers: Vec<String> = texts.iter().map(number).collect::<Option<_>>()?;
        (numbers.len() > 1 && word == "and").then(|| format!("{head}s {}", listed(&numbers, word)))
    }

    /// "each friend is Inspired (at least one)": that there is one, and that each of them is so.
    fn every_one(&mut self, parts: &[Expr], word: &str) -> Option<String> {
        let [
            Expr::Quant {
                what: Quant::Any,
                over: some,
                var: one,
                filter: which,
                ..
            },
            each @ Expr::Quant {
                what: Quant::All,
                over,
                var,
                filter,
                ..
            },
        ] = parts
        else {
            return None;
        };
        let same = match (which, filter) {
            (None, None) => true,
            (Some(a), Some(b)) => renamed_var(a, *one, *var) == **b,
            _ => false,
        };
        (word == "and" && some == over && same).then(|| {
            self.some = true;
            self.condition(each)
        })
    }

    /// Several things said of the same one: "the target is vulnerable and on Guard".
    fn said_together(&mut self, subject: &Subject, parts: &[Expr], word: &str) -> String {
        let who = match subject {
            Subject::Attack => format!("the {}", self.lexicon.attack),
            Subject::One(one @ Expr::Call(Func::Fighter(Prop::Hex), _)) => self.hex_noun(one),
            Subject::One(one) => self.noun(one),
        };
        let plural = who == "you";
        let be = if plural { "are" } else { "is" };
        let mut verbs = Vec::new();
        for part in parts {
            let verb = match part {
                Expr::Call(Func::Token(TokenProp::Up), args) if under(&args[0]).is_some() => {
                    Some(self.on_objective(plural))
                }
                Expr::Call(func, args) => self.verb_phrase(phrase_of(*func), args, plural, false),
                Expr::Binary(sign, ..) => {
                    let any = if *sign == Sign::Eq { "no" } else { "a" };
                    Some(format!("has {any} token in it"))
                }
                Expr::Label(_, label, _) => Some(format!("{be} {}", self.label(*label))),
                Expr::Named(_, name) => Some(format!("{be} {}", self.name(*name))),
                Expr::Not(inner) => match &**inner {
                    Expr::Call(func, args) => {
                        self.verb_phrase(phrase_of(*func), args, plural, true)
                    }
                    Expr::Label(_, label, _) => Some(format!("{be} not {}", self.label(*label))),
                    Expr::Named(_, name) => Some(format!("{be} not {}", self.name(*name))),
                    _ => None,
                },
                _ => None,
            };
            verbs.extend(verb);
        }
        let said = join_verbs(&verbs, word);
        let said = said.replace("is an enemy and a leader", "is an enemy leader");
        format!("{who} {said}")
    }

    pub(crate) fn negated(&mut self, inner: &Expr) -> String {
        match inner {
            Expr::Quant {
                what: Quant::Any,
                over,
                var,
                filter,
                of,
                ..
            } => {
                let noun = format!("no {}", self.elements(*over, of.as_deref(), false));
                let (noun, rest) = match filter {
                    Some(filter) => self.owned(&noun, *var, filter),
                    None => (noun, None),
                };
                match rest {
                    Some(rest) => {
                        let text = self.about(&noun, *var, &rest, false);
                        on_the_battlefield(text, *over)
                    }
                    None if remains(*over) => format!("{noun} remains"),
                    None => format!("there is {noun}"),
                }
            }
            Expr::Call(func, args) => self.statement(*func, args, true),
            Expr::Label(who, label, _) => {
                let who_text = self.noun(who);
                format!("{who_text} is not {}", self.label(*label))
            }
            Expr::Not(inner) => self.condition(inner),
            Expr::Binary(Sign::Eq, a, b) if **b == Expr::Number(0) && fact(a).is_some() => self
                .condition(&Expr::Binary(
                    Sign::Ge,
                    a.clone(),
                    Box::new(Expr::Number(1)),
                )),
            Expr::Binary(sign, a, b) => {
                let turned = match sign {
                    Sign::Eq => Sign::Ne,
                    Sign::Ne => Sign::Eq,
                    Sign::Lt => Sign::Ge,
                    Sign::Le => Sign::Gt,
                    Sign::Gt => Sign::Le,
                    _ => Sign::Lt,
                };
                self.comparison(turned, a, b)
            }
            Expr::And(parts) | Expr::Or(parts) => {
                let turned: Vec<Expr> = parts
                    .iter()
                    .map(|p| Expr::Not(Box::new(p.clone())))
                    .collect();
                let word = if matches!(inner, Expr::And(_)) {
                    "or"
                } else {
                    "and"
                };
                self.join(&turned, word)
            }
            Expr::Named(who, name) => {
                let who = self.noun(who);
                format!("{who} is not {}", self.name(*name))
            }
            Expr::Titled(card, name) => {
                let card = self.noun(card);
                format!("{card} is not {}", self.title(*name))
            }
            Expr::With(number) => {
                let name = self.weapon_name(*number);
                self.fill(&format!("the {{attack}} is not made with {name}"))
            }
            other => format!("it is not so that {}", self.condition(other)),
        }
    }

    /// A word of the table with its subject: "the attacker is Inspired".
    pub(crate) fn statement(&mut self, func: Func, args: &[Expr], negative: bool) -> String {
        let phrase = phrase_of(func);
        let is_attack = matches!(func, Func::Attack(_) | Func::AllSuccesses);
        let subject = match args.first() {
            Some(first) if matches!(func, Func::Hex(_)) => self.hex_noun(first),
            Some(first) => self.noun(first),
            None if is_attack => format!("the {}", self.lexicon.attack),
            None => String::new(),
        };
        let plural = subject == "you";
        match self.verb_phrase(phrase, args, plural, negative) {
            Some(verb) => format!("{subject} {verb}"),
            None if negative => {
                let said = self.template(phrase, args);
                let positive = ["it is ", "the damage is "];
                let told = positive.iter().find_map(|head| {
                    let rest = said.strip_prefix(head)?;
                    Some(format!("{head}not {rest}"))
                });
                told.unwrap_or_else(|| format!("it is not so that {said}"))
            }
            None => self.template(phrase, args),
        }
    }

    pub(crate) fn template(&mut self, phrase: &str, args: &[Expr]) -> String {
        let text = self.template_filled(phrase, args);
        text.replace("the number of it", "its number")
    }

    fn template_filled(&mut self, phrase: &str, args: &[Expr]) -> String {
        let mut text = self.fill(phrase);
        for (ix, arg) in args.iter().enumerate() {
            let key = format!("{{{ix}}}");
            if text.contains(&key) {
                let noun = self.noun(arg);
                text = text
                    .replace(&format!("{key}'s"), &possessive(&noun))
                    .replace(&key, &noun);
            }
        }
        text
    }

    pub(crate) fn comparison(&mut self, sign: Sign, a: &Expr, b: &Expr) -> String {
        if let Some(text) = self.tried(|s| s.versus(sign, a, b)) {
            return text;
        }
        let plural = *b != Expr::Number(1);
        if let Expr::Quant {
            what: Quant::Count,
            over,
            var,
            filter,
            of,
            ..
        } = a
        {
            if let (Domain::Tokens, Some(filter)) = (over, filter)
                && let Some(text) = self.you_hold_many(sign, b, *var, filter)
            {
                return text;
            }
            let noun = self.elements(*over, of.as_deref(), plural);
            // What is counted comes before the tail, so that is told first.
            let (counted, _) = self.clone().counted(sign, b, &noun);
            let text = match filter {
                Some(filter) => self.about(&counted, *var, filter, plural),
                None if remains(*over) && plural => format!("{counted} remain"),
                None if remains(*over) => format!("{counted} remains"),
                None if plural => format!("there are {counted}"),
                None => format!("there is {counted}"),
            };
            let (_, tail) = self.counted(sign, b, &noun);
            return format!("{text}{tail}");
        }
        if let Expr::Call(func, args) = a
            && let Some((noun, rest)) = phrase_of(*func)
                .strip_prefix('#')
                .and_then(|p| p.split_once('|'))
        {
            let mut noun = self.fill(noun);
            if !plural {
                noun = singular(&noun);
            }
            let (counted, tail) = self.counted(sign, b, &noun);
            if let (Func::Seat(SeatProp::Held), [who]) = (func, &args[..]) {
                let who = self.noun(who);
                let hold = if who == "you" { "hold" } else { "holds" };
                return format!("{who} {hold} {counted}{tail}");
            }
            let mut rest = self.template(rest, args);
            if !plural {
                rest = rest.replacen("were ", "was ", 1).replacen("are ", "is ", 1);
            }
            return format!("{counted} {rest}{tail}");
        }
        if let (Expr::Call(Func::Fighter(Prop::HealthLeft), args), true) = (a, is_number(b)) {
            let who = self.noun(&args[0]);
            let left = self.health_left(sign, b);
            return format!("{who} has {left}");
        }
        if let Some(who) = self.amount_of(a, b) {
            let who = self.noun(who);
            let much = self.so_much(sign, a, b);
            return format!("{who} has {much}");
        }
        if let Some(text) = self.of_the_game(sign, a, b) {
            return text;
        }
        if let (Sign::Ne, Expr::Call(Func::Token(TokenProp::HeldAtStart), args), Expr::You) =
            (sign, a, b)
        {
            let token = self.noun(&args[0]);
            return format!(
                "you did not hold {token} when the {} began",
                self.lexicon.round
            );
        }
        if let (
            Sign::Ne,
            Expr::Call(Func::Fighter(Prop::Held), _),
            Expr::Call(Func::Attack(Fact::TargetHeldBefore), _),
        ) = (sign, a, b)
        {
            return "it no longer holds it".to_owned();
        }
        if let Expr::Past(past) = a {
            return self.past_compared(past, sign, b);
        }
        if let (Expr::Faces(dice, faces), Expr::Number(n)) = (a, b) {
            return self.faces(*dice, *faces, sign, *n);
        }
        match (sign, b) {
            (Sign::Eq, Expr::Number(-1)) => self.existence(a, false),
            (Sign::Ne | Sign::Ge, Expr::Number(-1 | 0)) => self.existence(a, true),
            (Sign::Eq, _) if !is_number(b) => {
                let a = self.noun(a);
                self.last = None;
                let b = self.noun(b);
                format!("{a} is {b}")
            }
            (Sign::Ne, _) if !is_number(b) => {
                let a = self.noun(a);
                self.last = None;
                let b = self.noun(b);
                format!("{a} is not {b}")
            }
            _ => {
                let a = self.amount(a);
                format!("{a} is {}", self.compared(sign, b))
            }
        }
    }
}

/// Things that happened in the same stretch of time: it is named once, before the first of them or behind the last.
fn at_one_time(texts: Vec<String>) -> Vec<String> {
    let many = texts.len();
    let plain = |text: &String| {
        ![" and ", " is ", " are ", ", "]
            .iter()
            .any(|word| text.contains(word))
    };
    if many < 2 || !texts.iter().all(plain) {
        return texts;
    }
    let behind = texts[0]
        .rfind(" in this ")
        .map(|at| texts[0][at..].to_owned());
    if let Some(time) = behind.filter(|time| texts.iter().all(|text| text.ends_with(time))) {
        let short = |(ix, text): (usize, &String)| match ix + 1 < many {
            true => text[..text.len() - time.len()].to_owned(),
            false => text.clone(),
        };
        return texts.iter().enumerate().map(short).collect();
    }
    let before = [
        "this turn",
        "this activation",
        "this Action step",
        "this end phase",
    ];
    let before = before.iter().map(|time| format!("in {time} "));
    match before
        .into_iter()
        .find(|time| texts.iter().all(|text| text.starts_with(time)))
    {
        Some(time) => {
            let short = |(ix, text): (usize, &String)| match ix {
                0 => text.clone(),
                _ => text[time.len()..].to_owned(),
            };
            texts.iter().enumerate().map(short).collect()
        }
        None => texts,
    }
}

/// What is asked of one who is somebody spoken of already: "there is a friend that is the attacker and …".
fn of_one_known(var: VarId, filter: &Expr) -> Option<Expr> {
    let mut parts = parts_of(filter);
    let it = Expr::Var(var);
    let known = |part: &Expr| match part {
        Expr::Binary(Sign::Eq, a, b) if **a == it => Some((**b).clone()),
        Expr::Binary(Sign::Eq, a, b) if **b == it => Some((**a).clone()),
        _ => None,
    };
    let at = parts.iter().position(|part| known(part).is_some())?;
    let known = known(&parts.remove(at))?;
    let rest = all_of(parts)?;
    Some(in_place_of(&rest, &it, &known))
}

/// "a friendly leader is on the battlefield" for "there is a friendly leader".
fn on_the_battlefield(text: String, over: Domain) -> String {
    match text.strip_prefix("there is ") {
        Some(who)
            if remains(over) && !who.contains(" for which ") && !who.contains(" for which,") =>
        {
            format!("{who} is on the battlefield")
        }
        _ => text,
    }
}

/// Whom a condition speaks of.
#[derive(PartialEq)]
pub(crate) enum Subject {
    /// The attack at hand.
    Attack,
    /// Someone.
    One(Expr),
}

/// Whom the condition speaks of, if it can be said with a verb.
fn subject_of(cond: &Expr) -> Option<Subject> {
    match cond {
        Expr::Not(inner) if !matches!(**inner, Expr::Not(_)) => subject_of(inner),
        Expr::Label(who, ..) | Expr::Named(who, _) => Some(Subject::One((**who).clone())),
        Expr::Call(Func::Token(TokenProp::Up), args) if under(&args[0]).is_some() => {
            under(&args[0]).cloned().map(Subject::One)
        }
        // What is said of a fighter's hex, and what lies in it.
        Expr::Call(Func::Hex(_), args) if is_fighters_hex(&args[0]) => {
            Some(Subject::One(args[0].clone()))
        }
        Expr::Binary(Sign::Eq | Sign::Ne, a, b) if **b == Expr::Number(-1) => match &**a {
            Expr::Call(Func::Hex(HexProp::Token), args) if is_fighters_hex(&args[0]) => {
                Some(Subject::One(args[0].clone()))
            }
            _ => None,
        },
        Expr::Call(func, args) => {
            if fact_of_before(args) {
                return None;
            }
            if !phrase_of(*func).starts_with(['=', '+', '~']) || matches!(func, Func::Hex(_)) {
                return None;
            }
            match args.first() {
                Some(Expr::Call(Func::Fighter(Prop::Hex) | Func::Token(TokenProp::Hex), of)) => {
                    Some(Subject::One(of[0].clone()))
                }
                Some(Expr::Call(..)) => None,
                Some(one) => Some(Subject::One(one.clone())),
                None if matches!(func, Func::Attack(_) | Func::AllSuccesses) => {
                    Some(Subject::Attack)
                }
                None => None,
            }
        }
        _ => None,
    }
}

fn is_fighters_hex(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(Func::Fighter(Prop::Hex), _))
}

/// One or the other: of the same one, the verb is said once.
fn either(cond: &Expr, text: String) -> String {
    let parts = match cond {
        Expr::Or(parts) => parts.as_slice(),
        _ => &[],
    };
    let first = parts.first().and_then(subject_of);
    let same = first.is_some() && parts.iter().all(|p| subject_of(p) == first);
    let is_first = text.find(" is ") < text.find(" has ").or(Some(usize::MAX));
    if same && is_first && text.contains(" is ") && !text.contains(" is not ") {
        return text.replacen(" is ", " is either ", 1);
    }
    format!("either {text}")
}

/// Whether it is said of a place where somebody was before.
fn fact_of_before(args: &[Expr]) -> bool {
    matches!(args, [one] if fact(one) == Some(Fact::TargetHexBefore))
}

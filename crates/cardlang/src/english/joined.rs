//! Several conditions one after the other: what they say of the same one, or of the same time, is said together.

use super::alike::{at_either_time, more_or_fewer, their_total};
use super::idiom::{fact, under};
use super::predicate::{join_verbs, stands};
use super::*;
use crate::program::words::HexKind;

impl Speaker<'_> {
    /// Several conditions, or one or the other of them, in few words.
    pub(crate) fn join(&mut self, parts: &[Expr], word: &str) -> String {
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
            if word == "and" && their_total(pair) {
                texts.push(self.condition(&pair[0]));
                let total = self.condition(&pair[1]);
                let told = total
                    .strip_prefix("the total ")
                    .and_then(|total| total.split_once(" of "));
                let much = total.rsplit_once(" is ");
                texts.push(match (told, much) {
                    (Some((what, _)), Some((_, much))) => format!("their total {what} is {much}"),
                    _ => total,
                });
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
            let several = text.contains(" and ") || chooses(&text);
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
        if word == "or"
            && let Some(text) = self
                .in_any_territory(&texts)
                .or_else(|| at_either_time(&texts))
        {
            return text;
        }
        let texts = match word {
            "and" => self.in_all_territories(texts),
            _ => texts,
        };
        if word == "or"
            && let Some(text) = more_or_fewer(&texts)
        {
            return text;
        }
        let texts = at_one_time(texts);
        // What is long is told apart.
        let long = |text: &String| text.split(' ').count() > 14;
        apart |= word == "or" && texts.len() > 1 && texts.iter().any(long);
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
        // What is said of its hex, of somebody who stands in it.
        let in_it = |args: &[Expr]| match (subject, args.first()) {
            (Subject::One(one), Some(Expr::Call(Func::Fighter(Prop::Hex), of))) => {
                of[..] == [one.clone()]
            }
            _ => false,
        };
        let mut verbs = Vec::new();
        for part in parts {
            let verb = match part {
                Expr::Call(Func::Token(TokenProp::Up), args) if under(&args[0]).is_some() => {
                    Some(self.on_objective(plural))
                }
                Expr::Call(func, args) => self
                    .verb_phrase(phrase_of(*func), args, plural, false)
                    .map(|verb| stands(verb, *func, in_it(args))),
                Expr::Binary(sign, ..) => {
                    let any = if *sign == Sign::Eq { "no" } else { "a" };
                    Some(format!("has {any} token in it"))
                }
                Expr::Label(_, label, _) => Some(format!("{be} {}", self.label(*label))),
                Expr::Named(_, name) => Some(format!("{be} {}", self.name(*name))),
                Expr::With(number) => Some(format!("{be} made with {}", self.weapon_name(*number))),
                Expr::Not(inner) => match &**inner {
                    Expr::With(number) => {
                        Some(format!("{be} not made with {}", self.weapon_name(*number)))
                    }
                    Expr::Call(func, args) => self
                        .verb_phrase(phrase_of(*func), args, plural, true)
                        .map(|verb| stands(verb, *func, in_it(args))),
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
        Expr::With(_) => Some(Subject::Attack),
        Expr::Call(Func::Token(TokenProp::Up), args) if under(&args[0]).is_some() => {
            under(&args[0]).cloned().map(Subject::One)
        }
        // What is said of a fighter's hex, and what lies in it.
        Expr::Call(Func::Hex(HexProp::Is(HexKind::Starting)), args)
            if let Expr::Call(Func::Fighter(Prop::Hex), of) = &args[0] =>
        {
            Some(Subject::One(of[0].clone()))
        }
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

/// Whether it is a hex that is told by something else: a fighter's, or one of a chain.
fn is_fighters_hex(expr: &Expr) -> bool {
    let hex = |func: &Func| {
        matches!(
            func,
            Func::Fighter(Prop::Hex) | Func::ChainHex | Func::Game(GameFact::ChainEnd)
        )
    };
    matches!(expr, Expr::Call(func, _) if hex(func))
}

/// Whether a text names one thing or another, apart from kinds of one token: "a Move or Charge token".
pub(crate) fn chooses(text: &str) -> bool {
    text.split(" or ").skip(1).any(|after| {
        let mut words = after.split([' ', ',']);
        !words.nth(1).is_some_and(|word| word.starts_with("token"))
    })
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

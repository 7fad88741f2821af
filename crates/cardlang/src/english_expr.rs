//! Conditions and amounts in English.

use crate::english::{Speaker, possessive};
use crate::lexicon::{article, count_word};
use crate::op::{Domain, Quant};
use crate::tree::{Dice, Expr, Sign, VarId};
use crate::vocab::{Func, TABLE};
use gloryhex_model::FaceSet;

impl Speaker<'_> {
    /// A condition as a clause: "you hold three or more objectives".
    pub(crate) fn condition(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::And(parts) if parts.len() == 2 && self.range(parts).is_some() => {
                self.range(parts).unwrap_or_default()
            }
            Expr::And(parts) => self.join(parts, "and"),
            Expr::Or(parts) => self.join(parts, "or"),
            Expr::Not(inner) => self.negated(inner),
            Expr::Call(func, args) => self.statement(*func, args, false),
            Expr::Named(who, name) => {
                let who_text = self.noun(who);
                format!("{who_text} is {}", self.name(*name))
            }
            Expr::Label(who, label, _) => {
                let who_text = self.noun(who);
                format!("{who_text} is {}", self.label(*label))
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
                let noun = self.elements(*over, of.as_deref(), false);
                match filter {
                    None => format!("there is {}", article(&noun)),
                    Some(filter) => {
                        let (noun, rest) = self.owned(&noun, *var, filter);
                        match rest {
                            Some(rest) => self.about(&article(&noun), *var, &rest, false),
                            None => format!("there is {}", article(&noun)),
                        }
                    }
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
                let noun = format!("each {}", self.elements(*over, of.as_deref(), false));
                let noun = match filter {
                    Some(filter) => self.relative(&noun, *var, filter, false),
                    None => noun,
                };
                match value {
                    Some(value) => match self.predicate(*var, value, false) {
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
    fn range(&mut self, parts: &[Expr]) -> Option<String> {
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
        let mut ix = 0;
        while ix < parts.len() {
            if ix + 1 < parts.len()
                && let Some(range) = self.range(&parts[ix..ix + 2])
            {
                texts.push(range);
                ix += 2;
                continue;
            }
            let text = self.condition(&parts[ix]);
            let nested = matches!(parts[ix], Expr::Or(_) | Expr::And(_)) && parts.len() > 1;
            texts.push(if nested { format!("({text})") } else { text });
            ix += 1;
        }
        texts.join(&format!(" {word} "))
    }

    fn negated(&mut self, inner: &Expr) -> String {
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
                match filter {
                    Some(filter) => self.about(&noun, *var, filter, false),
                    None => format!("there is {noun}"),
                }
            }
            Expr::Call(func, args) => self.statement(*func, args, true),
            Expr::Label(who, label, _) => {
                let who_text = self.noun(who);
                format!("{who_text} is not {}", self.label(*label))
            }
            Expr::Not(inner) => self.condition(inner),
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
            other => format!("it is not so that {}", self.condition(other)),
        }
    }

    /// A fighter's name, with an article if several answer to it.
    pub(crate) fn name(&self, name: u16) -> String {
        let info = &self.catalog.names[name as usize];
        if info.fighters.len() > 1 {
            article(&info.text)
        } else {
            info.text.clone()
        }
    }

    pub(crate) fn name_for(&self, name: u16, plural: bool) -> String {
        if plural {
            format!("{}s", self.catalog.names[name as usize].text)
        } else {
            self.name(name)
        }
    }

    /// Who may have an upgrade.
    pub(crate) fn users(&mut self, user: VarId, cond: &Expr) -> String {
        match cond {
            Expr::Named(_, name) => self.name(*name),
            Expr::Or(parts) if parts.iter().all(|p| matches!(p, Expr::Named(..))) => {
                let names: Vec<String> = parts.iter().map(|p| self.users(user, p)).collect();
                names.join(" or ")
            }
            other => self.relative("a fighter", user, other, false),
        }
    }

    pub(crate) fn label_for(&self, label: gloryhex_model::Label, plural: bool) -> String {
        let word = self
            .catalog
            .labels
            .get(label.0 as usize)
            .map_or("", String::as_str);
        if plural {
            format!("{word}s")
        } else {
            article(word)
        }
    }

    pub(crate) fn label(&self, label: gloryhex_model::Label) -> String {
        article(
            self.catalog
                .labels
                .get(label.0 as usize)
                .map_or("", String::as_str),
        )
    }

    /// A word of the table with its subject: "the attacker is Inspired".
    fn statement(&mut self, func: Func, args: &[Expr], negative: bool) -> String {
        let phrase = phrase_of(func);
        let is_attack = matches!(func, Func::Attack(_) | Func::AllSuccesses);
        let subject = match args.first() {
            Some(first) => self.noun(first),
            None if is_attack => format!("the {}", self.lexicon.attack),
            None => String::new(),
        };
        let plural = subject == "you";
        match self.verb_phrase(phrase, args, plural, negative) {
            Some(verb) => format!("{subject} {verb}"),
            None if negative => {
                let said = self.template(phrase, args);
                match said.strip_prefix("it is ") {
                    Some(rest) => format!("it is not {rest}"),
                    None => format!("it is not so that {said}"),
                }
            }
            None => self.template(phrase, args),
        }
    }

    fn template(&mut self, phrase: &str, args: &[Expr]) -> String {
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

    fn comparison(&mut self, sign: Sign, a: &Expr, b: &Expr) -> String {
        if let Expr::Quant {
            what: Quant::Count,
            over,
            var,
            filter,
            of,
            ..
        } = a
        {
            let plural = (sign, b) != (Sign::Eq, &Expr::Number(1));
            let noun = self.elements(*over, of.as_deref(), plural);
            let counted = self.counted(sign, b, &noun);
            return match filter {
                Some(filter) => self.about(&counted, *var, filter, plural),
                None if plural => format!("there are {counted}"),
                None => format!("there is {counted}"),
            };
        }
        if let Expr::Call(func, args) = a
            && let Some((noun, rest)) = phrase_of(*func)
                .strip_prefix('#')
                .and_then(|p| p.split_once('|'))
        {
            let noun = self.fill(noun);
            let mut rest = self.template(rest, args);
            if (sign, b) == (Sign::Eq, &Expr::Number(1)) {
                rest = rest.replacen("were ", "was ", 1).replacen("are ", "is ", 1);
                return format!("exactly one {} {rest}", noun.trim_end_matches('s'));
            }
            return format!("{} {rest}", self.counted(sign, b, &noun));
        }
        if let (Expr::Faces(dice, faces), Expr::Number(n)) = (a, b) {
            return self.faces(*dice, *faces, sign, *n);
        }
        match (sign, b) {
            (Sign::Eq, Expr::Number(-1)) => format!("there is no {}", strip_the(&self.amount(a))),
            (Sign::Ne | Sign::Ge, Expr::Number(-1 | 0)) => {
                format!("there is {}", article(strip_the(&self.amount(a))))
            }
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

    fn faces(&mut self, dice: Dice, faces: FaceSet, sign: Sign, n: i16) -> String {
        let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
        let any = names.join(" or ");
        let which = match dice {
            Dice::Attack => "the attack roll".to_owned(),
            Dice::Defence => format!("the {}", self.lexicon.word("defence_roll")),
            Dice::Own => "the roll".to_owned(),
        };
        match (sign, n) {
            (Sign::Ge, 1) => format!("{which} has any {any}"),
            (Sign::Eq, 0) => format!("{which} has no {any}"),
            _ => format!(
                "{which} has {} {any}",
                self.compared(sign, &Expr::Number(n))
            ),
        }
    }

    /// "three or more fighters".
    pub(crate) fn counted(&mut self, sign: Sign, b: &Expr, noun: &str) -> String {
        let n = match b {
            Expr::Number(n) => count_word(*n),
            other => format!("({})", self.amount(other)),
        };
        match sign {
            Sign::Ge => format!("at least {n} {noun}"),
            Sign::Gt => format!("more than {n} {noun}"),
            Sign::Le => format!("at most {n} {noun}"),
            Sign::Lt => format!("fewer than {n} {noun}"),
            Sign::Ne => format!("not {n} {noun}"),
            _ if *b == Expr::Number(0) => format!("no {noun}"),
            _ => format!("exactly {n} {noun}"),
        }
    }

    pub(crate) fn compared(&mut self, sign: Sign, b: &Expr) -> String {
        let n = self.amount(b);
        let plain = matches!(b, Expr::Number(_));
        match (sign, plain) {
            (Sign::Ge, true) => format!("{n} or more"),
            (Sign::Le, true) => format!("{n} or less"),
            (Sign::Ge, false) => format!("at least {n}"),
            (Sign::Le, false) => format!("at most {n}"),
            (Sign::Gt, _) => format!("more than {n}"),
            (Sign::Lt, _) => format!("less than {n}"),
            (Sign::Ne, _) => format!("not {n}"),
            _ => n,
        }
    }

    /// An amount or thing: "the number of …".
    pub(crate) fn amount(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Number(n) => n.to_string(),
            Expr::Call(func, args) => {
                let phrase = phrase_of(*func);
                if let Some((noun, rest)) = phrase.strip_prefix('#').and_then(|p| p.split_once('|'))
                {
                    let noun = self.fill(noun);
                    return format!("the number of {noun} that {}", self.template(rest, args));
                }
                if phrase.starts_with(['=', '+', '~']) {
                    self.condition(expr)
                } else {
                    self.template(phrase, args)
                }
            }
            Expr::Binary(sign, a, b) => {
                let word = match sign {
                    Sign::Add => "plus",
                    Sign::Sub => "minus",
                    Sign::Mul => "times",
                    _ => return self.condition(expr),
                };
                if let (Expr::Number(0), Sign::Sub) = (&**a, sign) {
                    return format!("−({})", self.amount(b));
                }
                format!("{} {word} {}", self.amount(a), self.amount(b))
            }
            Expr::Quant {
                what,
                over,
                var,
                filter,
                value,
                of,
            } => {
                let noun = self.elements(*over, of.as_deref(), true);
                let noun = match filter {
                    Some(filter) => self.relative(&noun, *var, filter, true),
                    None => noun,
                };
                let shared = value.as_ref().and_then(|v| match &**v {
                    Expr::Call(func, _) => phrase_of(*func).strip_prefix("{0}'s "),
                    _ => None,
                });
                if let (Quant::Sum, Some(shared)) = (what, shared) {
                    return format!("the total {} of {noun}", self.fill(shared));
                }
                let of_each = value.as_ref().map(|value| {
                    self.called.push((*var, "each".to_owned()));
                    let text = self.amount(value);
                    self.called.pop();
                    text
                });
                match (what, of_each) {
                    (Quant::Count, _) => format!("the number of {noun}"),
                    (Quant::Sum, Some(each)) => format!("the total of {each} of {noun}"),
                    (Quant::Max, Some(each)) => format!("the greatest of {each} of {noun}"),
                    (Quant::Min, Some(each)) => format!("the least of {each} of {noun}"),
                    _ => self.condition(expr),
                }
            }
            Expr::Faces(_, faces) => {
                let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
                format!("the number of {} rolled", names.join(" and "))
            }
            Expr::If(cond, yes, no) => {
                let cond = self.condition(cond);
                format!("{} ({} if {cond})", self.amount(no), self.amount(yes))
            }
            Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::Named(..) | Expr::Label(..) => {
                self.condition(expr)
            }
            other => self.noun(other),
        }
    }

    /// The noun of a domain's elements.
    pub(crate) fn elements(&mut self, over: Domain, of: Option<&Expr>, plural: bool) -> String {
        let noun = match over {
            Domain::Friends | Domain::AllFriends => "friend",
            Domain::Enemies | Domain::AllEnemies => {
                return if plural {
                    "enemies".to_owned()
                } else {
                    "enemy".to_owned()
                };
            }
            Domain::Fighters | Domain::AllFighters => "fighter",
            Domain::Hexes => {
                return if plural {
                    "hexes".to_owned()
                } else {
                    "hex".to_owned()
                };
            }
            Domain::Tokens => self.lexicon.feature,
            Domain::Seats => "player",
            Domain::Opponents => "opponent",
            Domain::Boards => "board",
            Domain::UpgradesOf => "upgrade",
            Domain::PowerHandOf => "power card",
            Domain::ObjectiveHandOf => "objective card",
            Domain::PowerDiscardOf => "discarded power card",
            Domain::JustBroken => "upgrade that card broke",
        };
        let noun = if plural {
            format!("{noun}s")
        } else {
            noun.to_owned()
        };
        match (over, of) {
            (Domain::UpgradesOf, Some(of)) => format!("{noun} on {}", self.noun(of)),
            (_, Some(Expr::You)) => format!("{noun} of yours"),
            (_, Some(of)) => format!("{noun} of {}", self.noun(of)),
            _ => noun,
        }
    }
}

pub(crate) fn is_number(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Number(_) | Expr::Binary(..) | Expr::Quant { .. } | Expr::Faces(..)
    ) || matches!(expr, Expr::Call(func, _) if TABLE.iter().any(|e| e.func == *func && e.gives == crate::vocab::Type::Number))
}

/// "1 hex", "2 hexes".
pub(crate) fn hexes(n: &str) -> String {
    if n == "1" {
        "1 hex".to_owned()
    } else {
        format!("{n} hexes")
    }
}

fn strip_the(text: &str) -> &str {
    text.strip_prefix("the ").unwrap_or(text)
}

pub(crate) fn phrase_of(func: Func) -> &'static str {
    TABLE
        .iter()
        .find(|e| e.func == func)
        .map_or("", |e| e.phrase)
}

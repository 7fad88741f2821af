//! Conditions as clauses of a sentence.

use super::count::{remains, singular};
use super::idiom::{fact, tidied};
use super::predicate::stands;
use super::*;
use crate::program::words::HexKind;

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
        // Of a fighter's hex it is said that the fighter is in one of the kind.
        if let (
            Func::Hex(HexProp::Is(HexKind::Starting)),
            [Expr::Call(Func::Fighter(Prop::Hex), of)],
        ) = (func, args)
            && let Some(verb) = self.verb_phrase(phrase, args, false, negative)
        {
            return format!("{} {}", self.noun(&of[0]), stands(verb, func, true));
        }
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
        if let Some(text) = self
            .tried(|s| s.versus(sign, a, b))
            .or_else(|| self.tried(|s| s.so_far_from(sign, a, b)))
        {
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
        if let (Expr::Call(Func::Card(crate::CardProp::Worth), args), true) = (a, is_number(b)) {
            let card = self.noun(&args[0]);
            return format!("{card} is worth {} glory", self.compared(sign, b));
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

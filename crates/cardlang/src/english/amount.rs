//! Amounts and how they compare.

use super::idiom::fact;
use super::*;

impl Speaker<'_> {
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
            Expr::Call(func @ (Func::Min | Func::Max), args) if bounded(args).is_some() => {
                let (amount, bound) = bounded(args).unwrap_or((expr, 0));
                let amount = self.amount(amount);
                let word = if *func == Func::Min { "most" } else { "least" };
                format!("{amount} (at {word} {bound})")
            }
            Expr::Call(func, args) => {
                let phrase = phrase_of(*func);
                if let Some((noun, rest)) = phrase.strip_prefix('#').and_then(|p| p.split_once('|'))
                {
                    let noun = self.fill(noun);
                    let rest = self.template(rest, args);
                    let said = rest
                        .strip_prefix("are ")
                        .or_else(|| rest.strip_prefix("were "));
                    return match said {
                        Some(said) => format!("the number of {noun} {said}"),
                        None => format!("the number of {noun} that {rest}"),
                    };
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
                let (noun, rest) = match filter {
                    Some(filter) => self.owned(&noun, *var, filter),
                    None => (noun, None),
                };
                let noun = match rest {
                    Some(rest) => self.relative(&noun, *var, &rest, true),
                    None => noun,
                };
                let phrase = value.as_ref().map_or("", |v| match &**v {
                    Expr::Call(func, _) => phrase_of(*func),
                    _ => "",
                });
                if let (Quant::Sum, Some((things, where_))) = (
                    what,
                    phrase.strip_prefix('#').and_then(|p| p.split_once('|')),
                ) {
                    let said = where_
                        .trim_start_matches("are ")
                        .trim_start_matches("were ");
                    let said = self
                        .fill(&said.replace("{0}'s warband", "{0}"))
                        .replace("{0}", &noun);
                    return format!("the total number of {} {said}", self.fill(things));
                }
                if let (Quant::Sum, Some(shared)) = (what, phrase.strip_prefix("{0}'s ")) {
                    return format!("the total {} of {noun}", self.fill(shared));
                }
                let shared = phrase
                    .strip_prefix("the ")
                    .and_then(|p| p.strip_suffix(" {0}"));
                if let (Quant::Sum, Some(shared)) = (what, shared) {
                    return format!("the total {} {noun}", self.fill(shared));
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
                let names = faces.iter().map(|f| match f {
                    gloryhex_model::Face::Crit => "Criticals".to_owned(),
                    other => self.lexicon.face(other),
                });
                format!(
                    "the number of {} rolled",
                    names.collect::<Vec<_>>().join(" and ")
                )
            }
            Expr::Past(past) => self.past(past),
            // Where the target is, or was if it is gone.
            Expr::If(_, _, no) if fact(no) == Some(Fact::TargetHexBefore) => {
                self.noun(&Expr::Target)
            }
            Expr::If(cond, yes, no) => {
                let cond = self.condition(cond);
                format!("{} ({} if {cond})", self.amount(no), self.amount(yes))
            }
            Expr::And(_)
            | Expr::Or(_)
            | Expr::Not(_)
            | Expr::Named(..)
            | Expr::Titled(..)
            | Expr::With(_)
            | Expr::Label(..) => self.condition(expr),
            other => self.noun(other),
        }
    }

    pub(crate) fn faces(&mut self, dice: Faces, faces: FaceSet, sign: Sign, n: i16) -> String {
        let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
        let any = names.join(" or ");
        let which = match dice {
            Faces::Attack => format!("the {}", self.lexicon.attack_roll),
            Faces::Defence => format!("the {}", self.lexicon.word("defence_roll")),
            Faces::Own => "the roll".to_owned(),
            Faces::Casting => "the casting roll".to_owned(),
        };
        match (sign, n) {
            (Sign::Ge, 1) => format!("{which} shows {any}"),
            (Sign::Eq, 0) => format!("{which} shows no {any}"),
            _ => {
                // The other faces have names of one form.
                let many = if any == "Critical" && n != 1 { "s" } else { "" };
                format!(
                    "{which} shows {} {any}{many}",
                    self.compared(sign, &Expr::Number(n))
                )
            }
        }
    }

    /// "it is round 2 or later", "there are 2 players".
    pub(crate) fn of_the_game(&mut self, sign: Sign, a: &Expr, b: &Expr) -> Option<String> {
        let fact = |e: &Expr| match e {
            Expr::Call(Func::Game(fact), _) => Some(*fact),
            _ => None,
        };
        let round = self.lexicon.round;
        match (fact(a)?, sign, b) {
            (GameFact::Round, Sign::Eq, b) if fact(b) == Some(GameFact::Rounds) => {
                Some(format!("it is the last {round}"))
            }
            (GameFact::Round, Sign::Eq, Expr::Number(n)) => Some(format!("it is {round} {n}")),
            (GameFact::Round, Sign::Ge, Expr::Number(n)) => {
                Some(format!("it is {round} {n} or later"))
            }
            (GameFact::Players, _, Expr::Number(_)) => {
                Some(format!("there are {} players", self.compared(sign, b)))
            }
            _ => None,
        }
    }

    /// Whose damage or Wounds are compared with a number.
    pub(crate) fn amount_of<'e>(&self, a: &'e Expr, b: &Expr) -> Option<&'e Expr> {
        match (a, b) {
            (
                Expr::Call(Func::Fighter(Prop::Damage | Prop::Stat(Stat::Wounds)), args),
                Expr::Number(_),
            ) => args.first(),
            _ => None,
        }
    }

    /// "3 or more Wounds", "2 or more damage".
    pub(crate) fn so_much(&mut self, sign: Sign, a: &Expr, b: &Expr) -> String {
        let n = self.compared(sign, b);
        match a {
            Expr::Call(Func::Fighter(Prop::Damage), _) => format!("{n} damage"),
            _ if self.lexicon.wounds.ends_with('s') => {
                format!("{} {}", n.replace("less", "fewer"), self.lexicon.wounds)
            }
            _ => format!("{n} {}", self.lexicon.wounds),
        }
    }

    /// "no Wounds left".
    pub(crate) fn health_left(&mut self, sign: Sign, b: &Expr) -> String {
        let (n, wounds) = (self.compared(sign, b), self.lexicon.wounds);
        let n = if n == "0" { "no" } else { &n };
        format!("{n} {wounds} left")
    }
}

pub(crate) fn is_number(expr: &Expr) -> bool {
    if let Expr::If(_, yes, no) = expr {
        return is_number(yes) && is_number(no);
    }
    matches!(
        expr,
        Expr::Number(_) | Expr::Binary(..) | Expr::Quant { .. } | Expr::Faces(..) | Expr::Past(_)
    ) || matches!(
        expr,
        Expr::Call(
            Func::Fighter(Prop::Counters(_) | Prop::Removable(_))
                | Func::Seat(SeatProp::Counters(_)),
            _
        )
    ) || matches!(expr, Expr::Call(func, _) if TABLE.iter().any(|e| e.func == *func && e.gives == Type::Number))
}

/// "1 hex", "2 hexes".
pub(crate) fn hexes(n: &str) -> String {
    if n == "1" {
        "1 hex".to_owned()
    } else if n == "that amount" {
        "as many hexes".to_owned()
    } else if n.starts_with("its ") {
        format!("as many hexes as {n}")
    } else {
        format!("{n} hexes")
    }
}

/// "one hex", "two hexes": how far somebody is pushed.
pub(crate) fn so_far(n: &str) -> String {
    match n.parse() {
        Ok(1) => "one hex".to_owned(),
        Ok(n) => format!("{} hexes", count_word(n)),
        Err(_) => hexes(n),
    }
}

pub(crate) fn strip_the(text: &str) -> &str {
    text.strip_prefix("the ").unwrap_or(text)
}

/// How counters of each name read, of fighters and of players; what they are called is filled in.
const COUNTERS: [[&str; 3]; CounterId::MOST] = [
    [
        "#{#0}|are on {0}",
        "#{#0}|are {0}'s",
        "#{#0}|can be removed from {0}",
    ],
    [
        "#{#1}|are on {0}",
        "#{#1}|are {0}'s",
        "#{#1}|can be removed from {0}",
    ],
    [
        "#{#2}|are on {0}",
        "#{#2}|are {0}'s",
        "#{#2}|can be removed from {0}",
    ],
    [
        "#{#3}|are on {0}",
        "#{#3}|are {0}'s",
        "#{#3}|can be removed from {0}",
    ],
    [
        "#{#4}|are on {0}",
        "#{#4}|are {0}'s",
        "#{#4}|can be removed from {0}",
    ],
    [
        "#{#5}|are on {0}",
        "#{#5}|are {0}'s",
        "#{#5}|can be removed from {0}",
    ],
    [
        "#{#6}|are on {0}",
        "#{#6}|are {0}'s",
        "#{#6}|can be removed from {0}",
    ],
    [
        "#{#7}|are on {0}",
        "#{#7}|are {0}'s",
        "#{#7}|can be removed from {0}",
    ],
    [
        "#{#8}|are on {0}",
        "#{#8}|are {0}'s",
        "#{#8}|can be removed from {0}",
    ],
    [
        "#{#9}|are on {0}",
        "#{#9}|are {0}'s",
        "#{#9}|can be removed from {0}",
    ],
    [
        "#{#10}|are on {0}",
        "#{#10}|are {0}'s",
        "#{#10}|can be removed from {0}",
    ],
    [
        "#{#11}|are on {0}",
        "#{#11}|are {0}'s",
        "#{#11}|can be removed from {0}",
    ],
    [
        "#{#12}|are on {0}",
        "#{#12}|are {0}'s",
        "#{#12}|can be removed from {0}",
    ],
    [
        "#{#13}|are on {0}",
        "#{#13}|are {0}'s",
        "#{#13}|can be removed from {0}",
    ],
    [
        "#{#14}|are on {0}",
        "#{#14}|are {0}'s",
        "#{#14}|can be removed from {0}",
    ],
    [
        "#{#15}|are on {0}",
        "#{#15}|are {0}'s",
        "#{#15}|can be removed from {0}",
    ],
];

pub(crate) fn phrase_of(func: Func) -> &'static str {
    match func {
        Func::Fighter(Prop::Counters(CounterId(n))) => return COUNTERS[usize::from(n) & 15][0],
        Func::Seat(SeatProp::Counters(CounterId(n))) => return COUNTERS[usize::from(n) & 15][1],
        Func::Fighter(Prop::Removable(CounterId(n))) => return COUNTERS[usize::from(n) & 15][2],
        _ => {}
    }
    TABLE
        .iter()
        .find(|e| e.func == func)
        .map_or("", |e| e.phrase)
}

/// The amount and its bound, if one of two amounts is a plain number.
fn bounded(args: &[Expr]) -> Option<(&Expr, i16)> {
    match args {
        [Expr::Number(n), other] | [other, Expr::Number(n)] => Some((other, *n)),
        _ => None,
    }
}

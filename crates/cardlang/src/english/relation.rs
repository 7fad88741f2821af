//! What is said of one thing by another: who holds it, how far it is from a place, what it can be given.

use super::alike::canonical;
use super::*;

impl Speaker<'_> {
    /// What is said of the variable by its relation to something else.
    pub(crate) fn relation_verb(
        &mut self,
        var: VarId,
        cond: &Expr,
        plural: bool,
    ) -> Option<String> {
        let subject = Expr::Var(var);
        let be = if plural { "are" } else { "is" };
        let have = if plural { "have" } else { "has" };
        let owner = |of: &Expr| Expr::Call(Func::Fighter(Prop::Owner), vec![of.clone()]);
        let holder = Expr::Call(Func::Token(TokenProp::Holder), vec![subject.clone()]);
        // "is held by a united fighter": what is said of its holder is told together.
        if !matches!(cond, Expr::Or(_)) && mentions(cond, &holder) {
            let (of_holder, mut own): (Vec<Expr>, Vec<Expr>) = parts_of(cond)
                .into_iter()
                .partition(|part| mentions(part, &holder));
            let of_holder = all_of(of_holder)?;
            let yours = Expr::Call(Func::Token(TokenProp::Yours), vec![subject.clone()]);
            let friend = own.contains(&yours);
            own.retain(|part| *part != yours);
            let of_holder = in_place_of(&of_holder, &holder, &subject);
            let noun = if friend { "a friend" } else { "a fighter" };
            let held = format!(
                "{be} held by {}",
                self.relative(noun, var, &of_holder, false)
            );
            return match all_of(own) {
                None => Some(held),
                Some(own) => {
                    let own = self.predicate(var, &own, plural)?;
                    Some(join_verbs(&[own, held], "and"))
                }
            };
        }
        if let Expr::Binary(sign, a, b) = cond
            && let Some(verb) = self.has_glory(&subject, *sign, a, b, have)
        {
            return Some(verb);
        }
        match cond {
            // One thing, or in some case any.
            Expr::Or(parts) => {
                let [case, own] = &parts[..] else { return None };
                if mentions(case, &subject) || !mentions(own, &subject) {
                    return None;
                }
                let own = self.predicate(var, own, plural)?;
                Some(format!("{own} (any if {})", self.condition(case)))
            }
            Expr::Binary(Sign::Eq, a, b)
                if **a == Expr::Call(Func::Fighter(Prop::TokenUnder), vec![subject.clone()])
                    && **b != Expr::Number(-1) =>
            {
                Some(format!("{be} on {}", self.noun(b)))
            }
            // "is further from no one's territory than that fighter"
            Expr::Binary(sign @ (Sign::Gt | Sign::Lt), a, b) => {
                let further = if *sign == Sign::Gt {
                    "further from"
                } else {
                    "closer to"
                };
                if let (Some(one), Some(other)) = (from_neutral(a), from_neutral(b))
                    && one == subject
                {
                    let other = self.noun(&other);
                    let neutral = self.lexicon.neutral;
                    return Some(format!("{be} {further} {neutral} territory than {other}"));
                }
                let (from, to) = ends(a)?;
                // The place that both are measured from.
                let place = match (from == subject, to == subject) {
                    (true, false) => to,
                    (false, true) => from,
                    _ => return None,
                };
                let who = match ends(b)? {
                    (who, there) | (there, who) if there == place => who,
                    _ => return None,
                };
                let place = self.noun(&place);
                self.last = None;
                Some(format!("{be} {further} {place} than {}", self.noun(&who)))
            }
            Expr::Binary(sign @ (Sign::Le | Sign::Ge | Sign::Eq), a, b) if ends(a).is_some() => {
                let (from, to) = ends(a)?;
                let other = match (from == subject, to == subject) {
                    (true, false) => to,
                    (false, true) => from,
                    _ => return None,
                };
                let text = match (sign, &**b) {
                    (Sign::Le, Expr::Number(n)) => {
                        format!("at most {} from", hexes(&n.to_string()))
                    }
                    (Sign::Ge, Expr::Number(n)) => {
                        format!("at least {} from", hexes(&n.to_string()))
                    }
                    (Sign::Eq, Expr::Number(n)) => {
                        format!("exactly {} from", hexes(&n.to_string()))
                    }
                    (Sign::Le, Expr::Call(Func::Attack(Fact::Range), _)) => {
                        return Some(format!("{be} in Range of {}", self.noun(&other)));
                    }
                    (Sign::Le, n) if is_number(n) => {
                        let other = self.noun(&other);
                        let n = self.amount(n);
                        return Some(format!("{be} at most X hexes from {other}, X being {n}"));
                    }
                    _ => return None,
                };
                Some(format!("{be} {text} {}", self.noun(&other)))
            }
            // "has an enemy on the battlefield"
            Expr::Quant {
                what: Quant::Any,
                over: Domain::Fighters,
                of: None,
                var: other,
                filter: Some(filter),
                ..
            } if matches!(&**filter, Expr::Binary(Sign::Ne, a, b)
                if **a == owner(&Expr::Var(*other)) && **b == owner(&subject)) =>
            {
                Some(format!("{have} an enemy on the battlefield"))
            }
            // "has a friend in it"
            Expr::Quant {
                what: Quant::Any,
                over,
                of: None,
                var: other,
                filter: Some(filter),
                ..
            } if over.is_fighters() => self.beside(var, (*over, *other, filter), plural, false),
            Expr::Not(inner) => match &**inner {
                Expr::Quant {
                    what: Quant::Any,
                    over,
                    of: None,
                    var: other,
                    filter: Some(filter),
                    ..
                } if over.is_fighters() => self.beside(var, (*over, *other, filter), plural, true),
                _ => None,
            },
            // "is in the same territory as each friend", "has as many upgrades as each friend"
            Expr::Quant {
                what: Quant::All,
                over,
                of: None,
                var: other,
                filter,
                value: Some(value),
            } => {
                let one = Expr::Var(*other);
                let noun = self.elements(*over, None, false);
                // One of those itself is where it is.
                let same = matches!(**value, Expr::Call(Func::Tie(Tie::SameTerritory), _));
                let each = match same && self.word_of(var) == noun {
                    true => format!("each other {noun}"),
                    false => format!("each {noun}"),
                };
                let each = match filter {
                    Some(filter) => self.relative(&each, *other, filter, false),
                    None => each,
                };
                match &**value {
                    Expr::Call(func, args)
                        if args.iter().map(place).eq([subject.clone(), one.clone()]) =>
                    {
                        self.called.push((*other, each));
                        let verb = self.verb_phrase(phrase_of(*func), args, plural, false);
                        self.called.pop();
                        verb
                    }
                    Expr::Binary(Sign::Eq, a, b) => {
                        let upgrades =
                            |of: &Expr| Expr::Call(Func::Fighter(Prop::Upgrades), vec![of.clone()]);
                        let same = **a == upgrades(&subject) && **b == upgrades(&one);
                        same.then(|| format!("{have} as many upgrades as {each}"))
                    }
                    _ => None,
                }
            }
            Expr::Quant {
                what: Quant::Any,
                over: over @ (Domain::PowerHandOf | Domain::LastingOf),
                of: Some(of),
                var: card,
                filter: Some(filter),
                ..
            } => {
                let parts = parts_of(filter);
                match over {
                    Domain::LastingOf if **of == subject => {
                        let card = self.relative("a persisting card", *card, filter, false);
                        Some(format!("{have} {card}"))
                    }
                    Domain::PowerHandOf => {
                        let suits =
                            Expr::Call(Func::Tie(Tie::Suits), vec![Expr::Var(*card), subject]);
                        let at = parts.iter().position(|part| *part == suits)?;
                        let rest = parts.iter().enumerate().filter(|(ix, _)| *ix != at);
                        let rest = all_of(rest.map(|(_, part)| part.clone()).collect())?;
                        let noun = article(&self.elements(*over, Some(of), false));
                        let card = self.relative(&noun, *card, &rest, false);
                        Some(format!("can be given {card}"))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// "has more glory than you (spent or not)"
    fn has_glory(
        &mut self,
        subject: &Expr,
        sign: Sign,
        a: &Expr,
        b: &Expr,
        have: &str,
    ) -> Option<String> {
        let glory = |amount: &Expr| match amount {
            Expr::Call(Func::Seat(SeatProp::AllGlory), who) => who.first().cloned(),
            _ => None,
        };
        let other = glory(b).filter(|_| glory(a).as_ref() == Some(subject))?;
        let (head, joint) = match sign {
            Sign::Eq => ("as much", "as"),
            Sign::Gt => ("more", "than"),
            Sign::Lt => ("less", "than"),
            Sign::Ge => ("at least as much", "as"),
            Sign::Le => ("at most as much", "as"),
            Sign::Ne | Sign::Add | Sign::Sub | Sign::Mul => return None,
        };
        let other = self.noun(&other);
        Some(format!(
            "{have} {head} glory {joint} {other} (spent or not)"
        ))
    }

    /// "the attacker is at least 2 hexes from this fighter"
    pub(crate) fn so_far_from(&mut self, sign: Sign, a: &Expr, b: &Expr) -> Option<String> {
        let (Sign::Le | Sign::Ge | Sign::Eq, Expr::Number(n)) = (sign, b) else {
            return None;
        };
        let (mut who, mut from) = ends(a)?;
        // A place is where something is, not the other way round.
        let place = |e: &Expr| matches!(e, Expr::Call(Func::Attack(_), _));
        if place(&who) && !place(&from) {
            std::mem::swap(&mut who, &mut from);
        }
        let much = match sign {
            Sign::Le => "at most",
            Sign::Ge => "at least",
            _ => "exactly",
        };
        let (who, far) = (self.noun(&who), hexes(&n.to_string()));
        let from = self.noun(&from);
        Some(format!("{who} is {much} {far} from {from}"))
    }

    /// What a fighter is to the variable: in it, its companion, or nearer to it than somebody.
    fn beside(
        &mut self,
        var: VarId,
        (over, other, filter): (Domain, VarId, &Expr),
        plural: bool,
        negative: bool,
    ) -> Option<String> {
        let (subject, one) = (Expr::Var(var), Expr::Var(other));
        let (be, have) = match plural {
            true => ("are", "have"),
            false => ("is", "has"),
        };
        let mut parts = parts_of(filter);
        let stands = |part: &Expr| match part {
            Expr::Binary(Sign::Eq, a, b) => {
                let hex = |of: &Expr| Expr::Call(Func::Fighter(Prop::Hex), vec![of.clone()]);
                let here = [
                    subject.clone(),
                    Expr::Call(Func::Token(TokenProp::Hex), vec![subject.clone()]),
                ];
                **a == hex(&one) && here.contains(b)
            }
            _ => false,
        };
        let related = |part: &Expr| matches!(part, Expr::Call(Func::Tie(Tie::Companion), args) if args[..] == [subject.clone(), one.clone()]);
        let nearer = |part: &Expr| match part {
            Expr::Binary(Sign::Le, a, b) => {
                let (near, far) = (ends(a)?, ends(b)?);
                let far = match far {
                    (who, place) | (place, who) if place == one => Some(who),
                    _ => None,
                };
                far.filter(|_| {
                    near == (one.clone(), subject.clone()) || near == (subject.clone(), one.clone())
                })
            }
            _ => None,
        };
        let noun = |speaker: &mut Self, parts: Vec<Expr>, head: &str| {
            let noun = speaker.elements(over, None, false);
            let noun = match head {
                "a" => article(&noun),
                head => format!("{head} {noun}"),
            };
            match all_of(parts) {
                Some(cond) => speaker.relative(&noun, other, &cond, false),
                None => noun,
            }
        };
        if let Some(at) = parts.iter().position(stands) {
            parts.remove(at);
            let who = noun(self, parts, if negative { "no" } else { "a" });
            let place = match self.card.vars[usize::from(var.0)].ty {
                Type::Token => "on",
                _ => "in",
            };
            let it = if plural { "them" } else { "it" };
            return match who.split_once(" that ") {
                Some((who, so)) => Some(format!("{have} {who} {place} {it} that {so}")),
                None => Some(format!("{have} {who} {place} {it}")),
            };
        }
        if let Some(at) = parts.iter().position(related) {
            parts.remove(at);
            let who = noun(self, parts, "a");
            let not = if negative { " not" } else { "" };
            return Some(format!("{be}{not} the companion of {who}"));
        }
        let at = parts.iter().position(|part| nearer(part).is_some())?;
        let than = nearer(&parts.remove(at)).filter(|_| negative)?;
        let each = noun(self, parts, "each");
        self.last = None;
        Some(format!(
            "{be} further from {each} than {}",
            self.noun(&than)
        ))
    }

    /// "another friend" beside one of whom the moment has told: what is asked of that one is not told again.
    pub(crate) fn beside_known(
        &self,
        noun: &str,
        var: VarId,
        cond: &Expr,
    ) -> (String, Option<Expr>) {
        let mut parts = match cond {
            Expr::Or(_) => return (noun.to_owned(), Some(cond.clone())),
            other => parts_of(other),
        };
        let known = |part: &Expr| {
            let Expr::Quant {
                what: Quant::Any,
                over,
                var: one,
                filter: Some(filter),
                ..
            } = part
            else {
                return false;
            };
            let is_other = |part: &Expr| {
                let ends = |a: &Expr, b: &Expr| *a == Expr::Var(*one) && *b == Expr::Var(var);
                match part {
                    Expr::Binary(Sign::Ne, a, b) => ends(a, b),
                    Expr::Not(inner) => {
                        matches!(&**inner, Expr::Binary(Sign::Eq, a, b) if ends(a, b))
                    }
                    _ => false,
                }
            };
            let (other, same): (Vec<Expr>, Vec<Expr>) =
                parts_of(filter).into_iter().partition(is_other);
            let same = all_of(same);
            !other.is_empty()
                && self.told.iter().any(|told| {
                    told.over == *over
                        && same.as_ref() == Some(&renamed_var(&told.asked, told.var, *one))
                })
        };
        let Some(at) = parts.iter().position(known) else {
            return (noun.to_owned(), Some(cond.clone()));
        };
        parts.remove(at);
        let noun = match noun.split_once(' ') {
            Some(("a" | "an", rest)) => format!("another {rest}"),
            _ => format!("other {noun}"),
        };
        (noun, all_of(parts))
    }

    /// Whether a moment has said that there is one of whom just this can be said.
    pub(crate) fn was_told(
        &self,
        over: Domain,
        of: Option<&Expr>,
        var: VarId,
        asked: &Expr,
    ) -> bool {
        self.told.iter().any(|told| {
            told.over == over
                && told.of.as_ref() == of
                && canonical(&renamed_var(&told.asked, told.var, var)) == canonical(asked)
        })
    }

    /// "an enemy of that fighter" for a fighter of another player: the noun, and what is left to be said.
    pub(crate) fn rival(&mut self, noun: &str, var: VarId, cond: &Expr) -> (String, Option<Expr>) {
        let owner = |of: &Expr| Expr::Call(Func::Fighter(Prop::Owner), vec![of.clone()]);
        let own = owner(&Expr::Var(var));
        let mut parts = match cond {
            Expr::Or(_) => return (noun.to_owned(), Some(cond.clone())),
            other => parts_of(other),
        };
        let of = |part: &Expr| match part {
            Expr::Binary(Sign::Ne, a, b) if **a == own => match &**b {
                Expr::Call(Func::Fighter(Prop::Owner), args) => args.first().cloned(),
                _ => None,
            },
            _ => None,
        };
        let Some(at) = parts.iter().position(|part| of(part).is_some()) else {
            return (noun.to_owned(), Some(cond.clone()));
        };
        let enemy = match noun {
            "fighter" => "enemy",
            "fighters" => "enemies",
            "a fighter" => "an enemy",
            "no fighter" => "no enemy",
            "each fighter" => "each enemy",
            _ => return (noun.to_owned(), Some(cond.clone())),
        };
        let whose = of(&parts.remove(at)).unwrap_or(Expr::Me);
        let whose = self.noun(&whose);
        (format!("{enemy} of {whose}"), all_of(parts))
    }
}

/// Whose hex it is.
fn place(expr: &Expr) -> Expr {
    match expr {
        Expr::Call(Func::Fighter(Prop::Hex) | Func::Token(TokenProp::Hex), args) => args[0].clone(),
        other => other.clone(),
    }
}

/// Between what a distance is, fighters and tokens for their hexes.
fn ends(expr: &Expr) -> Option<(Expr, Expr)> {
    match expr {
        Expr::Call(Func::Distance, args) => Some((place(&args[0]), place(&args[1]))),
        _ => None,
    }
}

/// Whose distance from no one's territory it is.
fn from_neutral(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::Call(Func::Hex(HexProp::FromNeutral), args) => match &args[0] {
            Expr::Call(Func::Fighter(Prop::Hex), who) => who.first().cloned(),
            other => Some(other.clone()),
        },
        _ => None,
    }
}

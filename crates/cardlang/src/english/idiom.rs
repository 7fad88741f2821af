//! Conditions that have an idiom of their own: who has how many of something, and what was so before.

use super::*;

impl Speaker<'_> {
    /// A condition as it would be said, where its parts one by one would be clumsy.
    pub(crate) fn idiom(&mut self, expr: &Expr) -> Option<String> {
        if let Some(text) = self.dice_alike(expr) {
            return Some(text);
        }
        match expr {
            Expr::Binary(Sign::Eq, a, b)
                if fact(a) == Some(Fact::DistinctFaces) && fact(b) == Some(Fact::Dice) =>
            {
                let roll = self.lexicon.attack_roll;
                Some(format!("no two dice of the {roll} show the same symbol"))
            }
            Expr::Binary(Sign::Eq, a, b) if fact(a) == Some(Fact::TargetHealthBefore) => {
                let (n, wounds) = (self.amount(b), self.lexicon.wounds);
                let wounds = if n == "1" {
                    wounds.trim_end_matches('s')
                } else {
                    wounds
                };
                Some(format!("the target had {n} {wounds} left"))
            }
            Expr::Binary(Sign::Eq, a, b) if fact(b) == Some(Fact::TargetHealthBefore) => {
                let (a, wounds) = (self.amount(a), self.lexicon.wounds);
                Some(format!("{a} is exactly the {wounds} the target had left"))
            }
            Expr::Binary(Sign::Ge, a, b)
                if fact(a) == Some(Fact::TargetDamageBefore) && **b == Expr::Number(1) =>
            {
                Some("the target had been damaged before".to_owned())
            }
            Expr::Binary(Sign::Eq, a, b)
                if fact(a) == Some(Fact::TargetDamageBefore) && **b == Expr::Number(0) =>
            {
                Some("the target had not been damaged before".to_owned())
            }
            Expr::Binary(Sign::Eq, a, b) if self.answers_alike(a, b) => {
                Some("it is the same one".to_owned())
            }
            Expr::Binary(sign, a, b) => self.whose(*sign, a, b),
            Expr::Call(Func::Attack(Fact::TargetInCoverBefore), _) => {
                Some("the target was in cover".to_owned())
            }
            Expr::Call(Func::AllSuccesses, _) => {
                let roll = self.lexicon.attack_roll;
                Some(format!("every die of the {roll} is a success"))
            }
            Expr::Call(func, args) if matches!(&args[..], [one] if fact(one) == Some(Fact::TargetHexBefore)) =>
            {
                let verb = self.verb_phrase(phrase_of(*func), args, false, false)?;
                let place = verb.strip_prefix("is ")?;
                let of_a_kind = place.starts_with("a ") || place.starts_with("an ");
                let within = if of_a_kind { "in " } else { "" };
                Some(format!("the target stood {within}{place}"))
            }
            Expr::Not(inner) => match &**inner {
                Expr::Call(_, args) if matches!(&args[..], [one] if fact(one) == Some(Fact::TargetHexBefore)) =>
                {
                    let text = self.idiom(inner)?;
                    let place = text.strip_prefix("the target stood ")?;
                    Some(format!("the target did not stand {place}"))
                }
                Expr::And(parts) => match &parts[..] {
                    [is, scything]
                        if fact(is) == Some(Fact::Is) && fact(scything) == Some(Fact::Scything) =>
                    {
                        let attack = article(self.lexicon.attack);
                        Some(format!("it is not {attack} with Scything"))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether two cards go by one name, such as "that spell".
    fn answers_alike(&self, a: &Expr, b: &Expr) -> bool {
        let name = |e: &Expr| match e {
            Expr::Var(var) if self.card.vars[usize::from(var.0)].ty == Type::Card => {
                let called = self.called.iter().rev().find(|(known, _)| known == var);
                called.map(|(_, name)| name)
            }
            _ => None,
        };
        name(a).is_some() && name(a) == name(b)
    }

    /// "the attacker has at least two supporters", "the attack roll has more successes than the defence
    /// roll".
    fn whose(&mut self, sign: Sign, a: &Expr, b: &Expr) -> Option<String> {
        let plural = *b != Expr::Number(1);
        // Where support has a name of its own: "the target is Flanked".
        let supported = matches!(a, Expr::Call(Func::Attack(Fact::AttackerSupport), _));
        let name = self.lexicon.faces.single;
        if supported && sign == Sign::Ge && !plural && !name.contains("support") {
            return Some(format!("the target is {name}"));
        }
        // "the attacker has at least two supporters more than the target"
        if let Expr::Binary(Sign::Sub, one, other) = a {
            let ((owner, noun), (other, same)) = (self.owner(one)?, self.owner(other)?);
            let (counted, tail) = self.counted(sign, b, &noun);
            let fits = noun == same && plural && is_number(b);
            return fits.then(|| format!("{owner} has {counted} more than {other}{tail}"));
        }
        if let Expr::Binary(Sign::Add, other, n) = b
            && matches!(**n, Expr::Number(_))
            && self.clone().owner(other).is_some()
        {
            let more = Expr::Binary(Sign::Sub, Box::new(a.clone()), other.clone());
            return self.whose(sign, &more, n);
        }
        let (owner, noun) = self.owner(a)?;
        if self.clone().owner(b).is_some() {
            let (head, joint) = match sign {
                Sign::Gt => ("more", "than"),
                Sign::Lt => ("fewer", "than"),
                Sign::Ge => ("at least as many", "as"),
                Sign::Le => ("at most as many", "as"),
                Sign::Eq => ("as many", "as"),
                _ => return None,
            };
            self.last = None;
            let (other, same) = self.owner(b)?;
            return (noun == same).then(|| format!("{owner} has {head} {noun} {joint} {other}"));
        }
        let noun = if plural {
            noun
        } else {
            super::count::singular(&noun)
        };
        let (counted, tail) = self.counted(sign, b, &noun);
        let has = if owner == "you" { "have" } else { "has" };
        Some(format!("{owner} {has} {counted}{tail}"))
    }

    /// Who or what has the things that are counted, and what they are.
    pub(crate) fn owner(&mut self, expr: &Expr) -> Option<(String, String)> {
        let roll = |roll: String| format!("the {roll}");
        let (owner, noun) = match expr {
            Expr::Call(Func::Attack(of), _) => match of {
                Fact::AttackerSupport => (self.side(Binding::Attacker), "supporters"),
                Fact::TargetSupport => (self.side(Binding::Target), "supporters"),
                Fact::Dice => (roll(self.roll(RollKind::Attack)), "dice"),
                Fact::Successes => (roll(self.roll(RollKind::Attack)), "successes"),
                Fact::DefenceSuccesses => (roll(self.roll(RollKind::Defence)), "successes"),
                _ => return None,
            },
            Expr::Call(Func::Fighter(Prop::Upgrades), args) => (self.noun(&args[0]), "upgrades"),
            Expr::Call(Func::Fighter(Prop::Counters(counter)), args)
            | Expr::Call(Func::Seat(SeatProp::Counters(counter)), args) => {
                return Some((self.noun(&args[0]), self.counters(*counter, false)));
            }
            _ => return None,
        };
        Some((owner, noun.to_owned()))
    }

    /// A side of the attack at hand: this fighter where the moment said so.
    pub(crate) fn side(&self, of: Binding) -> String {
        let is_side = |var: &VarId| self.card.vars[usize::from(var.0)].origin == Origin::Event(of);
        let called = self.called.iter().rev().find(|(var, _)| is_side(var));
        match called {
            Some((_, name)) if name == "this fighter" => name.clone(),
            _ if of == Binding::Attacker => "the attacker".to_owned(),
            _ => "the target".to_owned(),
        }
    }

    /// What is said of the variable in an idiom.
    pub(crate) fn idiom_verb(&mut self, var: VarId, cond: &Expr, plural: bool) -> Option<String> {
        self.tried(|s| s.own_idiom_verb(var, cond, plural))
            .or_else(|| self.tried(|s| s.relation_verb(var, cond, plural)))
    }

    fn own_idiom_verb(&mut self, var: VarId, cond: &Expr, plural: bool) -> Option<String> {
        let subject = Expr::Var(var);
        let have = if plural { "have" } else { "has" };
        let were = if plural { "were" } else { "was" };
        match cond {
            Expr::Call(Func::Token(TokenProp::Up), args) if under(&args[0]) == Some(&subject) => {
                Some(self.on_objective(plural))
            }
            Expr::Call(Func::Token(TokenProp::Up), args)
                if args[0] == Expr::Call(Func::Hex(HexProp::Token), vec![subject.clone()]) =>
            {
                Some(format!("{have} {} in it", article(self.lexicon.objective)))
            }
            Expr::Binary(Sign::Lt, a, b) if distance(a)?.0 == subject => {
                let ((_, to), (other, same)) = (distance(a)?, distance(b)?);
                if to != same {
                    return None;
                }
                let be = if plural { "are" } else { "is" };
                let to = self.noun(&to);
                self.last = None;
                Some(format!("{be} closer to {to} than {}", self.noun(&other)))
            }
            Expr::Binary(Sign::Gt, a, you) if held_at_start(a, you) == Some(&subject) => {
                let round = self.lexicon.round;
                Some(format!("{were} held by an opponent when the {round} began"))
            }
            Expr::Binary(Sign::Eq, a, b)
                if is_token(a, TokenProp::Holder) && is_token(b, TokenProp::HeldLastPhase) =>
            {
                let phase = self.lexicon.phase;
                let who = "held by the same fighter when the previous";
                Some(format!("{were} {who} {phase} ended"))
            }
            // "is closer to an enemy": than somebody is now.
            Expr::Quant {
                what: Quant::Any,
                over,
                of: None,
                var,
                filter: Some(filter),
                ..
            } => {
                let Expr::Binary(Sign::Lt, a, b) = &**filter else {
                    return None;
                };
                let ((from, to), (_, same)) = (distance(a)?, distance(b)?);
                let fits = from == subject && to == Expr::Var(*var) && to == same;
                let be = if plural { "are" } else { "is" };
                let noun = self.elements(*over, None, false);
                fits.then(|| format!("{be} closer to {}", article(&noun)))
            }
            // Upgrades of which something is said.
            Expr::Quant {
                what: Quant::Any,
                over: Domain::UpgradesOf,
                of: Some(of),
                var: upgrade,
                filter: Some(filter),
                ..
            } if **of == subject => {
                let this = Expr::Binary(
                    Sign::Eq,
                    Box::new(Expr::Var(*upgrade)),
                    Box::new(Expr::This),
                );
                if **filter == this {
                    return Some(format!("{have} this card"));
                }
                let upgrade = self.relative("an upgrade", *upgrade, filter, false);
                Some(format!("{have} {upgrade}"))
            }
            Expr::Binary(sign, a, b) if upgrades_of(a, &subject).is_some() => {
                let (upgrade, filter) = upgrades_of(a, &subject)?;
                let noun = self.relative("upgrades", upgrade, filter, true);
                let (counted, tail) = self.counted(*sign, b, &noun);
                Some(format!("{have} {counted}{tail}"))
            }
            // One thing, or another in some case.
            Expr::Or(parts) => {
                let [own, Expr::And(other)] = &parts[..] else {
                    return None;
                };
                let [case, other] = &other[..] else {
                    return None;
                };
                if mentions(case, &subject) {
                    return None;
                }
                let own = self.predicate(var, own, plural)?;
                let other = self.predicate(var, other, plural)?;
                let verb = own.split_once(' ')?.0.to_owned() + " ";
                let other = other.strip_prefix(&verb).unwrap_or(&other).to_owned();
                Some(format!("{own} (or {other} if {})", self.condition(case)))
            }
            Expr::Not(inner) => match &**inner {
                Expr::Quant {
                    what: Quant::Any,
                    over: Domain::Fighters,
                    var: fighter,
                    filter: Some(filter),
                    ..
                } if **filter == owned_by(*fighter, &subject) => {
                    Some(format!("{have} no fighters left"))
                }
                _ => None,
            },
            Expr::Quant {
                what: Quant::Any,
                over: Domain::Fighters | Domain::AllFighters,
                var: fighter,
                filter: Some(filter),
                ..
            } => {
                let owner = owned_by(*fighter, &subject);
                let parts = parts_of(filter);
                if !parts.contains(&owner) {
                    return None;
                }
                let rest = all_of(parts.into_iter().filter(|p| *p != owner).collect())?;
                let who = self.relative("a fighter", *fighter, &rest, false);
                Some(format!("{have} {who}"))
            }
            Expr::Quant {
                what: Quant::All,
                over,
                of,
                var: other,
                filter,
                value: Some(value),
            } => {
                let each = |speaker: &mut Self| {
                    let noun = format!("each {}", speaker.elements(*over, of.as_deref(), false));
                    match filter {
                        Some(filter) => speaker.relative(&noun, *other, filter, false),
                        None => noun,
                    }
                };
                if let Expr::Binary(Sign::Gt, a, b) = &**value
                    && let (
                        Expr::Call(Func::Fighter(of_one), one),
                        Expr::Call(Func::Fighter(of_other), two),
                    ) = (&**a, &**b)
                    && (of_one, &one[..], &two[..])
                        == (
                            of_other,
                            std::slice::from_ref(&subject),
                            &[Expr::Var(*other)],
                        )
                {
                    let what = match of_one {
                        Prop::Stat(stat) => self.stat(*stat),
                        Prop::Upgrades => "upgrades",
                        _ => return None,
                    };
                    return Some(format!("{have} more {what} than {}", each(self)));
                }
                // A place further away from all of these than somebody is.
                if let Expr::Binary(Sign::Gt, a, b) = &**value
                    && let (Some((one, two)), Some((three, four))) = (distance(a), distance(b))
                {
                    let other = Expr::Var(*other);
                    let far = [&one, &two].contains(&&subject) && [&one, &two].contains(&&other);
                    let who = match (three == other, four == other) {
                        (true, false) => &four,
                        (false, true) => &three,
                        _ => return None,
                    };
                    if far && matches!(who, Expr::Var(_) | Expr::Me) {
                        let be = if plural { "are" } else { "is" };
                        let from = each(self);
                        self.last = None;
                        return Some(format!("{be} further from {from} than {}", self.noun(who)));
                    }
                }
                // Further from all of these than all of those.
                let Expr::Quant {
                    what: Quant::All,
                    over: beside,
                    var: third,
                    filter: which,
                    value: Some(further),
                    ..
                } = &**value
                else {
                    return None;
                };
                let (Sign::Gt, a, b) = (match &**further {
                    Expr::Binary(sign, a, b) => (*sign, a, b),
                    _ => return None,
                }) else {
                    return None;
                };
                let ends = |e: &Expr| match e {
                    Expr::Call(Func::Distance, args) => Some([place(&args[0]), place(&args[1])]),
                    _ => None,
                };
                let (near, far) = (ends(a)?, ends(b)?);
                if near != [subject, Expr::Var(*other)]
                    || far != [Expr::Var(*third), Expr::Var(*other)]
                {
                    return None;
                }
                let from = each(self);
                let noun = format!("each {}", self.elements(*beside, None, false));
                let than = match which {
                    Some(which) => self.relative(&noun, *third, which, false),
                    None => noun,
                };
                let be = if plural { "are" } else { "is" };
                Some(format!("{be} further from {from} than {than}"))
            }
            _ => None,
        }
    }

    /// "is on an objective".
    pub(crate) fn on_objective(&self, plural: bool) -> String {
        let be = if plural { "are" } else { "is" };
        format!("{be} on {}", article(self.lexicon.objective))
    }

    /// "a friendly leader": what a fighter is goes before the noun, or in its place.
    pub(crate) fn titled(&self, noun: &str, var: VarId, cond: &Expr) -> (String, Option<Expr>) {
        let parts = match cond {
            Expr::Or(_) => return (noun.to_owned(), Some(cond.clone())),
            other => parts_of(other),
        };
        let subject = Expr::Var(var);
        let title = |part: &Expr| match part {
            Expr::Label(who, label, false) if **who == subject => {
                let text = self.label_for(*label, false);
                text.split_once(' ')
                    .filter(|(article, _)| matches!(*article, "a" | "an"))
                    .map(|(_, word)| word.to_owned())
            }
            Expr::Named(who, name) if **who == subject => {
                Some(self.catalog.names[*name as usize].text.clone())
            }
            Expr::Call(func @ Func::Fighter(_), args) if args[..] == [subject.clone()] => {
                match phrase_of(*func) {
                    "=a leader" => Some("leader".to_owned()),
                    "=a wizard" => Some("wizard".to_owned()),
                    _ => None,
                }
            }
            _ => None,
        };
        let Some((at, word)) = parts
            .iter()
            .enumerate()
            .find_map(|(ix, part)| Some((ix, title(part)?)))
        else {
            return (noun.to_owned(), Some(cond.clone()));
        };
        let (head, last) = noun.rsplit_once(' ').unwrap_or(("", noun));
        let kind = match last {
            "friend" => format!("friendly {word}"),
            "friends" => format!("friendly {word}s"),
            "enemy" => format!("enemy {word}"),
            "enemies" => format!("enemy {word}s"),
            "fighter" => word,
            "fighters" => format!("{word}s"),
            _ => return (noun.to_owned(), Some(cond.clone())),
        };
        let noun = match head {
            "" => kind,
            "a" | "an" => article(&kind),
            head => format!("{head} {kind}"),
        };
        let rest = parts.into_iter().enumerate().filter(|(ix, _)| *ix != at);
        (noun, all_of(rest.map(|(_, part)| part).collect()))
    }
}

/// The fact of the attack at hand that an expression is.
pub(crate) fn fact(expr: &Expr) -> Option<Fact> {
    match expr {
        Expr::Call(Func::Attack(fact), _) => Some(*fact),
        _ => None,
    }
}

/// The upgrades that are counted, if they are those of the subject and something is said of them.
fn upgrades_of<'e>(expr: &'e Expr, subject: &Expr) -> Option<(VarId, &'e Expr)> {
    match expr {
        Expr::Quant {
            what: Quant::Count,
            over: Domain::UpgradesOf,
            of: Some(of),
            var,
            filter: Some(filter),
            ..
        } if **of == *subject => Some((*var, filter)),
        _ => None,
    }
}

/// Between what the distance is.
fn distance(expr: &Expr) -> Option<(Expr, Expr)> {
    match expr {
        Expr::Call(Func::Distance, args) => Some((place(&args[0]), place(&args[1]))),
        _ => None,
    }
}

/// The condition without what another part of it says too.
pub(crate) fn tidied(cond: &Expr) -> Expr {
    let Expr::And(parts) = cond else {
        return cond.clone();
    };
    let mut parts = parts.clone();
    // Held by somebody, but not by you.
    let held = |part: &Expr, who: &Expr| match part {
        Expr::Binary(Sign::Ne, a, b) if **b == *who && is_token(a, TokenProp::HeldAtStart) => {
            Some((**a).clone())
        }
        _ => None,
    };
    let by_you = parts.iter().find_map(|p| held(p, &Expr::You));
    if let Some(token) = by_you
        && parts
            .iter()
            .any(|p| held(p, &Expr::Number(-1)).as_ref() == Some(&token))
    {
        parts.retain(|p| held(p, &Expr::Number(-1)).as_ref() != Some(&token));
        for part in &mut parts {
            if held(part, &Expr::You).as_ref() == Some(&token) {
                *part = Expr::Binary(Sign::Gt, Box::new(token.clone()), Box::new(Expr::You));
            }
        }
    }
    // On a token, and on one that shows its objective.
    let shown: Vec<Expr> = parts
        .iter()
        .filter_map(|p| match p {
            Expr::Call(Func::Token(TokenProp::Up), args) => under(&args[0]).cloned(),
            _ => None,
        })
        .collect();
    parts.retain(|p| !matches!(p, Expr::Call(Func::Fighter(Prop::OnToken), args) if shown.contains(&args[0])));
    all_of(parts).unwrap_or_else(|| cond.clone())
}

/// Who stands on the token, if the expression is the token under somebody.
pub(crate) fn under(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Call(Func::Fighter(Prop::TokenUnder), args) => args.first(),
        _ => None,
    }
}

/// The token, if the comparison is the mark that [`tidied`] makes.
fn held_at_start<'e>(a: &'e Expr, you: &Expr) -> Option<&'e Expr> {
    match a {
        Expr::Call(Func::Token(TokenProp::HeldAtStart), args) if *you == Expr::You => args.first(),
        _ => None,
    }
}

fn is_token(expr: &Expr, prop: TokenProp) -> bool {
    matches!(expr, Expr::Call(Func::Token(of), _) if *of == prop)
}

fn owned_by(fighter: VarId, seat: &Expr) -> Expr {
    let owner = Expr::Call(Func::Fighter(Prop::Owner), vec![Expr::Var(fighter)]);
    Expr::Binary(Sign::Eq, Box::new(owner), Box::new(seat.clone()))
}

fn place(expr: &Expr) -> Expr {
    match expr {
        Expr::Call(Func::Fighter(Prop::Hex) | Func::Token(TokenProp::Hex), args) => args[0].clone(),
        other => other.clone(),
    }
}

//! Supporters: whom a fighter supports, and how many supporters the sides of an attack have.

use super::*;

impl Speaker<'_> {
    /// "This fighter supports other friends that attack targets adjacent to it." Nothing if the rule is another.
    pub(crate) fn supporting(&mut self, rule: &StaticRule) -> Option<String> {
        let (Who::Me, [Mod::Plain(Static::Supports(side))], None) =
            (rule.who, &rule.mods[..], &rule.while_)
        else {
            return None;
        };
        let filter = rule.filter.as_ref()?;
        let var = Expr::Var(rule.var);
        // Whoever the rule is about is this fighter.
        let parts = parts_of(filter).into_iter();
        let parts: Vec<Expr> = parts.map(|p| in_place_of(&p, &var, &Expr::Me)).collect();
        let of = |who: Expr, other: Expr| {
            let parts = parts
                .iter()
                .filter(|p| mentions(p, &who) && !mentions(p, &other));
            parts.cloned().collect::<Vec<Expr>>()
        };
        let of_attacker = of(Expr::Attacker, Expr::Target);
        let of_target = of(Expr::Target, Expr::Attacker);
        if of_attacker.len() + of_target.len() != parts.len() {
            return None;
        }
        let me = self.noun(&Expr::Me);
        let attackers: Vec<Expr> = of_attacker
            .iter()
            .map(|p| in_place_of(p, &Expr::Attacker, &var))
            .collect();
        let targets: Vec<Expr> = of_target
            .iter()
            .map(|p| in_place_of(p, &Expr::Target, &var))
            .collect();
        self.last = Some(Said::Me);
        let text = match side {
            RollKind::Attack => {
                let who = self.sided("attackers", rule.var, attackers)?;
                self.last = Some(Said::Me);
                match targets.is_empty() {
                    true => format!("{me} supports {who}"),
                    false => {
                        let on = self.sided("targets", rule.var, targets)?;
                        if who.contains(", X being") {
                            return None;
                        }
                        format!("{me} supports {who} that attack {on}")
                    }
                }
            }
            RollKind::Defence if attackers.is_empty() => {
                let who = self.sided("targets", rule.var, targets)?;
                format!("{me} supports {who} that are attacked")
            }
            RollKind::Defence => return None,
        };
        Some(end(&capital(&text)))
    }

    /// Those of whom all this is said, as friends or enemies where it is known: "other friends adjacent to it".
    fn sided(&mut self, noun: &str, var: VarId, mut said: Vec<Expr>) -> Option<String> {
        let side = |prop: Prop| Expr::Call(Func::Fighter(prop), vec![Expr::Var(var)]);
        let mut noun = noun;
        for (prop, many) in [(Prop::Enemy, "enemies"), (Prop::Friendly, "friends")] {
            if let Some(at) = said.iter().position(|p| *p == side(prop)) {
                said.remove(at);
                noun = many;
            }
        }
        let Some(cond) = all_of(said) else {
            return Some(noun.to_owned());
        };
        let text = self.relative(noun, var, &cond, true);
        (!text.contains(" for which ") && !text.contains(", if ")).then_some(text)
    }

    /// What a rule gives the sides of an attack, "the target has no supporters", and what is told last. Nothing
    /// if it is about something else.
    pub(crate) fn supported(&mut self, rule: &StaticRule) -> Option<(String, String)> {
        let side = |side: &RollKind| match side {
            RollKind::Attack => "the attacker",
            RollKind::Defence => "the target",
        };
        let (mut texts, mut tails) = (Vec::new(), String::new());
        for item in &rule.mods {
            // Where support has names of its own: "the target is Surrounded".
            let own_name = match item {
                Mod::Support(RollKind::Attack, Expr::Number(1)) => self.lexicon.faces.single,
                Mod::Support(RollKind::Attack, Expr::Number(2)) => self.lexicon.faces.double,
                _ => "support",
            };
            let (has, tail) = match item {
                Mod::Support(..) if !own_name.contains("support") => {
                    (format!("the target is {own_name}"), String::new())
                }
                Mod::Support(whose, Expr::Number(n)) if *n < 0 => {
                    let fewer = fewer_supporters(*n);
                    (format!("{} has {fewer}", side(whose)), String::new())
                }
                Mod::Support(whose, n) => {
                    let noun = if *n == Expr::Number(1) {
                        "supporter"
                    } else {
                        "supporters"
                    };
                    match self.each_one(n) {
                        Some(each) => (
                            format!("{} has 1 more supporter", side(whose)),
                            format!(" for each {each}"),
                        ),
                        None => {
                            let (n, tail) = self.amount_and_tail(n);
                            (format!("{} has {n} more {noun}", side(whose)), tail)
                        }
                    }
                }
                Mod::Plain(Static::NoSupport(whose)) => {
                    (format!("{} has no supporters", side(whose)), String::new())
                }
                _ => return None,
            };
            texts.push(has);
            tails.push_str(&tail);
        }
        rule.attacks.then(|| (listed(&texts, "and"), tails))
    }
}

/// "1 supporter fewer"
pub(super) fn fewer_supporters(n: i16) -> String {
    match n.unsigned_abs() {
        1 => "1 supporter fewer".to_owned(),
        n => format!("{n} supporters fewer"),
    }
}

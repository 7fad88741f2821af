//! How static rules read: whom they are about, and when. What they change or forbid is in `modifier.rs`.

use super::count::singular;
use super::first::{is_doing, of_doing};
use super::idiom::fact;
use super::merge::merge;
use super::*;

impl Speaker<'_> {
    /// A standing rule: "This fighter has +1 Wounds."
    pub(crate) fn static_rule(&mut self, rule: &StaticRule) -> String {
        if let Some(text) = self.tried(|s| s.supporting(rule)) {
            return text;
        }
        // What a single fighter must satisfy reads better as a condition on the time.
        let single = !rule.attacks && matches!(rule.who, Who::Me | Who::Var(_));
        let own = if single { rule.filter.as_ref() } else { None };
        let (standing, rule) = self.standing(rule);
        let rule = &rule;
        let parts = own.into_iter().chain(&rule.while_).cloned();
        let parts: Vec<Expr> = standing.into_iter().chain(parts).collect();
        let past = |part: &Expr| match part {
            Expr::Binary(_, a, _) => matches!(**a, Expr::Past(_)),
            other => matches!(other, Expr::Past(_)),
        };
        let tells_of_past = parts.iter().flat_map(parts_of).any(|part| past(&part));
        let while_ = (!parts.is_empty()).then(|| {
            self.called.push((
                rule.var,
                if single { "this fighter" } else { "it" }.to_owned(),
            ));
            let others = self.others.len();
            let text = self.condition(&Expr::And(parts));
            self.called.pop();
            // After somebody else, "it" could be either of them.
            if self.others.len() > others {
                self.last = None;
            }
            text
        });
        let (subject, plural, if_) = self.subject(rule);
        let ours = |who: &Who| match who {
            Who::Me | Who::Friends => true,
            Who::Var(var) => self.word_of(*var) == "friend",
            _ => false,
        };
        self.yours = ours(&rule.who) || rule.who == Who::Any && ours(&rule.on);
        // Both tokens that are ignored are told in one.
        let ignored = [Token::Move, Token::Charge].map(|token| Mod::Plain(Static::Ignores(token)));
        let both = ignored.iter().all(|token| rule.mods.contains(token));
        let told = rule.mods.iter().filter(|m| !both || **m != ignored[1]);
        let mut mods: Vec<String> = told.map(|m| self.modifier(m, plural)).collect();
        for text in mods.iter_mut().filter(|_| both) {
            *text = text.replace("single Move token", "single Move or Charge token");
        }
        let (subject, text) = match self.supported(rule) {
            Some((has, tail)) => (has, format!(" in {subject}{tail}")),
            None => (subject, format!(" {}", merge(&mods))),
        };
        let (subject, text) = match if_ {
            None => (subject, text),
            // An amount that is told last leaves no room behind it.
            Some(cond) if text.contains(", X being") => (format!("{cond}, {subject}"), text),
            Some(cond) => (subject, format!("{text} {cond}")),
        };
        let (subject, text) = match (self.first_move, of_doing(rule)) {
            (true, true) if text.contains(" further to ") => (subject, text),
            (true, true) => (subject, format!("{text} for it")),
            (true, false) => (format!("until then, {subject}"), text),
            _ => (subject, text),
        };
        match while_ {
            Some(cond) => end(&format!(
                "{} {cond}, {}{text}",
                if tells_of_past { "If" } else { "While" },
                self.lexicon.small(&subject)
            )),
            None => end(&format!("{}{text}", capital(&subject))),
        }
    }

    /// What a rule about a fighter's own attacks, or attacks on it, says of that fighter alone, and the rule
    /// without it.
    fn standing(&self, rule: &StaticRule) -> (Vec<Expr>, StaticRule) {
        let about_me = rule.who == Who::Me || rule.on == Who::Me;
        let mut rest = rule.clone();
        if !rule.attacks || self.first || self.at_hand || !about_me {
            return (Vec::new(), rest);
        }
        let own = |part: Expr| match rule.who {
            Who::Me => in_place_of(&part, &Expr::Attacker, &Expr::Me),
            _ => part,
        };
        let alone = |part: &Expr| mentions(part, &Expr::Me) && !of_the_attack(part);
        let parts = rule.filter.iter().flat_map(parts_of).map(own);
        let (standing, other): (Vec<Expr>, Vec<Expr>) = parts.partition(alone);
        if !standing.is_empty() {
            rest.filter = all_of(other);
        }
        (standing, rest)
    }

    /// Whom a rule is about, whether they are several, and what else must hold.
    pub(crate) fn subject(&mut self, rule: &StaticRule) -> (String, bool, Option<String>) {
        if !rule.attacks {
            let (noun, plural) = match rule.who {
                Who::Any if rule.tokens => (self.elements(Domain::Tokens, None, true), true),
                Who::Any if rule.players => ("players".to_owned(), true),
                Who::Friends if rule.players => ("you".to_owned(), true),
                Who::Enemies if rule.players => ("opponents".to_owned(), true),
                Who::Any => ("fighters".to_owned(), true),
                Who::Me => (self.noun(&Expr::Me), false),
                Who::Var(var) => (self.noun(&Expr::Var(var)), false),
                Who::Friends => ("friends".to_owned(), true),
                Who::Enemies => ("enemies".to_owned(), true),
            };
            let Some(filter) = rule.filter.as_ref().filter(|_| plural) else {
                return (noun, plural, None);
            };
            // What speaks of somebody else is told apart.
            let parts = parts_of(filter).into_iter();
            let (own, other): (Vec<Expr>, Vec<Expr>) =
                parts.partition(|p| mentions(p, &Expr::Var(rule.var)));
            let (doing, own): (Vec<Expr>, Vec<Expr>) = own.into_iter().partition(is_doing);
            let doing = all_of(doing).and_then(|doing| self.predicate(rule.var, &doing, true));
            let doing = doing.map(|text| text.replace("are making ", "make "));
            let (noun, plural) = match (&doing, self.first_move) {
                (Some(_), true) => (format!("the first {}", singular(&noun)), false),
                _ => (noun, plural),
            };
            let noun = match all_of(own) {
                Some(own) => self.relative(&noun, rule.var, &own, plural),
                None => noun,
            };
            let other = all_of(other).map(|other| self.condition(&other));
            let if_ = other.map(|other| format!("if {other}"));
            return match doing {
                Some(doing) if !plural => (format!("{noun} to {doing}"), plural, if_),
                Some(doing) => {
                    let if_ = if_.map_or_else(String::new, |if_| format!(" {if_}"));
                    (noun, plural, Some(format!("when they {doing}{if_}")))
                }
                None => (noun, plural, if_),
            };
        }
        let mut parts: Vec<Expr> = rule.filter.iter().flat_map(parts_of).collect();
        let (of_attacker, rest) = match rule.who {
            Who::Friends | Who::Enemies if !self.first && !self.at_hand => {
                parts.into_iter().partition(speaks_of_attacker)
            }
            _ => (Vec::new(), parts),
        };
        parts = rest;
        let singular = self.first || self.at_hand;
        let mut used = vec![false; parts.len()];
        let told = match self.at_hand {
            true => attack::Told::default(),
            false => self.attack_told(&parts, &mut used, !singular, false),
        };
        let attack = format!("{}{}", told.before, self.lexicon.attack);
        let mut noun = match (self.at_hand, self.first) {
            (true, _) => format!("this {attack}"),
            (false, true) => format!("the first {attack}"),
            (false, false) => format!("{attack}s"),
        };
        noun.push_str(&told.after);
        let by = |who: &str, one: &str| {
            if singular {
                one.to_owned()
            } else {
                who.to_owned()
            }
        };
        noun = match rule.who {
            Who::Any => noun,
            Who::Friends | Who::Enemies => {
                let who = match rule.who {
                    Who::Friends => by("friends", "a friend"),
                    _ => by("enemies", "an enemy"),
                };
                format!("{noun} by {}", self.attackers(&who, rule.var, of_attacker))
            }
            _ if self.at_hand => noun,
            Who::Me | Who::Var(_) => {
                let who = match rule.who {
                    Who::Var(var) => self.noun(&Expr::Var(var)),
                    _ => self.noun(&Expr::Me),
                };
                format!("{} {}", possessive(&who), noun.trim_start_matches("the "))
            }
        };
        let mut rest: Vec<Expr> = parts
            .into_iter()
            .zip(used)
            .filter(|(_, used)| !used)
            .map(|(part, _)| part)
            .collect();
        let own = matches!(rule.who, Who::Me | Who::Var(_)) && !self.at_hand;
        if rule.who == Who::Me && own {
            let own = |part: &Expr| in_place_of(part, &Expr::Attacker, &Expr::Me);
            rest = rest.iter().map(own).collect();
        }
        match rule.on {
            _ if self.at_hand => {}
            Who::Any => {
                if let Some(on) = self.targets(rule.var, &mut rest, singular) {
                    noun.push_str(&format!(" on {on}"));
                }
            }
            Who::Me => noun.push_str(&format!(" on {}", self.noun(&Expr::Me))),
            Who::Var(var) => noun.push_str(&format!(" on {}", self.noun(&Expr::Var(var)))),
            Who::Friends => noun.push_str(&format!(" on {}", by("friends", "a friend"))),
            Who::Enemies => noun.push_str(&format!(" on {}", by("enemies", "an enemy"))),
        }
        let critical = |p: &Expr| fact(p) == Some(Fact::CriticalHit);
        if let [only] = &rest[..]
            && critical(only)
            && self.at_hand
        {
            return (noun, false, Some("if it scores a critical hit".to_owned()));
        }
        if let Some(at) = rest.iter().position(critical).filter(|_| !self.at_hand) {
            rest.remove(at);
            let scores = if singular { "scores" } else { "score" };
            noun.push_str(&format!(" that {scores} a critical hit"));
        }
        let if_ = all_of(rest).map(|rest| format!("if {}", self.condition(&rest)));
        (noun, !singular, if_)
    }

    /// On whom an attack must be made, from what is said of the target alone.
    fn targets(&mut self, var: VarId, rest: &mut Vec<Expr>, singular: bool) -> Option<String> {
        let of_target = |part: &Expr| {
            mentions(part, &Expr::Target)
                && !mentions(part, &Expr::Attacker)
                && !mentions(part, &Expr::Me)
        };
        let (said, other): (Vec<Expr>, Vec<Expr>) = rest.iter().cloned().partition(of_target);
        let mut said: Vec<Expr> = said
            .iter()
            .map(|part| in_place_of(part, &Expr::Target, &Expr::Var(var)))
            .collect();
        let side = |prop: Prop| Expr::Call(Func::Fighter(prop), vec![Expr::Var(var)]);
        let mut noun = if singular { "a target" } else { "targets" };
        let sides = [
            (Prop::Enemy, "an enemy", "enemies"),
            (Prop::Friendly, "a friend", "friends"),
        ];
        for (prop, one, many) in sides {
            if let Some(at) = said.iter().position(|p| *p == side(prop)) {
                said.remove(at);
                noun = if singular { one } else { many };
            }
        }
        // Nothing was said of it.
        if said.is_empty() && matches!(noun, "a target" | "targets") {
            return None;
        }
        let plain = |speaker: &mut Self, cond: &Expr| {
            let mut speaker = speaker.clone();
            speaker.predicate(var, cond, !singular).is_some()
        };
        let text = match all_of(said) {
            None => noun.to_owned(),
            // On one who was spoken of.
            Some(Expr::Binary(Sign::Eq, a, b))
                if *a == Expr::Var(var) && matches!(noun, "a target" | "targets") =>
            {
                self.noun(&b)
            }
            Some(cond) if plain(self, &cond) => self.relative(noun, var, &cond, !singular),
            Some(_) => return None,
        };
        *rest = other;
        Some(text)
    }

    /// Those who attack, with what is said of them: "other friends adjacent to this fighter".
    fn attackers(&mut self, noun: &str, var: VarId, said: Vec<Expr>) -> String {
        let said = said
            .iter()
            .map(|part| in_place_of(part, &Expr::Attacker, &Expr::Var(var)))
            .collect();
        match all_of(said) {
            Some(cond) => self.relative(noun, var, &cond, true),
            None => noun.to_owned(),
        }
    }
}

/// Whether a condition speaks of the attack at hand or of those in it.
fn of_the_attack(cond: &Expr) -> bool {
    let mut found = matches!(
        cond,
        Expr::Attacker | Expr::Target | Expr::With(_) | Expr::Call(Func::Attack(_), _)
    );
    crate::walk::parts_of(cond, &mut |part| found |= of_the_attack(part));
    found
}

/// Whether a condition is about the attacker alone, or about where it is.
fn speaks_of_attacker(cond: &Expr) -> bool {
    let is_attacker = |e: &Expr| match e {
        Expr::Call(Func::Fighter(Prop::Hex), args) => args[..] == [Expr::Attacker],
        other => *other == Expr::Attacker,
    };
    match cond {
        Expr::Label(who, ..) | Expr::Named(who, _) => is_attacker(who),
        Expr::Binary(Sign::Ne, a, b) => is_attacker(a) && **b == Expr::Me,
        Expr::Not(inner) => {
            matches!(&**inner, Expr::Binary(Sign::Eq, a, b) if is_attacker(a) && **b == Expr::Me)
        }
        Expr::Call(Func::Adjacent, args) => is_attacker(&args[0]) || is_attacker(&args[1]),
        Expr::Call(Func::Within, args) => is_attacker(&args[0]) || is_attacker(&args[2]),
        _ => false,
    }
}

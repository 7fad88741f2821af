//! What happens the first time only: "the first friend to be dealt damage".

use super::manner::manner;
use super::moment::flatten;
use super::*;

impl Speaker<'_> {
    /// A moment that serves once, and what else must hold: "the first time a friend is dealt damage".
    pub(crate) fn first_time(&mut self, clause: &Clause, trigger: Trigger) -> String {
        let (moment, cond) = self.moment(clause, trigger);
        let happens = !manner(trigger).named;
        let (word, rest) = moment.split_once(' ').unwrap_or(("", &moment));
        if happens && matches!(word, "when" | "after") {
            // Only such a time counts.
            let cond = cond.replacen(", if ", " while ", 1);
            format!("the first time {rest}{cond}")
        } else {
            format!("once, {moment}{cond}")
        }
    }

    /// An effect on the one whom something befalls first: "in the next activation, the first friend to be
    /// dealt damage cannot be dealt more than 1 damage". Nothing if the effect is another.
    pub(crate) fn first_one(&mut self, until: Until, clauses: &[Clause]) -> Option<String> {
        let (before, waiting) = match clauses {
            [waiting] => (None, waiting),
            [before, waiting] => match &before.kind {
                ClauseKind::Static(rule) => (Some(rule), waiting),
                _ => return None,
            },
            _ => return None,
        };
        let ClauseKind::Auto(trigger, body) = &waiting.kind else {
            return None;
        };
        let [
            Stmt::Effect {
                until: Until::Activation,
                first: false,
                clauses: inner,
                ..
            },
            end,
        ] = &body[..]
        else {
            return None;
        };
        if !end.ceases() {
            return None;
        }
        let [
            Clause {
                kind: ClauseKind::Static(rule),
                ..
            },
        ] = &inner[..]
        else {
            return None;
        };
        let place = match trigger {
            Trigger::DamageDealt if before.is_some() => 0,
            Trigger::AttackDeclared if before.is_none() => 1,
            _ => return None,
        };
        let one = VarId(waiting.first_var.0 + place);
        let plain =
            |rule: &StaticRule| !rule.attacks && rule.filter.is_none() && rule.while_.is_none();
        if until != Until::NextActivation || rule.who != Who::Var(one) || !plain(rule) {
            return None;
        }
        let friend = Expr::Call(Func::Fighter(Prop::Friendly), vec![Expr::Var(one)]);
        let asked: Vec<Expr> = waiting.when.iter().flat_map(flatten).collect();
        if asked != [friend] {
            return None;
        }
        // Everybody is treated so until it is known who is the first.
        if let Some(before) = before
            && (before.who != Who::Friends || !plain(before) || before.mods != rule.mods)
        {
            return None;
        }
        let mods: Vec<String> = rule.mods.iter().map(|m| self.modifier(m, false)).collect();
        // The effect is over before another turn.
        let mods: Vec<String> = mods
            .iter()
            .map(|m| m.replace(" damage in a turn", " damage in all"))
            .collect();
        let befalls = match place {
            0 => "be dealt damage".to_owned(),
            _ => format!("be the target of {}", article(self.lexicon.attack)),
        };
        let (activation, text) = (self.lexicon.activation, merge::merge(&mods));
        Some(format!(
            "in the next {activation}, the first friend to {befalls} {text}"
        ))
    }
}

impl Speaker<'_> {
    /// An effect on the first attack of its time: "in the next activation, if the first attack is on an enemy, the
    /// target has no supporters". Nothing if the effect is another.
    pub(crate) fn first_attack(&mut self, until: Until, clauses: &[Clause]) -> Option<String> {
        let [waiting] = clauses else { return None };
        let ClauseKind::Auto(Trigger::AttackDeclared, body) = &waiting.kind else {
            return None;
        };
        let (last, body) = body.split_last()?;
        if until != Until::NextActivation || !last.ceases() || body.is_empty() {
            return None;
        }
        let parts: Vec<Expr> = waiting.when.iter().flat_map(flatten).collect();
        let mut used = vec![false; parts.len()];
        let told = self.attack_told(&parts, &mut used, false, true);
        let mut noun = format!(
            "the first {}{}{}",
            told.before, self.lexicon.attack, told.after
        );
        let var = |ix: u16| VarId(waiting.first_var.0 + ix);
        for (ix, joint, binding) in [(0, "by", Binding::Attacker), (1, "on", Binding::Target)] {
            let who = self.introduced(var(ix), binding, &parts, &mut used);
            if who != "a fighter" {
                noun = format!("{noun} {joint} {who}");
            }
        }
        if used.contains(&false) {
            return None;
        }
        let mut texts = Vec::new();
        for stmt in body {
            let text = match stmt {
                Stmt::If(cond, yes, no) if no.is_empty() => {
                    let cond = self.of_attack(cond, var(0), var(1))?;
                    let told = self.in_one(yes);
                    let told = self.shortly(&told);
                    // What is told of the attack goes on with it.
                    format!("if {{it}} {cond}, {told}")
                }
                other => {
                    let told = self.sentence(other);
                    let told = self.shortly(&self.lexicon.small(&told));
                    match told.strip_prefix("it ") {
                        Some(rest) => format!("{{it}} {rest}"),
                        None => told,
                    }
                }
            };
            texts.push(text.trim_end_matches('.').to_owned());
        }
        if !texts[0].contains("{it}") {
            return None;
        }
        let first = texts[0].replacen("{it}", &noun, 1);
        let rest = texts[1..]
            .iter()
            .map(|text| capital(&text.replace("{it}", "it")));
        let texts: Vec<String> = std::iter::once(first).chain(rest).collect();
        let (activation, joint) = match texts.len() {
            1 => (self.lexicon.activation, ","),
            _ => (self.lexicon.activation, ":"),
        };
        Some(format!(
            "in the next {activation}{joint} {}",
            texts.join(". ")
        ))
    }

    /// What a condition says of the attack that was declared, in words that follow it: "is on an enemy".
    fn of_attack(&mut self, cond: &Expr, attacker: VarId, target: VarId) -> Option<String> {
        let parts = flatten(cond);
        let mut used = vec![false; parts.len()];
        let told = self.attack_told(&parts, &mut used, false, true);
        if told.before.is_empty() && used.iter().all(|used| *used) {
            return Some(format!("has{}", told.after.strip_prefix(" with")?));
        }
        let about = |var: VarId| parts.iter().all(|part| mentions(part, &Expr::Var(var)));
        let (var, joint) = match (about(attacker), about(target)) {
            (true, false) => (attacker, "by"),
            (false, true) => (target, "on"),
            _ => return None,
        };
        let side = |prop: Prop| Expr::Call(Func::Fighter(prop), vec![Expr::Var(var)]);
        let mut parts = parts.clone();
        let mut noun = "a fighter";
        for (prop, one) in [(Prop::Friendly, "a friend"), (Prop::Enemy, "an enemy")] {
            if let Some(at) = parts.iter().position(|part| *part == side(prop)) {
                parts.remove(at);
                noun = one;
            }
        }
        let who = match all_of(parts) {
            Some(cond) => self.relative(noun, var, &cond, false),
            None => noun.to_owned(),
        };
        (!who.contains(", if ") && !who.contains("for which")).then(|| format!("is {joint} {who}"))
    }

    /// A text of the first attack of an activation with "it" for that attack, and without the end of the activation,
    /// which all of the effect has.
    fn shortly(&self, text: &str) -> String {
        let (attack, activation) = (self.lexicon.attack, self.lexicon.activation);
        let text = text
            .replace(&format!(" until the end of this {activation}"), "")
            .replace(&format!(" in this {attack}"), "")
            .replace(
                &format!("the {} of this {attack}", self.lexicon.attack_roll),
                &format!("its {}", self.lexicon.attack_roll),
            )
            .replace(&format!("if the {attack} is "), "if it is ");
        match text.strip_prefix(&format!("this {attack} ")) {
            Some(rest) => format!("it {rest}"),
            None => text.replace(&format!("this {attack}"), "it"),
        }
    }
}

/// Whether a condition says only that somebody is moving or charging.
pub(crate) fn is_doing(part: &Expr) -> bool {
    match part {
        Expr::Call(Func::Fighter(Prop::Doing(_)), _) => true,
        Expr::Or(parts) => parts.iter().all(is_doing),
        _ => false,
    }
}

/// Whether a rule is about those who are moving or charging.
pub(crate) fn of_doing(rule: &StaticRule) -> bool {
    let several = !matches!(rule.who, Who::Me | Who::Var(_));
    let parts: Vec<Expr> = rule.filter.iter().flat_map(parts_of).collect();
    !rule.attacks && several && parts.iter().any(is_doing)
}

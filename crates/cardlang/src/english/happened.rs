//! What is said of those and of that to which something happened: "a player played a card that is a spell", "an enemy
//! was taken out of action while it was Inspired".

use super::relative::with_clause;
use super::*;

impl Speaker<'_> {
    /// What happened, with all that is left to be said of it.
    pub(crate) fn with_rest(
        &mut self,
        trigger: Trigger,
        first_var: VarId,
        mut text: String,
        mut rest: Vec<Expr>,
    ) -> String {
        let vars: Vec<(VarId, Binding)> = bindings(trigger)
            .iter()
            .enumerate()
            .map(|(ix, binding)| (VarId(first_var.0 + ix as u16), *binding))
            .collect();
        for (var, binding) in &vars {
            let others = vars.iter().filter(|(other, _)| other != var);
            let others: Vec<Expr> = others.map(|(other, _)| Expr::Var(*other)).collect();
            let alone = |part: &Expr| {
                mentions(part, &Expr::Var(*var))
                    && !others.iter().any(|other| mentions(part, other))
            };
            let (own, other): (Vec<Expr>, Vec<Expr>) = rest.iter().cloned().partition(alone);
            let Some(own) = all_of(own) else { continue };
            let Some(verb) = self.tried(|s| s.predicate(*var, &own, false)) else {
                continue;
            };
            let told = match binding {
                Binding::Card => {
                    let nouns = ["card", "ploy", "upgrade", "spell"];
                    let last = nouns.iter().any(|noun| text.ends_with(noun));
                    last.then(|| with_clause(&text, &verb))
                }
                Binding::Fighter if let Some(told) = described(&text, &verb) => Some(told),
                _ => Some(while_so(&text, &self.told_as(*var, *binding, &text), &verb)),
            };
            if let Some(told) = told {
                (text, rest) = (told, other);
            }
        }
        let Some(cond) = all_of(rest) else {
            return text;
        };
        self.last = None;
        let cond = self.condition(&cond);
        // "took an activation in which a friend attacked"
        let step = format!(" in this {}", self.lexicon.activation);
        match cond.strip_suffix(&step) {
            Some(cond) if trigger == Trigger::ActivationDone => {
                format!("{text} in which {}", super::upon::past_tense(cond))
            }
            _ => format!("{text} while {}", was(&cond)),
        }
    }

    /// Who somebody is behind a text that tells of it: "it" if there is no other.
    fn told_as(&mut self, var: VarId, binding: Binding, text: &str) -> String {
        let fighters = ["fighter", "friend", "enemy", "enemies", "leader"];
        let words = text.split(' ').filter(|word| fighters.contains(word));
        let called = self.called.iter().rev().find(|(known, _)| *known == var);
        let side = matches!(binding, Binding::Attacker | Binding::Target);
        match (binding, called.map(|(_, name)| name.clone())) {
            (_, Some(name)) if name == "this fighter" => "it".to_owned(),
            (_, None) if side && !self.said.contains(&Said::Var(var)) => match binding {
                Binding::Attacker => "the attacker".to_owned(),
                _ => "the target".to_owned(),
            },
            _ if words.count() <= 1 => "it".to_owned(),
            (Binding::Attacker, _) => "the attacker".to_owned(),
            (Binding::Target, _) => "the target".to_owned(),
            _ => {
                self.last = None;
                self.noun(&Expr::Var(var))
            }
        }
    }
}

/// "an Inspired enemy was taken out of action".
fn described(text: &str, verb: &str) -> Option<String> {
    let word = verb.strip_prefix("is ")?;
    let noun = ["a friend ", "an enemy ", "a fighter "];
    let noun = noun.into_iter().find(|noun| text.starts_with(noun))?;
    let (_, one) = noun.split_once(' ')?;
    let plain = !word.contains(' ') && text.matches("fighter").count() <= 1;
    plain.then(|| format!("{} {one}{}", article(word), &text[noun.len()..]))
}

/// "was taken out of action in enemy territory", "… while it was Inspired".
fn while_so(text: &str, who: &str, verb: &str) -> String {
    match verb.strip_prefix("is in ") {
        Some(place) if who == "it" && !place.contains(" is ") && !place.contains(" has ") => {
            format!("{text} in {place}")
        }
        _ => format!("{text} while {who} {}", was(verb)),
    }
}

/// What was so: "was" for "is", "had" for "has".
pub(crate) fn was(text: &str) -> String {
    let changes = [
        (" is ", " was "),
        (" are ", " were "),
        (" has ", " had "),
        (" have ", " had "),
        (" does not have ", " did not have "),
        (" holds ", " held "),
        (" supports ", " supported "),
        (" had been ", " had been "),
    ];
    let text = changes
        .iter()
        .fold(format!(" {text}"), |text, (now, then)| {
            text.replace(now, then)
        });
    text.trim_start().to_owned()
}

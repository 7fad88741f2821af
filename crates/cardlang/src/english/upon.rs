//! What is done at a moment: "after a friend's move, choose another friend".

use super::*;

impl Speaker<'_> {
    /// A moment, what else must hold, and what is done then.
    pub(crate) fn upon(&mut self, (moment, cond): (String, String), body: &[Stmt]) -> String {
        let lead = format!("{moment}{cond}");
        let outer = std::mem::replace(&mut self.upon, true);
        let text = self.carry(body);
        self.upon = outer;
        // What is done whether or not its first condition holds must not seem to hang on that.
        let told = body.iter().filter(|stmt| !matches!(stmt, Stmt::Name(..)));
        if text.starts_with("if ") && told.count() > 1 {
            return format!("{lead}: {text}");
        }
        then_done(&lead, &text)
    }

    /// A moment and what its player may do then.
    pub(crate) fn upon_if_wished(
        &mut self,
        (moment, cond): (String, String),
        body: &[Stmt],
    ) -> String {
        let lead = format!("{moment}{cond}");
        let picks = matches!(body, [.., Stmt::OneOf(..)]);
        let text = match picks {
            true => self.carry(body),
            false => self.in_one(body),
        };
        let ordered = [
            "push ", "pick ", "turn ", "re-roll ", "raid ", "advance ", "give ", "draw ", "show ",
            "remove ", "place ", "put ", "spend ",
        ];
        let plain = ordered.iter().any(|verb| text.starts_with(verb)) && !text.contains(": (1)");
        match text {
            text if text.starts_with("you may ") => then_done(&lead, &text),
            text if plain => then_done(&lead, &format!("you may {text}")),
            text if lead.contains(", if ") => format!("{lead} and you wish, {text}"),
            text => format!("{lead}, if you wish, {text}"),
        }
    }

    /// Sentences behind a moment that tells of one alone, who is still "it".
    fn carry(&mut self, body: &[Stmt]) -> String {
        let text = self.sentences(body);
        self.lexicon.small(&text)
    }

    /// What happened in the very step that a moment ends is told with it: "after an activation in which this fighter
    /// attacked". The conditions that are left.
    pub(crate) fn in_which(
        &mut self,
        trigger: Trigger,
        text: String,
        parts: Vec<Expr>,
    ) -> (String, Vec<Expr>) {
        let step = match trigger {
            Trigger::AttackDone => return self.supported_in(text, parts),
            Trigger::ActivationDone => self.lexicon.activation.to_owned(),
            Trigger::PowerStepDone => self.lexicon.word("power_step"),
            _ => return (text, parts),
        };
        let tail = format!(" in this {step}");
        let (mut told, mut left) = (Vec::new(), Vec::new());
        for part in parts {
            let said = self.tried(|s| {
                let said = s.condition(&part);
                let past = said
                    .strip_suffix(&tail)
                    .or_else(|| said.strip_prefix(&format!("{}, ", tail.trim_start())))
                    .or_else(|| said.strip_prefix(&format!("{} ", tail.trim_start())))?;
                let now = past;
                let plain = ![" for which ", " in this ", " hold", "exactly "]
                    .iter()
                    .any(|word| now.contains(word));
                plain.then(|| past_tense(past))
            });
            match said {
                Some(said) => told.push(said),
                None => left.push(part),
            }
        }
        if told.is_empty() {
            return (text, left);
        }
        let told = listed(&told, "and");
        // "an activation of this fighter in which it attacked"
        let text = match text.strip_suffix(&format!("'s {step}")) {
            Some(who) if who == "this fighter" => format!("{} of {who}", article(&step)),
            _ => text,
        };
        (format!("{text} in which {told}"), left)
    }

    /// "after an attack in which this fighter supports the attacker", and the conditions that are left.
    fn supported_in(&mut self, text: String, parts: Vec<Expr>) -> (String, Vec<Expr>) {
        // Only where the moment is the attack, and not what it does.
        let does = [" takes ", " slays ", " drives ", " scores "];
        let (mut told, mut left) = (Vec::new(), Vec::new());
        for part in parts {
            let said = self.tried(|s| {
                let said = s.condition(&part);
                let harmed = format!(" been dealt damage by the {}", s.lexicon.attack);
                let who = ["has", "have"]
                    .iter()
                    .find_map(|have| said.strip_suffix(&format!(" {have}{harmed}")));
                if let Some(who) = who {
                    let plain = !does.iter().any(|verb| text.contains(verb)) && !who.contains(',');
                    return plain.then(|| format!("deals {who} damage"));
                }
                let me = said.starts_with("this fighter has ") && said.contains("supporter");
                let plain = me || said.contains(" supports the ") && !said.contains(" if ");
                (plain && !does.iter().any(|verb| text.contains(verb))).then_some(said)
            });
            match said {
                Some(said) => told.push(said),
                None => left.push(part),
            }
        }
        match told.is_empty() {
            true => (text, left),
            false => {
                let told = listed(&told, "and");
                let told = match told.strip_prefix("this fighter ") {
                    Some(rest) if text.ends_with("this fighter") => format!("it {rest}"),
                    _ => told,
                };
                match told.starts_with("deals ") {
                    true => (format!("{text} that {told}"), left),
                    false => (format!("{text} in which {told}"), left),
                }
            }
        }
    }

    /// Whether a text tells of this fighter and of nobody beside it, so that it can be "it".
    pub(crate) fn tells_of_me_alone(&self, text: &str) -> bool {
        let others = [
            " enem",
            "friend",
            "attacker",
            "target",
            "a fighter",
            "that fighter",
            "player",
            "weapon",
        ];
        !others.iter().any(|word| text.contains(word)) && !text.contains(self.lexicon.attack)
    }

    /// The moment without an owner of whom nothing is said: "an attack" for "a fighter's attack".
    pub(crate) fn disowned(&self, text: String) -> String {
        let rest = ["a fighter's ", "a player's "]
            .into_iter()
            .find_map(|whose| text.strip_prefix(whose));
        rest.map_or(text.clone(), |rest| {
            match rest.starts_with("failed ") && !rest.contains(" on ") {
                true => format!("any {rest}"),
                false => article(rest),
            }
        })
    }

    /// A condition right behind the moment, with "it" for the roll or the attack that the moment tells of.
    pub(crate) fn of_moment(&self, trigger: Trigger, cond: String) -> String {
        let roll = match trigger {
            Trigger::AttackRolled | Trigger::AttackRollStands => self.lexicon.attack_roll,
            Trigger::DefenceRolled => self.lexicon.defence_roll,
            Trigger::SpellRolled => "casting roll",
            Trigger::AttackDone => self.lexicon.attack,
            _ => return cond,
        };
        let it = |cond: String| match cond.strip_prefix(&format!("the {roll} ")) {
            Some(rest) if !rest.starts_with("roll ") => format!("it {rest}"),
            _ => cond,
        };
        if trigger == Trigger::AttackDone {
            return it(cond);
        }
        it(cond)
            .replace(&format!(" of the {roll} "), " of it ")
            .replace(&format!(" and the {roll} "), " and it ")
    }
}

/// A moment and a text of what is done then.
fn then_done(lead: &str, text: &str) -> String {
    // What the spell does comes after its roll in any case.
    let lead = match text.starts_with("when a fighter would be dealt damage by that spell") {
        true => lead.trim_end_matches(", before the casting roll"),
        false => lead,
    };
    // Two conditions one after the other would be read as one.
    let joint = match text.starts_with("if ") && lead.contains(", if ") {
        true => ":",
        false => ",",
    };
    format!("{lead}{joint} {text}")
}

/// "attacked" for "has attacked".
pub(crate) fn past_tense(text: &str) -> String {
    [
        ("has been ", "was "),
        ("have been ", "were "),
        ("has begun ", "began "),
        ("has ", ""),
        ("have ", ""),
    ]
    .iter()
    .fold(format!(" {text}"), |text, (now, then)| {
        text.replace(&format!(" {now}"), &format!(" {then}"))
    })
    .trim_start()
    .to_owned()
}

//! What happened: "at least two times in this phase, a friend made an attack on an enemy".

use super::idiom::fact;
use super::moment::flatten;
use super::*;
use crate::events::past_of;
use crate::past::{During, Kept};
use crate::tree::Past;

impl Speaker<'_> {
    /// An amount of the past compared with another.
    pub(crate) fn past_compared(&mut self, past: &Past, sign: Sign, b: &Expr) -> String {
        if past.during == During::Attack
            && past.kept == Kept::Times
            && (sign, b) == (Sign::Ge, &Expr::Number(1))
            && let Some(text) = self.tried(|s| s.so_at_the_time(past))
        {
            return text;
        }
        if let (Kept::Distinct | Kept::Cards, Sign::Eq, Expr::Past(all)) = (past.kept, sign, b)
            && let Some(text) = self.tried(|s| s.each_another(past, all))
        {
            return text;
        }
        if let (Kept::Times, During::Game, Sign::Eq, Expr::Past(later)) =
            (past.kept, past.during, sign, b)
            && let Some(text) = self.tried(|s| s.not_before(past, later))
        {
            return text;
        }
        let when = self.fill(past.during.reads());
        let happened = self.happened(past);
        match past.kept {
            Kept::Times => match (sign, b) {
                (Sign::Ge, Expr::Number(1)) | (Sign::Gt | Sign::Ne, Expr::Number(0)) => {
                    if happened.contains(" while ") {
                        format!("in {when} {happened}")
                    } else if happened.contains(',') {
                        format!("in {when}, {happened}")
                    } else {
                        format!("{happened} in {when}")
                    }
                }
                (Sign::Eq | Sign::Le, Expr::Number(0)) | (Sign::Lt, Expr::Number(1)) => {
                    match never(&happened) {
                        Some(never) => format!("{never} in {when}"),
                        None => format!("it has not happened in {when} that {happened}"),
                    }
                }
                _ => {
                    let (n, tail) = self.counted(sign, b, "times");
                    let n = n.replace("two times", "twice").replace("one times", "once");
                    let nested = [" in which ", " while "]
                        .iter()
                        .any(|word| happened.contains(word));
                    match several_times(&happened).filter(|_| !nested) {
                        Some(happened) => format!("{happened} {n} in {when}{tail}"),
                        None => format!("{n} in {when}, {happened}{tail}"),
                    }
                }
            },
            // Once is enough.
            Kept::Total if (sign, b) == (Sign::Ge, &Expr::Number(1)) => {
                format!("{happened} in {when}")
            }
            Kept::Total => {
                let n = self.compared(sign, b);
                // "you gained 3 or more glory", "a friend was dealt 5 or more damage in all"
                let happened = match &past.key {
                    None => several_times(&happened)
                        .unwrap_or(happened)
                        .replace(" a fighter", " fighters")
                        .replace(" a spell", " spells"),
                    Some(_) => happened,
                };
                if let (Expr::Number(_), Trigger::Healed) = (b, past.trigger) {
                    return format!("{happened} by {n} in all in {when}");
                }
                if let (Expr::Number(_), Some((who, counter))) =
                    (b, happened.split_once(" gave up a "))
                {
                    return format!("{who} gave up {n} {counter}s in {when}");
                }
                for (much, tail) in [(" damage", " in all"), (" glory", "")] {
                    if matches!(b, Expr::Number(_))
                        && self.total_noun(past).starts_with("the total")
                        && happened.matches(much).count() == 1
                    {
                        let told = happened.replacen(much, &format!(" {n}{much}{tail}"), 1);
                        return format!("{told} in {when}");
                    }
                }
                let total = self.total_noun(past);
                format!("{total}, over all times in {when} that {happened}, is {n}")
            }
            Kept::Distinct if past.value.as_ref().is_some_and(tells_activations) => {
                let outside = format!(
                    " while it was not {}",
                    article(&self.lexicon.word("power_step"))
                );
                let happened = happened.replace(&outside, "");
                let activations = format!("different {}s", self.lexicon.activation);
                let (n, tail) = self.counted(sign, b, &activations);
                format!("{happened} in {n} of {when}{tail}")
            }
            Kept::Distinct if past.trigger == Trigger::ActionMade => {
                let kinds = "different kinds of actions (a {move}, {an_attack}, {a_charge}, a Guard, another of a fighter card)";
                let kinds = self.fill(kinds);
                let (n, tail) = self.counted(sign, b, &kinds);
                let made = several_times(&happened).unwrap_or(happened);
                format!("{} in {when}{tail}", made.replace("an action", &n))
            }
            Kept::Distinct | Kept::Cards => {
                let things = self.things_noun(past);
                let counted = |speaker: &mut Self, noun: &str| {
                    speaker.counted(sign, b, &format!("different {noun}"))
                };
                match different(&happened, &things) {
                    Some((before, noun, after)) => {
                        let (n, tail) = counted(self, &noun);
                        let after = match before.is_empty() {
                            true => after.replacen("was ", "were ", 1),
                            false => after.to_owned(),
                        };
                        let after = match after.is_empty() {
                            true => after,
                            false => format!(" {after}"),
                        };
                        format!("{before}{n}{after} in {when}{tail}")
                    }
                    None => {
                        let (n, tail) = counted(self, &things);
                        format!("in {when}, {happened}, with {n}{tail}")
                    }
                }
            }
        }
    }

    /// What has happened as often in the game as in a part of it, which is not over: "no fighter was taken out of
    /// action before this round".
    fn not_before(&mut self, past: &Past, later: &Past) -> Option<String> {
        let alike = later.kept == Kept::Times && later.trigger == past.trigger;
        let happened = self.clone().happened(past);
        if !alike || self.clone().happened(later) != happened {
            return None;
        }
        let when = self.fill(later.during.reads());
        let never = never(&self.happened(past))?;
        Some(format!("{never} before {when}"))
    }

    /// As many different ones as times: "you raided a different card each time in this round".
    fn each_another(&mut self, past: &Past, all: &Past) -> Option<String> {
        let same =
            past.trigger == all.trigger && past.during == all.during && all.kept == Kept::Times;
        if !same {
            return None;
        }
        let when = self.fill(past.during.reads());
        let happened = self.clone().happened(past);
        let every = self.happened(all);
        let things = self.things_noun(past);
        let another = |text: &str| match text.split_once(" a ").or_else(|| text.split_once(" an "))
        {
            Some((before, after)) => format!("{before} a different {after}"),
            None => text.to_owned(),
        };
        if happened != every {
            let by = happened
                .strip_prefix(&every)
                .filter(|by| by.starts_with(" by a "))?;
            return Some(format!(
                "every time {every} in {when}, it was{}",
                another(by)
            ));
        }
        Some(match things.as_str() {
            "targets" => format!("{every} on a different target each time in {when}"),
            _ => format!("{} each time in {when}", another(&every)),
        })
    }

    /// What was so earlier in the attack at hand: "the attacker was united when the Attack was declared".
    fn so_at_the_time(&mut self, past: &Past) -> Option<String> {
        let when = match past.trigger {
            Trigger::AttackDeclared => "when the {attack} was declared",
            Trigger::AttackRolled => "when the {attack_roll} was made",
            _ => return None,
        };
        for (ix, name) in [(0, "the attacker"), (1, "the target")] {
            self.called
                .push((VarId(past.first_var.0 + ix), name.to_owned()));
        }
        let so = self.condition(past.filter.as_ref()?);
        let plain = !so.contains(", ") && !so.contains(" if ");
        plain.then(|| format!("{} {}", super::happened::was(&so), self.fill(when)))
    }

    /// An amount of the past by itself.
    pub(crate) fn past(&mut self, past: &Past) -> String {
        let when = self.fill(past.during.reads());
        let happened = self.happened(past);
        match past.kept {
            Kept::Times if [" while ", ","].iter().any(|word| happened.contains(word)) => {
                format!("the number of times in {when} that {happened}")
            }
            Kept::Times => format!("the number of times {happened} in {when}"),
            Kept::Total => {
                if let Some(told) = of_counters(&happened) {
                    return format!("{told} in {when}");
                }
                let total = self.total_noun(past);
                match happened.strip_suffix(" was dealt damage") {
                    Some(who) if total == "the total damage" => {
                        format!("the damage dealt to {who} in {when}")
                    }
                    _ => format!("{total} over all times in {when} that {happened}"),
                }
            }
            Kept::Distinct | Kept::Cards => {
                let things = self.things_noun(past);
                match different(&happened, &things) {
                    Some((before, noun, "")) if things == "cards" => {
                        format!("the number of different {noun} {before}in {when}")
                    }
                    _ => format!("the number of different {things} in {when} where {happened}"),
                }
            }
        }
    }

    /// What happened, as a clause.
    fn happened(&mut self, past: &Past) -> String {
        let mut parts: Vec<Expr> = past.filter.iter().flat_map(flatten).collect();
        let var = |ix: u16| Expr::Var(VarId(past.first_var.0 + ix));
        if let Some((ix, fighter)) = &past.key {
            let who = var(u16::from(*ix));
            let same = Expr::Binary(Sign::Eq, Box::new(who), Box::new(fighter.clone()));
            parts.insert(0, same);
        }
        let mut used = vec![false; parts.len()];
        let speaks_of = |ix: usize| {
            let var = var(ix as u16);
            parts.iter().any(|part| mentions(part, &var))
        };
        let mut text = past_of(past.trigger, speaks_of).to_owned();
        if past.trigger == Trigger::Returned && self.comes_late(&parts) {
            text = "{0} was put on the battlefield".to_owned();
        }
        let named = text.contains("{an_attack}");
        if named {
            let told = self.attack_told(&parts, &mut used, false, true);
            let noun = article(&format!("{}{}", told.before, self.lexicon.attack));
            text = text.replace("{an_attack}", &format!("{noun}{}", told.after));
        }
        let mut text = self.fill(&text);
        for (ix, binding) in bindings(past.trigger).iter().enumerate() {
            let var = VarId(past.first_var.0 + ix as u16);
            let slot = format!("{{{ix}}}");
            if !text.contains(&slot) {
                continue;
            }
            let known = match &past.key {
                Some((at, fighter)) if usize::from(*at) == ix => Some(fighter.clone()),
                _ => None,
            };
            let noun = match known {
                Some(fighter) => {
                    used[0] = true;
                    let noun = self.noun(&fighter);
                    self.called.push((var, noun.clone()));
                    noun
                }
                None => self.introduced(var, *binding, &parts, &mut used),
            };
            text = text
                .replace(&format!("{slot}'s"), &possessive(&noun))
                .replace(&slot, &noun);
        }
        text = super::kinds::card_by_kind(text, &parts, &mut used);
        text = self.card_of_kind(text, &parts, &mut used);
        for (part, used) in parts.iter().zip(&mut used) {
            if let (Expr::With(number), false) = (part, *used) {
                text = format!("{text} with {}", self.weapon_name(*number));
                *used = true;
            }
        }
        for vague in [" on a fighter", " against a fighter", " by a fighter"] {
            text = text.replace(vague, "");
        }
        if past.trigger == Trigger::AttackJudged
            && let Some(at) = parts
                .iter()
                .position(|part| fact(part) == Some(Fact::Succeeded))
        {
            used[at] = true;
            text = text.replace(" was judged", " was successful");
        }
        if let Some(by) = self.caused_by(&parts, &mut used) {
            text = match text.rsplit_once(" by ") {
                Some((before, doer)) if by == format!("by {}", article(self.lexicon.attack)) => {
                    format!("{before} by {doer} in {}", article(self.lexicon.attack))
                }
                Some((before, doer)) => format!("{before} {by} of {doer}"),
                None => format!("{text} {by}"),
            };
        }
        for (part, used) in parts.iter().zip(&mut used) {
            if let Expr::Not(inner) = part
                && let Some(cause) = super::moment::causes_of(inner)
                && let [cause] = cause[..]
            {
                text = format!("{text} by anything but {}", self.cause(cause));
                *used = true;
            }
        }
        if let Some(joint) = super::manner::manner(past.trigger).attack
            && !named
        {
            let told = self.attack_told(&parts, &mut used, false, true);
            let noun = format!("{}{}{}", told.before, self.lexicon.attack, told.after);
            if noun != self.lexicon.attack {
                let attack = article(self.lexicon.attack);
                text = match text.ends_with(&attack) {
                    true => format!("{}{}", text.trim_end_matches(&attack), article(&noun)),
                    false => format!("{text} {joint} {}", article(&noun)),
                };
            }
        }
        let rest = parts.into_iter().zip(used);
        let rest: Vec<Expr> = rest
            .filter(|(_, used)| !used)
            .map(|(part, _)| part)
            .collect();
        if bindings(past.trigger).first() == Some(&Binding::Attacker) {
            text = self.disowned(text);
        }
        self.last = None;
        self.with_rest(past.trigger, past.first_var, text, rest)
    }

    /// Names the label of a card that is spoken of: "an emberstone card" for "a card".
    pub(crate) fn card_of_kind(
        &self,
        mut text: String,
        parts: &[Expr],
        used: &mut [bool],
    ) -> String {
        let of_card = |who: &Expr| match who {
            Expr::Var(var) => self.card.vars[usize::from(var.0)].ty == Type::Card,
            _ => false,
        };
        let mut labels = Vec::new();
        for (part, used) in parts.iter().zip(used.iter_mut()) {
            let label = match part {
                Expr::Call(Func::Card(crate::CardProp::Label(label)), _) => label,
                Expr::Label(who, label, _) if of_card(who) => label,
                _ => continue,
            };
            let called = self.label(*label);
            let word = called.split_once(' ').map_or(&*called, |(_, word)| word);
            let told = text.replacen("a card", &format!("{called} card"), 1);
            let told = match told == text {
                true => text.replacen("'s card", &format!("'s {word} card"), 1),
                false => told,
            };
            *used |= told != text;
            text = told;
            labels.push(self.label(*label));
        }
        labels.iter().fold(text, |text, label| {
            let label = label.split_once(' ').map_or(&**label, |(_, word)| word);
            super::kinds::gambits(text, label, parts, used)
        })
    }

    fn total_noun(&mut self, past: &Past) -> String {
        let Some(value) = &past.value else {
            return "the total".to_owned();
        };
        let own = bindings(past.trigger).iter().enumerate();
        let number = own.filter(|(_, binding)| **binding == Binding::Number);
        let is_own = |ix: usize| *value == Expr::Var(VarId(past.first_var.0 + ix as u16));
        match number.map(|(ix, _)| ix).find(|ix| is_own(*ix)) {
            Some(_) => match past.trigger {
                Trigger::DamageDealt | Trigger::Survived | Trigger::TakenOut => {
                    "the total damage".to_owned()
                }
                _ => "the total".to_owned(),
            },
            None => format!("the total of {}", self.amount(value)),
        }
    }

    fn things_noun(&mut self, past: &Past) -> String {
        let Some(value) = &past.value else {
            return "ones".to_owned();
        };
        let mut own = bindings(past.trigger).iter().enumerate();
        let is_own = |ix: usize| *value == Expr::Var(VarId(past.first_var.0 + ix as u16));
        match own.find(|(ix, _)| is_own(*ix)) {
            Some((_, binding)) => match binding {
                Binding::Attacker => "attackers",
                Binding::Target => "targets",
                Binding::Fighter => "fighters",
                Binding::Seat => "players",
                Binding::Card => "cards",
                Binding::Number => "numbers",
                Binding::Token => "tokens",
                Binding::Counter => "counters",
                Binding::TokenKind => "kinds of token",
            }
            .to_owned(),
            None => format!("values of {}", self.amount(value)),
        }
    }
}

/// How many counters came or went: "the number of Rage tokens given to the attacker".
fn of_counters(happened: &str) -> Option<String> {
    if happened.contains(',') {
        return None;
    }
    let rest = happened
        .strip_prefix("a ")
        .and_then(|rest| rest.split_once(" was removed from "));
    if let Some((counter, who)) = rest {
        return Some(format!("the number of {counter}s removed from {who}"));
    }
    let (who, counter) = happened.split_once(" was given a ")?;
    Some(format!("the number of {counter}s given to {who}"))
}

/// What cards of a kind are called, objectives apart from the tokens of that name.
pub(crate) fn kind_word(kind: CardKind) -> &'static str {
    match kind {
        CardKind::Objective => "objective card",
        other => other.word(),
    }
}

/// Whether an amount tells the activations of a phase apart: how many are left to all players.
fn tells_activations(value: &Expr) -> bool {
    let left = |e: &Expr| matches!(e, Expr::Call(Func::Seat(SeatProp::TurnsLeft), _));
    matches!(
        value,
        Expr::Quant { what: Quant::Sum, over: Domain::Seats, filter: None, value: Some(of), .. } if left(of)
    )
}

/// What happened more than once: of several, unless it is one and the same.
fn several_times(happened: &str) -> Option<String> {
    if happened.contains(',') {
        return None;
    }
    let many = [
        ("friend ", "friends "),
        ("enemy ", "enemies "),
        ("fighter ", "fighters "),
    ];
    let said = ["a ", "an "].iter().find_map(|a| happened.strip_prefix(a));
    let said = said.unwrap_or_default();
    // "a united friend" has one word before the noun.
    let (adjective, after) = said.split_once(' ').unwrap_or_default();
    let rest = many.iter().find_map(|(one, plural)| {
        let (many, rest) = match (said.strip_prefix(one), after.strip_prefix(one)) {
            (Some(rest), _) => ((*plural).to_owned(), rest),
            (None, Some(rest)) => (format!("{adjective} {plural}"), rest),
            (None, None) => return None,
        };
        let rest = match rest.strip_prefix("was ") {
            Some(rest) => format!("were {rest}"),
            None => rest.to_owned(),
        };
        Some(format!("{many}{rest}"))
    });
    Some(rest.unwrap_or_else(|| happened.to_owned()))
}

/// What did not happen at all: "no friend was taken out of action", "you played no ploy".
fn never(happened: &str) -> Option<String> {
    if happened.contains(',') {
        return None;
    }
    let first = ["a ", "an "].iter().find_map(|a| happened.strip_prefix(a));
    if let Some(rest) = first {
        return Some(format!("no {rest}"));
    }
    for (did, not) in [(" acted", "act"), (" returned", "return")] {
        if let Some(who) = happened.strip_suffix(did) {
            return Some(format!("{who} did not {not}"));
        }
    }
    if let Some((who, rest)) = happened.split_once(" was ") {
        return Some(format!("{who} was not {rest}"));
    }
    let objects = [" a ", " an "].into_iter().filter_map(|a| {
        let at = happened.find(a)?;
        Some((at, a.len()))
    });
    let (at, len) = objects.min()?;
    Some(format!("{} no {}", &happened[..at], &happened[at + len..]))
}

/// Where several different ones are told of: what is said before them, their noun, and what is said after.
fn different<'a>(happened: &'a str, things: &str) -> Option<(&'a str, String, &'a str)> {
    const ONES: [(&str, &str); 3] = [
        ("a friend ", "friends"),
        ("an enemy ", "enemies"),
        ("a fighter ", "fighters"),
    ];
    if things == "cards"
        && !happened.contains(',')
        && happened.ends_with(" card")
        && let Some(at) = [" a ", " an "]
            .iter()
            .filter_map(|a| happened.rfind(a))
            .max()
    {
        let (before, noun) = happened.split_at(at + 1);
        let noun = noun.split_once(' ').map_or(noun, |(_, noun)| noun);
        return Some((before, format!("{noun}s"), ""));
    }
    if happened.contains(',') || !matches!(things, "attackers" | "fighters" | "targets") {
        return None;
    }
    let doers = [" by ", " of "].into_iter().flat_map(|by| {
        let one =
            |(one, many): &(&'static str, &'static str)| (format!("{by}{}", one.trim_end()), *many);
        ONES.iter().map(one).collect::<Vec<_>>()
    });
    if things == "attackers"
        && let Some((before, noun, after)) = doers.into_iter().find_map(|(by, many)| {
            let (before, after) = happened.split_once(&by)?;
            (after.is_empty() || after.starts_with(" in ")).then_some((before, many, after))
        })
    {
        let before = &happened[..before.len() + " by ".len()];
        return Some((before, noun.to_owned(), after.trim_start()));
    }
    if things != "targets"
        && let Some((rest, noun)) = ONES
            .iter()
            .find_map(|(one, many)| Some((happened.strip_prefix(one)?, *many)))
    {
        return Some(("", noun.to_owned(), rest));
    }
    if things == "attackers" {
        return None;
    }
    ONES.iter().find_map(|(one, many)| {
        let at = happened.find(one).filter(|at| *at > 0)?;
        Some((
            &happened[..at],
            (*many).to_owned(),
            &happened[at + one.len()..],
        ))
    })
}

//! Nouns with what distinguishes them: adjectives, owners and relative clauses.

use super::idiom::tidied;
use super::kinds::of_kind;
use super::*;

impl Speaker<'_> {
    /// "a fighter of that player": takes the owner out of a condition and puts it to the noun.
    pub(crate) fn owned(
        &mut self,
        noun: &str,
        var: VarId,
        filter: &Expr,
    ) -> (String, Option<Expr>) {
        let parts = match filter {
            Expr::And(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        let owner = Expr::Call(Func::Fighter(Prop::Owner), vec![Expr::Var(var)]);
        let is_owner = |e: &Expr| matches!(e, Expr::Binary(Sign::Eq, a, _) if **a == owner);
        let mut noun = noun.to_owned();
        for part in &parts {
            if let (true, Expr::Binary(_, _, who)) = (is_owner(part), part) {
                noun = format!("{noun} of {}", self.noun(who));
            }
        }
        let mut rest: Vec<Expr> = parts.into_iter().filter(|p| !is_owner(p)).collect();
        let rest = if rest.len() > 1 {
            Some(Expr::And(rest))
        } else {
            rest.pop()
        };
        (noun, rest)
    }

    /// A condition about the subject: "a friendly fighter is Inspired".
    pub(crate) fn about(&mut self, subject: &str, var: VarId, cond: &Expr, plural: bool) -> String {
        let (subject, rest) = renamed(subject, self.lexicon, var, cond);
        let exists = if plural { "there are" } else { "there is" };
        let Some(cond) = rest else {
            return format!("{exists} {subject}");
        };
        let (subject, rest) = self.rival(&subject, var, &cond);
        let Some(cond) = rest else {
            return format!("{exists} {subject}");
        };
        let (subject, rest) = another(&subject, var, &cond);
        let Some(cond) = rest else {
            return format!("{exists} {subject}");
        };
        let (subject, rest) = self.titled(&subject, var, &tidied(&cond));
        let Some(cond) = &rest else {
            return format!("{exists} {subject}");
        };
        let one = ["a ", "an ", "no "].iter().any(|a| subject.starts_with(a));
        if one
            && let (described, Some(rest)) = self.adjectives(&subject, var, cond)
            && described != subject
            && let Some(verb) = self.tried(|s| s.predicate(var, &rest, plural))
        {
            // What is so now, of one to which something happened before.
            let then = verb.contains(" in this ") && !verb.contains(" and ");
            let state = ["vulnerable ", "damaged ", "undamaged ", "staggered "]
                .into_iter()
                .find(|word| then && described.contains(word) && !subject.contains(word));
            if let Some(state) = state {
                return format!("{subject} that is now {}{verb}", state);
            }
            return format!("{described} {verb}");
        }
        if let Some(verb) = self.tried(|s| s.predicate(var, cond, plural)) {
            return format!("{subject} {verb}");
        }
        if let Some(text) = self.tried(|s| s.and_another(&subject, var, cond)) {
            return text;
        }
        if let Some(text) = self.tried(|s| s.said_of_one(&subject, var, cond)) {
            return text;
        }
        format!("{exists} {}", self.relative(&subject, var, cond, plural))
    }

    /// "a friend was activated at least twice", "friends attacked one enemy": what is said of one that is named in it
    /// but once.
    fn said_of_one(&mut self, subject: &str, var: VarId, cond: &Expr) -> Option<String> {
        let noun = ["a ", "an "].iter().find_map(|a| subject.strip_prefix(a));
        let many = subject.starts_with("at least ") || subject.starts_with("exactly ");
        if noun.is_none() && !many {
            return None;
        }
        let plain = |part: &Expr| self.clone().predicate(var, part, false).is_some();
        if parts_of(cond).iter().any(plain) {
            return None;
        }
        let said = self.named_it(var, cond);
        let said = said
            .strip_prefix("which, ")
            .or_else(|| said.strip_prefix("which "))?;
        // Somebody else may be "it" within.
        let outer = match self.card.vars[usize::from(var.0)].ty {
            Type::Hex => "that hex",
            Type::Token => "that token",
            Type::Board => "that board",
            Type::Player => "that card",
            _ => "that fighter",
        };
        if said.contains(outer) {
            return None;
        }
        let player = self.card.vars[usize::from(var.0)].ty == Type::Player;
        let name = if player { "that player" } else { "it" };
        let is_word = |text: &str, at: usize| {
            let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let after = text[at + name.len()..].chars().next();
            !letter(text[..at].chars().next_back()) && !letter(after) && after != Some('\'')
        };
        let found = said
            .match_indices(name)
            .filter(|(at, _)| is_word(said, *at));
        let places: Vec<usize> = found.map(|(at, _)| at).collect();
        let own = ["its ", "player's"]
            .iter()
            .filter_map(|own| said.find(own))
            .min();
        match places[..] {
            [at] if many && own.is_none() && at > 0 => Some(format!(
                "{}{subject}{}",
                &said[..at],
                &said[at + name.len()..]
            )),
            _ if many => None,
            [at, ..] if own.is_some_and(|own| own < at) => None,
            [] => None,
            [0, ..] => Some(format!("{subject}{}", &said[name.len()..])),
            [at, ..] if &said[..at] == "either " => {
                Some(format!("either {subject}{}", &said[at + name.len()..]))
            }
            [at, ..] => {
                let one = if player {
                    subject
                } else {
                    &format!("one {}", noun?)
                };
                Some(format!("{}{one}{}", &said[..at], &said[at + name.len()..]))
            }
        }
    }

    /// "a friend is damaged and another friend is Inspired": what is said of one, and of another beside it.
    fn and_another(&mut self, subject: &str, var: VarId, cond: &Expr) -> Option<String> {
        if !matches!(cond, Expr::And(_)) || !subject.starts_with('a') || subject.starts_with("at ")
        {
            return None;
        }
        let told = |part: &Expr| self.clone().predicate(var, part, false).is_some();
        let (plain, hard): (Vec<Expr>, Vec<Expr>) = parts_of(cond).into_iter().partition(told);
        let verb = self.predicate(var, &all_of(plain)?, false)?;
        let more = self.named_it(var, &all_of(hard)?);
        let more = more.strip_prefix("which ")?;
        // "a friendly leader in friendly territory made an attack"
        if let Some(deed) = more.strip_prefix("it ") {
            return Some(format!("{} {deed}", with_clause(subject, &verb)));
        }
        (!more.starts_with("for each")).then(|| format!("{subject} {verb} and {more}"))
    }

    /// The condition with the element called "it"; elements around it are "that fighter" meanwhile.
    pub(crate) fn named_it(&mut self, var: VarId, cond: &Expr) -> String {
        let before = self.called.clone();
        for (outer, name) in &mut self.called {
            if name == "it" {
                *name = match self.card.vars[outer.0 as usize].ty {
                    Type::Hex => "that hex",
                    Type::Token => "that token",
                    Type::Board => "that board",
                    Type::Player => "that player",
                    Type::Card => "that card",
                    _ => "that fighter",
                }
                .to_owned();
            }
        }
        let player = self.card.vars[var.0 as usize].ty == Type::Player;
        let name = if player { "that player" } else { "it" };
        self.called.push((var, name.to_owned()));
        let text = self.condition(cond);
        self.called = before;
        if text.starts_with("for each") {
            format!("which, {text}")
        } else {
            format!("which {text}")
        }
    }

    /// The noun with a relative clause: "a fighter that is Inspired".
    pub(crate) fn relative(&mut self, noun: &str, var: VarId, cond: &Expr, plural: bool) -> String {
        if let Expr::Binary(Sign::Eq, hex, same) = cond
            && **hex == Expr::Var(var)
            && self.card.vars[usize::from(var.0)].ty == Type::Hex
            && !plural
        {
            return self.hex_noun(same);
        }
        let (noun, rest) = renamed(noun, self.lexicon, var, cond);
        let Some(cond) = rest else { return noun };
        let (noun, rest) = self.rival(&noun, var, &cond);
        let Some(cond) = rest else { return noun };
        let (noun, rest) = self.beside_known(&noun, var, &cond);
        let Some(cond) = rest else { return noun };
        let (noun, rest) = another(&noun, var, &cond);
        let Some(cond) = rest else { return noun };
        let (noun, rest) = self.titled(&noun, var, &tidied(&cond));
        let Some(cond) = rest else { return noun };
        let (noun, rest) = of_kind(&noun, var, &cond);
        let Some(cond) = rest else { return noun };
        let (noun, rest) = self.adjectives(&noun, var, &cond);
        let Some(cond) = rest else { return noun };
        let parts = match &cond {
            Expr::And(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        // What speaks of someone else goes to the end.
        let (own, other): (Vec<Expr>, Vec<Expr>) = parts
            .into_iter()
            .partition(|p| mentions(p, &Expr::Var(var)));
        let mut text = noun;
        if let Some(all) = all_of(own.clone()) {
            text = match self.tried(|s| s.predicate(var, &all, plural)) {
                Some(verb) => with_clause(&text, &verb),
                None => {
                    // Two sentences in one: whoever was "it" before is named again.
                    self.last = None;
                    // What has a verb goes first.
                    let told = |speaker: &mut Self, part: &Expr| {
                        speaker.clone().predicate(var, part, plural).is_some()
                    };
                    let (plain, hard): (Vec<Expr>, Vec<Expr>) =
                        own.into_iter().partition(|p| told(self, p));
                    if let Some(plain) = all_of(plain)
                        && let Some(verb) = self.predicate(var, &plain, plural)
                    {
                        text = with_clause(&text, &verb);
                        let more = self.named_it(var, &Expr::And(hard));
                        let pronoun = |word: &str| matches!(word, "it" | "its");
                        text = match more.strip_prefix("which ") {
                            Some(more) if !more.split(' ').any(pronoun) => {
                                format!("{text} while {more}")
                            }
                            Some(more) if !plural && more.starts_with("it ") => {
                                let and = if text.contains(" that ") { " and" } else { "" };
                                format!("{text}{and} that {}", &more["it ".len()..])
                            }
                            _ => match (object_of(&more), without(&more)) {
                                (Some(told), _) => format!("{text} that {told}"),
                                (None, Some(told)) => format!("{text} and with {told}"),
                                (None, None) => format!("{text} and for {more}"),
                            },
                        };
                    } else {
                        let told = self.named_it(var, &Expr::And(hard));
                        text = match told.strip_prefix("which it ").filter(|_| !plural) {
                            Some(told) => format!("{text} that {told}"),
                            None => match (object_of(&told), without(&told)) {
                                (Some(told), _) => format!("{text} that {told}"),
                                (None, Some(told)) => format!("{text} with {told}"),
                                (None, None) => format!("{text} for {told}"),
                            },
                        };
                    }
                    text
                }
            };
        }
        if !other.is_empty() {
            text = format!("{text}, if {},", self.condition(&Expr::And(other)));
        }
        text
    }

    /// Puts conditions of one word before the noun: "a vulnerable fighter", "an empty edge hex".
    pub(crate) fn adjectives(
        &mut self,
        noun: &str,
        var: VarId,
        cond: &Expr,
    ) -> (String, Option<Expr>) {
        const WORDS: [&str; 12] = [
            "=blocked",
            "=lethal",
            "=odd-numbered",
            "=empty",
            "=vulnerable",
            "=damaged",
            "=Inspired",
            "=staggered",
            "=a starting hex",
            "=an edge hex",
            "=a cover hex",
            "=a stagger hex",
        ];
        let parts = match cond {
            Expr::And(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        let intact = Expr::Not(Box::new(Expr::Call(Func::Damaged, vec![Expr::Var(var)])));
        // "a united friend", "united friends", but "at least two friends that are united"
        let (head, _) = noun.split_once(' ').unwrap_or(("", noun));
        let before = matches!(head, "" | "a" | "an" | "each" | "no" | "another");
        let adjective = |e: &Expr| match e {
            Expr::Label(who, label, _) if **who == Expr::Var(var) && before => {
                let word = self.label(*label);
                crate::vocab::ADJECTIVES
                    .iter()
                    .copied()
                    .find(|known| *known == word)
            }
            _ => None,
        };
        let is_adjective = |e: &Expr| {
            *e == intact
                || adjective(e).is_some()
                || matches!(e, Expr::Call(func, args) if args[..] == [Expr::Var(var)] && WORDS.contains(&phrase_of(*func)))
        };
        let mut noun = noun.to_owned();
        for part in parts.iter().filter(|p| is_adjective(p)) {
            let word = match part {
                Expr::Call(func, _) => phrase_of(*func)
                    .trim_start_matches('=')
                    .trim_start_matches("an ")
                    .trim_start_matches("a "),
                other => adjective(other).unwrap_or("undamaged"),
            };
            let word = word.trim_end_matches(" hex");
            if noun.contains(word) {
                continue;
            }
            let (head, tail) = noun.split_once(' ').unwrap_or(("", &noun));
            noun = match head {
                "a" | "an" if tail.starts_with("empty ") => {
                    format!("an empty {word} {}", &tail["empty ".len()..])
                }
                "a" | "an" => article(&format!("{word} {tail}")),
                "each" if tail.starts_with("other ") => {
                    format!("each other {word} {}", &tail["other ".len()..])
                }
                "each" | "no" | "another" => format!("{head} {word} {tail}"),
                _ => format!("{word} {noun}"),
            };
        }
        let mut rest: Vec<Expr> = parts.into_iter().filter(|p| !is_adjective(p)).collect();
        let rest = if rest.len() > 1 {
            Some(with_sign(cond, rest))
        } else {
            rest.pop()
        };
        (noun, rest)
    }
}

/// "you flipped in this power step" for "which you flipped it in this power step".
fn object_of(text: &str) -> Option<String> {
    let text = text.strip_prefix("which ")?;
    let pronoun = |word: &str| matches!(word, "it" | "its");
    let words: Vec<&str> = text.split(' ').collect();
    let at = words.iter().position(|word| pronoun(word))?;
    let before = *words.get(at.checked_sub(1)?)?;
    let plain = words.iter().filter(|word| pronoun(word)).count() == 1
        && words[at] == "it"
        && before.ends_with("ed")
        && !text.contains([',', ';']);
    plain.then(|| [&words[..at], &words[at + 1..]].concat().join(" "))
}

/// "no other friend in the same territory as it" for "which no other friend is in the same territory as it".
fn without(text: &str) -> Option<String> {
    let text = text
        .strip_prefix("which ")
        .filter(|text| text.starts_with("no "))?;
    let (who, place) = text.split_once(" is ")?;
    let near = ["in ", "adjacent "]
        .iter()
        .any(|near| place.starts_with(near));
    (near && !who.contains([',', ';'])).then(|| format!("{who} {place}"))
}

/// Tokens that show their objective side, or are held, are called by that.
pub(crate) fn renamed(
    noun: &str,
    lexicon: &Lexicon,
    var: VarId,
    cond: &Expr,
) -> (String, Option<Expr>) {
    let parts = match cond {
        Expr::And(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let says =
        |e: &Expr, prop: TokenProp| *e == Expr::Call(Func::Token(prop), vec![Expr::Var(var)]);
    let known = |e: &Expr| {
        says(e, TokenProp::Up) || says(e, TokenProp::Yours) || says(e, TokenProp::Theirs)
    };
    if !noun.contains(lexicon.feature) || !parts.iter().any(known) {
        return (noun.to_owned(), Some(cond.clone()));
    }
    let renamed = noun.replace(lexicon.feature, lexicon.objective);
    let noun = match renamed.split_once(' ') {
        Some(("a" | "an", tail)) => article(tail),
        _ => renamed,
    };
    let mut rest: Vec<Expr> = parts
        .into_iter()
        .filter(|p| !says(p, TokenProp::Up))
        .collect();
    let rest = if rest.len() > 1 {
        Some(with_sign(cond, rest))
    } else {
        rest.pop()
    };
    (noun, rest)
}

/// The noun and what is said of it, without "that is" before a place.
pub(crate) fn with_clause(noun: &str, verb: &str) -> String {
    let places = [
        "in ",
        "on ",
        "adjacent ",
        "at most ",
        "held ",
        "nearest ",
        "out of ",
    ];
    let verbs = [
        " can ", " has ", " have ", " hold", " is ", " are ", " see", " do",
    ];
    if matches!(verb, "is not held" | "are not held") {
        return format!("{noun} that nobody holds");
    }
    match verb
        .strip_prefix("is ")
        .or_else(|| verb.strip_prefix("are "))
    {
        Some(place)
            if places.iter().any(|p| place.starts_with(p))
                && !verbs.iter().any(|v| place.contains(v)) =>
        {
            format!("{noun} {place}")
        }
        _ => format!("{noun} that {verb}"),
    }
}

/// "another fighter": takes "is not the first" out of a condition and puts it to the noun.
pub(crate) fn another(noun: &str, var: VarId, cond: &Expr) -> (String, Option<Expr>) {
    let parts = match cond {
        Expr::And(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let subject = Expr::Var(var);
    let same = |a: &Expr, b: &Expr| {
        *a == subject
            && matches!(
                b,
                Expr::Var(_) | Expr::Me | Expr::This | Expr::Attacker | Expr::Target
            )
    };
    let differs = |e: &Expr| match e {
        Expr::Binary(Sign::Ne, a, b) => same(a, b),
        Expr::Not(inner) => matches!(&**inner, Expr::Binary(Sign::Eq, a, b) if same(a, b)),
        _ => false,
    };
    let mut noun = noun.to_owned();
    if parts.iter().any(differs) {
        noun = match noun.split_once(' ') {
            Some(("a" | "an", tail)) => format!("another {tail}"),
            Some((head @ ("each" | "no"), tail)) => format!("{head} other {tail}"),
            _ => format!("other {noun}"),
        };
    }
    let mut rest: Vec<Expr> = parts.into_iter().filter(|p| !differs(p)).collect();
    let rest = if rest.len() > 1 {
        Some(with_sign(cond, rest))
    } else {
        rest.pop()
    };
    (noun, rest)
}

pub(crate) fn with_sign(cond: &Expr, parts: Vec<Expr>) -> Expr {
    if matches!(cond, Expr::Or(_)) {
        Expr::Or(parts)
    } else {
        Expr::And(parts)
    }
}

//! Statements as sentences.

use super::*;
use crate::tree::Given;
use crate::verbs::{Kind, Row};

impl Speaker<'_> {
    /// Statements as sentences.
    pub(crate) fn sentences(&mut self, body: &[Stmt]) -> String {
        let texts = self.one_by_one(body);
        let texts = texts.iter().map(|text| capital(text)).collect();
        let texts = taken_together(body, self.in_that_time(body, texts));
        texts
            .iter()
            .filter(|t| !t.is_empty())
            .map(|t| end(t))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// What is said of each statement; nothing of one that was told with those before it.
    pub(crate) fn one_by_one(&mut self, body: &[Stmt]) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        while let Some(stmt) = body.get(texts.len()) {
            let ix = texts.len();
            let behind_arms = ix > 0 && matches!(body[ix - 1], Stmt::OneOf(..));
            if !behind_arms && let Some((many, text)) = self.at_once(body, ix) {
                texts.push(text);
                texts.resize(ix + many, String::new());
                continue;
            }
            self.foresee(stmt, body.get(ix + 1));
            texts.push(self.after_arms(body, ix));
        }
        texts
    }

    /// A statement as a sentence; behind things to pick from it says that it does not belong to the last of them.
    pub(crate) fn after_arms(&mut self, body: &[Stmt], ix: usize) -> String {
        let mut text = self.sentence(&body[ix]);
        // "that player chooses and discards one of their power cards"
        let discards =
            |stmt: &Stmt, then: Option<&Stmt>| match (stmt, then.map(|then| then.given("discard")))
            {
                (
                    Stmt::Choose {
                        by: Some(_), picks, ..
                    },
                    Some(Some([Given::Expr(card), ..])),
                ) => {
                    matches!(&picks[..], [pick] if *card == Expr::Var(pick.var))
                }
                _ => false,
            };
        if discards(&body[ix], body.get(ix + 1)) {
            text = text.replacen("s one of their ", "s and discards one of their ", 1);
        } else if ix > 0
            && discards(&body[ix - 1], Some(&body[ix]))
            && self.discarded_with(&body[ix - 1])
        {
            text = String::new();
        }
        let before = ix.checked_sub(1).map(|ix| &body[ix]);
        match before {
            Some(Stmt::OneOf(_, arms)) if !text.is_empty() => {
                let case = if arms.len() > 2 { "any" } else { "either" };
                format!("in {case} case, {}", self.lexicon.small(&text))
            }
            _ => text,
        }
    }

    /// A statement as a sentence.
    pub(crate) fn sentence(&mut self, stmt: &Stmt) -> String {
        // Only what is done first stands right behind its moment.
        let first = std::mem::take(&mut self.upon);
        self.upon = first && matches!(stmt, Stmt::Effect { .. });
        let text = self.spelled(stmt);
        if let Some(log) = &mut self.log {
            log.push(Spoken {
                stmt,
                choice: match stmt {
                    Stmt::Choose { .. } | Stmt::ChooseSet { .. } => true,
                    Stmt::Plain(verb, _) => verb.row().names(),
                    Stmt::ChooseNumber(..)
                    | Stmt::Name(..)
                    | Stmt::If(..)
                    | Stmt::May(..)
                    | Stmt::OneOf(..)
                    | Stmt::Each { .. }
                    | Stmt::EachIn { .. }
                    | Stmt::Roll(..)
                    | Stmt::Scatter(..)
                    | Stmt::Push { .. }
                    | Stmt::Place(..)
                    | Stmt::Lift(..)
                    | Stmt::Let { .. }
                    | Stmt::Effect { .. } => false,
                },
                text: text.clone(),
            });
        }
        self.upon = false;
        text
    }

    /// A verb that has a row, with its operands in their places.
    fn plain(&mut self, row: &Row, operands: &[Given]) -> String {
        if let Some((_, own)) = counted::OWN.iter().find(|(word, _)| *word == row.word) {
            return own(self, operands);
        }
        if let Some(text) = self.tried(|s| s.for_each_one(row, operands)) {
            return text;
        }
        let mut tail = String::new();
        let mut texts = Vec::new();
        let mut reads = row.reads;
        for (operand, given) in row.operands.iter().zip(operands) {
            texts.push(match (given, operand.kind) {
                (Given::Word(place), Kind::Counter) => {
                    let counter = CounterId(place - 1);
                    reads = self.counter_reads(counter, reads);
                    self.counters(counter, texts.first().is_some_and(|n| n == "1"))
                }
                (Given::Absent, Kind::AmountOrAll) => "all".to_owned(),
                (Given::Absent, Kind::Counted) => "you".to_owned(),
                (Given::Expr(hex), Kind::Thing(Type::Hex) | Kind::Spot) => self.hex_noun(hex),
                (Given::Expr(n), Kind::Amount | Kind::AmountOr(..))
                    if row.reads.contains("{tail}") =>
                {
                    let (n, behind) = self.amount_and_tail(n);
                    tail = behind;
                    n
                }
                (Given::Expr(n), Kind::Amount | Kind::AmountOrAll) => self.amount(n),
                (Given::Word(_), Kind::Flag(text, _)) | (Given::Absent, Kind::Flag(_, text)) => {
                    text.to_owned()
                }
                (Given::Word(_), Kind::AmountOr(word, _)) => word.to_owned(),
                (Given::Word(n), Kind::Number(reads)) => reads.replace("{}", &n.to_string()),
                // Who deals damage is not said.
                (Given::Var(var), Kind::Name(Type::Player)) => {
                    self.called.push((*var, "the winner".to_owned()));
                    String::new()
                }
                (Given::Expr(_), Kind::Dealer) | (Given::Var(_) | Given::Absent, _) => {
                    String::new()
                }
                (Given::Expr(thing) | Given::Token(thing), _) => self.noun(thing),
                (Given::Word(place), Kind::Word(_, words)) => {
                    self.fill(words[usize::from(*place) - 1].1)
                }
                (Given::Word(place), _) => token_name(Token::ALL[usize::from(*place) - 1]),
            });
        }
        let yours = texts.last().is_some_and(|whose| whose == "you");
        let mut text = reads.replace("{s}", if yours { "" } else { "s" });
        // How a word reads may speak of an operand before it.
        for (nth, operand) in texts.iter().enumerate().rev() {
            text = text.replace(&format!("{{{nth}}}"), operand);
            text = text.replace(&format!("{{{nth}'s}}"), &possessive(operand));
        }
        // Behind more than a word or two the token would run into it.
        if row.word == "give" && texts[0].split(' ').count() > 4 {
            text = format!("give a {} token to {}", texts[1], texts[0]);
        }
        text = self.fill(&text);
        if text.contains("{target}") {
            text = text.replace("{target}", &self.target());
        }
        if text.contains("{fallen}") {
            text = text.replace("{fallen}", &self.fallen());
        }
        self.fill(&text.replace("{tail}", &tail))
    }

    /// Whether the card that a player chooses is one of their own, so that it is told with its discard.
    fn discarded_with(&self, stmt: &Stmt) -> bool {
        matches!(stmt, Stmt::Choose { by: Some(by), picks, .. }
            if matches!(&picks[..], [pick] if pick.of.as_ref() == Some(by)))
    }

    /// Who went out of action, by the moment at hand.
    fn fallen(&self) -> String {
        let of_event =
            |var: &VarId| self.card.vars[var.0 as usize].origin == Origin::Event(Binding::Fighter);
        let called = self.called.iter().rev().find(|(var, _)| of_event(var));
        called.map_or("that fighter", |(_, name)| name).to_owned()
    }

    /// The target of the attack at hand.
    fn target(&self) -> String {
        let of_target =
            |var: &VarId| self.card.vars[var.0 as usize].origin == Origin::Event(Binding::Target);
        let called = self.called.iter().rev().find(|(var, _)| of_target(var));
        called.map_or("the target", |(_, name)| name).to_owned()
    }

    fn spelled(&mut self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Choose {
                term,
                by,
                picks,
                filter,
            } => {
                let verb = if *term {
                    self.lexicon.choose
                } else {
                    self.lexicon.pick
                };
                let verb = match by {
                    Some(Expr::Number(crate::NOBODY)) => {
                        self.last = None;
                        "take at random".to_owned()
                    }
                    Some(by) => {
                        self.last = None;
                        let who = self.noun(by);
                        self.last = None;
                        format!("{who} {}s", verb.to_lowercase())
                    }
                    None => verb.to_owned(),
                };
                let same = picks.len() == 2 && picks[0].over == picks[1].over;
                if same {
                    for pick in picks {
                        self.said.push(Said::Var(pick.var));
                    }
                    let noun = self.elements(picks[0].over, picks[0].of.as_ref(), true);
                    let Some(filter) = filter else {
                        return format!("{verb} two {noun}");
                    };
                    let (a, b) = (picks[0].var, picks[1].var);
                    return match self.tried(|s| s.two_of(&noun, (a, b), parts_of(filter))) {
                        Some(both) => format!("{verb} {both}"),
                        None => format!("{verb} two {noun} such that {}", self.condition(filter)),
                    };
                }
                let mut nouns = Vec::new();
                for (ix, pick) in picks.iter().enumerate() {
                    let noun = if by.is_some() && pick.of == *by {
                        format!("one of their {}", self.elements(pick.over, None, true))
                    } else {
                        article(&self.elements(pick.over, pick.of.as_ref(), false))
                    };
                    let last = ix + 1 == picks.len();
                    if let ([pick], Some(filter), None) = (&picks[..], filter, by)
                        && self.log.is_none()
                        && self.was_told(pick.over, pick.of.as_ref(), pick.var, filter)
                        && self
                            .clone()
                            .relative(&noun, pick.var, filter, false)
                            .split(' ')
                            .count()
                            > 4
                    {
                        let noun = noun.trim_start_matches("an ").trim_start_matches("a ");
                        let plain = [" on ", " broken ", " of ", " in "]
                            .iter()
                            .filter_map(|joint| noun.find(joint))
                            .min();
                        nouns.push(format!(
                            "such {}",
                            article(&noun[..plain.unwrap_or(noun.len())])
                        ));
                        self.said.push(Said::Var(pick.var));
                        self.named.push((pick.var, self.others.len()));
                        self.last = Some(Said::Var(pick.var));
                        continue;
                    }
                    nouns.push(match filter {
                        Some(filter) if last => self.relative(&noun, pick.var, filter, false),
                        _ => noun,
                    });
                    if nouns
                        .last()
                        .is_some_and(|noun| noun.starts_with("an enemy of "))
                    {
                        self.called.push((pick.var, "that enemy".to_owned()));
                    }
                    self.said.push(Said::Var(pick.var));
                    self.named.push((pick.var, self.others.len()));
                    self.last = Some(Said::Var(pick.var));
                }
                if picks.len() > 1 {
                    self.last = None;
                }
                format!("{verb} {}", nouns.join(" and "))
            }
            Stmt::ChooseSet {
                term,
                least,
                most,
                over,
                of,
                var,
                filter,
                ..
            } => {
                let verb = if *term {
                    self.lexicon.choose
                } else {
                    self.lexicon.pick
                };
                let noun = self.elements(*over, of.as_ref(), true);
                let noun = match filter {
                    Some(filter) => self.relative(&noun, *var, filter, true),
                    None => noun,
                };
                let least = match least {
                    0 => String::new(),
                    n => format!("at least {} and ", count_word((*n).into())),
                };
                let most = match most {
                    None => return format!("note all {noun}"),
                    Some(Expr::Number(n)) => count_word(*n),
                    Some(other) => {
                        let most = self.amount(other);
                        return format!("{verb} {least}at most X {noun}, X being {most}");
                    }
                };
                format!("{verb} {least}at most {most} {noun}")
            }
            Stmt::ChooseNumber(var, ..) if self.called.iter().any(|(v, _)| v == var) => {
                String::new()
            }
            Stmt::ChooseNumber(var, low, high) => {
                let name = self.card.vars[var.0 as usize].name.to_uppercase();
                format!(
                    "pick a number {name} from {} to {}",
                    self.amount(low),
                    self.amount(high)
                )
            }
            Stmt::Name(var, value) => {
                // A named value is spoken of by what it is.
                let before = (self.said.clone(), self.last);
                let text = self.noun(value);
                (self.said, self.last) = before;
                self.called.push((*var, text));
                String::new()
            }
            // Removing what is not there would change nothing.
            Stmt::If(cond, yes, no) if no.is_empty() && takes_what_is_there(cond, yes) => {
                self.spelled(&yes[0])
            }
            Stmt::If(cond, yes, no)
                if let Some(text) = self.tried(|s| s.by_players(cond, yes, no)) =>
            {
                text
            }
            Stmt::If(cond, yes, no)
                if let Some(text) = self.tried(|s| s.arms_in_case(cond, yes, no)) =>
            {
                text
            }
            // One case within another.
            Stmt::If(cond, yes, no)
                if no.is_empty()
                    && matches!(&yes[..], [Stmt::If(_, _, other)] if !other.is_empty()) =>
            {
                let cond = self.condition(cond);
                let yes = self.in_one(yes);
                let yes = yes
                    .trim_end_matches('.')
                    .replace(". Otherwise,", "; otherwise,");
                format!("if {cond}: {yes}")
            }
            Stmt::If(cond, yes, no) => {
                let before = self.told.len();
                self.tell_of(&moment::flatten(cond));
                let cond = self.condition(cond);
                let yes = self.in_one(yes);
                self.told.truncate(before);
                let hex = ["this fighter's hex", "its hex"]
                    .iter()
                    .any(|hex| cond.starts_with(hex));
                let yes = match hex {
                    true => yes.replace("to this fighter's hex", "there"),
                    false => yes,
                };
                let mut text = format!("if {cond}, {}", yes.trim_end_matches('.'));
                if !no.is_empty() {
                    text.push_str(&format!(
                        ". Otherwise, {}",
                        self.in_one(no).trim_end_matches('.')
                    ));
                }
                text
            }
            Stmt::May(None, body) if matches!(body[..], [Stmt::Let { .. }]) => {
                self.grant(&body[0], true)
            }
            Stmt::May(by, body) => {
                let text = self.in_one(body);
                let text = text.trim_end_matches('.');
                // "that player picks a hex" names who may already.
                if let Some(picked) = text.strip_prefix("that player picks ") {
                    return format!("that player may pick {picked}");
                }
                let who = by.as_ref().map_or("you".to_owned(), |by| self.noun(by));
                format!("{who} may {text}")
            }
            Stmt::OneOf(by, arms) => {
                let head = match by {
                    Some(by) => format!("{} picks one", self.noun(by)),
                    None => "pick one".to_owned(),
                };
                let before = (self.said.clone(), self.last);
                let place = self.arms.len();
                self.arms.push(Vec::new());
                let mut texts = Vec::new();
                for arm in arms {
                    (self.said, self.last) = before.clone();
                    texts.push(self.sentences(arm).trim_end_matches('.').to_owned());
                }
                (self.said, self.last) = (before.0, None);
                self.arms[place].clone_from(&texts);
                let numbered = (1..)
                    .zip(&texts)
                    .map(|(nth, text)| format!("({nth}) {text}"));
                format!("{head}: {}", numbered.collect::<Vec<_>>().join(". "))
            }
            Stmt::Each {
                turns: Some(player),
                var,
                over,
                filter,
                body,
                ..
            } => {
                let noun = self.elements(*over, None, true);
                let noun = match filter {
                    Some(filter) => self.relative(&noun, *var, filter, true),
                    None => noun,
                };
                self.called.push((*player, "that player".to_owned()));
                let text = self.for_each(*var, "each", body);
                self.called.pop();
                format!(
                    "you and then the other players take turns picking {noun} until all have been picked; {text}"
                )
            }
            Stmt::Each {
                var,
                over,
                of,
                filter,
                body,
                ..
            } => {
                let noun = format!("each {}", self.elements(*over, of.as_ref(), false));
                let noun = match each::asked_of_each(*var, filter.as_ref(), body) {
                    Some(filter) => self.relative(&noun, *var, &filter, false),
                    None => noun,
                };
                self.for_each(*var, &noun, body)
            }
            Stmt::EachIn { var, body, .. } => self.for_each(*var, "each of them", body),
            Stmt::Roll(die, n) => {
                let die = match die {
                    Die::Attack => self.lexicon.attack_roll.trim_end_matches(" roll"),
                    Die::Defence => self.lexicon.defence_roll.trim_end_matches(" roll"),
                    Die::Magic => "magic",
                };
                match n {
                    Expr::Number(1) => format!("roll {} die", article(die)),
                    Expr::Number(n) => format!("roll {n} {die} dice"),
                    n @ Expr::Var(_) => format!("roll {} {die} dice", self.amount(n)),
                    n => match self.each_one(n) {
                        Some(each) => format!("roll {} die for each {each}", article(die)),
                        None => format!("roll X {die} dice, X being {}", self.amount(n)),
                    },
                }
            }
            Stmt::Scatter(from, n @ Expr::Call(..)) => {
                let from = self.noun(from);
                format!("scatter X from {from}, X being {}", self.amount(n))
            }
            Stmt::Scatter(from, n) => {
                format!("scatter {} from {}", self.amount(n), self.noun(from))
            }
            Stmt::Push {
                who,
                n,
                up_to,
                way,
                of,
                hex,
                end,
            } => {
                let may = if *up_to && end.is_none() && *who == Expr::Me {
                    "you may "
                } else {
                    ""
                };
                let who = self.noun(who);
                if let (PushWay::Nearest, Some(end)) = (way, end) {
                    self.last = None;
                    let end = self.relative("a hex", *hex, end, false);
                    return format!("push {who} by the shortest way to {end}");
                }
                let up_to = if *up_to { "up to " } else { "" };
                let (n, tail) = match self.each_one(n) {
                    Some(each) => ("1".to_owned(), format!(" for each {each}")),
                    None => self.amount_and_tail(n),
                };
                let through = match way {
                    PushWay::Through => ", through other fighters if need be",
                    _ => "",
                };
                let way = match (way, of) {
                    (PushWay::Away, Some(of)) => format!(" away from {}", self.noun(of)),
                    (PushWay::Onward, Some(_)) => " onward in the same direction".to_owned(),
                    (PushWay::Toward, Some(of)) => format!(" closer to {}", self.noun(of)),
                    _ => String::new(),
                };
                self.last = None;
                let end = end.as_ref().map(|e| self.ending(*hex, e));
                // Behind more than a word or two the distance would run into it.
                let by = if who.contains(" hex") || who.split(' ').count() > 4 {
                    "by "
                } else {
                    ""
                };
                format!(
                    "{may}push {who} {by}{up_to}{}{way}{tail}{through}{}",
                    so_far(&n),
                    end.unwrap_or_default()
                )
            }
            Stmt::Place(who, hex, filter) => {
                let who = self.noun(who);
                let place = match filter {
                    Some(filter) => self.relative("an empty hex", *hex, filter, false),
                    None => "an empty hex".to_owned(),
                };
                format!("place {who} in {place}")
            }
            Stmt::Lift(who, hex, filter) => {
                let who = self.noun(who);
                let place = match filter {
                    Some(filter) => self.relative("an empty hex", *hex, filter, false),
                    None => "an empty hex".to_owned(),
                };
                format!(
                    "take {who} off the battlefield and place it in {place} (the hex it left counts as empty)"
                )
            }
            Stmt::Let { .. } => self.grant(stmt, false),
            Stmt::Effect {
                until,
                n,
                first,
                clauses,
            } => self.effect(*until, n.as_ref(), *first, clauses),
            Stmt::Plain(plain, operands) => self.plain(plain.row(), operands),
        }
    }

    /// ", ending adjacent to the attacker": where a push or a move must end.
    pub(crate) fn ending(&mut self, hex: VarId, filter: &Expr) -> String {
        let place = self.relative("a hex", hex, filter, false);
        let place = place.replace("a hex in that hex", "that hex");
        let near = ["adjacent to ", "at most "];
        let than = ["closer to ", "further from ", "within reach "];
        let plain = |rest: &&str| !rest.contains(" or ") && !rest.contains(" and ");
        let at = place
            .strip_prefix("a hex ")
            .filter(|rest| near.iter().any(|w| rest.starts_with(w)));
        let is = place.strip_prefix("a hex that is ").filter(plain);
        let is = is.filter(|rest| near.iter().chain(&than).any(|w| rest.starts_with(w)));
        match at.or(is) {
            Some(near) => format!(", ending {near}"),
            None => format!(", ending in {place}"),
        }
    }

    pub(crate) fn roll(&self, roll: RollKind) -> String {
        match roll {
            RollKind::Attack => self.lexicon.attack_roll.to_owned(),
            RollKind::Defence => self.lexicon.word("defence_roll"),
        }
    }
}

/// All tokens of two kinds that are taken from one fighter, in one sentence.
fn taken_together(body: &[Stmt], mut texts: Vec<String>) -> Vec<String> {
    let from = |stmt: &Stmt| {
        let stmt = match stmt {
            Stmt::If(cond, yes, no) if no.is_empty() && takes_what_is_there(cond, yes) => {
                yes.first()?
            }
            other => other,
        };
        match stmt.given("take")? {
            [Given::Word(_), Given::Word(token), Given::Expr(who)] => {
                Some((token_name(Token::ALL[usize::from(*token) - 1]), who.clone()))
            }
            _ => None,
        }
    };
    for ix in 1..texts.len().min(body.len()) {
        if let (Some((_, who)), Some((token, same))) = (from(&body[ix - 1]), from(&body[ix]))
            && who == same
            && texts[ix].to_lowercase().starts_with("remove all ")
            && let Some(first) = texts[ix - 1].strip_suffix(" tokens")
            && first.to_lowercase().starts_with("remove all ")
        {
            texts[ix] = format!("{first} and {token} tokens");
            texts[ix - 1].clear();
        }
    }
    texts
}

/// Whether tokens are removed if there are any.
fn takes_what_is_there(cond: &Expr, yes: &[Stmt]) -> bool {
    let (Expr::Call(func, args), [only]) = (cond, yes) else {
        return false;
    };
    let Some([Given::Word(_), Given::Word(token), Given::Expr(who)]) = only.given("take") else {
        return false;
    };
    let name = token_name(Token::ALL[usize::from(*token) - 1]);
    let kind = phrase_of(*func).strip_prefix('+');
    args[..] == [who.clone()] && kind == Some(&format!("{name} tokens"))
}

pub(crate) fn token_name(token: Token) -> String {
    capital(token.word())
}

pub(crate) fn end(text: &str) -> String {
    // A condition between commas may stand last.
    let text = text.trim_end_matches(',');
    if text.ends_with(['.', '!', '?']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

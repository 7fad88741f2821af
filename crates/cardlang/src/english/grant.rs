//! Actions that are granted, and effects that last.

use super::first::of_doing;
use super::manner::manner;
use super::moment::flatten;
use super::*;

impl Speaker<'_> {
    /// "a Move action", in the edition's words.
    pub(crate) fn action_noun(&self, action: ActionKind) -> String {
        article(match action {
            ActionKind::Move => self.lexicon.movement,
            ActionKind::Attack => self.lexicon.attack,
            ActionKind::Charge => self.lexicon.charge,
            ActionKind::Guard => self.lexicon.guard,
            ActionKind::Any => self.lexicon.deed,
        })
    }

    pub(crate) fn grant(&mut self, stmt: &Stmt, may: bool) -> String {
        let Stmt::Let {
            who,
            action,
            weapon,
            var,
            filter,
        } = stmt
        else {
            return String::new();
        };
        let (var, filter) = (*var, filter.as_ref());
        let who = self.noun(who);
        if *weapon == WeaponPick::ByYou {
            let action = self.action_noun(*action);
            return format!("make {action} with {who} as if it were yours");
        }
        let action = self.action_noun(*action);
        let with = match weapon {
            WeaponPick::Any | WeaponPick::ByYou => String::new(),
            WeaponPick::Card(_) => " with this weapon".to_owned(),
            WeaponPick::Own(_) => " with that weapon".to_owned(),
            WeaponPick::Same => " with the same weapon".to_owned(),
            WeaponPick::Again => " again with the same weapon on the same target".to_owned(),
            WeaponPick::Named(number) => format!(" with {}", self.weapon_name(*number)),
            WeaponPick::Free(number) => {
                format!(" with {}, at no cost", self.weapon_name(*number))
            }
        };
        let of_hex = self.card.vars[var.0 as usize].ty == Type::Hex;
        let parts: Vec<Expr> = filter.filter(|_| !of_hex).map(flatten).unwrap_or_default();
        let mut used = vec![false; parts.len()];
        let told = self.attack_told(&parts, &mut used, false, true);
        let action = match told.before.is_empty() {
            true => action,
            false => article(&format!("{}{}", told.before, self.lexicon.attack)),
        };
        let with = match told.after.strip_prefix(" with ") {
            Some(told) if !with.is_empty() => format!("{with} and {told}"),
            _ => format!("{with}{}", told.after),
        };
        let rest = parts.into_iter().zip(used);
        let rest = all_of(
            rest.filter(|(_, used)| !used)
                .map(|(part, _)| part)
                .collect(),
        );
        let on = match (filter, &rest) {
            (Some(filter), _) if of_hex => self.ending(var, filter),
            (_, None) => String::new(),
            (_, Some(Expr::Binary(Sign::Eq, a, b))) if **a == Expr::Var(var) => {
                format!(" on {}", self.noun(b))
            }
            (_, Some(rest)) => format!(" on {}", self.relative("a target", var, rest, false)),
        };
        format!(
            "{who} {} {action}{with}{on}",
            if may { "may make" } else { "makes" }
        )
    }

    pub(crate) fn effect(
        &mut self,
        until: Until,
        n: Option<&Expr>,
        first: bool,
        clauses: &[Clause],
    ) -> String {
        if let Some(text) = self.first_one(until, clauses) {
            return text;
        }
        if let Some(text) = self.tried(|s| s.first_attack(until, clauses)) {
            return text;
        }
        if let Some(text) = self.tried(|s| s.until_the_end(until, clauses)) {
            return text;
        }
        if let Some(text) = self.tried(|s| s.damage_of_spell(clauses)) {
            return text;
        }
        if let (
            [
                Clause {
                    kind: ClauseKind::Auto(Trigger::ActivationDone, body),
                    when: None,
                    ..
                },
            ],
            Until::NextActivation,
        ) = (clauses, until)
            && !body.iter().any(Stmt::ceases)
        {
            let text = self.then(body);
            let head = self.when_over(until, n);
            return format!("{head}, {}", text.trim_end_matches('.'));
        }
        let of_attacks = |c: &Clause| matches!(&c.kind, ClauseKind::Static(rule) if rule.attacks);
        let ceases = |c: &&Clause| matches!(&c.kind, ClauseKind::Auto(_, body) if matches!(&body[..], [only] if only.ceases()));
        let ends: Vec<&Clause> = clauses.iter().filter(ceases).collect();
        // What only ends the effect does not count.
        let rules = || clauses.iter().filter(|c| !ceases(c));
        let first_attack = first && rules().all(of_attacks);
        if let [
            Clause {
                kind: ClauseKind::Expire(body),
                ..
            },
        ] = clauses
        {
            let body = self.then(body);
            let head = self.when_over(until, n);
            let joint = if head.contains(',') || body.starts_with("if ") {
                ":"
            } else {
                ","
            };
            return format!("{head}{joint} {}", body.trim_end_matches('.'));
        }
        let of_moves = |c: &Clause| matches!(&c.kind, ClauseKind::Static(rule) if !rule.attacks && moves(rule));
        let first_move = first && clauses.iter().any(of_moves);
        let doing = |c: &Clause| matches!(&c.kind, ClauseKind::Static(rule) if of_doing(rule));
        let first_mover = first && clauses.iter().any(doing);
        let first_roll = first && rules().all(of_casting);
        let next_roll = first_roll && until == Until::Game && ends.is_empty();
        let once = match (first, first_attack, first_move) {
            _ if first_mover => String::new(),
            _ if next_roll => String::new(),
            _ if first_roll => ", for the first casting roll".to_owned(),
            (true, false, true) => format!(", for the first {}", self.lexicon.movement),
            (true, false, false) => format!(", for the first {}", self.lexicon.attack),
            _ => String::new(),
        };
        let head = match until {
            Until::Attack => format!("for this {}", self.lexicon.attack),
            Until::Action => format!("for this {}", self.lexicon.deed),
            Until::Activation => format!("until the end of this {}", self.lexicon.activation),
            Until::NextActivation => format!("in the next {}", self.lexicon.activation),
            Until::Activations => {
                let activation = self.lexicon.activation;
                match n {
                    Some(Expr::Number(1)) | None => format!("in the next {activation}"),
                    Some(Expr::Number(n)) => format!("for {n} {activation}s"),
                    Some(n) => format!("for X {activation}s, X being {}", self.amount(n)),
                }
            }
            Until::Step => format!("until the end of this {}", self.lexicon.word("power_step")),
            Until::NextStep => format!("until the next {}", self.lexicon.word("power_step")),
            Until::NextTurn => "in the next turn".to_owned(),
            Until::OwnNextTurn => "in your next turn".to_owned(),
            Until::OwnNextActivation => format!("in your next {}", self.lexicon.activation),
            Until::NextSpell => "for your warband's next spell".to_owned(),
            Until::Phase => format!("until the end of the {}", self.lexicon.phase),
            Until::Round => format!("until the end of the {}", self.lexicon.round),
            Until::Group => format!("until another {} is played", self.group()),
            Until::GroupOrRound => {
                let (group, round) = (self.group(), self.lexicon.round);
                format!("until the next {group} is played or the {round} ends")
            }
            Until::Game if next_roll => "for the next casting roll".to_owned(),
            Until::Game => "for the rest of the game".to_owned(),
        };
        let mut head = head;
        for clause in ends {
            let ClauseKind::Auto(trigger, _) = &clause.kind else {
                continue;
            };
            let (moment, cond) = self.moment(clause, *trigger);
            let moment = moment
                .trim_start_matches("after ")
                .trim_start_matches("when ");
            head = match (trigger, until) {
                (Trigger::ActivationDone, _) if cond.is_empty() => {
                    format!("until the end of the next {}", self.lexicon.activation)
                }
                (_, Until::Game) => {
                    let before = match head.strip_prefix("until ") {
                        Some(before) => format!("{before} or "),
                        None => String::new(),
                    };
                    let cond = match trigger {
                        Trigger::ActivationDone | Trigger::PowerStepDone => {
                            cond.replacen(", if ", " after which ", 1)
                        }
                        _ => cond,
                    };
                    format!("until {before}{moment}{cond}")
                }
                _ if !head.starts_with("until") => format!("{head}, until {moment}{cond}"),
                (_, Until::GroupOrRound) => {
                    format!(
                        "until {moment}{cond}, {}",
                        head.trim_start_matches("until ")
                    )
                }
                _ if head.contains(", or sooner if ") && !manner(*trigger).named => {
                    format!("{head} or {moment}{cond}")
                }
                _ if manner(*trigger).named => format!("{head}, or sooner, after {moment}{cond}"),
                _ => format!("{head}, or sooner if {moment}{cond}"),
            };
        }
        let at_hand = until == Until::Attack && clauses.iter().all(of_attacks);
        self.first = first_attack;
        self.at_hand = at_hand;
        self.this_attack = until == Until::Attack;
        let lasting: Vec<&Clause> = clauses.iter().filter(|c| !ceases(c)).collect();
        let outer = (self.first_move, self.within, self.alone);
        (self.first_move, self.within, self.alone) = (first_mover, false, lasting.len() == 1);
        let texts: Vec<String> = lasting.iter().map(|c| self.clause(c)).collect();
        (self.first_move, self.within, self.alone) = outer;
        self.first = false;
        self.at_hand = false;
        self.this_attack = false;
        let text = merged(texts).join(" ");
        if at_hand {
            return text;
        }
        let text = self.lexicon.small(text.trim_end_matches('.'));
        let [only] = &lasting[..] else {
            return format!("{head}{once}: {text}");
        };
        let lasts = matches!(only.kind, ClauseKind::Static(_));
        // A moment of the attack at hand says so itself.
        if until == Until::Attack && text.starts_with("after ") {
            return text;
        }
        let behind = self.within || std::mem::take(&mut self.upon);
        let plain = lasts
            && ![" if ", ", ", "while ", "when "]
                .iter()
                .any(|w| text.contains(w));
        if behind && plain && once.is_empty() {
            let attack = self.lexicon.attack;
            let this = head.replace(&format!("for this {attack}"), &format!("in this {attack}"));
            if ["until", "for this ", "in this "]
                .iter()
                .any(|time| this.starts_with(time))
            {
                return format!("{text} {this}");
            }
        }
        // "friends have +1 Defence for the first attack"
        if let Some(once) = once
            .strip_prefix(", ")
            .filter(|_| plain && !head.contains(','))
        {
            return format!("{head}, {text} {once}");
        }
        if behind && !self.within && once.is_empty() && head.starts_with("in ") && lasts {
            return format!("{head} {text}");
        }
        // A list or an amount before it would run into what follows a comma.
        if head.contains(',') || !once.is_empty() {
            return format!("{head}{once}: {text}");
        }
        let reaction = format!("{}: ", self.lexicon.small(&capital(self.lexicon.reaction)));
        let once = format!("{}, once: ", reaction.trim_end_matches(": "));
        if let Some(text) = text.strip_prefix(&once) {
            return format!(
                "{head}, once, as {}, {text}",
                article(self.lexicon.reaction)
            );
        }
        match text.strip_prefix(&reaction) {
            Some(text) => format!("{head}, as {}, {text}", article(self.lexicon.reaction)),
            None => format!("{head}, {text}"),
        }
    }

    /// An effect until the next power step that goes on in it: "until the end of the next power step".
    fn until_the_end(&mut self, until: Until, clauses: &[Clause]) -> Option<String> {
        let (last, rules) = clauses.split_last()?;
        let ClauseKind::Expire(body) = &last.kind else {
            return None;
        };
        let [
            Stmt::Effect {
                until: Until::Step,
                first: false,
                clauses: again,
                ..
            },
        ] = &body[..]
        else {
            return None;
        };
        if until != Until::NextStep || rules.is_empty() {
            return None;
        }
        let text = self.clone().effect(until, None, false, rules);
        let same = self.effect(Until::Step, None, false, again);
        let step = self.lexicon.word("power_step");
        let (now, then) = (
            format!("until the next {step}"),
            format!("until the end of this {step}"),
        );
        let text = text.strip_prefix(&now)?;
        (same.strip_prefix(&then)? == text)
            .then(|| format!("until the end of the next {step}{text}"))
    }

    /// A second effect of the same time is told as "in that activation".
    pub(crate) fn in_that_time(&self, body: &[Stmt], texts: Vec<String>) -> Vec<String> {
        let next = |stmt: &Stmt| {
            matches!(
                stmt,
                Stmt::Effect {
                    until: Until::NextActivation,
                    ..
                }
            ) || matches!(stmt, Stmt::If(_, yes, no) if no.is_empty()
                    && matches!(&yes[..], [Stmt::Effect { until: Until::NextActivation, .. }]))
        };
        let plain = |stmt: &Stmt| matches!(stmt, Stmt::Effect { .. }) && next(stmt);
        let activation = self.lexicon.activation;
        let mut said = false;
        let mut out = Vec::new();
        for (stmt, text) in body.iter().zip(texts) {
            let again = said && next(stmt);
            said |= plain(stmt);
            out.push(match again {
                true => text.replacen(
                    &format!("n the next {activation}"),
                    &format!("n that {activation}"),
                    1,
                ),
                false => text,
            });
        }
        // The same for one time and for another is told once.
        for ix in 1..out.len().min(body.len()) {
            if !body[ix - 1..=ix]
                .iter()
                .all(|stmt| matches!(stmt, Stmt::Effect { .. }))
            {
                continue;
            }
            let told = |text: &str| {
                let (head, rest) = text.split_once(", ")?;
                let time = ["until ", "in "]
                    .iter()
                    .any(|time| head.to_lowercase().starts_with(time));
                time.then(|| (head.to_owned(), rest.to_owned()))
            };
            if let (Some((one, first)), Some((other, second))) =
                (told(&out[ix - 1]), told(&out[ix]))
                && first == second
            {
                out[ix] = format!("{one} and {}, {second}", self.lexicon.small(&other));
                out[ix - 1].clear();
            }
        }
        out
    }

    /// Effects of the same time, one or the other by the number of players: the time is told once.
    pub(crate) fn by_players(&mut self, cond: &Expr, yes: &[Stmt], no: &[Stmt]) -> Option<String> {
        let players = |e: &Expr| matches!(e, Expr::Call(Func::Game(GameFact::Players), _));
        let Expr::Binary(_, a, b) = cond else {
            return None;
        };
        let plain = players(a) && matches!(**b, Expr::Number(_));
        let ([Stmt::Effect { until: one, .. }], [Stmt::Effect { until: other, .. }]) = (yes, no)
        else {
            return None;
        };
        if !plain || one != other || *one != Until::NextActivation {
            return None;
        }
        let head = format!("in the next {}, ", self.lexicon.activation);
        let cond = self.condition(cond);
        let yes = self.in_one(yes);
        let no = self.in_one(no);
        let (yes, no) = (yes.strip_prefix(&head)?, no.strip_prefix(&head)?);
        Some(format!(
            "{}: if {cond}, {yes} Otherwise, {no}",
            head.trim_end_matches(", ")
        ))
    }

    /// What cards of the same kind are called of which only one can be in force.
    fn group(&self) -> String {
        let labels = self.catalog.labels.iter().enumerate();
        let mut own = labels.filter(|(ix, _)| self.card.labels >> ix & 1 == 1);
        own.find(|(_, word)| matches!(word.as_str(), "domain" | "waypoint"))
            .map_or_else(
                || "card of this group".to_owned(),
                |(_, word)| capital(word),
            )
    }

    /// The moment at which an effect is over.
    fn when_over(&mut self, until: Until, n: Option<&Expr>) -> String {
        let activation = self.lexicon.activation;
        match (until, n) {
            (Until::Activations, Some(Expr::Number(n))) if *n > 1 => {
                format!("after {n} {activation}s")
            }
            (Until::Activations, Some(n)) if *n != Expr::Number(1) => {
                format!("after X {activation}s, X being {}", self.amount(n))
            }
            (Until::Activations, _) => format!("after the {activation}"),
            (Until::Activation, _) => format!("at the end of this {activation}"),
            (Until::NextActivation, _) => format!("at the end of the next {activation}"),
            (Until::Attack, _) => format!("at the end of this {}", self.lexicon.attack),
            (Until::Action, _) => format!("at the end of this {}", self.lexicon.deed),
            (Until::Step, _) => format!("at the end of this {}", self.lexicon.word("power_step")),
            (Until::NextStep, _) => {
                format!("when the next {} begins", self.lexicon.word("power_step"))
            }
            (Until::NextTurn, _) => "at the end of the next turn".to_owned(),
            (Until::OwnNextTurn, _) => "at the end of your next turn".to_owned(),
            (Until::OwnNextActivation, _) => format!("at the end of your next {activation}"),
            (Until::Phase, _) => format!("at the end of the {}", self.lexicon.phase),
            (Until::Round, _) => format!("at the end of the {}", self.lexicon.round),
            _ => "when this is over".to_owned(),
        }
    }
}

/// Rules about the same attacks one after another, as one: "has Cleave, and Grievous if …".
fn merged(texts: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for text in texts {
        let again = out.last_mut().and_then(|before| {
            let (who, _) = ["has ", "have "].iter().find_map(|verb| {
                let at = before.find(&format!(" {verb}"))?;
                Some((before[..=at].to_owned() + verb, ()))
            })?;
            let first = who.to_lowercase().starts_with("the first ");
            let plain = !before.contains(" if ") && !before.contains(", ");
            Some((before, who)).filter(|_| first && plain)
        });
        match again {
            Some((before, who)) if text.starts_with(&who) => {
                let more = &text[who.len()..];
                *before = format!("{}, and {more}", before.trim_end_matches('.'));
            }
            Some((before, who)) => {
                // "The attacker has 1 more supporter in it."
                let noun = who
                    .split_once(" ha")
                    .map_or("", |(noun, _)| noun)
                    .to_lowercase();
                let told = text.replace(&format!(" in {noun} "), " in it ");
                let told = told.replace(&format!(" in {noun}."), " in it.");
                let _ = before;
                out.push(told);
            }
            None => out.push(text),
        }
    }
    out
}

/// Whether a rule is about fighters who are moving.
fn moves(rule: &StaticRule) -> bool {
    let moving = |cond: &Expr| {
        let mut found = false;
        let mut look = |e: &Expr| {
            found |= matches!(e, Expr::Call(Func::Fighter(Prop::Doing(_)), _));
        };
        look(cond);
        crate::walk::parts_of(cond, &mut look);
        found
    };
    let speed = |m: &Mod| matches!(m, Mod::Stat(Stat::Move, ..));
    rule.filter.as_ref().is_some_and(moving) || rule.mods.iter().any(speed)
}

/// Whether a clause is about casting rolls alone.
fn of_casting(clause: &Clause) -> bool {
    let ClauseKind::Static(rule) = &clause.kind else {
        return false;
    };
    let casts = |item: &Mod| {
        matches!(
            item,
            Mod::Plain(Static::Casting(_) | Static::Innate(Face::Focus | Face::Channel))
                | Mod::Stat(Stat::Wizard, ..)
        )
    };
    !rule.attacks && rule.mods.iter().all(casts)
}

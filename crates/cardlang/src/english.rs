//! The English of a card, made from its checked tree: short, imperative, in the edition's words.
//!
//! Who is spoken of is tracked by a small context: what was mentioned last becomes "it", what was
//! mentioned before becomes "that fighter", and events give names of their own ("the attacker").

use crate::catalog::Catalog;
use crate::code::{Limit, Side, Timing};
use crate::lexicon::{Lexicon, capital};
use crate::op::Prop;
use crate::tree::{Card, Clause, ClauseKind, Expr, Origin, Sign, VarId};
use crate::vocab::{EVENTS, Func, Type};
use crate::{Binding, CardKind, bindings};
use gloryhex_model::Trigger;

/// The text of a card: one line per clause.
pub fn card_text(card: &Card, lexicon: &Lexicon, catalog: &Catalog) -> String {
    let mut speaker = Speaker::new(card, lexicon, catalog);
    let mut lines = Vec::new();
    let labels = catalog.labels.iter().enumerate();
    let labels = labels.filter(|(ix, _)| card.labels >> ix & 1 == 1);
    lines.extend(labels.map(|(_, word)| format!("{}.", capital(word))));
    if let Some(cast) = card.cast {
        lines.push(format!("Cast: {}.", cast_text(cast)));
    }
    if let Some(users) = &card.users
        && card.kind == CardKind::Upgrade
    {
        let who = speaker.users(card.user, users);
        lines.push(format!("Give this only to {who}."));
    }
    for weapon in &card.weapons {
        lines.push(speaker.weapon(weapon));
    }
    let sided = card.clauses.iter().any(|c| c.side != Side::Both);
    for clause in &card.clauses {
        speaker.forget();
        speaker.chosen = chosen_in(clause);
        let text = speaker.clause(clause);
        let side = match clause.side {
            Side::Inspired if sided => "Inspired. ",
            Side::Normal if sided => "Not Inspired. ",
            _ => "",
        };
        lines.push(format!("{side}{text}"));
    }
    lines.join("\n")
}

/// What was said so far, and in which words.
pub(crate) struct Speaker<'a> {
    pub(crate) card: &'a Card,
    pub(crate) lexicon: &'a Lexicon,
    pub(crate) catalog: &'a Catalog,
    /// What "it" would mean now.
    pub(crate) last: Option<Said>,
    /// How variables are called instead of by their origin.
    pub(crate) called: Vec<(VarId, String)>,
    /// Whether this fighter was mentioned in this clause.
    pub(crate) said: Vec<Said>,
    /// What the clause lets players choose.
    pub(crate) chosen: Vec<VarId>,
    /// Whether the rule being told holds for the first attack only.
    pub(crate) first: bool,
}

/// Something that can be mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A variable.
    Var(VarId),
    /// The bearer, caster or fighter itself.
    Me,
}

impl<'a> Speaker<'a> {
    fn new(card: &'a Card, lexicon: &'a Lexicon, catalog: &'a Catalog) -> Speaker<'a> {
        Speaker {
            card,
            lexicon,
            catalog,
            last: None,
            called: Vec::new(),
            said: Vec::new(),
            first: false,
            chosen: Vec::new(),
        }
    }

    fn forget(&mut self) {
        self.last = None;
        self.called.clear();
        self.said.clear();
    }

    pub(crate) fn fill(&self, phrase: &str) -> String {
        let mut out = String::new();
        let mut rest = phrase;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let Some(close) = rest[open..].find('}') else {
                break;
            };
            let key = &rest[open + 1..open + close];
            if key.chars().all(|c| c.is_ascii_digit()) {
                out.push_str(&rest[open..=open + close]);
            } else {
                out.push_str(&self.lexicon.word(key));
            }
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }

    /// Sentences after a colon or comma: nothing before it is "it" any more.
    pub(crate) fn then(&mut self, body: &[crate::tree::Stmt]) -> String {
        self.last = None;
        let text = self.sentences(body);
        self.lexicon.small(&text)
    }

    /// A clause as one line.
    pub(crate) fn clause(&mut self, clause: &Clause) -> String {
        let once = match clause.limit {
            Limit::None => "",
            Limit::Turn => "Once per turn. ",
            Limit::Phase => "Once per phase. ",
            Limit::Round => "Once per round. ",
            Limit::Game => "Once per game. ",
        };
        let title = match clause.title.as_str() {
            "" => String::new(),
            title if title.ends_with(['!', '?']) => format!("{title} "),
            title => format!("{title}. "),
        };
        let text = match &clause.kind {
            ClauseKind::Play(body) => {
                let body = self.sentences(body);
                match &clause.when {
                    Some(when) => format!(
                        "Only if {}: {}",
                        self.condition(when),
                        self.lexicon.small(&body)
                    ),
                    None => body,
                }
            }
            ClauseKind::React {
                trigger,
                body,
                free: true,
                ..
            } => {
                let (moment, cond) = self.moment(clause, *trigger);
                format!(
                    "{}{cond}: if you wish, {}",
                    capital(&moment),
                    self.then(body)
                )
            }
            ClauseKind::React { trigger, body, .. } => {
                let (moment, cond) = self.moment(clause, *trigger);
                format!(
                    "{}{moment}{cond}: {}",
                    capital(&format!("{}: ", self.lexicon.reaction)),
                    self.then(body)
                )
            }
            ClauseKind::Action(cast, body) => {
                let kind = match cast {
                    Some(cast) => format!("Spell {} ({})", self.lexicon.action, cast_text(*cast)),
                    None => self.lexicon.action.to_owned(),
                };
                let when = clause
                    .when
                    .as_ref()
                    .map(|w| format!(", if {}", self.condition(w)))
                    .unwrap_or_default();
                format!("{kind}{when}: {}", self.then(body))
            }
            ClauseKind::Static(rule) => self.static_rule(rule),
            ClauseKind::Score {
                timing,
                glory,
                then,
            } => {
                let mut text = match timing {
                    Timing::EndPhase => "End phase: ".to_owned(),
                    Timing::LastEndPhase => "Last end phase: ".to_owned(),
                    Timing::Surge(trigger) => {
                        let (moment, cond) = self.moment(clause, *trigger);
                        format!("{}: {moment}{cond}.", self.lexicon.surge)
                    }
                };
                if !matches!(timing, Timing::Surge(_)) {
                    let cond = clause
                        .when
                        .as_ref()
                        .map_or_else(|| "always".to_owned(), |w| self.condition(w));
                    text.push_str(&format!("{cond}."));
                }
                if let Some(glory) = glory {
                    text.push_str(&format!(" Glory: {}.", self.amount(glory)));
                }
                if !then.is_empty() {
                    text.push_str(&format!(" Then {}", self.then(then)));
                }
                text
            }
            ClauseKind::Inspire(off, trigger) => {
                let verb = if *off { "Un-Inspire" } else { "Inspire" };
                match trigger {
                    Some(trigger) => {
                        let (moment, cond) = self.moment(clause, *trigger);
                        format!("{verb}: {moment}{cond}.")
                    }
                    None => {
                        let cond = clause
                            .when
                            .as_ref()
                            .map_or_else(|| "always".to_owned(), |w| self.condition(w));
                        format!("{verb}: {cond}.")
                    }
                }
            }
            ClauseKind::Break(trigger) => {
                let (moment, cond) = self.moment(clause, *trigger);
                format!(
                    "{}{cond}: {} this card.",
                    capital(&moment),
                    self.lexicon.break_card
                )
            }
            ClauseKind::Auto(trigger, body) => {
                let (moment, cond) = self.moment(clause, *trigger);
                format!("{}{cond}: {}", capital(&moment), self.then(body))
            }
            ClauseKind::Expire(body) => format!("When this ends: {}", self.then(body)),
        };
        format!("{title}{once}{text}")
    }

    /// "after a friendly fighter's attack" and what else must hold.
    fn moment(&mut self, clause: &Clause, trigger: Trigger) -> (String, String) {
        let parts: Vec<Expr> = match &clause.when {
            Some(Expr::And(parts)) => parts.iter().flat_map(flatten).collect(),
            Some(one) => vec![one.clone()],
            None => Vec::new(),
        };
        let mut used = vec![false; parts.len()];
        let template = EVENTS
            .iter()
            .find(|(_, t, _)| *t == trigger)
            .map_or("", |(_, _, text)| *text);
        let speaks_of = |ix: u16| {
            let var = Expr::Var(VarId(clause.first_var.0 + ix));
            parts.iter().any(|p| mentions(p, &var))
        };
        let template = match trigger {
            Trigger::ActivationDone if speaks_of(0) => "{0}'s {activation}",
            Trigger::ActivationDone if speaks_of(1) => "{1}'s {activation}",
            Trigger::ActivationStart if speaks_of(0) => "{0}'s {activation} begins",
            Trigger::ActivationDone => "{an_activation}",
            Trigger::ReactionDone if speaks_of(0) => "{0}'s {reaction}",
            Trigger::PowerStepDone if speaks_of(0) => "{0}'s {power_step}",
            Trigger::TrackerAdvanced if speaks_of(0) => "{0}'s tracker advances",
            _ => template,
        };
        let mut text = self.fill(template);
        for (ix, binding) in bindings(trigger).iter().enumerate() {
            let var = VarId(clause.first_var.0 + ix as u16);
            let slot = format!("{{{ix}}}");
            if !text.contains(&slot) {
                continue;
            }
            let noun = self.introduced(var, *binding, &parts, &mut used);
            text = text
                .replace(&format!("{slot}'s"), &possessive(&noun))
                .replace(&slot, &noun);
        }
        for vague in [" on a fighter", " against a fighter", " by a fighter"] {
            text = text.replace(vague, "");
        }
        let after = match trigger {
            Trigger::AttackDeclared
            | Trigger::SpellCast
            | Trigger::DriveBackDue
            | Trigger::ActivationStart => "when",
            Trigger::AttackJudged | Trigger::PhaseEnd | Trigger::PhaseStart | Trigger::EndPhase => {
                "when"
            }
            _ => "after",
        };
        self.last = None;
        let rest: Vec<Expr> = parts
            .into_iter()
            .zip(used)
            .filter(|(_, used)| !used)
            .map(|(p, _)| p)
            .collect();
        let cond = match rest.len() {
            0 => String::new(),
            _ => format!(", if {}", self.condition(&Expr::And(rest))),
        };
        (format!("{after} {text}"), cond)
    }

    /// How an event's fighter is first named, using up the conditions that say so.
    fn introduced(
        &mut self,
        var: VarId,
        binding: Binding,
        parts: &[Expr],
        used: &mut [bool],
    ) -> String {
        let mut kind = "fighter";
        let mut me = false;
        for (ix, part) in parts.iter().enumerate() {
            match part {
                Expr::Call(Func::Fighter(prop), args) if args[..] == [Expr::Var(var)] => match prop
                {
                    Prop::Friendly => (kind, used[ix]) = ("friend", true),
                    Prop::Enemy => (kind, used[ix]) = ("enemy", true),
                    _ => {}
                },
                Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) && **b == Expr::Me => {
                    used[ix] = true;
                    me = true;
                }
                _ => {}
            }
        }
        if me {
            self.called.push((var, "this fighter".to_owned()));
            self.said.push(Said::Me);
            return "this fighter".to_owned();
        }
        self.said.push(Said::Var(var));
        match binding {
            Binding::Card => "a card".to_owned(),
            Binding::Seat => self.seat_noun(var, parts, used),
            Binding::Number => "an amount".to_owned(),
            _ => crate::lexicon::article(kind),
        }
    }

    /// "you", "an opponent" or "a player".
    fn seat_noun(&mut self, var: VarId, parts: &[Expr], used: &mut [bool]) -> String {
        for (ix, part) in parts.iter().enumerate() {
            let (same, pair) = match part {
                Expr::Binary(Sign::Eq, a, b) => (true, (&**a, &**b)),
                Expr::Binary(Sign::Ne, a, b) => (false, (&**a, &**b)),
                Expr::Not(inner) => match &**inner {
                    Expr::Binary(Sign::Eq, a, b) => (false, (&**a, &**b)),
                    _ => continue,
                },
                _ => continue,
            };
            if pair == (&Expr::Var(var), &Expr::You) {
                used[ix] = true;
                let (first, later) = if same {
                    ("you", "you")
                } else {
                    ("an opponent", "that player")
                };
                self.called.push((var, later.to_owned()));
                return first.to_owned();
            }
        }
        "a player".to_owned()
    }

    /// A variable or fighter by the name that fits now.
    pub(crate) fn noun(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::You => "you".to_owned(),
            Expr::Me if self.card.kind == CardKind::Spell => self.mention(Said::Me, "the caster"),
            Expr::Me => self.mention(Said::Me, "this fighter"),
            Expr::This => "this card".to_owned(),
            Expr::Attacker => "the attacker".to_owned(),
            Expr::Target => "the target".to_owned(),
            Expr::Var(var) => self.var_noun(*var),
            Expr::Call(Func::Fighter(Prop::Hex), args)
            | Expr::Call(Func::Token(crate::TokenProp::Hex), args) => self.noun(&args[0]),
            other => self.amount(other),
        }
    }

    fn mention(&mut self, said: Said, name: &str) -> String {
        if self.last == Some(said) && self.said.contains(&said) {
            return "it".to_owned();
        }
        self.last = Some(said);
        if !self.said.contains(&said) {
            self.said.push(said);
        }
        name.to_owned()
    }

    /// Whether the variable was chosen while an event already gave a fighter of its own.
    fn beside_event(&self, info: &crate::tree::Var) -> bool {
        let is_event = |said: &Said| match said {
            Said::Var(var) => {
                self.card.vars[var.0 as usize].origin == Origin::Event(Binding::Fighter)
            }
            Said::Me => false,
        };
        matches!(info.origin, Origin::Chosen(_)) && self.said.iter().any(is_event)
    }

    fn var_noun(&mut self, var: VarId) -> String {
        if let Some((_, name)) = self.called.iter().rev().find(|(v, _)| *v == var) {
            let name = name.clone();
            if name == "this fighter" {
                return self.mention(Said::Me, &name);
            }
            return self.mention(Said::Var(var), &name);
        }
        let info = &self.card.vars[var.0 as usize];
        let name = match info.origin {
            Origin::Event(Binding::Attacker) => "the attacker",
            Origin::Event(Binding::Target) => "the target",
            Origin::Event(Binding::Seat) => "that player",
            Origin::Event(Binding::Number) => "that amount",
            Origin::Hex => "that hex",
            _ => match info.ty {
                Type::Fighter if self.beside_event(info) => "the chosen fighter",
                Type::Fighter => "that fighter",
                Type::Hex => "that hex",
                Type::Token => "that token",
                Type::Card => "that card",
                Type::Player => "that player",
                Type::Board => "that board",
                _ => return info.name.to_uppercase(),
            },
        };
        if matches!(
            info.origin,
            Origin::Event(Binding::Attacker | Binding::Target)
        ) {
            return name.to_owned();
        }
        let twins: Vec<VarId> = self
            .chosen
            .iter()
            .copied()
            .filter(|v| self.card.vars[v.0 as usize].ty == info.ty)
            .collect();
        if let [first, second] = twins[..]
            && [first, second].contains(&var)
        {
            return if var == first {
                "the first".to_owned()
            } else {
                "the second".to_owned()
            };
        }
        self.mention(Said::Var(var), name)
    }
}

/// Parts of a condition that all must hold.
fn flatten(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::And(parts) => parts.iter().flat_map(flatten).collect(),
        other => vec![other.clone()],
    }
}

/// Variables that the clause itself lets players choose.
fn chosen_in(clause: &Clause) -> Vec<VarId> {
    let mut out = Vec::new();
    match &clause.kind {
        ClauseKind::Play(body)
        | ClauseKind::Action(_, body)
        | ClauseKind::Auto(_, body)
        | ClauseKind::Expire(body)
        | ClauseKind::Score { then: body, .. }
        | ClauseKind::React { body, .. } => chosen_in_body(body, &mut out),
        _ => {}
    }
    out
}

fn chosen_in_body(body: &[crate::tree::Stmt], out: &mut Vec<VarId>) {
    for stmt in body {
        if let crate::tree::Stmt::Choose { picks, .. } = stmt {
            out.extend(picks.iter().map(|p| p.var));
        }
        for block in crate::walk::blocks_of(stmt) {
            chosen_in_body(block, out);
        }
        if let crate::tree::Stmt::Effect { clauses, .. } = stmt {
            for clause in clauses {
                out.extend(chosen_in(clause));
            }
        }
    }
}

pub(crate) fn mentions(expr: &Expr, what: &Expr) -> bool {
    let mut found = expr == what;
    crate::walk::parts_of(expr, &mut |e| found |= mentions(e, what));
    found
}

/// "your", "its", "the attacker's".
pub(crate) fn possessive(noun: &str) -> String {
    match noun {
        "you" => "your".to_owned(),
        "it" => "its".to_owned(),
        "they" => "their".to_owned(),
        other => format!("{other}'s"),
    }
}

/// A casting value.
pub(crate) fn cast_text(cast: crate::Cast) -> String {
    let symbol = capital(cast.symbol.word());
    if cast.n == 1 {
        symbol
    } else {
        format!("{} {symbol}", cast.n)
    }
}

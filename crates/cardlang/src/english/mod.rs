//! The English of a card, made from its checked tree: short, imperative, in the edition's words.
//!
//! Who is spoken of is tracked by a small context: what was mentioned last becomes "it", what was
//! mentioned before becomes "that fighter", and events give names of their own ("the attacker").

mod again;
mod alike;
mod amount;
mod arms;
mod attack;
mod casting;
mod clause;
mod condition;
mod count;
mod counted;
mod each;
mod first;
mod grant;
mod happened;
mod holding;
mod idiom;
mod introduced;
mod joined;
mod kinds;
mod lack;
mod lines;
mod manner;
mod merge;
mod modifier;
mod moment;
mod noun;
mod pair;
mod past;
mod predicate;
mod relation;
mod relative;
mod rule;
mod statement;
mod support;
mod upon;
mod weapon;

pub use lack::{clause_text, lack_text};
pub use lines::clause_lines;
pub use weapon::weapon_text;

use crate::catalog::Catalog;
use crate::code::{Ban, Change, FaceRule, HexRule, Limit, RollKind, Side, Static, Timing};
use crate::instr::{ActionKind, PushWay, Until, WeaponPick};
use crate::lexicon::{Lexicon, article, capital, count_word};
use crate::program::ir::{Faces, Tie};
use crate::program::words::{Domain, Fact, GameFact, HexProp, Prop, Quant, SeatProp, TokenProp};
use crate::program::words::{LAST_STEP, TRACK};
use crate::set_up::Begins;
use crate::tree::{
    Card, Clause, ClauseKind, Expr, Mod, Origin, Sign, StaticRule, Stmt, VarId, Weapon, Who,
};
use crate::vocab::{EVENTS, Func, TABLE, Type};
use crate::{Binding, CardKind, bindings};
use amount::{hexes, is_number, phrase_of, so_far, strip_the};
use gloryhex_model::{CountedFor, CounterId, Die, Face, FaceSet, Stat, Token, Trigger, WeaponDef};
use noun::possessive;
use predicate::join_verbs;
use statement::end;

/// The text of a card: one line per clause.
pub fn card_text(card: &Card, lexicon: &Lexicon, catalog: &Catalog) -> String {
    spoken(card, lexicon, catalog).0
}

/// What a player is offered wherever the card lets one of several things be picked, in the order of
/// its instructions.
pub fn arm_texts(card: &Card, lexicon: &Lexicon, catalog: &Catalog) -> Vec<Vec<String>> {
    spoken(card, lexicon, catalog).1
}

fn spoken(card: &Card, lexicon: &Lexicon, catalog: &Catalog) -> (String, Vec<Vec<String>>) {
    let mut speaker = Speaker::new(card, lexicon, catalog);
    let mut lines = Vec::new();
    let labels = catalog.labels.iter().enumerate();
    let labels = labels.filter(|(ix, _)| card.labels >> ix & 1 == 1);
    lines.extend(labels.map(|(_, word)| match word.as_str() {
        "illusion" => format!(
            "Illusion: costs no glory. It breaks when its bearer is dealt damage or chosen by a gambit, and when the {} ends.",
            lexicon.phase
        ),
        "unbreakable" => "This card cannot be broken.".to_owned(),
        word => format!("{}.", capital(&word.replace('_', " "))),
    }));
    if let Some(cast) = card.cast {
        lines.push(format!("Cast: {}.", cast_text(cast)));
    }
    if let Some(users) = &card.users {
        let noun = match card.kind {
            CardKind::Upgrade => "a fighter",
            _ => "a friend",
        };
        let who = speaker.users(noun, card.user, users);
        match card.kind {
            CardKind::Upgrade => lines.push(format!("Give this only to {who}.")),
            CardKind::Ploy | CardKind::Spell => {
                lines.push(format!("Play this only while {who} is on the battlefield."));
            }
            _ => {}
        }
    }
    for weapon in &card.weapons {
        lines.push(speaker.weapon(weapon));
    }
    let sided = card.clauses.iter().any(|c| c.side != Side::Both);
    let other = card.clauses.iter().find_map(|clause| match clause.kind {
        ClauseKind::Begins(Begins::Becomes(name)) => Some(speaker.name(name)),
        _ => None,
    });
    for clause in &card.clauses {
        speaker.forget();
        speaker.chosen = chosen_in(clause);
        let text = speaker.clause(clause);
        let side = match (clause.side, &other) {
            (Side::Inspired, Some(other)) => format!("{other}. "),
            (Side::Normal, Some(_)) => format!("{}. ", card.name),
            (Side::Inspired, None) if sided => "Inspired. ".to_owned(),
            (Side::Normal, None) if sided => "Not Inspired. ".to_owned(),
            _ => String::new(),
        };
        if !text.is_empty() {
            lines.push(format!("{side}{text}"));
        }
    }
    if card.kind == CardKind::Plot && tracks(card, catalog) {
        let rises = TRACK.map(|step| step.to_string());
        lines.push(format!(
            "The tracker begins on step 1. The Cataclysm value is 1 at first and grows by one on steps {}; the last is step {LAST_STEP}.",
            rises.join(", ")
        ));
    }
    (lines.join("\n"), speaker.arms)
}

/// Whether a card advances a tracker.
fn tracks(card: &Card, catalog: &Catalog) -> bool {
    let compiled =
        crate::compile::compile_with(card, gloryhex_model::CardId::NONE, &catalog.labels, None);
    compiled.is_ok_and(|compiled| {
        let step = |instr: &crate::Instr| matches!(instr, crate::Instr::Track(_));
        compiled.code.code.iter().any(step)
    })
}

/// What was said so far, and in which words.
#[derive(Clone)]
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
    /// Whether the rule being told is about attacks by you or on you.
    pub(crate) yours: bool,
    /// Whether each of those told of next must be there.
    pub(crate) some: bool,
    /// Whether the rule being told holds for the attack at hand only.
    pub(crate) at_hand: bool,
    /// Whether the effect being told serves the first who moves.
    pub(crate) first_move: bool,
    /// Whether the effect being told says nothing else.
    pub(crate) alone: bool,
    /// Whether the statement being told is what is done at a moment that was just told.
    pub(crate) upon: bool,
    /// Whether the statement being told is part of a longer sentence.
    pub(crate) within: bool,
    /// Whether the effect being told lasts for the attack at hand.
    pub(crate) this_attack: bool,
    /// What fighters were called that were spoken of without being chosen, in order.
    pub(crate) others: Vec<&'static str>,
    /// How many others had been spoken of when a variable was last called by its name.
    pub(crate) named: Vec<(VarId, usize)>,
    /// The things one of which may be picked, wherever that is so.
    pub(crate) arms: Vec<Vec<String>>,
    /// Of whom the moment says that there is one.
    pub(crate) told: Vec<Present>,
    /// Whether the effect being told lasts for one spell and says what damage that spell deals.
    pub(crate) one_spell: bool,
    /// Who were chosen together last.
    pub(crate) together: Vec<VarId>,
    /// What was said of each statement, in order, if anybody wants to know.
    pub(crate) log: Option<Vec<Spoken>>,
}

/// Somebody or something that there must be at a moment.
#[derive(Clone)]
pub(crate) struct Present {
    /// From where.
    pub(crate) over: Domain,
    /// Whose.
    pub(crate) of: Option<Expr>,
    /// The one.
    pub(crate) var: VarId,
    /// What is asked of it.
    pub(crate) asked: Expr,
}

/// A statement and what was said of it.
#[derive(Clone)]
pub(crate) struct Spoken {
    /// Which it is.
    pub(crate) stmt: *const Stmt,
    /// Whether it brings somebody or something up.
    pub(crate) choice: bool,
    /// The words.
    pub(crate) text: String,
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
            first_move: false,
            within: false,
            upon: false,
            alone: false,
            some: false,
            yours: false,
            this_attack: false,
            at_hand: false,
            chosen: Vec::new(),
            others: Vec::new(),
            named: Vec::new(),
            arms: Vec::new(),
            told: Vec::new(),
            together: Vec::new(),
            one_spell: false,
            log: None,
        }
    }

    fn forget(&mut self) {
        self.last = None;
        self.called.clear();
        self.said.clear();
        self.others.clear();
        self.told.clear();
        self.together.clear();
        self.named.clear();
    }

    /// Says something; if it cannot be said in this way, nothing has been mentioned.
    pub(crate) fn tried(
        &mut self,
        say: impl FnOnce(&mut Self) -> Option<String>,
    ) -> Option<String> {
        let mut attempt = self.clone();
        let text = say(&mut attempt)?;
        *self = attempt;
        Some(text)
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
            } else if let Some(counter) = key.strip_prefix('#').and_then(|n| n.parse().ok()) {
                out.push_str(&self.counters(CounterId(counter), false));
            } else {
                out.push_str(&self.lexicon.word(key));
            }
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }

    /// Sentences after a colon or comma: nothing before it is "it" any more.
    pub(crate) fn then(&mut self, body: &[Stmt]) -> String {
        self.last = None;
        let text = self.sentences(body);
        self.lexicon.small(&text)
    }
    /// What is done, in one sentence, so that what it hangs on is said of all of it.
    pub(crate) fn in_one(&mut self, body: &[Stmt]) -> String {
        self.last = None;
        let within = std::mem::replace(&mut self.within, true);
        let texts = self.one_by_one(body);
        self.within = within;
        let texts: Vec<String> = texts
            .iter()
            .map(|text| self.lexicon.small(text.trim_end_matches('.')))
            .filter(|text| !text.is_empty())
            .collect();
        // What has parts of its own is told apart by a stronger sign.
        let plain = texts
            .iter()
            .all(|text| !text.contains([';', ':']) && !text.starts_with("if "));
        let plain = plain
            && texts
                .iter()
                .skip(1)
                .all(|text| !text.replace(", ending", "").contains(", "));
        // Only the last may have parts of its own.
        let split = match texts.split_last() {
            Some((last, before)) if !plain && last.starts_with("if ") => {
                let simple =
                    |text: &String| !text.contains([',', ';', ':']) && !text.starts_with("if ");
                before
                    .iter()
                    .all(simple)
                    .then(|| format!("{}; then {last}", before.join(", then ")))
            }
            _ => None,
        };
        let text = match split {
            Some(text) if texts.len() > 1 => text,
            _ => texts.join(if plain { ", then " } else { "; then " }),
        };
        // One who is picked, and does something at once.
        let text = ["pick another player", "pick an opponent"]
            .iter()
            .fold(text, |text, pick| {
                text.replace(
                    &format!("{pick}, then that player "),
                    &format!("{pick}, who "),
                )
            });
        end(&text)
    }
}

/// Variables that the clause itself lets players choose.
fn chosen_in(clause: &Clause) -> Vec<VarId> {
    let mut out = Vec::new();
    match &clause.kind {
        ClauseKind::Play(body)
        | ClauseKind::Action { body, .. }
        | ClauseKind::Auto(_, body)
        | ClauseKind::Expire(body)
        | ClauseKind::Score { then: body, .. }
        | ClauseKind::React { body, .. } => chosen_in_body(body, &mut out),
        ClauseKind::Static(_)
        | ClauseKind::Inspire(..)
        | ClauseKind::Break(_)
        | ClauseKind::Counter(..)
        | ClauseKind::Flips(_)
        | ClauseKind::Begins(_) => {}
    }
    out
}

fn chosen_in_body(body: &[Stmt], out: &mut Vec<VarId>) {
    for stmt in body {
        if let Stmt::Choose { picks, .. } = stmt {
            out.extend(picks.iter().map(|p| p.var));
        }
        for block in crate::walk::blocks_of(stmt) {
            chosen_in_body(block, out);
        }
        if let Stmt::Effect { clauses, .. } = stmt {
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

/// A casting value.
pub(crate) fn cast_text(cast: crate::Cast) -> String {
    let symbol = match cast.symbol {
        Face::Crit => "Critical".to_owned(),
        other => capital(other.word()),
    };
    if cast.n == 1 {
        symbol
    } else {
        format!("{} {symbol}", cast.n)
    }
}

/// The expression with one variable in place of another.
pub(crate) fn renamed_var(expr: &Expr, from: VarId, to: VarId) -> Expr {
    in_place_of(expr, &Expr::Var(from), &Expr::Var(to))
}

/// The expression with `to` wherever it had `from`.
pub(crate) fn in_place_of(expr: &Expr, from: &Expr, to: &Expr) -> Expr {
    let go = |e: &Expr| in_place_of(e, from, to);
    let boxed = |e: &Expr| Box::new(in_place_of(e, from, to));
    match expr {
        same if same == from => to.clone(),
        Expr::Call(func, args) => Expr::Call(*func, args.iter().map(go).collect()),
        Expr::Named(who, name) => Expr::Named(boxed(who), *name),
        Expr::Titled(card, name) => Expr::Titled(boxed(card), *name),
        Expr::Label(who, label, card) => Expr::Label(boxed(who), *label, *card),
        Expr::Not(inner) => Expr::Not(boxed(inner)),
        Expr::And(parts) => Expr::And(parts.iter().map(go).collect()),
        Expr::Or(parts) => Expr::Or(parts.iter().map(go).collect()),
        Expr::Binary(sign, a, b) => Expr::Binary(*sign, boxed(a), boxed(b)),
        Expr::Quant {
            what,
            over,
            of,
            var,
            filter,
            value,
        } => Expr::Quant {
            what: *what,
            over: *over,
            of: of.as_deref().map(boxed),
            var: *var,
            filter: filter.as_deref().map(boxed),
            value: value.as_deref().map(boxed),
        },
        Expr::If(a, b, c) => Expr::If(boxed(a), boxed(b), boxed(c)),
        Expr::Past(past) => {
            let mut past = past.clone();
            for part in [&mut past.filter, &mut past.value].into_iter().flatten() {
                *part = go(part);
            }
            if let Some((_, fighter)) = &mut past.key {
                *fighter = go(fighter);
            }
            Expr::Past(past)
        }
        other => other.clone(),
    }
}

/// Conditions that all must hold, one by one.
pub(crate) fn parts_of(cond: &Expr) -> Vec<Expr> {
    match cond {
        Expr::And(parts) => parts.clone(),
        one => vec![one.clone()],
    }
}

/// The conditions as one, if there are any.
pub(crate) fn all_of(mut parts: Vec<Expr>) -> Option<Expr> {
    if parts.len() > 1 {
        Some(Expr::And(parts))
    } else {
        parts.pop()
    }
}

/// A list in words: "a, b and c".
pub(crate) fn listed(texts: &[String], word: &str) -> String {
    match texts {
        [head @ .., last] if head.len() > 1 && !head.iter().any(|t| t.contains(',')) => {
            format!("{} {word} {last}", head.join(", "))
        }
        _ => texts.join(&format!(" {word} ")),
    }
}

//! Names and types of questions about the past.

use super::Checker;
use crate::Binding;
use crate::binding::bindings;
use crate::past::{During, Kept};
use crate::syntax::{self, PhraseKind};
use crate::tree::{Expr, Past, VarId};
use crate::vocab::Type;
use gloryhex_model::Trigger;

/// What a count is kept for: the place of the event's fighter or token, and the one at hand it must be.
type Key = Option<(u8, Expr)>;

impl Checker<'_> {
    /// `times(attack where … in phase)` and its kin.
    pub(crate) fn past(&mut self, past: &syntax::Past) -> Option<(Expr, Type)> {
        let trigger = self.event(&past.event)?;
        let spans = During::WORDS.map(|(word, during, _)| (word, during));
        let during = self.one_of(&past.during, "length of time to look back on", &spans)?;
        let kept = self.one_of(&past.kept, "question about the past", &Kept::WORDS)?;
        let parts = conjuncts(past.filter.as_ref());
        let (key, parts) = self.key(trigger, parts)?;
        let outside = std::mem::take(&mut self.scope);
        let it = std::mem::take(&mut self.it);
        let names = outside.iter().map(|(name, _)| name.clone()).collect();
        let names = std::mem::replace(&mut self.outside, names);
        let known = (self.in_attack_rule, self.has_attack);
        (self.in_attack_rule, self.has_attack) = (false, true);
        let first_var = VarId(self.vars.len() as u16);
        self.enter_trigger(trigger);
        let mut filter: Vec<Expr> = parts.into_iter().map(|part| self.condition(part)).collect();
        let value = self.kept_value(past, kept);
        let kept = value.as_ref().map_or(kept, |(_, kept)| *kept);
        (self.in_attack_rule, self.has_attack) = known;
        (self.scope, self.it, self.outside) = (outside, it, names);
        let filter = match filter.len() {
            0 | 1 => filter.pop(),
            _ => Some(Expr::And(filter)),
        };
        let nth = self.pasts;
        let Some(next) = nth.checked_add(1) else {
            self.error(past.kept.span, "the card asks too much about the past");
            return None;
        };
        self.pasts = next;
        let past = Past {
            nth,
            kept,
            trigger,
            during,
            first_var,
            filter,
            value: value?.0,
            key,
        };
        Some((Expr::Past(Box::new(past)), Type::Number))
    }

    /// What is added up or told apart; `None` if that was already reported.
    fn kept_value(&mut self, past: &syntax::Past, kept: Kept) -> Option<(Option<Expr>, Kept)> {
        let word = &past.kept.text;
        match (kept, &past.value) {
            (Kept::Times, None) => Some((None, kept)),
            (Kept::Times, Some(value)) => {
                let help = "write `total` to add it up, or `distinct` to count different ones";
                self.error_help(value.span, "`times` only counts", help);
                None
            }
            (_, None) => {
                let event = &past.event.text;
                let help = format!("write `{word}({event} where …: … in {})`", past.during.text);
                self.error_help(past.kept.span, format!("`{word}` of what?"), help);
                None
            }
            (Kept::Total, Some(value)) => Some((Some(self.typed(value, Type::Number)), kept)),
            (Kept::Distinct | Kept::Cards, Some(value)) => {
                let (expr, ty) = self.expr(value)?;
                if ty == Type::Card {
                    return Some((Some(expr), Kept::Cards));
                }
                if !matches!(
                    ty,
                    Type::Fighter | Type::Token | Type::Player | Type::Board | Type::Number
                ) {
                    let message = format!("{} cannot be told apart from others", ty.shown());
                    let help = "name a fighter, a token, a card, a player or a number below 32";
                    self.error_help(value.span, message, help);
                    return None;
                }
                Some((Some(expr), kept))
            }
        }
    }

    /// Takes out the part that says which fighter at hand the event's must be. Where another is named as well, the bearer
    /// is looked at when it happens, and not counted for.
    fn key<'p>(
        &mut self,
        trigger: Trigger,
        parts: Vec<&'p syntax::Phrase>,
    ) -> Option<(Key, Vec<&'p syntax::Phrase>)> {
        let (mut named, mut others) = (Vec::new(), Vec::new());
        for part in parts {
            match self.named_in(trigger, part) {
                Some((place, other)) => named.push((part, place, other)),
                None => others.push(part),
            }
        }
        let all_bearer = named.iter().all(|(.., other)| is_bearer(other));
        let first = match all_bearer {
            true => named.first().map(|(part, ..)| part.span),
            false => None,
        };
        let mut key: Key = None;
        for (part, (at, ty), other) in named {
            if is_bearer(other) && first != Some(part.span) {
                others.push(part);
                continue;
            }
            let whose = self.typed(other, ty);
            if key.replace((at, whose)).is_some() {
                let help = "one thing at hand can be named; say the rest in other words";
                self.error_help(part.span, "this is counted for one thing already", help);
                return None;
            }
        }
        Some((key, others))
    }

    /// Something of the world around the question that a part says the event's must be, and the event's place of it.
    fn named_in<'p>(
        &mut self,
        trigger: Trigger,
        part: &'p syntax::Phrase,
    ) -> Option<((u8, Type), &'p syntax::Phrase)> {
        let (a, b) = match &part.kind {
            PhraseKind::Is(a, false, b) | PhraseKind::Binary("=", a, b) => (a, b),
            _ => return None,
        };
        let place = |e: &syntax::Phrase| provided(trigger, bare(e)?);
        let ((at, ty), other) = match (place(a), place(b)) {
            (Some(at), None) => (at, b),
            (None, Some(at)) => (at, a),
            _ => return None,
        };
        self.is_outside(other, ty).then_some(((at, ty), &**other))
    }

    /// Whether something stands for a fighter, a token or a player of the world around the question.
    fn is_outside(&mut self, expr: &syntax::Phrase, ty: Type) -> bool {
        let Some(name) = bare(expr) else {
            return false;
        };
        let var = self.lookup(name).or(match name {
            "it" => self.it.last().copied(),
            _ => None,
        });
        match name {
            "me" | "bearer" | "caster" => self.has_me && ty == Type::Fighter,
            _ => var.is_some_and(|var| self.type_of(var) == ty),
        }
    }
}

/// The parts of a condition of which all must hold.
fn conjuncts(filter: Option<&syntax::Phrase>) -> Vec<&syntax::Phrase> {
    match filter.map(|filter| (&filter.kind, filter)) {
        Some((PhraseKind::And(parts), _)) => parts.iter().collect(),
        Some((_, one)) => vec![one],
        None => Vec::new(),
    }
}

/// A word by itself.
fn bare(expr: &syntax::Phrase) -> Option<&str> {
    match &expr.kind {
        PhraseKind::Call(word, args) if args.is_empty() => Some(&word.text),
        _ => None,
    }
}

/// Whether this is the bearer.
fn is_bearer(expr: &syntax::Phrase) -> bool {
    matches!(bare(expr), Some("me" | "bearer" | "caster"))
}

/// The place of a fighter, a token or a player among what an event provides, and which of these it is.
fn provided(trigger: Trigger, name: &str) -> Option<(u8, Type)> {
    let all = bindings(trigger).iter();
    let place = all.clone().position(|binding| binding.word() == name)?;
    let ty = match bindings(trigger)[place] {
        Binding::Fighter | Binding::Attacker | Binding::Target => Type::Fighter,
        Binding::Token => Type::Token,
        Binding::Seat => Type::Player,
        Binding::Card | Binding::Number | Binding::Counter | Binding::TokenKind => {
            return None;
        }
    };
    Some((place as u8, ty))
}

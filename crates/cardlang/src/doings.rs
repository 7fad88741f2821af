//! What a card does, as words to look cards up by: the verbs of its statements, and what it adds to a fighter.
//!
//! Deliberately absent: conditions, amounts and whom it happens to; that is what the text is for.

use crate::{
    ActionKind, Static,
    tree::{Card, Clause, ClauseKind, Mod, Stmt},
    walk::blocks_of,
};
use std::collections::BTreeSet;

/// The words of a card's doings, in order.
pub fn doings(card: &Card) -> BTreeSet<&'static str> {
    let mut words = BTreeSet::new();
    if !card.weapons.is_empty() {
        words.insert("weapon");
    }
    clauses(&card.clauses, &mut words);
    words
}

fn clauses(list: &[Clause], words: &mut BTreeSet<&'static str>) {
    for clause in list {
        statements(clause.kind.body(), words);
        if let ClauseKind::Static(rule) = &clause.kind {
            words.extend(rule.mods.iter().filter_map(standing));
        }
    }
}

fn statements(body: &[Stmt], words: &mut BTreeSet<&'static str>) {
    for stmt in body {
        words.extend(verb(stmt));
        if let Stmt::Effect { clauses: inner, .. } = stmt {
            clauses(inner, words);
        }
        for block in blocks_of(stmt) {
            statements(block, words);
        }
    }
}

/// The verb of a statement; none for those that only lead to others.
fn verb(stmt: &Stmt) -> Option<&'static str> {
    Some(match stmt {
        Stmt::Plain(verb, _) => verb.row().word,
        Stmt::Push { .. } => "push",
        Stmt::Place(..) | Stmt::Lift(..) => "place",
        Stmt::Let { action, .. } => match action {
            ActionKind::Move => "move",
            ActionKind::Attack => "attack",
            ActionKind::Charge => "charge",
            ActionKind::Guard => "guard",
            ActionKind::Any => "act",
        },
        Stmt::Roll(..) => "roll",
        Stmt::Scatter(..) => "scatter",
        Stmt::Choose { .. }
        | Stmt::ChooseSet { .. }
        | Stmt::ChooseNumber(..)
        | Stmt::Name(..)
        | Stmt::If(..)
        | Stmt::May(..)
        | Stmt::OneOf(..)
        | Stmt::Each { .. }
        | Stmt::EachIn { .. }
        | Stmt::Effect { .. } => return None,
    })
}

/// The word for something that is in force, where people look for it.
fn standing(what: &Mod) -> Option<&'static str> {
    match what {
        Mod::Stat(stat, ..) => Some(stat.word()),
        Mod::Plain(Static::Reroll(_)) => Some("reroll"),
        Mod::Plain(Static::OnGuard) => Some("guard"),
        Mod::Plain(Static::Cannot(_)) | Mod::CannotScore(..) => Some("forbid"),
        Mod::Support(..) | Mod::Plain(Static::CountsAs(_) | Static::Supports(_)) => Some("support"),
        _ => None,
    }
}

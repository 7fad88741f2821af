//! Which line of a card's text tells which of its clauses.

use super::*;
use crate::compile::compile_with;
use gloryhex_model::CardId;

/// For each compiled clause of a card, the line of [`card_text`] that tells it.
pub fn clause_lines(card: &Card, lexicon: &Lexicon, catalog: &Catalog) -> Vec<usize> {
    let Ok(compiled) = compile_with(card, CardId::NONE, &catalog.labels, None) else {
        return Vec::new();
    };
    // What is said before the clauses: labels, casting, users, weapons.
    let text = card_text(card, lexicon, catalog);
    let lines = text.lines().count();
    // A counter that begins at nothing is not told.
    let silent = |clause: &&Clause| matches!(clause.kind, ClauseKind::Counter(_, 0));
    let told: Vec<&Clause> = card.clauses.iter().filter(|own| !silent(own)).collect();
    let before = lines.saturating_sub(told.len());
    let place = |clause: &Clause| {
        let found = told.iter().position(|own| std::ptr::eq(*own, clause));
        // One inside of an effect is told within another's line.
        let named = || text.lines().position(|line| line.contains(&clause.title));
        let inside = || named().filter(|_| !clause.title.is_empty());
        found
            .map(|ix| before + ix)
            .or_else(inside)
            .unwrap_or(before)
    };
    let clauses = compiled.spots.clauses.iter();
    clauses.map(|told| place(told)).collect()
}

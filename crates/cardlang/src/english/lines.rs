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
    let lines = card_text(card, lexicon, catalog).lines().count();
    let before = lines.saturating_sub(card.clauses.len());
    let place = |told: &Clause| {
        let found = card.clauses.iter().position(|own| std::ptr::eq(own, told));
        before + found.unwrap_or(0)
    };
    let clauses = compiled.spots.clauses.iter();
    clauses.map(|told| place(told)).collect()
}

//! What stands against using a card: the instruction that cannot be followed, or the condition.

use super::*;
use crate::compile::compile_with;
use gloryhex_model::CardId;

/// One compiled clause of a card in words: the paragraph a player who uses it needs. Nothing if there is none.
pub fn clause_text(
    card: &Card,
    lexicon: &Lexicon,
    catalog: &Catalog,
    clause: usize,
) -> Option<String> {
    let spots = compile_with(card, CardId::NONE, &catalog.labels, None)
        .ok()?
        .spots;
    let clause = *spots.clauses.get(clause)?;
    let mut speaker = Speaker::new(card, lexicon, catalog);
    speaker.chosen = chosen_in(clause);
    Some(speaker.clause(clause))
}

/// A sentence that says what a clause of a card waits for: that the instruction `at` can be followed, or,
/// without one, that its condition is met. Nothing if there is neither.
pub fn lack_text(
    card: &Card,
    lexicon: &Lexicon,
    catalog: &Catalog,
    clause: usize,
    at: Option<u16>,
) -> Option<String> {
    let spots = compile_with(card, CardId::NONE, &catalog.labels, None)
        .ok()?
        .spots;
    let clause = *spots.clauses.get(clause)?;
    let mut speaker = Speaker::new(card, lexicon, catalog);
    speaker.chosen = chosen_in(clause);
    let Some(at) = at.map(usize::from) else {
        return speaker.awaited(clause);
    };
    let around = spots
        .stmts
        .iter()
        .filter(|(from, to, _)| (*from..*to).contains(&at));
    let (_, _, stmt) = around.min_by_key(|(from, to, _)| to - from)?;
    speaker.log = Some(Vec::new());
    speaker.clause(clause);
    let log = speaker.log.take()?;
    let ix = log.iter().position(|said| std::ptr::eq(said.stmt, *stmt))?;
    let mut texts = vec![log[ix].text.clone()];
    if speaks_of_another(&texts[0]) {
        let chosen = log[..ix].iter().rev().find(|said| said.choice);
        texts.extend(chosen.map(|said| said.text.clone()));
        texts.reverse();
    }
    let texts: Vec<String> = texts
        .iter()
        .map(|text| lexicon.small(text.trim_end_matches('.')))
        .collect();
    Some(format!(
        "Keep it until this can be followed: {}.",
        texts.join("; then ")
    ))
}

impl Speaker<'_> {
    /// When a clause can be used, as something to wait for.
    fn awaited(&mut self, clause: &Clause) -> Option<String> {
        match &clause.kind {
            ClauseKind::React { trigger, .. } => {
                let (moment, cond) = self.moment(clause, *trigger);
                Some(format!("Keep it for its moment: {moment}{cond}."))
            }
            _ => {
                let when = clause.when.as_ref()?;
                Some(format!("Keep it until {}.", self.condition(when)))
            }
        }
    }
}

/// Whether a sentence has a pronoun for what was said before.
fn speaks_of_another(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        matches!(
            word,
            "it" | "It" | "its" | "that" | "That" | "them" | "They"
        )
    })
}

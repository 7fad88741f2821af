//! Cards made up for a scenario, to show rules that no card of a box touches.
//!
//! They stand in a fenced `card` block between heading and scenario, without an `edition` line, and are
//! known in that scenario alone.

use super::{position::Impossible, syntax::Scenario};
use gloryhex_cardlang::{CardSource, Catalog, load};
use gloryhex_editions::Content;
use std::sync::Arc;

/// The catalog of the program, with the cards made up for the scenario.
///
/// # Errors
/// What is wrong with them.
pub fn catalog(
    content: &Content,
    scenario: &Scenario,
    edition: &str,
) -> Result<Arc<Catalog>, Impossible> {
    let (text, line) = &scenario.cards;
    if text.is_empty() {
        return Ok(Arc::clone(&content.catalog));
    }
    let source = CardSource {
        path: scenario.file.clone(),
        text: format!("edition {edition} deck \"Made Up\" format pool\n{text}"),
    };
    let sources = [source];
    let loaded = load(&sources);
    let impossible = |message: String| Impossible {
        line: *line,
        message,
    };
    if !loaded.reports.is_empty() {
        return Err(impossible(loaded.errors(&sources)));
    }
    let mut catalog = (*content.catalog).clone();
    if !catalog.append(loaded.catalog) {
        let message = "made-up cards cannot use labels or names of fighters";
        return Err(impossible(message.to_owned()));
    }
    Ok(Arc::new(catalog))
}

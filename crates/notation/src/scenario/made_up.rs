//! Cards made up for a scenario, to show rules that no card of a box touches.
//!
//! They stand in a fenced `card` block between heading and scenario, without an `edition` line, and are
//! known in that scenario alone.

use super::{position::Impossible, syntax::Scenario};
use gloryhex_cardlang::{
    CardSource, Catalog, load_beside,
    span::{Diagnostic, place},
};
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
        // The head stands where the block begins, so that the cards keep their lines.
        text: format!(
            "{}edition {edition} deck \"Made Up\" format pool\n{text}",
            "\n".repeat(line.saturating_sub(1))
        ),
    };
    let sources = [source];
    let loaded = load_beside(&sources, &content.catalog);
    if let Some(report) = loaded.reports.first() {
        let Diagnostic {
            message,
            span,
            help,
        } = &report.diagnostic;
        let (line, column) = place(&sources[0].text, span.from);
        let hint = match help.as_str() {
            "" => String::new(),
            help => format!(" ({help})"),
        };
        let more = match loaded.reports.len() - 1 {
            0 => String::new(),
            1 => "; and another mistake in these cards".to_owned(),
            more => format!("; and {more} other mistakes in these cards"),
        };
        return Err(Impossible {
            line: line as usize,
            column: column as usize,
            message: format!("{message}{hint}{more}"),
        });
    }
    let mut catalog = (*content.catalog).clone();
    if !catalog.append(loaded.catalog) {
        let message = "made-up cards cannot use names of fighters or weapons";
        return Err(Impossible {
            line: *line,
            column: 1,
            message: message.to_owned(),
        });
    }
    Ok(Arc::new(catalog))
}

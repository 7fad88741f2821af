//! How long content takes: loading and compiling what travels inside the binary, and checking many cards.

use gloryhex_cardlang::{CardKind, CardSource, load};
use gloryhex_editions::Content;
use serde::Serialize;
use std::time::Instant;

/// Times a measurement is repeated; the best counts, because nothing makes a load faster than it is.
const TIMES: usize = 7;
/// Cards written for the second measurement.
const MANY: usize = 10_000;

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct LoadReport {
    /// Cards inside the binary, fighter cards and warscrolls not counted.
    pub cards: usize,
    /// Milliseconds to load and compile everything: cards, warbands, decks, boards and rules.
    pub load_ms: f64,
    /// Cards written for the purpose.
    pub generated: usize,
    /// Milliseconds to parse, check and compile them.
    pub check_ms: f64,
}

/// Measures loading. The content inside the binary is sound, or nothing else would run.
pub fn measure() -> LoadReport {
    let mut cards = 0;
    let load_ms = best(|| {
        let Ok(content) = Content::load(&[]) else {
            return;
        };
        let kinds = content.catalog.cards.iter().map(|card| card.code.kind);
        cards = kinds
            .filter(|kind| !matches!(kind, CardKind::Fighter | CardKind::Warscroll))
            .count();
    });
    let sources = [many_cards(MANY)];
    let mut generated = 0;
    let check_ms = best(|| generated = load(&sources).catalog.cards.len());
    LoadReport {
        cards,
        load_ms,
        generated,
        check_ms,
    }
}

fn best(mut run: impl FnMut()) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..TIMES {
        let began = Instant::now();
        run();
        least = least.min(began.elapsed().as_secs_f64() * 1e3);
    }
    least
}

/// A file with so many different cards of several kinds.
pub fn many_cards(n: usize) -> CardSource {
    let mut text = String::from("edition sample\n");
    for ix in 0..n {
        let small = 1 + ix % 5;
        text.push_str(&match ix % 5 {
            0 => format!("objective \"Hold {ix}\" glory 1 {{ score at end_phase when any(tokens where yours and number(it) = {small}) }}\n"),
            1 => format!("ploy \"Step {ix}\" {{ choose a: friend where not has_charge push a {small} }}\n"),
            2 => format!("upgrade \"Edge {ix}\" {{ static attacks of bearer where range in 1..2 get damage +{small} }}\n"),
            3 => format!("ploy \"Trade {ix}\" {{ choose a: fighter, b: fighter where adjacent(a, b) swap a, b }}\n"),
            _ => format!("upgrade \"Answer {ix}\" {{ reaction after attack where target is bearer and attack is failed {{ push bearer up to {small} }} }}\n"),
        });
    }
    CardSource {
        path: "many.card".to_owned(),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generated_card_is_sound() {
        let sources = [many_cards(500)];
        let loaded = load(&sources);
        assert_eq!(loaded.errors(&sources), "");
        assert_eq!(loaded.catalog.cards.len(), 500);
    }
}

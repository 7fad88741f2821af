//! How long loading takes. Alone in its file, so that no other test runs beside it.

use gloryhex_cardlang::{CardSource, Loaded, load};
use std::time::{Duration, Instant};

#[test]
fn ten_thousand_cards_check_quickly() {
    let mut text = String::from("edition x\n");
    for n in 0..2500 {
        text.push_str(&format!(
            "objective \"Hold {n}\" glory 1 {{ score at end_phase when any(tokens where yours and number(it) = {}) }}
ploy \"Step {n}\" {{ choose a: friend where not has_charge push a {} }}
upgrade \"Edge {n}\" {{ static attacks of bearer where range in 1..2 get damage +1 }}
ploy \"Trade {n}\" {{ choose a: fighter, b: fighter where adjacent(a, b) swap a, b }}\n",
            n % 9,
            1 + n % 3
        ));
    }
    let sources = [CardSource {
        path: "many.card".to_owned(),
        text,
    }];
    // The best of three, so that a busy machine does not fail the test.
    let mut took = Duration::MAX;
    let mut loaded = Loaded::default();
    for _ in 0..3 {
        let start = Instant::now();
        loaded = load(&sources);
        took = took.min(start.elapsed());
    }
    assert_eq!(loaded.errors(&sources), "");
    assert_eq!(loaded.catalog.cards.len(), 10_000);
    let bytes: usize = loaded.catalog.cards.iter().map(|c| c.code.size()).sum();
    println!(
        "10,000 cards in {took:?}, {} bytes of code each",
        bytes / 10_000
    );
    assert!(took.as_millis() < 1000, "{took:?}");
}

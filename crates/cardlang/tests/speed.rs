//! Many cards at once. How long they take is measured by `gloryhex bench`; here only that they are right.

use gloryhex_cardlang::{CardSource, load};

#[test]
fn ten_thousand_cards_check_without_an_error() {
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
    let loaded = load(&sources);
    assert_eq!(loaded.errors(&sources), "");
    assert_eq!(loaded.catalog.cards.len(), 10_000);
}

#[test]
fn ten_thousand_wrong_cards_are_all_reported() {
    let mut text = String::from("edition x\n");
    for n in 0..10_000 {
        text.push_str(&format!("ploy \"Step {n}\" {{ pusch a {n} }}\n"));
    }
    let sources = [CardSource {
        path: "wrong.card".to_owned(),
        text,
    }];
    let loaded = load(&sources);
    assert!(loaded.reports.len() >= 10_000);
    assert!(loaded.catalog.cards.is_empty());
}

//! Every example in GRAMMAR.md loads, compiles and can be read.

use gloryhex_cardlang::{CardSource, Lexicon, card_text, load};

fn examples() -> Vec<CardSource> {
    let text = include_str!("../GRAMMAR.md");
    let blocks = text
        .split("```card\n")
        .skip(1)
        .map(|b| b.split("```").next().unwrap());
    let sources = blocks.enumerate().map(|(ix, b)| CardSource {
        path: format!("GRAMMAR.md#{}", ix + 1),
        text: b.to_owned(),
    });
    sources.collect()
}

#[test]
fn every_example_is_right() {
    let sources = examples();
    assert_eq!(sources.len(), 3);
    let loaded = load(&sources);
    assert_eq!(loaded.errors(&sources), "");
    assert_eq!(loaded.catalog.cards.len(), 7);
}

#[test]
fn the_examples_read_well() {
    let loaded = load(&examples());
    let texts: Vec<String> = loaded
        .trees
        .iter()
        .map(|t| {
            format!(
                "{}\n{}",
                t.name,
                card_text(t, &Lexicon::PLAIN, &loaded.catalog)
            )
        })
        .collect();
    assert_eq!(texts.join("\n\n"), include_str!("grammar.txt").trim_end());
}

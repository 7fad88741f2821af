//! Every example in GRAMMAR.md loads, compiles and can be read.

use gloryhex_cardlang::{
    Binding, CardSource, Lexicon, bindings, card_text, load,
    vocab::{DOMAINS, EVENTS, TABLE},
};

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
    assert_eq!(sources.len(), 4);
    let loaded = load(&sources);
    assert_eq!(loaded.errors(&sources), "");
    assert_eq!(loaded.catalog.cards.len(), 8);
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

/// The words of a line or a page.
fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect()
}

#[test]
fn every_word_of_the_language_is_on_the_page() {
    let page = words(include_str!("../GRAMMAR.md"));
    let own = TABLE.iter().map(|entry| entry.name);
    let events = EVENTS.iter().map(|(word, ..)| *word);
    let domains = DOMAINS.iter().map(|(_, many, ..)| *many);
    for word in own.chain(events).chain(domains) {
        assert!(
            page.contains(&word) || word.strip_prefix("all_").is_some_and(|w| page.contains(&w)),
            "`{word}` is not in GRAMMAR.md"
        );
    }
}

#[test]
fn the_page_says_what_each_event_provides() {
    let page = include_str!("../GRAMMAR.md");
    for (word, trigger, _) in EVENTS {
        let provided: Vec<&str> = bindings(trigger)
            .iter()
            .map(|b: &Binding| b.word())
            .collect();
        let provided = match provided.is_empty() {
            true => "nothing".to_owned(),
            false => provided.join(", "),
        };
        let row = page.lines().find(|line| {
            let Some((events, _)) = line.trim_start_matches("| ").split_once(" |") else {
                return false;
            };
            line.ends_with(&format!("| {provided} |")) && words(events).contains(&word)
        });
        assert!(
            row.is_some(),
            "no row says that `{word}` provides {provided}"
        );
    }
}

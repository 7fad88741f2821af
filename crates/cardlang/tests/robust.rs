//! Nothing an author writes makes the loader panic, hang or take long.

use gloryhex_cardlang::{CardSource, Lexicon, card_text, load, verify};
use std::path::Path;

/// A small generator, so that failures can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % below.max(1)
    }
}

/// Loads a text and does with the result all that a program would.
fn exercise(text: String) {
    let sources = [CardSource {
        path: "x.card".to_owned(),
        text,
    }];
    let loaded = load(&sources);
    let _ = loaded.errors(&sources);
    for (tree, info) in loaded.trees.iter().zip(&loaded.catalog.cards) {
        assert_eq!(verify(&info.code), Ok(()));
        assert!(!card_text(tree, &Lexicon::PLAIN, &loaded.catalog).contains('|'));
    }
}

fn content() -> Vec<String> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut texts = Vec::new();
    for folder in [
        "cards/shadespire",
        "warbands/embergard",
        "warbands/harrowdeep",
        "warbands/harrowdeep/nethermaze",
    ] {
        let entries = std::fs::read_dir(data.join(folder)).unwrap().flatten();
        for file in entries.map(|e| e.path()).filter(|path| path.is_file()) {
            texts.push(std::fs::read_to_string(file).unwrap());
        }
    }
    texts
}

/// How many texts each test tries: `GLORYHEX_FUZZ_CARDS` times as many as usual.
fn tries(usual: usize) -> usize {
    let asked = std::env::var("GLORYHEX_FUZZ_CARDS").ok();
    let times = asked.map_or(1, |n| n.parse().expect("GLORYHEX_FUZZ_CARDS is a number"));
    usual * times
}

#[test]
fn arbitrary_bytes_never_panic() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..tries(500) {
        let len = random.next(400);
        let bytes: Vec<u8> = (0..len).map(|_| random.next(256) as u8).collect();
        exercise(String::from_utf8_lossy(&bytes).into_owned());
    }
}

#[test]
fn words_of_the_language_in_any_order_never_panic() {
    let joined = content().join("\n");
    let words: Vec<&str> = joined.split_whitespace().collect();
    let mut random = Random(42);
    for _ in 0..tries(300) {
        let len = random.next(120);
        let mut text = String::from("edition x\nploy \"A\" { ");
        for _ in 0..len {
            text.push_str(words[random.next(words.len())]);
            text.push(' ');
        }
        exercise(text);
    }
}

#[test]
fn damaged_cards_never_panic() {
    let texts = content();
    let mut random = Random(7);
    for _ in 0..tries(60) {
        let mut chars: Vec<char> = texts[random.next(texts.len())].chars().collect();
        for _ in 0..1 + random.next(6) {
            let at = random.next(chars.len());
            match random.next(3) {
                0 => drop(chars.remove(at)),
                1 => chars.insert(at, ['{', '}', '"', '(', ')', '1', 'a', ':'][random.next(8)]),
                _ => {
                    let other = random.next(chars.len());
                    chars.swap(at, other);
                }
            }
        }
        exercise(chars.into_iter().collect());
    }
}

/// Single cards of the content, so that a damaged one is soon read.
fn cards() -> Vec<String> {
    let mut cards = Vec::new();
    for text in content() {
        let mut card = String::new();
        for line in text.lines() {
            card.push_str(line);
            card.push('\n');
            if line == "}" {
                cards.push(format!("edition x\n{card}"));
                card.clear();
            }
        }
    }
    cards
}

#[test]
fn cards_with_flipped_bytes_never_panic() {
    let cards = cards();
    let mut random = Random(11);
    for _ in 0..tries(1500) {
        let mut bytes = cards[random.next(cards.len())].clone().into_bytes();
        for _ in 0..1 + random.next(8) {
            let at = random.next(bytes.len());
            match random.next(4) {
                0 => bytes[at] = random.next(256) as u8,
                1 => bytes[at] ^= 1 << random.next(8),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, random.next(128) as u8),
            }
        }
        exercise(String::from_utf8_lossy(&bytes).into_owned());
    }
}

#[test]
fn cards_with_words_of_other_cards_never_panic() {
    let cards = cards();
    let words: Vec<&str> = cards.iter().flat_map(|c| c.split_whitespace()).collect();
    let mut random = Random(13);
    for _ in 0..tries(1500) {
        let card = &cards[random.next(cards.len())];
        let mut own: Vec<&str> = card.split_inclusive(char::is_whitespace).collect();
        for _ in 0..1 + random.next(4) {
            let at = random.next(own.len());
            match random.next(4) {
                0 => own[at] = words[random.next(words.len())],
                1 => drop(own.remove(at)),
                2 => own.insert(at, own[random.next(own.len())]),
                _ => {
                    let other = random.next(own.len());
                    own.swap(at, other);
                }
            }
            own.insert(at, " ");
        }
        exercise(own.concat());
    }
}

#[test]
fn long_texts_are_read_to_the_end() {
    let many = |unit: &str| unit.repeat(3_000);
    for text in [
        format!(
            "edition x\nobjective \"A\" glory 1 {{ score at end_phase when 1 = 1{} }}",
            many(" and 1 = 1")
        ),
        format!(
            "edition x\nobjective \"A\" glory 1 {{ score at end_phase when 1{} > 0 }}",
            many(" + 1")
        ),
        format!(
            "edition x\nploy \"A\" {{ choose a: friend {} }}",
            many("give a guard ")
        ),
        format!("edition x\nploy \"A\" {{ {} }}", many("name a = 1 ")),
        format!("edition x\nploy \"A\" labels {}", many("a, ")),
        format!("edition x\n{}", many("ploy \"A\" { } ")),
        format!("edition x\nploy \"{}", many("A")),
        many("{ "),
        many("} "),
        many("\""),
        many("é\u{0}"),
    ] {
        exercise(text);
    }
}

#[test]
fn deep_nesting_is_refused() {
    for open in ["(", "not ", "any(friends where ", "if 1 = 1 { "] {
        let text = format!(
            "edition x\nobjective \"A\" glory 1 {{ score at end_phase when {} }}",
            open.repeat(5000)
        );
        exercise(text);
        exercise(format!("edition x\nploy \"A\" {{ {} }}", open.repeat(5000)));
    }
}

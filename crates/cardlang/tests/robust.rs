//! Nothing an author writes makes the loader panic, hang or take long.

use gloryhex_cardlang::{CardSource, Lexicon, card_text, disassemble, load, verify};
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
        let _ = disassemble(&info.code);
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
    ] {
        for entry in std::fs::read_dir(data.join(folder)).unwrap().flatten() {
            texts.push(std::fs::read_to_string(entry.path()).unwrap());
        }
    }
    texts
}

#[test]
fn arbitrary_bytes_never_panic() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..300 {
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
    for _ in 0..300 {
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
    for _ in 0..150 {
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

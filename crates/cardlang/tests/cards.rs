//! The content of the project, from source to code.

use gloryhex_cardlang::*;
use std::path::Path;

fn sources() -> Vec<CardSource> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut files = Vec::new();
    for folder in ["warbands", "cards"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let text = |path: &String| std::fs::read_to_string(path).unwrap();
    files
        .iter()
        .map(|path| CardSource {
            path: path.clone(),
            text: text(path),
        })
        .collect()
}

fn collect(folder: &Path, out: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|e| e == "card") {
            out.push(path.to_string_lossy().into_owned());
        }
    }
}

#[test]
fn all_content_loads_without_an_error() {
    let sources = sources();
    let also = vec![("shadespire".to_owned(), "nightvault".to_owned())];
    let loaded = gloryhex_cardlang::load_in(&sources, &[], also);
    assert_eq!(loaded.errors(&sources), "");
    let catalog = &loaded.catalog;
    let playable = |c: &&CardInfo| !matches!(c.code.kind, CardKind::Fighter | CardKind::Warscroll);
    let count = |edition: &str| {
        catalog
            .cards
            .iter()
            .filter(playable)
            .filter(|c| c.edition == edition)
            .count()
    };
    let counts = ["shadespire", "nightvault", "harrowdeep", "embergard"].map(count);
    assert_eq!(counts, [497, 617, 616, 390]);
    assert_eq!(catalog.warbands.len(), 43);
}

#[test]
fn every_card_can_be_read() {
    let loaded = load(&sources());
    for tree in &loaded.trees {
        let text = card_text(tree, &Lexicon::PLAIN, &loaded.catalog);
        let odd = [
            "{",
            "}",
            "|",
            "  ",
            "it is not so that it",
            " a a ",
            "..",
            " ,",
            " .",
        ];
        for sign in odd {
            assert!(!text.contains(sign), "{}: {text}", tree.name);
        }
        assert!(!text.is_empty(), "{}", tree.name);
        assert!(text.ends_with(['.', '!']), "{}: {text}", tree.name);
    }
}

#[test]
fn ready_decks_hold_what_a_box_holds() {
    let loaded = load(&sources());
    for deck in loaded
        .catalog
        .decks
        .iter()
        .filter(|d| d.format == DeckFormat::Ready)
    {
        let is_objective =
            |id: &&gloryhex_model::CardId| loaded.catalog.code(**id).kind == CardKind::Objective;
        let objectives = deck.cards.iter().filter(is_objective).count();
        assert_eq!((objectives, deck.cards.len()), (12, 32), "{}", deck.name);
    }
}

#[test]
fn code_is_small() {
    let loaded = load(&sources());
    let sizes: Vec<usize> = loaded.catalog.cards.iter().map(|c| c.code.size()).collect();
    let (total, most) = (
        sizes.iter().sum::<usize>(),
        sizes.iter().max().copied().unwrap_or(0),
    );
    println!(
        "{} cards, {total} bytes, {} on average, {most} at most",
        sizes.len(),
        total / sizes.len()
    );
    assert!(total / sizes.len() < 200 && most < 1200);
}

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
    let loaded = load(&sources);
    assert_eq!(loaded.errors(&sources), "");
    assert!(loaded.catalog.cards.len() > 70);
    assert!(loaded.catalog.natives.is_empty());
}

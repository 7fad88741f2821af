//! Prints the text of every card in the given files.

use gloryhex_cardlang::{CardSource, Lexicon, card_text, load};

fn main() -> std::io::Result<()> {
    let mut sources = Vec::new();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        sources.push(CardSource { path, text });
    }
    let loaded = load(&sources);
    eprint!("{}", loaded.errors(&sources));
    for tree in &loaded.trees {
        println!("{} [{} {}]", tree.name, tree.kind.word(), tree.value);
        println!("{}\n", card_text(tree, &Lexicon::PLAIN, &loaded.catalog));
    }
    Ok(())
}

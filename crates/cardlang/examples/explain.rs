//! Prints the text of every card in the given files, and with `--code` its code.

use gloryhex_cardlang::{CardSource, Lexicon, card_text, load, printed};

fn main() -> std::io::Result<()> {
    let mut code = false;
    let mut sources = Vec::new();
    for arg in std::env::args().skip(1) {
        if arg == "--code" {
            code = true;
        } else {
            let text = std::fs::read_to_string(&arg)?;
            sources.push(CardSource { path: arg, text });
        }
    }
    let loaded = load(&sources);
    eprint!("{}", loaded.errors(&sources));
    for (tree, info) in loaded.trees.iter().zip(&loaded.catalog.cards) {
        println!("{} [{} {}]", tree.name, tree.kind.word(), tree.value);
        println!("{}\n", card_text(tree, &Lexicon::PLAIN, &loaded.catalog));
        if code {
            println!("{}", printed(&info.code));
        }
    }
    Ok(())
}

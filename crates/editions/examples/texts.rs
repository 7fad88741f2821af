//! Prints the text of every card in its edition's words: `cargo run --example texts -- harrowdeep`.

use gloryhex_editions::Content;

fn main() {
    let wanted = std::env::args().nth(1);
    let content = Content::embedded();
    for info in &content.catalog.cards {
        if wanted.as_ref().is_none_or(|w| *w == info.edition) {
            println!("[{}] {}", info.code.kind.word(), info.name);
            println!("{}\n", content.text(info.code.id));
        }
    }
}

//! docs/homebrew/words.md lists every word of the language with what it says. It is made from the same
//! tables that cards are checked with; `GLORYHEX_WRITE_WORDS=1 cargo test -p gloryhex-cardlang` writes it anew.

use gloryhex_cardlang::{
    Lexicon, bindings,
    vocab::{DOMAINS, EVENTS, Entry, LABELS, TABLE, Type},
};
use gloryhex_model::{Face, Keyword, Stat, Token};
use std::fmt::Write as _;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/homebrew/words.md");

fn filled(phrase: &str) -> String {
    let mut out = String::new();
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (key, after) = after.split_once('}').expect("a closed brace");
        match key {
            "0" => out.push_str("it"),
            "1" | "2" | "3" => out.push('…'),
            key => out.push_str(&Lexicon::PLAIN.word(key)),
        }
        rest = after;
    }
    out.push_str(rest);
    out.replace("it's", "its")
}

/// How a word reads when it is said of one thing.
fn reads(entry: &Entry) -> String {
    let phrase = filled(entry.phrase);
    let (sign, rest) = phrase.split_at(1);
    match sign {
        "=" => format!("it is {rest}"),
        "+" => format!("it has {rest}"),
        "~" => {
            let (verbs, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let one = verbs.split_once('/').map_or(verbs, |(_, one)| one);
            format!("it {one} {rest}").trim_end().to_owned()
        }
        "#" => format!("how many {}", rest.replace('|', " ")),
        _ => phrase,
    }
}

/// The word with what must stand in its brackets besides the thing itself.
fn written(entry: &Entry) -> String {
    let name = entry.name;
    match entry.takes {
        [] | [_] => format!("`{name}`"),
        [_, rest @ ..] => {
            let rest: Vec<&str> = rest.iter().map(|ty| short(*ty)).collect();
            format!("`{name}({})`", rest.join(", "))
        }
    }
}

fn short(ty: Type) -> &'static str {
    ty.shown().split_once(' ').map_or("", |(_, noun)| noun)
}

fn page() -> String {
    let mut out = String::from(
        "# All words of the card language\n\n\
         What you can ask, what you can wait for, and what you can give. How they are put together is in\n\
         [GRAMMAR.md](../../crates/cardlang/GRAMMAR.md). The words a card reads with are those of its edition; here stand\n\
         plain ones. This page is made from the program's own tables.\n",
    );
    let groups = [
        (
            Some(Type::Fighter),
            "a fighter (`a is inspired`, `damage(a) >= 2`)",
        ),
        (
            Some(Type::Hex),
            "a hex; a fighter or token stands for its own",
        ),
        (Some(Type::Token), "a feature token or objective"),
        (Some(Type::Card), "a card"),
        (Some(Type::Player), "a player (`glory(you)`)"),
        (
            Some(Type::Attack),
            "the attack at hand (`attack is failed`)",
        ),
        (None, "the game, and amounts"),
    ];
    for (ty, title) in groups {
        let _ = write!(
            out,
            "\n## Of {title}\n\n| word | gives | reads |\n|---|---|---|\n"
        );
        for entry in TABLE.iter().filter(|e| {
            let first = e.takes.first().copied();
            first == ty || (ty.is_none() && first == Some(Type::Number))
        }) {
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                written(entry),
                entry.gives.shown(),
                reads(entry)
            );
        }
    }
    out.push_str("\n`rolled(FACE, …)`, `attack_faces(FACE, …)` and `defence_faces(FACE, …)` count dice, `cast_faces(FACE, …)` those of a casting roll; `times(EVENT where … in SPAN)`, `total(…: AMOUNT in SPAN)` and `distinct(…: THING in SPAN)` ask what happened in an `activation`, `step`, `turn`, `phase`, `end_phase`, `round` or `game`; `named(\"Name\")` asks for a fighter's or a card's name; `removable(FIGHTER, COUNTER)` is how many counters could be removed.\n");
    out.push_str("\n## Events\n\nFor `reaction after`, `score after`, `on`, `inspire after` and `break after`. The names may be used behind it.\n\n| event | when | names |\n|---|---|---|\n");
    for (word, trigger, phrase) in EVENTS {
        let mut text = String::new();
        let names: Vec<String> = bindings(trigger)
            .iter()
            .map(|b| format!("`{}`", b.word()))
            .collect();
        let mut rest = phrase.to_owned();
        for (ix, name) in bindings(trigger).iter().enumerate() {
            rest = rest.replace(&format!("{{{ix}}}"), &format!("the {}", name.word()));
        }
        text.push_str(&filled(&rest));
        let _ = writeln!(out, "| `{word}` | {text} | {} |", names.join(", "));
    }
    let list = |words: &[&str]| format!("`{}`", words.join("` `"));
    let domains: Vec<&str> = DOMAINS
        .iter()
        .flat_map(|(one, many, ..)| [*one, *many])
        .collect();
    let _ = write!(
        out,
        "\n## Lists\n\n\
         | of | words |\n|---|---|\n\
         | whom or what to choose or count | {} |\n\
         | tokens a fighter can have (`give a guard`) | {} |\n\
         | faces of dice | {} |\n\
         | characteristics | {} |\n\
         | keywords of weapons | {} |\n\
         | labels known without a card that has them | {} |\n",
        list(&domains),
        list(&Token::ALL.map(Token::word)),
        list(&Face::ALL.map(Face::word)),
        list(&Stat::ALL.map(Stat::word)),
        list(&Keyword::ALL.map(Keyword::word)),
        list(&LABELS),
    );
    out
}

#[test]
fn the_page_of_words_is_up_to_date() {
    let page = page();
    if std::env::var_os("GLORYHEX_WRITE_WORDS").is_some() {
        std::fs::write(PAGE, &page).expect("it can be written");
    }
    let kept = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        kept == page,
        "docs/homebrew/words.md is old; write it with GLORYHEX_WRITE_WORDS=1 cargo test -p gloryhex-cardlang --test words"
    );
}
